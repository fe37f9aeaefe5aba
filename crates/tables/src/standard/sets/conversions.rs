//! What captures and promotions lead to.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use chess_arbiter::attacks::Isa;

use super::rows::Rows;
use super::{SIDES, Unsolved};
use crate::positions::Offer;
use crate::standard::Side;
use crate::standard::men::squares;

/// With the last on these squares something is decided for the side to move.
pub(super) struct Event {
    pub(super) side: usize,
    pub(super) row: usize,
    pub(super) set: u64,
}

/// What captures and promotions lead to.
#[derive(Default)]
pub(super) struct Conversions {
    /// By sides and rows: where one of them saves the side to move, as far as is known at a level.
    pub(super) saves: [Vec<u64>; 2],
    /// By plies: what the best of them wins.
    wins: Vec<Vec<Event>>,
    /// By plies: where they save nobody any more.
    losses: Vec<Vec<Event>>,
}

impl Conversions {
    /// Those of all positions, or of those with a capture in passing.
    ///
    /// # Errors
    /// `interrupt` was set.
    #[inline(always)]
    pub(super) fn new<I: Isa>(
        rows: &Rows,
        sides: [&Side; 2],
        passing: bool,
        interrupt: &AtomicBool,
    ) -> Result<Conversions, Unsolved> {
        let mut found = Conversions { saves: SIDES.map(|_| vec![0; rows.len()]), ..Conversions::default() };
        for side in SIDES {
            let mut pages = sides[side].pages();
            for (row, ..) in rows.all() {
                if interrupt.load(Relaxed) {
                    return Err(Unsolved::Interrupted);
                }
                let looked_at = if passing { !0 } else { rows.may_convert::<I>(side, row) };
                for last in squares(rows.positions(side, row, passing) & looked_at) {
                    let placed = rows.placed(side, row, last, passing);
                    let Some(moves) = sides[side].moves::<I>(&placed, &mut pages, |_, _| ()) else {
                        unreachable!("rows know which positions there are");
                    };
                    found.add(side, row, 1 << last, moves.offer);
                }
            }
        }
        Ok(found)
    }

    fn add(&mut self, side: usize, row: usize, set: u64, offer: Offer) {
        let Some(best) = offer.best() else { return };
        self.saves[side][row] |= set;
        if best == 0 {
            return;
        }
        let events = if offer.win > 0 { &mut self.wins } else { &mut self.losses };
        let plies = usize::from(best);
        if events.len() <= plies {
            events.resize_with(plies + 1, Vec::new);
        }
        match events[plies].last_mut() {
            Some(event) if event.side == side && event.row == row => event.set |= set,
            _ => events[plies].push(Event { side, row, set }),
        }
    }

    /// What wins in so many plies, for the first and only time.
    pub(super) fn wins(&mut self, plies: u8) -> Vec<Event> {
        self.wins.get_mut(usize::from(plies)).map(std::mem::take).unwrap_or_default()
    }

    /// Where they save nobody from so many plies on, likewise.
    pub(super) fn losses(&mut self, plies: u8) -> Vec<Event> {
        self.losses.get_mut(usize::from(plies)).map(std::mem::take).unwrap_or_default()
    }

    /// All take fewer plies than this.
    pub(super) fn farthest(&self) -> usize {
        self.wins.len().max(self.losses.len())
    }
}
