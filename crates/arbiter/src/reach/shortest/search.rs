//! Games of exactly so many plies, depth first.

use crate::attacks::{self, Isa, Task, with_best_isa};
use crate::board::{Bitboard, Color, Move, Role, Square};
use crate::limits::{Meter, Reached};
use crate::moves::{Legal, Sink, generate};
use crate::position::Position;
use crate::rules::{Rules, Standard};

use super::bound::{Details, SideBound};
use super::geometry::Geometry;
use super::goal::GameGoal;
use super::memory::{OnSquares, SearchTables, claim, planes};

/// A position on the way, and which of its moves are still to be tried.
#[derive(Clone, Copy, Debug)]
struct Frame {
    position: Position<Standard>,
    claim: [u64; 5],
    /// The end of its moves among all; the last is tried first.
    base: usize,
    solved: bool,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    mv: Move,
    role: Role,
    score: i16,
}

/// A search in one geometry.
pub(super) struct Search<'a> {
    pub(super) goal: &'a GameGoal,
    pub(super) geometry: &'a Geometry,
    pub(super) tables: &'a mut SearchTables,
    pub(super) meter: &'a mut Meter,
    /// How many games are wanted.
    pub(super) wanted: usize,
    pub(super) games: Vec<Vec<Move>>,
}

impl Search<'_> {
    /// Finds games of so many plies, without the double step that may end them; all there are if they are
    /// fewer than wanted.
    ///
    /// # Errors
    /// A limit was reached: there may be others.
    pub(super) fn run(&mut self, plies: usize) -> Result<(), Reached> {
        let mut frames: Vec<Frame> = Vec::with_capacity(plies + 1);
        let mut line: Vec<Move> = Vec::with_capacity(plies + 1);
        let mut candidates: Vec<Candidate> = Vec::with_capacity(48 * plies + 256);
        let start = Position::from_start(self.goal.start);
        if plies == 0 {
            if self.goal.is(&start) {
                self.games.push(Vec::new());
            }
            return Ok(());
        }
        frames.extend(self.open(start, plies, &mut candidates)?);
        while let Some(frame) = frames.last_mut() {
            let left = plies - line.len();
            if candidates.len() == frame.base {
                if !frame.solved {
                    self.tables.failures.add(frame.claim);
                }
                let solved = frame.solved;
                frames.pop();
                line.pop();
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
                    if self.goal.allows(&line) {
                        self.games.push(line.clone());
                    }
                    line.pop();
                    if self.games.len() >= self.wanted {
                        return Ok(());
                    }
                }
                continue;
            }
            if let Some(frame) = self.open(next, left - 1, &mut candidates)? {
                frames.push(frame);
                line.push(mv);
            }
        }
        Ok(())
    }

    /// Looks at a position and lists the moves worth trying; `None` if nothing comes of it.
    fn open(
        &mut self,
        position: Position<Standard>,
        plies: usize,
        candidates: &mut Vec<Candidate>,
    ) -> Result<Option<Frame>, Reached> {
        self.meter.count()?;
        let (us, board) = (position.turn(), position.board());
        let en_passant = position
            .en_passant()
            .is_some_and(|over| (attacks::pawn(!us, over) & board.men(us, Role::Pawn)).has_any());
        let claim = claim(&position, plies, en_passant);
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
            || !en_passant && owed + lost > 0 && !self.captures_fit(&position, owes, moves)
        {
            self.tables.failures.add(claim);
            return Ok(None);
        }
        let base = candidates.len();
        let to_take = if owed > 0 { self.geometry.captures[us as usize] } else { Bitboard::EMPTY };
        with_best_isa(UsefulMoves {
            position: &position,
            frozen: self.geometry.frozen,
            to_take,
            into: candidates,
        });
        let mut kept = base;
        for at in base..candidates.len() {
            let Candidate { mv, role, .. } = candidates[at];
            let Some(score) = self.score(&position, mv, role, owes, moves) else { continue };
            candidates[kept] = Candidate { mv, role, score };
            kept += 1;
        }
        candidates.truncate(kept);
        // The best last; among equals any order, but always the same.
        candidates[base..].sort_unstable_by_key(|candidate| (-candidate.score, candidate.mv));
        Ok(Some(Frame { position, claim, base, solved: false }))
    }

    /// How soon to try a move, the least first; `None` if it leads nowhere.
    #[inline(always)]
    fn score(
        &mut self,
        position: &Position<Standard>,
        mv: Move,
        role: Role,
        owes: [u8; 2],
        moves: [usize; 2],
    ) -> Option<i16> {
        let us = position.turn();
        let next = position.play_role(mv, role);
        let (mut owed, lost) = (owes[us as usize], owes[!us as usize]);
        let captures = next.board().color(!us) != position.board().color(!us);
        if captures {
            owed = owed.checked_sub(1)?;
        }
        let least = self.bound(&next, us, owed);
        if usize::from(least) >= moves[us as usize] {
            return None;
        }
        if captures || next.castling(!us) != position.castling(!us) {
            let theirs = self.bound(&next, !us, lost);
            if usize::from(theirs) > moves[!us as usize] {
                return None;
            }
        }
        Some(4 * i16::from(least) - 2 * i16::from(captures) + i16::from(role != Role::Pawn))
    }

    /// Whether there are squares on which the captures that are owed can be made, one at a time.
    fn captures_fit(&mut self, position: &Position<Standard>, owes: [u8; 2], moves: [usize; 2]) -> bool {
        let geometry = self.geometry;
        let details = Color::BOTH.map(|color| self.details(position, color, owes[color as usize]));
        Color::BOTH.into_iter().all(|by| {
            let (takes, loses) = (by as usize, !by as usize);
            if owes[takes] == 0 {
                return true;
            }
            let on: Bitboard = geometry.captures[takes]
                .filter(|on| {
                    usize::from(details[takes].taken[on.index()]) <= moves[takes]
                        && usize::from(details[loses].lost[on.index()]) <= moves[loses]
                })
                .collect();
            on.has_any()
                && (on == geometry.captures[takes]
                    || usize::from(self.limited(position, !by, owes[loses], on)) <= moves[loses])
        })
    }

    /// The bound of a side, from the table if it is there.
    #[inline(always)]
    fn bound(&mut self, position: &Position<Standard>, color: Color, owed: u8) -> u8 {
        let key = self.key(position, color, owed);
        if let Some(&least) = self.tables.bounds.get(&key) {
            return least;
        }
        let least = self.side(position, color, owed).least();
        self.tables.bounds.set(key, least);
        least
    }

    fn limited(&mut self, position: &Position<Standard>, color: Color, owed: u8, on: Bitboard) -> u8 {
        let [a, b, c, d] = self.key(position, color, owed);
        let key = [a, b, c, d, on.0];
        if let Some(&least) = self.tables.limited.get(&key) {
            return least;
        }
        let least = self.side(position, color, owed).least_lost_on(on);
        self.tables.limited.set(key, least);
        least
    }

    fn details(&mut self, position: &Position<Standard>, color: Color, owed: u8) -> OnSquares {
        let key = self.key(position, color, owed);
        if let Some(&details) = self.tables.details.get(&key) {
            return details;
        }
        let Details { lost, taken, .. } = self.side(position, color, owed).details();
        let details = OnSquares { lost, taken };
        self.tables.details.set(key, details);
        details
    }

    fn side<'a>(&'a self, position: &'a Position<Standard>, color: Color, owed: u8) -> SideBound<'a> {
        let rights = position.castling(color);
        SideBound { goal: self.goal, geometry: self.geometry, board: position.board(), color, rights, owed }
    }

    /// All that a side's bound depends on.
    #[inline(always)]
    fn key(&self, position: &Position<Standard>, color: Color, owed: u8) -> [u64; 4] {
        let board = position.board();
        let [a, b, c] = planes(board, board.color(color));
        let rights = (position.castling(color) & Standard::back_rank(color)).0 >> (56 * color as u64);
        let rest = self.geometry.id << 16 | rights << 8 | u64::from(owed) << 1 | color as u64;
        [a, b, c, rest]
    }
}

