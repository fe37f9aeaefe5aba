//! What a long search has proved, as bytes, so that another solver can go on from there.
//!
//! Only the dearest proofs are kept: all others are found again in little time. Where the bytes are kept, and
//! under what checksum, is not known here.

use std::fmt;
use std::time::Duration;

use crate::board::{Move, Role, Square};
use crate::clock::Instant;
use crate::limits::Reached;

use super::Plies;

/// What a solver has proved about a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proved {
    /// There is no win within this many plies.
    pub no_win_within: Plies,
    /// There is a win within this many plies.
    pub win_within: Option<Plies>,
    /// Proofs about positions that arise from it, at most some 40 MiB.
    pub proofs: Vec<u8>,
}

/// Why something is not what a solver proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unsound {
    /// Bytes are missing, or there are too many.
    Length,
    /// A position, a move or a number of plies is none.
    Range,
    /// A win within no more plies than there is no win within.
    Contradiction,
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unsound::Length => "a proof is cut short",
            Unsound::Range => "a proof is about nothing that can be",
            Unsound::Contradiction => "a win and no win are claimed at once",
        })
    }
}

impl std::error::Error for Unsound {}

impl Proved {
    /// Whether the bounds can both be true: a win takes an odd number of plies.
    pub(super) fn check(&self) -> Result<(), Unsound> {
        match self.win_within {
            _ if self.no_win_within.max(self.win_within.unwrap_or_default()) > MAX_PLIES => {
                Err(Unsound::Range)
            }
            Some(win) if win.0 % 2 == 0 => Err(Unsound::Range),
            Some(win) if win <= self.no_win_within => Err(Unsound::Contradiction),
            _ => Ok(()),
        }
    }
}

/// Nothing is ever proved about more plies.
const MAX_PLIES: Plies = Plies(1 << 24);

/// Proofs that are kept at most.
pub(super) const MAX_PROOFS: usize = 1 << 20;

/// Why a search came back undecided.
pub(super) enum Halt {
    /// Its share of the work is done.
    Pause,
    /// A limit was reached.
    Limit(Reached),
}

impl From<Reached> for Halt {
    fn from(limit: Reached) -> Halt {
        Halt::Limit(limit)
    }
}

/// Is told now and then.
pub(super) struct Keeper {
    every: Duration,
    last: Instant,
    tell: Box<dyn FnMut(Proved) + Send>,
}

impl Keeper {
    pub(super) fn new(every: Duration, tell: Box<dyn FnMut(Proved) + Send>) -> Keeper {
        Keeper { every, last: Instant::now(), tell }
    }

    pub(super) fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    pub(super) fn tell(&mut self, proved: Proved) {
        (self.tell)(proved);
        // From the end on: writing may take long.
        self.last = Instant::now();
    }
}

/// The least cost such that no more than `most` proofs cost as much, of so many of each cost.
pub(super) fn least(counts: &[usize; 256], at_least: usize, most: usize) -> usize {
    let mut kept = 0;
    for cost in (at_least..counts.len()).rev() {
        kept += counts[cost];
        if kept > most {
            return cost + 1;
        }
    }
    at_least
}

/// A move in sixteen bits, 0 for none.
pub(super) fn pack_move(mv: Option<Move>) -> u16 {
    mv.map_or(0, |mv| {
        let promotion = mv.promotion().map_or(0, |role| role as usize);
        (mv.from().index() | mv.to().index() << 6 | promotion << 12) as u16
    })
}

/// What [`pack_move`] wrote.
pub(super) fn unpack_move(bits: u16) -> Result<Option<Move>, Unsound> {
    let role = *Role::ALL.get(usize::from(bits >> 12)).ok_or(Unsound::Range)?;
    let (from, to) = (Square::wrap(bits as u8), Square::wrap((bits >> 6) as u8));
    Ok((bits != 0).then(|| Move::promote(from, to, role)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dearest_are_kept() {
        let mut counts = [0; 256];
        (counts[5], counts[9], counts[200]) = (100, 10, 3);
        assert_eq!(least(&counts, 0, 1000), 0);
        assert_eq!(least(&counts, 4, 113), 4);
        assert_eq!(least(&counts, 0, 112), 6);
        assert_eq!(least(&counts, 0, 12), 10);
        assert_eq!(least(&counts, 0, 2), 201);
    }

    #[test]
    fn bounds_that_contradict() {
        let bounds = |no_win: u32, win: Option<u32>| {
            Proved { no_win_within: Plies(no_win), win_within: win.map(Plies), proofs: Vec::new() }.check()
        };
        assert_eq!(bounds(4, Some(5)), Ok(()));
        assert_eq!(bounds(4, Some(6)), Err(Unsound::Range));
        assert_eq!(bounds(6, Some(5)), Err(Unsound::Contradiction));
    }
}
