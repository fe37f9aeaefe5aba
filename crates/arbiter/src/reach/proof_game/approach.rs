//! The last moves, found backwards from the target: it is easier to hit one of thousands of positions
//! from which the target is reached than the target itself.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::attacks::{self, Isa};
use crate::board::{Board, Color, Move, Role};
use crate::rules::Standard;

use super::task::Task;

/// A position from which the target is reached.
struct Stage {
    board: Board,
    /// The side to move.
    turn: Color,
    /// The next move, and where it leads.
    mv: Move,
    next: u32,
}

/// Positions near the target, nearest first; all pawns stand where they stand in the target.
pub(super) struct Approach {
    stages: Vec<Stage>,
    index: HashMap<u64, u32>,
}

/// Tells positions apart that differ in men or side to move.
#[inline(always)]
fn key(board: &Board, turn: Color) -> u64 {
    board.hash() ^ (turn as u64)
}

impl Approach {
    /// Takes back quiet moves of pieces until there are `most` positions.
    #[inline(always)]
    pub(super) fn new<I: Isa>(task: &Task, most: usize) -> Approach {
        let target = &task.target;
        let first = Stage {
            board: target.board,
            turn: target.turn,
            mv: Move::new(crate::board::Square::at(0, 0), crate::board::Square::at(0, 0)),
            next: 0,
        };
        let mut approach =
            Approach { stages: Vec::with_capacity(most + 256), index: HashMap::with_capacity(most + 256) };
        approach.index.insert(key(&first.board, first.turn), 0);
        approach.stages.push(first);
        let mut done = 0;
        while done < approach.stages.len() && approach.stages.len() < most {
            approach.retract::<I>(task, done);
            done += 1;
        }
        approach
    }

    /// Adds the positions from which a quiet move of a piece leads to this one.
    #[inline(always)]
    fn retract<I: Isa>(&mut self, task: &Task, index: usize) {
        let Stage { board, turn, .. } = self.stages[index];
        let mover = !turn;
        let occupied = board.occupied();
        let Some(waiting) = board.men(turn, Role::King).first() else { return };
        for stands in board.color(mover) - board.role(Role::Pawn) - task.fixed {
            let role = board.role_on(stands);
            for from in attacks::attacks::<Standard, I>(role, mover, stands, occupied) - occupied {
                let mut before = board;
                before.toggle(mover, role, stands);
                before.toggle(mover, role, from);
                let Entry::Vacant(place) = self.index.entry(key(&before, mover)) else { continue };
                // Whoever waits must not be attacked. (Kings attack each other by no means either.)
                if attacks::attackers::<Standard, I>(&before, waiting, mover, before.occupied()).has_any() {
                    continue;
                }
                place.insert(self.stages.len() as u32);
                self.stages.push(Stage {
                    board: before,
                    turn: mover,
                    mv: Move::new(from, stands),
                    next: index as u32,
                });
            }
        }
    }

    /// The moves to the target, if this is a position from which it is known how to get there.
    pub(super) fn moves_from(&self, board: &Board, turn: Color) -> Option<Vec<Move>> {
        let mut index = *self.index.get(&key(board, turn))? as usize;
        if self.stages[index].board != *board {
            return None;
        }
        let mut moves = Vec::new();
        while index != 0 {
            moves.push(self.stages[index].mv);
            index = self.stages[index].next as usize;
        }
        Some(moves)
    }
}
