//! Squares, and sets of them: ranks, and steps of all squares at once.

use std::fmt;

use crate::men::Colour;

/// A set of squares: a bit for each, rank by rank from a1, which has the lowest.
pub type Set = u64;

pub(crate) const A_FILE: Set = 0x0101_0101_0101_0101;

/// The light squares; a1 is dark.
pub(crate) const LIGHT: Set = 0x55aa_55aa_55aa_55aa;

pub(crate) const END_RANKS: Set = 0xff00_0000_0000_00ff;

/// The squares of a set moved by files (at most 2) and ranks, without those that leave the board.
#[inline]
pub(crate) const fn shift(set: Set, (files, ranks): (i8, i8)) -> Set {
    const KEPT: [Set; 5] = [A_FILE * 0xfc, A_FILE * 0xfe, !0, A_FILE * 0x7f, A_FILE * 0x3f];
    let kept = KEPT[(files + 2) as usize];
    let by = files + 8 * ranks;
    if by >= 0 { (set & kept) << by } else { (set & kept) >> -by }
}

/// A rank counted from a side's own end, 0 to 7.
pub(crate) fn own_rank(side: Colour, rank: i8) -> Set {
    0xff << (8 * side.own_rank(rank, 8))
}

/// The square on a file of a rank counted from a side's own end.
pub(crate) fn home(side: Colour, rank: i8, file: usize) -> Set {
    own_rank(side, rank) & A_FILE << file
}

/// The squares of a rank from one to another, both included.
pub(crate) fn rank_between(one: Set, other: Set) -> Set {
    (one.max(other) << 1).wrapping_sub(one.min(other))
}

/// A square of the 8×8 board; the 4×4 window is a1 to d4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square on this file and rank, both taken modulo 8.
    pub(crate) fn on(file: i8, rank: i8) -> Square {
        Square(((rank & 7) * 8 + (file & 7)) as u8)
    }

    /// The square with this name, as `e4`.
    pub fn parse(name: &str) -> Option<Square> {
        match name.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Square((rank - b'1') * 8 + (file - b'a'))),
            _ => None,
        }
    }

    /// File, 0 for a.
    pub fn file(self) -> i8 {
        (self.0 % 8) as i8
    }

    /// Rank, 0 for rank 1.
    pub fn rank(self) -> i8 {
        (self.0 / 8) as i8
    }

    /// Those of a set, from a1 on.
    pub fn in_set(mut set: Set) -> impl Iterator<Item = Square> {
        std::iter::from_fn(move || {
            let lowest = (set != 0).then_some(Square(set.trailing_zeros() as u8));
            set &= set.wrapping_sub(1);
            lowest
        })
    }

    /// Its number: a1 is 0, b1 is 1.
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }

    /// The set of this square alone.
    pub(crate) fn bit(self) -> Set {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", file_letter(self.file()), self.rank() + 1)
    }
}

/// `a` for file 0.
pub(crate) fn file_letter(file: i8) -> char {
    char::from(b'a' + file as u8)
}
