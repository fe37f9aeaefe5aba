//! Builds the tables of classes in a folder, and takes up the work where it was left.

mod pair;

use std::collections::{BTreeMap, HashSet};
use std::fs::{File, TryLockError};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use chess_arbiter::rules::RulesKind;
use rayon::{ScopeFifo, Yield};

use crate::error::{BuildError, FileError, TableFault, TooLarge};
use crate::file::{Counts, TableFile};
use crate::index;
use crate::material::{Class, plan};
use crate::retrograde::LevelWork;
use crate::shelf::Shelf;
use crate::simplified::index::AnyIndex;
use crate::standard::{self, sets};
use pair::PairJob;

/// How the work is done.
#[derive(Clone, Debug)]
pub struct BuildSettings {
    /// Memory for the positions in work and the tables they lead to, in bytes.
    pub memory: u64,
    /// How often the state within a pair is kept.
    pub keep_every: Duration,
}

impl Default for BuildSettings {
    /// 8 GiB, five minutes.
    fn default() -> BuildSettings {
        BuildSettings { memory: 8 << 30, keep_every: Duration::from_secs(300) }
    }
}

/// How far the work has come, for whoever wants to show it.
#[derive(Debug, Default)]
pub struct BuildProgress {
    /// Positions of all classes asked for.
    pub total: AtomicU64,
    /// Of these, in tables that were there before.
    pub found: AtomicU64,
    /// Of these, in tables that are finished, those found included.
    pub done: AtomicU64,
    /// Of the pair in work.
    pub current: AtomicU64,
    /// What is counted about the pair in work.
    pub work: LevelWork,
    /// The pair in work, and the level.
    pub doing: Mutex<Option<(Class, u8)>>,
}

impl BuildProgress {
    /// The part of the pair in work that is done, from 0 to 1. The first look at a position and the edges to
    /// a quiet one take about as long in all.
    fn part(&self) -> f64 {
        let (current, quiet) = (self.current.load(Relaxed) as f64, self.work.quiet.load(Relaxed) as f64);
        let begun = self.work.begun.load(Relaxed) as f64 / current.max(1.0);
        let expanded = self.work.expanded.load(Relaxed) as f64 / quiet.max(1.0);
        (0.4 * begun + 0.55 * begun * expanded).min(1.0)
    }

    /// Positions that are done, counting part of those of the pair in work.
    pub fn position(&self) -> u64 {
        self.done.load(Relaxed) + (self.part() * self.current.load(Relaxed) as f64) as u64
    }

    fn doing(&self, doing: Option<(Class, u8)>) {
        *self.doing.lock().unwrap_or_else(PoisonError::into_inner) = doing;
    }

    fn solved(&self) {
        self.current.store(0, Relaxed);
        for counter in [&self.work.begun, &self.work.quiet, &self.work.expanded] {
            counter.store(0, Relaxed);
        }
    }
}

/// A pair that is finished.
#[derive(Debug)]
pub struct Finished {
    /// Its classes: one, or one with each side to move.
    pub classes: Vec<(Class, Counts)>,
    /// How long it took, in this run.
    pub time: Duration,
    /// Whether it was taken up in the middle.
    pub resumed: bool,
}

/// Builds the tables of `wanted` and of all classes they lead to, smaller ones first, but for those that are
/// there. Hands each pair to `each` when its files are written.
///
/// Tables that are damaged or not whole are built again. Stops soon after `interrupt` is set; what is being
/// written is, and the state of the pair in work is kept for the next time (of few men it is solved anew).
///
/// `each` is called by one of the threads that work, in the order in which the pairs were solved.
///
/// # Errors
/// A class has too many positions; a file cannot be read or written, or is no table of this version though it
/// has the name of one; too little memory; an interrupt.
pub fn build(
    folder: &Path,
    wanted: impl IntoIterator<Item = Class>,
    options: &BuildSettings,
    progress: &BuildProgress,
    interrupt: &AtomicBool,
    mut each: impl FnMut(Finished) + Send,
) -> Result<(), BuildError> {
    let pairs = plan(wanted);
    // The largest first, so that a class that is too large is more likely one that was asked for.
    for class in pairs.iter().rev().flat_map(|&pair| sides(pair)) {
        index::len_of(class)?;
    }
    std::fs::create_dir_all(folder).map_err(|error| TableFault::from(error).at(folder))?;
    let _alone = alone(folder)?;
    let mut missing = Vec::new();
    for pair in pairs {
        let len = total_len(sides(pair))?;
        progress.total.fetch_add(len, Relaxed);
        if is_built(folder, pair)? {
            progress.found.fetch_add(len, Relaxed);
            progress.done.fetch_add(len, Relaxed);
        } else {
            missing.push((pair, len));
        }
    }
    // In the order in which they come: what is solved first is written first, by one thread too.
    rayon::scope_fifo(|scope| {
        let mut writing = Writing::new(scope, options, progress, interrupt, &mut each);
        let queue = Queue { folder, options, progress, interrupt, missing: &missing };
        let end = queue.solve(&mut writing);
        writing.finish()?;
        end
    })?;
    progress.doing(None);
    Ok(())
}

