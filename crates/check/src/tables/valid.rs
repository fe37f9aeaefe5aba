//! What makes tables valid: no byte says more than what follows from the bytes one move on.

use std::cell::Cell;

use crate::budget::{Budget, Stopped};
use crate::men::Colour;

use super::index::{Class, Symmetries};
use super::moves::{Few, Rays};

/// The bound of a position in which the attacker never mates.
pub(super) const NEVER: u8 = 255;

/// The byte of a position that says too much.
pub(super) struct Wrong {
    pub(super) position: Few,
    pub(super) byte: u8,
    pub(super) least: u8,
}

/// Tables of bounds: in how many moves the attacker, who is to move, cannot mate.
pub(super) struct Tables {
    pub(super) rays: Rays,
    pub(super) symmetries: Symmetries,
    /// The largest first, since it is asked most.
    pub(super) tables: Vec<(Class, Vec<u8>)>,
}

impl Tables {
    /// The bound of a position with the attacker to move. A king alone never mates.
    pub(super) fn bound(&self, few: &Few) -> u8 {
        if few.class.own == 1 {
            return NEVER;
        }
        if few.crossed.is_some() {
            return self.least(few, |after| self.answer(after));
        }
        let table = self.tables.iter().find(|(class, _)| *class == few.class);
        table.map_or(0, |(class, bytes)| bytes[self.symmetries.number(class, &few.at)])
    }

    /// The least of what there is for the attacker's moves.
    fn least(&self, few: &Few, answer: impl Fn(&Few) -> u8) -> u8 {
        let mut least = NEVER;
        self.rays.each_move(few, Colour::White, |after| least = least.min(answer(after)));
        least
    }

    /// Within how many moves the attacker cannot mate whose last one led to this position: 0 if that mated,
    /// and otherwise what the defender's best reply makes of it.
    pub(super) fn answer(&self, few: &Few) -> u8 {
        let mut most = None;
        self.rays.each_move(few, Colour::Black, |after| most = most.max(Some(self.bound(after))));
        match most {
            None if self.rays.in_check(few, Colour::Black) => 0,
            None | Some(NEVER) => NEVER,
            // Never is more than any number.
            Some(bound) => (bound + 1).min(NEVER - 1),
        }
    }

    /// The first byte of a table that is wrong.
    pub(super) fn wrong(&self, table: usize, budget: &Budget<'_>) -> Result<Option<Wrong>, Stopped> {
        let (class, bytes) = &self.tables[table];
        let numbered = |number| Few { class: *class, at: class.at(number), crossed: None };
        // Each position of the defender arises by many moves, so its answer is worked out once, but only if
        // it is asked for: where all bytes are 0 nothing is.
        budget.take(size_of::<Option<u8>>() * bytes.len())?;
        let answers = vec![Cell::new(None); bytes.len()];
        let known = |after: &Few| {
            if after.class != *class || after.crossed.is_some() {
                return self.answer(after);
            }
            let answer = &answers[self.symmetries.number(class, &after.at)];
            let known = answer.get().unwrap_or_else(|| self.answer(after));
            answer.set(Some(known));
            known
        };
        for (number, byte) in bytes.iter().enumerate() {
            if number % 64 == 0 {
                budget.look()?;
            }
            let position = numbered(number);
            if *byte > 0 && self.rays.is_position(&position, Colour::White) {
                let least = self.least(&position, known);
                if *byte > least {
                    return Ok(Some(Wrong { position, byte: *byte, least }));
                }
            }
        }
        Ok(None)
    }
}
