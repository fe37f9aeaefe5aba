//! Many inputs, several threads, results in the order of the inputs, in bounded memory.
//!
//! One thread reads (the *feeder*), some work, the calling thread writes. What is read is handed over in
//! batches, and for each batch the writer is given, in order, the place where its rows will appear. The
//! threads are not joined: when the process is interrupted one of them may be waiting for input that never
//! comes.

use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::exit::Failure;
use crate::output::{Row, RowWriter};

/// Bytes of rows that may wait for a slow one before them.
const WAITING_BYTES: usize = 64 << 20;
/// How often a waiting thread looks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// How much is done at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Threads that work.
    pub(crate) threads: usize,
    /// Inputs that one thread takes at once, at most. It takes fewer where one of them can take long.
    pub(crate) batch: usize,
    /// Batches that are read, worked on or waiting to be written, for each thread.
    pub(crate) ahead: usize,
}

/// How long a thread should be busy with a batch: much longer than it takes to hand it over.
const BATCH_TIME: Duration = Duration::from_micros(300);

/// How long one input takes, about as long as the worst of the last ones did.
#[derive(Debug)]
struct Pace(AtomicU64);

impl Pace {
    /// Nothing is known.
    fn unknown() -> Pace {
        Pace(AtomicU64::new(u64::MAX))
    }

    fn add(&self, worst: Duration) {
        let worst = u64::try_from(worst.as_nanos()).unwrap_or(u64::MAX);
        let known = self.0.load(Ordering::Relaxed);
        let known = if known == u64::MAX { 0 } else { known - known / 8 };
        self.0.store(worst.max(known).max(1), Ordering::Relaxed);
    }

    /// Inputs that keep a thread busy for [`BATCH_TIME`].
    fn batch(&self) -> usize {
        (BATCH_TIME.as_nanos() as u64 / self.0.load(Ordering::Relaxed)).max(1) as usize
    }
}

struct Batch<T> {
    number: u64,
    items: Vec<T>,
    rows: Sender<Done>,
}

/// What became of a batch.
struct Done {
    rows: Vec<Row>,
    /// Not all where Ctrl-C came: what had not been begun is not written.
    all: bool,
}

/// What the writer waits for.
enum Slot {
    Rows(Receiver<Done>),
    /// Everything was read. A feeder that panicked does not say so.
    End,
}

/// Reads with `feed`, works with `work`, writes to `writer`, until the end of the input or `interrupted`.
///
/// # Errors
/// Writing failed, or a thread did.
pub(crate) fn run<T: Send + 'static>(
    plan: Plan,
    interrupted: &Arc<AtomicBool>,
    feed: impl FnOnce(&Feeder<T>) + Send + 'static,
    work: impl Fn(T) -> Row + Send + Sync + 'static,
    writer: &mut RowWriter,
) -> Result<(), Failure> {
    let (slots, in_order) = mpsc::sync_channel(plan.ahead * plan.threads);
    let (jobs, waiting_jobs) = mpsc::channel::<Batch<T>>();
    let waiting_jobs = Arc::new(Mutex::new(waiting_jobs));
    let work = Arc::new(work);
    let gate = Arc::new(Gate::default());
    let pace = Arc::new(Pace::unknown());
    for started in 0..plan.threads {
        let (jobs, work) = (waiting_jobs.clone(), work.clone());
        let (gate, pace, interrupted) = (gate.clone(), pace.clone(), interrupted.clone());
        let thread = thread::Builder::new().name("worker".into());
        match thread.spawn(move || worker(&jobs, &*work, &gate, &pace, &interrupted)) {
            Ok(_) => {}
            // Fewer threads do as well.
            Err(_) if started > 0 => break,
            Err(error) => return Err(Failure::System { what: "cannot start a thread".into(), error }),
        }
    }
    drop(waiting_jobs);
    let pending =
        Pending { items: Vec::new(), batch: plan.batch, pace, number: 0, jobs, slots, closed: false };
    thread::Builder::new()
        .name("reader".into())
        .spawn(move || {
            let feeder = Feeder(Rc::new(RefCell::new(pending)));
            feed(&feeder);
            feeder.hand_over();
            let _ = feeder.0.borrow().slots.send(Slot::End);
        })
        .map_err(|error| Failure::System { what: "cannot start a thread".into(), error })?;
    write(&in_order, &gate, interrupted, writer)
}

