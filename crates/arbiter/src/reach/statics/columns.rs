//! **Pawn columns.** Every file begins with a white pawn below a black one, and neither passes the other while both keep to the
//! file. A pawn leaves its file only by capturing, and each capture costs the enemy a man. So many missing men, so
//! many captures: when they are too few for the pawns and promoted pieces on the board, the position cannot arise.
//!
//! In any game each of the sixteen pawns either keeps to its *home* file and there ends up standing, promoting, or captured
//! as a pawn; or it has *left*, by k ≥ 1 captures. From this follows, for the position reached:
//!
//! 1. Each pawn on the board is a home pawn of its file, or one that left with k captures, k at least the
//!    number of files it went and of the same parity, and at most the rows it went forward.
//! 2. If both pawns of a file are at home, then they never passed: not both can have promoted, none
//!    can have promoted while the other still stands, and if both stand White's is below.
//! 3. A home pawn that was captured as a pawn was taken by an enemy pawn that arrived on the file, each
//!    arrival taking one, or by an enemy piece.
//! 4. The captures of a side's pawns, the captures of home pawns by its pieces, and the captures
//!    that only its pieces can have made, are no more than the men the enemy has lost.
//! 5. Of the pawns that do not stand and did not die at home, there is a different one for each promoted piece on the board, which promoted on a file
//!    where its side can promote at all, and for a piece that can only have come from certain squares of the
//!    last row ([`Needs::promotions`]) on one of those. With k captures a pawn comes to the files at distance k, k − 2, …
//!
//! The search looks for a way to meet all this (an [`Assignment`]). Where there is none, no game reaches the position.
//! It leaves out what cannot help: a capture that unlocks no file and is not needed to promote on the right file takes at most one
//! pawn that a piece could take as well, and a pawn that dies where it need not could as well live. So a pawn that promotes makes no more captures
//! than it takes to leave its file, if it does, and to come straight to the file where it is needed.

use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::moves::Past;

use super::Mobility;

/// What became of one of the sixteen pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It stands on the board, after so many captures.
    Stands {
        /// Where.
        square: Square,
        /// How many captures it made.
        captures: u8,
    },
    /// It promotes, after so many captures, on one of these files (a bit each, the a-file lowest).
    Promotes {
        /// How many captures it made.
        captures: u8,
        /// Where.
        files: u8,
    },
    /// It is captured as a pawn on its file.
    Dies,
}

impl Fate {
    /// How many captures the pawn makes.
    pub fn captures(self) -> u8 {
        match self {
            Fate::Stands { captures, .. } | Fate::Promotes { captures, .. } => captures,
            Fate::Dies => 0,
        }
    }
}

/// A way to meet the conditions: the fate of every pawn, White's and Black's by file.
pub type Assignment = [[Fate; 8]; 2];

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The visitor stopped it.
    Stopped,
    /// There are no more assignments.
    Exhausted,
    /// The node limit was reached.
    OutOfNodes,
}

/// What a side's pawns must have provided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    /// How many pawns must have promoted.
    pub promoted: u8,
    /// For promoted pieces that cannot have come from everywhere on the last row: the files where one can have promoted.
    promotions: [u8; 8],
    count: u8,
    /// Files where a pawn of the side can have promoted at all.
    pub open: u8,
    /// Captures that only pieces of the side can have made.
    pub piece_captures: u8,
}

const KINDS: [(Role, Bitboard); 5] = [
    (Role::Knight, Bitboard::FULL),
    (Role::Bishop, Bitboard(!Bitboard::LIGHT.0)),
    (Role::Bishop, Bitboard::LIGHT),
    (Role::Rook, Bitboard::FULL),
    (Role::Queen, Bitboard::FULL),
];

impl Needs {
    /// The files where promoted pieces must have promoted, each another pawn.
    pub fn promotions(&self) -> &[u8] {
        &self.promotions[..usize::from(self.count)]
    }

    fn demand(&mut self, files: u8, how_many: u32) -> Option<()> {
        for _ in 0..how_many {
            self.promoted += 1;
            if self.promoted > 8 {
                return None;
            }
            if files & self.open != 0xFF {
                self.promotions[usize::from(self.count)] = files & self.open;
                self.count += 1;
            }
        }
        // Equal ones side by side.
        self.promotions[..usize::from(self.count)].sort_unstable();
        Some(())
    }

