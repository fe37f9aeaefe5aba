//! The transposition table: proved bounds on positions with the attacker to move.
//!
//! Keys are exact, so what is found is true of the position asked about. When the table is full an entry
//! gives way to a new one: that costs time, never truth.

use crate::board::{Color, Move};

use super::key::CaptureKey;
use crate::win::keep::{Unsound, least, pack_move, unpack_move};

/// What is proved of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlyBounds {
    /// The attacker wins within this many plies; `u32::MAX` if not known to.
    pub(super) win: u32,
    /// The attacker does not win within this many plies.
    pub(super) no_win: u32,
    /// The move that wins.
    pub(super) best: Option<Move>,
}

impl PlyBounds {
    const UNKNOWN: PlyBounds = PlyBounds { win: u32::MAX, no_win: 0, best: None };
}

#[derive(Clone, Copy)]
struct CaptureEntry {
    key: CaptureKey,
    bounds: PlyBounds,
}

/// Neighbouring entries, in any of which a key may stand.
const BUCKET: usize = 4;

pub(super) struct CaptureTable {
    entries: Vec<CaptureEntry>,
    used: usize,
    max_entries: usize,
}

impl CaptureTable {
    /// A table that grows to at most `bytes`.
    pub(super) fn new(bytes: usize) -> CaptureTable {
        // Growing keeps the old table beside the new one, half as large, for a moment.
        let most = (bytes / size_of::<CaptureEntry>() * 2 / 3).max(BUCKET);
        let most = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        CaptureTable { entries: Vec::new(), used: 0, max_entries: most.max(BUCKET) }
    }

    /// Where the bucket of a key begins in a table of `len` entries (a power of two).
    fn bucket(key: CaptureKey, len: usize) -> usize {
        // Fibonacci hashing spreads the 64 bits; the high half is the well-mixed one.
        let spread = (key.0 ^ key.0 >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        (spread as usize & (len - 1)) & !(BUCKET - 1)
    }

    pub(super) fn get(&self, key: CaptureKey) -> PlyBounds {
        if self.entries.is_empty() {
            return PlyBounds::UNKNOWN;
        }
        let start = CaptureTable::bucket(key, self.entries.len());
        let bucket = &self.entries[start..start + BUCKET];
        bucket.iter().find(|entry| entry.key == key).map_or(PlyBounds::UNKNOWN, |entry| entry.bounds)
    }

    /// Adds a proved win within `plies` by `best`.
    pub(super) fn win(&mut self, key: CaptureKey, plies: u32, best: Move) {
        self.update(key, |bounds| {
            if plies < bounds.win {
                (bounds.win, bounds.best) = (plies, Some(best));
            }
        });
    }

    /// Adds a proof that there is no win within `plies`.
    pub(super) fn no_win(&mut self, key: CaptureKey, plies: u32) {
        self.update(key, |bounds| bounds.no_win = bounds.no_win.max(plies));
    }

    fn update(&mut self, key: CaptureKey, change: impl FnOnce(&mut PlyBounds)) {
        if self.used * 2 >= self.entries.len() && self.entries.len() < self.max_entries {
            self.grow();
        }
        let start = CaptureTable::bucket(key, self.entries.len());
        let bucket = &mut self.entries[start..start + BUCKET];
        let slot = match bucket.iter().position(|entry| entry.key == key || entry.key == CaptureKey::NONE) {
            Some(slot) => slot,
            // The shallowest proof is the cheapest to find again.
            None => (0..BUCKET).min_by_key(|&i| depth(&bucket[i].bounds)).unwrap_or(0),
        };
        let entry = &mut bucket[slot];
        if entry.key != key {
            self.used += usize::from(entry.key == CaptureKey::NONE);
            *entry = CaptureEntry { key, bounds: PlyBounds::UNKNOWN };
        }
        change(&mut entry.bounds);
    }

    #[cold]
    fn grow(&mut self) {
        let len = (self.entries.len() * 4).max(1 << 12).min(self.max_entries);
        let blank = CaptureEntry { key: CaptureKey::NONE, bounds: PlyBounds::UNKNOWN };
        let old = std::mem::replace(&mut self.entries, vec![blank; len]);
        self.used = 0;
        for CaptureEntry { key, bounds } in old.into_iter().filter(|entry| entry.key != CaptureKey::NONE) {
            self.update(key, |fresh| *fresh = bounds);
        }
    }
}

/// Bytes of a proof that is kept elsewhere: key, win, no win, best move, attacker.
pub(super) const PROOF: usize = 8 + 4 + 4 + 2 + 2;

impl CaptureTable {
    /// Appends the deepest proofs, at most so many.
    pub(super) fn proofs(&self, attacker: Color, most: usize, proofs: &mut Vec<u8>) {
        let used = || self.entries.iter().filter(|entry| entry.key != CaptureKey::NONE);
        let cost = |entry: &CaptureEntry| depth(&entry.bounds).min(255) as usize;
        let mut counts = [0; 256];
        used().for_each(|entry| counts[cost(entry)] += 1);
        let least = least(&counts, 0, most);
        for entry in used().filter(|&entry| cost(entry) >= least) {
            let CaptureEntry { key, bounds: PlyBounds { win, no_win, best } } = entry;
            proofs.extend_from_slice(&key.0.to_le_bytes());
            proofs.extend_from_slice(&win.to_le_bytes());
            proofs.extend_from_slice(&no_win.to_le_bytes());
            proofs.extend_from_slice(&pack_move(*best).to_le_bytes());
            proofs.extend_from_slice(&(attacker as u16).to_le_bytes());
        }
    }

    /// Adds one.
    pub(super) fn add(&mut self, KeptProof { key, bounds, .. }: KeptProof) {
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
pub(super) struct KeptProof {
    key: CaptureKey,
    bounds: PlyBounds,
    pub(super) attacker: Color,
}

impl KeptProof {
    /// Reads one, unless it cannot be ours.
    pub(super) fn read(proof: &[u8; PROOF]) -> Result<KeptProof, Unsound> {
        let [k0, k1, k2, k3, k4, k5, k6, k7, w0, w1, w2, w3, n0, n1, n2, n3, m0, m1, a0, a1] = *proof;
        let key = CaptureKey(u64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7]));
        let win = u32::from_le_bytes([w0, w1, w2, w3]);
        let no_win = u32::from_le_bytes([n0, n1, n2, n3]);
        let best = unpack_move(u16::from_le_bytes([m0, m1]))?;
        let attacker = match u16::from_le_bytes([a0, a1]) {
            0 => Color::White,
            1 => Color::Black,
            _ => return Err(Unsound::Range),
        };
        let known = win < u32::MAX;
        if key == CaptureKey::NONE
            || win % 2 == 0
            || known != best.is_some()
            || best.is_some_and(|mv| !key.has(attacker, mv.from()))
        {
            return Err(Unsound::Range);
        }
        if win <= no_win {
            return Err(Unsound::Contradiction);
        }
        Ok(KeptProof { key, bounds: PlyBounds { win, no_win, best }, attacker })
    }
}

fn depth(bounds: &PlyBounds) -> u32 {
    if bounds.win == u32::MAX { bounds.no_win } else { bounds.no_win.max(bounds.win) }
}
