//! **Pawn columns.** Every file begins with a white pawn below a black one, and neither passes the other
//! while both keep to the file. A pawn leaves its file only by capturing, and each capture costs the enemy a
//! man. So many missing men, so many captures: when they are too few for the pawns and promoted pieces on the
//! board, the position cannot arise.
//!
//! In any game each of the sixteen pawns either keeps to its *home* file and there ends up standing,
//! promoting, or captured as a pawn; or it has *left*, by k ≥ 1 captures. From this follows, for the position
//! reached:
//!
//! 1. Each pawn on the board is a home pawn of its file, or one that left with k captures, k at least the
//!    number of files it went and of the same parity, and at most the ranks it went forward.
//! 2. If both pawns of a file are at home, then they never passed: not both can have promoted, none
//!    can have promoted while the other still stands, and if both stand White's is below.
//! 3. A home pawn that was captured as a pawn was taken by an enemy pawn that arrived on the file, each
//!    arrival taking one, or by an enemy piece.
//! 4. The captures of a side's pawns, the captures of home pawns by its pieces, and the captures
//!    that only its pieces can have made, are no more than the men the enemy has lost.
//! 5. Of the pawns that do not stand and did not die at home, there is a different one for each promoted
//!    piece on the board, which promoted on a file where its side can promote at all, and for a piece that
//!    can only have come from certain squares of the last rank ([`Needs::promotions`]) on one of those. With
//!    k captures a pawn comes to the files at distance k, k − 2, …
//!
//! The search looks for a way to meet all this ([`PawnFates`]). Where there is none, no game reaches the
//! position. It leaves out what cannot help: a capture that unlocks no file and is not needed to promote on
//! the right file takes at most one pawn that a piece could take as well, and a pawn that dies where it need
//! not could as well live. So a pawn that promotes makes no more captures than it takes to leave its file, if
//! it does, and to come straight to the file where it is needed.

mod placing;

use crate::board::{Bitboard, Color, Role, Square};
use crate::moves::Past;

use super::needs::Needs;

use placing::{Placing, captures_to, dead_files, uncovered_deaths};

/// What became of one of the sixteen pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnFate {
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

impl PawnFate {
    /// How many captures the pawn makes.
    pub fn captures(self) -> u8 {
        match self {
            PawnFate::Stands { captures, .. } | PawnFate::Promotes { captures, .. } => captures,
            PawnFate::Dies => 0,
        }
    }
}

/// A way to meet the conditions: the fate of every pawn, White's and Black's by file.
pub type PawnFates = [[PawnFate; 8]; 2];

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ColumnsEnd {
    /// The visitor stopped it.
    Stopped,
    /// There are no more assignments.
    Exhausted,
    /// The node limit was reached.
    OutOfNodes,
}

/// A pawn on the board.
#[derive(Clone, Copy, Debug)]
struct Standing {
    square: Square,
    file: u8,
    /// The ranks it went forward, and so the most captures it can have made.
    advanced: u8,
}

/// What the columns must provide for one side.
#[derive(Clone, Debug)]
struct ColumnsSide {
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
#[non_exhaustive]
pub struct Columns {
    sides: [ColumnsSide; 2],
    /// Whether the enemy has lost so many men that pawns in the way are best taken by pieces.
    plenty: bool,
    wanted: WantedFates,
}

/// Which assignments are visited. Only where none of all is left anything is refuted; the others are for
/// finding one that can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WantedFates {
    All,
    /// A pawn that makes way for another goes only to a file where it can promote.
    MakingWay,
    /// A pawn that does not stand makes the captures to come to a file where it can promote, or dies on its
    /// own.
    Promoting,
}

impl Columns {
    /// The problem for a past and what is needed of each side; `None` if counts alone refute it.
    pub fn new(past: &Past, needs: [Needs; 2]) -> Option<Columns> {
        let board = &past.board;
        let side = |color: Color| -> Option<ColumnsSide> {
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
            Some(ColumnsSide {
                pawns: standing,
                count: pawns.len() as usize,
                captures: lost.checked_sub(needs.piece_captures)?,
                deaths: (8 - pawns.len() as u8).checked_sub(needs.promoted)?,
                needs,
            })
        };
        let sides = [side(Color::White)?, side(Color::Black)?];
        let plenty = sides.iter().all(|side| side.captures >= 6 && side.deaths >= 3);
        Some(Columns { sides, plenty, wanted: WantedFates::All })
    }

