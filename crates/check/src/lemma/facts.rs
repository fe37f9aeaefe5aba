//! What holds through the whole of any game that reaches a past, and the ways it leaves to the men.

use crate::attacks::{DIRECTIONS, attacks, directions, towards};
use crate::board::{Colour, Kind, Man, Square};
use crate::past::Past;
use crate::squares::{Set, home, own_rank, shift};

/// The direction of a side's pawns.
fn straight(side: Colour) -> usize {
    4 * side as usize
}

/// The directions in which a side's pawns capture.
fn diagonals(side: Colour) -> &'static [usize] {
    directions(Man { colour: side, kind: Kind::Pawn })
}

/// How many men a side has lost.
pub(super) fn lost(past: &Past, side: Colour) -> i32 {
    16 - i32::from(past.board.side(side).men())
}

/// What holds through the whole of any game that reaches a past.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Facts {
    /// Squares whose men have never moved.
    pub(super) fixed: Set,
    /// The cuts of each side: the squares from which a step in each direction is barred by one.
    cuts: [[Set; 8]; 2],
    /// A bound on the captures of each side's pawns.
    pub(super) captures: [i32; 2],
    /// Where pawns of each side stand that captured onto its third rank: always attacked or occupied.
    pub(super) held: [Set; 2],
}

impl Facts {
    pub(super) fn at_first(past: &Past) -> Facts {
        let pawns = |side| past.board.side(side).squares(Kind::Pawn) & own_rank(side, 1);
        Facts {
            fixed: past.castling_squares() | pawns(Colour::White) | pawns(Colour::Black),
            cuts: [[0; 8]; 2],
            captures: Colour::BOTH.map(|side| lost(past, side.other())),
            held: [0; 2],
        }
    }

    /// Nothing but a pawn of this side steps between two neighbouring squares.
    pub(super) fn cut(&mut self, side: Colour, one: Set, other: Set) {
        for (direction, by) in DIRECTIONS.into_iter().enumerate() {
            for (from, to) in [(one, other), (other, one)] {
                self.cuts[side as usize][direction] |= if shift(from, by) == to { from } else { 0 };
            }
        }
    }
}

/// The ways that facts leave to the men.
pub(super) struct Ways {
    pub(super) facts: Facts,
    /// Where the king of a side never steps.
    guarded: [Set; 2],
    /// Where the men of each side can come to from the first rank, by file.
    pub(super) ranges: [[Set; 8]; 2],
    /// Where the pawns of each side can come to, by file, with at most so many captures.
    pub(super) reach: [[[Set; 7]; 8]; 2],
    /// Where a man of each side and kind can come to that promoted on a file.
    pub(super) late: [[[Set; 8]; 6]; 2],
}

impl Ways {
    pub(super) fn new(facts: Facts, past: &Past) -> Ways {
        let guarded = Colour::BOTH.map(|side| {
            let men = past.board.men_of(side.other()).filter(|(square, _)| facts.fixed & square.bit() != 0);
            let held = facts.held[side.other() as usize];
            men.fold(held, |all, (square, man)| all | attacks(man, square.bit(), 0))
        });
        let (ranges, reach, late) = ([[0; 8]; 2], [[[0; 7]; 8]; 2], [[[0; 8]; 6]; 2]);
        let mut ways = Ways { facts, guarded, ranges, reach, late };
        for side in Colour::BOTH {
            let pawns = past.board.side(side).squares(Kind::Pawn);
            // Where all pawns still stand none has been but where moves lead from to them.
            let leading = |to: Set, _| {
                let (straight, diagonal) = ways.behind(side, to & !facts.fixed);
                to | straight | diagonal
            };
            let useful = if pawns.count_ones() == 8 { (0..7).fold(pawns, leading) } else { Set::MAX };
            for (file, kind) in past.start.kinds.into_iter().enumerate() {
                let home = home(side, 0, file);
                let range = if ways.is_fixed(home) { home } else { ways.fill(side, kind, home, 0) };
                ways.ranges[side as usize][file] = range;
                ways.reach[side as usize][file] = ways.pawn_reach(side, file).map(|reach| reach & useful);
            }
            let last = |file: usize| home(side, 7, file);
            let walls: [Set; 8] = std::array::from_fn(|file| ways.late_walls(side, last(file)));
            for kind in Kind::OFFICERS {
                let mut late: [Set; 8] = [0; 8];
                for file in 0..8 {
                    // Steps lead back: a square that is in the set of another one has the same.
                    let is_in = |of: &usize| late[*of] & last(file) != 0 && walls[*of] == walls[file];
                    let known = (0..file).find(is_in).filter(|of| !ways.is_fixed(last(*of)));
                    let fill = || ways.fill(side, kind, last(file), walls[file]);
                    late[file] = known.map_or_else(fill, |of| late[of]);
                }
                ways.late[side as usize][kind as usize] = late;
            }
        }
        ways
    }

