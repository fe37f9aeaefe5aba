//! Builds the tables of classes in a folder, and takes up the work where it was left.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chess_arbiter::rules::{Rules, Simplified, SimplifiedPawns};
use rayon::prelude::*;

use crate::checkpoint;
use crate::conversions::SolvedClass;
use crate::error::{BuildError, FileError, TableFault, TooLarge};
use crate::file::{self, Counts, TableFile, VALUES};
use crate::index::AnyIndex;
use crate::material::{Class, plan};
use crate::retrograde::{Half, LevelWork, Retrograde};
use crate::store::settled;

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
        AnyIndex::len_of(class)?;
    }
    std::fs::create_dir_all(folder).map_err(|error| TableFault::from(error).at(folder))?;
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
    for (pair, len) in missing {
        progress.current.store(len, Relaxed);
        let finished = PairJob { folder, pair, options, progress, interrupt }.run()?;
        progress.finished(len);
        each(finished);
    }
    progress.doing(None);
    Ok(())
}

/// The classes of a pair.
pub fn sides(pair: Class) -> Vec<Class> {
    let mut sides = vec![pair, pair.swapped()];
    sides.dedup();
    sides
}

/// The positions of all these classes.
fn total_len(classes: Vec<Class>) -> Result<u64, TooLarge> {
    classes.into_iter().map(|class| AnyIndex::len_of(class).map(u64::from)).sum()
}

/// Whether the tables of a pair are there and, as far as can be seen from outside, whole.
fn is_built(folder: &Path, pair: Class) -> Result<bool, FileError> {
    for class in sides(pair) {
        match TableFile::open(folder, class) {
            Ok(Some(_)) => {}
            Ok(None) => return Ok(false),
            Err(FileError { fault: TableFault::Damaged(_) | TableFault::Length { .. }, .. }) => {
                return Ok(false);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

struct PairJob<'a> {
    folder: &'a Path,
    pair: Class,
    options: &'a BuildSettings,
    progress: &'a BuildProgress,
    interrupt: &'a AtomicBool,
}

impl PairJob<'_> {
    fn run(&self) -> Result<Finished, BuildError> {
        if self.pair.has_pawns() { self.run_in::<SimplifiedPawns>() } else { self.run_in::<Simplified>() }
    }

    fn run_in<R: Rules>(&self) -> Result<Finished, BuildError> {
        let start = Instant::now();
        self.check_memory()?;
        let (solved, mut state) = self.prepare::<R>()?;
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
        drop(solved);
        let mut classes = Vec::new();
        for half in state.halves {
            let counts = count(&half);
            let Half { index, store, conversions } = half;
            drop(conversions);
            let index = AnyIndex::new(index.class());
            file::write(self.folder, &index, &counts, |range, into| {
                store.copy(range, into);
                into.iter_mut().for_each(|byte| *byte = settled(*byte));
            })?;
            classes.push((index.class(), counts));
        }
        checkpoint::remove(self.folder, self.pair);
        Ok(Finished { classes, time: start.elapsed(), resumed })
    }

    fn check_memory(&self) -> Result<(), BuildError> {
        let mut classes = sides(self.pair);
        let conversions = classes.iter().flat_map(|class| class.conversions()).map(|(_, class)| class);
        let conversions: Vec<Class> = conversions.collect();
        classes.extend(conversions);
        classes.sort_unstable();
        classes.dedup();
        let needed = total_len(classes)?;
        let allowed = self.options.memory;
        if needed > allowed { Err(BuildError::Memory { class: self.pair, needed, allowed }) } else { Ok(()) }
    }

    /// The pair before any work, and the tables it leads to.
    #[allow(clippy::type_complexity)]
    fn prepare<R: Rules>(&self) -> Result<(HashMap<Class, Arc<SolvedClass>>, Retrograde<R>), BuildError> {
        let mut solved = HashMap::new();
        for (_, class) in sides(self.pair).into_iter().flat_map(Class::conversions) {
            if !solved.contains_key(&class)
                && let Some(table) = TableFile::open(self.folder, class)?
            {
                let values = table.values()?;
                solved.insert(class, Arc::new(SolvedClass { index: AnyIndex::new(class), values }));
            }
        }
        let state = Retrograde::new(self.pair, |class| solved.get(&class).cloned());
        Ok((solved, state))
    }

    /// Counts the work that was done before.
    fn count_resumed<R: Rules>(&self, state: &Retrograde<R>) {
        let work = &self.progress.work;
        for half in &state.halves {
            let counts = count(half);
            let quiet: u64 = counts.classes[2..].iter().sum::<u64>() + counts.classes[0];
            work.begun.fetch_add(half.index.len().into(), Relaxed);
            work.quiet.fetch_add(quiet, Relaxed);
            work.expanded.fetch_add(counts.classes[2..usize::from(state.level)].iter().sum(), Relaxed);
        }
    }
}

/// Counts the values of a class.
fn count<R: Rules>(half: &Half<R>) -> Counts {
    const PIECE: u32 = 1 << 20;
    let len = half.store.len();
    let pieces: Vec<_> = (0..len)
        .into_par_iter()
        .step_by(PIECE as usize)
        .map(|start| {
            let (mut bytes, mut classes) = (Vec::new(), [0_u64; VALUES]);
            half.store.copy(start..(start + PIECE).min(len), &mut bytes);
            for byte in &mut bytes {
                *byte = settled(*byte);
                classes[usize::from(*byte)] += 1;
            }
            let mut hasher = crc32fast::Hasher::new();
            hasher.update(&bytes);
            (classes, hasher)
        })
        .collect();
    let (mut counts, mut checksum) = (Counts::default(), crc32fast::Hasher::new());
    for (classes, hasher) in pieces {
        counts.classes.iter_mut().zip(classes).for_each(|(sum, count)| *sum += count);
        checksum.combine(&hasher);
    }
    for number in half.index.symmetric() {
        counts.symmetric[usize::from(settled(half.store.get(number)))] += 1;
    }
    counts.checksum = checksum.finalize();
    counts
}
