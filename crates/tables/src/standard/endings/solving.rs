//! Endings solved when they are first asked about, and room for them.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use rayon::prelude::*;

use super::{Endings, NoValue, bytes, is_large};
use crate::build::sides;
use crate::file;
use crate::material::{Class, plan};
use crate::positions::Positions;
use crate::retrograde::{LevelWork, Retrograde};
use crate::shelf::Shelf;
use crate::solved::{Solved, Values};
use crate::standard::sets::{self, Unsolved};
use crate::standard::{Index, Side};

/// How often somebody who waits is asked whether to go on.
const LOOK_EVERY: Duration = Duration::from_millis(2);

impl Endings {
    /// The table of a class of at most [`MAX_MEN`](super::MAX_MEN) men, which is solved if it was not yet.
    pub(super) fn solved(
        &self,
        class: Class,
        stop: &dyn Fn() -> bool,
    ) -> Result<Arc<Solved<Index>>, NoValue> {
        self.prepare(class, &[class.pair()], stop)?;
        self.held(class).ok_or(NoValue::NoTable(class.whole()))
    }

    fn held(&self, class: Class) -> Option<Arc<Solved<Index>>> {
        held(&self.shelf(), class)
    }

    /// Whether a pair is on the shelf.
    fn is_there(&self, pair: Class) -> bool {
        sides(pair).into_iter().all(|class| self.held(class).is_some())
    }

    /// Puts pairs that are solved on demand on the shelf, for a class that was asked about.
    fn prepare(&self, class: Class, wanted: &[Class], stop: &dyn Fn() -> bool) -> Result<(), NoValue> {
        let are_there = || wanted.iter().all(|&pair| self.is_there(pair));
        if are_there() {
            return Ok(());
        }
        // Whoever asks at the same time waits, and finds it solved.
        let _working = loop {
            if stop() {
                return Err(NoValue::Interrupted);
            }
            match self.working.try_lock() {
                Ok(working) => break working,
                Err(TryLockError::Poisoned(working)) => break working.into_inner(),
                Err(TryLockError::WouldBlock) => thread::sleep(LOOK_EVERY),
            }
        };
        if are_there() {
            return Ok(());
        }
        let pairs = plan(wanted.iter().copied());
        self.make_room(class, &pairs)?;
        // Threads of their own: one that waits here must not be needed to go on. And not one of a
        // pool may wait, for it would take up other work meanwhile, which can be to ask the same.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(|_| NoValue::Threads)?;
        let (interrupt, asking) = (AtomicBool::new(false), thread::current());
        thread::scope(|scope| {
            let work = || {
                // None leads to another with as many men and pawns.
                let alike = |a: &Class, b: &Class| a.men() == b.men() && a.pawns() == b.pawns();
                let mut alike = pairs.chunk_by(alike);
                let done = pool.install(|| alike.try_for_each(|pairs| self.put(pairs, &interrupt)));
                asking.unpark();
                done
            };
            let thread = thread::Builder::new().spawn_scoped(scope, work).map_err(|_| NoValue::Threads)?;
            while !thread.is_finished() {
                interrupt.fetch_or(stop(), Relaxed);
                thread::park_timeout(LOOK_EVERY);
            }
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// Solves what a class leads to and has no table: whoever plays on from a position asks later, of any of
    /// it, and may not be able to stop then.
    pub(super) fn make_ready(&self, class: Class, stop: &dyn Fn() -> bool) -> Result<(), NoValue> {
        let pair = class.pair();
        if self.ready().contains(&pair) {
            return Ok(());
        }
        let leads_to = plan([pair]).into_iter();
        let missing: Vec<Class> =
            leads_to.filter(|&pair| !is_large(pair) && self.table(pair).is_none()).collect();
        self.prepare(class, &missing, stop)?;
        self.ready().insert(pair);
        Ok(())
    }

    fn ready(&self) -> MutexGuard<'_, HashSet<Class>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room for these pairs.
    pub(super) fn make_room(&self, class: Class, pairs: &[Class]) -> Result<(), NoValue> {
        let needed: Vec<Class> = pairs.iter().flat_map(|&pair| sides(pair)).collect();
        let total = needed.iter().map(bytes).sum();
        if total > self.memory {
            return Err(NoValue::Memory { class: class.whole(), needed: total, allowed: self.memory });
        }
        let mut shelf = self.shelf();
        let with_missing = |shelf: &Shelf<Index>| {
            let missing = needed.iter().filter(|&&class| held(shelf, class).is_none());
            shelf.bytes() + missing.map(bytes).sum::<u64>()
        };
        if with_missing(&shelf) > self.memory {
            self.ready().clear();
            shelf.keep(|class| needed.iter().any(|&needed| class == needed || class == needed.whole()));
        }
        // Of a whole class that is there a part would do.
        if with_missing(&shelf) > self.memory {
            shelf.keep(|class| needed.contains(&class));
        }
        let left = self.memory.saturating_sub(with_missing(&shelf));
        drop(shelf);
        self.blocks().shrink(left);
        Ok(())
    }

    /// Puts classes on the shelf that have tables.
    pub(super) fn load(&self, classes: &[Class]) {
        let Some(folder) = &self.folder else { return };
        for &class in classes {
            let loaded = self.shelf().load(folder, class);
            let Err(error) = loaded else { continue };
            let name = error.path.file_name().and_then(|name| file::class_of(name.to_str()?));
            self.refuse(name.unwrap_or(class), &error);
        }
    }

    /// Puts pairs on the shelf, given those they lead to: from their tables, or solved.
    fn put(&self, pairs: &[Class], interrupt: &AtomicBool) -> Result<(), NoValue> {
        // One after another: who reads a table keeps the shelf, and must not wait for who wants to have it.
        for &pair in pairs {
            if !self.is_there(pair) {
                self.load(&sides(pair));
            }
        }
        let missing = pairs.par_iter().filter(|&&pair| !self.is_there(pair));
        missing.try_for_each(|&pair| self.solve(pair, interrupt))
    }

    /// Solves a pair, given those it leads to, and puts it on the shelf.
    fn solve(&self, pair: Class, interrupt: &AtomicBool) -> Result<(), NoValue> {
        if sets::is_solved(pair) {
            let solved = sets::solve(pair, &|class| self.held(class), interrupt);
            let solved = solved.map_err(|error| match error {
                Unsolved::Missing(class) => NoValue::NoTable(class.whole()),
                Unsolved::TooLong(error) => NoValue::TooLong(pair.whole(), error),
                Unsolved::Interrupted => NoValue::Interrupted,
            });
            solved?.iter().for_each(|values| self.keep(values.class(), values.solved()));
            return Ok(());
        }
        let mut state = Retrograde::<Side>::new(pair, |class| self.held(class));
        let work = LevelWork::default();
        while state.step(&work, interrupt).map_err(|error| NoValue::TooLong(pair.whole(), error))? {
            if interrupt.load(Relaxed) {
                return Err(NoValue::Interrupted);
            }
        }
        for half in &state.halves {
            self.keep(half.positions.class(), half.solved(state.past));
        }
        Ok(())
    }

    /// Puts what was solved on the shelf.
    fn keep(&self, class: Class, solved: Solved<Index>) {
        let mut shelf = self.shelf();
        // A whole class says all that parts of it say.
        shelf.keep(|other| other == class || other.whole() != class);
        shelf.put(class, solved);
    }
}

/// A class that is on a shelf, by itself or with its pawns on other files too.
fn held(shelf: &Shelf<Index>, class: Class) -> Option<Arc<Solved<Index>>> {
    shelf.get(class).or_else(|| shelf.get(class.whole())).cloned()
}
