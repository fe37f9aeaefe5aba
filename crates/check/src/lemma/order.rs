//! The lemma `order`: the men of a side that have little room cannot have come to their places.

use super::Lemma;
use super::facts::{FIRST_ROW, Set, directions, lost, on_row};
use super::rounds::{CASTLINGS, End, Round, rounds};
use crate::board::{Colour, Kind, Square};

pub(super) const ORDER: Lemma<Option<bool>> = Lemma {
    name: "order",
    condition: "the caged men of a side cannot pass each other to their places",
    applies: |past| {
        let End::Settled(round) = rounds(past)? else { return Some(false) };
        Some(Colour::BOTH.into_iter().any(|side| Cage::of(&round, side).ends(0) == [false; 2]))
    },
};

/// At most so many squares are few.
const FEW_SQUARES: u32 = 16;
/// At most so many placements of the men of a cage.
const MOST_PLACEMENTS: usize = 32_768;

/// A man of the first row that has few squares.
struct Caged {
    kind: Kind,
    file: usize,
    home: Set,
    /// Where it can be, in the order of their numbers. The number after the last means captured.
    squares: Vec<Set>,
    /// Where the past has such men.
    goal: Set,
    /// Of its number, in that of a placement.
    weight: usize,
}

impl Caged {
    fn number(&self, square: Set) -> Option<usize> {
        self.squares.iter().position(|one| *one == square)
    }
}

/// The men of a side that have few squares.
pub(super) struct Cage<'a> {
    round: &'a Round,
    side: Colour,
    men: Vec<Caged>,
    placements: usize,
}

/// Where each man of a cage is, by number.
type Placement = [usize; 8];

impl Cage<'_> {
    pub(super) fn of(round: &Round, side: Colour) -> Cage<'_> {
        let range = |file: usize| round.ways.range(side, file);
        let is_caged = |file: &usize| {
            let fixed = on_row(side, 0, *file) & round.ways.facts.fixed != 0;
            FIRST_ROW[*file] != Kind::Knight && !fixed && range(*file).count_ones() <= FEW_SQUARES
        };
        let mut files: Vec<usize> = (0..8).filter(is_caged).collect();
        files.sort_by_key(|file| range(*file).count_ones());
        let mut cage = Cage { round, side, men: Vec::new(), placements: 1 };
        for file in files {
            let kind = FIRST_ROW[file];
            let squares: Vec<Set> = Square::in_set(range(file)).map(Square::bit).collect();
            let weight = cage.placements;
            let placements = weight * (squares.len() + usize::from(kind != Kind::King));
            if placements > MOST_PLACEMENTS {
                break;
            }
            cage.placements = placements;
            let (home, goal) = (on_row(side, 0, file), round.men.of_kind(side, kind));
            cage.men.push(Caged { kind, file, home, squares, goal, weight });
        }
        cage
    }

    pub(super) fn side(&self) -> Colour {
        self.side
    }

    pub(super) fn has(&self, file: usize) -> bool {
        self.men.iter().any(|man| man.file == file)
    }

    /// Squares of the past whose men can have come from origins in the cage alone.
    fn required(&self) -> Set {
        let captures = self.round.captures(self.side);
        let only_caged =
            |costs: &[i32]| (0..16).all(|origin| costs[origin] > captures || origin < 8 && self.has(origin));
        let men = self.round.moved(self.side).iter().filter(|man| only_caged(&man.costs));
        men.fold(0, |all, man| all | man.square.bit())
    }

    /// Whether an end can be reached with an even or an odd number of moves, each counted as so
    /// many (0 or 1).
    pub(super) fn ends(&self, each: usize) -> [bool; 2] {
        let required = self.required();
        let lost = lost(&self.round.men, self.side) as usize;
        let mut ends = [false; 2];
        let mut start = 0;
        for man in &self.men {
            start += man.weight * man.number(man.home).unwrap_or_default();
        }
        let mut seen = vec![[false; 2]; self.placements];
        seen[start][0] = true;
        let mut open = vec![(start, 0)];
        while let Some((code, parity)) = open.pop() {
            let mut placement = [0; 8];
            let (mut occupied, mut off, mut is_end) = (0, 0, true);
            for (man, number) in self.men.iter().zip(&mut placement) {
                *number = code / man.weight % (man.squares.len() + usize::from(man.kind != Kind::King));
                match man.squares.get(*number) {
                    Some(square) => {
                        occupied |= square;
                        is_end &= square & man.goal != 0;
                    }
                    None => off += 1,
                }
            }
            if is_end && required & !occupied == 0 {
                ends[parity] = true;
                if ends == [true, each == 1] {
                    return ends;
                }
            }
            let mut visit = |code: usize, moves: usize| {
                let parity = (parity + moves) % 2;
                if !std::mem::replace(&mut seen[code][parity], true) {
                    open.push((code, parity));
                }
            };
            for (man, number) in self.men.iter().zip(placement) {
                let Some(square) = man.squares.get(number) else { continue };
                let others = code - number * man.weight;
                if man.kind != Kind::King && off < lost {
                    visit(others + man.squares.len() * man.weight, 0);
                }
                for direction in directions(man.kind) {
                    let mut at = *square;
                    loop {
                        at = self.round.ways.step(self.side, man.kind, at, direction) & !occupied;
                        let Some(number) = man.number(at) else { break };
                        visit(others + number * man.weight, each);
                        if man.kind == Kind::King {
                            break;
                        }
                    }
                }
            }
            for code in self.castlings(code, &placement, occupied) {
                visit(code, each);
            }
        }
        ends
    }

    /// The placements after castling.
    fn castlings(&self, code: usize, placement: &Placement, occupied: Set) -> impl Iterator<Item = usize> {
        let (side, fixed) = (self.side, self.round.ways.facts.fixed);
        CASTLINGS.iter().filter_map(move |castling| {
            let between = castling.between.iter().fold(0, |all, file| all | on_row(side, 0, *file));
            let mut homes = on_row(side, 0, 4) | on_row(side, 0, castling.rook);
            if (between & occupied) | ((between | homes) & fixed) != 0 {
                return None;
            }
            let mut after = None;
            for (from, to) in [(4, castling.king_to), (castling.rook, castling.rook_to)] {
                let Some(index) = self.men.iter().position(|man| man.file == from) else { continue };
                let man = &self.men[index];
                let at_home = man.squares.get(placement[index]) == Some(&man.home);
                let number = man.number(on_row(side, 0, to)).filter(|_| at_home)?;
                after = Some(after.unwrap_or(code) - placement[index] * man.weight + number * man.weight);
                homes &= !man.home;
            }
            after.filter(|_| homes & occupied == 0)
        })
    }
}
