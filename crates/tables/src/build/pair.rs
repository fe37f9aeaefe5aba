//! One pair: solved, counted, and made ready to be written.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use chess_arbiter::rules::{RulesKind, Simplified, SimplifiedPawns};

use super::{BuildProgress, BuildSettings, Finished, Shelves, Unwritten, sides, total_len};
use crate::checkpoint;
use crate::error::{BuildError, TooLarge};
use crate::file::{self, Counts};
use crate::half::SolvedHalf;
use crate::index;
use crate::late::Late;
use crate::layout::Layout;
use crate::material::{Class, plan};
use crate::positions::{Numbered, Positions};
use crate::retrograde::Retrograde;
use crate::shelf::Shelf;
use crate::simplified::Side;
use crate::solved::{Values, estimate};
use crate::standard;
use crate::standard::sets::{self, Unsolved};
use crate::store::NOISY;

/// A pair that is to be solved.
pub(super) struct PairJob<'a, 'b> {
    pub(super) folder: &'a Path,
    pub(super) pair: Class,
    pub(super) options: &'a BuildSettings,
    pub(super) progress: &'a BuildProgress,
    pub(super) interrupt: &'a AtomicBool,
    /// The classes that later pairs lead to.
    pub(super) needed: &'b HashSet<Class>,
}

impl<'a> PairJob<'a, '_> {
    /// Solves the pair.
    pub(super) fn run(self, shelves: &mut Shelves) -> Result<Unwritten<'a>, BuildError> {
        match self.pair.rules() {
            RulesKind::Standard if sets::is_solved(self.pair) => self.run_by_sets(&mut shelves.standard),
            RulesKind::Standard => self.run_by_counting::<standard::Side>(&mut shelves.standard),
            RulesKind::SimplifiedPawns => {
                self.run_by_counting::<Side<SimplifiedPawns>>(&mut shelves.simplified)
            }
            _ => self.run_by_counting::<Side<Simplified>>(&mut shelves.simplified),
        }
    }

    /// By sets of squares. That takes seconds at most, of which nothing is kept.
    fn run_by_sets(self, shelf: &mut Shelf<standard::Index>) -> Result<Unwritten<'a>, BuildError> {
        let start = Instant::now();
        self.progress.doing(Some((self.pair, 0)));
        self.make_room(shelf)?;
        self.put_on_shelf(shelf)?;
        let solved = sets::solve(self.pair, &|class| shelf.get(class).cloned(), self.interrupt);
        let solved = solved.map_err(|error| match error {
            Unsolved::Missing(class) => BuildError::Gone(class),
            Unsolved::TooLong(error) => BuildError::TooLong(self.pair, error),
            Unsolved::Interrupted => BuildError::Interrupted,
        })?;
        self.finish(shelf, solved, start, false)
    }

    /// By counting moves, whatever the game.
    fn run_by_counting<P: Positions>(self, shelf: &mut Shelf<P::Index>) -> Result<Unwritten<'a>, BuildError> {
        let start = Instant::now();
        self.make_room(shelf)?;
        self.put_on_shelf(shelf)?;
        let mut state = Retrograde::<P>::new(self.pair, |class| shelf.get(class).cloned());
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
        let past = state.past;
        let solved = state.halves.into_iter().map(|mut half| {
            // It has been asked for the last time, and writing takes memory of its own.
            half.late = Late::default();
            SolvedHalf { half, past }
        });
        self.finish(shelf, solved.collect(), start, resumed)
    }

    /// Counts the values of a pair that is solved, and puts it on the shelf where others need it: what is
    /// left is to write its tables.
    fn finish<V: Values + 'a>(
        self,
        shelf: &mut Shelf<V::Index>,
        solved: Vec<V>,
        start: Instant,
        resumed: bool,
    ) -> Result<Unwritten<'a>, BuildError> {
        let (folder, pair) = (self.folder, self.pair);
        let counts = |values: &V| {
            let copy = |range: Range<u32>, into: &mut Vec<u16>| values.copy(range, into);
            Counts::of(values.class(), values.len(), copy, values.symmetric())
        };
        let write = move |values: &V, counts: &[Counts]| {
            let copy = |range: Range<u32>, into: &mut Vec<u16>| values.copy_marked(range, into);
            file::write(folder, values.class(), values.len(), counts, copy)
        };
        let counted: Vec<(Class, Counts)> =
            solved.iter().map(|values| (values.class(), counts(values))).collect();
        if !V::Index::ONE_OF_PAIR {
            // Nothing that follows needs them in memory.
            shelf.keep(|_| false);
            for (values, (_, counts)) in solved.iter().zip(&counted) {
                write(values, std::slice::from_ref(counts))?;
            }
            checkpoint::remove(folder, pair);
            let finished = Finished { classes: counted, time: start.elapsed(), resumed };
            return Ok(Box::new(|| Ok(finished)));
        }
        for values in solved.iter().filter(|values| self.needed.contains(&values.class())) {
            shelf.put(values.class(), values.solved());
        }
        let time = start.elapsed();
        Ok(Box::new(move || {
            let packed = |values: &V| {
                let copy = |range: Range<u32>, into: &mut Vec<u16>| values.copy_marked(range, into);
                file::estimate(values.class(), values.len(), copy)
            };
            let order =
                if solved.len() > 1 && packed(&solved[1]) < packed(&solved[0]) { [1, 0] } else { [0, 1] };
            let in_order = order.iter().filter_map(|&at| counted.get(at).map(|(_, counts)| counts.clone()));
            write(&solved[order[0]], &in_order.collect::<Vec<_>>())?;
            if let Some(other) = solved.get(order[1]) {
                // What is there of it, if anything, is damaged or of an earlier version.
                let _ = std::fs::remove_file(folder.join(file::name(other.class())));
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

    /// Puts what it leads to on the shelf.
    fn put_on_shelf<X: Numbered>(&self, shelf: &mut Shelf<X>) -> Result<(), BuildError> {
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
        Ok(())
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
