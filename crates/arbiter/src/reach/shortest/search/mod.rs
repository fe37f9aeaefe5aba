//! Games of exactly so many plies, depth first.

mod needs;

use crate::attacks::{self, with_best_isa};
use crate::board::{Bitboard, Color, Move, Role};
use crate::limits::{Meter, Reached};
use crate::position::Position;
use crate::rules::Standard;

use super::Patience;
use super::analysis;
use super::geometry::{Geometry, Known};
use super::goal::GameGoal;
use super::memory::{SearchTables, claim};
use super::parts::Part;
use super::useful_moves::{Candidate, UsefulMoves};

/// A position on the way, and which of its moves are still to be tried.
#[derive(Clone, Copy, Debug)]
struct Frame {
    position: Position<Standard>,
    claim: [u64; 5],
    /// Men that have still to leave their squares, as a mask of those of the part.
    restless: u16,
    /// Men that stand for good from here on.
    walls: Bitboard,
    /// The geometry of its moves, as an index.
    geometry: usize,
    /// The end of its moves among all; the last is tried first.
    base: usize,
    solved: bool,
    /// Positions looked at and games found before.
    nodes: u64,
    games: usize,
    /// Positions below it before it is looked at again.
    patience: u64,
}

/// A search of the games of a part.
pub(super) struct Search<'a> {
    goal: &'a GameGoal,
    part: SearchPart,
    tables: &'a mut SearchTables,
    meter: &'a mut Meter,
    /// Restless men of each side.
    restless_of: [u16; 2],
    /// That of the part, then those of positions on the way that were looked at again.
    geometries: &'a mut Vec<Geometry>,
    /// That of the position looked at.
    current: usize,
    /// Positions looked at.
    nodes: u64,
    games: Vec<Vec<Move>>,
}

/// What a search is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchPart {
    pub(super) part: Part,
    /// Tells parts apart in the table of failures; 0 is all games.
    pub(super) number: u16,
    /// How many games are wanted.
    pub(super) wanted: usize,
    /// Positions to look at; with more the search gives up.
    pub(super) quota: u64,
    pub(super) patience: Patience,
}

/// What another look at a position tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Insight {
    Nothing,
    More,
    /// Nothing comes of it.
    NoGame,
}

/// How a search ended that no limit stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    /// All games were found, or as many as were wanted.
    Done,
    /// The quota was used up.
    GaveUp,
}

