//! **Cases of the pawns**: for a position that the lemma `columns` or `confined-columns` refutes, what a
//! checker needs to see it without a search.
//!
//! Where the captures at hand do not suffice, prices show it: one for a capture, one for each file on which a
//! pawn may have died, and so on; the fates of the two pawns of a file cost something each, and even the
//! cheapest cost more, over all files, than the position allows. Such prices are the solution of a linear
//! program ([`simplex`]), found when no mixture of fates is an account. Where a mixture is, though no account
//! is, the cases of some pawn are distinguished: whether it died, say, or not; whether it stands on a
//! square; or whether it can have captured on a file.

mod leaf;
mod pawns;
pub(super) mod placements;
pub(super) mod simplex;

use crate::board::{Color, Square};
use crate::certificate::{CasePrices, Cases};
use crate::limits::{Limits, Meter, Reached};
use crate::moves::Past;

use super::facts::Facts;

use pawns::{End, Fate, Pawns, Question, pass};
use simplex::{Column, Simplex};

/// Linear programs that are solved at most for a position: most take one, of thousands near the lemma one
/// takes some hundred.
const MAX_PROGRAMS: u32 = 5_000;
/// The same for all positions of a certificate: 20 seconds or so at most.
pub(super) const MAX_PROGRAMS_OF_ALL: u32 = 20_000;
/// Columns of a program at most.
const MAX_COLUMNS: usize = 3_000;
/// Prices are found as fractions with denominators up to this.
const MAX_SCALE: u32 = 1_000;
/// Pawns that are tried for a fork.
const CANDIDATES: usize = 6;

/// What the search for the cases of a certificate may still take.
pub(super) struct Allowance {
    programs: u32,
    meter: Meter,
    reached: Option<Reached>,
}

impl Allowance {
    /// So many programs for all of its positions.
    pub(super) fn new(programs: u32, limits: &Limits) -> Allowance {
        Allowance { programs, meter: Meter::new(limits), reached: None }
    }

    /// Takes a program; `None` if that is too much.
    pub(super) fn take(&mut self) -> Option<()> {
        self.programs = self.programs.checked_sub(1)?;
        self.reached = self.meter.look().err();
        self.reached.is_none().then_some(())
    }

    /// The limit that ended the search.
    pub(super) fn reached(&self) -> Option<Reached> {
        self.reached
    }
}

/// Cases that show that no account of the pawns meets the needs of the men on the board; `None` if there is
/// one, or if none are found with what is allowed.
pub(super) fn of_columns(past: &Past, allowance: &mut Allowance) -> Option<Cases> {
    of(Color::BOTH.map(|color| Pawns::of(&past.board, color)), allowance)
}

/// The same with the needs and captures that follow from where men can have moved.
pub(super) fn of_confined_columns(past: &Past, allowance: &mut Allowance) -> Option<Cases> {
    let facts = Facts::new(past);
    let mobility = facts.open_mobility()?;
    of(Color::BOTH.map(|color| Pawns::confined(&past.board, color, mobility)), allowance)
}

fn of(pawns: [Pawns; 2], allowance: &mut Allowance) -> Option<Cases> {
    if pawns.iter().any(|side| side.deaths < 0) {
        return Some(Cases::Leaf(Box::new(pawns.each_ref().map(too_many))));
    }
    let (rows, fates) = (Rows::of(&pawns), Pawns::all_fates(&pawns));
    let mut search = CaseSearch { rows, fates, pawns, left: MAX_PROGRAMS, allowance };
    let outcome = search.solve()?;
    search.close(outcome)
}

/// Prices where a side has more pawns and men that were pawns than eight: that a pawn dies has one.
fn too_many(side: &Pawns) -> CasePrices {
    let death = i32::from(side.deaths < 0);
    CasePrices(0, death, [0; 8], vec![0; side.squares.len()], vec![0; side.sorts.len()])
}

