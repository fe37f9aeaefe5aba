//! What conversions offer where that is asked again when all positions were looked at: the longest loss of
//! a position whose other moves are still counted, and wins and losses too long for the window of plies.
//!
//! Few positions have any: a bit for each, and a byte for those.

use std::ops::Range;

/// Positions of a piece.
pub(crate) const PIECE: usize = 1 << 15;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Late {
    pieces: Vec<Piece>,
}

/// The positions of a piece; all empty where none has anything.
#[derive(Debug, Default)]
pub(crate) struct Piece {
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

impl Piece {
    /// Of bytes of all its positions, 0 where there is nothing.
    pub(crate) fn new(all: &[u8]) -> Piece {
        let bytes: Box<[u8]> = all.iter().copied().filter(|&byte| byte > 0).collect();
        if bytes.is_empty() {
            return Piece::default();
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
        Piece { before: before.collect(), there, bytes }
    }
}

impl Late {
    /// Of its pieces in order.
    pub(crate) fn new(pieces: Vec<Piece>) -> Late {
        Late { pieces }
    }

    /// The plies of a position, 0 where there are none.
    pub(crate) fn get(&self, at: u32) -> u16 {
        let piece = &self.pieces[at as usize / PIECE];
        let (word, bit) = (at as usize % PIECE / 64, at % 64);
        match piece.there.get(word) {
            Some(there) if there >> bit & 1 != 0 => {
                let before = (there & ((1 << bit) - 1)).count_ones() as usize;
                u16::from(piece.bytes[usize::from(piece.before[word]) + before]) + 1
            }
            _ => 0,
        }
    }

    /// Appends the bytes of a range, as [`Piece::new`] takes them.
    pub(crate) fn copy(&self, range: Range<u32>, into: &mut Vec<u8>) {
        into.extend(range.map(|at| byte(self.get(at))));
    }

    /// The memory it takes.
    #[cfg(test)]
    pub(crate) fn size(&self) -> usize {
        self.pieces.iter().map(|piece| piece.there.len() * 10 + piece.bytes.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_again() {
        let all: Vec<u8> = (0..5 * PIECE as u32 / 2)
            .map(|at| {
                if at as usize / PIECE != 1 && at.wrapping_mul(2_654_435_761) >> 29 == 0 {
                    at as u8
                } else {
                    0
                }
            })
            .collect();
        let late = Late::new(all.chunks(PIECE).map(Piece::new).collect());
        let mut again = Vec::new();
        late.copy(0..all.len() as u32, &mut again);
        assert!(again == all && all.contains(&255));
        assert!(late.size() < all.len() / 2);
        let full = Late::new(vec![Piece::new(&vec![255; PIECE])]);
        assert_eq!([0, 63, 64, PIECE as u32 - 1].map(|at| full.get(at)), [256; 4]);
    }
}
