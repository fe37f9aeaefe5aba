//! Threads that answer questions, in two lanes so that the quick never wait for the long.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::metrics::Metrics;

/// Threads for quick questions: one that is at a large batch leaves another.
const QUICK: usize = 2;

/// What a thread does.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// The lanes.
pub(crate) struct Pool {
    quick: Arc<Lane>,
    long: Arc<Lane>,
}

struct Lane {
    state: Mutex<State>,
    changed: Condvar,
    most: usize,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Waiting>,
    /// The flags of jobs in work, with their numbers.
    working: Vec<(u64, Arc<AtomicBool>)>,
    number: u64,
    closed: bool,
}

struct Waiting {
    number: u64,
    interrupt: Arc<AtomicBool>,
    job: Job,
}

/// A job's place in its lane. When it is dropped, the job is interrupted, or forgotten if it still waits.
pub(crate) struct Ticket {
    lane: Arc<Lane>,
    number: u64,
    interrupt: Arc<AtomicBool>,
}

/// The lane is full.
pub(crate) struct Full;

impl Pool {
    pub(crate) fn new(workers: usize, queue: usize, metrics: &Arc<Metrics>) -> io::Result<Pool> {
        let lane = |name: &str, threads: usize| {
            let lane = Arc::new(Lane {
                state: Mutex::default(),
                changed: Condvar::new(),
                most: queue,
                metrics: metrics.clone(),
            });
            for number in 0..threads.max(1) {
                let lane = lane.clone();
                thread::Builder::new().name(format!("{name}-{number}")).spawn(move || lane.work())?;
            }
            io::Result::Ok(lane)
        };
        Ok(Pool { quick: lane("quick", QUICK)?, long: lane("search", workers)? })
    }

    /// Has a job done as soon as a thread is free, unless its ticket is dropped before.
    pub(crate) fn submit(&self, quick: bool, interrupt: Arc<AtomicBool>, job: Job) -> Result<Ticket, Full> {
        let lane = if quick { &self.quick } else { &self.long };
        let number = self.post(quick, interrupt.clone(), job)?;
        Ok(Ticket { lane: lane.clone(), number, interrupt })
    }

    /// Has a job done as soon as a thread is free, whoever waits for it. Its number in its lane.
    pub(crate) fn post(&self, quick: bool, interrupt: Arc<AtomicBool>, job: Job) -> Result<u64, Full> {
        let lane = if quick { &self.quick } else { &self.long };
        let mut state = lane.lock();
        if state.closed || state.waiting.len() >= lane.most {
            return Err(Full);
        }
        state.number += 1;
        let number = state.number;
        state.waiting.push_back(Waiting { number, interrupt, job });
        lane.metrics.waiting.fetch_add(1, Ordering::Relaxed);
        drop(state);
        lane.changed.notify_one();
        Ok(number)
    }

    /// Interrupts everything that is in work or waits.
    pub(crate) fn interrupt(&self) {
        for lane in [&self.quick, &self.long] {
            let state = lane.lock();
            state.waiting.iter().for_each(|waiting| waiting.interrupt.store(true, Ordering::Relaxed));
            state.working.iter().for_each(|(_, interrupt)| interrupt.store(true, Ordering::Relaxed));
        }
    }
}

impl Drop for Pool {
    /// The threads end after what they do now.
    fn drop(&mut self) {
        self.interrupt();
        for lane in [&self.quick, &self.long] {
            lane.lock().closed = true;
            lane.changed.notify_all();
        }
    }
}

impl Lane {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does all its life.
    fn work(&self) {
        loop {
            let mut state = self.lock();
            let Waiting { number, interrupt, job } = loop {
                match state.waiting.pop_front() {
                    Some(waiting) => break waiting,
                    None if state.closed => return,
                    None => state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                }
            };
            state.working.push((number, interrupt));
            self.metrics.waiting.fetch_sub(1, Ordering::Relaxed);
            self.metrics.working.fetch_add(1, Ordering::Relaxed);
            drop(state);
            // The reply notices that its writer is gone; the thread goes on with the next job.
            let _ = catch_unwind(AssertUnwindSafe(job));
            self.metrics.working.fetch_sub(1, Ordering::Relaxed);
            self.lock().working.retain(|(working, _)| *working != number);
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.interrupt.store(true, Ordering::Relaxed);
        let mut state = self.lane.lock();
        let place = state.waiting.iter().position(|waiting| waiting.number == self.number);
        let forgotten = place.and_then(|place| state.waiting.remove(place));
        // Outside the lock: a job may own much.
        drop(state);
        if forgotten.is_some() {
            self.lane.metrics.waiting.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
