//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use super::Square;

/// A set of squares as 64 bits, a1 the lowest.
///
/// ```
/// use chess_arbiter::board::{Bitboard, Square};
/// let corners: Bitboard = [Square::at(0, 0), Square::at(7, 7)].into_iter().collect();
/// assert_eq!(corners.len(), 2);
/// assert_eq!(corners.into_iter().last().unwrap().to_string(), "h8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The light squares (h1, a8, …).
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Square};
    /// assert!(Bitboard::LIGHT.has(Square::H1) && !Bitboard::LIGHT.has(Square::A1));
    /// ```
    pub const LIGHT: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);

    /// The squares of one rank, 0 to 7.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Square};
    /// assert!(Bitboard::rank(3).all(|square| square.rank() == 3));
    /// assert!(Bitboard::rank(0).has(Square::E1));
    /// ```
    #[inline(always)]
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0xFF << (8 * (rank & 7)))
    }

    /// The squares of one file, 0 to 7.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Square};
    /// assert!(Bitboard::file(4).has(Square::E1) && Bitboard::file(4).has(Square::E8));
    /// ```
    #[inline(always)]
    pub const fn file(file: u8) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << (file & 7))
    }

    /// The squares of a board of so many files and ranks (1 to 8 each) with its first corner on a1.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Square};
    /// assert_eq!(Bitboard::corner(8, 8), Bitboard::FULL);
    /// assert_eq!(Bitboard::corner(5, 5).last_square(), Some(Square::E5));
    /// ```
    pub const fn corner(width: u8, height: u8) -> Bitboard {
        let ranks = u64::MAX >> (64 - 8 * height as u32);
        let one_rank = 0xFF >> (8 - width as u32);
        Bitboard(ranks & (0x0101_0101_0101_0101 * one_rank))
    }

    /// Whether no square is in the set.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Square};
    /// assert!(Bitboard::EMPTY.is_empty() && !Square::E4.bb().is_empty());
    /// ```
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether some square is in the set.
    ///
    /// ```
    /// use chess_arbiter::Bitboard;
    /// assert!((Bitboard::rank(0) & Bitboard::file(0)).has_any());
    /// ```
    #[inline(always)]
    pub const fn has_any(self) -> bool {
        self.0 != 0
    }

    /// Number of squares, 0 to 64.
    ///
    /// ```
    /// use chess_arbiter::Bitboard;
    /// assert_eq!((Bitboard::rank(0) | Bitboard::file(0)).len(), 15);
    /// ```
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is more than one square; cheaper than counting.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Square};
    /// assert!(Bitboard::rank(0).more_than_one() && !Square::E4.bb().more_than_one());
    /// ```
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the square is in the set.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Square};
    /// assert!(Bitboard::rank(3).has(Square::E4));
    /// ```
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The lowest square.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Square};
    /// assert_eq!(Bitboard::rank(3).first(), Some(Square::A4));
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrap(self.0.trailing_zeros() as u8)) }
    }

    /// The highest square.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Square};
    /// assert_eq!(Bitboard::rank(3).last_square(), Some(Square::H4));
    /// ```
    #[inline(always)]
    pub const fn last_square(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrap(63 - self.0.leading_zeros() as u8)) }
    }

    /// The only square, if there is exactly one.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Square};
    /// assert_eq!(Square::E4.bb().single(), Some(Square::E4));
    /// assert_eq!(Bitboard::rank(3).single(), None);
    /// ```
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// The set moved by `delta` indices (positive: towards h8); squares moved off the ends are lost.
    /// Moves across the a/h edge are the caller's to mask.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Square};
    /// assert_eq!(Square::E2.bb().shift(16), Square::E4.bb());
    /// assert_eq!(Square::H8.bb().shift(8), Bitboard::EMPTY);
    /// ```
    #[inline(always)]
    pub const fn shift(self, delta: i8) -> Bitboard {
        if delta >= 0 { Bitboard(self.0 << delta) } else { Bitboard(self.0 >> -delta) }
    }
}

macro_rules! operator {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident $op:tt),*) => {$(
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard { Bitboard(self.0 $op other.0) }
        }
        impl $assign for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Bitboard) { *self = *self $op other; }
        }
    )*};
}
operator!(BitAnd bitand BitAndAssign bitand_assign &, BitOr bitor BitOrAssign bitor_assign |,
    BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// Set difference.
impl Sub for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

/// Squares in order, lowest first.
impl Iterator for Bitboard {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (Bitboard::len(*self) as usize, Some(Bitboard::len(*self) as usize))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.bb())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
