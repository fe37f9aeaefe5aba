//! Solves a pair of classes (each side to move) backwards from the end, whatever the game.
//!
//! First every position in which the royal cannot be taken is looked at once: without a move that
//! keeps the royal it is lost in two plies; moves to other classes give wins and holds from their
//! tables; else the moves within the class are counted. Then level by level, `k` = 2, 3, …: from
//! each position lost in `k` plies all that lead to it are won in `k + 1`; from each won in `k` the
//! counters of all that lead to it go down, and where none is left the position is lost in `k + 1`,
//! or when the longest conversion is lost. What is undecided when no level has anything is never
//! decided.
//!
//! A byte has room for 124 plies. Where that is not enough the levels begin anew in another *window*:
//! what is decided is put aside (`earlier`), plies are counted from 120 on, and conversions that
//! were too long are looked at again.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use chess_arbiter::attacks::{Isa, Task, with_best_isa};
use rayon::prelude::*;

use crate::earlier::{Earlier, PIECE, settle};
use crate::material::Class;
use crate::positions::{DOUBLE, Numbered, Positions, Solved};
use crate::store::{CountedMoves, DECIDED, HOLDS, LOST_LATER, MAX_PLIES, NOISY, Store};

/// Plies of a window: even, so that wins stay odd, and less than a byte has room for by the most that a level
/// says of later ones.
pub(crate) const WINDOW: u8 = 120;
/// Plies before the last window.
pub(crate) const MAX_PAST: u8 = 240;

/// Words that a thread takes at once.
const CHUNK: u32 = 4096;
/// Edges that are collected before they are followed.
const EDGES: usize = 512;
/// Edges that one position can have at most, generously.
const EDGES_EACH: usize = 256;

/// The positions of a class with one side to move, while they are solved.
#[derive(Debug)]
pub(crate) struct Half<P> {
    pub(crate) positions: P,
    pub(crate) store: Store,
    pub(crate) earlier: Earlier,
}

impl<P: Positions> Half<P> {
    /// All values, when nothing more will be known; the window began after `past` plies.
    pub(crate) fn into_values(self, past: u8) -> Vec<u8> {
        let Half { store, earlier, .. } = self;
        let mut values = Vec::with_capacity(store.len() as usize);
        store.copy(0..store.len(), &mut values);
        drop(store);
        values.par_chunks_mut(PIECE as usize).zip(earlier.ranges()).for_each(|(values, range)| {
            let earlier = (past > 0).then(|| earlier.piece(range.start));
            settle(values, past, earlier.as_deref());
        });
        values
    }
}

/// Both sides to move, or one if both have the same army.
#[derive(Debug)]
pub(crate) struct Retrograde<P> {
    pub(crate) halves: Vec<Half<P>>,
    /// Plies before the window, a multiple of [`WINDOW`].
    pub(crate) past: u8,
    /// Everything below this level of the window is done; 0 before the first look.
    pub(crate) level: u8,
    /// The longest that is known of in the window.
    pub(crate) longest: u8,
    /// The longest that any conversion offers, in plies from the beginning.
    farthest: u8,
    /// [`WINDOW`]; less in tests.
    window: u8,
}

/// A win or loss takes more plies, until the royal is taken, than its tables have room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a forced win takes more than {0} plies, for which the tables have no room")]
pub struct TooLong(pub u8);

/// What is counted while a pair is solved, for whoever shows progress.
#[derive(Debug, Default)]
pub struct LevelWork {
    /// Positions looked at first.
    pub begun: AtomicU64,
    /// Of these, quiet.
    pub quiet: AtomicU64,
    /// Positions from which predecessors were found.
    pub expanded: AtomicU64,
}

impl<P: Positions> Retrograde<P> {
    const TOO_LONG: TooLong = TooLong(P::Index::MAX_VALUE);

    /// For a class and its reverse, given the solved classes they lead to.
    pub(crate) fn new(
        class: Class,
        mut solved: impl FnMut(Class) -> Option<Arc<Solved<P::Index>>>,
    ) -> Retrograde<P> {
        let mut classes = vec![class, class.swapped()];
        classes.dedup();
        let half = |class| {
            let positions = P::new(class, &mut solved);
            let (store, earlier) = (Store::new(positions.len()), Earlier::new(positions.len()));
            Half { positions, store, earlier }
        };
        let halves: Vec<_> = classes.into_iter().map(half).collect();
        let farthest = halves.iter().map(|half| half.positions.longest()).max().unwrap_or(0);
        Retrograde { halves, past: 0, level: 0, longest: 0, farthest, window: WINDOW }
    }

