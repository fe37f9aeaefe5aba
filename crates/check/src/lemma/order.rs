//! The lemma `order`: the men of a side that have little room cannot have come to their places.

use std::collections::HashSet;

use super::Lemma;
use super::facts::lost;
use super::rounds::{Round, rounds};
use crate::attacks::directions;
use crate::board::{Colour, Kind, Man};
use crate::budget::{Budget, Stopped};
use crate::squares::{Set, home};

pub(super) const ORDER: Lemma = Lemma {
    name: "order",
    condition: "the caged men of a side cannot pass each other to their places",
    applies: |past, budget| {
        let Ok(round) = rounds(past, budget)? else { return Ok(false) };
        let [white, black] = Colour::BOTH.map(|side| Cage::of(&round, side).ends(0, budget));
        Ok(white? == [false; 2] || black? == [false; 2])
    },
};

/// At most so many squares are few.
const FEW_SQUARES: u32 = 16;
/// At most so many placements of the men of a cage.
const MAX_PLACEMENTS: u32 = 32_768;

/// The men of a side that have few squares.
pub(super) struct Cage<'a> {
    round: &'a Round<'a>,
    pub(super) side: Colour,
    /// Where they began on the first rank.
    pub(super) files: Vec<usize>,
}

/// Where the man of each file is; nowhere if captured or not in the cage.
type Placement = [Set; 8];

impl Cage<'_> {
    pub(super) fn of<'a>(round: &'a Round<'a>, side: Colour) -> Cage<'a> {
        let kinds = round.past.start.kinds;
        let size = |file: &usize| round.ways.ranges[side as usize][*file].count_ones();
        let is_caged = |file: &usize| {
            kinds[*file] != Kind::Knight && !round.is_fixed(side, 0, *file) && size(file) <= FEW_SQUARES
        };
        let mut files: Vec<usize> = (0..8).filter(is_caged).collect();
        files.sort_by_key(size);
        let mut placements = 1;
        let fits = |file: &usize| {
            placements *= size(file) + u32::from(kinds[*file] != Kind::King);
            placements <= MAX_PLACEMENTS
        };
        let files = files.into_iter().take_while(fits).collect();
        Cage { round, side, files }
    }

    /// Whether an end can be reached with an even and with an odd number of moves, each counted as
    /// so many (0 or 1).
    pub(super) fn ends(&self, each: usize, budget: &Budget<'_>) -> Result<[bool; 2], Stopped> {
        let captures = self.round.captures(self.side);
        let only_caged = |costs: &[i32]| {
            (0..16).all(|origin| costs[origin] > captures || origin < 8 && self.files.contains(&origin))
        };
        let kinds = self.round.past.start.kinds;
        let required = self.round.moved(self.side).iter().filter(|man| only_caged(&man.costs));
        let required = required.fold(0, |all, man| all | man.square.bit());
        let lost = lost(self.round.past, self.side) as usize;
        let is_end = |placement: &Placement| {
            let men = self.round.past.board.side(self.side);
            let is_goal = |file: &usize| placement[*file] & !men.squares(kinds[*file]) == 0;
            self.files.iter().all(is_goal) && required & !union(placement) == 0
        };
        let start =
            std::array::from_fn(|file| if self.files.contains(&file) { home(self.side, 0, file) } else { 0 });
        let (mut open, mut seen) = (vec![(start, 0)], HashSet::from([(start, 0)]));
        let mut ends = [false; 2];
        while let Some((placement, parity)) = open.pop() {
            budget.look()?;
            ends[parity] |= is_end(&placement);
            if ends == [true, each == 1] {
                break;
            }
            let off = self.files.iter().filter(|file| placement[**file] == 0).count();
            let captured = self.files.iter().filter(|file| kinds[**file] != Kind::King && off < lost);
            let captured = captured.map(|file| (with(&placement, *file, 0), parity));
            let moved = self.moves(&placement).into_iter().map(|after| (after, (parity + each) % 2));
            open.extend(captured.chain(moved).filter(|next| seen.insert(*next)));
        }
        Ok(ends)
    }

    /// The placements after each move of a man of the cage, castling included.
    fn moves(&self, placement: &Placement) -> Vec<Placement> {
        let (home, ways) = (|file| home(self.side, 0, file), &self.round.ways);
        let mut after = Vec::new();
        for file in self.files.iter().copied() {
            let kind = self.round.past.start.kinds[file];
            for direction in directions(Man { colour: self.side, kind }) {
                let mut square = placement[file];
                while square != 0 {
                    square = ways.step(self.side, kind, square, *direction) & !union(placement);
                    after.extend((square != 0).then(|| with(placement, file, square)));
                    if kind == Kind::King {
                        break;
                    }
                }
            }
        }
        for castling in self.round.past.start.castlings() {
            let way = castling.way(self.side);
            let caged = [(castling.king, home(castling.king_to)), (castling.rook, home(castling.rook_to))]
                .into_iter()
                .filter(|(file, _)| self.files.contains(file));
            let can_go = |(file, to): (usize, Set)| {
                placement[file] == home(file) && ways.ranges[self.side as usize][file] & to != 0
            };
            // Of the cage just king and rook stand on the way.
            let others = caged.clone().fold(way & union(placement), |way, (file, _)| way & !home(file));
            if caged.clone().count() > 0 && caged.clone().all(can_go) && others == 0 && !ways.is_fixed(way) {
                after.push(caged.fold(*placement, |placement, (file, to)| with(&placement, file, to)));
            }
        }
        after
    }
}

/// The placement with the man of a file on a square.
fn with(placement: &Placement, file: usize, square: Set) -> Placement {
    std::array::from_fn(|other| if other == file { square } else { placement[other] })
}

fn union(placement: &Placement) -> Set {
    placement.iter().fold(0, |all, square| all | square)
}
