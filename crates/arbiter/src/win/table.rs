//! Proved bounds on positions with the attacker to move.
//!
//! Keys are exact, so what is found is true of the position asked about. When the table is full an entry
//! gives way to a new one: that costs time, never truth.

use crate::board::{Color, Move};

use super::keep::{Unsound, least, pack_move, unpack_move};
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

/// Bytes of a proof that is kept elsewhere: key, win, no win, best move, attacker.
pub(super) const PROOF: usize = 8 + 4 + 4 + 2 + 2;

impl Table {
    /// Appends the deepest proofs, at most so many.
    pub(super) fn proofs(&self, attacker: Color, most: usize, proofs: &mut Vec<u8>) {
        let used = || self.entries.iter().filter(|entry| entry.key != Key::NONE);
        let cost = |entry: &Entry| depth(&entry.bounds).min(255) as usize;
        let mut counts = [0; 256];
        used().for_each(|entry| counts[cost(entry)] += 1);
        let least = least(&counts, 0, most);
        for entry in used().filter(|&entry| cost(entry) >= least) {
            let Entry { key, bounds: Bounds { win, no_win, best } } = entry;
            proofs.extend_from_slice(&key.0.to_le_bytes());
            proofs.extend_from_slice(&win.to_le_bytes());
            proofs.extend_from_slice(&no_win.to_le_bytes());
            proofs.extend_from_slice(&pack_move(*best).to_le_bytes());
            proofs.extend_from_slice(&(attacker as u16).to_le_bytes());
        }
    }

    /// Adds one.
    pub(super) fn add(&mut self, Kept { key, bounds, .. }: Kept) {
        self.update(key, |known| {
            known.no_win = known.no_win.max(bounds.no_win);
            if bounds.win < known.win {
                (known.win, known.best) = (bounds.win, bounds.best);
            }
        });
    }
}

/// A proof that was kept.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    key: Key,
    bounds: Bounds,
    pub(super) attacker: Color,
}

impl Kept {
    /// Reads one, unless it cannot be ours.
    pub(super) fn read(proof: &[u8; PROOF]) -> Result<Kept, Unsound> {
        let [k0, k1, k2, k3, k4, k5, k6, k7, w0, w1, w2, w3, n0, n1, n2, n3, m0, m1, a0, a1] = *proof;
        let key = Key(u64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7]));
        let win = u32::from_le_bytes([w0, w1, w2, w3]);
        let no_win = u32::from_le_bytes([n0, n1, n2, n3]);
        let best = unpack_move(u16::from_le_bytes([m0, m1]))?;
        let attacker = match u16::from_le_bytes([a0, a1]) {
            0 => Color::White,
            1 => Color::Black,
            _ => return Err(Unsound::Range),
        };
        let known = win < u32::MAX;
        if key == Key::NONE
            || win % 2 == 0
            || known != best.is_some()
            || best.is_some_and(|mv| !key.has(attacker, mv.from()))
        {
            return Err(Unsound::Range);
        }
        if win <= no_win {
            return Err(Unsound::Contradiction);
        }
        Ok(Kept { key, bounds: Bounds { win, no_win, best }, attacker })
    }
}

fn depth(bounds: &Bounds) -> u32 {
    if bounds.win == u32::MAX { bounds.no_win } else { bounds.no_win.max(bounds.win) }
}
