//! Deductions that need no search: each shows of some positions that they cannot have arisen.
//! One rule a file, with its argument.

use crate::moves::Past;

/// Why a past is impossible: a lemma that the checker derives again from the position alone.
/// Its name is how certificates cite it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Lemma {
    /// `kings`: a side has not exactly one king.
    Kings,
    /// `end-row-pawns`: a pawn stands on the first or eighth row.
    EndRowPawns,
    /// `waiting-side-attacked`: the side not to move is in check.
    WaitingSideAttacked,
    /// `men`: a side has more than 16 men.
    Men,
    /// `promotions`: pawns and promoted pieces of a side are more than eight, bishops counted by colour of square.
    Promotions,
    /// `castling`: a right without king and rook on their first squares.
    Castling,
    /// `en-passant`: no double step can have led over the en passant square.
    EnPassant,
}

/// The first lemma that shows a past to be impossible, cheapest first; `None` if none does.
pub fn refute(_past: &Past) -> Option<Lemma> {
    None
}
