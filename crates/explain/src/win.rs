//! Forced wins.

use chess_arbiter::board::Color;
use chess_arbiter::rules::RulesKind;
use chess_arbiter::win::solution::Solution;
use chess_arbiter::win::stipulation::Aim;
use chess_arbiter::win::{Moves, Plies, Reached, Stopped, WinAnswer, WinVerdict};

use crate::words::{self, side};

/// What is proved about a forced win, in one sentence; the attacker is the side to move.
///
/// ```
/// use chess_arbiter::win::{Goal, Plies, WinAnswer, WinVerdict};
/// use chess_arbiter::{Color, RulesKind};
///
/// let verdict = WinVerdict::new(Goal::Shortest, WinAnswer::Win { plies: Plies(5), shortest: true });
/// let told = chess_arbiter_explain::win(&verdict, RulesKind::Standard, Color::White);
/// assert_eq!(told, "White can force mate within 3 moves, and not in fewer.");
/// ```
pub fn win(verdict: &WinVerdict, rules: RulesKind, attacker: Color) -> String {
    win_for(verdict, rules, Aim::Mate, attacker)
}

/// The same of problems with another aim.
///
/// ```
/// use chess_arbiter::win::{Goal, Plies, WinAnswer, WinVerdict, stipulation::Aim};
/// use chess_arbiter::{Color, RulesKind};
///
/// let verdict = WinVerdict::new(Goal::Shortest, WinAnswer::Win { plies: Plies(4), shortest: true });
/// let told = chess_arbiter_explain::win_for(&verdict, RulesKind::Standard, Aim::Selfmate, Color::White);
/// assert_eq!(told, "White can force Black to mate (selfmate) within 2 moves, and not in fewer.");
/// ```
pub fn win_for(verdict: &WinVerdict, rules: RulesKind, aim: Aim, attacker: Color) -> String {
    let WinVerdict { answer, stopped, .. } = *verdict;
    let by_mate = rules.is_won_by_checkmate();
    // An even number of plies ends with the defender's move, which mates nobody.
    let length = |plies: Plies| if by_mate { moves(aim.moves(plies)) } else { words::plies(plies.0) };
    let (us, them) = (side(attacker), side(!attacker));
    let win = match aim {
        Aim::Selfmate => format!("{them} to mate (selfmate)"),
        Aim::Reflexmate => format!("{them} to mate (reflexmate)"),
        Aim::Stalemate => "stalemate".into(),
        _ => if by_mate { "mate" } else { "a win" }.into(),
    };
    let least = aim.plies(Moves(1));
    match answer {
        WinAnswer::Win { plies, shortest } => {
            let fewer = match stopped {
                Some(Stopped { no_win_within: Plies(0), limit, .. }) => {
                    format!(", perhaps within fewer: the search was {}", by(limit))
                }
                Some(Stopped { no_win_within, limit, .. }) => {
                    let no = length(no_win_within);
                    format!(", and not within {no}; the search for a shorter one was {}", by(limit))
                }
                None if shortest && plies > least => ", and not in fewer".into(),
                None => String::new(),
            };
            format!("{us} can force {win} within {}{fewer}.", length(plies))
        }
        WinAnswer::NoWin { plies } => format!("{us} cannot force {win} within {}.", length(plies)),
        WinAnswer::Lost { plies } => {
            format!("{us} can never force {win}: {them} can, within {}.", length(plies))
        }
        WinAnswer::Never if !by_mate => {
            format!("{us} can never force {win}: {them} can hold out for ever.")
        }
        WinAnswer::Never if aim == Aim::Stalemate => format!("{us} can never force {win}: it has no move."),
        WinAnswer::Never if aim.is_selfmate() => {
            format!("{us} can never force {win}: it has no move, or {them} too little material to mate.")
        }
        WinAnswer::Never => {
            format!(
                "{us} can never force {win}: it has no move, or too little material to mate, or {them} can hold \
                 out for ever."
            )
        }
        WinAnswer::Undecided { no_win_within, win_within, limit } => {
            let no = (no_win_within > Plies(0))
                .then(|| format!("{us} cannot force {win} within {}", length(no_win_within)));
            let yes = win_within.map(|plies| format!("can force {win} within {}", length(plies)));
            let proved = match (no, yes) {
                (None, None) => "nothing is proved".into(),
                (Some(no), None) => format!("{no}; beyond that nothing is known"),
                (None, Some(yes)) => format!("{us} {yes}, perhaps within fewer"),
                (Some(no), Some(yes)) => {
                    format!("{no}, and {yes}; whether there is one in between is not known")
                }
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

/// How many keys there are, for a person.
pub fn keys(solution: &Solution) -> String {
    let (one, more) = match solution.aim {
        Aim::Mate => ("mates", "mate"),
        _ => ("works", "work"),
    };
    let within = moves(solution.moves);
    match solution.keys.len() {
        0 => format!("No key {one} within {within}."),
        1 => format!("One key {one} within {within}."),
        n => format!("{n} keys {more} within {within}: as a problem it would be cooked."),
    }
}

fn moves(moves: Moves) -> String {
    if moves == Moves(1) { "1 move".into() } else { format!("{moves} moves") }
}
