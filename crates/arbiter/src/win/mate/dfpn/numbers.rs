//! Proof numbers: what they say of a node, how those of children combine, and where they are kept.

use crate::board::Move;

use crate::win::mate::table::Place;

/// More than any sum of numbers that are not decided.
pub(super) const INFINITE: u32 = 1 << 28;

/// How hard a node looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofNumbers {
    /// Least number of positions to prove so that the node is: 0 if it is.
    pub(super) proof: u32,
    /// The same for disproving it.
    pub(super) disproof: u32,
    /// Moves to mate, of a proved node.
    pub(super) length: u32,
}

impl ProofNumbers {
    pub(super) fn proved(length: u32) -> ProofNumbers {
        ProofNumbers { proof: 0, disproof: INFINITE, length }
    }

    pub(super) const DISPROVED: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0, length: 0 };

    #[inline]
    pub(super) fn open(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers {
            proof: proof.clamp(1, INFINITE - 1),
            disproof: disproof.clamp(1, INFINITE - 1),
            length: 0,
        }
    }

    pub(super) fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy)]
pub(super) struct DfpnChild {
    pub(super) mv: Move,
    pub(super) value: ProofNumbers,
}

/// Advice on open nodes: hash, proof number, disproof number.
type NumberEntry = (u64, u32, u32);

/// Proof numbers of open nodes under hashes: they may mislead, never prove.
pub(super) struct NumberTable {
    entries: Vec<NumberEntry>,
    max_entries: usize,
    used: usize,
}

impl NumberTable {
    pub(super) fn new(memory: usize) -> NumberTable {
        let max_entries = (memory / size_of::<NumberEntry>() * 4 / 5).max(1);
        NumberTable { entries: Vec::new(), max_entries, used: 0 }
    }

    #[inline]
    pub(super) fn index(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.entries.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    pub(super) fn touch(&self, hash: u64) -> u64 {
        self.entries.get(self.index(hash)).map_or(0, |entry| entry.0)
    }

    /// Of a node that is open, or was disproved by a narrow search.
    #[inline(always)]
    pub(super) fn get(&self, hash: u64) -> Option<ProofNumbers> {
        let &(key, proof, disproof) = self.entries.get(self.index(hash))?;
        (key == hash && proof > 0).then_some(ProofNumbers { proof, disproof, length: 0 })
    }

    pub(super) fn put(&mut self, hash: u64, value: ProofNumbers) {
        if self.used * 2 >= self.entries.len() && self.entries.len() < self.max_entries {
            let mut len = self.max_entries;
            while len / 4 > self.entries.len() && len / 4 >= 1 << 12 {
                len /= 4;
            }
            let old = std::mem::replace(&mut self.entries, vec![(0, 0, 0); len]);
            self.used = 0;
            for (hash, proof, disproof) in old {
                if proof > 0 {
                    self.put(hash, ProofNumbers { proof, disproof, length: 0 });
                }
            }
        }
        let index = self.index(hash);
        if let Some(entry) = self.entries.get_mut(index) {
            self.used += usize::from(entry.1 == 0);
            *entry = (hash, value.proof, value.disproof);
        }
    }
}

/// A hash of a position, the moves left, and the kind of search.
pub(super) fn number_key(place: &Place, moves: u32, search: u32) -> u64 {
    (place.hash() ^ u64::from(moves) ^ u64::from(search) << 32)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .rotate_left(23)
        ^ place.hash()
}

/// Which child to look at, by the number that should be small, and what the other numbers make together.
pub(super) struct Selection {
    pub(super) index: usize,
    pub(super) least: u32,
    pub(super) second: u32,
    /// The greatest of the other numbers, and one for each child but one.
    pub(super) combined: u32,
    /// The part of it that the chosen child has no share in.
    pub(super) others: u32,
}

impl Selection {
    /// `None` among none.
    #[inline(always)]
    pub(super) fn among(
        children: &[DfpnChild],
        numbers: impl Fn(&ProofNumbers) -> (u32, u32),
    ) -> Option<Selection> {
        let mut choice = Selection { index: 0, least: u32::MAX, second: INFINITE, combined: 0, others: 0 };
        let mut of_least = u32::MAX;
        for (index, child) in children.iter().enumerate() {
            let (number, other) = numbers(&child.value);
            choice.combined = choice.combined.max(other);
            if (number, other) < (choice.least, of_least) {
                choice.second = choice.least.min(INFINITE);
                (choice.least, of_least, choice.index) = (number, other, index);
            } else {
                choice.second = choice.second.min(number);
            }
        }
        choice.others = children.len().checked_sub(1)? as u32;
        choice.combined += choice.others;
        Some(choice)
    }
}