    /// What follows from the men alone. `None` if more than eight pawns must have promoted.
    pub fn of_men(board: &Board, color: Color) -> Option<Needs> {
        let mut needs = Needs { promoted: 0, promotions: [0; 8], count: 0, open: 0xFF, piece_captures: 0 };
        for (role, squares) in KINDS {
            let men = board.men(color, role) & squares;
            // Of the two bishops that a side begins with, one is on each colour.
            let initial = if role == Role::Bishop { 1 } else { role.initial_count() };
            let row = Bitboard::rank(7 - 7 * color as u8);
            let files = if role == Role::Bishop { files_of(row & squares) } else { 0xFF };
            needs.demand(files, men.len().saturating_sub(initial))?;
        }
        Some(needs)
    }

    /// What follows when it is known where men can have moved.
    pub fn of(board: &Board, color: Color, mobility: &Mobility) -> Option<Needs> {
        let (side, row) = (color as usize, Bitboard::rank(7 - 7 * color as u8));
        let forced = mobility.forced();
        let origins = &mobility.origins[side];
        let mut needs = Needs {
            promoted: 0,
            promotions: [0; 8],
            count: 0,
            open: files_of(row - forced.closed),
            piece_captures: forced.captured_at_home[1 - side],
        };
        for (role, squares) in KINDS {
            let free = (board.men(color, role) & squares) - forced.fixed;
            let promoted = free.len() - origins.most_original(|square, _| free.has(square));
            let from = |square: Square| files_of(mobility.ways.fill(color, role, square.bb()) & row);
            // Those that cannot be original; and of the others so many more.
            let (mut certain, mut others) = (0, 0);
            for square in free {
                if origins.most_original(|s, _| s == square) == 0 {
                    needs.demand(from(square), 1)?;
                    certain += 1;
                } else {
                    others |= from(square);
                }
            }
            needs.demand(others, promoted - certain)?;
        }
        Some(needs)
    }
}

/// The files of some squares, a bit each.
fn files_of(squares: Bitboard) -> u8 {
    (0..8).filter(|&file| (squares & Bitboard::file(file)).has_any()).map(|file| 1 << file).sum()
}

/// A pawn on the board.
#[derive(Clone, Copy, Debug)]
struct Standing {
    square: Square,
    file: u8,
    /// The rows it went forward, and so the most captures it can have made.
    advanced: u8,
}

/// What the columns must provide for one side.
#[derive(Clone, Debug)]
struct Side {
    pawns: [Standing; 8],
    count: usize,
    /// Captures its pawns and, of home pawns, its pieces may make.
    captures: u8,
    /// Pawns that may die as pawns.
    deaths: u8,
    needs: Needs,
}

/// The problem of the columns for one position.
#[derive(Clone, Debug)]
pub struct Columns {
    sides: [Side; 2],
    /// Whether the enemy has lost so many men that pawns in the way are best taken by pieces.
    plenty: bool,
}

impl Columns {
    /// The problem for a past and what is needed of each side; `None` if counts alone refute it.
    pub fn new(past: &Past, needs: [Needs; 2]) -> Option<Columns> {
        let board = &past.board;
        let side = |color: Color| -> Option<Side> {
            let pawns = board.men(color, Role::Pawn);
            if board.color(!color).len() > 16 || pawns.len() > 8 {
                return None;
            }
            let mut standing = [Standing { square: Square::wrap(0), file: 0, advanced: 0 }; 8];
            for (slot, square) in standing.iter_mut().zip(pawns) {
                let advanced = match color {
                    Color::White => square.rank().checked_sub(1)?,
                    Color::Black => 6u8.checked_sub(square.rank())?,
                };
                if advanced > 5 {
                    return None;
                }
                *slot = Standing { square, file: square.file(), advanced };
            }
            let needs = needs[color as usize];
            let lost = (16 - board.color(!color).len()) as u8;
            Some(Side {
                pawns: standing,
                count: pawns.len() as usize,
                captures: lost.checked_sub(needs.piece_captures)?,
                deaths: (8 - pawns.len() as u8).checked_sub(needs.promoted)?,
                needs,
            })
        };
        let sides = [side(Color::White)?, side(Color::Black)?];
        let plenty = sides.iter().all(|side| side.captures >= 6 && side.deaths >= 3);
        Some(Columns { sides, plenty })
    }

    /// Captures that pawns of a side and, of enemy pawns, its pieces may make.
    pub fn captures(&self, side: usize) -> u8 {
        self.sides[side].captures
    }

    /// Files where pawns of a side can promote, a bit each.
    pub fn open(&self, side: usize) -> u8 {
        self.sides[side].needs.open
    }

