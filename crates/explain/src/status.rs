//! A status and what shows it.

use chess_arbiter::board::{Move, Square};
use chess_arbiter::position::Position;
use chess_arbiter::rules::Rules;
use chess_arbiter::status::{Reason, Status, StatusVerdict};

use crate::words::{all_singly, bare, list, mv, push_bare, push_mv, side};

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
    let mut text = String::new();
    push_status(&mut text, position, verdict);
    text
}

/// Adds [`status`] to a text.
pub fn push_status<R: Rules>(text: &mut String, position: &Position<R>, verdict: &StatusVerdict) {
    let (board, us) = (position.board(), position.turn());
    let royal = |text: &mut String| match position.royal(us) {
        Some(square) => push_bare(text, board, square),
        None => text.push_str(R::ROYAL.name()),
    };
    text.push_str(side(us));
    text.push_str(match verdict.status {
        Status::Safe => " is safe: ",
        Status::Check => " is in check: ",
        Status::Checkmate => " is checkmated: ",
        Status::Stalemate => " is stalemated: ",
    });
    match verdict.status {
        Status::Safe | Status::Stalemate => text.push_str("nothing attacks "),
        Status::Check | Status::Checkmate => {
            match verdict.checkers.single() {
                Some(checker) => push_bare(text, board, checker),
                None => text.push_str(&all_singly(board, verdict.checkers)),
            }
            text.push_str(if verdict.checkers.more_than_one() { " attack " } else { " attacks " });
        }
    }
    royal(text);
    match (&verdict.reason, verdict.status) {
        (Reason::Move(move_), status) => {
            let is_check = status == Status::Check;
            text.push_str(if is_check { "; " } else { ", and " });
            push_mv(text, position, *move_);
            text.push_str(if is_check { " ends the attack." } else { " can be played." });
        }
        (Reason::Refuted(moves), _) if moves.is_empty() => text.push_str(", and no man can move."),
        (Reason::Refuted(moves), status) => {
            text.push_str(if status == Status::Checkmate { "; " } else { ", but " });
            text.push_str(&refuted(position, moves));
            text.push('.');
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
