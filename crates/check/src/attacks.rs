//! Steps and attacks of men.

use crate::men::{Colour, Kind, Man};
use crate::squares::{Set, shift};

/// Files and ranks of a step in each direction, clockwise.
pub(crate) const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

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