/// Keeps others from building in the same folder as long as it is held, where the system can do that of a
/// folder.
fn alone(folder: &Path) -> Result<Option<File>, BuildError> {
    let Ok(held) = File::open(folder) else { return Ok(None) };
    match held.try_lock() {
        Err(TryLockError::WouldBlock) => Err(BuildError::Busy(folder.to_owned())),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(held)),
    }
}

/// Pairs that wait to be written have so many positions together, or there is one: that is memory.
const WAITING: u64 = 1 << 25;
/// How often somebody who waits looks for other work.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// The pairs that are to be solved, with their positions, in an order in which each comes after those it
/// leads to.
struct Queue<'a> {
    folder: &'a Path,
    options: &'a BuildSettings,
    progress: &'a BuildProgress,
    interrupt: &'a AtomicBool,
    missing: &'a [(Class, u64)],
}

impl<'a> Queue<'a> {
    /// Solves all of them, unless one cannot be written. Packing is slow, and has less to do at once than
    /// there are threads: pairs of few men are packed beside the solving of others.
    fn solve(self, writing: &mut Writing<'_, 'a>) -> Result<(), BuildError> {
        let Queue { folder, options, progress, interrupt, missing } = self;
        let mut shelves = Shelves::default();
        for (at, &(pair, len)) in missing.iter().enumerate() {
            writing.take_what_is_there();
            // One that takes memory is solved when all others are written, and so is one that reads tables,
            // which may be among those.
            while !writing.has_room(len) || writing.positions > 0 && !shelves.are_there(pair) {
                writing.wait_for_one();
            }
            if writing.error.is_some() {
                break;
            }
            progress.current.store(len, Relaxed);
            let later = missing[at + 1..].iter().flat_map(|(pair, _)| sides(*pair));
            let needed: HashSet<Class> = later.flat_map(Class::leads_to).collect();
            let job = PairJob { folder, pair, options, progress, interrupt, needed: &needed };
            let write = job.run(&mut shelves)?;
            progress.solved();
            writing.begin(pair, len, write);
            shelves.standard.keep(|class| needed.contains(&class));
        }
        Ok(())
    }
}

/// The pairs that are written beside the work of others.
struct Writing<'w, 'a> {
    scope: &'w ScopeFifo<'a>,
    progress: &'a BuildProgress,
    interrupt: &'a AtomicBool,
    /// Told of each that is written, in the order in which they were solved.
    each: &'w mut (dyn FnMut(Finished) + Send),
    /// Those that wait have no more positions than this together, or there is one.
    most: u64,
    begun: usize,
    /// Those that are not yet written have so many.
    positions: u64,
    channel: (Sender<Written>, Receiver<Written>),
    /// Those of which others that were solved before are not written.
    early: BTreeMap<usize, Finished>,
    /// Which is told of next.
    next: usize,
    /// Why the first of those that could not be written was not: no other is begun.
    error: Option<BuildError>,
    failed: Arc<AtomicBool>,
}

/// Which it was, its positions, and what became of it: nothing, if it was left.
type Written = (usize, u64, Option<thread::Result<Result<Finished, BuildError>>>);

impl<'w, 'a> Writing<'w, 'a> {
    fn new(
        scope: &'w ScopeFifo<'a>,
        options: &BuildSettings,
        progress: &'a BuildProgress,
        interrupt: &'a AtomicBool,
        each: &'w mut (dyn FnMut(Finished) + Send),
    ) -> Writing<'w, 'a> {
        let (channel, early, failed) = (mpsc::channel(), BTreeMap::new(), Arc::default());
        let most = WAITING.min(options.memory / 4);
        let (begun, positions, next, error) = (0, 0, 0, None);
        Writing {
            scope,
            progress,
            interrupt,
            each,
            most,
            begun,
            positions,
            channel,
            early,
            next,
            error,
            failed,
        }
    }

