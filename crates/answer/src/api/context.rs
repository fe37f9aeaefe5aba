//! What a request may cost, and who hears of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chess_arbiter::clock::Instant;
use chess_arbiter::limits;
use chess_arbiter::win::Oracle;

use super::problem::Problem;
use super::values::{MemoryText, TimeText};
use crate::question::{Told, Watch};

/// What a request may ask for at most. A request that asks for more is refused, one that says nothing gets the
/// command's default or this, whichever is less.
#[derive(Clone, Debug)]
pub struct Limits {
    /// For a whole request. Writing out a line, a solution or a certificate may take as long again each.
    pub time: Option<Duration>,
    /// Positions looked at for each position asked about.
    pub nodes: Option<u64>,
    /// Bytes for a search.
    pub memory: usize,
    /// Positions, moves or certificates in a request.
    pub positions: usize,
}

impl Default for Limits {
    /// As much as the command takes unasked: any time, 1 GiB; and 10,000 positions.
    fn default() -> Limits {
        Limits { time: None, nodes: None, memory: 1 << 30, positions: 10_000 }
    }
}

/// Is told, now and then, the index of a position and how far its answer is.
pub type Progress = Arc<dyn Fn(usize, Told) + Send + Sync>;

/// What is around a request.
#[derive(Clone, Default)]
pub struct Context {
    /// What it may cost.
    pub limits: Limits,
    /// Stops it when set.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Is told how far it is.
    pub progress: Option<Progress>,
    /// Tables of the games that are won by capture.
    pub oracle: Option<Arc<dyn Oracle>>,
}

impl Context {
    /// Whether nobody waits for the answer any more.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// The watch of the position with an index.
    pub(super) fn watch(&self, index: usize) -> Option<Watch> {
        let progress = self.progress.clone()?;
        Some(Box::new(move |told| progress(index, told)))
    }
}

/// Limits for each position as a request has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    time: Option<Duration>,
    nodes: Option<u64>,
    memory: usize,
}

impl Work {
    /// What was asked for, or defaults.
    pub(super) fn new(
        asked: (Option<TimeText>, Option<u64>, Option<MemoryText>),
        (time, memory): (Duration, usize),
        most: &Limits,
    ) -> Result<Work, Problem> {
        let (asked_time, nodes, asked_memory) = asked;
        let time = asked_time.map_or(most.time.map_or(time, |most| most.min(time)).into(), |time| time.0.0);
        let memory = asked_memory.map_or(memory.min(most.memory), |memory| memory.0.0);
        if let Some(most) = most.time
            && time.is_none_or(|time| time > most)
        {
            return Err(Problem::field("time", format!("at most {} s are allowed here", most.as_secs_f64())));
        }
        if nodes == Some(0) {
            return Err(Problem::field("nodes", "expected a number of at least 1"));
        }
        if let (Some(asked), Some(most)) = (nodes, most.nodes)
            && asked > most
        {
            return Err(Problem::field("nodes", format!("at most {most} are allowed here")));
        }
        if memory > most.memory {
            return Err(Problem::field("memory", format!("at most {} bytes are allowed here", most.memory)));
        }
        Ok(Work { time, nodes: nodes.or(most.nodes), memory })
    }
}

/// The limits of one position after another.
pub(super) struct Purse<'a> {
    context: &'a Context,
    work: Work,
    /// Since when the request is in work; not looked at where it has no limit.
    started: Option<Instant>,
}

impl<'a> Purse<'a> {
    pub(super) fn new(work: Work, context: &'a Context) -> Purse<'a> {
        Purse { context, work, started: context.limits.time.map(|_| Instant::now()) }
    }

    /// For the next position: its own limits, and no more than is left of the request's time.
    pub(super) fn next(&self) -> limits::Limits {
        let left = self.context.limits.time.zip(self.started);
        let left = left.map(|(most, started)| most.saturating_sub(started.elapsed()));
        let time = match (self.work.time, left) {
            (Some(time), Some(left)) => Some(time.min(left)),
            (time, left) => time.or(left),
        };
        let Work { nodes, memory, .. } = self.work;
        limits::Limits { time, nodes, memory, interrupt: self.context.interrupt.clone(), threads: 1 }
    }
}
