//! **`files`.** Every file begins with a white pawn below a black one. On a file where neither pawn ever
//! captured or was captured, while a pawn still holds both in that order, neither passed the other. So each
//! file without a white pawn below a black one saw a capture by one of its first pawns, or one of them
//! captured. Each capture is made by one man and takes one: it accounts for one file by its capturer, and for
//! a second one only if a pawn was taken. A side lost no more pawns than eight less its pawns and promoted
//! pieces, and no more men than are missing. If that does not account for all the files, the position cannot
//! arise.

use crate::board::{Bitboard, Board, Color, Role};
use crate::moves::pawns_and_promoted;
use crate::reach::Level;

use super::{Lemma, Witness};

/// `files`: too few captures for the files where white and black pawns no longer block each other.
pub static FILES: Lemma = Lemma {
    name: "files",
    level: Level::Static,
    instant: false,
    summary: "White's pawn began below Black's on every file. Where it no longer does, a pawn of the file \
              captured or was captured, and there are not enough missing men for that many captures",
    refute: |facts| applies(facts.board()).then(|| Witness::Files(FileCount::of(facts.board()))),
};

/// What the lemma counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FileCount {
    /// The squares of the first rank on whose files a white pawn is below a black one.
    pub closed: Bitboard,
    /// The men that are missing.
    pub lost: u32,
    /// How many of them can be pawns.
    pub lost_pawns: u32,
}

impl FileCount {
    /// What a board shows.
    pub fn of(board: &Board) -> FileCount {
        let [lost, lost_pawns] = missing(board);
        FileCount { closed: closed(board), lost, lost_pawns }
    }
}

/// Whether too few men are missing for the files without a white pawn below a black one. (Where many are
/// missing the files need not be looked at.)
#[inline(always)]
pub(in crate::reach) fn applies(board: &Board) -> bool {
    let [lost, lost_pawns] = missing(board);
    lost + lost_pawns < 8 && lost + lost_pawns + closed(board).len() < 8
}

/// How many men are missing, and how many of them can be pawns.
#[inline(always)]
fn missing(board: &Board) -> [u32; 2] {
    let lost = |color: Color| 16u32.saturating_sub(board.color(color).len());
    let pawns = |color: Color| lost(color).min(8u32.saturating_sub(pawns_and_promoted(board, color)));
    let [white, black] = Color::BOTH;
    [lost(white) + lost(black), pawns(white) + pawns(black)]
}

/// The files, as squares of the first rank, that have a white pawn below a black one.
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
