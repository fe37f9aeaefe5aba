//! Solves a pair of classes (each side to move) backwards from the end.
//!
//! First every quiet position is looked at once: without a safe move it is lost in two plies; conversions
//! give wins and holds from the tables of smaller classes; else its moves within the class are counted. Then
//! level by level, `k` = 2, 3, …: from each position lost in `k` plies all that lead to it are won in
//! `k + 1`; from each won in `k` the counters of all that lead to it go down, and where none is left the
//! position is lost in `k + 1`, or when the longest conversion is lost. What is undecided when no level has
//! anything is never decided.
//!
//! A position that is its own reflection has half as many forms, so that two of its moves may be one edge:
//! weights of edges see to that.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use chess_arbiter::attacks::{Isa, Task, with_best_isa};
use chess_arbiter::rules::Rules;
use rayon::prelude::*;

use crate::conversions::{Conversions, Offer, SolvedClass};
use crate::index::{Index, IndexPlace, LIMIT};
use crate::material::Class;
use crate::moves::{moved, safe_moves, stuck, takers, unmoves};
use crate::store::{CountedMoves, HOLDS, MAX_MOVES, MAX_PLIES, NOISY, Store, counter};
use crate::tiny::{QUEEN, Set, Tiny, between, seen, square};

/// Words that a thread takes at once.
const CHUNK: u32 = 4096;
/// Edges that are collected before they are followed.
const EDGES: usize = 512;
/// Edges that one position can have at most: two dozen, generously.
const EDGES_EACH: usize = 128;

/// The positions of a class with one side to move, while they are solved.
#[derive(Debug)]
pub(crate) struct Half<R> {
    pub(crate) index: Index<R>,
    pub(crate) store: Store,
    pub(crate) conversions: Conversions<R>,
}

/// Both sides to move, or one if both have the same army.
#[derive(Debug)]
pub(crate) struct Retrograde<R> {
    pub(crate) halves: Vec<Half<R>>,
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

impl<R: Rules> Retrograde<R> {
    /// For a class and its reverse, given the solved classes they lead to.
    pub(crate) fn new(
        class: Class,
        mut solved: impl FnMut(Class) -> Option<Arc<SolvedClass>>,
    ) -> Retrograde<R> {
        let mut classes = vec![class, class.swapped()];
        classes.dedup();
        let half = |class| {
            let index = Index::new(class);
            let store = Store::new(index.len());
            Half { index, store, conversions: Conversions::new(class, &mut solved) }
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
struct Begin<'a, R> {
    half: &'a Half<R>,
    words: Range<u32>,
    work: &'a LevelWork,
}

impl<R: Rules> Task for Begin<'_, R> {
    type Output = u8;

    #[inline(always)]
    fn run<I: Isa>(self) -> u8 {
        let Half { index, store, conversions } = self.half;
        let (start, end) = (self.words.start * 8, (self.words.end * 8).min(store.len()));
        let mut bytes = vec![NOISY; (self.words.len()) * 8];
        let (mut at, mut longest, mut quiet) = (start, 0, 0);
        while at < end {
            let run = index.run::<I>(at);
            let len = run.len.min(end - at);
            if let Some((blocks, count)) = blocks_needed::<R, I>(Tiny { us: run.us, them: run.them }) {
                for i in 0..len {
                    let (code, _) = run.code(i);
                    let taken = index.taken::<I>(&run, code);
                    if blocks[..count].iter().any(|&block| block & taken == 0) {
                        continue;
                    }
                    quiet += 1;
                    let position = Tiny { us: run.us, them: index.them::<I>(&run, code) };
                    let byte = first_look::<R, I>(position, conversions);
                    if byte <= MAX_PLIES {
                        longest = longest.max(byte);
                    }
                    bytes[(at + i - start) as usize] = byte;
                }
            }
            at += len;
        }
        for (word, bytes) in bytes.chunks_exact(8).enumerate() {
            if let Ok(bytes) = bytes.try_into() {
                store.set_word(start + word as u32 * 8, bytes);
            }
        }
        self.work.begun.fetch_add((end - start).into(), Relaxed);
        self.work.quiet.fetch_add(quiet, Relaxed);
        longest
    }
}

/// How their pieces must stand so that we cannot take the queen: some on each of so many of these sets of
/// squares. `None` if no piece can prevent it. The position is without their pieces.
#[inline(always)]
pub(crate) fn blocks_needed<R: Rules, I: Isa>(position: Tiny) -> Option<([Set; 4], usize)> {
    let target = square(position.them.queen());
    let mut takers = takers::<R, I>(position);
    let mut blocks = [0; 4];
    let mut count = 0;
    while takers != 0 {
        let block = between(target, square(takers));
        takers &= takers - 1;
        // On a board of four squares at most three lines with something between lead to a square.
        if block == 0 || count == blocks.len() {
            return None;
        }
        blocks[count] = block;
        count += 1;
    }
    Some((blocks, count))
}

/// The byte of a quiet position of which only its moves are known.
#[inline(always)]
fn first_look<R: Rules, I: Isa>(position: Tiny, conversions: &Conversions<R>) -> u8 {
    let mut offer = Offer::default();
    let mut open = 0;
    safe_moves::<R, I>(position, |lane, from, goals| {
        open += conversions.offer::<I>(position, (lane, from, goals), &mut offer);
    });
    match offer {
        Offer { win: 1.., .. } => offer.win,
        Offer { hold: true, .. } => HOLDS,
        Offer { loss, .. } if open > 0 => counter(open.min(MAX_MOVES), loss > 4),
        Offer { loss: 0, .. } if stuck::<R, I>(position) => HOLDS,
        Offer { loss, .. } => loss.max(2),
    }
}

/// Follows all edges backwards from the positions of one level.
struct Expand<'a, R> {
    half: &'a Half<R>,
    /// Where the positions before them are: those with the other side to move.
    before: &'a Half<R>,
    level: u8,
    words: Range<u32>,
    work: &'a LevelWork,
}

/// An edge's weight is 2 if this bit is set.
const DOUBLE: u32 = LIMIT;

impl<R: Rules> Task for Expand<'_, R> {
    type Output = u8;

