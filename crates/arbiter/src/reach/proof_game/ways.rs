//! How many moves a piece needs to be somewhere in time, while the pawns go through their plan.
//!
//! A piece may move freely while the pawns stand still, but not through them, and not onto them. Going
//! backwards from the moment it has to be there, through all phases of the plan, gives for every phase
//! and square the least number of its moves: infinite where a pawn will have shut it out.

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Color, Role, Square};
use crate::rules::Standard;

use super::script::Script;

/// There is no way.
pub(super) const NEVER: u8 = u8::MAX;

/// More moves than this are not told apart from never.
const FARTHEST: usize = 24;

/// Numbers of moves by square.
pub(super) type Table = [u8; 64];

/// The tables of many destinations, one after another.
#[derive(Default)]
pub(super) struct Ways {
    tables: Vec<Table>,
}

/// Where the tables of one destination and one kind of piece begin: one for each phase up to the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way(u32);

impl Ways {
    /// The table of a phase, which must not lie after the one that the way leads to.
    #[inline(always)]
    pub(super) fn table(&self, way: Way, phase: usize) -> &Table {
        &self.tables[way.0 as usize + phase]
    }

    /// Measures the way to `end`, to be there in phase `last`, past pawns and the men on `fixed`.
    #[inline(always)]
    pub(super) fn measure<I: Isa>(
        &mut self,
        script: &Script,
        fixed: Bitboard,
        color: Color,
        role: Role,
        end: Square,
        last: usize,
    ) -> Way {
        let first = self.tables.len();
        self.tables.resize(first + last + 1, [NEVER; 64]);
        // Squares by number of moves.
        let mut levels = [Bitboard::EMPTY; FARTHEST + 2];
        levels[0] = end.bb();
        for phase in (0..=last).rev() {
            let pawns = script.pawns[phase];
            let walls = pawns[0] | pawns[1] | fixed;
            let mut zone = !walls;
            if role == Role::King {
                zone = zone - attacks::pawns(!color, pawns[!color as usize]);
            }
            // Where a piece may stand when the next step is done.
            let stands = match script.acts.get(phase) {
                _ if phase == last => Bitboard::FULL,
                Some(act) => zone - act.forbidden(color),
                None => zone,
            };
            let table = &mut self.tables[first + phase];
            let mut reached = Bitboard::EMPTY;
            let mut next = Bitboard::EMPTY;
            for (moves, level) in levels[..=FARTHEST].iter_mut().enumerate() {
                // In the end it may capture a pawn; before that it has to stand somewhere.
                *level = ((*level & stands) | (next & zone)) - reached;
                reached |= *level;
                next = Bitboard::EMPTY;
                for square in *level {
                    table[square.index()] = moves as u8;
                    next |= attacks::attacks::<Standard, I>(role, color, square, walls);
                }
            }
        }
        Way(first as u32)
    }
}
