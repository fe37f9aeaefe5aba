//! Blocks of lines on several threads, rows in the order of the input. Each thread reads when it is its turn
//! to read, answers, and writes when it is its block's turn: nothing is handed over, so that what was read is
//! still in the cache of whoever answers, and one thread is one.
//!
//! For answers that take about as long as each other; [`pipeline`](crate::pipeline) is for all else. Threads
//! are not joined: when the process is interrupted one of them may be waiting for input that never comes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::block::Block;
use crate::exit::Failure;
use crate::input::Input;
use crate::output::{Row, RowWriter};

/// How often a waiting thread looks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

struct Turns {
    /// None once it was taken away.
    reading: Mutex<Option<Reading>>,
    writing: Mutex<Writing>,
    /// Something was written, or a thread has ended.
    changed: Condvar,
    interrupted: Arc<AtomicBool>,
}

struct Reading {
    input: Input,
    /// Blocks so far.
    count: u64,
    is_over: bool,
}

struct Writing {
    /// The block to be written next.
    next: u64,
    /// None once it was taken away.
    writer: Option<RowWriter>,
    /// Threads that have not ended.
    threads: usize,
    failure: Option<Failure>,
}

/// Answers blocks until the input has none; what is left of the input, nothing once `interrupted`.
///
/// # Errors
/// Writing failed, or a thread did.
pub(crate) fn run(
    input: Input,
    threads: usize,
    interrupted: &Arc<AtomicBool>,
    work: impl Fn(&Block, &mut Row) + Send + Sync + 'static,
    writer: RowWriter,
) -> Result<(RowWriter, Option<Input>), Failure> {
    let turns = Arc::new(Turns {
        reading: Mutex::new(Some(Reading { input, count: 0, is_over: false })),
        writing: Mutex::new(Writing { next: 0, writer: Some(writer), threads: 0, failure: None }),
        changed: Condvar::new(),
        interrupted: interrupted.clone(),
    });
    let work = Arc::new(work);
    for started in 0..threads {
        let (own, work) = (turns.clone(), work.clone());
        lock(&turns.writing).threads += 1;
        match thread::Builder::new().name("worker".into()).spawn(move || Ending(&own).work(&*work)) {
            Ok(_) => {}
            // Fewer threads do as well.
            Err(_) if started > 0 => {
                lock(&turns.writing).threads -= 1;
                break;
            }
            Err(error) => return Err(Failure::System { what: "cannot start a thread".into(), error }),
        }
    }
    let mut writing = lock(&turns.writing);
    while writing.threads > 0 && writing.failure.is_none() && !interrupted.load(Ordering::Relaxed) {
        writing = turns.wait(writing);
    }
    if let Some(failure) = writing.failure.take() {
        return Err(failure);
    }
    let writer = writing.writer.take().ok_or(Failure::Internal)?;
    // While a thread waits for input nobody else gets at it.
    let input = if writing.threads > 0 { None } else { lock(&turns.reading).take() };
    Ok((writer, input.map(|reading| reading.input)))
}

impl Turns {
    /// The number of the block that was read; none if there is none.
    fn read(&self, block: &mut Block) -> Option<u64> {
        let mut reading = lock(&self.reading);
        let reading = reading.as_mut().filter(|reading| !reading.is_over)?;
        reading.is_over = !reading.input.next(block);
        reading.count += 1;
        (!reading.is_over).then_some(reading.count - 1)
    }

    /// Writes the rows of a block when those before it are written; false if nobody wants more.
    fn write(&self, number: u64, row: &Row) -> bool {
        let mut writing = lock(&self.writing);
        while writing.next != number && writing.failure.is_none() && !self.is_interrupted() {
            writing = self.wait(writing);
        }
        if writing.failure.is_some() || self.is_interrupted() {
            return false;
        }
        let Some(writer) = &mut writing.writer else { return false };
        // Somebody may be waiting for it.
        if let Err(error) = writer.write(row).and_then(|()| writer.flush()) {
            writing.failure = Some(error.into());
            return false;
        }
        writing.next += 1;
        self.changed.notify_all();
        true
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn wait<'a>(&self, writing: MutexGuard<'a, Writing>) -> MutexGuard<'a, Writing> {
        self.changed.wait_timeout(writing, PATIENCE).unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Says that a thread has ended, be it by a panic.
struct Ending<'a>(&'a Turns);

impl Ending<'_> {
    fn work(self, work: &(impl Fn(&Block, &mut Row) + ?Sized)) {
        let (mut block, mut row) = (Block::default(), Row::default());
        while let Some(number) = self.0.read(&mut block) {
            row.clear();
            work(&block, &mut row);
            if !self.0.write(number, &row) {
                break;
            }
        }
    }
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let mut writing = lock(&self.0.writing);
        writing.threads -= 1;
        if thread::panicking() {
            writing.failure.get_or_insert(Failure::Internal);
        }
        self.0.changed.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