    /// Whether an assignment like one found by the search, but with more pawns that die, has captures and promotions enough.
    pub fn allow(&self, assignment: &Assignment) -> bool {
        (0..2).all(|side| {
            let this = &self.sides[side];
            let (mine, dead) = (&assignment[side], dead_files(&assignment[1 - side]));
            let used: u8 = mine.iter().map(|fate| fate.captures()).sum();
            let mut placing = Placing { fates: *mine, needs: &this.needs, left: 0, dead: 0, best: None };
            placing.place(*mine, 0, 0, 0, 0);
            dead_files(mine).count_ones() <= u32::from(this.deaths)
                && used + uncovered_deaths(mine, dead) <= this.captures
                && placing.best.is_some()
        })
    }

    /// Visits assignments, fewest captures by standing pawns first as far as that is cheap, until the visitor
    /// returns `true`, there are no more, or `nodes` steps have been made.
    pub fn search(&self, nodes: u64, visit: &mut dyn FnMut(&Assignment) -> bool) -> Found {
        let mut search =
            Search { columns: self, visit, nodes, fates: [[None; 8]; 2], used: [0; 2], deaths: [0; 2] };
        match search.stand(0, 0) {
            Ok(()) => Found::Exhausted,
            Err(found) => found,
        }
    }
}

/// A pawn that promotes, with the fewest captures it makes; where it does is decided last.
const fn promotes(captures: u8) -> Fate {
    Fate::Promotes { captures, files: 0xFF }
}

struct Search<'a> {
    columns: &'a Columns,
    visit: &'a mut dyn FnMut(&Assignment) -> bool,
    nodes: u64,
    fates: [[Option<Fate>; 8]; 2],
    /// Captures made by pawns, by side.
    used: [u8; 2],
    deaths: [u8; 2],
}

impl Search<'_> {
    fn count(&mut self) -> Result<(), Found> {
        self.nodes = self.nodes.checked_sub(1).ok_or(Found::OutOfNodes)?;
        Ok(())
    }

    /// Finds an origin for the `index`th standing pawn of a side.
    fn stand(&mut self, side: usize, index: usize) -> Result<(), Found> {
        self.count()?;
        let this = &self.columns.sides[side];
        if index == this.count {
            return if side == 0 { self.stand(1, 0) } else { self.unlock(0) };
        }
        let Standing { square, file, advanced } = this.pawns[index];
        let left = this.captures - self.used[side];
        // Fewest captures first.
        for captures in 0..=advanced.min(left) {
            for origin in 0..8u8 {
                let distance = origin.abs_diff(file);
                if distance > captures
                    || (captures - distance) % 2 != 0
                    || self.fates[side][origin as usize].is_some()
                {
                    continue;
                }
                self.fates[side][origin as usize] = Some(Fate::Stands { square, captures });
                self.used[side] += captures;
                let result = self.stand(side, index + 1);
                self.used[side] -= captures;
                self.fates[side][origin as usize] = None;
                result?;
            }
        }
        Ok(())
    }

    /// Sees to it that the two pawns of a file do not block each other.
    fn unlock(&mut self, file: usize) -> Result<(), Found> {
        self.count()?;
        if file == 8 {
            return self.settle();
        }
        let stands_home = |fate: Option<Fate>| matches!(fate, Some(Fate::Stands { captures: 0, .. }));
        let [white, black] = [self.fates[0][file], self.fates[1][file]];
        if stands_home(white) && stands_home(black) {
            let (Some(Fate::Stands { square: below, .. }), Some(Fate::Stands { square: above, .. })) =
                (white, black)
            else {
                return Ok(());
            };
            return if below < above { self.unlock(file + 1) } else { Ok(()) };
        }
        let at_home = [white, black].map(|fate| fate.is_none() || stands_home(fate));
        let locked = at_home[0] && at_home[1];
        if !locked {
            return self.decide(file, [promotes(0); 2]);
        }
        for side in 0..2 {
            if self.fates[side][file].is_some() {
                continue;
            }
            // With men enough to spare the simplest is that pieces take what is in the way.
            for leaves in [!self.columns.plenty, self.columns.plenty] {
                let mut fates = [promotes(0); 2];
                let (used, most) = if leaves {
                    fates[side] = promotes(1);
                    (&mut self.used[side], self.columns.sides[side].captures)
                } else {
                    fates[side] = Fate::Dies;
                    (&mut self.deaths[side], self.columns.sides[side].deaths)
                };
                if *used == most {
                    continue;
                }
                *used += 1;
                let result = self.decide(file, fates);
                if leaves {
                    self.used[side] -= 1;
                } else {
                    self.deaths[side] -= 1;
                }
                result?;
            }
        }
        Ok(())
    }

    /// Gives the pawns of a file that do not stand these fates, and goes on.
    fn decide(&mut self, file: usize, fates: [Fate; 2]) -> Result<(), Found> {
        let before = [self.fates[0][file], self.fates[1][file]];
        for (side, (before, fate)) in self.fates.iter_mut().zip(before.into_iter().zip(fates)) {
            side[file] = before.or(Some(fate));
        }
        let result = self.unlock(file + 1);
        for (side, before) in self.fates.iter_mut().zip(before) {
            side[file] = before;
        }
        result
    }

    /// All fates are chosen: are there captures enough?
    fn settle(&mut self) -> Result<(), Found> {
        let mut fates: Assignment = self.fates.map(|side| side.map(|fate| fate.unwrap_or(promotes(0))));
        for side in 0..2 {
            let this = &self.columns.sides[side];
            let Some(left) = this.captures.checked_sub(self.used[side]) else { return Ok(()) };
            let dead = dead_files(&fates[1 - side]);
            let mut placing = Placing { fates: fates[side], needs: &this.needs, left, dead, best: None };
            placing.place(fates[side], 0, 0, 0, 0);
            let Some(placed) = placing.widened() else { return Ok(()) };
            fates[side] = placed;
        }
        if (self.visit)(&fates) { Err(Found::Stopped) } else { Ok(()) }
    }
}

