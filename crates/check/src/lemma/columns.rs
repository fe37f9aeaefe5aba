//! The lemma `columns`: the pawns cannot have passed each other, promoted and been captured as they
//! must have with the captures there were.

use super::Lemma;
use super::facts::Set;
use super::matching::matching;
use crate::board::{Colour, Kind};
use crate::past::Past;

pub(super) const COLUMNS: Lemma<Option<bool>> = Lemma {
    name: "columns",
    condition: "there is no account of the pawns",
    applies: |past| {
        let sides = Colour::BOTH.map(|side| {
            let ours = past.census().side(side);
            let [queens, rooks, knights, dark, light] = ours.promoted();
            // a8 is light, and a1 dark.
            let (light_files, dark_files) = if side == Colour::White { (0x55, 0xaa) } else { (0xaa, 0x55) };
            let others = (queens + rooks + knights, 0xff);
            let needs = [others, (dark, dark_files), (light, light_files)]
                .into_iter()
                .flat_map(|(count, files)| std::iter::repeat_n(files, count.into()))
                .collect();
            Pawns::of(past, side, 16 - i32::from(past.census().side(side.other()).men()), needs)
        });
        Account::exists(sides).map(|exists| !exists)
    },
};

/// The eight pawns of a side that there were at first.
pub(super) struct Pawns {
    captures: i32,
    /// For each man that was a pawn, the files it can have promoted on.
    needs: Vec<Set>,
    /// File and row of those on the board.
    squares: Vec<(i32, i32)>,
    /// The rows they have gone from their second.
    gone: Vec<i32>,
    /// How many may have been captured without having captured.
    spare: i32,
    /// The least captures with which the pawns of a file and those after it come to a set of the
    /// squares.
    cheapest: Vec<Vec<i32>>,
}

/// More than all captures.
const NEVER: i32 = 1_000;

impl Pawns {
    pub(super) fn of(past: &Past, side: Colour, captures: i32, needs: Vec<Set>) -> Pawns {
        let on_board = past.board().squares_of(side, Kind::Pawn);
        let squares: Vec<(i32, i32)> =
            on_board.map(|square| (square.file().into(), square.row().into())).collect();
        let gone = squares.iter().map(|(_, row)| i32::from(side.own_row(*row as i8, 8)) - 1).collect();
        let spare = 8 - squares.len() as i32 - needs.len() as i32;
        let mut pawns = Pawns { captures, needs, squares, gone, spare, cheapest: Vec::new() };
        let all = 1_usize << pawns.squares.len();
        let mut cheapest = vec![vec![NEVER; all]; 9];
        cheapest[8][0] = 0;
        for file in (0..8).rev() {
            for set in 0..all {
                cheapest[file][set] = (0..pawns.squares.len())
                    .filter(|square| set >> square & 1 == 1)
                    .filter_map(|square| {
                        let captures = pawns.least_captures(file as i32, square)?;
                        Some(captures + cheapest[file + 1][set & !(1 << square)])
                    })
                    .fold(cheapest[file + 1][set], i32::min);
            }
        }
        pawns.cheapest = cheapest;
        pawns
    }

    fn least_captures(&self, file: i32, square: usize) -> Option<i32> {
        let captures = (file - self.squares[square].0).abs();
        (captures <= self.gone[square]).then_some(captures)
    }
}

/// What became of a pawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It stands on a square, given by its place in the list.
    Stands(usize),
    /// It was captured as a pawn without having captured.
    Dies,
    Promotes,
}

/// The fates of the pawns so far, and the captures of each.
#[derive(Clone, Copy)]
struct Side {
    fates: [(Fate, i32); 8],
    captures: i32,
    dead: i32,
    /// The squares that have no pawn yet.
    squares: usize,
}

/// A search for fates that agree with each other: file by file, the white pawn first.
pub(super) struct Account {
    pawns: [Pawns; 2],
    sides: [Side; 2],
    steps: u32,
}

/// The search is given up after so many steps.
const MOST_STEPS: u32 = 2_000_000;

impl Account {
    /// Whether there is an account; `None` beyond the limit.
    pub(super) fn exists(pawns: [Pawns; 2]) -> Option<bool> {
        if pawns.iter().any(|pawns| pawns.spare < 0) {
            return Some(false);
        }
        let sides = [0, 1].map(|side: usize| Side {
            fates: [(Fate::Dies, 0); 8],
            captures: 0,
            dead: 0,
            squares: (1 << pawns[side].squares.len()) - 1,
        });
        Account { pawns, sides, steps: 0 }.search(0)
    }

