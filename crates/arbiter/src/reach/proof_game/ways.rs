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

/// By square: how far it is from there.
pub(super) type WayTable = [Far; 64];

/// How far it is to a destination.
#[derive(Clone, Copy, Debug)]
pub(super) struct Far {
    /// Moves; or never.
    pub(super) moves: u8,
    /// What it counts that some of them are to be made soon, before pawns shut the piece in or out.
    pub(super) urgency: u8,
}

/// A move that has to be made before the next step; half of it if before the next but one, and so on.
const URGENT: u8 = 16;

/// The tables of many destinations, one after another.
#[derive(Default)]
pub(super) struct WayTables {
    tables: Vec<WayTable>,
}

/// Where the tables of one destination and one kind of piece begin: one for each phase up to the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way(u32);

impl WayTables {
    /// The table of a phase, which must not lie after the one that the way leads to.
    #[inline(always)]
    pub(super) fn table(&self, way: Way, phase: usize) -> &WayTable {
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
        self.tables.resize(first + last + 1, [Far { moves: NEVER, urgency: 0 }; 64]);
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
            let (table, later) = match &mut self.tables[first + phase..first + last + 1] {
                [table, later, ..] => (table, Some(later)),
                [table] => (table, None),
                [] => break,
            };
            let alive = levels.iter().fold(Bitboard::EMPTY, |all, &level| all | level) & stands;
            let mut reached = Bitboard::EMPTY;
            let mut next = Bitboard::EMPTY;
            for (moves, level) in levels[..=FARTHEST].iter_mut().enumerate() {
                // In the end it may capture a pawn; before that it has to stand somewhere.
                *level = ((*level & stands) | (next & zone)) - reached;
                reached |= *level;
                next = Bitboard::EMPTY;
                for square in *level {
                    table[square.index()].moves = moves as u8;
                    next |= attacks::attacks::<Standard, I>(role, color, square, walls);
                }
            }
            let Some(later) = later else { continue };
            for square in alive {
                table[square.index()].urgency = later[square.index()].urgency / 2;
            }
            // Whoever stands elsewhere has to get there before the next step.
            let mut late = reached - alive;
            let mut border = alive;
            let mut urgency = 0;
            while late.has_any() && border.has_any() {
                urgency = URGENT.saturating_add(urgency).min(10 * URGENT);
                let mut found = Bitboard::EMPTY;
                for square in late {
                    if (attacks::attacks::<Standard, I>(role, color, square, walls) & border).has_any() {
                        table[square.index()].urgency = urgency;
                        found |= square.bb();
                    }
                }
                late = late - found;
                border = found;
            }
        }
        Way(first as u32)
    }
}
