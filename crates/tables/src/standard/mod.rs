//! Endings of standard chess as retrograde analysis sees them, by distance to mate.
//!
//! Mate is where the king would be taken two plies later: so everything else is as in games in
//! which it is. Castling is not known here; whoever asks about positions with the right to castle
//! looks at those moves first.

mod blocks;
mod board;
mod bounds;
mod endings;
pub(crate) mod index;
mod kinds;
mod men;
mod placing;
mod routes;
pub(crate) mod sets;
mod side;

use std::ops::Range;
use std::sync::Arc;

use chess_arbiter::attacks::{Isa, Task, with_best_isa};
use chess_arbiter::moves;
use chess_arbiter::position::Position;
use chess_arbiter::rules::Standard;
use chess_arbiter::win::Asked;
use rayon::prelude::*;

use crate::material::Class;
use crate::positions::{ChangeEntries, First, Numbered, Positions, is_no_better};
use crate::solved::{Pages, Solved, entry, value};
use crate::verify::{Known, MovesMake};
pub(crate) use endings::UNPACKED;
pub use endings::{ALL, Endings, MAX_MEN, NoValue};
pub(crate) use index::Index;
use index::Run;
pub use placing::class_of;
pub(crate) use side::Side;

impl Numbered for Index {
    const ONE_OF_PAIR: bool = true;
    // Captures lead to classes that are small, and promotions leave the kings where they are.
    const PACKED: bool = true;
    // Mate in 127: with one more move an entry would not have room.
    const MAX_VALUE: u16 = 256;
    const SHIFT: u16 = 1;

    fn new(class: Class) -> Index {
        Index::new(class)
    }

    fn len(&self) -> u32 {
        self.len()
    }

    fn page(&self) -> u32 {
        self.of_kings()
    }

    fn add_offers(
        class: Class,
        solved: &mut dyn FnMut(Class) -> Option<Arc<Solved<Index>>>,
    ) -> ChangeEntries {
        let side = Side::of(class, solved);
        Box::new(move |start, entries| {
            chunks(start, entries).for_each(|(start, entries)| {
                with_best_isa(AddOffers { side: &side, start, entries });
            });
        })
    }

    fn of_moves(
        class: Class,
        solved: &mut dyn FnMut(Class) -> Option<Arc<Solved<Index>>>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Solved<Index>> {
        let other = solved(class.swapped())?;
        let side = Side::of(class, solved);
        let filled = Solved::new(class, |range, entries| {
            if stop() {
                return Err(());
            }
            chunks(range.start, entries).for_each(|(start, entries)| {
                with_best_isa(OfMoves { side: &side, other: &other, start, entries });
            });
            Ok(())
        });
        filled.ok()
    }
}

/// Positions that a thread takes at once.
const CHUNK: usize = 1 << 18;

/// Entries from a number on in parts, each with the number that it begins with.
fn chunks(start: u32, entries: &mut [u8]) -> impl ParallelIterator<Item = (u32, &mut [u8])> {
    entries.par_chunks_mut(CHUNK).enumerate().map(move |(at, part)| (start + (at * CHUNK) as u32, part))
}

struct OfMoves<'a> {
    side: &'a Side,
    other: &'a Solved<Index>,
    start: u32,
    entries: &'a mut [u8],
}

impl Task for OfMoves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let (mut run, mut pages, mut of_other) = (Run::default(), self.side.pages(), Pages::default());
        for (number, into) in (self.start..).zip(self.entries) {
            let placed = self.side.index.placed(number, &mut run);
            *into = entry::<Index>(self.side.value::<I>(&placed, &mut pages, self.other, &mut of_other));
        }
    }
}

struct AddOffers<'a> {
    side: &'a Side,
    start: u32,
    entries: &'a mut [u8],
}

impl Task for AddOffers<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let (mut run, mut pages) = (Run::default(), self.side.pages());
        for (number, into) in (self.start..).zip(self.entries) {
            let moves =
                self.side.moves::<I>(&self.side.index.placed(number, &mut run), &mut pages, |_, _| ());
            let Some(best) = moves.and_then(|moves| moves.offer.best()) else { continue };
            if is_no_better(value::<Index>(*into), best) {
                *into = entry::<Index>(best);
            }
        }
    }
}

/// Tables are checked with the moves of the library.
impl Known for Standard {
    type Index = Index;

    #[inline(always)]
    fn position<I: Isa>(index: &Index, number: u32) -> (Option<Position>, bool) {
        let placed = index.placed(number, &mut Run::default());
        let position = placing::position(index.class(), &placed);
        // Where two pawns can capture in passing one of the two numbers is not used.
        let used = placed.passing.is_none() || index.number_placed(&placed, false) == number;
        (position.filter(|_| used), index.on_diagonal().contains(&number))
    }

    #[inline(always)]
    fn number<'a, I: Isa>(
        position: &Position,
        index: impl FnOnce(Class) -> Option<&'a Index>,
    ) -> Option<(Class, u32)> {
        let (class, placed) = placing::placed(Asked::of(position)?);
        Some((class, index(class)?.number_placed(&placed, false)))
    }

    #[inline(always)]
    fn of_moves(position: &Position, next: impl FnMut(Position)) -> MovesMake {
        let all = moves::legal_moves(position);
        if all.is_empty() && position.checkers().is_empty() {
            return MovesMake::Over;
        }
        all.into_iter().map(|mv| position.play(mv)).for_each(next);
        MovesMake::Best
    }
}

impl Positions for Side {
    type Index = Index;
    type Walk<'a> = Run;

    fn new(class: Class, solved: &mut dyn FnMut(Class) -> Option<Arc<Solved<Index>>>) -> Side {
        Side::of(class, solved)
    }

    fn class(&self) -> Class {
        self.index.class()
    }

    fn len(&self) -> u32 {
        self.index.len()
    }

    fn symmetric(&self) -> impl Iterator<Item = u32> + '_ {
        self.index.on_diagonal()
    }

    #[inline(always)]
    fn look<I: Isa>(&self, range: Range<u32>, mut each: impl FnMut(u32, First)) {
        let (mut run, mut pages) = (Run::default(), self.pages());
        for number in range {
            let mut open = 0;
            let count = |_, to: u64| open += to.count_ones();
            if let Some(moves) = self.moves::<I>(&self.index.placed(number, &mut run), &mut pages, count) {
                each(number, First::new(moves.offer, open, || !moves.check));
            }
        }
    }

    fn forget(&mut self) {
        self.forget_routes();
    }

    #[inline(always)]
    fn edges<I: Isa>(&self, before: &Side, run: &mut Run, at: u32, each: impl FnMut(u32)) {
        self.unmoves::<I>(before, run, at, each);
    }

    fn longest(&self) -> u16 {
        self.longest_conversion()
    }
}
