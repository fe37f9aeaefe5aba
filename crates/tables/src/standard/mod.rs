//! Endings of standard chess as retrograde analysis sees them, by distance to mate.
//!
//! Mate is where the king would be taken two plies later: so everything else is as in games in
//! which it is. Castling is not known here; whoever asks about positions with the right to castle
//! looks at those moves first.

mod board;
mod bounds;
mod endings;
pub(crate) mod index;
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
use crate::positions::{Numbered, Offer, Positions, Solved, first_byte};
use crate::verify::{Known, MovesMake};
pub use endings::{ALL, Endings, MAX_MEN, NoValue, class_of};
pub(crate) use index::Index;
use index::Run;
pub(crate) use side::Side;

impl Numbered for Index {
    const ONE_OF_PAIR: bool = true;
    const MAX_VALUE: u8 = 254;

    fn new(class: Class) -> Index {
        Index::new(class)
    }

    fn of_moves(
        class: Class,
        solved: &mut dyn FnMut(Class) -> Option<Arc<Solved<Index>>>,
    ) -> Option<Vec<u8>> {
        let other = solved(class.swapped())?;
        let side = Side::of(class, solved);
        let mut values = vec![0; side.index.len() as usize];
        values.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, values)| {
            let start = (chunk * CHUNK) as u32;
            with_best_isa(OfMoves { side: &side, other: &other, start, values });
        });
        Some(values)
    }
}

/// Positions that a thread takes at once.
const CHUNK: usize = 1 << 15;

struct OfMoves<'a> {
    side: &'a Side,
    other: &'a Solved<Index>,
    start: u32,
    values: &'a mut [u8],
}

impl Task for OfMoves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let mut run = Run::default();
        for (number, value) in (self.start..).zip(self.values) {
            *value = self.side.value::<I>(&self.side.index.placed(number, &mut run), self.other);
        }
    }
}

/// Tables are checked with the moves of the library.
impl Known for Standard {
    type Index = Index;

    #[inline(always)]
    fn position<I: Isa>(index: &Index, number: u32) -> (Option<Position>, bool) {
        let placed = index.placed(number, &mut Run::default());
        let position = endings::position(index.class(), &placed);
        // Where two pawns can capture in passing one of the two numbers is not used.
        let used = placed.passing.is_none() || index.number_placed(&placed, false) == number;
        (position.filter(|_| used), index.on_diagonal().contains(&number))
    }

    #[inline(always)]
    fn number<'a, I: Isa>(
        position: &Position,
        index: impl FnOnce(Class) -> Option<&'a Index>,
    ) -> Option<(Class, u32)> {
        let (class, placed) = endings::placed(Asked::of(position)?);
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
    fn look<I: Isa>(&self, range: Range<u32>, bytes: &mut [u8]) -> u64 {
        let (mut run, mut legal) = (Run::default(), 0);
        for (number, byte) in range.zip(bytes) {
            let mut open = 0;
            let count = |_, to: u64| open += to.count_ones();
            if let Some(moves) = self.moves::<I>(&self.index.placed(number, &mut run), count) {
                legal += 1;
                *byte = first_byte(moves.offer, open, || !moves.check);
            }
        }
        legal
    }

    #[inline(always)]
    fn edges<I: Isa>(&self, before: &Side, run: &mut Run, at: u32, each: impl FnMut(u32)) {
        self.unmoves::<I>(before, run, at, each);
    }

    #[inline(never)]
    fn conversions<I: Isa>(&self, at: u32) -> Offer {
        let placed = self.index.placed(at, &mut Run::default());
        self.moves::<I>(&placed, |_, _| ()).map_or(Offer::default(), |moves| moves.offer)
    }

    fn longest(&self) -> u8 {
        self.longest_conversion()
    }
}
