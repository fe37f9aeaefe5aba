//! Mates in one move: which moves give check, and which of these mate.

use crate::board::Board;
use crate::moves::Move;
use crate::sight::Sight;

/// The number of pseudo-legal moves, and those that give check, or that capture the royal where they may.
pub(crate) fn threats(board: &Board) -> (u64, Vec<Move>) {
    let mut moves = board.pseudo_legal_moves();
    let (all, sight) = (moves.len() as u64, Sight::of(board, board.turn.other()));
    let attacks = |after: Board| after.is_attacked(after.turn);
    moves.retain(|m| match board.rules.facts().royal_can_be_taken {
        true => board.captures_royal(m),
        false => !sight.is_aside(m) && attacks(board.play(m)),
    });
    (all, moves)
}

/// Those of them that win at once.
pub(crate) fn winning(board: &Board, threats: Vec<Move>) -> impl Iterator<Item = Move> {
    let own = Sight::of(board, board.turn);
    let is_safe = move |m: &Move| own.is_aside(m) || board.after(m).is_some();
    threats.into_iter().filter(move |m| is_safe(m) && board.wins(m))
}
