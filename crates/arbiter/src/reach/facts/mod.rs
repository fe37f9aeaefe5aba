//! What several lemmas deduce from a past, each fact once: where men can have moved, where they can have come
//! from, what their pawns must have done.
//!
//! They are public for those who tell a verdict; they change as lemmas do.

pub mod bars;
pub mod cage;
pub(super) mod checks;
pub mod columns;
mod late;
mod lawful;
pub mod locked;
pub mod mobility;
pub mod needs;
pub mod origins;
pub mod ways;

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use crate::board::{Board, Color};
use crate::moves::Past;

use cage::Cage;
use mobility::{Mobility, MobilityEnd};

/// A past with what was deduced from it so far.
#[derive(Clone, Debug)]
pub struct Facts {
    past: Past,
    mobility: OnceLock<Mobility>,
    cages: OnceLock<[Cage; 2]>,
}

impl Facts {
    /// Nothing is deduced yet.
    pub fn new(past: &Past) -> Facts {
        Facts { past: *past, mobility: OnceLock::new(), cages: OnceLock::new() }
    }

    /// The past.
    pub fn past(&self) -> &Past {
        &self.past
    }

    /// Its men.
    pub fn board(&self) -> &Board {
        &self.past.board
    }

    /// What can have moved, to the last round of deductions.
    pub fn mobility(&self) -> &Mobility {
        self.mobility.get_or_init(|| Mobility::of(&self.past))
    }

    /// The same, if it does not show the past to be impossible.
    pub(crate) fn open_mobility(&self) -> Option<&Mobility> {
        Some(self.mobility()).filter(|mobility| mobility.end == MobilityEnd::Open)
    }

    /// The pieces of a side that have least room.
    pub fn cage(&self, color: Color) -> &Cage {
        let cages = || Color::BOTH.map(|color| Cage::new(&self.past.board, self.mobility(), color));
        &self.cages.get_or_init(cages)[color as usize]
    }
}

/// All else follows from the past.
impl PartialEq for Facts {
    fn eq(&self, other: &Facts) -> bool {
        self.past == other.past
    }
}

impl Eq for Facts {}