    pub(super) fn is_fixed(&self, square: Set) -> bool {
        self.facts.fixed & square != 0
    }

    /// Where one step in a direction leads a queen, king, rook or bishop.
    pub(super) fn step(&self, side: Colour, kind: Kind, from: Set, direction: usize) -> Set {
        let barred = self.facts.cuts[0][direction] | self.facts.cuts[1][direction];
        let guarded = if kind == Kind::King { self.guarded[side as usize] } else { 0 };
        towards(from & !barred, direction) & !self.facts.fixed & !guarded
    }

    /// The squares in a direction, the nearest first, up to one of those occupied; but one for a king.
    pub(super) fn line(&self, man: Man, from: Set, way: usize, occupied: Set) -> impl Iterator<Item = Set> {
        let next = move |from: &Set| Some(self.step(man.colour, man.kind, *from, way) & !occupied);
        let most = if man.kind == Kind::King { 1 } else { 7 };
        std::iter::successors(next(&from), next).take(most).take_while(|square| *square != 0)
    }

    /// Where one step leads a man that is no pawn.
    pub(super) fn steps(&self, side: Colour, kind: Kind, from: Set) -> Set {
        let man = Man { colour: side, kind };
        if kind == Kind::Knight {
            return attacks(man, from, 0) & !self.facts.fixed;
        }
        directions(man).iter().fold(0, |to, direction| to | self.step(side, kind, from, *direction))
    }

    /// A set with all squares that steps lead to, none of them onto a wall.
    pub(super) fn fill(&self, side: Colour, kind: Kind, mut set: Set, walls: Set) -> Set {
        let mut last = set;
        while last != 0 {
            last = self.steps(side, kind, last) & !set & !walls;
            set |= last;
        }
        set
    }

    /// Where enemy pawns already stood whenever a pawn of a side promoted on a square: it came over
    /// the homes that they left with their only steps.
    fn late_walls(&self, side: Colour, on: Set) -> Set {
        let (straight, diagonal) = self.behind(side, on & !self.facts.fixed);
        let captured = if self.facts.captures[side as usize] == 0 { 0 } else { diagonal };
        let cuts = &self.facts.cuts[side.other() as usize];
        let left_to = |home: Set| (0..8).fold(0, |to, by| to | towards(home & cuts[by], by));
        let homes = Square::in_set((straight | captured) & self.pawn_range(side, 6));
        homes.map(|home| left_to(home.bit())).reduce(|all, walls| all & walls).unwrap_or(0)
    }

    fn pawn_step(&self, side: Colour, from: Set, direction: usize) -> Set {
        let barred = self.facts.cuts[side.other() as usize][direction];
        towards(from & !barred, direction) & !self.facts.fixed
    }

    /// Where a pawn of a side captures.
    pub(super) fn diagonal(&self, side: Colour, from: Set) -> Set {
        diagonals(side).iter().fold(0, |to, direction| to | self.pawn_step(side, from, *direction))
    }

    /// The squares straight behind and diagonally behind, but for those from which a cut bars.
    pub(super) fn behind(&self, side: Colour, to: Set) -> (Set, Set) {
        let barred = &self.facts.cuts[side.other() as usize];
        let back = |direction: usize| towards(to, (direction + 4) % 8) & !barred[direction];
        (back(straight(side)), diagonals(side).iter().fold(0, |from, direction| from | back(*direction)))
    }

    fn pawn_reach(&self, side: Colour, file: usize) -> [Set; 7] {
        let mut reach = [home(side, 1, file); 7];
        for captures in 0..7 {
            if self.is_fixed(reach[0]) {
                break;
            }
            if captures > 0 {
                let may_capture = captures as i32 <= self.facts.captures[side as usize];
                reach[captures] = reach[captures - 1];
                reach[captures] |= if may_capture { self.diagonal(side, reach[captures]) } else { 0 };
            }
            for _ in 0..6 {
                reach[captures] |= self.pawn_step(side, reach[captures], straight(side));
            }
        }
        reach
    }

    /// Where the pawns of a side can come to with so many captures each; nowhere with less than none.
    pub(super) fn pawn_range(&self, side: Colour, captures: i32) -> Set {
        let Ok(captures) = usize::try_from(captures) else { return 0 };
        self.reach[side as usize].iter().fold(0, |range, reach| range | reach[captures.min(6)])
    }
}
