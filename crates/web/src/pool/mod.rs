//! Threads that answer questions, in two lanes so that the quick never wait for the long, and in each so that
//! no client waits for what others want.

mod schedule;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering, fence};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::metrics::Metrics;
use schedule::Schedule;
pub(crate) use schedule::{Caller, Size};

/// Threads for quick questions: one that is at a large batch leaves another.
const QUICK: usize = 2;

/// For so many slots of long searches there is one thread more that takes looks.
const SLOTS_A_LOOK: usize = 4;

/// What a thread does.
pub(crate) trait Job: Send {
    /// Does it, or gives it up because the turn is over.
    fn run(&mut self, turn: &Turn) -> Done;

    /// It will not be done: others that wait have done so for less.
    fn refuse(&mut self);
}

/// What became of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Done {
    Finished,
    /// It made room for others, and is to be done again.
    Again,
}

/// Whether a job has to make room. Its interrupt is set then.
#[derive(Debug, Default)]
pub(crate) struct Turn(AtomicBool);

impl Turn {
    pub(crate) fn is_over(&self) -> bool {
        // Whoever saw the interrupt sees this too.
        fence(Ordering::Acquire);
        self.0.load(Ordering::Relaxed)
    }
}

/// What becomes of whoever is told to stop.
struct Flags {
    interrupt: Arc<AtomicBool>,
    turn: Turn,
    /// Nobody waits for the answer any more.
    left: AtomicBool,
}

struct Entry {
    flags: Arc<Flags>,
    job: Box<dyn Job>,
}

/// Which lane, and how much of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lanes {
    Quick,
    Search(Size),
}

/// The lanes.
pub(crate) struct Pool {
    quick: Arc<Lane>,
    search: Arc<Lane>,
}

struct Lane {
    state: Mutex<State>,
    /// A job waits, or a thread came free.
    changed: Condvar,
    /// A look has begun, or somebody waits for a slot.
    looks: Condvar,
    started: Instant,
    metrics: Arc<Metrics>,
}

struct State {
    schedule: Schedule<Entry>,
    /// The flags of jobs in work, with their numbers.
    working: Vec<(u64, Arc<Flags>)>,
    /// What is in work was told to stop for good.
    stopping: bool,
    closed: bool,
}

/// A job's place in its lane. When it is dropped, the job is interrupted, or forgotten if it still waits.
pub(crate) struct Ticket {
    lane: Arc<Lane>,
    number: u64,
    flags: Arc<Flags>,
    /// The job is done all the same.
    is_kept: bool,
}

/// Where a job waits, for whom, and what stops it.
pub(crate) struct Place {
    pub(crate) lane: Lanes,
    pub(crate) caller: Caller,
    pub(crate) interrupt: Arc<AtomicBool>,
}

/// The lane is full.
pub(crate) struct Full;

impl Pool {
    pub(crate) fn new(workers: usize, queue: usize, metrics: &Arc<Metrics>) -> io::Result<Pool> {
        let lane = |slots: usize, looks: bool| {
            Arc::new(Lane {
                state: Mutex::new(State {
                    schedule: Schedule::new(slots, looks, queue),
                    working: Vec::new(),
                    stopping: false,
                    closed: false,
                }),
                changed: Condvar::new(),
                looks: Condvar::new(),
                started: Instant::now(),
                metrics: metrics.clone(),
            })
        };
        let workers = workers.max(1);
        let pool = Pool { quick: lane(QUICK, false), search: lane(workers, true) };
        let looks = workers.div_ceil(SLOTS_A_LOOK);
        for (lane, name, threads) in
            [(&pool.quick, "quick", QUICK), (&pool.search, "search", workers + looks)]
        {
            for number in 0..threads {
                let lane = lane.clone();
                thread::Builder::new().name(format!("{name}-{number}")).spawn(move || lane.work())?;
            }
        }
        let lane = pool.search.clone();
        thread::Builder::new().name("turns".into()).spawn(move || lane.watch())?;
        Ok(pool)
    }

    /// Has a job done when it is its turn, unless its ticket is dropped before.
    pub(crate) fn submit(&self, place: Place, job: Box<dyn Job>) -> Result<Ticket, Full> {
        let Place { lane, caller, interrupt } = place;
        let (lane, size) = match lane {
            Lanes::Quick => (&self.quick, Size::Brief),
            Lanes::Search(size) => (&self.search, size),
        };
        let flags = Arc::new(Flags { interrupt, turn: Turn::default(), left: AtomicBool::new(false) });
        let number = lane.add(caller, size, Entry { flags: flags.clone(), job })?;
        Ok(Ticket { lane: lane.clone(), number, flags, is_kept: false })
    }

