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
//! A byte has room for 124 plies. Where that is not enough the levels begin anew in another *span*:
//! what is decided is put aside (`earlier`), plies are counted from 120 on, and conversions that
//! were too long are looked at again.
//!
//! The tables of other classes are read at the first look alone, in the order of the positions that lead to
//! them, so that they can be packed; what is asked later is kept (`late`, and `offered` for the table that is
//! written in the end).

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use chess_arbiter::attacks::{Isa, Task, with_best_isa};
use rayon::prelude::*;

use crate::half::Half;
use crate::late::{self, Late};
use crate::material::Class;
use crate::packed::{self, Earlier, Offered};
use crate::positions::{DOUBLE, First, Numbered, Positions};
use crate::solved::Solved;
use crate::store::{CountedMoves, DECIDED, HOLDS, LOST_LATER, MAX_MOVES, MAX_PLIES, NOISY, Store, counter};

/// A span is so many plies less than a byte has room for, which is more than the most that a level says of
/// later ones, and even, so that wins stay odd.
const AHEAD: u8 = 4;
/// Plies before the last span.
pub(crate) const MAX_PAST: u8 = 240;

/// Words that a thread takes at once.
const CHUNK: u32 = 4096;
/// Words that it takes at the first look, and packs what they are offered: whole pages of other classes.
const FIRST_CHUNK: u32 = Offered::STRETCH / 8;
/// Edges that are collected before they are followed.
const EDGES: usize = 512;
/// Edges that one position can have at most, generously.
const EDGES_EACH: usize = 256;

/// Both sides to move, or one if both have the same army.
#[derive(Debug)]
pub(crate) struct Retrograde<P> {
    pub(crate) halves: Vec<Half<P>>,
    /// Plies before the span, a multiple of its own.
    pub(crate) past: u8,
    /// Everything below this level of the span is done; 0 before the first look.
    pub(crate) level: u8,
    /// The longest that is known of in the span.
    pub(crate) longest: u8,
    /// The longest that any conversion offers, in plies from the beginning.
    farthest: u16,
    /// Plies that a byte is taken to have room for: [`MAX_PLIES`], and less in tests.
    pub(crate) room: u8,
}