/// Lists the legal moves of men that may move, without captures elsewhere than they may be (en passant is
/// looked at later).
struct UsefulMoves<'a> {
    position: &'a Position<Standard>,
    frozen: Bitboard,
    to_take: Bitboard,
    into: &'a mut Vec<Candidate>,
}

impl Task for UsefulMoves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let board = self.position.board();
        let enemy = board.color(!self.position.turn());
        let mut allowed = Allowed { frozen: self.frozen, closed: enemy - self.to_take, into: self.into };
        generate::<Standard, I, Legal, _>(self.position, &mut allowed);
    }
}

struct Allowed<'a> {
    frozen: Bitboard,
    /// Squares not to go to.
    closed: Bitboard,
    into: &'a mut Vec<Candidate>,
}

impl Sink<Standard> for Allowed<'_> {
    #[inline(always)]
    fn one(&mut self, role: Role, mv: Move) -> bool {
        // Castling goes to the rook's square.
        let closed = if role == Role::King { self.closed | self.frozen } else { self.closed };
        if !self.frozen.has(mv.from()) && !closed.has(mv.to()) {
            self.into.push(Candidate { mv, role, score: 0 });
        }
        false
    }

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> bool {
        if !self.frozen.has(from) {
            for to in to - self.closed {
                self.into.push(Candidate { mv: Move::new(from, to), role, score: 0 });
            }
        }
        false
    }
}
