//! The positions of a class while they are solved, and their values when they are.

use std::ops::Range;

use rayon::prelude::*;

use crate::late::Late;
use crate::layout::Layout;
use crate::material::Class;
use crate::packed::{Earlier, Offered};
use crate::positions::{Positions, is_offered};
use crate::solved::{Solved, Values, entry};
use crate::store::{Store, settle};

/// What was decided in earlier spans is packed in stretches of so many positions.
const STRETCH: u32 = Earlier::STRETCH;
/// The positions of a class with one side to move, while they are solved.
#[derive(Debug)]
pub(crate) struct Half<P> {
    pub(crate) positions: P,
    pub(crate) store: Store,
    pub(crate) earlier: Earlier,
    pub(crate) late: Late,
    pub(crate) offered: Offered,
}

/// What is added to a value that conversions offer.
pub(crate) const IS_OFFERED: u16 = 1 << 15;

impl<P: Positions> Half<P> {
    /// Whether its table leaves open what conversions decide.
    pub(crate) fn leaves_open(&self) -> bool {
        Layout::of(self.positions.class()).leaves_open
    }

    /// The same as [`copy`](Half::copy) of a range that begins with a stretch of [`Offered`], with
    /// [`IS_OFFERED`] added to what conversions offer, as far as that is left open.
    pub(crate) fn copy_marked(&self, past: u8, range: Range<u32>, into: &mut Vec<u16>) {
        let from = into.len();
        self.copy(past, range.clone(), into);
        if !self.leaves_open() {
            return;
        }
        let stretches = into[from..].chunks_mut(Offered::STRETCH as usize);
        for (values, start) in stretches.zip(range.step_by(Offered::STRETCH as usize)) {
            for (value, offered) in values.iter_mut().zip(self.offered.stretch(start)) {
                *value |= if is_offered(*value, offered) { IS_OFFERED } else { 0 };
            }
        }
    }

    /// Adds the values of a range to a list, when nothing more will be known; the span began after `past`
    /// plies.
    pub(crate) fn copy(&self, past: u8, range: Range<u32>, into: &mut Vec<u16>) {
        // Stores hand out whole words.
        let mut start = range.start & !7;
        let before = into.len() + (range.start - start) as usize;
        into.reserve(range.len());
        let from = into.len();
        let mut bytes = Vec::new();
        while start < range.end {
            let end = range.end.min((start / STRETCH + 1) * STRETCH);
            bytes.clear();
            self.store.copy(start..end, &mut bytes);
            let earlier = (past > 0).then(|| self.earlier.stretch(start - start % STRETCH));
            let earlier = earlier.as_ref().map(|stretch| &stretch[(start % STRETCH) as usize..]);
            settle(&bytes, past, earlier, into);
            start = end;
        }
        into.drain(from..before);
    }

    /// The values of positions in ascending order.
    pub(crate) fn values(&self, past: u8, numbers: impl Iterator<Item = u32>) -> impl Iterator<Item = u16> {
        const RUN: u32 = 1 << 12;
        let (mut start, mut run) = (0, Vec::new());
        numbers.map(move |number| {
            if run.is_empty() || number / RUN * RUN != start {
                start = number / RUN * RUN;
                run.clear();
                self.copy(past, start..(start + RUN).min(self.store.len()), &mut run);
            }
            run[(number - start) as usize]
        })
    }

    /// The class, solved.
    pub(crate) fn solved(&self, past: u8) -> Solved<P::Index> {
        Solved::of(self.positions.class(), |range, into| {
            let stretches =
                into.par_chunks_mut(STRETCH as usize).zip(range.into_par_iter().step_by(STRETCH as usize));
            stretches.for_each(|(into, start)| {
                let mut values = Vec::new();
                self.copy(past, start..start + into.len() as u32, &mut values);
                into.iter_mut().zip(values).for_each(|(into, value)| *into = entry::<P::Index>(value));
            });
        })
    }
}

/// The positions of a class when they are solved, in a span that began after `past` plies.
#[derive(Debug)]
pub(crate) struct SolvedHalf<P> {
    pub(crate) half: Half<P>,
    pub(crate) past: u8,
}

impl<P: Positions> Values for SolvedHalf<P> {
    type Index = P::Index;

    fn class(&self) -> Class {
        self.half.positions.class()
    }

    fn len(&self) -> u32 {
        self.half.store.len()
    }

    fn copy(&self, range: Range<u32>, into: &mut Vec<u16>) {
        self.half.copy(self.past, range, into);
    }

    fn copy_marked(&self, range: Range<u32>, into: &mut Vec<u16>) {
        self.half.copy_marked(self.past, range, into);
    }

    fn symmetric(&self) -> impl Iterator<Item = u16> {
        self.half.values(self.past, self.half.positions.symmetric())
    }

    fn solved(&self) -> Solved<P::Index> {
        self.half.solved(self.past)
    }
}