    /// Tries all fates of the pawns from this one on.
    fn search(&mut self, pawn: usize) -> Option<bool> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        let (file, side) = (pawn / 2, pawn % 2);
        if file == 8 {
            return Some((0..2).all(|side| self.is_covered(side)));
        }
        let before = self.sides[side];
        let pawns = &self.pawns[side];
        let left = pawns.captures - before.captures;
        // A standing pawn makes as few captures as possible, or two in place of none so as to leave
        // its file: with two more it could cover at most two more, on the two files more that it
        // comes to or with the two captures, which saves nothing.
        let stands = (0..pawns.squares.len()).filter(|square| before.squares >> square & 1 == 1);
        let stands = stands.filter_map(|square| Some((square, pawns.least_captures(file as i32, square)?)));
        let aside = |(square, captures)| {
            let twice = (captures == 0 && pawns.gone[square] >= 2).then_some((square, 2));
            [Some((square, captures)), twice].into_iter().flatten()
        };
        let stands: Vec<(Fate, i32)> =
            stands.flat_map(aside).map(|(square, captures)| (Fate::Stands(square), captures)).collect();
        let promotes = (0..=left.clamp(-1, 6)).map(|captures| (Fate::Promotes, captures));
        for fate in stands.into_iter().chain([(Fate::Dies, 0)]).chain(promotes) {
            let mut after = before;
            after.fates[file] = fate;
            after.captures += fate.1;
            match fate.0 {
                Fate::Stands(square) => after.squares &= !(1 << square),
                Fate::Dies => after.dead += 1,
                Fate::Promotes => {}
            }
            self.sides[side] = after;
            if self.is_possible(side, file) {
                match self.search(pawn + 1) {
                    Some(false) => {}
                    found => return found,
                }
            }
        }
        self.sides[side] = before;
        Some(false)
    }

    /// Whether nothing speaks against the fate just given to a pawn.
    fn is_possible(&self, side: usize, file: usize) -> bool {
        let (ours, pawns) = (&self.sides[side], &self.pawns[side]);
        let least = ours.captures + pawns.cheapest[file + 1][ours.squares];
        least <= pawns.captures
            && ours.dead <= self.pawns[1 - side].captures.min(pawns.spare)
            && (matches!(ours.fates[file].0, Fate::Stands(_)) || self.needs_are_served(side, file))
            && (side == 0 || self.pass(file))
    }

    /// Whether no more pawns promote than serve a need or are spare.
    fn needs_are_served(&self, side: usize, file: usize) -> bool {
        let (ours, pawns) = (&self.sides[side], &self.pawns[side]);
        let mut rows = [0; 8];
        let mut promoting = 0;
        for (file, (fate, captures)) in ours.fates[..=file].iter().enumerate() {
            if *fate == Fate::Promotes {
                let (file, captures) = (file as i32, *captures);
                let comes_to = |to: &i32| (to - file).abs() <= captures && (to - file - captures) % 2 == 0;
                let files = (0..8).filter(comes_to).fold(0, |files, to| files | 1 << to);
                let needs = pawns.needs.iter().enumerate().filter(|(_, need)| *need & files != 0);
                rows[promoting] = needs.fold(0, |needs, (need, _)| needs | 1 << need);
                promoting += 1;
            }
        }
        promoting as i32 - matching(&rows[..promoting]) as i32 + ours.dead <= pawns.spare
    }

    /// Whether the two pawns of a file need not have passed each other on it.
    fn pass(&self, file: usize) -> bool {
        let [white, black] = [0, 1].map(|side: usize| self.sides[side].fates[file]);
        match (white, black) {
            ((Fate::Stands(white), 0), (Fate::Stands(black), 0)) => {
                self.pawns[0].squares[white].1 < self.pawns[1].squares[black].1
            }
            ((Fate::Dies, _), _) | (_, (Fate::Dies, _)) => true,
            ((_, white), (_, black)) => white > 0 || black > 0,
        }
    }

    /// Whether the captures of a side suffice for its pawns and those that they did not capture.
    fn is_covered(&self, side: usize) -> bool {
        let (ours, pawns) = (&self.sides[side], &self.pawns[side]);
        // For each dead enemy pawn the captures, one after the other, that can have been of it.
        let mut rows = [0; 8];
        let mut count = 0;
        for (dead, _) in
            self.sides[1 - side].fates.iter().enumerate().filter(|(_, (fate, _))| *fate == Fate::Dies)
        {
            let mut first = 0;
            for (file, (fate, captures)) in ours.fates.iter().enumerate() {
                let (file, dead) = (file as i32, dead as i32);
                let (from, to) = match fate {
                    Fate::Stands(square) => {
                        let on = pawns.squares[*square].0;
                        let aside = (captures - (file - on).abs()) / 2;
                        (file.min(on) - aside, file.max(on) + aside)
                    }
                    _ => (file - captures, file + captures),
                };
                if (from..=to).contains(&dead) {
                    rows[count] |= ((1 << captures) - 1) << first;
                }
                first += captures;
            }
            count += 1;
        }
        let covered = matching(&rows[..count]) as i32;
        ours.captures + count as i32 - covered <= pawns.captures
    }
}
