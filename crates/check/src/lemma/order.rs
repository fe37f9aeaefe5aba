//! The lemma `order`: the men of a side that have little room cannot have come to their places.

use std::collections::HashSet;

use super::Lemma;
use super::facts::{FIRST_ROW, lost};
use super::rounds::{Round, rounds};
use crate::board::{CASTLINGS, Colour, Kind, Man, castling_way};
use crate::squares::{Set, directions, home};

pub(super) const ORDER: Lemma =
    Lemma::new("order", "the caged men of a side cannot pass each other to their places", |past| {
        let Ok(round) = rounds(past)? else { return Some(false) };
        Some(Colour::BOTH.into_iter().any(|side| Cage::of(&round, side).ends(0) == [false; 2]))
    });

/// At most so many squares are few.
const FEW_SQUARES: u32 = 16;
/// At most so many placements of the men of a cage.
const MOST_PLACEMENTS: u32 = 32_768;

/// The men of a side that have few squares.
pub(super) struct Cage<'a> {
    round: &'a Round<'a>,
    pub(super) side: Colour,
    /// Where they began on the first row.
    files: Vec<usize>,
}

/// Where the man of each file is; nowhere if captured or not in the cage.
type Placement = [Set; 8];

impl Cage<'_> {
    pub(super) fn of<'a>(round: &'a Round<'a>, side: Colour) -> Cage<'a> {
        let size = |file: &usize| round.ways.ranges[side as usize][*file].count_ones();
        let is_caged = |file: &usize| {
            FIRST_ROW[*file] != Kind::Knight && !round.is_fixed(side, 0, *file) && size(file) <= FEW_SQUARES
        };
        let mut files: Vec<usize> = (0..8).filter(is_caged).collect();
        files.sort_by_key(size);
        let mut placements = 1;
        let fits = |file: &usize| {
            placements *= size(file) + u32::from(FIRST_ROW[*file] != Kind::King);
            placements <= MOST_PLACEMENTS
        };
        let files = files.into_iter().take_while(fits).collect();
        Cage { round, side, files }
    }

    pub(super) fn has(&self, file: usize) -> bool {
        self.files.contains(&file)
    }

    /// Whether an end can be reached with an even and with an odd number of moves, each counted as
    /// so many (0 or 1).
    pub(super) fn ends(&self, each: usize) -> [bool; 2] {
        let captures = self.round.captures(self.side);
        let only_caged =
            |costs: &[i32]| (0..16).all(|origin| costs[origin] > captures || origin < 8 && self.has(origin));
        let required = self.round.moved(self.side).iter().filter(|man| only_caged(&man.costs));
        let required = required.fold(0, |all, man| all | man.square.bit());
        let lost = lost(self.round.past, self.side) as usize;
        let is_end = |placement: &Placement| {
            let men = self.round.past.side(self.side);
            let is_goal = |file: &usize| placement[*file] & !men.squares(FIRST_ROW[*file]) == 0;
            self.files.iter().all(is_goal) && required & !union(placement) == 0
        };
        let start = std::array::from_fn(|file| if self.has(file) { home(self.side, 0, file) } else { 0 });
        let (mut open, mut seen) = (vec![(start, 0)], HashSet::from([(start, 0)]));
        let mut ends = [false; 2];
        while let Some((placement, parity)) = open.pop() {
            ends[parity] |= is_end(&placement);
            if ends == [true, each == 1] {
                break;
            }
            let mut visit = |changes: &[(usize, Set)], moves| {
                let mut next = (placement, (parity + moves) % 2);
                changes.iter().for_each(|(file, square)| next.0[*file] = *square);
                if seen.insert(next) {
                    open.push(next);
                }
            };
            let off = self.files.iter().filter(|file| placement[**file] == 0).count();
            for file in self.files.iter().copied().filter(|file| placement[*file] != 0) {
                if FIRST_ROW[file] != Kind::King && off < lost {
                    visit(&[(file, 0)], 0);
                }
                self.moves(file, &placement, |square| visit(&[(file, square)], each));
            }
            self.castlings(&placement, |changes| visit(changes, each));
        }
        ends
    }

    /// All moves of the man of a file.
    fn moves(&self, file: usize, placement: &Placement, mut visit: impl FnMut(Set)) {
        let kind = FIRST_ROW[file];
        for direction in directions(Man { colour: self.side, kind }) {
            let mut square = placement[file];
            while square != 0 {
                square = self.round.ways.step(self.side, kind, square, *direction) & !union(placement);
                if square != 0 {
                    visit(square);
                }
                if kind == Kind::King {
                    break;
                }
            }
        }
    }

    /// All castlings: the files of king and rook, as far as in the cage, with the squares they go to.
    fn castlings(&self, placement: &Placement, mut visit: impl FnMut(&[(usize, Set)])) {
        let (home, ways) = (|file| home(self.side, 0, file), &self.round.ways);
        for [rook, king_to, rook_to] in CASTLINGS {
            let way = castling_way(self.side, rook);
            let men = [(4, home(king_to)), (rook, home(rook_to))];
            let changes: Vec<_> = men.into_iter().filter(|(file, _)| self.has(*file)).collect();
            let can_go = |(file, to): &(usize, Set)| {
                placement[*file] == home(*file) && ways.ranges[self.side as usize][*file] & to != 0
            };
            // Of the cage just king and rook stand on the way.
            let others = changes.iter().fold(way & union(placement), |way, (file, _)| way & !home(*file));
            if !changes.is_empty() && changes.iter().all(can_go) && others == 0 && !ways.is_fixed(way) {
                visit(&changes);
            }
        }
    }
}

fn union(placement: &Placement) -> Set {
    placement.iter().fold(0, |all, square| all | square)
}