/// A win or loss takes more plies, until the royal is taken, than its tables have room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a forced win takes more than {0} plies, for which the tables have no room")]
pub struct TooLong(pub u16);

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
            let len = positions.len();
            let (store, earlier, offered) = (Store::new(len), Earlier::new(len), Offered::new(len));
            Half { positions, store, earlier, late: Late::default(), offered }
        };
        let halves: Vec<_> = classes.into_iter().map(half).collect();
        let farthest = halves.iter().map(|half| half.positions.longest()).max().unwrap_or(0);
        Retrograde { halves, past: 0, level: 0, longest: 0, farthest, room: MAX_PLIES }
    }

    /// Does the next level; false when there is none. A level is done as a whole, but for the first look,
    /// which `interrupt` ends.
    pub(crate) fn step(&mut self, work: &LevelWork, interrupt: &AtomicBool) -> Result<bool, TooLong> {
        let mut longest = self.longest;
        if self.level == 0 {
            // Of longer ones nothing could be said.
            if self.farthest > P::Index::MAX_VALUE {
                return Err(Self::TOO_LONG);
            }
            let begun = self.chunks(FIRST_CHUNK, |half, words| {
                if interrupt.load(Relaxed) {
                    return Begun::default();
                }
                with_best_isa(Begin { half: &self.halves[half], room: self.room, words, work })
            });
            if interrupt.load(Relaxed) {
                return Ok(true);
            }
            for (half, begun) in self.halves.iter_mut().zip(begun) {
                let (mut late, mut offered) = (Vec::new(), Vec::new());
                for begun in begun {
                    longest = longest.max(begun.longest);
                    late.extend(begun.late);
                    offered.push(begun.offered);
                }
                (half.late, half.offered) = (Late::new(late), half.offered.with(offered));
                half.positions.forget();
            }
            self.level = 1;
        } else {
            let found = self.chunks(CHUNK, |half, words| {
                let (half, before) = (&self.halves[half], &self.halves[self.halves.len() - 1 - half]);
                let (level, past, room) = (self.level, self.past, self.room);
                with_best_isa(Expand { half, before, level, past, room, words, work })
            });
            longest = found.into_iter().flatten().fold(longest, u8::max);
        }
        self.level += 1;
        self.longest = longest;
        // Games whose wins have room in a byte have one span.
        let spans = P::Index::MAX_VALUE > MAX_PLIES.into();
        let at_end = |this: &Self| this.level <= this.longest && this.level == this.span() + 2;
        let later = |this: &Self| {
            this.level > this.longest && this.farthest.saturating_sub(this.past.into()) > this.room.into()
        };
        while spans && (at_end(self) || later(self)) {
            self.shift()?;
        }
        let longest = u16::from(self.past) + u16::from(self.longest);
        if longest > P::Index::MAX_VALUE { Err(Self::TOO_LONG) } else { Ok(self.level <= self.longest) }
    }

    /// Plies after which the next span begins.
    pub(crate) fn span(&self) -> u8 {
        self.room - AHEAD
    }

    /// Goes on with the next span.
    fn shift(&mut self) -> Result<(), TooLong> {
        if self.past >= MAX_PAST {
            return Err(Self::TOO_LONG);
        }
        let (past, span, room, mut longest) = (self.past, self.span(), self.room, 0);
        for half in &mut self.halves {
            let shifted =
                half.earlier.ranges().map(|range| with_best_isa(Shift { half, past, span, room, range }));
            let (stretches, found): (Vec<Vec<u8>>, Vec<u8>) = shifted.unzip();
            half.earlier = half.earlier.with(stretches);
            longest = found.into_iter().fold(longest, u8::max);
        }
        (self.past, self.level, self.longest) = (past + span, 2, longest);
        Ok(())
    }

    /// What `each` says of the words of each half, so many at a time, in order.
    fn chunks<T: Send>(&self, len: u32, each: impl Fn(usize, Range<u32>) -> T + Sync) -> Vec<Vec<T>> {
        let ranges = self.halves.iter().enumerate().flat_map(|(half, data)| {
            let words = data.store.words();
            (0..words.div_ceil(len)).map(move |n| (half, n * len..((n + 1) * len).min(words)))
        });
        let ranges: Vec<_> = ranges.collect();
        let of_first = ranges.iter().filter(|(half, _)| *half == 0).count();
        let all = ranges.into_par_iter().with_max_len(1);
        let mut found: Vec<T> = all.map(|(half, words)| each(half, words)).collect();
        let others = found.split_off(of_first);
        vec![found, others]
    }
}

/// Puts aside what is decided among the positions of a stretch, and says of the others how they stand in the
/// next span: the packed values put aside, and the longest that is known of.
struct Shift<'a, P> {
    half: &'a Half<P>,
    /// Plies before the span that ends, and of it.
    past: u8,
    span: u8,
    room: u8,
    range: Range<u32>,
}

impl<P: Positions> Task for Shift<'_, P> {
    type Output = (Vec<u8>, u8);

    #[inline(always)]
    fn run<I: Isa>(self) -> (Vec<u8>, u8) {
        let Shift { half: Half { store, earlier, late, .. }, past, span, room, range } = self;
        let (mut bytes, mut before) = (Vec::with_capacity(range.len()), earlier.stretch(range.start));
        store.copy(range.clone(), &mut bytes);
        let now = past + span;
        // What is kept of a position that holds is a win, and otherwise a loss.
        let in_span = |at| {
            let plies = late.get(at).checked_sub(now.into()).and_then(|plies| u8::try_from(plies).ok());
            plies.filter(|plies| (2..=room).contains(plies))
        };
        let mut longest = 0;
        for ((at, byte), before) in range.clone().zip(&mut bytes).zip(&mut before) {
            match *byte {
                NOISY | DECIDED => {}
                plies if plies < span + 2 => (*before, *byte) = (past + plies, DECIDED),
                plies if plies <= room => *byte = plies - span,
                HOLDS | LOST_LATER => *byte = in_span(at).unwrap_or(*byte),
                _ => {}
            }
            if (2..=room).contains(byte) {
                longest = longest.max(*byte);
            }
        }
        store.paste(range.start, &bytes);
        (packed::pack(&before), longest)
    }
}

