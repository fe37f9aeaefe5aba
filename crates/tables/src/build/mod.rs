//! Builds the tables of classes in a folder, and takes up the work where it was left.

mod pair;

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chess_arbiter::rules::RulesKind;
use rayon::prelude::*;

use crate::error::{BuildError, FileError, TableFault, TooLarge};
use crate::file::{Counts, TableFile};
use crate::index;
use crate::material::{Class, plan};
use crate::retrograde::LevelWork;
use crate::shelf::Shelf;
use crate::simplified::index::AnyIndex;
use crate::standard;
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

    fn finished(&self, len: u64) {
        self.current.store(0, Relaxed);
        self.done.fetch_add(len, Relaxed);
        self.reset();
    }

    fn reset(&self) {
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
/// Tables that are damaged or not whole are built again. Stops soon after `interrupt` is set, and keeps the
/// state of the pair in work for the next time.
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
    mut each: impl FnMut(Finished),
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
    let queue = Queue { folder, options, progress, interrupt, missing };
    let (mut shelves, mut next) = (Shelves::default(), 0);
    let mut unwritten = Vec::new();
    while next < queue.missing.len() {
        // A pair that takes memory, or whose table the next one has to read, is written before.
        if queue.missing[..next].last().is_some_and(|&(_, len)| len > BESIDE)
            || !shelves.are_there(queue.missing[next].0)
        {
            write_all(std::mem::take(&mut unwritten))?.into_iter().for_each(&mut each);
        }
        // Packing is slow, and has less to do at once than there are threads: more is solved beside.
        let packing = AtomicBool::new(true);
        let (written, (solved, end)) = rayon::join(
            || {
                let written = write_all(std::mem::take(&mut unwritten));
                packing.store(false, Relaxed);
                written
            },
            || queue.solve(&mut next, &mut shelves, &packing),
        );
        written?.into_iter().for_each(&mut each);
        unwritten = solved;
        if end.is_err() {
            write_all(std::mem::take(&mut unwritten))?.into_iter().for_each(&mut each);
            end?;
        }
    }
    write_all(unwritten)?.into_iter().for_each(&mut each);
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

/// A pair with more positions is written before the next is solved: it takes memory, and keeps all threads at
/// work by itself.
const BESIDE: u64 = 1 << 26;
/// Pairs with so many positions together wait to be written, and one more: that is memory.
const WAITING: u64 = 1 << 25;

/// Writes pairs, each by itself.
fn write_all(pairs: Vec<Unwritten<'_>>) -> Result<Vec<Finished>, BuildError> {
    pairs.into_par_iter().map(|write| write()).collect()
}

/// The pairs that are to be solved, with their positions, in an order in which each comes after those it
/// leads to.
struct Queue<'a> {
    folder: &'a Path,
    options: &'a BuildSettings,
    progress: &'a BuildProgress,
    interrupt: &'a AtomicBool,
    missing: Vec<(Class, u64)>,
}

impl<'a> Queue<'a> {
    /// Solves the next pair, and more while others are packed and there is room for them to wait: those that
    /// are solved, and what stopped it.
    fn solve(
        &self,
        next: &mut usize,
        shelves: &mut Shelves,
        packing: &AtomicBool,
    ) -> (Vec<Unwritten<'a>>, Result<(), BuildError>) {
        let Queue { folder, options, progress, interrupt, ref missing } = *self;
        let (mut solved, mut waiting) = (Vec::new(), 0);
        while let Some(&(pair, len)) = missing.get(*next) {
            let goes_on = packing.load(Relaxed) && waiting + len <= WAITING && shelves.are_there(pair);
            if !solved.is_empty() && !goes_on {
                break;
            }
            progress.current.store(len, Relaxed);
            let later = missing[*next + 1..].iter().flat_map(|(pair, _)| sides(*pair));
            let needed: HashSet<Class> = later.flat_map(Class::leads_to).collect();
            match (PairJob { folder, pair, options, progress, interrupt, needed: &needed }).run(shelves) {
                Ok(write) => solved.push(write),
                Err(error) => return (solved, Err(error)),
            }
            progress.finished(len);
            *next += 1;
            waiting += len;
            shelves.standard.keep(|class| needed.contains(&class));
        }
        (solved, Ok(()))
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
