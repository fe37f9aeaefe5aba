//! **Files.** Every file begins with a white pawn below a black one. A file where neither pawn ever captured nor was captured while a pawn
//! still holds both, in that order: neither passed the other. So each file without a white pawn below a black one saw a
//! capture by one of its first pawns, or one of them captured. Each capture is made by one man and takes one: it accounts for one
//! file by its capturer, and for a second one only if a pawn was taken. A side lost no more pawns than eight less its pawns and
//! promoted pieces, and no more men than are missing. If that does not account for all the files, the position cannot arise.

use crate::board::{Bitboard, Board, Color, Role};
use crate::moves::pawns_and_promoted;

/// Whether too few men are missing for the files without a white pawn below a black one.
#[inline(always)]
pub(super) fn refuted(board: &Board) -> bool {
    let lost = |color: Color| 16u32.saturating_sub(board.color(color).len());
    let lost_pawns = |color: Color| lost(color).min(8u32.saturating_sub(pawns_and_promoted(board, color)));
    let [white, black] = Color::BOTH;
    let accounted = lost(white) + lost(black) + lost_pawns(white) + lost_pawns(black);
    accounted < 8 && accounted < 8 - closed(board).len()
}

/// The files, as squares of the first row, that have a white pawn below a black one.
#[inline(always)]
fn closed(board: &Board) -> Bitboard {
    let mut above = board.men(Color::White, Role::Pawn).shift(8);
    for shift in [8, 16, 32] {
        above |= above.shift(shift);
    }
    let mut below = above & board.men(Color::Black, Role::Pawn);
    for shift in [-8, -16, -32] {
        below |= below.shift(shift);
    }
    below & Bitboard::rank(0)
}
