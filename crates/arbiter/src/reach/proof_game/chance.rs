//! A reproducible source of chance.

/// SplitMix64.
pub(in crate::reach) struct Chance(u64);

impl Chance {
    pub(in crate::reach) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    #[inline(always)]
    pub(in crate::reach) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(in crate::reach) fn below(&mut self, n: u64) -> i32 {
        (self.next() % n) as i32
    }
}
