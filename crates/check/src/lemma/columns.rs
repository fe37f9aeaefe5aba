//! The lemma `columns`: the pawns cannot have passed each other, promoted and been captured as they
//! must have with the captures there were.

use super::Lemma;
use super::facts::lost;
use super::matching::{FORBIDDEN, matching};
use crate::board::{Colour, Kind};
use crate::budget::{Budget, Steps, Stopped};
use crate::past::Past;
use crate::squares::Set;

pub(super) const COLUMNS: Lemma = Lemma {
    name: "columns",
    condition: "there is no account of the pawns",
    applies: |past, budget| Account::exists(pawns(past), budget).map(|exists| !exists),
};

/// The pawns of both sides, with needs for bishops on dark squares, on light ones, and for other pieces.
pub(super) fn pawns(past: &Past) -> [Pawns; 2] {
    Colour::BOTH.map(|side| {
        // a8 is light, and a1 dark.
        let (dark, light) = if side == Colour::White { (0xaa, 0x55) } else { (0x55, 0xaa) };
        let needs = past.board.side(side).promoted().into_iter().zip([dark, light, 0xff]);
        let needs = needs.flat_map(|(count, files)| std::iter::repeat_n(files, count.into())).collect();
        Pawns::of(past, side, lost(past, side.other()), needs)
    })
}

/// What can have become of a pawn, and its captures until then.
#[derive(Clone, Copy)]
pub(super) struct Fate {
    pub(super) end: End,
    pub(super) captures: i32,
    /// The files on which it can have captured.
    pub(super) covers: u32,
}

#[derive(Clone, Copy)]
pub(super) enum End {
    /// It stands on a square, given by its place in the list.
    Stands(usize),
    /// It was captured as a pawn without having captured.
    Dies,
    /// It promotes and serves no need.
    Promotes,
    /// It promotes and serves one of these needs, a bit for each.
    Serves(u32),
}

/// Also of a pawn of which nothing has been decided.
const IDLE: Fate = Fate { end: End::Promotes, captures: 0, covers: 0 };

/// The eight pawns of a side that there were at first.
pub(super) struct Pawns {
    pub(super) captures: i32,
    /// How many neither stand nor serve a need.
    pub(super) spare: i32,
    /// Where those on the board stand: file and rank, also counted from their second rank.
    pub(super) squares: Vec<(i32, i32, i32)>,
    /// For each man that was a pawn the files where it can have promoted.
    pub(super) needs: Vec<Set>,
    /// By file.
    pub(super) fates: [Vec<Fate>; 8],
}

impl Pawns {
    /// With a bound on their captures, and for each man that was a pawn the files where it can have
    /// promoted.
    pub(super) fn of(past: &Past, side: Colour, captures: i32, needs: Vec<Set>) -> Pawns {
        let on_board = past.board.squares_of(side, Kind::Pawn);
        let place = |file: i8, rank: i8| (file.into(), rank.into(), (side.own_rank(rank, 8) - 1).into());
        let squares: Vec<_> = on_board.map(|square| place(square.file(), square.rank())).collect();
        let spare = 8 - squares.len() as i32 - needs.len() as i32;
        let fates = std::array::from_fn(|file| fates(file as i32, captures, &squares, &needs));
        Pawns { captures, spare, squares, needs, fates }
    }

    /// The least captures with which pawns from each file on come to each set of the squares.
    fn least(&self) -> [Vec<i32>; 9] {
        let sets = 1 << self.squares.len();
        let mut least = std::array::from_fn(|_| vec![FORBIDDEN; sets]);
        least[8][0] = 0;
        for (file, set) in (0..8).rev().flat_map(|file| (0..sets).map(move |set| (file, set))) {
            let with = |fate: &Fate| match fate.end {
                End::Stands(on) if set >> on & 1 == 1 => fate.captures + least[file + 1][set & !(1 << on)],
                _ => least[file + 1][set],
            };
            least[file][set] = self.fates[file].iter().map(with).min().unwrap_or(FORBIDDEN);
        }
        least
    }
}

/// All fates of the pawn of a file that matter.
fn fates(file: i32, most: i32, squares: &[(i32, i32, i32)], needs: &[Set]) -> Vec<Fate> {
    let files = |from: i32, to: i32| (from.max(0)..=to.min(7)).fold(0, |files, file| files | 1 << file);
    let mut fates = vec![IDLE];
    let mut add = |end, captures, covers| {
        if captures <= most && !matches!(end, End::Serves(0)) {
            fates.push(Fate { end, captures, covers });
        }
    };
    for (place, (on, _, gone)) in squares.iter().enumerate() {
        let aside = (on - file).abs();
        let between = files(file.min(*on), file.max(*on));
        // No more captures than it takes, but for two in place of none so as to leave the file: two
        // more could cover at most two more pawns, which costs as much as not to cover them.
        if aside <= *gone {
            add(End::Stands(place), aside, between);
        }
        if aside == 0 && *gone >= 2 {
            add(End::Stands(place), 2, files(file - 1, file + 1));
        }
    }
    let beside = files(file - 1, file + 1) & !files(file, file);
    add(End::Dies, 0, 0);
    add(End::Promotes, 1, beside);
    let served = |on: i32| {
        let needs = needs.iter().enumerate().filter(|(_, need)| *need >> on & 1 == 1);
        needs.fold(0, |served, (need, _)| served | 1 << need)
    };
    add(End::Serves(served(file)), 0, 0);
    add(End::Serves(served(file)), 2, files(file - 1, file + 1));
    for on in (0..8).filter(|on| *on != file) {
        let (first, last) = if on < file { (on, file - 1) } else { (file + 1, on) };
        // A nearer file on that side will do, for the same reason.
        if (first..=last).all(|nearer| nearer == on || served(on) & !served(nearer) != 0) {
            add(End::Serves(served(on)), (on - file).abs(), files(first, last));
        }
    }
    fates
}

