//! The 4×4 games as retrograde analysis sees them.
//!
//! A position that is its own reflection has half as many forms, so that two of its moves may be one edge:
//! weights of edges see to that.

pub(crate) mod codes;
pub(crate) mod conversions;
pub mod index;
pub mod safe;
pub mod tiny;

use std::ops::Range;
use std::sync::Arc;

use chess_arbiter::attacks::Isa;
use chess_arbiter::moves;
use chess_arbiter::position::Position;
use chess_arbiter::rules::{Rules, Simplified, SimplifiedPawns};

use crate::material::Class;
use crate::positions::{DOUBLE, First, Numbered, Offer, Positions};
use crate::solved::Solved;
use crate::verify::{Known, MovesMake};
use conversions::Conversions;
use index::{AnyIndex, Index, IndexPlace, Run};
use safe::{moved, safe_moves, stuck, takers, unmoves};
use tiny::{QUEEN, Set, Tiny, between, seen, square};

/// Edges that one position can have at most: two dozen, generously.
const EDGES_EACH: usize = 128;

/// The positions of a class with one side to move.
#[derive(Debug)]
pub(crate) struct Side<R> {
    index: Index<R>,
    conversions: Conversions<R>,
}

impl Numbered for AnyIndex {
    const ONE_OF_PAIR: bool = false;
    const PACKED: bool = false;
    // What is longer is refused while it is built.
    const MAX_VALUE: u16 = 123;
    const SHIFT: u16 = 0;

    fn new(class: Class) -> AnyIndex {
        AnyIndex::new(class)
    }

    fn len(&self) -> u32 {
        self.len()
    }

    fn page(&self) -> u32 {
        self.len()
    }

    fn of_moves(
        _: Class,
        _: &mut dyn FnMut(Class) -> Option<Arc<Solved<AnyIndex>>>,
        _: &dyn Fn() -> bool,
    ) -> Option<Solved<AnyIndex>> {
        None
    }
}

/// Tables of the 4×4 games are checked with the moves of the library.
macro_rules! known {
    ($rules:ty) => {
        impl Known for $rules {
            type Index = AnyIndex;

            #[inline(always)]
            fn position<I: Isa>(index: &AnyIndex, number: u32) -> (Option<Position<$rules>>, bool) {
                let (tiny, symmetric) = index.position::<I>(number);
                (tiny.position(), symmetric)
            }

            #[inline(always)]
            fn number<'a, I: Isa>(
                position: &Position<$rules>,
                index: impl FnOnce(Class) -> Option<&'a AnyIndex>,
            ) -> Option<(Class, u32)> {
                let tiny = Tiny::of(position)?;
                let class = Class::of(tiny);
                Some((class, index(class)?.place::<I>(tiny).index))
            }

            #[inline(always)]
            fn of_moves(position: &Position<$rules>, next: impl FnMut(Position<$rules>)) -> MovesMake {
                let all = moves::pseudo_legal_moves(position);
                let queen = position.royal(!position.turn());
                if all.iter().any(|mv| Some(mv.to()) == queen) {
                    return MovesMake::Won;
                }
                moves::safe_moves(position).into_iter().map(|mv| position.play(mv)).for_each(next);
                if all.is_empty() { MovesMake::Over } else { MovesMake::Best }
            }
        }
    };
}

known!(Simplified);
known!(SimplifiedPawns);

impl<R: Rules> Positions for Side<R> {
    type Index = AnyIndex;
    type Walk<'a> = Option<(Range<u32>, Run<'a>)>;

    fn new(class: Class, solved: &mut dyn FnMut(Class) -> Option<Arc<Solved<AnyIndex>>>) -> Side<R> {
        Side { index: Index::new(class), conversions: Conversions::new(class, solved) }
    }

    fn class(&self) -> Class {
        self.index.class()
    }

    fn len(&self) -> u32 {
        self.index.len()
    }

    fn symmetric(&self) -> impl Iterator<Item = u32> + '_ {
        self.index.symmetric()
    }

    #[inline(always)]
    fn look<I: Isa>(&self, range: Range<u32>, mut each: impl FnMut(u32, First)) {
        let Side { index, conversions } = self;
        let mut at = range.start;
        while at < range.end {
            let run = index.run::<I>(at);
            let len = run.len.min(range.end - at);
            if let Some((blocks, count)) = blocks_needed::<R, I>(Tiny { us: run.us, them: run.them }) {
                for i in 0..len {
                    let (code, _) = run.code(i);
                    let taken = index.taken::<I>(&run, code);
                    if blocks[..count].iter().any(|&block| block & taken == 0) {
                        continue;
                    }
                    let position = Tiny { us: run.us, them: index.them::<I>(&run, code) };
                    each(at + i, first_look::<R, I>(position, conversions));
                }
            }
            at += len;
        }
    }

    fn forget(&mut self) {
        self.conversions.forget();
    }

    #[inline(always)]
    fn edges<'a, I: Isa>(
        &'a self,
        before: &Side<R>,
        walk: &mut Self::Walk<'a>,
        at: u32,
        mut each: impl FnMut(u32),
    ) {
        let (range, run) = match walk {
            Some(walk) if walk.0.contains(&at) => walk,
            walk => {
                let run = self.index.run::<I>(at);
                walk.insert((at..at + run.len, run))
            }
        };
        let (code, symmetric) = run.code(at - range.start);
        let position = Tiny { us: run.us, them: self.index.them::<I>(run, code) };
        if symmetric {
            halved::<R, I>(&before.index, position, each);
        } else {
            edges_to::<R, I>(&before.index, position, |place| {
                each(place.index | if place.symmetric { DOUBLE } else { 0 });
            });
        }
    }

    fn longest(&self) -> u16 {
        self.conversions.longest()
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

/// What the moves of a quiet position make it.
#[inline(always)]
fn first_look<R: Rules, I: Isa>(position: Tiny, conversions: &Conversions<R>) -> First {
    let mut offer = Offer::default();
    let mut open = 0;
    safe_moves::<R, I>(position, |lane, from, goals| {
        open += conversions.offer::<I>(position, (lane, from, goals), &mut offer);
    });
    First::new(offer, open, || stuck::<R, I>(position))
}

/// The edges into a symmetric position. They come in two forms each, unless they are from a
/// symmetric position.
#[cold]
#[inline(never)]
fn halved<R: Rules, I: Isa>(before: &Index<R>, position: Tiny, each: impl FnMut(u32)) {
    let (mut edges, mut count) = ([0; EDGES_EACH], 0);
    edges_to::<R, I>(before, position, |place| {
        edges[count] = place.index;
        count += 1;
    });
    let edges = &mut edges[..count];
    edges.sort_unstable();
    let mut kept = 0;
    let mut at = 0;
    while at < edges.len() {
        let edge = edges[at];
        edges[kept] = edge;
        kept += 1;
        at += if before.is_symmetric(edge) { 1 } else { 2 };
    }
    edges[..kept].iter().copied().for_each(each);
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