    /// The same problem without the assignments in which a pawn that makes way for another goes to a file
    /// where it cannot promote. Such a pawn might capture once more, so that nothing is refuted by what is
    /// left: this is for finding an assignment that can be played.
    pub(in crate::reach) fn making_way_to_promote(self) -> Columns {
        Columns { wanted: WantedFates::MakingWay, ..self }
    }

    /// The same problem, but such pawns make the captures to come to a file where they can promote, or die on
    /// their own.
    pub(in crate::reach) fn promoting(self) -> Columns {
        Columns { wanted: WantedFates::Promoting, ..self }
    }

    /// Captures that pawns of a side and, of enemy pawns, its pieces may make.
    pub fn captures(&self, side: usize) -> u8 {
        self.sides[side].captures
    }

    /// Files where pawns of a side can promote, a bit each.
    pub fn open(&self, side: usize) -> u8 {
        self.sides[side].needs.open
    }

    /// Whether an assignment like one found by the search, but with more pawns that die, has captures and
    /// promotions enough.
    pub fn allow(&self, assignment: &PawnFates) -> bool {
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
    pub fn search(&self, nodes: u64, visit: &mut dyn FnMut(&PawnFates) -> bool) -> ColumnsEnd {
        let mut search = AccountSearch {
            columns: self,
            visit,
            nodes,
            fates: [[None; 8]; 2],
            used: [0; 2],
            deaths: [0; 2],
        };
        match search.stand(0, 0) {
            Ok(()) => ColumnsEnd::Exhausted,
            Err(found) => found,
        }
    }
}

/// A pawn that promotes, with the fewest captures it makes; where it does is decided last.
const fn promotes(captures: u8) -> PawnFate {
    PawnFate::Promotes { captures, files: 0xFF }
}

/// For each file, and each number of captures a pawn can make as one, the files (a bit each) at this distance
/// or nearer by an even number.
const AT_DISTANCE: [[u8; 6]; 8] = {
    let mut sets = [[0; 6]; 8];
    let mut i = 0usize;
    while i < 8 * 6 * 8 {
        let (file, captures, other) = (i / 48, i / 8 % 6, i % 8);
        let distance = other.abs_diff(file);
        if distance <= captures && (captures - distance).is_multiple_of(2) {
            sets[file][captures] |= 1 << other;
        }
        i += 1;
    }
    sets
};

struct AccountSearch<'a> {
    columns: &'a Columns,
    visit: &'a mut dyn FnMut(&PawnFates) -> bool,
    nodes: u64,
    fates: [[Option<PawnFate>; 8]; 2],
    /// Captures made by pawns, by side.
    used: [u8; 2],
    deaths: [u8; 2],
}