impl<'a> Search<'a> {
    /// A search; the first geometry was made for the part.
    pub(super) fn new(
        goal: &'a GameGoal,
        geometries: &'a mut Vec<Geometry>,
        part: SearchPart,
        tables: &'a mut SearchTables,
        meter: &'a mut Meter,
    ) -> Search<'a> {
        let mut search = Search {
            goal,
            part,
            tables,
            meter,
            restless_of: [0; 2],
            geometries,
            current: 0,
            nodes: 0,
            games: Vec::new(),
        };
        let board = *Position::<Standard>::from_start(goal.start).board();
        search.restless_of = Color::BOTH.map(|color| search.restless_mask(board.color(color)));
        search.geometries[0].id = search.tables.new_geometry();
        search
    }

    /// Finds games of so many plies, without the double step that may end them; all there are if they are
    /// fewer than wanted. The games, and how it ended; with a limit there may be others.
    pub(super) fn run(mut self, plies: usize) -> (Vec<Vec<Move>>, Result<Ended, Reached>) {
        let ended = self.find(plies);
        (self.games, ended)
    }

    fn find(&mut self, plies: usize) -> Result<Ended, Reached> {
        let mut frames: Vec<Frame> = Vec::with_capacity(plies + 1);
        let mut line: Vec<Move> = Vec::with_capacity(plies + 1);
        let mut candidates: Vec<Candidate> = Vec::with_capacity(48 * plies + 256);
        let start = Position::from_start(self.goal.start);
        if plies == 0 {
            if self.goal.is(&start) {
                self.games.push(Vec::new());
            }
            return Ok(Ended::Done);
        }
        let restless = self.restless_mask(self.part.part.known.restless);
        frames.extend(self.open(start, plies, restless, Bitboard::EMPTY, &mut candidates)?);
        // Of the positions on the way so many were looked at again: the first is what the part is about.
        let mut settled = 1;
        loop {
            if self.nodes >= self.part.quota {
                return Ok(Ended::GaveUp);
            }
            // A position that costs much is worth a closer look; those before it cost more.
            if let Some(&costly) = frames.get(settled)
                && self.nodes - costly.nodes > costly.patience
            {
                let at = settled;
                settled += 1;
                let found = self.games.len() > costly.games;
                let insight = if found { Insight::Nothing } else { self.rethink(&costly, plies - at)? };
                if insight == Insight::Nothing {
                    continue;
                }
                frames.truncate(at);
                line.truncate(at);
                candidates.truncate(costly.base);
                let mut again = None;
                if insight == Insight::More {
                    self.current = costly.geometry + 1;
                    again = self.open(
                        costly.position,
                        plies - at,
                        costly.restless,
                        costly.walls,
                        &mut candidates,
                    )?;
                }
                if let Some(again) = again {
                    let Frame { solved, nodes, games, .. } = costly;
                    frames.push(Frame { solved, nodes, games, ..again });
                } else {
                    line.pop();
                }
                settled = settled.min(frames.len());
                continue;
            }
            let Some(frame) = frames.last_mut() else { break };
            self.current = frame.geometry;
            let left = plies - line.len();
            if candidates.len() == frame.base {
                if !frame.solved {
                    self.tables.failures.add(frame.claim);
                }
                let solved = frame.solved;
                frames.pop();
                line.pop();
                settled = settled.min(frames.len());
                if let Some(before) = frames.last_mut() {
                    before.solved |= solved;
                }
                continue;
            }
            let Some(Candidate { mv, role, .. }) = candidates.pop() else { break };
            let next = frame.position.play_role(mv, role);
            if left == 1 {
                if self.goal.is(&next) {
                    // Even if this game goes on too long: another way to the position before may not.
                    frame.solved = true;
                    line.push(mv);
                    if self.goal.allows(&line) && self.is_of_this_part(&line) {
                        self.games.push(line.clone());
                    }
                    line.pop();
                    if self.games.len() >= self.part.wanted {
                        return Ok(Ended::Done);
                    }
                }
                continue;
            }
            let restless = frame.restless & !self.restless_mask(mv.from().bb() | mv.to().bb());
            let walls = frame.walls;
            if let Some(frame) = self.open(next, left - 1, restless, walls, &mut candidates)? {
                frames.push(frame);
                line.push(mv);
            }
        }
        Ok(Ended::Done)
    }

    /// Looks again at a position on the way with so many plies to play. What is found is in the geometry
    /// after its own.
    fn rethink(&mut self, frame: &Frame, plies: usize) -> Result<Insight, Reached> {
        let us = frame.position.turn();
        let mut moves = [plies / 2; 2].map(|moves| moves as u8);
        moves[us as usize] = plies.div_ceil(2) as u8;
        let next = frame.geometry + 1;
        if self.geometries.len() == next {
            self.geometries.push(Geometry::new());
        }
        let restless = self.restless_men(frame.restless);
        let before = Known { restless, ..self.geometries[frame.geometry].known };
        let geometry = &mut self.geometries[next];
        let mut spend = |cost| self.meter.charge(cost);
        let is_possible = analysis::analyse(self.goal, &frame.position, moves, before, geometry, &mut spend)?;
        if !is_possible {
            self.tables.failures.add(frame.claim);
            return Ok(Insight::NoGame);
        }
        if geometry.known == before {
            return Ok(Insight::Nothing);
        }
        geometry.id = self.tables.new_geometry();
        Ok(Insight::More)
    }

    /// Whether a game captures on all the squares that its part is about.
    fn is_of_this_part(&self, line: &[Move]) -> bool {
        let mut on = [Bitboard::EMPTY; 2];
        let mut position: Position<Standard> = Position::from_start(self.goal.start);
        for &mv in line {
            let us = position.turn();
            let next = position.play(mv);
            if next.board().color(!us) != position.board().color(!us) {
                on[us as usize] |= mv.to().bb();
            }
            position = next;
        }
        let Part { known, exact } = self.part.part;
        [0, 1].into_iter().all(|side| !exact[side] || on[side] == known.captures[side])
    }

    /// Restless men among those of some squares, as a mask.
    #[inline(always)]
    fn restless_mask(&self, on: Bitboard) -> u16 {
        let all = self.part.part.known.restless;
        (all & on).fold(0, |mask, square| mask | 1 << (all & Bitboard((1 << square.index()) - 1)).len())
    }

    /// The squares of restless men of a mask.
    fn restless_men(&self, mask: u16) -> Bitboard {
        let men = self.part.part.known.restless.into_iter().enumerate();
        men.filter(|&(i, _)| mask >> i & 1 != 0).map(|(_, square)| square).collect()
    }

    /// Looks at a position and lists the moves worth trying; `None` if nothing comes of it.
    fn open(
        &mut self,
        position: Position<Standard>,
        plies: usize,
        restless: u16,
        walls: Bitboard,
        candidates: &mut Vec<Candidate>,
    ) -> Result<Option<Frame>, Reached> {
        self.meter.count()?;
        self.nodes += 1;
        let (us, board) = (position.turn(), position.board());
        let en_passant = position
            .en_passant()
            .is_some_and(|over| (attacks::pawn(!us, over) & board.men(us, Role::Pawn)).has_any());
        let mut claim = claim(&position, plies, en_passant);
        claim[4] |= u64::from(self.part.number) << 32 | u64::from(restless) << 48;
        if self.tables.failures.has(&claim) {
            return Ok(None);
        }
        let mut moves = [plies / 2; 2];
        moves[us as usize] = plies.div_ceil(2);
        let (Some(owed), Some(lost)) = (self.goal.owed(board, us), self.goal.owed(board, !us)) else {
            return Ok(None);
        };
        let owes = if us == Color::White { [owed, lost] } else { [lost, owed] };
        if Color::BOTH.into_iter().any(|color| owes[color as usize] as usize > moves[color as usize])
            || !en_passant && owed + lost > 0 && !self.captures_fit(&position, restless, owes, moves)
        {
            self.tables.failures.add(claim);
            return Ok(None);
        }
        let mut walls = walls | self.geometry().known.frozen;
        if self.nodes > self.part.patience.settle {
            let Some(all) = self.settle(&position, restless, owes, moves, walls) else {
                self.tables.failures.add(claim);
                return Ok(None);
            };
            walls = all;
        }
        let base = candidates.len();
        let to_take = if owed > 0 { self.geometry().known.captures[us as usize] } else { Bitboard::EMPTY };
        with_best_isa(UsefulMoves { position: &position, walls, to_take, into: candidates });
        let mut kept = base;
        for at in base..candidates.len() {
            let Candidate { mv, role, .. } = candidates[at];
            let Some(score) = self.score(&position, mv, role, restless, owes, moves) else { continue };
            candidates[kept] = Candidate { mv, role, score };
            kept += 1;
        }
        candidates.truncate(kept);
        // The best last; among equals any order, but always the same.
        candidates[base..].sort_unstable_by_key(|candidate| (-candidate.score, candidate.mv));
        Ok(Some(Frame {
            position,
            claim,
            restless,
            walls,
            geometry: self.current,
            base,
            solved: false,
            nodes: self.nodes,
            games: self.games.len(),
            // Captures make bounds costly, which another geometry has to find again.
            patience: self.part.patience.rethink.saturating_mul(1 + 2 * u64::from(owed + lost).pow(2)),
        }))
    }

    /// How soon to try a move, the least first; `None` if it leads nowhere.
    #[inline(always)]
    fn score(
        &mut self,
        position: &Position<Standard>,
        mv: Move,
        role: Role,
        restless: u16,
        owes: [u8; 2],
        moves: [usize; 2],
    ) -> Option<i16> {
        let us = position.turn();
        let restless = restless & !self.restless_mask(mv.from().bb() | mv.to().bb());
        let next = position.play_role(mv, role);
        let (mut owed, lost) = (owes[us as usize], owes[!us as usize]);
        let captures = next.board().color(!us) != position.board().color(!us);
        if captures {
            owed = owed.checked_sub(1)?;
            if !self.geometry().known.captures[us as usize].has(mv.to()) {
                return None;
            }
        }
        let least = self.bound(&next, us, restless, owed);
        if usize::from(least) >= moves[us as usize] {
            return None;
        }
        if captures || next.castling(!us) != position.castling(!us) {
            let theirs = self.bound(&next, !us, restless, lost);
            if usize::from(theirs) > moves[!us as usize] {
                return None;
            }
        }
        Some(4 * i16::from(least) - 2 * i16::from(captures) + i16::from(role != Role::Pawn))
    }

    #[inline(always)]
    fn geometry(&self) -> &Geometry {
        &self.geometries[self.current]
    }
}
