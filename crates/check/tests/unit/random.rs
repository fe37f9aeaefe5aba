//! Chance for unit tests.

/// Xorshift; the same numbers in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number less than `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % n as u64) as usize
    }
}
