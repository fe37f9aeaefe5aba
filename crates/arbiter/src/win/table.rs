//! Proved bounds on positions with the attacker to move.
//!
//! Keys are exact, so what is found is true of the position asked about. When the table is full an entry
//! gives way to a new one: that costs time, never truth.

use crate::board::Move;

use super::key::Key;

/// What is proved of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The attacker wins within this many plies; `u32::MAX` if not known to.
    pub(super) win: u32,
    /// The attacker does not win within this many plies.
    pub(super) no_win: u32,
    /// The move that wins.
    pub(super) best: Option<Move>,
}

impl Bounds {
    const UNKNOWN: Bounds = Bounds { win: u32::MAX, no_win: 0, best: None };
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    bounds: Bounds,
}

/// Neighbouring entries, in any of which a key may stand.
const BUCKET: usize = 4;

pub(super) struct Table {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
}

impl Table {
    /// A table that grows to at most `bytes`.
    pub(super) fn new(bytes: usize) -> Table {
        // Growing keeps the old table beside the new one, half as large, for a moment.
        let most = (bytes / size_of::<Entry>() * 2 / 3).max(BUCKET);
        let most = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Table { entries: Vec::new(), used: 0, most: most.max(BUCKET) }
    }

    /// Where the bucket of a key begins in a table of `len` entries (a power of two).
    fn bucket(key: Key, len: usize) -> usize {
        // Fibonacci hashing spreads the 64 bits; the high half is the well-mixed one.
        let spread = (key.0 ^ key.0 >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        (spread as usize & (len - 1)) & !(BUCKET - 1)
    }

    pub(super) fn get(&self, key: Key) -> Bounds {
        if self.entries.is_empty() {
            return Bounds::UNKNOWN;
        }
        let start = Table::bucket(key, self.entries.len());
        let bucket = &self.entries[start..start + BUCKET];
        bucket.iter().find(|entry| entry.key == key).map_or(Bounds::UNKNOWN, |entry| entry.bounds)
    }

    /// Adds a proved win within `plies` by `best`.
    pub(super) fn win(&mut self, key: Key, plies: u32, best: Move) {
        self.update(key, |bounds| {
            if plies < bounds.win {
                (bounds.win, bounds.best) = (plies, Some(best));
            }
        });
    }

    /// Adds a proof that there is no win within `plies`.
    pub(super) fn no_win(&mut self, key: Key, plies: u32) {
        self.update(key, |bounds| bounds.no_win = bounds.no_win.max(plies));
    }

    fn update(&mut self, key: Key, change: impl FnOnce(&mut Bounds)) {
        if self.used * 2 >= self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        let start = Table::bucket(key, self.entries.len());
        let bucket = &mut self.entries[start..start + BUCKET];
        let slot = match bucket.iter().position(|entry| entry.key == key || entry.key == Key::NONE) {
            Some(slot) => slot,
            // The shallowest proof is the cheapest to find again.
            None => (0..BUCKET).min_by_key(|&i| depth(&bucket[i].bounds)).unwrap_or(0),
        };
        let entry = &mut bucket[slot];
        if entry.key != key {
            self.used += usize::from(entry.key == Key::NONE);
            *entry = Entry { key, bounds: Bounds::UNKNOWN };
        }
        change(&mut entry.bounds);
    }

    #[cold]
    fn grow(&mut self) {
        let len = (self.entries.len() * 4).max(1 << 12).min(self.most);
        let blank = Entry { key: Key::NONE, bounds: Bounds::UNKNOWN };
        let old = std::mem::replace(&mut self.entries, vec![blank; len]);
        self.used = 0;
        for Entry { key, bounds } in old.into_iter().filter(|entry| entry.key != Key::NONE) {
            self.update(key, |fresh| *fresh = bounds);
        }
    }
}

fn depth(bounds: &Bounds) -> u32 {
    if bounds.win == u32::MAX { bounds.no_win } else { bounds.no_win.max(bounds.win) }
}
