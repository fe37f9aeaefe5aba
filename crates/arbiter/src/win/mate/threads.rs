//! Several threads on one question, as *lazy SMP*: helpers exhaust the same claims over the same
//! transposition table, each beginning with other moves, so that whoever comes to a move later finds it
//! decided. The table holds proofs, so that nothing can come of this but time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::attacks::with_best_isa;
use crate::limits::{Limits, Meter};
use crate::position::Position;
use crate::rules::Rules;
use crate::win::exhaust::{Claim, Prove};
use crate::win::keep::Halt;

use super::search::MateSearch;

/// Positions that a helper looks at before it reports.
pub(super) const SLICE: u64 = 1 << 15;

/// How often a helper without work looks for some.
const IDLE: Duration = Duration::from_millis(1);

/// What the threads tell one another.
pub(super) struct Helpers {
    /// All helpers are to stop.
    stop: Arc<AtomicBool>,
    /// Positions that helpers have looked at.
    nodes: AtomicU64,
    /// It is proved that there is no mate in so many moves.
    none: AtomicU32,
    /// There is a mate in so many, `u32::MAX` if none is known.
    mate: AtomicU32,
    /// More moves are not asked about.
    max_moves: u32,
}

/// Stops the helpers, whatever ends the work.
pub(super) struct StopHelpers<'a>(pub(super) &'a Helpers);

impl Drop for StopHelpers<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

impl Helpers {
    pub(super) fn new(max_moves: u32) -> Helpers {
        Helpers {
            stop: Arc::default(),
            nodes: AtomicU64::new(0),
            none: AtomicU32::new(0),
            mate: AtomicU32::new(u32::MAX),
            max_moves,
        }
    }

    /// Tells the helpers what is known, and learns what they know.
    pub(super) fn exchange(&self, none: u32, mate: Option<u32>) -> (u32, Option<u32>) {
        let none = self.none.fetch_max(none, Ordering::Relaxed).max(none);
        let bound = mate.unwrap_or(u32::MAX);
        let mate = self.mate.fetch_min(bound, Ordering::Relaxed).min(bound);
        (none, (mate < u32::MAX).then_some(mate))
    }

    /// Positions looked at since this was asked before.
    pub(super) fn take_nodes(&self) -> u64 {
        self.nodes.swap(0, Ordering::Relaxed)
    }

    /// The work of one helper, until it is stopped.
    pub(super) fn help<R: Rules>(&self, mut search: MateSearch<R>, position: &Position<R>) {
        let limits = Limits { interrupt: Some(self.stop.clone()), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        let mut paused = None;
        while !self.stop.load(Ordering::Relaxed) {
            let n = self.none.load(Ordering::Relaxed) + 1;
            if n > self.max_moves || n >= self.mate.load(Ordering::Relaxed) {
                thread::sleep(IDLE);
                continue;
            }
            let before = meter.effort_nodes();
            let (until, resume, claim) = (before + SLICE, paused == Some(n), Claim::Reaches(n));
            let search = &mut search;
            let prove = Prove { search, meter: &mut meter, position, claim, resume, until };
            paused = None;
            match with_best_isa(prove) {
                Ok(decided) if decided.holds => {
                    self.mate.fetch_min(n, Ordering::Relaxed);
                }
                Ok(_) => {
                    self.none.fetch_max(n, Ordering::Relaxed);
                }
                Err(Halt::Pause) => paused = Some(n),
                Err(Halt::Limit(_)) => {}
            }
            self.nodes.fetch_add(meter.effort_nodes() - before, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::fen;
    use crate::limits::Reached;
    use crate::rules::Standard;
    use crate::win::{MateSolver, Moves, Solve, WinAnswer};

    /// Mates in 6 to 8.
    const MATES: [(&str, u32); 6] = [
        ("2Q4r/8/8/8/6Rp/6p1/5Npk/4K2b w - - 0 1", 7),
        ("2k1K3/2B5/1Pp5/p1N1p3/P1p5/2pp1n2/3r2bp/3B4 w - - 0 1", 7),
        ("K1k1N2B/8/5N2/8/8/8/3P4/8 w - - 0 1", 7),
        ("8/3Npp2/4pp2/4pk1P/8/5K1P/2PB4/8 w - - 0 1", 7),
        ("4K3/3N4/4k3/1P2B3/4P3/8/5P2/8 w - - 0 1", 6),
        ("8/7b/8/8/8/2K2Q1p/4r3/3k4 w - - 0 1", 8),
    ];

    /// A mate in eight: the work of millions of positions.
    const LONG: &str = "4b1n1/1NK1B1p1/1p4P1/2PkpP1N/Pp2n2p/1P1pQ3/1r1p4/1q6 w - - 0 1";

    #[test]
    fn several_threads_prove_what_one_proves() {
        for (text, moves) in MATES {
            let position = fen::position::<Standard>(text).unwrap();
            // So little memory that much is forgotten, too.
            for memory in [1 << 18, 64 << 20] {
                let limits = Limits { threads: 3, memory, ..Limits::default() };
                let mut solver = MateSolver::new(limits);
                let plies = Moves(if memory < 1 << 20 { 4 } else { moves - 1 }).plies();
                assert_eq!(solver.within(&position, plies), WinAnswer::NoWin { plies }, "{text}");
                if memory > 1 << 20 {
                    let win = WinAnswer::Win { plies: Moves(moves).plies(), shortest: true };
                    assert_eq!(solver.shortest(&position), win, "{text}");
                }
            }
        }
    }

    #[test]
    fn the_work_of_all_counts() {
        let position = fen::position::<Standard>(LONG).unwrap();
        let nodes = 200_000;
        let limits = Limits { threads: 3, nodes: Some(nodes), memory: 1 << 24, ..Limits::default() };
        let mut solver = MateSolver::new(limits);
        let answer = solver.shortest(&position);
        assert!(matches!(answer, WinAnswer::Undecided { limit: Reached::Nodes, .. }), "{answer:?}");
        // What helpers had begun when the limit was reached is counted as well.
        let counted = solver.effort().nodes;
        assert!((nodes..nodes + 8 * SLICE).contains(&counted), "{counted}");
    }
}
