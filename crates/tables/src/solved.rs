//! Values of solved classes in memory: a byte each, and packed in pages where there are many.
//!
//! Pawns stand still but for few moves, and so do kings: whoever looks up positions in the order of
//! their numbers stays on a page for long, and on few at a time.

use std::convert::Infallible;
use std::ops::Range;

use rayon::prelude::*;

use crate::material::Class;
use crate::positions::Numbered;

/// With more positions than this a class is packed: those with five men.
const PLAIN: u32 = 1 << 24;
/// About so many positions are packed at once.
const BATCH: u32 = 1 << 24;
/// Speed matters more than size.
const LEVEL: i32 = 1;
/// Pages that whoever reads keeps: a king on a square and its neighbours, and some more.
const HELD: usize = 16;

/// A class that is solved. A value is plies until the royal is taken, 0 for never, and anything where the
/// side to move can take it; the byte that is kept, its *entry*, is less by [`Numbered::SHIFT`].
#[derive(Debug)]
pub(crate) struct Solved<X> {
    pub(crate) index: X,
    entries: Entries,
    /// The greatest of the values.
    pub(crate) longest: u16,
}

#[derive(Debug)]
enum Entries {
    Plain(Vec<u8>),
    Packed { page: u32, pages: Vec<Box<[u8]>> },
}

/// The values of all positions of a class, from which its table is written.
pub(crate) trait Values: Send + Sync {
    /// How its positions are found among them.
    type Index: Numbered;

    /// The class.
    fn class(&self) -> Class;

    /// Positions have the numbers below this.
    fn len(&self) -> u32;

    /// Adds the values of a range to a list: plies until the royal is taken, 0 for never, and 1 where there
    /// is no position or that can be done at once.
    fn copy(&self, range: Range<u32>, into: &mut Vec<u16>);

    /// The same, with [`IS_OFFERED`](crate::half::IS_OFFERED) added to what conversions offer, where the
    /// table of the class leaves that open.
    fn copy_marked(&self, range: Range<u32>, into: &mut Vec<u16>) {
        self.copy(range, into);
    }

    /// The values of the positions that have half as many forms on the board as the others.
    fn symmetric(&self) -> impl Iterator<Item = u16>;

    /// The class, solved.
    fn solved(&self) -> Solved<Self::Index>;
}

/// What somebody who looks up many values of a class has unpacked, last used first.
#[derive(Debug, Default)]
pub(crate) struct Pages(Vec<(u32, Vec<u8>)>);

/// The entry of a value, of which there is one.
#[inline(always)]
pub(crate) fn entry<X: Numbered>(value: u16) -> u8 {
    value.saturating_sub(X::SHIFT) as u8
}

/// The value of an entry.
#[inline(always)]
pub(crate) fn value<X: Numbered>(entry: u8) -> u16 {
    if entry == 0 { 0 } else { u16::from(entry) + X::SHIFT }
}

impl<X: Numbered> Solved<X> {
    /// A class whose entries `fill` writes, range by range.
    ///
    /// # Errors
    /// `fill` has one.
    pub(crate) fn new<E>(
        class: Class,
        fill: impl FnMut(Range<u32>, &mut [u8]) -> Result<(), E>,
    ) -> Result<Solved<X>, E> {
        Solved::packed_from(PLAIN, class, fill)
    }

    /// The same, packed from so many positions on.
    fn packed_from<E>(
        plain: u32,
        class: Class,
        mut fill: impl FnMut(Range<u32>, &mut [u8]) -> Result<(), E>,
    ) -> Result<Solved<X>, E> {
        let index = X::new(class);
        let len = index.len();
        let most = |bytes: &[u8]| bytes.par_iter().copied().max().unwrap_or(0);
        if !X::PACKED || len <= plain {
            let mut bytes = vec![0; len as usize];
            fill(0..len, &mut bytes)?;
            let longest = value::<X>(most(&bytes));
            return Ok(Solved { index, entries: Entries::Plain(bytes), longest });
        }
        let page = index.page();
        let batch = (BATCH / page).max(1) * page;
        let (mut bytes, mut pages, mut longest) = (Vec::new(), Vec::new(), 0);
        for start in (0..len).step_by(batch as usize) {
            let range = start..start.saturating_add(batch).min(len);
            bytes.resize(range.len(), 0);
            fill(range, &mut bytes)?;
            longest = longest.max(most(&bytes));
            let packed = bytes.par_chunks(page as usize).map(pack);
            pages.par_extend(packed);
        }
        Ok(Solved { index, entries: Entries::Packed { page, pages }, longest: value::<X>(longest) })
    }

    /// The same, of what never fails.
    pub(crate) fn of(class: Class, mut fill: impl FnMut(Range<u32>, &mut [u8])) -> Solved<X> {
        let filled = Solved::new(class, |range, into| {
            fill(range, into);
            Ok::<_, Infallible>(())
        });
        let Ok(solved) = filled;
        solved
    }

    /// The same values, packed however few they are.
    #[cfg(test)]
    pub(crate) fn repacked(&self, class: Class) -> Solved<X> {
        let mut pages = Pages::default();
        let filled = Solved::packed_from(0, class, |range, into| {
            let values = range.map(|number| entry::<X>(self.value(&mut pages, number)));
            into.iter_mut().zip(values).for_each(|(into, value)| *into = value);
            Ok::<_, Infallible>(())
        });
        let Ok(solved) = filled;
        solved
    }

    /// The value of a position.
    #[inline(always)]
    pub(crate) fn value(&self, pages: &mut Pages, number: u32) -> u16 {
        value::<X>(match &self.entries {
            Entries::Plain(bytes) => bytes[number as usize],
            Entries::Packed { page, pages: packed } => {
                let (at, within) = (number / page, number % page);
                match pages.0.first() {
                    Some((first, bytes)) if *first == at => bytes[within as usize],
                    _ => {
                        pages.turn_to(at, (self.index.len() - at * page).min(*page), packed)[within as usize]
                    }
                }
            }
        })
    }

    /// The bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.entries {
            Entries::Plain(bytes) => bytes.len() as u64,
            Entries::Packed { pages, .. } => pages.iter().map(|page| page.len() as u64).sum(),
        }
    }
}

/// About what a class of so many positions takes, before it is packed.
pub(crate) fn estimate<X: Numbered>(len: u32) -> u64 {
    // Measured: a fifth at most.
    if X::PACKED && len > PLAIN { u64::from(len) / 5 } else { len.into() }
}

/// # Panics
/// There is no memory for it: without it values would be wrong.
fn pack(bytes: &[u8]) -> Box<[u8]> {
    zstd::bulk::compress(bytes, LEVEL).expect("memory to pack values").into()
}

impl Pages {
    /// Turns to a page.
    ///
    /// # Panics
    /// There is no memory for it. It was packed here.
    #[cold]
    #[inline(never)]
    fn turn_to(&mut self, at: u32, len: u32, packed: &[Box<[u8]>]) -> &[u8] {
        let len = len as usize;
        match self.0.iter().position(|(held, _)| *held == at) {
            Some(held) => self.0[..=held].rotate_right(1),
            None => {
                let mut bytes =
                    if self.0.len() < HELD { Vec::new() } else { self.0.pop().unwrap_or_default().1 };
                bytes.resize(len, 0);
                let found = zstd::bulk::decompress_to_buffer(&packed[at as usize], &mut bytes[..]);
                assert_eq!(found.ok(), Some(len), "a page as it was packed");
                self.0.insert(0, (at, bytes));
            }
        }
        &self.0[0].1
    }
}