    #[inline(always)]
    fn run<I: Isa>(self) -> u8 {
        let Half { index, store, .. } = self.half;
        let (mut edges, mut count, mut longest, mut expanded) = ([0; EDGES], 0, 0, 0);
        let (mut run, mut run_start, mut run_end) = (None, 0, 0);
        store.find(self.words.clone(), self.level, |at| {
            expanded += 1;
            if at >= run_end || run.is_none() {
                let new = index.run::<I>(at);
                (run_start, run_end) = (at, at + new.len);
                run = Some(new);
            }
            let Some(run) = &run else { return };
            let (code, symmetric) = run.code(at - run_start);
            let position = Tiny { us: run.us, them: index.them::<I>(run, code) };
            let start = count;
            edges_to::<R, I>(&self.before.index, position, |place| {
                edges[count] = place.index | if place.symmetric && !symmetric { DOUBLE } else { 0 };
                // Kept in bounds for the compiler; a flush leaves room for all of a position.
                count = (count + 1) & (EDGES - 1);
            });
            if symmetric {
                count = start + halve(&self.before.index, &mut edges[start..count]);
            }
            if count > EDGES - EDGES_EACH {
                longest = self.follow::<I>(&edges[..count]).max(longest);
                count = 0;
            }
        });
        self.work.expanded.fetch_add(expanded, Relaxed);
        self.follow::<I>(&edges[..count]).max(longest)
    }
}

/// Edges into a symmetric position come in two forms each, unless they are from a symmetric position: the
/// ones to follow.
#[cold]
fn halve<R: Rules>(index: &Index<R>, edges: &mut [u32]) -> usize {
    edges.sort_unstable();
    let mut kept = 0;
    let mut at = 0;
    while at < edges.len() {
        let edge = edges[at];
        edges[kept] = edge;
        kept += 1;
        at += if index.is_symmetric(edge) { 1 } else { 2 };
    }
    kept
}

/// The places of all positions with a move to this one.
#[inline(always)]
fn edges_to<R: Rules, I: Isa>(before: &Index<R>, position: Tiny, mut each: impl FnMut(IndexPlace)) {
    let after = position.turned::<R>();
    let (symmetry, place) = before.frame(after.us.queen(), after.them.queen());
    let (us, them) = (after.us.seen::<R>(symmetry), after.them.seen::<R>(symmetry));
    unmoves::<R, I>(after, |lane, man, mut from| {
        if lane == QUEEN {
            while from != 0 {
                let us = moved(after.us, lane, man, from & from.wrapping_neg());
                from &= from - 1;
                each(before.place::<I>(Tiny { us, them: after.them }));
            }
        } else {
            // The queens stay, so that all is seen through the same symmetry.
            let both = seen(u64::from(man) | u64::from(from) << 16, symmetry);
            let (man, mut from) = (both as Set, (both >> 16) as Set);
            while from != 0 {
                let us = moved(us, lane, man, from & from.wrapping_neg());
                from &= from - 1;
                each(before.place_seen::<I>(place, us, them));
            }
        }
    });
}

impl<R: Rules> Expand<'_, R> {
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
                let plies = (self.level + 1).max(if late { self.longest_conversion::<I>(at) } else { 0 });
                store.set(at, plies);
                longest = longest.max(plies);
            }
        }
        longest
    }

    #[inline(never)]
    fn longest_conversion<I: Isa>(&self, at: u32) -> u8 {
        let (position, _) = self.before.index.position::<I>(at);
        let mut offer = Offer::default();
        safe_moves::<R, I>(position, |lane, from, goals| {
            self.before.conversions.offer::<I>(position, (lane, from, goals), &mut offer);
        });
        offer.loss
    }
}
