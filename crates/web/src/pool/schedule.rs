//! In which order jobs are done. Nothing here looks at a clock or waits, so that tests say what time it is.
//!
//! Whoever has had the least time of the threads is next. A search is not known to be long before it is: each
//! is given a *look* first, and one that is not over then goes on if one of the slots for long searches is
//! free, and is put back otherwise, to be done from the beginning later. So threads for looks come free all
//! the time, however many long searches wait.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What a look takes.
pub(super) const LOOK: Duration = Duration::from_millis(100);
/// Whoever has no slot waits so long before one is taken from a client that has several.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

/// Who asks: a client, and the time that its connection has had, in microseconds.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) client: IpAddr,
    pub(crate) used: Arc<AtomicU64>,
}

/// How much a job may be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Size {
    /// Milliseconds, most likely.
    Brief,
    /// Nobody knows.
    Unknown,
    /// More than a look in any case.
    Long,
}

struct Waiting<J> {
    number: u64,
    caller: Caller,
    size: Size,
    /// It waits for a slot since then: it has had its look, or needs none.
    for_slot: Option<Duration>,
    job: J,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Look,
    Long,
    /// It was told to make room.
    Leaving,
}

struct Working {
    number: u64,
    caller: Caller,
    began: Duration,
    stage: Stage,
}

/// Jobs that wait and that are in work.
pub(super) struct Schedule<J> {
    /// For long jobs.
    slots: usize,
    /// Whether jobs are given a look.
    looks: bool,
    /// How many may wait.
    most: usize,
    number: u64,
    waiting: Vec<Waiting<J>>,
    working: Vec<Working>,
    /// What clients have had; nobody who comes anew has had less than `floor`.
    used: HashMap<IpAddr, Duration>,
    floor: Duration,
}

impl<J> Schedule<J> {
    pub(super) fn new(slots: usize, looks: bool, most: usize) -> Schedule<J> {
        let (waiting, working, used) = (Vec::new(), Vec::new(), HashMap::new());
        Schedule { slots, looks, most, number: 0, waiting, working, used, floor: Duration::ZERO }
    }

    /// The time that a client has had.
    fn used(&self, client: IpAddr, now: Duration) -> Duration {
        let running = self.working.iter().filter(|working| working.caller.client == client);
        let running: Duration = running.map(|working| now.saturating_sub(working.began)).sum();
        self.used.get(&client).copied().unwrap_or(self.floor) + running
    }

    /// How many jobs of a client have slots.
    fn slots_of(&self, client: IpAddr) -> usize {
        let long = self.working.iter().filter(|working| working.stage == Stage::Long);
        long.filter(|working| working.caller.client == client).count()
    }

    fn has_slot(&self) -> bool {
        self.working.iter().filter(|working| working.stage == Stage::Long).count() < self.slots
    }

    /// Nobody gathers credit by asking for nothing; of who has no more than anybody else, nothing is kept.
    fn settle(&mut self, now: Duration) {
        let callers = self.waiting.iter().map(|waiting| &waiting.caller);
        let active = callers.chain(self.working.iter().map(|working| &working.caller));
        let active: HashSet<IpAddr> = active.map(|caller| caller.client).collect();
        let least = active.iter().map(|client| self.used(*client, now)).min();
        // When there is nothing to do all are equal again.
        let least = least.or_else(|| self.used.values().max().copied());
        self.floor = self.floor.max(least.unwrap_or_default());
        let floor = self.floor;
        self.used.retain(|client, used| *used > floor || active.contains(client));
    }

    /// Lets a job wait. Where too many wait already, the last one of the client that has most goes for it, if
    /// that has more than this one.
    pub(super) fn add(
        &mut self,
        now: Duration,
        caller: Caller,
        size: Size,
        job: J,
    ) -> Result<(u64, Option<J>), J> {
        self.settle(now);
        let mut gone = None;
        if self.waiting.len() >= self.most {
            let mut counts: HashMap<IpAddr, usize> = HashMap::new();
            self.waiting.iter().for_each(|waiting| *counts.entry(waiting.caller.client).or_default() += 1);
            let count = |client: &IpAddr| counts.get(client).copied().unwrap_or_default();
            let last = |(_, waiting): &(usize, &Waiting<J>)| (count(&waiting.caller.client), waiting.number);
            let last = self.waiting.iter().enumerate().max_by_key(last);
            let own = count(&caller.client);
            let more = last.filter(|(_, last)| count(&last.caller.client) > own + 1);
            let Some((place, _)) = more else { return Err(job) };
            gone = Some(self.waiting.remove(place).job);
        }
        let used = self.used.entry(caller.client).or_default();
        *used = (*used).max(self.floor);
        self.number += 1;
        let for_slot = (size == Size::Long || !self.looks).then_some(now);
        self.waiting.push(Waiting { number: self.number, caller, size, for_slot, job });
        Ok((self.number, gone))
    }

