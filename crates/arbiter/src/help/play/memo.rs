//! How many solutions positions have, under their exact keys.

use crate::position::PositionKey;

#[derive(Clone, Copy)]
struct Entry {
    key: PositionKey,
    solutions: u64,
    /// Moves left of both, and whose turn; 0 is an empty place.
    left: u32,
}

/// A table that forgets.
pub(super) struct Memo {
    entries: Vec<Entry>,
    filled: usize,
    most: usize,
}

const EMPTY: Entry = Entry { key: PositionKey([0; 4]), solutions: 0, left: 0 };
const WAYS: usize = 2;

impl Memo {
    pub(super) fn new(bytes: usize) -> Memo {
        let most = (bytes / size_of::<Entry>()).max(WAYS);
        let most = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Memo { entries: vec![EMPTY; most.min(1 << 10)], filled: 0, most }
    }

    #[inline(always)]
    fn place(&self, key: &PositionKey, left: u32) -> usize {
        key.hash(left.into()) as usize & (self.entries.len() - 1) & !(WAYS - 1)
    }

    #[inline(always)]
    pub(super) fn get(&self, key: &PositionKey, left: u32) -> Option<u64> {
        let place = self.place(key, left);
        self.entries[place..place + WAYS]
            .iter()
            .find(|entry| entry.left == left && entry.key == *key)
            .map(|entry| entry.solutions)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, key: PositionKey, left: u32, solutions: u64) {
        if 2 * self.filled > self.entries.len() && self.entries.len() < self.most {
            self.enlarge();
        }
        let place = self.place(&key, left);
        let set = &mut self.entries[place..place + WAYS];
        self.filled += usize::from(set[1].left == 0);
        if set[0].left <= left {
            set[1] = set[0];
            set[0] = Entry { key, solutions, left };
        } else {
            set[1] = Entry { key, solutions, left };
        }
    }
}

impl Memo {
    #[cold]
    fn enlarge(&mut self) {
        let entries = vec![EMPTY; (4 * self.entries.len()).min(self.most)];
        let before = std::mem::replace(&mut self.entries, entries);
        self.filled = 0;
        for entry in before.into_iter().filter(|entry| entry.left != 0) {
            self.put(entry.key, entry.left, entry.solutions);
        }
    }
}
