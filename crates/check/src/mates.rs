//! Mates in one move: which moves give check, and which of these mate.

use crate::board::Board;
use crate::moves::Move;
use crate::sight::Sight;

/// The moves among which are all that win at once.
pub(crate) struct Threats<'a> {
    board: &'a Board,
    /// How many pseudo-legal moves there are.
    pub(crate) of: u64,
    /// Those that give check, or capture the royal where it can be taken.
    pub(crate) moves: Vec<Move>,
}

impl<'a> Threats<'a> {
    /// Those of the side to move.
    pub(crate) fn of(board: &'a Board) -> Threats<'a> {
        let mut moves = board.pseudo_legal_moves();
        let (of, sight) = (moves.len() as u64, Sight::of(board, board.turn.other()));
        let attacks = |after: Board| after.is_attacked(after.turn);
        moves.retain(|m| match board.rules.facts().royal_can_be_taken {
            true => board.captures_royal(m),
            false => !sight.is_aside(m) && attacks(board.play(m)),
        });
        Threats { board, of, moves }
    }

    /// The moves that win at once.
    pub(crate) fn winning(self) -> impl Iterator<Item = Move> {
        let board = self.board;
        // In check few moves are safe, and else most are.
        let is_checked = board.is_attacked(board.turn) && !board.rules.facts().royal_can_be_taken;
        let is_safe = |m: &Move| board.after(m).is_some();
        self.moves.into_iter().filter(move |m| (!is_checked || is_safe(m)) && board.wins(m) && is_safe(m))
    }
}