/// The files of home pawns that die, a bit each.
fn dead_files(fates: &[Fate; 8]) -> u8 {
    (0..8).filter(|&file| fates[file] == Fate::Dies).map(|file| 1 << file).sum()
}

/// How many of the dead enemy home pawns must have been taken by pieces, at least.
fn uncovered_deaths(fates: &[Fate; 8], dead: u8) -> u8 {
    if dead == 0 {
        return 0;
    }
    // The files that the captures of each pawn are onto, as far as is known, and how many captures.
    let mut arrivals: [(u8, u8); 8] = [(0, 0); 8];
    let mut count = 0;
    for (file, fate) in fates.iter().enumerate() {
        let file = file as u8;
        let captures = fate.captures();
        let near = |low: u8, high: u8| (low..=high).map(|f| 1 << f).sum::<u8>();
        let met = match *fate {
            _ if captures == 0 => continue,
            Fate::Stands { square, .. } => {
                let detour = (captures - file.abs_diff(square.file())) / 2;
                let (a, b) = (file.min(square.file()), file.max(square.file()));
                near(a.saturating_sub(detour), (b + detour).min(7))
            }
            // On the straight way to another file.
            Fate::Promotes { files, .. } if files.is_power_of_two() && files != 1 << file => {
                let goal = files.trailing_zeros() as u8;
                near(file.min(goal), file.max(goal)) & !(1 << file)
            }
            Fate::Promotes { captures: 1, .. } => {
                near(file.saturating_sub(1), (file + 1).min(7)) & !(1 << file)
            }
            _ => near(file.saturating_sub(1), (file + 1).min(7)),
        };
        arrivals[count] = (met, captures);
        count += 1;
    }
    fn cover(arrivals: &mut [(u8, u8)], dead: u8) -> u8 {
        if dead == 0 {
            return 0;
        }
        let file = dead.trailing_zeros() as u8;
        let rest = dead & (dead - 1);
        let mut best = 1 + cover(arrivals, rest);
        for i in 0..arrivals.len() {
            let (met, left) = arrivals[i];
            if left > 0 && met >> file & 1 == 1 {
                arrivals[i].1 -= 1;
                best = best.min(cover(arrivals, rest));
                arrivals[i].1 += 1;
            }
        }
        best
    }
    cover(&mut arrivals[..count], dead)
}

/// The fewest captures, `least` or more, with which a pawn of `file` comes to any of `files`; with the files it can then be on.
fn captures_to(file: u8, least: u8, files: u8) -> Option<(u8, u8)> {
    (least..=least + 7).find_map(|captures| {
        let reached: u8 = (0..8u8)
            .filter(|&to| {
                let distance = to.abs_diff(file);
                distance <= captures && (captures - distance) % 2 == 0
            })
            .map(|to| 1 << to)
            .sum();
        (captures <= 6 && reached & files != 0).then_some((captures, reached & files))
    })
}

/// Finds a pawn for each needed promotion.
struct Placing<'a> {
    /// The fates with as few captures as unlock the files.
    fates: [Fate; 8],
    needs: &'a Needs,
    /// Captures that are left for promotions on other files and for dead home pawns of the enemy.
    left: u8,
    /// The files of these.
    dead: u8,
    best: Option<(u8, [Fate; 8])>,
}

