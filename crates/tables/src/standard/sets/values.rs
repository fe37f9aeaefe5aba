//! The values of a class by their numbers.

use std::ops::Range;

use super::News;
use super::rows::Rows;
use crate::material::Class;
use crate::solved::{self, Solved, entry};
use crate::standard::Index;
use crate::standard::men::squares;

/// What is no position: the side to move could take the king.
const NONE: u8 = 1;

/// The values of a class by their numbers, in plies until the king is taken: 0 for never, 1 where that can be
/// done at once.
#[derive(Debug)]
pub(crate) struct Values {
    index: Index,
    bytes: Vec<u8>,
}

impl Values {
    /// The last level: what it wins takes one ply more, for which there is just room.
    pub(super) const MOST: u8 = u8::MAX - 1;

    pub(super) fn new(index: Index) -> Values {
        let bytes = vec![NONE; index.len() as usize];
        Values { index, bytes }
    }

    /// Says of all positions that nobody wins; `none` are those, by rows, that are none.
    pub(super) fn begin(&mut self, rows: &Rows, side: usize, passing: bool, none: &[u64]) {
        for (row, ..) in rows.all() {
            self.write(rows, &News { side, row, set: !none[row], passing }, 0);
        }
    }

    /// Writes what is decided in so many plies.
    pub(super) fn write(&mut self, rows: &Rows, &News { side, row, set, passing }: &News, plies: u8) {
        let Some(first) = squares(set).next() else { return };
        if passing {
            for last in squares(set) {
                let number = self.index.number_placed(&rows.placed(side, row, last, true), false);
                self.bytes[number as usize] = plies;
            }
            return;
        }
        let at = rows.squares(side, row, first);
        // The same for all of the set: pawns of different files keep their order, and men alike are a set.
        let man = if at[2] == first { 2 } else { 3 };
        let frame = self.index.frame(&at, side == 1);
        let base = self.index.number_seen(frame, &at);
        self.index.moved(frame, &at, man, set, |by| self.bytes[base.wrapping_add(by) as usize] = plies);
    }
}

impl solved::Values for Values {
    type Index = Index;

    fn class(&self) -> Class {
        self.index.class()
    }

    fn len(&self) -> u32 {
        self.index.len()
    }

    fn copy(&self, range: Range<u32>, into: &mut Vec<u16>) {
        let bytes = &self.bytes[range.start as usize..range.end as usize];
        into.extend(bytes.iter().map(|&byte| u16::from(byte)));
    }

    fn symmetric(&self) -> impl Iterator<Item = u16> {
        self.index.on_diagonal().map(|number| self.bytes[number as usize].into())
    }

    fn solved(&self) -> Solved<Index> {
        Solved::of(self.class(), |range, into| {
            let bytes = &self.bytes[range.start as usize..range.end as usize];
            into.iter_mut().zip(bytes).for_each(|(into, &byte)| *into = entry::<Index>(byte.into()));
        })
    }
}