    /// Has a job done when it is its turn, whoever waits for it.
    pub(crate) fn post(&self, place: Place, job: Box<dyn Job>) -> Result<(), Full> {
        let mut ticket = self.submit(place, job)?;
        ticket.is_kept = true;
        Ok(())
    }

    /// Interrupts everything that is in work or waits.
    pub(crate) fn interrupt(&self) {
        for lane in [&self.quick, &self.search] {
            let mut state = lane.lock();
            state.stopping = true;
            let waiting = state.schedule.waiting().map(|entry| &entry.flags);
            for flags in waiting.chain(state.working.iter().map(|(_, flags)| flags)) {
                flags.interrupt.store(true, Ordering::Relaxed);
            }
        }
    }
}

impl Drop for Pool {
    /// The threads end after what they do now.
    fn drop(&mut self) {
        self.interrupt();
        for lane in [&self.quick, &self.search] {
            lane.lock().closed = true;
            lane.changed.notify_all();
            lane.looks.notify_all();
        }
    }
}

impl Lane {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn add(&self, caller: Caller, size: Size, entry: Entry) -> Result<u64, Full> {
        let mut state = self.lock();
        if state.closed {
            return Err(Full);
        }
        let (number, gone) = state.schedule.add(self.now(), caller, size, entry).map_err(|_| Full)?;
        if gone.is_none() {
            // Before a thread can take it, which counts it no more.
            self.metrics.waiting.fetch_add(1, Ordering::Relaxed);
        }
        drop(state);
        if let Some(mut gone) = gone {
            gone.job.refuse();
        }
        self.changed.notify_one();
        self.looks.notify_one();
        Ok(number)
    }

    /// What a thread does all its life.
    fn work(&self) {
        loop {
            let mut state = self.lock();
            let (number, mut entry) = loop {
                if let Some(next) = state.schedule.next(self.now()) {
                    break next;
                }
                if state.closed && state.schedule.waiting().next().is_none() {
                    return;
                }
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            };
            let flags = entry.flags.clone();
            state.working.push((number, flags.clone()));
            self.metrics.waiting.fetch_sub(1, Ordering::Relaxed);
            self.metrics.working.fetch_add(1, Ordering::Relaxed);
            drop(state);
            self.looks.notify_one();
            // The reply notices that its writer is gone; the thread goes on with the next job.
            let done = catch_unwind(AssertUnwindSafe(|| entry.job.run(&flags.turn)));
            self.metrics.working.fetch_sub(1, Ordering::Relaxed);
            let mut state = self.lock();
            state.working.retain(|(working, _)| *working != number);
            let is_wanted = !flags.left.load(Ordering::Relaxed);
            if matches!(done, Ok(Done::Again)) && is_wanted {
                flags.turn.0.store(false, Ordering::Relaxed);
                // Who leaves from now on finds it among those that wait.
                flags.interrupt.store(state.stopping, Ordering::Relaxed);
                state.schedule.put_back(self.now(), number, entry);
                self.metrics.waiting.fetch_add(1, Ordering::Relaxed);
                drop(state);
            } else {
                state.schedule.end(self.now(), number);
                drop(state);
                // Outside the lock: it may own much.
                drop(entry);
            }
            // There may be a slot free that another kind of job waits for.
            self.changed.notify_all();
            self.looks.notify_one();
        }
    }

    /// Tells jobs whose turn is over.
    fn watch(&self) {
        let mut state = self.lock();
        while !state.closed {
            let told = state.schedule.overdue(self.now());
            for (_, flags) in state.working.iter().filter(|(number, _)| told.contains(number)) {
                flags.turn.0.store(true, Ordering::Relaxed);
                flags.interrupt.store(true, Ordering::Release);
            }
            // What has waited long enough may have to wait on: no need to look all the time.
            let next = state.schedule.next_look().map(|next| next.saturating_sub(self.now()));
            let pause = next.map_or(schedule::PATIENCE, |next| next.max(schedule::LOOK / 4));
            state = self.looks.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if self.is_kept {
            return;
        }
        self.flags.left.store(true, Ordering::Relaxed);
        self.flags.interrupt.store(true, Ordering::Relaxed);
        let forgotten = self.lane.lock().schedule.take(self.number);
        if forgotten.is_some() {
            self.lane.metrics.waiting.fetch_sub(1, Ordering::Relaxed);
        }
        // Outside the lock: a job may own much.
        drop(forgotten);
    }
}
