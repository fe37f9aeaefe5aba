//! What is said of a forced win.

use chess_arbiter::board::Color;
use chess_arbiter::format::uci;
use chess_arbiter::position::Position;
use chess_arbiter::rules::Rules;
use chess_arbiter::win::stipulation::{Solution, Try};
use chess_arbiter::win::{Moves, Plies, Reached, Stopped, WinAnswer, WinVerdict};
use chess_arbiter_explain::problem;
use chess_arbiter_explain::words::side;

use crate::report::{Tried, WinFields};
use crate::words;

pub(super) fn fields<R: Rules>(verdict: &WinVerdict, attacker: Color) -> WinFields {
    let WinVerdict { answer, stopped, .. } = *verdict;
    let reason = sentence::<R>(verdict, attacker);
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

fn sentence<R: Rules>(&WinVerdict { answer, stopped, .. }: &WinVerdict, attacker: Color) -> String {
    let (us, them) = (side(attacker), side(!attacker));
    let win = if R::ROYAL_CAPTURABLE { "a win" } else { "mate" };
    match answer {
        WinAnswer::Win { plies, shortest } => {
            let fewer = match stopped {
                Some(Stopped { no_win_within: Plies(0), limit }) => {
                    format!(", perhaps within fewer: the search was {}", by(limit))
                }
                Some(Stopped { no_win_within, limit }) => {
                    let no = length::<R>(no_win_within);
                    format!(", and not within {no}; the search for one between was {}", by(limit))
                }
                None if shortest && plies > Plies(1) => ", and not in fewer".into(),
                None => String::new(),
            };
            format!("{us} can force {win} within {}{fewer}.", length::<R>(plies))
        }
        WinAnswer::NoWin { plies } => format!("{us} cannot force {win} within {}.", length::<R>(plies)),
        WinAnswer::Lost { plies } => {
            format!("{us} can never force {win}: {them} can, within {}.", length::<R>(plies))
        }
        WinAnswer::Never if R::ROYAL_CAPTURABLE => {
            format!("{us} can never force {win}: {them} can hold for ever.")
        }
        WinAnswer::Never => {
            format!("{us} can never force {win}: it has no move, or too little to mate with.")
        }
        WinAnswer::Undecided { no_win_within, win_within, limit } => {
            let no = (no_win_within > Plies(0))
                .then(|| format!("{us} cannot force {win} within {}", length::<R>(no_win_within)));
            let yes = win_within.map(|plies| format!("can force {win} within {}", length::<R>(plies)));
            let proved = match (no, yes) {
                (None, None) => "nothing is proved".into(),
                (Some(no), None) => format!("{no}, more is not known"),
                (None, Some(yes)) => format!("{us} {yes}, perhaps within fewer"),
                (Some(no), Some(yes)) => format!("{no}, and {yes}; what lies between is not known"),
            };
            format!("Undecided, {}: {proved}.", by(limit))
        }
    }
}

fn by(limit: Reached) -> String {
    match limit {
        Reached::Interrupt => "interrupted".into(),
        limit => format!("stopped by {limit}"),
    }
}

/// `5 plies`, or in chess `3 moves`: an even number of plies ends with the defender's move, which mates
/// nobody.
fn length<R: Rules>(plies: Plies) -> String {
    if R::ROYAL_CAPTURABLE { words::plies(plies.0) } else { moves(plies.moves()) }
}

/// Keys, tries and set play as JSON.
pub(super) fn solution<R: Rules>(fields: &mut WinFields, position: &Position<R>, solution: &Solution) {
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

/// How many keys there are, for a person.
pub(super) fn keys(solution: &Solution) -> String {
    match solution.keys.len() {
        0 => format!("No key mates within {}.", moves(solution.moves)),
        1 => format!("One key mates within {}.", moves(solution.moves)),
        n => format!("{n} keys mate within {}: as a problem it would be cooked.", moves(solution.moves)),
    }
}

fn moves(moves: Moves) -> String {
    if moves == Moves(1) { "1 move".into() } else { format!("{moves} moves") }
}

/// The keys for a program that reads lines.
pub(super) fn keys_line<R: Rules>(position: &Position<R>, solution: &Solution) -> String {
    let keys: Vec<String> = solution.keys.iter().map(|key| uci::write(position, key.mv)).collect();
    if keys.is_empty() { String::new() } else { format!(" keys {}", keys.join(" ")) }
}
