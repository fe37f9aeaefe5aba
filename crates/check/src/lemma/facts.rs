//! What holds through the whole of any game that reaches a past, and the ways it leaves to the men.

use crate::board::{Colour, Kind, Man};
use crate::past::Past;

/// A set of squares, a bit for each.
pub(super) type Set = u64;

pub(super) const A_FILE: Set = 0x0101_0101_0101_0101;
const H_FILE: Set = A_FILE << 7;

/// Files and rows of a step in each direction, clockwise.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The kinds on the first row of a side.
pub(super) const FIRST_ROW: [Kind; 8] =
    [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Queen, Kind::King, Kind::Bishop, Kind::Knight, Kind::Rook];

/// The squares of a set moved by files (at most 2) and rows, without those that leave the board.
pub(super) fn shift(set: Set, (files, rows): (i8, i8)) -> Set {
    let kept = match files {
        2 => set & !(H_FILE | H_FILE >> 1),
        1 => set & !H_FILE,
        -1 => set & !A_FILE,
        -2 => set & !(A_FILE | A_FILE << 1),
        _ => set,
    };
    let by = files + 8 * rows;
    if by >= 0 { kept << by } else { kept >> -by }
}

/// A row counted from a side's own end, 0 to 7.
pub(super) fn own_row(side: Colour, row: i8) -> Set {
    0xff << (8 * side.own_row(row, 8))
}

/// The square of a side's own first row (or another) on a file.
pub(super) fn on_row(side: Colour, row: i8, file: usize) -> Set {
    own_row(side, row) & A_FILE << file
}

/// The directions a queen, king, rook or bishop moves in, as places in a list of all.
pub(super) fn directions(kind: Kind) -> impl Iterator<Item = usize> {
    (0..8).filter(move |direction| match kind {
        Kind::Rook => direction % 2 == 0,
        Kind::Bishop => direction % 2 == 1,
        _ => matches!(kind, Kind::Queen | Kind::King),
    })
}

/// The directions of a side's pawns: straight ahead, and the two captures.
fn pawn_directions(side: Colour) -> (usize, [usize; 2]) {
    if side == Colour::White { (0, [1, 7]) } else { (4, [3, 5]) }
}

/// The men of a past by side and kind.
pub(super) struct Men([[Set; 6]; 2]);

impl Men {
    pub(super) fn of(past: &Past) -> Men {
        let mut men = Men([[0; 6]; 2]);
        for (square, Man { colour, kind }) in past.board().occupied() {
            men.0[colour as usize][kind as usize] |= square.bit();
        }
        men
    }

    pub(super) fn of_kind(&self, side: Colour, kind: Kind) -> Set {
        self.0[side as usize][kind as usize]
    }

    pub(super) fn of_side(&self, side: Colour) -> Set {
        self.0[side as usize].iter().fold(0, |all, men| all | men)
    }

    /// Those of a side that may be initial ones on their homes.
    pub(super) fn at_home(&self, side: Colour) -> Set {
        let first_row = (0..8).map(|file| on_row(side, 0, file) & self.of_kind(side, FIRST_ROW[file]));
        first_row.fold(self.of_kind(side, Kind::Pawn) & own_row(side, 1), |all, man| all | man)
    }
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
}

impl Facts {
    pub(super) fn at_first(past: &Past, men: &Men) -> Facts {
        let rights = past.rights().flat_map(|right| right.men()).filter_map(|(square, _)| square);
        let pawns = Colour::BOTH.map(|side| men.of_kind(side, Kind::Pawn) & own_row(side, 1));
        Facts {
            fixed: rights.fold(pawns[0] | pawns[1], |fixed, square| fixed | square.bit()),
            cuts: [[0; 8]; 2],
            captures: Colour::BOTH.map(|side| lost(men, side.other())),
        }
    }

    /// Nothing steps between two neighbouring squares, for a pawn of this side does so.
    pub(super) fn cut(&mut self, side: Colour, one: Set, other: Set) {
        for (direction, by) in DIRECTIONS.into_iter().enumerate() {
            for (from, to) in [(one, other), (other, one)] {
                if shift(from, by) == to {
                    self.cuts[side as usize][direction] |= from;
                }
            }
        }
    }
}

/// How many men a side has lost.
pub(super) fn lost(men: &Men, side: Colour) -> i32 {
    16 - men.of_side(side).count_ones() as i32
}

/// The ways that facts leave to the men.
pub(super) struct Ways {
    pub(super) facts: Facts,
    /// The cuts of both sides.
    barred: [Set; 8],
    /// Where the king of a side never steps.
    guarded: [Set; 2],
    /// Of each side and file of the first row.
    ranges: [[Set; 8]; 2],
    /// Of the pawn of each side and file, with at most so many captures.
    reach: [[[Set; 7]; 8]; 2],
}

