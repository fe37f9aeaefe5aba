//! Builds the tables of classes in a folder, and takes up the work where it was left.

use std::collections::{BTreeSet, HashSet};
use std::fs::{File, TryLockError};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use chess_arbiter::rules::{RulesKind, Simplified, SimplifiedPawns};
use rayon::prelude::*;

use crate::checkpoint;
use crate::error::{BuildError, FileError, TableFault, TooLarge};
use crate::file::{self, Counts, TableFile};
use crate::half::Half;
use crate::index;
use crate::late::Late;
use crate::layout::Layout;
use crate::material::{Class, plan};
use crate::positions::{Numbered, Positions};
use crate::retrograde::{LevelWork, Retrograde};
use crate::shelf::Shelf;
use crate::simplified::Side;
use crate::simplified::index::AnyIndex;
use crate::solved::estimate;
use crate::standard;
use crate::store::NOISY;

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

struct PairJob<'a, 'b> {
    folder: &'a Path,
    pair: Class,
    options: &'a BuildSettings,
    progress: &'a BuildProgress,
    interrupt: &'a AtomicBool,
    /// The classes that later pairs lead to.
    needed: &'b HashSet<Class>,
}

impl<'a> PairJob<'a, '_> {
    /// Solves the pair.
    fn run(self, shelves: &mut Shelves) -> Result<Unwritten<'a>, BuildError> {
        match self.pair.rules() {
            RulesKind::Standard => self.run_in::<standard::Side>(&mut shelves.standard),
            RulesKind::SimplifiedPawns => self.run_in::<Side<SimplifiedPawns>>(&mut shelves.simplified),
            _ => self.run_in::<Side<Simplified>>(&mut shelves.simplified),
        }
    }

    fn run_in<P: Positions>(self, shelf: &mut Shelf<P::Index>) -> Result<Unwritten<'a>, BuildError> {
        let start = Instant::now();
        self.make_room(shelf)?;
        let mut state = self.prepare::<P>(shelf)?;
        let resumed = checkpoint::load(self.folder, self.pair, &mut state);
        if resumed {
            self.count_resumed(&state);
        }
        let mut kept = Instant::now();
        loop {
            self.progress.doing(Some((self.pair, state.level)));
            let more = state
                .step(&self.progress.work, self.interrupt)
                .map_err(|error| BuildError::TooLong(self.pair, error))?;
            let interrupted = self.interrupt.load(Relaxed);
            if more && state.level > 0 && (interrupted || kept.elapsed() >= self.options.keep_every) {
                checkpoint::save(self.folder, self.pair, &state)?;
                kept = Instant::now();
            }
            if interrupted {
                return Err(BuildError::Interrupted);
            }
            if !more {
                break;
            }
        }
        let (folder, pair, past, mut halves) = (self.folder, self.pair, state.past, state.halves);
        // It has been asked for the last time, and writing takes memory of its own.
        halves.iter_mut().for_each(|half| half.late = Late::default());
        let counts = move |half: &Half<P>| {
            let copy = |range: Range<u32>, into: &mut Vec<u16>| half.copy(past, range, into);
            let symmetric = half.values(past, half.positions.symmetric());
            Counts::of(half.positions.class(), half.store.len(), copy, symmetric)
        };
        let write = move |half: &Half<P>, counts: &[Counts]| {
            let copy = |range: Range<u32>, into: &mut Vec<u16>| half.copy_marked(past, range, into);
            file::write(folder, half.positions.class(), half.store.len(), counts, copy)
        };
        let counted: Vec<(Class, Counts)> =
            halves.iter().map(|half| (half.positions.class(), counts(half))).collect();
        if !P::Index::ONE_OF_PAIR {
            // Nothing that follows needs them in memory.
            shelf.keep(|_| false);
            for (half, (_, counts)) in halves.iter().zip(&counted) {
                write(half, std::slice::from_ref(counts))?;
            }
            checkpoint::remove(folder, pair);
            let finished = Finished { classes: counted, time: start.elapsed(), resumed };
            return Ok(Box::new(|| Ok(finished)));
        }
        for half in halves.iter().filter(|half| self.needed.contains(&half.positions.class())) {
            shelf.put(half.positions.class(), half.solved(past));
        }
        let time = start.elapsed();
        Ok(Box::new(move || {
            let packed = |half: &Half<P>| {
                let copy = |range: Range<u32>, into: &mut Vec<u16>| half.copy_marked(past, range, into);
                file::estimate(half.positions.class(), half.store.len(), copy)
            };
            let order =
                if halves.len() > 1 && packed(&halves[1]) < packed(&halves[0]) { [1, 0] } else { [0, 1] };
            let in_order =
                order.iter().filter_map(|&half| counted.get(half).map(|(_, counts)| counts.clone()));
            write(&halves[order[0]], &in_order.collect::<Vec<_>>())?;
            if let Some(other) = halves.get(order[1]) {
                // What is there of it, if anything, is damaged or of an earlier version.
                let _ = std::fs::remove_file(folder.join(file::name(other.positions.class())));
            }
            checkpoint::remove(folder, pair);
            Ok(Finished { classes: counted, time, resumed })
        }))
    }

    /// The classes that moves out of its own lead to.
    fn leads_to(&self) -> BTreeSet<Class> {
        sides(self.pair).into_iter().flat_map(Class::leads_to).collect()
    }

    /// Looks whether there is memory enough, and makes room on the shelf.
    fn make_room<X: Numbered>(&self, shelf: &mut Shelf<X>) -> Result<(), BuildError> {
        let classes = self.leads_to();
        let positions = total_len(sides(self.pair))?;
        let offered = if Layout::of(self.pair).leaves_open { positions / PACKED_OFFERS } else { 0 };
        let of_pair = positions + positions / LATE + offered;
        let takes = |class: Class| match shelf.get(class) {
            Some(solved) => Ok(solved.bytes()),
            None => index::len_of(class).map(estimate::<X>),
        };
        let (mut needed, mut behind) = (of_pair, 0);
        for &class in &classes {
            needed += takes(class)?;
            if X::ONE_OF_PAIR && shelf.get(class).is_none() {
                // To read it takes what it leads to, for as long.
                let read = plan([class]).into_iter().flat_map(sides);
                let read = read.filter(|class| !classes.contains(class)).map(takes);
                behind = read.sum::<Result<u64, TooLarge>>()?.max(behind);
            }
        }
        needed += behind;
        let allowed = self.options.memory;
        if needed > allowed {
            return Err(BuildError::Memory { class: self.pair, needed, allowed });
        }
        if shelf.bytes() + of_pair > allowed {
            shelf.keep(|class| classes.contains(&class));
        }
        Ok(())
    }

    /// The pair before any work.
    fn prepare<P: Positions>(&self, shelf: &mut Shelf<P::Index>) -> Result<Retrograde<P>, BuildError> {
        let leads_to = self.leads_to();
        for &class in &leads_to {
            if shelf.get(class).is_none() {
                let loaded = shelf.load_until(self.folder, class, &|| self.interrupt.load(Relaxed))?;
                if self.interrupt.load(Relaxed) {
                    return Err(BuildError::Interrupted);
                }
                loaded.ok_or(BuildError::Gone(class))?;
                // Large ones that it follows from have been read with it.
                let few = |class: Class| class.men() < self.pair.men();
                shelf.keep(|class| few(class) || leads_to.contains(&class) || self.needed.contains(&class));
            }
        }
        Ok(Retrograde::new(self.pair, |class| shelf.get(class).cloned()))
    }

    /// Counts the work that was done before, about.
    fn count_resumed<P: Positions>(&self, state: &Retrograde<P>) {
        let work = &self.progress.work;
        for half in &state.halves {
            let (mut quiet, mut expanded) = (0, 0);
            for number in (0..half.store.len()).step_by(SAMPLED) {
                let byte = half.store.get(number);
                quiet += u64::from(byte != NOISY);
                expanded += u64::from(byte != NOISY && byte < state.level);
            }
            work.begun.fetch_add(half.positions.len().into(), Relaxed);
            work.quiet.fetch_add(quiet * SAMPLED as u64, Relaxed);
            work.expanded.fetch_add(expanded * SAMPLED as u64, Relaxed);
        }
    }
}

/// What conversions offer later takes up to about so many times less than a byte a position.
const LATE: u64 = 4;
/// The same of what they offer, packed, where it is kept: measured were 4 to 9.
const PACKED_OFFERS: u64 = 4;
/// To say how far work has come, one position of so many is enough.
const SAMPLED: usize = 64;