/// What a program found.
enum Outcome {
    /// No mixture of fates is an account.
    Closed(Cases),
    /// One is: how much of each fate each pawn has in it.
    Open(Box<[[Vec<f64>; 8]; 2]>),
}

impl Outcome {
    /// How far it is from closed: much more than all pawns can be in doubt where it is open.
    fn doubt(&self) -> f64 {
        let Outcome::Open(shares) = self else { return 0.0 };
        100.0 + shares.iter().flatten().flatten().map(|share| share.min(1.0 - share)).sum::<f64>()
    }
}

/// The rows of a program: for each side what it must not exceed, and what it must meet.
struct Rows {
    /// The captures of each side, and its deaths.
    captures: [usize; 2],
    deaths: [usize; 2],
    /// For each side and file: enemy pawns that died there were captured by something.
    files: [usize; 2],
    /// One fate for each pawn of a file.
    pairs: usize,
    /// One pawn for each square, and for each man of a sort.
    squares: [usize; 2],
    sorts: [usize; 2],
    /// What is wanted of each, and whether exactly that.
    wanted: Vec<(f64, bool)>,
}

impl Rows {
    fn of(pawns: &[Pawns; 2]) -> Rows {
        let mut wanted = Vec::new();
        let mut add = |row: &[f64], exactly: bool| {
            wanted.extend(row.iter().map(|much| (*much, exactly)));
            wanted.len() - row.len()
        };
        let captures = pawns.each_ref().map(|side| add(&[side.captures as f64], false));
        let deaths = pawns.each_ref().map(|side| add(&[side.deaths as f64], false));
        let files = [0, 1].map(|_| add(&[0.0; 8], false));
        let pairs = add(&[1.0; 8], true);
        let squares = pawns.each_ref().map(|side| add(&vec![1.0; side.squares.len()], true));
        let needed =
            |side: &Pawns| side.sorts.iter().map(|(_, needed)| f64::from(*needed)).collect::<Vec<_>>();
        let sorts = pawns.each_ref().map(|side| add(&needed(side), true));
        Rows { captures, deaths, files, pairs, squares, sorts, wanted }
    }
}

struct CaseSearch<'a> {
    pawns: [Pawns; 2],
    rows: Rows,
    /// The fates that are left to each pawn, by side and file, a bit each.
    fates: [[u64; 8]; 2],
    /// Programs that may still be solved for this position.
    left: u32,
    allowance: &'a mut Allowance,
}