impl Ways {
    pub(super) fn new(facts: Facts, men: &Men) -> Ways {
        let barred = std::array::from_fn(|direction| facts.cuts[0][direction] | facts.cuts[1][direction]);
        let guarded = Colour::BOTH.map(|side| attacks(men, side.other(), facts.fixed));
        let mut ways = Ways { facts, barred, guarded, ranges: [[0; 8]; 2], reach: [[[0; 7]; 8]; 2] };
        for side in Colour::BOTH {
            let pawns = men.of_kind(side, Kind::Pawn);
            let useful = if pawns.count_ones() == 8 { ways.leading_to(side, pawns) } else { Set::MAX };
            for (file, kind) in FIRST_ROW.into_iter().enumerate() {
                let home = on_row(side, 0, file);
                let fixed = home & facts.fixed != 0;
                ways.ranges[side as usize][file] = if fixed { home } else { ways.fill(side, kind, home) };
                let reach = ways.pawn_reach(side, on_row(side, 1, file));
                ways.reach[side as usize][file] = reach.map(|reach| reach & useful);
            }
        }
        ways
    }

    /// Where one step in a direction leads a man of a side and kind that is no pawn or knight.
    pub(super) fn step(&self, side: Colour, kind: Kind, from: Set, direction: usize) -> Set {
        let to = shift(from & !self.barred[direction], DIRECTIONS[direction]) & !self.facts.fixed;
        if kind == Kind::King { to & !self.guarded[side as usize] } else { to }
    }

    /// Where one step leads a man that is no pawn.
    pub(super) fn steps(&self, side: Colour, kind: Kind, from: Set) -> Set {
        if kind == Kind::Knight {
            return JUMPS.iter().fold(0, |to, jump| to | shift(from, *jump)) & !self.facts.fixed;
        }
        directions(kind).fold(0, |to, direction| to | self.step(side, kind, from, direction))
    }

    /// A set with all squares that steps lead to.
    pub(super) fn fill(&self, side: Colour, kind: Kind, mut set: Set) -> Set {
        let mut last = set;
        while last != 0 {
            last = self.steps(side, kind, last) & !set;
            set |= last;
        }
        set
    }

    /// Where a pawn of a side goes with one step straight ahead.
    fn straight(&self, side: Colour, from: Set) -> Set {
        self.pawn_step(side, from, pawn_directions(side).0)
    }

    /// Where a pawn of a side captures.
    pub(super) fn diagonal(&self, side: Colour, from: Set) -> Set {
        pawn_directions(side).1.iter().fold(0, |to, direction| to | self.pawn_step(side, from, *direction))
    }

    fn pawn_step(&self, side: Colour, from: Set, direction: usize) -> Set {
        let barred = self.facts.cuts[side.other() as usize][direction];
        shift(from & !barred, DIRECTIONS[direction]) & !self.facts.fixed
    }

    /// The squares straight behind and diagonally behind, but for those from which a cut bars.
    pub(super) fn behind(&self, side: Colour, to: Set) -> (Set, Set) {
        let barred = &self.facts.cuts[side.other() as usize];
        let back = |direction: usize| shift(to, DIRECTIONS[(direction + 4) % 8]) & !barred[direction];
        let (straight, [one, other]) = pawn_directions(side);
        (back(straight), back(one) | back(other))
    }

    /// The squares from which moves of a pawn lead to one of these, and these.
    fn leading_to(&self, side: Colour, mut set: Set) -> Set {
        for _ in 0..7 {
            let (straight, diagonal) = self.behind(side, set & !self.facts.fixed);
            set |= straight | diagonal;
        }
        set
    }

    fn pawn_reach(&self, side: Colour, home: Set) -> [Set; 7] {
        let mut reach = [home; 7];
        if home & self.facts.fixed != 0 {
            return reach;
        }
        for captures in 0..7 {
            if captures > 0 {
                let before = reach[captures - 1];
                let may_capture = captures as i32 <= self.facts.captures[side as usize];
                reach[captures] = before | if may_capture { self.diagonal(side, before) } else { 0 };
            }
            for _ in 0..6 {
                reach[captures] |= self.straight(side, reach[captures]);
            }
        }
        reach
    }

    /// Where the pawn of a file can come to, by the number of captures it may make.
    pub(super) fn reach(&self, side: Colour, file: usize) -> &[Set; 7] {
        &self.reach[side as usize][file]
    }

    /// Where the pawns of a side can come to with so many captures each; nowhere with less than none.
    pub(super) fn pawn_range(&self, side: Colour, captures: i32) -> Set {
        let Ok(captures) = usize::try_from(captures) else { return 0 };
        self.reach[side as usize].iter().fold(0, |range, reach| range | reach[captures.min(6)])
    }

    /// Where the man that began on a file of the first row can come to.
    pub(super) fn range(&self, side: Colour, file: usize) -> Set {
        self.ranges[side as usize][file]
    }
}

/// The squares attacked by those men of a side that stand on given squares: by sliders, only the
/// neighbouring ones.
fn attacks(men: &Men, side: Colour, on: Set) -> Set {
    let of_kind = |kind| men.of_kind(side, kind) & on;
    let all = |from: Set, by: &[(i8, i8)]| by.iter().fold(0, |to, by| to | shift(from, *by));
    let near = |kind: Kind| {
        directions(kind).fold(0, |to, direction| to | shift(of_kind(kind), DIRECTIONS[direction]))
    };
    let captures = pawn_directions(side).1.map(|direction| DIRECTIONS[direction]);
    let near = [Kind::Queen, Kind::King, Kind::Rook, Kind::Bishop].map(near);
    all(of_kind(Kind::Pawn), &captures)
        | all(of_kind(Kind::Knight), &JUMPS)
        | near.iter().fold(0, |a, b| a | b)
}
