//! A status and what shows it.

use chess_arbiter::board::{Move, Square};
use chess_arbiter::position::Position;
use chess_arbiter::rules::Rules;
use chess_arbiter::status::{Reason, Status, StatusVerdict};

use crate::words::{all_singly, bare, list, mv, side};

/// Why the status is what it is, in one sentence.
///
/// ```
/// use chess_arbiter::{format::fen, rules::Standard, status};
///
/// let position = fen::position::<Standard>("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
/// let told = chess_arbiter_explain::status(&position, &status::explain(&position));
/// assert!(told.starts_with("Black is checkmated: the queen on g7 attacks the king on h8; "), "{told}");
/// ```
pub fn status<R: Rules>(position: &Position<R>, verdict: &StatusVerdict) -> String {
    let (board, us) = (position.board(), position.turn());
    let side = side(us);
    let royal = position.royal(us).map_or(R::ROYAL.name().into(), |square| bare(board, square));
    let attack = || {
        let verb = if verdict.checkers.more_than_one() { "attack" } else { "attacks" };
        [&all_singly(board, verdict.checkers), " ", verb, " ", &royal].concat()
    };
    match (&verdict.reason, verdict.status) {
        (Reason::Move(move_), Status::Check) => {
            [side, " is in check: ", &attack(), "; ", &mv(position, *move_), " ends the attack."].concat()
        }
        (Reason::Move(move_), _) => {
            let move_ = mv(position, *move_);
            [side, " is safe: nothing attacks ", &royal, ", and ", &move_, " can be played."].concat()
        }
        (Reason::Refuted(moves), Status::Checkmate) if moves.is_empty() => {
            format!("{side} is checkmated: {}, and no man can move.", attack())
        }
        (Reason::Refuted(moves), Status::Checkmate) => {
            format!("{side} is checkmated: {}; {}.", attack(), refuted(position, moves))
        }
        (Reason::Refuted(moves), _) if moves.is_empty() => {
            format!("{side} is stalemated: nothing attacks {royal}, and no man can move.")
        }
        (Reason::Refuted(moves), _) => {
            format!("{side} is stalemated: nothing attacks {royal}, but {}.", refuted(position, moves))
        }
    }
}

/// The moves, those with the same refutation together.
fn refuted<R: Rules>(position: &Position<R>, moves: &[(Move, Square)]) -> String {
    let mut by: Vec<(Square, Vec<String>)> = Vec::new();
    for &(move_, refuter) in moves {
        let text = mv(position, move_);
        match by.iter_mut().find(|(square, _)| *square == refuter) {
            Some((_, moves)) => moves.push(text),
            None => by.push((refuter, vec![text])),
        }
    }
    let clauses = by.iter().enumerate().map(|(i, (square, moves))| {
        let verb = match (i, moves.len()) {
            (0, 1) => " is refuted",
            (0, _) => " are refuted",
            _ => "",
        };
        format!("{}{verb} by {}", list(moves), bare(position.board(), *square))
    });
    clauses.collect::<Vec<_>>().join(", ")
}
