//! Squares of the one 8×8 board; smaller boards are windows on it.

use std::fmt;
use std::str::FromStr;

use super::Bitboard;

/// One of the 64 squares, a1 = 0, b1 = 1, …, h8 = 63.
///
/// ```
/// use chess_arbiter::Square;
/// assert_eq!("e4".parse(), Ok(Square::E4));
/// assert_eq!((Square::E4.file(), Square::E4.rank()), (4, 3));
/// assert_eq!(Square::E4.to_string(), "e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A constant for each square.
macro_rules! squares {
    ($($name:ident)+) => {
        impl Square {
            $(
                #[doc = concat!("`", stringify!($name), "`")]
                pub const $name: Square = Square::named(stringify!($name));
            )+
        }
    };
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// The square of a constant, such as `E4`.
    const fn named(name: &str) -> Square {
        let name = name.as_bytes();
        Square::at(name[0] - b'A', name[1] - b'1')
    }

    /// The square with this index, 0 (a1) to 63 (h8); `None` beyond.
    ///
    /// ```
    /// use chess_arbiter::Square;
    /// assert_eq!(Square::new(28), Some(Square::E4));
    /// assert_eq!(Square::new(64), None);
    /// ```
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// The square with index `index & 63`: total, for callers that have proved the range.
    ///
    /// ```
    /// use chess_arbiter::Square;
    /// assert_eq!(Square::wrap(64 + 28), Square::E4);
    /// ```
    #[inline(always)]
    pub const fn wrap(index: u8) -> Square {
        Square(index & 63)
    }

    /// The square on this file and rank, each 0 to 7; larger values wrap.
    ///
    /// ```
    /// use chess_arbiter::Square;
    /// assert_eq!(Square::at(4, 3), Square::E4);
    /// ```
    #[inline(always)]
    pub const fn at(file: u8, rank: u8) -> Square {
        Square((file & 7) | (rank & 7) << 3)
    }

    /// 0 (a1) to 63 (h8).
    ///
    /// ```
    /// use chess_arbiter::Square;
    /// assert_eq!((Square::A1.index(), Square::H8.index()), (0, 63));
    /// ```
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask changes nothing, and lets the compiler drop bounds checks on tables of 64.
        (self.0 & 63) as usize
    }

    /// 0 (a) to 7 (h).
    ///
    /// ```
    /// use chess_arbiter::Square;
    /// assert_eq!(Square::E4.file(), 4);
    /// ```
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 (first) to 7 (eighth).
    ///
    /// ```
    /// use chess_arbiter::Square;
    /// assert_eq!(Square::E4.rank(), 3);
    /// ```
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The file's letter, `a` to `h`.
    ///
    /// ```
    /// use chess_arbiter::Square;
    /// assert_eq!(Square::E4.file_char(), 'e');
    /// ```
    pub const fn file_char(self) -> char {
        (b'a' + self.file()) as char
    }

    /// `a1` to `h8`.
    ///
    /// ```
    /// use chess_arbiter::Square;
    /// assert_eq!(Square::E4.name(), "e4");
    /// ```
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// The set of just this square.
    ///
    /// ```
    /// use chess_arbiter::Square;
    /// assert_eq!((Square::E4.bb() | Square::D4.bb()).len(), 2);
    /// ```
    #[inline(always)]
    pub const fn bb(self) -> Bitboard {
        Bitboard(1 << self.0)
    }

    /// The square `delta` indices on, wrapping around the board; for deltas known to stay on it.
    ///
    /// ```
    /// use chess_arbiter::Square;
    /// assert_eq!(Square::E4.offset(8), Square::E5);
    /// ```
    #[inline(always)]
    pub const fn offset(self, delta: i8) -> Square {
        Square(self.0.wrapping_add_signed(delta) & 63)
    }

    /// Whether the square is light; a1 is dark.
    ///
    /// ```
    /// use chess_arbiter::Square;
    /// assert!(Square::E4.is_light() && !Square::A1.is_light());
    /// ```
    pub const fn is_light(self) -> bool {
        (self.file() + self.rank()) & 1 == 1
    }

    /// All squares, a1 first.
    ///
    /// ```
    /// use chess_arbiter::Square;
    /// assert_eq!(Square::all().count(), 64);
    /// assert_eq!(Square::all().next(), Some(Square::A1));
    /// ```
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }
}

static LETTERS: [[u8; 2]; 64] = {
    let (mut letters, mut square) = ([[0; 2]; 64], 0);
    while square < 64 {
        letters[square] = [b'a' + square as u8 % 8, b'1' + square as u8 / 8];
        square += 1;
    }
    letters
};

static NAMES: [&str; 64] = {
    let (mut names, mut square) = ([""; 64], 0);
    while square < 64 {
        names[square] = match str::from_utf8(&LETTERS[square]) {
            Ok(name) => name,
            Err(_) => panic!("letters are text"),
        };
        square += 1;
    }
    names
};

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text was not a square: a letter `a`–`h` and a digit `1`–`8`.
///
/// ```
/// use chess_arbiter::{Square, board::ParseSquareError};
/// assert_eq!("e9".parse::<Square>(), Err(ParseSquareError));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a square: expected a letter a-h and a digit 1-8, such as e4")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::at(file - b'a', rank - b'1')),
            _ => Err(ParseSquareError),
        }
    }
}
