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

/// Steps as rotations of the board, with the squares that they can reach.
const fn rotations(steps: [(i8, i8); 8]) -> [(u32, Set); 8] {
    let mut all = [(0, 0); 8];
    let mut number = 0;
    while number < 8 {
        let (files, ranks) = steps[number];
        all[number] = ((files + 8 * ranks).rem_euclid(64) as u32, shift(!0, steps[number]));
        number += 1;
    }
    all
}

const STEPS: [(u32, Set); 8] = rotations(DIRECTIONS);
const JUMPED: [(u32, Set); 8] = rotations(JUMPS);

/// The squares a man attacks from a square: one step from it, by sliders also beyond empty squares.
pub(crate) fn attacks(man: Man, from: Set, empty: Set) -> Set {
    let step = |from: Set, (by, reached): (u32, Set)| from.rotate_left(by) & reached;
    match man.kind {
        Kind::Knight => JUMPED.iter().fold(0, |to, jump| to | step(from, *jump)),
        Kind::King | Kind::Pawn => directions(man).iter().fold(0, |to, way| to | step(from, STEPS[*way])),
        _ => directions(man).iter().fold(0, |to, way| {
            let (by, reached) = STEPS[*way];
            // Seven steps at most: one, then two at once, then four.
            let (mut slid, mut open) = (from, empty & reached);
            for by in [by, 2 * by, 4 * by] {
                slid |= open & slid.rotate_left(by);
                open &= open.rotate_left(by);
            }
            to | step(slid, STEPS[*way])
        }),
    }
}
