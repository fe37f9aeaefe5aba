//! **`end-row-pawns`.** Pawns begin on their second rank and never go back, and on the last they are promoted
//! at once.

use crate::board::{Bitboard, Board, Role};
use crate::reach::Level;

use super::{Lemma, Witness};

/// `end-row-pawns`: a pawn stands on the first or eighth rank.
pub static END_ROW_PAWNS: Lemma = Lemma {
    name: "end-row-pawns",
    level: Level::Playable,
    instant: true,
    summary: "a pawn stands on the first or eighth rank",
    refute: |facts| {
        let pawns = pawns(facts.board());
        pawns.has_any().then_some(Witness::EndRowPawns(pawns))
    },
};

/// The pawns on the first and eighth rank.
#[inline(always)]
pub(in crate::reach) fn pawns(board: &Board) -> Bitboard {
    board.role(Role::Pawn) & (Bitboard::rank(0) | Bitboard::rank(7))
}