    /// Does the next level; false when there is none. A level is done as a whole, but for the first look,
    /// which `interrupt` ends.
    pub(crate) fn step(&mut self, work: &LevelWork, interrupt: &AtomicBool) -> Result<bool, TooLong> {
        let longest = AtomicU8::new(self.longest);
        if self.level == 0 {
            self.chunks(|half, words| {
                if interrupt.load(Relaxed) {
                    return;
                }
                longest.fetch_max(with_best_isa(Begin { half: &self.halves[half], words, work }), Relaxed);
            });
            if interrupt.load(Relaxed) {
                return Ok(true);
            }
            self.level = 1;
        } else {
            self.chunks(|half, words| {
                let (half, before) = (&self.halves[half], &self.halves[self.halves.len() - 1 - half]);
                let (level, past) = (self.level, self.past);
                let expand = Expand { half, before, level, past, words, work };
                longest.fetch_max(with_best_isa(expand), Relaxed);
            });
        }
        self.level += 1;
        self.longest = longest.into_inner();
        // Games whose wins have room in a byte have one window.
        let windows = P::Index::MAX_VALUE > MAX_PLIES;
        let at_end = |this: &Self| this.level <= this.longest && this.level == this.window + 2;
        let later =
            |this: &Self| this.level > this.longest && this.farthest.saturating_sub(this.past) > MAX_PLIES;
        while windows && (at_end(self) || later(self)) {
            self.shift()?;
        }
        let longest = u16::from(self.past) + u16::from(self.longest);
        if longest > P::Index::MAX_VALUE.into() {
            Err(Self::TOO_LONG)
        } else {
            Ok(self.level <= self.longest)
        }
    }

    /// Goes on with the next window.
    fn shift(&mut self) -> Result<(), TooLong> {
        if self.past >= MAX_PAST {
            return Err(Self::TOO_LONG);
        }
        let (past, window, mut longest) = (self.past, self.window, 0);
        for half in &mut self.halves {
            let shifted =
                half.earlier.ranges().map(|range| with_best_isa(Shift { half, past, window, range }));
            let (pieces, found): (Vec<Vec<u8>>, Vec<u8>) = shifted.unzip();
            half.earlier = half.earlier.with(pieces);
            longest = found.into_iter().fold(longest, u8::max);
        }
        (self.past, self.level, self.longest) = (past + window, 2, longest);
        Ok(())
    }

    fn chunks(&self, each: impl Fn(usize, Range<u32>) + Sync) {
        let ranges = self.halves.iter().enumerate().flat_map(|(half, data)| {
            let words = data.store.words();
            (0..words.div_ceil(CHUNK)).map(move |n| (half, n * CHUNK..((n + 1) * CHUNK).min(words)))
        });
        let ranges: Vec<_> = ranges.collect();
        ranges.into_par_iter().with_max_len(1).for_each(|(half, words)| each(half, words));
    }
}

/// Puts aside what is decided among the positions of a piece, and says of the others how they stand in the
/// next window: the packed values put aside, and the longest that is known of.
struct Shift<'a, P> {
    half: &'a Half<P>,
    /// Plies before the window that ends, and of it.
    past: u8,
    window: u8,
    range: Range<u32>,
}

impl<P: Positions> Task for Shift<'_, P> {
    type Output = (Vec<u8>, u8);

    #[inline(always)]
    fn run<I: Isa>(self) -> (Vec<u8>, u8) {
        let Shift { half: Half { positions, store, earlier }, past, window, range } = self;
        let (mut bytes, mut before) = (Vec::with_capacity(range.len()), earlier.piece(range.start));
        store.copy(range.clone(), &mut bytes);
        let now = past + window;
        let in_window = |plies: u8| plies.checked_sub(now).filter(|plies| (2..=MAX_PLIES).contains(plies));
        let mut longest = 0;
        for ((at, byte), before) in range.clone().zip(&mut bytes).zip(&mut before) {
            match *byte {
                NOISY | DECIDED => {}
                plies if plies < window + 2 => (*before, *byte) = (past + plies, DECIDED),
                plies if plies <= MAX_PLIES => *byte = plies - window,
                HOLDS => *byte = in_window(positions.conversions::<I>(at).win).unwrap_or(HOLDS),
                LOST_LATER => *byte = in_window(positions.conversions::<I>(at).loss).unwrap_or(LOST_LATER),
                _ => {}
            }
            if (2..=MAX_PLIES).contains(byte) {
                longest = longest.max(*byte);
            }
        }
        store.paste(range.start, &bytes);
        (Earlier::pack(&before), longest)
    }
}

