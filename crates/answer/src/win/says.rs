//! The members of an answer about a forced win.

use chess_arbiter::board::Setup;
use chess_arbiter::format::uci;
use chess_arbiter::position::Position;
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::win::solution::{Solution, Try};
use chess_arbiter::win::stipulation::Aim;
use chess_arbiter::win::{WinAnswer, WinVerdict};
use chess_arbiter_explain::problem;

use crate::report::{Tried, WinFields};

pub(super) fn fields(verdict: &WinVerdict, rules: RulesKind, aim: Aim, setup: &Setup) -> WinFields {
    let WinVerdict { answer, stopped, .. } = *verdict;
    let reason = chess_arbiter_explain::win(verdict, rules, aim, setup);
    let fields = WinFields { reason, ..WinFields::default() };
    match answer {
        WinAnswer::Win { plies, shortest } => {
            let (no_win_within, limit) =
                stopped.map(|stopped| (stopped.no_win_within.0, stopped.limit.name())).unzip();
            WinFields { verdict: "win", plies: Some(plies.0), shortest, no_win_within, limit, ..fields }
        }
        WinAnswer::NoWin { plies } => WinFields { verdict: "no-win", plies: Some(plies.0), ..fields },
        WinAnswer::Lost { plies } => {
            WinFields { verdict: "no-win", plies: None, lost_in: Some(plies.0), ..fields }
        }
        WinAnswer::Never => WinFields { verdict: "no-win", plies: None, ..fields },
        WinAnswer::Undecided { no_win_within, win_within, limit } => WinFields {
            verdict: "undecided",
            plies: Some(no_win_within.0),
            win_within: win_within.map(|plies| plies.0),
            limit: Some(limit.name()),
            ..fields
        },
    }
}

/// Keys, tries and set play as JSON.
pub(crate) fn solution<R: Rules>(fields: &mut WinFields, position: &Position<R>, solution: &Solution) {
    let text = |mv| uci::write(position, mv);
    fields.keys = Some(solution.keys.iter().map(|key| text(key.mv)).collect());
    let tried = |attempt: &Try| Tried {
        mv: text(attempt.attack.mv),
        refutations: {
            let after = position.play(attempt.attack.mv);
            attempt.refutations.iter().map(|&mv| uci::write(&after, mv)).collect()
        },
    };
    fields.tries = solution.tries.iter().map(tried).collect();
    fields.solution = Some(problem::text(solution, position));
}

/// The keys for a program that reads lines.
pub(super) fn keys_line<R: Rules>(position: &Position<R>, solution: &Solution) -> String {
    let keys: Vec<String> = solution.keys.iter().map(|key| uci::write(position, key.mv)).collect();
    if keys.is_empty() { String::new() } else { format!(" keys {}", keys.join(" ")) }
}