/// A search for fates that agree with each other: file by file, the white pawn first.
pub(super) struct Account<'a> {
    pawns: [Pawns; 2],
    least: [[Vec<i32>; 9]; 2],
    /// Of each side so far, by file.
    fates: [[Fate; 8]; 2],
    /// The files that cannot keep both pawns as they stand.
    unlocked: [bool; 8],
    steps: Steps<'a>,
}

/// The search is given up after so many steps.
const MAX_STEPS: u32 = 2_000_000;

impl<'a> Account<'a> {
    /// Whether there is an account.
    pub(super) fn exists(pawns: [Pawns; 2], budget: &'a Budget<'a>) -> Result<bool, Stopped> {
        let unlocked = std::array::from_fn(|file| {
            let ranks =
                |side: usize| pawns[side].squares.iter().filter(move |on| on.0 == file as i32).map(|on| on.1);
            !ranks(0).any(|white| ranks(1).any(|black| white < black))
        });
        let steps = Steps::new(MAX_STEPS, budget);
        let least = pawns.each_ref().map(Pawns::least);
        Account { pawns, least, fates: [[IDLE; 8]; 2], unlocked, steps }.search(0)
    }

    /// Tries all fates of the pawns from this one on.
    fn search(&mut self, pawn: usize) -> Result<bool, Stopped> {
        let (file, side) = (pawn / 2, pawn % 2);
        if file == 8 {
            return Ok(true);
        }
        for index in 0..self.pawns[side].fates[file].len() {
            self.fates[side][file] = IDLE;
            let fate = self.pawns[side].fates[file][index];
            if matches!(fate.end, End::Stands(square) if self.open(side) >> square & 1 == 0) {
                continue;
            }
            self.steps.count(0)?;
            self.fates[side][file] = fate;
            if self.is_possible(side, file) && self.search(pawn + 1)? {
                return Ok(true);
            }
        }
        self.fates[side][file] = IDLE;
        Ok(false)
    }

    /// The captures of a side so far.
    fn captures(&self, side: usize) -> i32 {
        self.fates[side].iter().map(|fate| fate.captures).sum()
    }

    /// The squares of a side that have no pawn yet.
    fn open(&self, side: usize) -> usize {
        let taken = |fate: &Fate| if let End::Stands(on) = fate.end { 1 << on } else { 0 };
        self.fates[side]
            .iter()
            .fold((1 << self.pawns[side].squares.len()) - 1, |open, fate| open & !taken(fate))
    }

    /// Whether nothing speaks against the fate just given to a pawn.
    fn is_possible(&self, side: usize, file: usize) -> bool {
        let (ours, pawns) = (&self.fates[side][..=file], &self.pawns[side]);
        let serves = |fate: &Fate| if let End::Serves(needs) = fate.end { Some(needs) } else { None };
        let served = || ours.iter().filter_map(serves).collect::<Vec<u32>>();
        let is_idle = |fate: &&Fate| matches!(fate.end, End::Dies | End::Promotes);
        let spare = |side: usize| {
            self.pawns[side].spare - self.fates[side][..=file].iter().filter(is_idle).count() as i32
        };
        // Captures and deaths, one of which each file needs that cannot keep both pawns as they stand.
        let left = |side: usize| self.pawns[side].captures - self.captures(side) + spare(side);
        let locked = || self.unlocked[file + 1..].iter().filter(|is_one| **is_one).count() as i32;
        self.captures(side) + self.least[side][file + 1][self.open(side)] <= pawns.captures
            && (side == 0
                || pass(&self.pawns, [0, 1].map(|side: usize| self.fates[side][file]))
                    && left(0) + left(1) >= locked())
            && self.is_covered(0)
            && self.is_covered(1)
            && spare(side) >= 0
            && (!matches!(ours[file].end, End::Serves(_)) || matching(&served()) == served().len())
    }

    /// Whether the captures of a side suffice for its pawns and for those that they did not capture.
    fn is_covered(&self, side: usize) -> bool {
        // For each dead enemy pawn the captures, a bit for each, that can have been of it.
        let (mut covering, mut dead) = ([0; 8], 0);
        let dies = |file: &usize| matches!(self.fates[1 - side][*file].end, End::Dies);
        for file in (0..8).filter(dies) {
            let mut first = 0;
            for fate in &self.fates[side] {
                let captures = ((1 << fate.captures) - 1) << first;
                covering[dead] |= if fate.covers >> file & 1 == 1 { captures } else { 0 };
                first += fate.captures;
            }
            dead += 1;
        }
        let uncovered = dead - matching(&covering[..dead]);
        self.captures(side) + uncovered as i32 <= self.pawns[side].captures
    }
}

/// Whether the two pawns of a file, White's and Black's, need not have passed each other on it.
pub(super) fn pass(pawns: &[Pawns; 2], [white, black]: [Fate; 2]) -> bool {
    let rank = |side: usize, place: usize| pawns[side].squares[place].1;
    match (white.end, black.end) {
        (End::Dies, _) | (_, End::Dies) => true,
        (End::Stands(white), End::Stands(black)) if rank(0, white) < rank(1, black) => true,
        _ => white.captures + black.captures > 0,
    }
}