impl CaseSearch<'_> {
    /// Cases for the fates that are left, once a program has been solved for them.
    fn close(&mut self, outcome: Outcome) -> Option<Cases> {
        let shares = match outcome {
            Outcome::Closed(leaf) => return Some(leaf),
            Outcome::Open(shares) => shares,
        };
        let mut best: Option<(f64, Fork, [Outcome; 2])> = None;
        for fork in self.forks(&shares) {
            let before = self.fates[fork.side][fork.file];
            let halves = fork.halves(self).map(|half| {
                self.fates[fork.side][fork.file] = half;
                self.solve()
            });
            self.fates[fork.side][fork.file] = before;
            let [Some(then), Some(otherwise)] = halves else { continue };
            let outcomes = [then, otherwise];
            let doubt = outcomes.iter().map(Outcome::doubt).sum();
            if best.as_ref().is_none_or(|(least, ..)| doubt < *least) {
                best = Some((doubt, fork, outcomes));
            }
            if doubt == 0.0 {
                break;
            }
        }
        let (_, fork, outcomes) = best?;
        let before = self.fates[fork.side][fork.file];
        let mut cases = Vec::new();
        for (half, outcome) in fork.halves(self).into_iter().zip(outcomes) {
            self.fates[fork.side][fork.file] = half;
            cases.push(Box::new(self.close(outcome)?));
        }
        self.fates[fork.side][fork.file] = before;
        let otherwise = cases.pop()?;
        let home = Square::at(fork.file as u8, [1, 6][fork.side]).to_string();
        let asked = fork.question.text(&self.pawns[fork.side]);
        Some(Cases::Fork(home, asked, cases.pop()?, otherwise))
    }

    /// The forks at the pawns of which it is least clear what they did; where that is clear of all, where
    /// they stand, for pawns of one kind can change places in a mixture; or else which files they meet. Where
    /// all of that is clear, who serves which need and who covers whom can be chosen apart, each as in a
    /// matching, so that the mixture is an account: but by the lemma there is none.
    fn forks(&self, shares: &[[Vec<f64>; 8]; 2]) -> Vec<Fork> {
        let pawns = (0..16).map(|pawn| (pawn / 8, pawn % 8));
        let with = |questions: &dyn Fn(&Pawns) -> Vec<Question>| {
            let mut found: Vec<(f64, Fork)> = Vec::new();
            for (side, file) in pawns.clone() {
                for question in questions(&self.pawns[side]) {
                    let fork = Fork { side, file, question };
                    let is_so = question.of(&self.pawns[side].fates[file]);
                    let share =
                        shares[side][file].iter().enumerate().filter(|(fate, _)| is_so >> fate & 1 == 1);
                    let doubt = (share.map(|(_, share)| share).sum::<f64>() - 0.5).abs();
                    if doubt < 0.499 && fork.halves(self).iter().all(|half| *half != 0) {
                        found.push((doubt, fork));
                    }
                }
            }
            found.sort_by(|one, other| one.0.total_cmp(&other.0));
            found.into_iter().take(CANDIDATES).map(|(_, fork)| fork).collect::<Vec<_>>()
        };
        let all = |pawns: &Pawns| {
            let squares = (0..pawns.squares.len()).map(Question::Stands).collect();
            [Question::WAYS.to_vec(), squares, (0..8).map(Question::Meets).collect()]
        };
        (0..3)
            .map(|kind| with(&|pawns| all(pawns)[kind].clone()))
            .find(|forks| !forks.is_empty())
            .unwrap_or_default()
    }

    /// Solves the program for the fates that are left; `None` where it takes too long, or cannot be told.
    fn solve(&mut self) -> Option<Outcome> {
        self.left = self.left.checked_sub(1)?;
        self.allowance.take()?;
        let mut simplex = Simplex::new(&self.rows.wanted);
        let mut pairs: Vec<(usize, [usize; 2])> = Vec::new();
        loop {
            let prices = simplex.prices();
            match self.cheapest(&prices) {
                Err(()) => return Some(Outcome::Closed(Cases::Leaf(Box::new(self.leaf(&prices, 0.0)?)))),
                Ok(None) => break,
                Ok(Some((column, pair))) => {
                    let number = pair.map(|pair| {
                        pairs.push(pair);
                        pairs.len() - 1
                    });
                    if pairs.len() > MAX_COLUMNS || !simplex.enter(&column, number) {
                        return None;
                    }
                }
            }
        }
        if simplex.missing() > 1e-4 {
            let prices = simplex.prices();
            let leaf = (1..=MAX_SCALE).find_map(|scale| self.leaf(&prices, f64::from(scale)));
            return leaf.map(|leaf| Outcome::Closed(Cases::Leaf(Box::new(leaf))));
        }
        let none = |pawns: &Pawns| pawns.fates.each_ref().map(|fates| vec![0.0; fates.len()]);
        let mut shares = Box::new(self.pawns.each_ref().map(none));
        for (number, weight) in simplex.columns().filter(|(number, _)| *number < pairs.len()) {
            let (file, fates) = pairs[number];
            for (side, fate) in fates.into_iter().enumerate() {
                shares[side][file][fate] += weight;
            }
        }
        Some(Outcome::Open(shares))
    }

    /// The fates of a pawn that are left, each with its number.
    fn fates(&self, side: usize, file: usize) -> impl Iterator<Item = (usize, &Fate)> + Clone {
        let left = self.fates[side][file];
        self.pawns[side].fates[file].iter().enumerate().filter(move |(number, _)| left >> number & 1 == 1)
    }

    /// The column that makes most of what is missing, with its file and the fates of its pawns if it is of
    /// two; `None` if none makes less missing. An error if the pawns of a file have passed each other
    /// whatever they did.
    fn cheapest(&self, prices: &[f64]) -> Result<Option<Found>, ()> {
        let mut best: (f64, Option<Found>) = (1e-7, None);
        let mut offer = |gain: f64, found: &dyn Fn() -> Found| {
            if gain > best.0 {
                best = (gain, Some(found()));
            }
        };
        let rows = &self.rows;
        for row in (0..prices.len()).filter(|row| !rows.wanted[*row].1) {
            offer(prices[row], &|| (vec![(row, 1.0)], None));
        }
        for (side, file) in (0..16).map(|pawn| (pawn / 8, pawn % 8)) {
            // A pawn that died without having been captured by a pawn.
            let (capture, dead) = (rows.captures[side], rows.files[side] + file);
            offer(prices[capture] - prices[dead], &|| (vec![(capture, 1.0), (dead, -1.0)], None));
        }
        for file in 0..8 {
            let fates = [0, 1].map(|side: usize| {
                let gain = |(number, fate)| (number, fate, self.column(side, file, fate, prices));
                self.fates(side, file).map(gain).collect::<Vec<_>>()
            });
            let gains = fates.each_ref().map(|fates| {
                let gain =
                    |column: &Column| column.iter().map(|(row, much)| prices[*row] * much).sum::<f64>();
                fates.iter().map(|(_, _, column)| gain(column)).collect::<Vec<_>>()
            });
            let mut found: Option<(f64, [usize; 2])> = None;
            for (white, black) in
                (0..gains[0].len()).flat_map(|white| (0..gains[1].len()).map(move |black| (white, black)))
            {
                let gain = gains[0][white] + gains[1][black];
                if found.is_none_or(|(most, _)| gain > most) && pass(fates[0][white].1, fates[1][black].1) {
                    found = Some((gain, [white, black]));
                }
            }
            let Some((gain, [white, black])) = found else { return Err(()) };
            let row = rows.pairs + file;
            offer(gain + prices[row], &|| {
                let ([white, black], mut column) = ([&fates[0][white], &fates[1][black]], vec![(row, 1.0)]);
                column.extend(white.2.iter().chain(&black.2));
                (column, Some((file, [white.0, black.0])))
            });
        }
        Ok(best.1)
    }

    /// What a fate adds to the rows, each capture being of a pawn that died on the dearest file.
    fn column(&self, side: usize, file: usize, fate: &Fate, prices: &[f64]) -> Column {
        let rows = &self.rows;
        let mut column = Vec::new();
        if fate.captures > 0 {
            let captures = fate.captures as f64;
            let met = (0..8).filter(|file| fate.met >> file & 1 == 1).map(|file| rows.files[side] + file);
            let dearest = met.min_by(|one, other| prices[*one].total_cmp(&prices[*other]));
            column.push((rows.captures[side], captures));
            column.extend(dearest.filter(|row| prices[*row] < 0.0).map(|row| (row, -captures)));
        }
        match fate.end {
            End::Stands(place, _) => column.push((rows.squares[side] + place, 1.0)),
            End::Dies => column.extend([(rows.deaths[side], 1.0), (rows.files[1 - side] + file, 1.0)]),
            End::Promotes => {}
            End::Serves(sort) => column.push((rows.sorts[side] + sort, 1.0)),
        }
        column
    }
}

/// What is asked of a pawn to distinguish cases.
struct Fork {
    side: usize,
    file: usize,
    question: Question,
}

impl Fork {
    /// The fates left to the pawn where it is so, and where it is not.
    fn halves(&self, search: &CaseSearch<'_>) -> [u64; 2] {
        let is_so = self.question.of(&search.pawns[self.side].fates[self.file]);
        let left = search.fates[self.side][self.file];
        [left & is_so, left & !is_so]
    }
}

/// A column, and of two pawns their file and their fates.
type Found = (Column, Option<(usize, [usize; 2])>);
