//! What a question may cost, who may stop it, and who hears of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chess_arbiter::clock::Instant;
use chess_arbiter::limits::Limits;
use chess_arbiter::win::Oracle;

use super::problem::Problem;
use super::values::{Memory, Time};
use crate::question::{Told, Watch};
use crate::win::Resume;

/// What a request may ask for at most. A request that asks for more is refused, one that says nothing gets
/// the default or this, whichever is less.
#[derive(Clone, Debug)]
pub struct Grant {
    /// For a whole request. Writing out a line, a solution or a certificate may take as long again each.
    pub time: Option<Duration>,
    /// Positions looked at for each position asked about.
    pub nodes: Option<u64>,
    /// Bytes for a search.
    pub memory: usize,
    /// Positions, moves or certificates in a request.
    pub positions: usize,
    /// Moves of the attacker in the solution of a problem.
    pub lines: usize,
}

impl Grant {
    /// No bound: for who pays for the work.
    pub const UNBOUNDED: Grant =
        Grant { time: None, nodes: None, memory: usize::MAX, positions: usize::MAX, lines: usize::MAX };
}

impl Default for Grant {
    /// As much as the command takes unasked: any time, 1 GiB; 10,000 positions, and 100,000 moves of a
    /// solution.
    fn default() -> Grant {
        Grant { time: None, nodes: None, memory: 1 << 30, positions: 10_000, lines: 100_000 }
    }
}

/// Is told, now and then, the index of a position and how far its answer is.
pub type Progress = Arc<dyn Fn(usize, Told) + Send + Sync>;

/// What is around questions: who may stop the work, who hears of it, what helps.
#[derive(Clone)]
pub struct Context {
    /// What a request may cost.
    pub grant: Grant,
    /// Since when the time that is granted runs; the clock is not looked at where none is limited.
    pub started: Option<Instant>,
    /// Stops the work when set.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Is told how far it is.
    pub progress: Option<Progress>,
    /// Knows values of positions: tables.
    pub oracle: Option<Arc<dyn Oracle>>,
    /// The first that are asked about are passed over: they were answered before.
    pub skip: usize,
    /// Positions that are asked about at a time and share the memory of a forced win.
    pub at_once: usize,
    /// Threads that search for one forced win.
    pub threads: usize,
    /// For a single position: goes on from an earlier search for a forced win, and can be gone on from.
    pub resume: Option<Resume>,
}

impl Default for Context {
    fn default() -> Context {
        Context::new(Grant::default())
    }
}

impl Context {
    /// From now on, the time that is granted runs.
    pub fn new(grant: Grant) -> Context {
        Context {
            started: grant.time.map(|_| Instant::now()),
            grant,
            interrupt: None,
            progress: None,
            oracle: None,
            skip: 0,
            at_once: 1,
            threads: 1,
            resume: None,
        }
    }

    /// Whether nobody waits for the answer any more.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Tells of the position with an index.
    pub fn watch(&self, index: usize) -> Option<Watch> {
        let progress = self.progress.clone()?;
        Some(Box::new(move |told| progress(index, told)))
    }

    /// The limits for the next position: its own, and no more than is left of the time for all.
    pub fn limits(&self, bounds: Bounds) -> Limits {
        let Bounds { time, nodes, memory } = bounds;
        let left = self.grant.time.zip(self.started);
        let left = left.map(|(most, started)| most.saturating_sub(started.elapsed()));
        let time = match (time, left) {
            (Some(time), Some(left)) => Some(time.min(left)),
            (time, left) => time.or(left),
        };
        Limits { time, nodes, memory, interrupt: self.interrupt.clone(), threads: 1 }
    }
}

/// Bounds on the work for each position, as a request has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Wall time.
    pub time: Option<Duration>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Bytes.
    pub memory: usize,
}

impl Bounds {
    /// What was asked for, or `defaults`.
    ///
    /// # Errors
    /// It is more than is granted, or no work at all.
    pub(super) fn check(
        (time, nodes, memory): (Option<Time>, Option<u64>, Option<Memory>),
        defaults: (Time, Memory),
        grant: &Grant,
    ) -> Result<Bounds, Problem> {
        let (Time(usual_time), Memory(usual_memory)) = defaults;
        let least = |time: Option<Duration>| {
            time.map_or(grant.time, |time| Some(grant.time.map_or(time, |most| most.min(time))))
        };
        let time = time.map_or(least(usual_time), |Time(time)| time);
        let memory = memory.map_or(usual_memory.min(grant.memory), |Memory(memory)| memory);
        if let Some(most) = grant.time
            && time.is_none_or(|time| time > most)
        {
            return Err(Problem::field("time", format!("at most {} s are allowed here", most.as_secs_f64())));
        }
        if nodes == Some(0) {
            return Err(Problem::field("nodes", "expected a number of at least 1"));
        }
        if let (Some(asked), Some(most)) = (nodes, grant.nodes)
            && asked > most
        {
            return Err(Problem::field("nodes", format!("at most {most} are allowed here")));
        }
        if memory > grant.memory {
            return Err(Problem::field("memory", format!("at most {} bytes are allowed here", grant.memory)));
        }
        Ok(Bounds { time, nodes: nodes.or(grant.nodes), memory })
    }
}