    /// Whether a pair with so many positions can wait beside the others.
    fn has_room(&self, len: u64) -> bool {
        self.positions == 0 || self.positions + len <= self.most
    }

    fn begin(&mut self, pair: Class, len: u64, write: Unwritten<'a>) {
        let (at, sender) = (self.begun, self.channel.0.clone());
        self.begun += 1;
        self.positions += len;
        let (failed, interrupt) = (self.failed.clone(), self.interrupt);
        // A pair of few men is solved again sooner than it is packed.
        let is_soon_solved = pair.rules() == RulesKind::Standard && sets::is_solved(pair);
        self.scope.spawn_fifo(move |_| {
            let is_left = failed.load(Relaxed) || is_soon_solved && interrupt.load(Relaxed);
            // Who waits for it must hear of a panic.
            let written = (!is_left).then(|| catch_unwind(AssertUnwindSafe(write)));
            failed.fetch_or(!matches!(written, None | Some(Ok(Ok(_)))), Relaxed);
            // Whoever is told waits until all are.
            let _ = sender.send((at, len, written));
        });
    }

    /// Takes what is written by now.
    fn take_what_is_there(&mut self) {
        while let Ok(written) = self.channel.1.try_recv() {
            self.take(written);
        }
    }

    /// Waits until one more is written.
    fn wait_for_one(&mut self) {
        let written = loop {
            if let Ok(written) = self.channel.1.try_recv() {
                break written;
            }
            // This thread is one of those that write.
            if rayon::yield_now() != Some(Yield::Executed)
                && let Ok(written) = self.channel.1.recv_timeout(LOOK_EVERY)
            {
                break written;
            }
        };
        self.take(written);
    }

    fn take(&mut self, (at, len, written): Written) {
        self.positions -= len;
        match written.map(|written| written.unwrap_or_else(|panic| resume_unwind(panic))) {
            Some(Ok(finished)) => {
                self.progress.done.fetch_add(len, Relaxed);
                self.early.insert(at, finished);
            }
            Some(Err(error)) => {
                self.error.get_or_insert(error);
            }
            // It was left for an error that is still to be told, or because of the interrupt.
            None if self.failed.load(Relaxed) => {}
            None => {
                self.error.get_or_insert(BuildError::Interrupted);
            }
        }
        while let Some(finished) = self.early.remove(&self.next) {
            (self.each)(finished);
            self.next += 1;
        }
    }

    /// Waits until all are written, as far as they can be.
    fn finish(mut self) -> Result<(), BuildError> {
        while self.positions > 0 {
            self.wait_for_one();
        }
        self.early.into_values().for_each(self.each);
        self.error.map_or(Ok(()), Err)
    }
}

/// Writes the tables of a pair that is solved.
type Unwritten<'a> = Box<dyn FnOnce() -> Result<Finished, BuildError> + Send + 'a>;

/// The classes of a pair.
pub fn sides(pair: Class) -> Vec<Class> {
    let mut sides = vec![pair, pair.swapped()];
    sides.dedup();
    sides
}

/// The positions of all these classes.
fn total_len(classes: Vec<Class>) -> Result<u64, TooLarge> {
    classes.into_iter().map(|class| index::len_of(class).map(u64::from)).sum()
}

/// Whether the tables of a pair are there and whole.
fn is_built(folder: &Path, pair: Class) -> Result<bool, FileError> {
    let one = pair.rules() == RulesKind::Standard;
    let mut found = 0;
    for class in sides(pair) {
        let whole = TableFile::open(folder, class)
            .and_then(|table| table.map(|table| table.read_through()).transpose());
        match whole {
            Ok(Some(())) => found += 1,
            Ok(None) => {}
            Err(error) if error.fault.is_built_again() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found >= if one { 1 } else { sides(pair).len() })
}

/// What is in memory of the classes that the next ones lead to.
#[derive(Default)]
struct Shelves {
    simplified: Shelf<AnyIndex>,
    standard: Shelf<standard::Index>,
}

impl Shelves {
    /// Whether all that a pair of standard chess leads to is in memory.
    fn are_there(&self, pair: Class) -> bool {
        sides(pair).into_iter().flat_map(Class::leads_to).all(|class| self.standard.get(class).is_some())
    }
}
