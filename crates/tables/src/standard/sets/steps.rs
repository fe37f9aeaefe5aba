//! Steps of kings between their places, and the squares from which pieces reach a set.

use chess_arbiter::attacks;
use chess_arbiter::board::{Bitboard, Role, Square};

use crate::standard::board::{Frame, Places, SEEN, inverse, seen_set};
use crate::standard::men::{NOT_A, NOT_H};

/// A step of a king to another place of the kings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) place: usize,
    /// Where the king goes, as seen from the place that it leaves.
    pub(super) to: u8,
    /// Takes squares there.
    there: u8,
}

impl Step {
    /// A square as it is seen there.
    #[inline(always)]
    pub(super) fn there(self, square: u8) -> u8 {
        SEEN[usize::from(self.there & 7)][usize::from(square & 63)]
    }

    /// A set of squares as it is seen there.
    #[inline(always)]
    pub(super) fn forth(self, set: u64) -> u64 {
        seen_set(set, self.there)
    }

    /// A set of squares there as it is seen here.
    #[inline(always)]
    pub(super) fn back(self, set: u64) -> u64 {
        seen_set(set, inverse(self.there))
    }
}

/// From one place of the kings the steps of each.
#[derive(Debug)]
pub(super) struct Steps {
    /// By sides.
    pub(super) of: [Vec<Step>; 2],
}

impl Steps {
    pub(super) fn of(places: &Places, [us, them]: [u8; 2]) -> Steps {
        let steps = |from: u8, kings: &dyn Fn(u8) -> [u8; 2]| {
            let to = attacks::king(Square::wrap(from)).into_iter().map(|to| to.index() as u8);
            let step = |to| {
                let [us, them] = kings(to);
                let Frame { symmetry, place } = places.frame(us, them);
                (us != them && place != Frame::NONE).then_some(Step {
                    place: place.into(),
                    to,
                    there: symmetry,
                })
            };
            to.filter_map(step).collect()
        };
        Steps { of: [steps(us, &|to| [to, them]), steps(them, &|to| [us, to])] }
    }
}

/// The empty squares from which a piece reaches one of a set, which are empty too.
#[inline(always)]
pub(super) fn reaching(role: Role, set: u64, empty: u64) -> u64 {
    let straight = || {
        slid(set, empty, |set| set << 8)
            | slid(set, empty, |set| set >> 8)
            | slid(set, empty, |set| set << 1 & NOT_A)
            | slid(set, empty, |set| set >> 1 & NOT_H)
    };
    let across = || {
        slid(set, empty, |set| set << 9 & NOT_A)
            | slid(set, empty, |set| set >> 9 & NOT_H)
            | slid(set, empty, |set| set << 7 & NOT_H)
            | slid(set, empty, |set| set >> 7 & NOT_A)
    };
    match role {
        Role::Queen => straight() | across(),
        Role::Rook => straight(),
        Role::Bishop => across(),
        Role::Knight => attacks::knights(Bitboard(set)).0 & empty,
        Role::King | Role::Pawn => 0,
    }
}

/// All empty squares that are reached by steps in one direction.
#[inline(always)]
fn slid(mut set: u64, empty: u64, step: impl Fn(u64) -> u64) -> u64 {
    let mut found = 0;
    while set != 0 {
        set = step(set) & empty;
        found |= set;
    }
    found
}

#[cfg(test)]
mod tests {
    use chess_arbiter::attacks::Portable;

    use super::*;
    use crate::material::PIECES;
    use crate::standard::men::reach;

    #[test]
    fn reached_from_empty_squares() {
        let mut chance = 5_u64;
        let mut random = || {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            chance ^ chance >> 29
        };
        for role in PIECES {
            for _ in 0..1_000 {
                let empty = random() | random();
                let set = random() & random() & empty;
                let slow = (0..64).filter(|&from| {
                    empty >> from & 1 != 0 && reach::<Portable>(role, from, !empty) & set != 0
                });
                let slow = slow.fold(0, |found, from| found | 1 << from);
                assert_eq!(reaching(role, set, empty), slow, "{role:?} {set:x} {empty:x}");
            }
        }
    }
}
