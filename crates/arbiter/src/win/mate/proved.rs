//! What is proved of a directmate while it is searched.

use super::threads::Helpers;
use super::turns::FAR;
use crate::limits::{Meter, Reached};
use crate::win::{Moves, Plies, WinAnswer};

/// What is proved so far, in moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ProvedSoFar {
    pub(super) none: u32,
    pub(super) mate: Option<u32>,
}

impl ProvedSoFar {
    /// Whether a mate is known that may soon be shown to be the shortest.
    pub(super) fn is_near(self) -> bool {
        self.mate.is_some_and(|mate| mate <= self.none + FAR)
    }

    /// Tells the helpers and learns from them; their work counts as ours.
    pub(super) fn exchange(&mut self, helpers: &Helpers, meter: &mut Meter) -> Result<(), Reached> {
        (self.none, self.mate) = helpers.exchange(self.none, self.mate);
        meter.charge(helpers.take_nodes())
    }

    /// Plies without a win, of those asked about, and with one.
    pub(super) fn bounds(self, asked: Plies) -> (Plies, Option<Plies>) {
        let mate = self.mate.map(|mate| Moves(mate).plies()).filter(|plies| *plies <= asked);
        (Moves(self.none).plies_without_win().min(asked), mate)
    }

    pub(super) fn undecided(self, asked: Plies, limit: Reached) -> WinAnswer {
        let (no_win_within, win_within) = self.bounds(asked);
        WinAnswer::Undecided { no_win_within, win_within, limit }
    }
}
