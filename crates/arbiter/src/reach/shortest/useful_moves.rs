//! Moves of men that are no walls, captures only where they may be made.

use crate::attacks::{Isa, Task};
use crate::board::{Bitboard, Move, Role, Square};
use crate::moves::{Legal, Sink, generate};
use crate::position::Position;
use crate::rules::Standard;

/// A move to try; the least score first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) role: Role,
    pub(super) score: i16,
}

/// Lists the legal moves of men that may move, without captures elsewhere than they may be (en passant is
/// looked at later).
pub(super) struct UsefulMoves<'a> {
    pub(super) position: &'a Position<Standard>,
    pub(super) walls: Bitboard,
    pub(super) to_take: Bitboard,
    pub(super) into: &'a mut Vec<Candidate>,
}

impl Task for UsefulMoves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let board = self.position.board();
        let enemy = board.color(!self.position.turn());
        let mut allowed = Allowed { walls: self.walls, closed: enemy - self.to_take, into: self.into };
        generate::<Standard, I, Legal, _>(self.position, &mut allowed);
    }
}

struct Allowed<'a> {
    walls: Bitboard,
    /// Squares not to go to.
    closed: Bitboard,
    into: &'a mut Vec<Candidate>,
}

impl Sink<Standard> for Allowed<'_> {
    #[inline(always)]
    fn one(&mut self, role: Role, mv: Move) -> bool {
        // Castling goes to the rook's square.
        let closed = if role == Role::King { self.closed | self.walls } else { self.closed };
        if !self.walls.has(mv.from()) && !closed.has(mv.to()) {
            self.into.push(Candidate { mv, role, score: 0 });
        }
        false
    }

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> bool {
        if !self.walls.has(from) {
            for to in to - self.closed {
                self.into.push(Candidate { mv: Move::new(from, to), role, score: 0 });
            }
        }
        false
    }
}
