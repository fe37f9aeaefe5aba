//! Steps and attacks of men.

use crate::men::{Colour, Kind, Man};
use crate::squares::{A_FILE, Set, Square, shift};

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

/// The squares of a set moved by a step in a direction, without those that leave the board.
#[inline]
pub(crate) fn towards(from: Set, way: usize) -> Set {
    let [north, east, south, west] = [!0 << 8, !A_FILE, !0 >> 8, !(A_FILE << 7)];
    let reached = [north, north & east, east, south & east, south, south & west, west, north & west];
    from.rotate_left([8, 9, 1, 57, 56, 55, 63, 7][way]) & reached[way]
}

/// From each square the squares that some steps reach, each made up to so many times.
const fn reached<const N: usize>(steps: [(i8, i8); N], times: usize) -> [Set; 64] {
    let (mut all, mut number) = ([0; 64], 0);
    while number < 64 * N {
        let (mut square, mut left) = (1 << (number / N), times);
        while left > 0 {
            square = shift(square, steps[number % N]);
            all[number / N] |= square;
            left -= 1;
        }
        number += 1;
    }
    all
}

const fn ray(direction: usize) -> [Set; 64] {
    reached([DIRECTIONS[direction]], 7)
}

static KING: [Set; 64] = reached(DIRECTIONS, 1);
static KNIGHT: [Set; 64] = reached(JUMPS, 1);
static RAYS: [[Set; 64]; 8] = [ray(0), ray(1), ray(2), ray(3), ray(4), ray(5), ray(6), ray(7)];

/// The squares men attack from some squares: one step from each, by sliders also beyond empty squares.
#[inline]
pub(crate) fn attacks(man: Man, from: Set, empty: Set) -> Set {
    let is_one = from & from.wrapping_sub(1) == 0;
    if man.kind == Kind::Pawn || empty == 0 && !is_one {
        return match man.kind {
            Kind::Knight => JUMPS.into_iter().fold(0, |all, by| all | shift(from, by)),
            _ => directions(man).iter().fold(0, |all, way| all | towards(from, *way)),
        };
    }
    Square::in_set(from).fold(0, |to, from| {
        let slides = |ways: [usize; 2]| ways.into_iter().fold(0, |to, way| to | slide(way, from, empty));
        to | match man.kind {
            Kind::King => KING[from.index()],
            Kind::Knight => KNIGHT[from.index()],
            Kind::Pawn => 0,
            Kind::Rook => slides([0, 2]),
            Kind::Bishop => slides([1, 7]),
            Kind::Queen => slides([0, 2]) | slides([1, 7]),
        }
    })
}

/// The squares between two that are in line.
pub(crate) fn between(one: Square, other: Square) -> Set {
    let on_both = |way: usize| RAYS[way][one.index()] & RAYS[(way + 4) % 8][other.index()];
    (0..8).fold(0, |all, way| all | on_both(way))
}

/// The squares of a line through a square, both ways, the first to higher bits, up to the first not empty.
fn slide(way: usize, from: Square, empty: Set) -> Set {
    let [above, below] = [way, (way + 4) % 8].map(|way| RAYS[way][from.index()]);
    let stops = above & !empty;
    let stop_below = 1 << (63 - (below & !empty | 1).leading_zeros());
    // The difference changes all bits from there to the lowest that stops it.
    (above | below) & (stops ^ stops.wrapping_sub(stop_below))
}

#[cfg(test)]
#[path = "../tests/unit/attacks.rs"]
mod tests;
