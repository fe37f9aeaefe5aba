//! What was decided in earlier spans, packed: it is not looked at again until the class is solved.

use std::ops::Range;

use rayon::prelude::*;

use crate::store::{DECIDED, MAX_PLIES, NOISY};

/// Positions packed together.
pub(crate) const STRETCH: u32 = 1 << 20;
/// Speed matters, not size.
const LEVEL: i32 = 1;

/// A byte for each position: plies, or 0 where it was not decided.
#[derive(Debug)]
pub(crate) struct Earlier {
    len: u32,
    /// By stretches; empty where nothing was decided in one, or ever.
    stretches: Vec<Vec<u8>>,
}

impl Earlier {
    /// Of so many positions, none decided.
    pub(crate) fn new(len: u32) -> Earlier {
        Earlier { len, stretches: vec![Vec::new(); len.div_ceil(STRETCH) as usize] }
    }

    /// The positions of each stretch.
    pub(crate) fn ranges(&self) -> impl IndexedParallelIterator<Item = Range<u32>> {
        let len = self.len;
        (0..self.stretches.len() as u32)
            .into_par_iter()
            .map(move |stretch| stretch * STRETCH..len.min((stretch + 1) * STRETCH))
    }

    /// The packed stretches in order.
    pub(crate) fn stretches(&self) -> &[Vec<u8>] {
        &self.stretches
    }

    /// The same stretches with others in their place.
    pub(crate) fn with(&self, stretches: Vec<Vec<u8>>) -> Earlier {
        Earlier { len: self.len, stretches }
    }

    /// Packs the bytes of a stretch.
    ///
    /// # Panics
    /// There is no memory for it: without them values would be wrong.
    pub(crate) fn pack(bytes: &[u8]) -> Vec<u8> {
        if bytes.iter().all(|&byte| byte == 0) {
            return Vec::new();
        }
        zstd::bulk::compress(bytes, LEVEL).expect("memory to pack what is decided")
    }

    /// Unpacks a stretch of so many positions; `None` if it is not as it was packed.
    pub(crate) fn unpack(packed: &[u8], len: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; len];
        if !packed.is_empty() {
            let found = zstd::bulk::decompress_to_buffer(packed, &mut bytes[..]).ok()?;
            (found == len).then_some(())?;
        }
        Some(bytes)
    }

    /// The bytes of the stretch that begins with a position.
    ///
    /// # Panics
    /// There is no memory for it. It was packed here, or looked at when it was read.
    pub(crate) fn stretch(&self, start: u32) -> Vec<u8> {
        let len = STRETCH.min(self.len - start) as usize;
        Earlier::unpack(&self.stretches[(start / STRETCH) as usize], len).expect("a stretch as it was packed")
    }
}

/// Turns bytes of a store, of which the span begins after `past` plies, into what is known when nothing
/// more will be: plies, 1 where the royal can be taken at once, or 0 where neither side can ever force a win.
/// `earlier` has what was decided before.
pub(crate) fn settle(bytes: &[u8], past: u8, earlier: Option<&[u8]>, into: &mut Vec<u16>) {
    into.extend(bytes.iter().enumerate().map(|(at, &byte)| match byte {
        NOISY => 1,
        DECIDED => earlier.map_or(0, |earlier| earlier[at].into()),
        plies if plies <= MAX_PLIES => u16::from(past) + u16::from(plies),
        _ => 0,
    }));
}