impl Placing<'_> {
    /// Tries every pawn for the `index`th promotion, and keeps the cheapest way of all. `after`: for a promotion
    /// like the one before, only pawns of later files.
    fn place(&mut self, placed: [Fate; 8], index: usize, after: usize, taken: u8, cost: u8) {
        if cost > self.left || self.best.is_some_and(|(least, _)| least == 0) {
            return;
        }
        let needed = self.needs.promotions();
        let Some(&files) = needed.get(index) else {
            let cost = cost + uncovered_deaths(&placed, self.dead);
            if cost <= self.left && self.best.is_none_or(|(least, _)| cost < least) {
                self.best = Some((cost, placed));
            }
            return;
        };
        let first = if index > 0 && needed[index - 1] == files { after } else { 0 };
        for file in first..8 {
            let Fate::Promotes { captures: least, .. } = self.fates[file] else { continue };
            if taken >> file & 1 == 1 {
                continue;
            }
            // Where exactly it goes matters when it takes pawns on its way.
            let goals =
                if self.dead == 0 { [files, 0, 0, 0, 0, 0, 0, 0] } else { BITS.map(|bit| files & bit) };
            for goal in goals.into_iter().filter(|&goal| goal != 0) {
                let Some((captures, files)) = captures_to(file as u8, least, goal) else { continue };
                let mut placed = placed;
                placed[file] = Fate::Promotes { captures, files };
                self.place(placed, index + 1, file + 1, taken | 1 << file, cost + captures - least);
            }
        }
    }

    /// The best way, with all the files left open that serve as well.
    fn widened(&self) -> Option<[Fate; 8]> {
        let (_, mut placed) = self.best?;
        for (file, fate) in placed.iter_mut().enumerate() {
            if let Fate::Promotes { captures, files } = fate
                && files.is_power_of_two()
            {
                let all = self.needs.promotions().iter().filter(|&&needed| needed & *files != 0);
                let common = all.fold(0xFF, |common, &needed| common & needed) & self.needs.open;
                if let Some((_, on)) = captures_to(file as u8, *captures, common) {
                    *files |= on;
                }
            }
        }
        Some(placed)
    }
}

/// The files, one by one.
const BITS: [u8; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::fen;
    use crate::rules::Standard;

    fn columns(position: &str) -> Columns {
        let past = Past::from(&fen::parse::<Standard>(position).unwrap());
        Columns::new(&past, Color::BOTH.map(|color| Needs::of_men(&past.board, color).unwrap())).unwrap()
    }

    /// Whether there is an account of the pawns; each one found meets the conditions.
    fn accounted(position: &str) -> bool {
        let columns = columns(position);
        let mut seen = 0;
        let found = columns.search(1_000_000, &mut |assignment| {
            assert!(columns.allow(assignment), "{position}: {assignment:?}");
            for (white, black) in assignment[0].iter().zip(&assignment[1]) {
                let home = |fate: &Fate| fate.captures() == 0 && *fate != Fate::Dies;
                let promotes = |fate: &Fate| matches!(fate, Fate::Promotes { .. });
                assert!(
                    !(home(white) && home(black) && (promotes(white) || promotes(black))),
                    "{assignment:?}"
                );
            }
            seen += 1;
            seen == 100
        });
        assert_ne!(found, Found::OutOfNodes);
        seen > 0
    }

    #[test]
    fn accounts() {
        assert!(accounted("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
        // A second white queen: the pawn or the one before it left the file, or the black one was captured.
        assert!(accounted("rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNQ w KQkq - 0 1"));
        assert!(!accounted("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNQ w KQkq - 0 1"));
        // One capture lets three pawns promote, but not all four of two files.
        assert!(accounted("rnbqkbnr/2pppppp/q7/8/8/Q1Q5/2PPPPPP/RNBQKBNR w KQkq - 0 1"));
        assert!(!accounted("rnbqkbnr/2pppppp/qq6/8/8/Q1Q5/2PPPPPP/RNBQKBNR w KQkq - 0 1"));
        // White's pawn above Black's of the other file: no pawn needs to have left.
        assert!(accounted("rnbqkbnr/ppp1pppp/8/8/3p4/3P4/PPP1PPPP/RNBQKBNR w KQkq - 0 1"));
        assert!(!accounted("rnbqkbnr/ppp1pppp/8/3P4/4p3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"));
        // Tromp's positions, without a proof kernel according to texelutil.
        assert!(!accounted("1QQ5/B3nrb1/N3r1r1/5PnN/2N4k/1K1Pbpn1/q1R1rr2/2rr1bRB w - - 0 1"));
        assert!(!accounted("4RR2/p2n3p/1kqr1Q1N/1pq5/1Nb1P2P/4p1bb/bq3QKn/1QR2rB1 w - - 0 1"));
    }
}
