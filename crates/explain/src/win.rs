//! Forced wins.

use chess_arbiter::board::Setup;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::win::solution::Solution;
use chess_arbiter::win::stipulation::{Aim, By};
use chess_arbiter::win::{Moves, Plies, Reached, Stopped, WinAnswer, WinVerdict};
use chess_arbiter::with_rules;

use crate::words::{self, side};

/// What is proved about a forced win, or about a problem with another aim, in one sentence. The attacker is
/// the side to move of `setup`, the position asked about, which tells why there never is one.
///
/// ```
/// use chess_arbiter::win::{Goal, Plies, WinAnswer, WinVerdict, stipulation::Aim};
/// use chess_arbiter::{RulesKind, format::fen, rules::Standard};
/// use chess_arbiter_explain::win;
///
/// let setup = fen::parse::<Standard>("8/8/8/4k3/8/8/8/KQ6 w - - 0 1").unwrap();
/// let verdict = WinVerdict::new(Goal::Shortest, WinAnswer::Win { plies: Plies(17), shortest: true });
/// let told = win(&verdict, RulesKind::Standard, Aim::Mate, &setup);
/// assert_eq!(told, "White can force mate within 9 moves, and not in fewer.");
///
/// let never = WinVerdict::new(Goal::Shortest, WinAnswer::Never);
/// let told = win(&never, RulesKind::Standard, Aim::Selfmate, &setup);
/// assert_eq!(told, "White can never force Black to mate (selfmate): Black has too little to mate with.");
/// ```
pub fn win(verdict: &WinVerdict, rules: RulesKind, aim: Aim, setup: &Setup) -> String {
    let WinVerdict { answer, stopped, .. } = *verdict;
    let by_mate = rules.is_won_by_checkmate();
    // An even number of plies ends with the defender's move, which mates nobody.
    let length = |plies: Plies| if by_mate { moves(aim.moves(plies)) } else { words::plies(plies.0) };
    let (us, them) = (side(setup.turn), side(!setup.turn));
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
        WinAnswer::Never => {
            let why = with_rules!(rules, R => why_never::<R>(aim, setup));
            format!("{us} can never force {win}: {why}.")
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

/// Why an aim is never reached.
fn why_never<R: Rules>(aim: Aim, setup: &Setup) -> String {
    let (us, them) = (setup.turn, side(!setup.turn));
    let holds = format!("{them} can hold out for ever");
    // Of a position that was asked about.
    let Ok(position) = Position::<R>::new(setup, Policy::Movable) else { return holds };
    if R::ROYAL_CAPTURABLE {
        return holds;
    }
    match aim.ending(&position, us).map(|ending| ending.by) {
        Some(By::Checkmate) => "it is checkmated".into(),
        Some(By::Obligation) => "it could mate at once, and would have to".into(),
        Some(_) => "it is stalemated".into(),
        None if aim.has_men(&position) => holds,
        None => {
            let who = if aim.is_selfmate() { them } else { "it" };
            format!("{who} has too little to mate with")
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