impl AccountSearch<'_> {
    fn count(&mut self) -> Result<(), ColumnsEnd> {
        self.nodes = self.nodes.checked_sub(1).ok_or(ColumnsEnd::OutOfNodes)?;
        Ok(())
    }

    /// Finds an origin for the `index`th standing pawn of a side.
    fn stand(&mut self, side: usize, index: usize) -> Result<(), ColumnsEnd> {
        self.count()?;
        let this = &self.columns.sides[side];
        if index == this.count {
            return if side == 0 { self.stand(1, 0) } else { self.unlock(0) };
        }
        let Standing { square, file, advanced } = this.pawns[index];
        let left = this.captures - self.used[side];
        // Fewest captures first.
        for captures in 0..=advanced.min(left) {
            for origin in Bitboard(AT_DISTANCE[usize::from(file)][usize::from(captures)].into()) {
                let origin = origin.index();
                if self.fates[side][origin].is_some() {
                    continue;
                }
                self.fates[side][origin] = Some(PawnFate::Stands { square, captures });
                self.used[side] += captures;
                let result = self.stand(side, index + 1);
                self.used[side] -= captures;
                self.fates[side][origin] = None;
                result?;
            }
        }
        Ok(())
    }

    /// Sees to it that the two pawns of a file, and of those after it, do not block each other.
    fn unlock(&mut self, mut file: usize) -> Result<(), ColumnsEnd> {
        let stands_home = |fate: Option<PawnFate>| matches!(fate, Some(PawnFate::Stands { captures: 0, .. }));
        let [white, black] = loop {
            self.count()?;
            if file == 8 {
                return self.settle();
            }
            let fates = [self.fates[0][file], self.fates[1][file]];
            match fates {
                [
                    Some(PawnFate::Stands { captures: 0, square: below }),
                    Some(PawnFate::Stands { captures: 0, square: above }),
                ] if below < above => file += 1,
                [Some(PawnFate::Stands { captures: 0, .. }), Some(PawnFate::Stands { captures: 0, .. })] => {
                    return Ok(());
                }
                _ => break fates,
            }
        };
        let at_home = [white, black].map(|fate| fate.is_none() || stands_home(fate));
        let locked = at_home[0] && at_home[1];
        if self.columns.wanted == WantedFates::Promoting {
            return self.unlock_to_promote(file, 0, [promotes(0); 2]);
        }
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
                let beside = (1 << file >> 1 | 1 << file << 1) & u32::from(self.columns.open(side));
                if leaves && self.columns.wanted == WantedFates::MakingWay && beside == 0 {
                    continue;
                }
                fates[side] = if leaves { promotes(1) } else { PawnFate::Dies };
                self.spend(side, fates[side], |search| search.decide(file, fates))?;
            }
        }
        Ok(())
    }

    /// The same, and each pawn that does not stand comes to a file where it can promote, or dies: chooses the
    /// fates of the pawns of a file from a side on.
    fn unlock_to_promote(
        &mut self,
        file: usize,
        side: usize,
        mut fates: [PawnFate; 2],
    ) -> Result<(), ColumnsEnd> {
        if side == 2 {
            let at_home = |side: usize| {
                let fate = self.fates[side][file].unwrap_or(fates[side]);
                fate.captures() == 0 && fate != PawnFate::Dies
            };
            return if at_home(0) && at_home(1) { Ok(()) } else { self.decide(file, fates) };
        }
        if self.fates[side][file].is_some() {
            return self.unlock_to_promote(file, side + 1, fates);
        }
        let open = self.columns.open(side);
        let stays = (open >> file & 1 == 1).then_some(promotes(0));
        let leaves = captures_to(file as u8, 1, open).map(|(captures, _)| promotes(captures));
        let mut ways = [stays, leaves, Some(PawnFate::Dies)];
        if self.columns.plenty {
            ways.swap(1, 2);
        }
        for fate in ways.into_iter().flatten() {
            fates[side] = fate;
            self.spend(side, fate, |search| search.unlock_to_promote(file, side + 1, fates))?;
        }
        Ok(())
    }

    /// Goes on with a fate for a pawn of a side, if captures and deaths are enough for it.
    fn spend(
        &mut self,
        side: usize,
        fate: PawnFate,
        next: impl FnOnce(&mut Self) -> Result<(), ColumnsEnd>,
    ) -> Result<(), ColumnsEnd> {
        let this = &self.columns.sides[side];
        let (captures, death) = (fate.captures(), u8::from(fate == PawnFate::Dies));
        if self.used[side] + captures > this.captures || self.deaths[side] + death > this.deaths {
            return Ok(());
        }
        self.used[side] += captures;
        self.deaths[side] += death;
        let result = next(self);
        self.used[side] -= captures;
        self.deaths[side] -= death;
        result
    }

    /// Gives the pawns of a file that do not stand these fates, and goes on.
    fn decide(&mut self, file: usize, fates: [PawnFate; 2]) -> Result<(), ColumnsEnd> {
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
    fn settle(&mut self) -> Result<(), ColumnsEnd> {
        let mut fates: PawnFates = self.fates.map(|side| side.map(|fate| fate.unwrap_or(promotes(0))));
        for side in 0..2 {
            let this = &self.columns.sides[side];
            let Some(left) = this.captures.checked_sub(self.used[side]) else { return Ok(()) };
            let dead = dead_files(&fates[1 - side]);
            let mut placing = Placing { fates: fates[side], needs: &this.needs, left, dead, best: None };
            placing.place(fates[side], 0, 0, 0, 0);
            let Some(placed) = placing.widened() else { return Ok(()) };
            fates[side] = placed;
        }
        if (self.visit)(&fates) { Err(ColumnsEnd::Stopped) } else { Ok(()) }
    }
}

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
                let home = |fate: &PawnFate| fate.captures() == 0 && *fate != PawnFate::Dies;
                let promotes = |fate: &PawnFate| matches!(fate, PawnFate::Promotes { .. });
                assert!(
                    !(home(white) && home(black) && (promotes(white) || promotes(black))),
                    "{assignment:?}"
                );
            }
            seen += 1;
            seen == 100
        });
        assert_ne!(found, ColumnsEnd::OutOfNodes);
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