fn worker<T>(
    jobs: &Mutex<Receiver<Batch<T>>>,
    work: &(impl Fn(T) -> Row + ?Sized),
    gate: &Gate,
    pace: &Pace,
    interrupted: &AtomicBool,
) {
    loop {
        let job = lock(jobs).recv();
        let Ok(Batch { number, items, rows }) = job else { return };
        gate.wait(number, interrupted);
        if interrupted.load(Ordering::Relaxed) {
            return;
        }
        let mut worst = Duration::ZERO;
        let timed = |item| {
            let start = Instant::now();
            let row = work(item);
            worst = worst.max(start.elapsed());
            row
        };
        let wanted = items.len();
        let begun = |_: &T| !interrupted.load(Ordering::Relaxed);
        let done: Vec<Row> = items.into_iter().take_while(begun).map(timed).collect();
        let all = done.len() == wanted;
        pace.add(worst);
        gate.add(size(&done));
        let _ = rows.send(Done { rows: done, all });
    }
}

fn write(
    slots: &Receiver<Slot>,
    gate: &Gate,
    interrupted: &AtomicBool,
    writer: &mut RowWriter,
) -> Result<(), Failure> {
    loop {
        let slot = match slots.try_recv() {
            Ok(slot) => slot,
            Err(TryRecvError::Disconnected) => return Err(Failure::Internal),
            Err(TryRecvError::Empty) => {
                writer.flush()?;
                match slots.recv_timeout(PATIENCE) {
                    Ok(slot) => slot,
                    Err(RecvTimeoutError::Timeout) if interrupted.load(Ordering::Relaxed) => return Ok(()),
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => return Err(Failure::Internal),
                }
            }
        };
        let Slot::Rows(rows) = slot else { return Ok(writer.flush()?) };
        let done = match rows.try_recv() {
            Err(TryRecvError::Empty) => {
                writer.flush()?;
                rows.recv().ok()
            }
            done => done.ok(),
        };
        match done {
            Some(Done { rows, all }) => {
                for row in &rows {
                    writer.write(row)?;
                }
                gate.written(size(&rows));
                if !all {
                    return Ok(writer.flush()?);
                }
            }
            // Dropped without rows: by Ctrl-C before the work began, or by a panic in it.
            None if interrupted.load(Ordering::Relaxed) => return Ok(writer.flush()?),
            None => {
                writer.flush()?;
                return Err(Failure::Internal);
            }
        }
    }
}

fn size(rows: &[Row]) -> usize {
    rows.iter().map(|row| row.text.len()).sum()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Holds work back while too much is waiting to be written; never the batch that is to be written next.
#[derive(Default)]
struct Gate {
    state: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// The number of the batch to be written next.
    next: u64,
    bytes: usize,
}

impl Gate {
    fn wait(&self, number: u64, interrupted: &AtomicBool) {
        let mut state = lock(&self.state);
        while state.bytes > WAITING_BYTES && state.next < number && !interrupted.load(Ordering::Relaxed) {
            state = self.changed.wait_timeout(state, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn add(&self, bytes: usize) {
        lock(&self.state).bytes += bytes;
    }

    fn written(&self, bytes: usize) {
        let mut state = lock(&self.state);
        state.bytes -= bytes;
        state.next += 1;
        self.changed.notify_all();
    }
}

/// Where the reading thread puts what it has read.
pub(crate) struct Feeder<T>(Rc<RefCell<Pending<T>>>);

struct Pending<T> {
    items: Vec<T>,
    batch: usize,
    pace: Arc<Pace>,
    number: u64,
    jobs: Sender<Batch<T>>,
    slots: SyncSender<Slot>,
    closed: bool,
}

impl<T> Feeder<T> {
    /// Adds an input; false if nobody wants more.
    pub(crate) fn push(&self, item: T) -> bool {
        let full = {
            let mut pending = self.0.borrow_mut();
            pending.items.push(item);
            pending.items.len() >= pending.batch.min(pending.pace.batch())
        };
        if full {
            self.hand_over();
        }
        !self.0.borrow().closed
    }

    /// Gives what was read to the workers; waits while they have enough.
    pub(crate) fn hand_over(&self) {
        let mut pending = self.0.borrow_mut();
        if pending.items.is_empty() {
            return;
        }
        let (rows, receiver) = mpsc::channel();
        let job = Batch { number: pending.number, items: std::mem::take(&mut pending.items), rows };
        pending.number += 1;
        pending.closed |= pending.slots.send(Slot::Rows(receiver)).is_err();
        pending.closed |= pending.jobs.send(job).is_err();
    }

    /// A source that hands over what was read before it waits for more.
    pub(crate) fn prompt<R: Read>(&self, source: R) -> Prompt<T, R> {
        Prompt { feeder: Feeder(self.0.clone()), source }
    }
}

/// See [`Feeder::prompt`].
pub(crate) struct Prompt<T, R> {
    feeder: Feeder<T>,
    source: R,
}

impl<T, R: Read> Read for Prompt<T, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.feeder.hand_over();
        self.source.read(buffer)
    }
}
