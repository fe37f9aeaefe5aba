//! What conversions offer where that is asked again when all positions were looked at: the longest loss of
//! a position whose other moves are still counted, and wins and losses too long for the span of plies.
//!
//! Few positions have any: a bit for each, and a byte for those.

use std::ops::Range;

/// Positions of a stretch.
pub(crate) const STRETCH: usize = 1 << 15;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Late {
    stretches: Vec<Stretch>,
}

/// The positions of a stretch; all empty where none has anything.
#[derive(Debug, Default)]
pub(crate) struct Stretch {
    /// Which have.
    there: Box<[u64]>,
    /// How many have before those of each word.
    before: Box<[u16]>,
    bytes: Box<[u8]>,
}

/// Plies as a byte; none are 0.
#[inline(always)]
pub(crate) fn byte(plies: u16) -> u8 {
    plies.saturating_sub(1) as u8
}

impl Stretch {
    /// Of bytes of all its positions, 0 where there is nothing.
    pub(crate) fn new(all: &[u8]) -> Stretch {
        let bytes: Box<[u8]> = all.iter().copied().filter(|&byte| byte > 0).collect();
        if bytes.is_empty() {
            return Stretch::default();
        }
        let words = all.chunks(64);
        let there: Box<[u64]> = words
            .map(|word| word.iter().rev().fold(0, |set, &byte| set << 1 | u64::from(byte > 0)))
            .collect();
        let mut sum = 0;
        let before = there.iter().map(|word| {
            sum += word.count_ones() as u16;
            sum - word.count_ones() as u16
        });
        Stretch { before: before.collect(), there, bytes }
    }
}

impl Late {
    /// Of its stretches in order.
    pub(crate) fn new(stretches: Vec<Stretch>) -> Late {
        Late { stretches }
    }

    /// The plies of a position, 0 where there are none.
    pub(crate) fn get(&self, at: u32) -> u16 {
        let stretch = &self.stretches[at as usize / STRETCH];
        let (word, bit) = (at as usize % STRETCH / 64, at % 64);
        match stretch.there.get(word) {
            Some(there) if there >> bit & 1 != 0 => {
                let before = (there & ((1 << bit) - 1)).count_ones() as usize;
                u16::from(stretch.bytes[usize::from(stretch.before[word]) + before]) + 1
            }
            _ => 0,
        }
    }

    /// Appends the bytes of a range, as [`Stretch::new`] takes them.
    pub(crate) fn copy(&self, range: Range<u32>, into: &mut Vec<u8>) {
        into.extend(range.map(|at| byte(self.get(at))));
    }

    /// The memory it takes.
    #[cfg(test)]
    pub(crate) fn size(&self) -> usize {
        self.stretches.iter().map(|stretch| stretch.there.len() * 10 + stretch.bytes.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_again() {
        let all: Vec<u8> = (0..5 * STRETCH as u32 / 2)
            .map(|at| {
                if at as usize / STRETCH != 1 && at.wrapping_mul(2_654_435_761) >> 29 == 0 {
                    at as u8
                } else {
                    0
                }
            })
            .collect();
        let late = Late::new(all.chunks(STRETCH).map(Stretch::new).collect());
        let mut again = Vec::new();
        late.copy(0..all.len() as u32, &mut again);
        assert!(again == all && all.contains(&255));
        assert!(late.size() < all.len() / 2);
        let full = Late::new(vec![Stretch::new(&vec![255; STRETCH])]);
        assert_eq!([0, 63, 64, STRETCH as u32 - 1].map(|at| full.get(at)), [256; 4]);
    }
}
