//! The last moves, found backwards from the target: it is easier to hit one of thousands of positions
//! from which the target is reached than the target itself.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Board, Color, Move, Role, Square};
use crate::moves::Past;
use crate::rules::Standard;

use super::chance::Chance;
use super::task::PlanTask;

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
    board.zobrist() ^ (turn as u64)
}

impl Approach {
    /// Takes back quiet moves of pieces until there are `most` positions.
    #[inline(always)]
    pub(super) fn new<I: Isa>(task: &PlanTask, most: usize) -> Approach {
        let target = &task.target;
        let first = Stage {
            board: target.board,
            turn: target.turn,
            mv: Move::new(Square::at(0, 0), Square::at(0, 0)),
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
    fn retract<I: Isa>(&mut self, task: &PlanTask, index: usize) {
        let Stage { board, turn, .. } = self.stages[index];
        let Approach { stages, index: known } = self;
        retract::<I>(&board, turn, task.fixed, |before, mv| {
            if let Entry::Vacant(place) = known.entry(key(before, !turn)) {
                place.insert(stages.len() as u32);
                stages.push(Stage { board: *before, turn: !turn, mv, next: index as u32 });
            }
        });
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

/// Finds the positions from which a quiet move of a piece leads to this one.
#[inline(always)]
fn retract<I: Isa>(board: &Board, turn: Color, fixed: Bitboard, mut found: impl FnMut(&Board, Move)) {
    let mover = !turn;
    let occupied = board.occupied();
    let Some(waiting) = board.men(turn, Role::King).first() else { return };
    for stands in board.color(mover) - board.role(Role::Pawn) - fixed {
        let role = board.role_on(stands);
        for from in attacks::attacks::<Standard, I>(role, mover, stands, occupied) - occupied {
            let mut before = *board;
            before.toggle(mover, role, stands);
            before.toggle(mover, role, from);
            // Whoever waits must not be attacked.
            if attacks::attackers::<Standard, I>(&before, waiting, mover, before.occupied()).is_empty() {
                found(&before, Move::new(from, stands));
            }
        }
    }
}

/// Takes back moves of pieces at random: a position from which the target is reached and in which, most
/// often, the men stand less in each other's way. With it come the moves to the target.
#[inline(always)]
pub(super) fn loosened<I: Isa>(target: &Past, plies: usize, chance: &mut Chance) -> (Past, Vec<Move>) {
    let fixed = target.unmoved();
    let mut past = *target;
    let mut moves = Vec::with_capacity(plies);
    let mut choice = Vec::new();
    for _ in 0..plies {
        choice.clear();
        retract::<I>(&past.board, past.turn, fixed, |before, mv| choice.push((*before, mv)));
        if choice.is_empty() {
            break;
        }
        let (before, mv) = choice[chance.below(choice.len() as u64) as usize];
        moves.push(mv);
        past = Past { board: before, turn: !past.turn, en_passant: None, ..past };
    }
    moves.reverse();
    (past, moves)
}