    /// The job that a thread does next.
    pub(super) fn next(&mut self, now: Duration) -> Option<(u64, J)> {
        let has_slot = self.has_slot();
        let may_begin = |waiting: &&Waiting<J>| has_slot || waiting.for_slot.is_none();
        let order = |waiting: &&Waiting<J>| {
            let brief = waiting.size != Size::Brief || waiting.for_slot.is_some();
            let had = waiting.caller.used.load(Ordering::Relaxed);
            let used = self.used(waiting.caller.client, now);
            (used, brief, waiting.for_slot.is_none(), had, waiting.number)
        };
        let next = self.waiting.iter().filter(may_begin).min_by_key(order)?.number;
        let place = self.waiting.iter().position(|waiting| waiting.number == next)?;
        let Waiting { number, caller, for_slot, job, .. } = self.waiting.remove(place);
        let stage = if for_slot.is_some() { Stage::Long } else { Stage::Look };
        self.working.push(Working { number, caller, began: now, stage });
        Some((number, job))
    }

    /// The jobs in work that have to make room; others whose look is over go on.
    pub(super) fn overdue(&mut self, now: Duration) -> Vec<u64> {
        let mut told = Vec::new();
        for place in 0..self.working.len() {
            let Working { number, began, stage, .. } = self.working[place];
            if stage != Stage::Look || now.saturating_sub(began) < LOOK {
                continue;
            }
            let used = self.used(self.working[place].caller.client, now);
            let is_before = |waiting: &Waiting<J>| {
                waiting.for_slot.is_some() && self.used(waiting.caller.client, now) < used
            };
            let goes_on = self.has_slot() && !self.waiting.iter().any(is_before);
            self.working[place].stage = if goes_on { Stage::Long } else { Stage::Leaving };
            if !goes_on {
                told.push(number);
            }
        }
        let is_leaving = self.working.iter().any(|working| working.stage == Stage::Leaving);
        let has_waited = |waiting: &Waiting<J>| {
            let since = waiting.for_slot.filter(|_| self.slots_of(waiting.caller.client) == 0);
            since.is_some_and(|since| now.saturating_sub(since) >= PATIENCE)
        };
        if self.looks && !is_leaving && !self.has_slot() && self.waiting.iter().any(has_waited) {
            let several = |working: &&mut Working| working.stage == Stage::Long;
            let counts: Vec<usize> =
                self.working.iter().map(|working| self.slots_of(working.caller.client)).collect();
            let counted = self.working.iter_mut().zip(counts).filter(|(working, _)| several(working));
            let last = counted.filter(|(_, count)| *count > 1);
            if let Some((working, _)) = last.max_by_key(|(working, count)| (*count, working.number)) {
                working.stage = Stage::Leaving;
                told.push(working.number);
            }
        }
        told
    }

    /// When to ask again which jobs are overdue.
    pub(super) fn next_look(&self) -> Option<Duration> {
        let looks = self.working.iter().filter(|working| working.stage == Stage::Look);
        let looks = looks.map(|working| working.began + LOOK);
        let waits = self.waiting.iter().filter_map(|waiting| Some(waiting.for_slot? + PATIENCE));
        looks.chain(waits).min().filter(|_| self.looks)
    }

    /// A job in work is so no more. Who asked for it, if it was.
    pub(super) fn end(&mut self, now: Duration, number: u64) -> Option<Caller> {
        let place = self.working.iter().position(|working| working.number == number)?;
        let Working { caller, began, .. } = self.working.swap_remove(place);
        let had = now.saturating_sub(began);
        *self.used.entry(caller.client).or_insert(self.floor) += had;
        let had = u64::try_from(had.as_micros()).unwrap_or(u64::MAX);
        caller.used.fetch_add(had, Ordering::Relaxed);
        self.settle(now);
        Some(caller)
    }

    /// A job has made room, and waits for a slot.
    pub(super) fn put_back(&mut self, now: Duration, number: u64, job: J) {
        if let Some(caller) = self.end(now, number) {
            self.waiting.push(Waiting { number, caller, size: Size::Long, for_slot: Some(now), job });
        }
    }

    /// A job that waits, which then waits no more.
    pub(super) fn take(&mut self, number: u64) -> Option<J> {
        let place = self.waiting.iter().position(|waiting| waiting.number == number)?;
        Some(self.waiting.remove(place).job)
    }

    /// Those that wait.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &J> {
        self.waiting.iter().map(|waiting| &waiting.job)
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
