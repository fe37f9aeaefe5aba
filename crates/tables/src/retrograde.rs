//! Solves a pair of classes (each side to move) backwards from the end, whatever the game.
//!
//! First every position in which the royal cannot be taken is looked at once: without a move that
//! keeps the royal it is lost in two plies; moves to other classes give wins and holds from their
//! tables; else the moves within the class are counted. Then level by level, `k` = 2, 3, …: from
//! each position lost in `k` plies all that lead to it are won in `k + 1`; from each won in `k` the
//! counters of all that lead to it go down, and where none is left the position is lost in `k + 1`,
//! or when the longest conversion is lost. What is undecided when no level has anything is never
//! decided.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use chess_arbiter::attacks::{Isa, Task, with_best_isa};
use rayon::prelude::*;

use crate::material::Class;
use crate::positions::{DOUBLE, Positions, Solved};
use crate::store::{CountedMoves, MAX_PLIES, NOISY, Store};

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
}

/// Both sides to move, or one if both have the same army.
#[derive(Debug)]
pub(crate) struct Retrograde<P> {
    pub(crate) halves: Vec<Half<P>>,
    /// Everything below this level is done; 0 before the first look.
    pub(crate) level: u8,
    /// The longest that is known of.
    pub(crate) longest: u8,
}

/// A win or loss takes more plies than a byte has room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a forced win takes more than {MAX_PLIES} plies, for which the tables have no room")]
pub struct TooLong;

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
    /// For a class and its reverse, given the solved classes they lead to.
    pub(crate) fn new(
        class: Class,
        mut solved: impl FnMut(Class) -> Option<Arc<Solved<P::Index>>>,
    ) -> Retrograde<P> {
        let mut classes = vec![class, class.swapped()];
        classes.dedup();
        let half = |class| {
            let positions = P::new(class, &mut solved);
            let store = Store::new(positions.len());
            Half { positions, store }
        };
        Retrograde { halves: classes.into_iter().map(half).collect(), level: 0, longest: 0 }
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
                let expand = Expand { half, before, level: self.level, words, work };
                longest.fetch_max(with_best_isa(expand), Relaxed);
            });
        }
        self.level += 1;
        self.longest = longest.into_inner();
        if self.longest >= MAX_PLIES { Err(TooLong) } else { Ok(self.level <= self.longest) }
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
        let Half { positions, store } = self.half;
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
    words: Range<u32>,
    work: &'a LevelWork,
}

impl<P: Positions> Task for Expand<'_, P> {
    type Output = u8;

    #[inline(always)]
    fn run<I: Isa>(self) -> u8 {
        let Half { positions, store } = self.half;
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
                let plies = (self.level + 1).max(if late {
                    self.before.positions.longest_conversion::<I>(at)
                } else {
                    0
                });
                store.set(at, plies);
                longest = longest.max(plies);
            }
        }
        longest
    }
}
