//! What the lemma `kernel` knows of files: lists of pawns, their bounds, and what fixed men bar.

use arrayvec::ArrayVec;

use super::rounds::Round;
use crate::attacks::attacks;
use crate::board::{Colour, Kind, Man};
use crate::squares::{Set, home};

/// The pawns of a file, lowest first: of each the bound, a rank from its own side, negative for Black.
pub(super) type File = ArrayVec<i8, 8>;

pub(super) type Files = [File; 8];

/// Whether pawns of the side that sees a file, and of the other, only promote by capturing onto its end.
pub(super) type Closed = [bool; 2];

/// What fixed men bar.
pub(super) struct Bars {
    fixed: Set,
    /// Where no pawn of a side captures from: fixed squares, and those where it touches a fixed king.
    ends: [Set; 2],
    /// By side and file.
    closed: [[bool; 8]; 2],
}

impl Bars {
    pub(super) fn new(round: &Round<'_>) -> Bars {
        let fixed = round.ways.facts.fixed;
        let ends = Colour::BOTH.map(|side| {
            let king = round.past.board.side(side.other()).squares(Kind::King) & fixed;
            fixed | attacks(Man { colour: side.other(), kind: Kind::Pawn }, king, 0)
        });
        let closed = Colour::BOTH.map(|side| {
            let closed = |file| home(side, 6, file) & ends[side as usize] | home(side, 7, file) & fixed;
            std::array::from_fn(|file| closed(file) != 0)
        });
        Bars { fixed, ends, closed }
    }

    /// As a side sees it.
    pub(super) fn closed(&self, side: usize, file: usize) -> Closed {
        [self.closed[side][file], self.closed[1 - side][file]]
    }

    /// Whether a pawn may capture onto this rank.
    pub(super) fn is_open(&self, side: usize, [from, to]: [usize; 2], rank: i8) -> bool {
        let colour = Colour::BOTH[side];
        home(colour, rank - 2, from) & self.ends[side] == 0 && home(colour, rank - 1, to) & self.fixed == 0
    }
}

/// A file as the other side sees it.
pub(super) fn turned(file: File) -> File {
    file.iter().rev().map(|pawn| -pawn).collect()
}

/// Raises the bounds so that pawns of one side on a file keep their order; whether all have room.
fn settle(file: &mut File) -> bool {
    let before = file.clone();
    for above in 1..before.len() {
        for below in 0..above {
            let (low, high, away) = (before[below], before[above], (above - below) as i8);
            match (low > 0, high > 0) {
                (true, true) => file[above] = file[above].max((low + away).min(8)),
                (false, false) => file[below] = file[below].min((high - away).max(-8)),
                (true, false) if low - high + away > 9 => return false,
                _ => {}
            }
        }
    }
    true
}

/// Whether the bounds of a file are raised and all have room.
pub(super) fn is_settled(file: &File) -> bool {
    let mut settled = file.clone();
    settle(&mut settled) && settled == *file
}

/// Whether the pawns of a file have all the room that those of another one have, which are of the same sides.
pub(super) fn has_room(file: &File, other: &File, closed: Closed) -> bool {
    file.iter().zip(other).all(|(pawn, other)| {
        // Where the file is closed only who captured onto the last rank is worth as much.
        let captured = other.abs() == 8 && pawn.abs() < 8 && closed[usize::from(*other < 0)];
        pawn.abs() <= other.abs() && !captured
    })
}

/// Puts a white pawn on this very rank; whether all have room, no other going to the end of a closed file.
pub(super) fn pin(file: &mut File, place: usize, rank: i8, closed: Closed) -> bool {
    if file[place] > rank {
        return false;
    }
    file[place] = rank;
    let before = file.clone();
    for below in 0..place {
        if file[below] < 0 {
            file[below] = file[below].min((rank - 9 - (place - below) as i8).max(-8));
        }
    }
    let goes = |(pawn, old): (&i8, &i8)| pawn.abs() == 8 && old.abs() < 8 && closed[usize::from(*pawn < 0)];
    settle(file) && file[place] == rank && !file.iter().zip(&before).any(goes)
}

/// Whether a pawn can promote on its file.
pub(super) fn promotes(pawn: i8, closed: Closed) -> bool {
    pawn.abs() == 8 || !closed[usize::from(pawn < 0)]
}

/// Whether a pawn may come to stand as this one of the goal.
pub(super) fn fits(pawn: i8, on: i8) -> bool {
    pawn.signum() == on.signum() && pawn.abs() <= on.abs()
}

#[cfg(test)]
#[path = "../../tests/unit/lists.rs"]
mod tests;
