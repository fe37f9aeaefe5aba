//! Sets of squares: steps and attacks of men, and where the men of a side stand.

use crate::board::{Colour, Kind, Man, Square};

/// A set of squares: a bit for each, row by row from a1, which has the lowest.
pub type Set = u64;

pub(crate) const A_FILE: Set = 0x0101_0101_0101_0101;

/// The light squares; a1 is dark.
pub(crate) const LIGHT: Set = 0x55aa_55aa_55aa_55aa;

pub(crate) const END_ROWS: Set = 0xff00_0000_0000_00ff;

/// Files and rows of a step in each direction, clockwise.
pub(crate) const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The squares of a set moved by files (at most 2) and rows, without those that leave the board.
pub(crate) fn shift(set: Set, (files, rows): (i8, i8)) -> Set {
    let kept = A_FILE * [0xfc, 0xfe, 0xff, 0x7f, 0x3f][(files + 2) as usize];
    let by = files + 8 * rows;
    if by >= 0 { (set & kept) << by } else { (set & kept) >> -by }
}

/// A row counted from a side's own end, 0 to 7.
pub(crate) fn own_row(side: Colour, row: i8) -> Set {
    0xff << (8 * side.own_row(row, 8))
}

/// The square on a file of a row counted from a side's own end.
pub(crate) fn home(side: Colour, row: i8, file: usize) -> Set {
    own_row(side, row) & A_FILE << file
}

/// The squares of a row from one to another, both included.
pub(crate) fn row_between(one: Set, other: Set) -> Set {
    (one.max(other) << 1).wrapping_sub(one.min(other))
}

/// The directions that a man attacks in, as places in [`DIRECTIONS`]; a knight jumps.
pub(crate) fn directions(man: Man) -> &'static [usize] {
    match man.kind {
        Kind::King | Kind::Queen => &[0, 1, 2, 3, 4, 5, 6, 7],
        Kind::Rook => &[0, 2, 4, 6],
        Kind::Bishop => &[1, 3, 5, 7],
        Kind::Knight => &[],
        Kind::Pawn if man.colour == Colour::White => &[1, 7],
        Kind::Pawn => &[3, 5],
    }
}

/// The squares a man attacks from a square: one step from it, by sliders also beyond empty squares.
pub(crate) fn attacks(man: Man, from: Set, empty: Set) -> Set {
    if man.kind == Kind::Knight {
        return JUMPS.iter().fold(0, |to, jump| to | shift(from, *jump));
    }
    let beyond = if matches!(man.kind, Kind::King | Kind::Pawn) { 0 } else { empty };
    let mut attacked = 0;
    for direction in directions(man) {
        let mut last = from;
        while last != 0 {
            last = shift(last, DIRECTIONS[*direction]);
            attacked |= last;
            last &= beyond;
        }
    }
    attacked
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
