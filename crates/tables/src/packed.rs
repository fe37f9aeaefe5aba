//! What is not looked at again until a class is solved, packed.

use std::ops::Range;

use rayon::prelude::*;

/// Speed matters, not size.
const LEVEL: i32 = 1;

/// What was decided in earlier spans: plies, or 0 where nothing was.
pub(crate) type Earlier = Packed<{ 1 << 20 }>;
/// The best that conversions offer, as [`First::offered`](crate::positions::First::offered) says it; 0 where
/// that is not kept.
pub(crate) type Offered = Packed<{ 1 << 18 }>;

/// A byte for each position, so many of them packed together.
#[derive(Debug)]
pub(crate) struct Packed<const STRETCH: u32> {
    len: u32,
    /// By stretches; empty where all of one are 0.
    stretches: Vec<Vec<u8>>,
}

impl<const STRETCH: u32> Packed<STRETCH> {
    /// Positions packed together.
    pub(crate) const STRETCH: u32 = STRETCH;

    /// Of so many positions, all 0.
    pub(crate) fn new(len: u32) -> Self {
        Packed { len, stretches: vec![Vec::new(); len.div_ceil(STRETCH) as usize] }
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
    pub(crate) fn with(&self, stretches: Vec<Vec<u8>>) -> Self {
        Packed { len: self.len, stretches }
    }

    /// The bytes of the stretch that begins with a position.
    ///
    /// # Panics
    /// There is no memory for it. It was packed here, or looked at when it was read.
    pub(crate) fn stretch(&self, start: u32) -> Vec<u8> {
        let len = STRETCH.min(self.len - start) as usize;
        unpack(&self.stretches[(start / STRETCH) as usize], len).expect("a stretch as it was packed")
    }
}

/// Packs the bytes of a stretch.
///
/// # Panics
/// There is no memory for it: without them values would be wrong.
pub(crate) fn pack(bytes: &[u8]) -> Vec<u8> {
    if bytes.iter().all(|&byte| byte == 0) {
        return Vec::new();
    }
    let mut packed = zstd::bulk::compress(bytes, LEVEL).expect("memory to pack bytes");
    // It comes with room for what cannot be packed.
    packed.shrink_to_fit();
    packed
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
