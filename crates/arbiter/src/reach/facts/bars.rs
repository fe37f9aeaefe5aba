//! **Bars.** What men that never moved are in the way of: nobody captures onto their squares, and no pawn
//! goes straight ahead to the last rank where one stands on it or before it. Nor does a pawn pass a square
//! where it gives check to a king that never moved: that king cannot step aside, nothing stands between, so
//! the pawn is captured there.

use crate::attacks;
use crate::board::{Bitboard, Board, Color, Role, Square};

use super::ways::relative;

/// Whether White's and Black's pawns cannot promote on a file by going straight ahead.
pub type Closed = [bool; 2];

/// What men that never moved bar.
#[derive(Clone, Copy, Debug)]
pub struct Bars {
    /// Their squares.
    fixed: Bitboard,
    /// By side: the squares that its pawns do not leave alive.
    ends: [Bitboard; 2],
    /// By file.
    closed: [Closed; 8],
}

impl Bars {
    /// Of men that never moved.
    pub fn new(board: &Board, fixed: Bitboard) -> Bars {
        let ends = Color::BOTH.map(|color| {
            let king = (board.men(!color, Role::King) & fixed).first();
            fixed | king.map_or(Bitboard::EMPTY, |king| attacks::pawn(!color, king))
        });
        let closed = std::array::from_fn(|file| {
            Color::BOTH.map(|color| {
                let [before, last] = [6, 7].map(|rank| relative(color, file as u8, rank));
                ends[color as usize].has(before) || fixed.has(last)
            })
        });
        Bars { fixed, ends, closed }
    }

    /// Whether a pawn of a side can go from a square to another.
    pub fn leave(&self, color: Color, from: Square, to: Square) -> bool {
        !self.ends[color as usize].has(from) && !self.fixed.has(to)
    }

    /// For whom a file is closed.
    pub fn closed(&self, file: usize) -> Closed {
        self.closed[file]
    }

    /// The files that are not closed to a side, a bit each.
    pub fn open(&self, color: Color) -> u8 {
        (0..8).filter(|&file| !self.closed[file][color as usize]).map(|file| 1 << file).sum()
    }
}
