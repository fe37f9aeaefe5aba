//! What stops a search before its answer.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::Instant;

/// Bounds on the work for one question: on finding the answer, and anew on writing out its line or
/// its certificate. The default has none but memory, 1 GiB, and one thread.
///
/// ```
/// use std::time::Duration;
/// use chess_arbiter::Limits;
/// let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
/// assert_eq!((limits.nodes, limits.memory, limits.threads), (None, 1 << 30, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Bytes: half of them (of directmates three quarters) for the tables of proved bounds, half for a
    /// strategy that is written out. The tables forget rather than grow; a strategy that does not fit is a
    /// limit reached.
    pub memory: usize,
    /// Set from elsewhere to stop.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Threads that may work on the question together, where one question can use several: the shortest
    /// directmate can. The work of all counts, and they share the memory.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: None, nodes: None, memory: 1 << 30, interrupt: None, threads: 1 }
    }
}

/// The limit that stopped a search.
///
/// ```
/// use chess_arbiter::limits::Reached;
/// assert_eq!(Reached::Time.to_string(), "the time limit");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reached {
    /// Wall time.
    Time,
    /// Positions looked at.
    Nodes,
    /// Memory for the strategy.
    Memory,
    /// Interrupted from outside.
    Interrupt,
}

impl Reached {
    /// One word, as in JSON: `time`, `nodes`, `memory`, `interrupt`.
    pub const fn name(self) -> &'static str {
        match self {
            Reached::Time => "time",
            Reached::Nodes => "nodes",
            Reached::Memory => "memory",
            Reached::Interrupt => "interrupt",
        }
    }

    /// The cause in brackets after an answer: `undecided full (time limit)`.
    pub const fn cause(self) -> &'static str {
        match self {
            Reached::Time => "time limit",
            Reached::Nodes => "node limit",
            Reached::Memory => "memory limit",
            Reached::Interrupt => "interrupted",
        }
    }
}

impl std::error::Error for Reached {}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reached::Time => "the time limit",
            Reached::Nodes => "the limit of positions",
            Reached::Memory => "the memory limit",
            Reached::Interrupt => "an interruption",
        })
    }
}

/// The work that an answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effort {
    /// Positions looked at.
    pub nodes: u64,
    /// Wall time.
    pub time: Duration,
}

/// Counts the work done on a question and says when a limit is reached.
#[derive(Debug)]
pub(crate) struct Meter {
    limits: Limits,
    started: Instant,
    nodes: u64,
    /// The next count of nodes at which the clock is read.
    next_look: u64,
}

/// Rough size of a node of a strategy: its text, and its place in the queue and in the set of positions seen.
const NODE_BYTES: usize = 256;

/// How many nodes pass between looks at the clock: some tenths of a millisecond.
const LOOK_EVERY: u64 = 1 << 10;

impl Meter {
    pub(crate) fn new(limits: &Limits) -> Meter {
        let mut meter = Meter { limits: limits.clone(), started: Instant::now(), nodes: 0, next_look: 0 };
        meter.set_next_look();
        meter
    }

    fn set_next_look(&mut self) {
        self.next_look = (self.nodes + LOOK_EVERY).min(self.limits.nodes.unwrap_or(u64::MAX));
    }

    pub(crate) fn effort(&self) -> Effort {
        Effort { nodes: self.nodes, time: self.started.elapsed() }
    }

    /// Positions looked at so far.
    pub(crate) fn effort_nodes(&self) -> u64 {
        self.nodes
    }

    /// Bytes that the work may take.
    pub(crate) fn memory(&self) -> usize {
        self.limits.memory
    }

    /// What is left of the limits, with at most so many positions.
    pub(crate) fn rest(&self, nodes: u64) -> Limits {
        let Limits { time, nodes: most, .. } = self.limits;
        let left = most.map_or(u64::MAX, |most| most.saturating_sub(self.nodes)).min(nodes);
        Limits {
            time: time.map(|most| most.saturating_sub(self.started.elapsed())),
            nodes: (left < u64::MAX).then_some(left),
            ..self.limits.clone()
        }
    }

    /// Whether so many nodes of a strategy fit.
    pub(crate) fn room_for(&self, nodes: usize) -> Result<(), Reached> {
        // Half of the memory is the tables'.
        if nodes.saturating_mul(NODE_BYTES) > self.limits.memory / 2 { Err(Reached::Memory) } else { Ok(()) }
    }

    /// Counts a position.
    #[inline(always)]
    pub(crate) fn count(&mut self) -> Result<(), Reached> {
        self.nodes += 1;
        if self.nodes < self.next_look { Ok(()) } else { self.look() }
    }

    /// Counts so many positions that others looked at.
    pub(crate) fn charge(&mut self, nodes: u64) -> Result<(), Reached> {
        self.nodes = self.nodes.saturating_add(nodes);
        self.look()
    }

    /// Whether to stop what counts no positions.
    pub(crate) fn is_over(&self) -> bool {
        let interrupted = self.limits.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        interrupted || self.limits.time.is_some_and(|most| self.started.elapsed() >= most)
    }

    /// Says which limit is reached, if one is.
    #[cold]
    pub(crate) fn look(&mut self) -> Result<(), Reached> {
        self.set_next_look();
        let interrupted = self.limits.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        if interrupted {
            Err(Reached::Interrupt)
        } else if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            Err(Reached::Nodes)
        } else if self.limits.time.is_some_and(|most| self.started.elapsed() >= most) {
            Err(Reached::Time)
        } else {
            Ok(())
        }
    }
}