/// The first look at a range of positions.
struct Begin<'a, P> {
    half: &'a Half<P>,
    words: Range<u32>,
    work: &'a LevelWork,
}

impl<P: Positions> Task for Begin<'_, P> {
    type Output = u8;

    #[inline(always)]
    fn run<I: Isa>(self) -> u8 {
        let Half { positions, store, .. } = self.half;
        let (start, end) = (self.words.start * 8, (self.words.end * 8).min(store.len()));
        let mut bytes = vec![NOISY; (self.words.len()) * 8];
        let quiet = positions.look::<I>(start..end, &mut bytes);
        for (word, bytes) in bytes.chunks_exact(8).enumerate() {
            if let Ok(bytes) = bytes.try_into() {
                store.set_word(start + word as u32 * 8, bytes);
            }
        }
        self.work.begun.fetch_add((end - start).into(), Relaxed);
        self.work.quiet.fetch_add(quiet, Relaxed);
        bytes.into_iter().filter(|&byte| byte <= MAX_PLIES).max().unwrap_or(0)
    }
}

/// Follows all edges backwards from the positions of one level.
struct Expand<'a, P> {
    half: &'a Half<P>,
    /// Where the positions before them are: those with the other side to move.
    before: &'a Half<P>,
    level: u8,
    past: u8,
    words: Range<u32>,
    work: &'a LevelWork,
}

impl<P: Positions> Task for Expand<'_, P> {
    type Output = u8;

    #[inline(always)]
    fn run<I: Isa>(self) -> u8 {
        let Half { positions, store, .. } = self.half;
        let (mut edges, mut count, mut longest, mut expanded) = ([0; EDGES], 0, 0, 0);
        let mut walk = P::Walk::default();
        store.find(self.words.clone(), self.level, |at| {
            expanded += 1;
            positions.edges::<I>(&self.before.positions, &mut walk, at, |edge| {
                edges[count] = edge;
                // Kept in bounds for the compiler; a flush leaves room for all of a position.
                count = (count + 1) & (EDGES - 1);
            });
            if count > EDGES - EDGES_EACH {
                longest = self.follow::<I>(&edges[..count]).max(longest);
                count = 0;
            }
        });
        self.work.expanded.fetch_add(expanded, Relaxed);
        self.follow::<I>(&edges[..count]).max(longest)
    }
}

impl<P: Positions> Expand<'_, P> {
    /// What the edges mean for the positions they come from; the longest value given.
    #[inline(always)]
    fn follow<I: Isa>(&self, edges: &[u32]) -> u8 {
        let store = &self.before.store;
        // All at once, so that the cache misses overlap: writing waits for each.
        std::hint::black_box(edges.iter().fold(0, |all, edge| all ^ store.touch(edge & !DOUBLE)));
        let mut longest = 0;
        if self.level.is_multiple_of(2) {
            for &edge in edges {
                if store.lower(edge & !DOUBLE, self.level + 1) {
                    longest = self.level + 1;
                }
            }
            return longest;
        }
        for &edge in edges {
            let (at, weight) = (edge & !DOUBLE, 1 + (edge >> 31) as u8);
            if let CountedMoves::Lost(late) = store.count_down(at, weight) {
                let conversions = if late { self.before.positions.conversions::<I>(at).loss } else { 0 };
                let plies = (self.level + 1).max(conversions.saturating_sub(self.past));
                if plies > MAX_PLIES {
                    store.set(at, LOST_LATER);
                    continue;
                }
                store.set(at, plies);
                longest = longest.max(plies);
            }
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::sides;
    use crate::material::plan;
    use crate::shelf::Shelf;
    use crate::standard::Side;

    /// All values of a class, its own and of all it leads to, solved in windows of so many plies.
    fn solved(class: &str, window: u8) -> Shelf<crate::standard::Index> {
        let mut shelf = Shelf::default();
        for pair in plan([class.parse().unwrap()]) {
            let mut state = Retrograde::<Side>::new(pair, |class| shelf.get(class).cloned());
            state.window = window;
            while state.step(&LevelWork::default(), &AtomicBool::default()).unwrap() {}
            let past = state.past;
            for half in state.halves {
                let class = half.positions.class();
                shelf.put(class, half.into_values(past));
            }
        }
        shelf
    }

    /// In many short windows values are what they are in one.
    #[test]
    fn windows_do_not_show() {
        for class in ["KPvK", "KRvKN"] {
            let (one, many) = (solved(class, WINDOW), solved(class, 10));
            for class in plan([class.parse().unwrap()]).into_iter().flat_map(sides) {
                assert!(one.get(class).unwrap().values == many.get(class).unwrap().values, "{class}");
            }
        }
    }
}
