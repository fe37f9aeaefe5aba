//! Men: sides, kinds, and where the men of a side stand.

use std::fmt;

use crate::squares::{LIGHT, Set, Square};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Colour {
    White,
    Black,
}

impl Colour {
    /// Both sides.
    pub const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    /// The other side.
    pub fn other(self) -> Colour {
        if self == Colour::White { Colour::Black } else { Colour::White }
    }

    /// Upper case is White.
    pub(crate) fn of_case(letter: char) -> Colour {
        if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black }
    }

    /// The direction its pawns move in, in ranks.
    pub fn forward(self) -> i8 {
        if self == Colour::White { 1 } else { -1 }
    }

    /// A rank counted from the side's own back rank (0) on a board of `size` ranks.
    pub fn own_rank(self, rank: i8, size: i8) -> i8 {
        if self == Colour::White { rank } else { size - 1 - rank }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Colour::White { "white" } else { "black" })
    }
}

/// The six kinds of men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

impl Kind {
    pub(crate) const OFFICERS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
    pub(crate) const PIECES: [Kind; 5] = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
    pub(crate) const ALL: [Kind; 6] =
        [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

    /// How many a side has in the initial array.
    pub(crate) fn at_first(self) -> u8 {
        [1, 1, 2, 2, 2, 8][self as usize]
    }

    /// The lower case letter: `k`, `q`, `r`, `b`, `n` or `p`.
    pub fn letter(self) -> char {
        char::from(b"kqrbnp"[self as usize])
    }
}

/// A man of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub struct Man {
    pub colour: Colour,
    pub kind: Kind,
}

impl Man {
    /// The FEN letter: upper case is White.
    pub fn letter(self) -> char {
        cased(self.kind.letter(), self.colour)
    }

    /// The man with this FEN letter.
    pub fn from_letter(letter: char) -> Option<Man> {
        let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())?;
        Some(Man { colour: Colour::of_case(letter), kind })
    }
}

pub(crate) fn cased(letter: char, colour: Colour) -> char {
    if colour == Colour::White { letter.to_ascii_uppercase() } else { letter }
}

/// Of one side the squares of each kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Side(pub(crate) [Set; 6]);

impl Side {
    pub(crate) fn squares(&self, kind: Kind) -> Set {
        self.0[kind as usize]
    }

    pub(crate) fn all_squares(&self) -> Set {
        self.0.iter().fold(0, |all, squares| all | squares)
    }

    pub(crate) fn kind_on(&self, square: Square) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| self.squares(*kind) & square.bit() != 0)
    }

    pub(crate) fn count(&self, kind: Kind) -> u8 {
        self.squares(kind).count_ones() as u8
    }

    pub(crate) fn men(&self) -> u8 {
        self.all_squares().count_ones() as u8
    }

    /// The men of a kind beyond those of the initial array.
    pub(crate) fn surplus(&self, kind: Kind) -> u8 {
        self.count(kind).saturating_sub(kind.at_first())
    }

    /// At least so many promoted men: bishops on dark and on light squares, and all others.
    pub(crate) fn promoted(&self) -> [u8; 3] {
        let others = [Kind::Queen, Kind::Rook, Kind::Knight].map(|kind| self.surplus(kind)).iter().sum();
        let bishops = |on: Set| (self.squares(Kind::Bishop) & on).count_ones().saturating_sub(1) as u8;
        [bishops(!LIGHT), bishops(LIGHT), others]
    }

    /// At least so many of its men were pawns at first.
    pub(crate) fn pawns_at_first(&self) -> u8 {
        self.count(Kind::Pawn) + self.promoted().iter().sum::<u8>()
    }
}