/// The first look at a range of positions.
struct Begin<'a, P> {
    half: &'a Half<P>,
    room: u8,
    words: Range<u32>,
    work: &'a LevelWork,
}

/// What it finds.
#[derive(Default)]
struct Begun {
    /// The longest win or loss.
    longest: u8,
    /// What conversions offer later.
    late: Vec<late::Stretch>,
    /// What they offer, packed; nothing where that is not kept.
    offered: Vec<u8>,
}

impl<P: Positions> Task for Begin<'_, P> {
    type Output = Begun;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let Half { positions, store, .. } = self.half;
        let room = u16::from(self.room);
        let (start, end) = (self.words.start * 8, (self.words.end * 8).min(store.len()));
        let mut bytes = vec![NOISY; self.words.len() * 8];
        let mut late = vec![0; bytes.len()];
        let (keeps_offered, mut offered) = (self.half.leaves_open(), Vec::new());
        let (mut quiet, mut longest) = (0, 0);
        positions.look::<I>(start..end, |at, first| {
            quiet += 1;
            let at = (at - start) as usize;
            if keeps_offered {
                // What is no position repeats the one before, which packs best.
                offered.resize(at, offered.last().copied().unwrap_or(0));
                offered.push(first.offered());
            }
            bytes[at] = match first {
                First::Win(plies) | First::Lost(plies) if plies <= room => {
                    longest = longest.max(plies as u8);
                    plies as u8
                }
                First::Win(plies) => {
                    late[at] = late::byte(plies);
                    HOLDS
                }
                First::Holds | First::Over => HOLDS,
                First::Open(open, loss) => {
                    // Moves within the class lose in 4 at least.
                    let is_late = loss > 4;
                    late[at] = if is_late { late::byte(loss) } else { 0 };
                    counter(open.min(MAX_MOVES), is_late)
                }
                First::Lost(plies) => {
                    late[at] = late::byte(plies);
                    LOST_LATER
                }
            };
        });
        for (word, bytes) in bytes.chunks_exact(8).enumerate() {
            if let Ok(bytes) = bytes.try_into() {
                store.set_word(start + word as u32 * 8, bytes);
            }
        }
        self.work.begun.fetch_add((end - start).into(), Relaxed);
        self.work.quiet.fetch_add(quiet, Relaxed);
        if keeps_offered {
            offered.resize((end - start) as usize, 0);
        }
        let late = late.chunks(late::STRETCH).map(late::Stretch::new).collect();
        Begun { longest, late, offered: packed::pack(&offered) }
    }
}

/// Follows all edges backwards from the positions of one level.
struct Expand<'a, P> {
    half: &'a Half<P>,
    /// Where the positions before them are: those with the other side to move.
    before: &'a Half<P>,
    level: u8,
    past: u8,
    room: u8,
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
                longest = self.follow(&edges[..count]).max(longest);
                count = 0;
            }
        });
        self.work.expanded.fetch_add(expanded, Relaxed);
        self.follow(&edges[..count]).max(longest)
    }
}

impl<P: Positions> Expand<'_, P> {
    /// What the edges mean for the positions they come from; the longest value given.
    #[inline(always)]
    fn follow(&self, edges: &[u32]) -> u8 {
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
            if let CountedMoves::Lost(is_late) = store.count_down(at, weight) {
                let late =
                    if is_late { self.before.late.get(at).saturating_sub(self.past.into()) } else { 0 };
                let plies = late.max(u16::from(self.level) + 1);
                if plies > self.room.into() {
                    store.set(at, LOST_LATER);
                    continue;
                }
                store.set(at, plies as u8);
                longest = longest.max(plies as u8);
            }
        }
        longest
    }
}

#[cfg(test)]
pub(crate) mod tests;
