//! The transposition table: proved bounds, kept under whole positions.
//!
//! When the table is full an entry gives way to a new one: that costs time, never truth. Threads share a
//! table without waiting: each bucket counts its changes (a *sequence lock*), and whoever reads one while it
//! changes takes nothing from it; whoever wants to change one that another is changing lets it be. Nothing
//! half written is believed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};

use crate::board::{Color, Move, Role, Square};
use crate::position::Position;
use crate::rules::Rules;
use crate::win::keep::{Unsound, least, unpack_move};

use crate::position::PositionKey;

/// No mate is known: more than any number of moves that is asked about, however long the search goes on.
pub(in crate::win) const UNKNOWN: u32 = u32::MAX;

/// The same in an entry.
const NO_MATE: u32 = u16::MAX as u32;

/// What is proved of one position: the side to move mates, counted in its own moves; or, of a position of the
/// defender, it is mated, counted in those of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::win) struct MoveBounds {
    /// It mates within this many moves; `UNKNOWN` if it is not known to.
    pub(in crate::win) mate: u32,
    /// It does not mate within this many.
    pub(in crate::win) none: u32,
    /// The move that mates, or else the one to try first.
    pub(in crate::win) best: Option<Move>,
}

impl MoveBounds {
    pub(in crate::win) const NOTHING: MoveBounds = MoveBounds { mate: UNKNOWN, none: 0, best: None };
}

/// Three entries of five words that share two cache lines, in any of which a key may stand. The first four
/// words of an entry are the key; the last is, from the low end: mate (16 bits), none (16), best move (16),
/// work (8), turn (8). The last word of the bucket counts its changes, and is odd during one.
type Bucket = [AtomicU64; 16];

const CHANGES: usize = 15;

const ENTRIES: usize = 3;

/// Bytes of a proof that is kept elsewhere: the words of its entry.
const PROOF: usize = 40;

/// Logarithm of the work that makes a proof worth keeping.
const MIN_WORK: usize = 5;

/// Words of the filter: 8 MiB.
const MAX_SEEN: usize = 1 << 20;

pub(in crate::win) struct MateTable(Arc<SharedTable>);

struct SharedTable {
    buckets: Vec<Bucket>,
    /// One bit for some part of a hash, set if an entry has it: small enough to stay in the processor's
    /// caches, and most questions are about positions that are not here.
    seen: Vec<AtomicU64>,
    used: AtomicUsize,
    /// Buckets there may be.
    max_buckets: usize,
}

/// Where a position is or would be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::win) struct Place {
    key: PositionKey,
    hash: u64,
    /// Who is to move (0 or 1), and 2 more if that is the defender.
    turn: u64,
}

impl Place {
    /// Of a position with the attacker to move.
    #[inline(always)]
    pub(in crate::win) fn of<R: Rules>(position: &Position<R>) -> Place {
        Place::under(PositionKey::of(position), position.turn() as u64)
    }

    /// Of a position with the defender to move.
    #[inline(always)]
    pub(in crate::win) fn defending<R: Rules>(position: &Position<R>) -> Place {
        Place::under(PositionKey::of(position), position.turn() as u64 | 2)
    }

    /// Mixed from everything: for tables that are only asked for advice.
    #[inline(always)]
    pub(in crate::win) fn hash(&self) -> u64 {
        self.hash
    }

    #[inline(always)]
    fn under(key: PositionKey, turn: u64) -> Place {
        Place { key, hash: key.hash(turn), turn }
    }
}

fn pack(bounds: MoveBounds, work: u8, turn: u64) -> u64 {
    let best = bounds.best.map_or(0, |mv| {
        // A move to its own square is none: all zeros.
        (mv.from().index() | mv.to().index() << 6 | mv.promotion().map_or(0, |role| role as usize) << 12)
            as u64
    });
    u64::from(bounds.mate as u16)
        | u64::from(bounds.none as u16) << 16
        | best << 32
        | u64::from(work) << 48
        | turn << 56
}

fn unpack(word: u64) -> MoveBounds {
    let best = word >> 32 & 0xFFFF;
    let (from, to) = (Square::wrap(best as u8), Square::wrap((best >> 6) as u8));
    let promotion = Role::ALL.get((best >> 12) as usize).copied().unwrap_or(Role::Pawn);
    let mate = word as u32 & 0xFFFF;
    MoveBounds {
        mate: if mate == NO_MATE { UNKNOWN } else { mate },
        none: (word >> 16) as u32 & 0xFFFF,
        best: (best != 0).then(|| Move::promote(from, to, promotion)),
    }
}

/// Whether an entry may be one of ours.
fn sound(&[white, a, b, c, word]: &[u64; 5]) -> Result<(), Unsound> {
    let kings = !a & b & c;
    let one_each = (kings & white).count_ones() == 1 && (kings & !white).count_ones() == 1;
    let (turn, bounds) = (word >> 56, unpack(word));
    let ours = if turn & 1 == Color::White as u64 { white } else { !white } & (a | b | c);
    let best = unpack_move((word >> 32) as u16)?;
    if !one_each || turn > 3 || best.is_some_and(|mv| ours >> mv.from().index() & 1 == 0) {
        return Err(Unsound::Range);
    }
    if bounds.mate <= bounds.none { Err(Unsound::Contradiction) } else { Ok(()) }
}

// Solvers are compiled where they are asked for: what is small must be at hand there.
#[inline]
fn load(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

impl MateTable {
    /// A table that grows to at most `bytes`.
    pub(in crate::win) fn new(bytes: usize) -> MateTable {
        // Growing keeps the old table, at most a quarter as large, beside the new one for a moment.
        let max_buckets = (bytes / size_of::<Bucket>() * 7 / 10).max(1);
        MateTable(Arc::new(SharedTable {
            buckets: Vec::new(),
            seen: Vec::new(),
            used: AtomicUsize::new(0),
            max_buckets,
        }))
    }

    /// The same table for another thread. It takes all its memory now, since it cannot grow while it is
    /// shared.
    pub(in crate::win) fn share(&mut self) -> MateTable {
        if self.0.buckets.len() < self.0.max_buckets
            && let Some(shared) = Arc::get_mut(&mut self.0)
        {
            shared.grow_to(shared.max_buckets);
        }
        MateTable(self.0.clone())
    }

    /// Reads a word of where a position would be, so that it is at hand when [`get`](MateTable::get) asks for
    /// it: such reads wait for memory side by side.
    #[inline(always)]
    pub(in crate::win) fn touch(&self, place: &Place) -> u64 {
        if !self.0.may_have(place.hash) {
            return 0;
        }
        self.0.buckets.get(self.0.bucket(place.hash)).map_or(0, |bucket| load(&bucket[4]) ^ load(&bucket[14]))
    }

    #[inline(always)]
    pub(in crate::win) fn get(&self, place: &Place) -> MoveBounds {
        self.word(place).map_or(MoveBounds::NOTHING, unpack)
    }

    /// The same, and the logarithm of what it cost to prove (0 of nothing).
    #[inline(always)]
    pub(in crate::win) fn get_with_work(&self, place: &Place) -> (MoveBounds, u8) {
        self.word(place).map_or((MoveBounds::NOTHING, 0), |word| (unpack(word), (word >> 48) as u8))
    }

    /// The last word of an entry.
    #[inline(always)]
    fn word(&self, place: &Place) -> Option<u64> {
        if !self.0.may_have(place.hash) {
            return None;
        }
        let bucket = self.0.buckets.get(self.0.bucket(place.hash))?;
        let changes = bucket[CHANGES].load(Ordering::Acquire);
        for entry in bucket.chunks_exact(5) {
            let word = load(&entry[4]);
            if is_at(place, entry, word) {
                // The words belong together if nobody has begun to change the bucket meanwhile.
                fence(Ordering::Acquire);
                let whole = changes % 2 == 0 && load(&bucket[CHANGES]) == changes;
                return whole.then_some(word);
            }
        }
        None
    }

    /// Adds a proof of mate within `moves`, beginning with `best`; `work` is the logarithm of what it cost.
    pub(in crate::win) fn mate(&mut self, place: &Place, moves: u32, best: Option<Move>, work: u8) {
        self.update(place, work, |bounds| {
            // What the field cannot hold is forgotten.
            if moves < bounds.mate && moves < NO_MATE {
                bounds.mate = moves;
                bounds.best = best.or(bounds.best);
            }
        });
    }

    /// Adds a proof that there is no mate within `moves`.
    pub(in crate::win) fn none(&mut self, place: &Place, moves: u32, work: u8) {
        // More than the field holds is still true of what it holds.
        self.update(place, work, |bounds| bounds.none = bounds.none.max(moves.min(NO_MATE - 1)));
    }

    /// The proofs that took most work, at most so many.
    pub(in crate::win) fn proofs(&self, most: usize) -> Vec<u8> {
        let work = |entry: &[u64; 5]| (entry[4] >> 48 & 0xFF) as usize;
        let mut counts = [0; 256];
        self.0.each(|entry| counts[work(entry)] += 1);
        let least = least(&counts, MIN_WORK, most);
        let count: usize = counts.iter().skip(least).sum();
        let mut proofs = Vec::with_capacity(count * PROOF);
        self.0.each(|entry| {
            // Others may have added some since they were counted.
            if work(entry) >= least && proofs.len() < most * PROOF {
                entry.iter().for_each(|word| proofs.extend_from_slice(&word.to_le_bytes()));
            }
        });
        proofs
    }

    /// Adds what [`proofs`](MateTable::proofs) gave, or nothing if any of it cannot be.
    pub(in crate::win) fn add(&mut self, proofs: &[u8]) -> Result<(), Unsound> {
        let (proofs, []) = proofs.as_chunks::<PROOF>() else { return Err(Unsound::Length) };
        let words = |proof: &[u8; PROOF]| -> [u64; 5] {
            let (words, _) = proof.as_chunks::<8>();
            std::array::from_fn(|i| u64::from_le_bytes(words[i]))
        };
        proofs.iter().try_for_each(|proof| sound(&words(proof)))?;
        for proof in proofs {
            let [a, b, c, d, word] = words(proof);
            let kept = unpack(word);
            self.update(&Place::under(PositionKey([a, b, c, d]), word >> 56), (word >> 48) as u8, |bounds| {
                bounds.none = bounds.none.max(kept.none);
                if kept.mate < bounds.mate || bounds.best.is_none() {
                    (bounds.mate, bounds.best) = (kept.mate.min(bounds.mate), kept.best);
                }
            });
        }
        Ok(())
    }

    fn update(&mut self, place: &Place, work: u8, change: impl FnOnce(&mut MoveBounds)) {
        if self.0.wants_to_grow()
            && let Some(shared) = Arc::get_mut(&mut self.0)
        {
            shared.grow();
        }
        self.0.update(place, work, change);
    }
}

#[inline(always)]
fn is_at(place: &Place, entry: &[AtomicU64], word: u64) -> bool {
    let PositionKey(key) = &place.key;
    load(&entry[0]) == key[0]
        && load(&entry[1]) == key[1]
        && load(&entry[2]) == key[2]
        && load(&entry[3]) == key[3]
        && word >> 56 == place.turn
}

impl SharedTable {
    #[inline(always)]
    fn bucket(&self, hash: u64) -> usize {
        // Spreads evenly over any number of buckets.
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn seen(&self, hash: u64) -> (usize, u64) {
        (hash as usize >> 6 & self.seen.len().wrapping_sub(1), 1 << (hash & 63))
    }

    #[inline(always)]
    fn may_have(&self, hash: u64) -> bool {
        let (word, bit) = self.seen(hash);
        self.seen.get(word).is_some_and(|seen| load(seen) & bit != 0)
    }

    /// Shows every entry that nobody is changing.
    fn each(&self, mut show: impl FnMut(&[u64; 5])) {
        for bucket in &self.buckets {
            let changes = bucket[CHANGES].load(Ordering::Acquire);
            let words: [u64; 16] = std::array::from_fn(|i| load(&bucket[i]));
            fence(Ordering::Acquire);
            if changes % 2 == 1 || load(&bucket[CHANGES]) != changes {
                continue;
            }
            let (entries, _) = words.as_chunks::<5>();
            entries.iter().filter(|entry| entry[..4] != [0; 4]).for_each(&mut show);
        }
    }

    fn wants_to_grow(&self) -> bool {
        self.buckets.len() < self.max_buckets
            && self.used.load(Ordering::Relaxed) * 2 >= self.buckets.len() * ENTRIES
    }

    fn update(&self, place: &Place, work: u8, change: impl FnOnce(&mut MoveBounds)) {
        let Some(bucket) = self.buckets.get(self.bucket(place.hash)) else { return };
        let changes = load(&bucket[CHANGES]);
        let taken = changes % 2 == 1
            || bucket[CHANGES]
                .compare_exchange(changes, changes + 1, Ordering::Acquire, Ordering::Relaxed)
                .is_err();
        if taken {
            return;
        }
        fence(Ordering::Release);
        self.put(bucket, place, work, change);
        bucket[CHANGES].store(changes + 2, Ordering::Release);
        let (word, bit) = self.seen(place.hash);
        if let Some(seen) = self.seen.get(word)
            && load(seen) & bit == 0
        {
            seen.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Changes or adds an entry of a bucket that nobody else is changing.
    fn put(&self, bucket: &Bucket, place: &Place, work: u8, change: impl FnOnce(&mut MoveBounds)) {
        let mut cheapest = (u64::MAX, 0);
        for slot in 0..ENTRIES {
            let entry = &bucket[slot * 5..slot * 5 + 5];
            let word = load(&entry[4]);
            let spent = word >> 48 & 0xFF;
            if is_at(place, entry, word) {
                let mut bounds = unpack(word);
                change(&mut bounds);
                entry[4].store(pack(bounds, work.max(spent as u8), place.turn), Ordering::Relaxed);
                return;
            }
            if is_free(entry) {
                cheapest = (0, slot);
                self.used.fetch_add(1, Ordering::Relaxed);
                break;
            }
            if spent < cheapest.0 {
                cheapest = (spent, slot);
            }
        }
        let mut bounds = MoveBounds::NOTHING;
        change(&mut bounds);
        let entry = &bucket[cheapest.1 * 5..cheapest.1 * 5 + 5];
        for (word, key) in entry.iter().zip(place.key.0) {
            word.store(key, Ordering::Relaxed);
        }
        entry[4].store(pack(bounds, work, place.turn), Ordering::Relaxed);
    }

    #[cold]
    fn grow(&mut self) {
        let mut len = self.max_buckets;
        // Quarters of the whole, so that the last step leaves no room unused.
        while len / 4 > self.buckets.len() && len / 4 >= 1 << 10 {
            len /= 4;
        }
        self.grow_to(len);
    }

    fn grow_to(&mut self, len: usize) {
        let empty = || [const { AtomicU64::new(0) }; 16];
        let old = std::mem::replace(&mut self.buckets, (0..len).map(|_| empty()).collect());
        // Sixteen bits for an entry, as long as that fits the caches.
        let words = len.next_power_of_two().min(MAX_SEEN);
        self.seen = (0..words).map(|_| AtomicU64::new(0)).collect();
        self.used = AtomicUsize::new(0);
        for bucket in old {
            for entry in bucket.chunks_exact(5).filter(|entry| !is_free(entry)) {
                let [a, b, c, d, word] = std::array::from_fn(|i| load(&entry[i]));
                let place = Place::under(PositionKey([a, b, c, d]), word >> 56);
                self.update(&place, (word >> 48) as u8, |bounds| *bounds = unpack(word));
            }
        }
    }
}

fn is_free(entry: &[AtomicU64]) -> bool {
    entry[..4].iter().all(|word| load(word) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That no mate is known says so of any number of moves, and lengths that an entry has no room for are
    /// not taken for others. (Once every claim of more than 65,534 moves was a mate.)
    #[test]
    fn what_is_unknown_is_no_mate() {
        let mut table = MateTable::new(1 << 12);
        let place = |n: u64| Place::under(PositionKey([n, !n, n << 7, 1]), 0);
        table.none(&place(1), 70_000, 0);
        table.mate(&place(2), 70_000, None, 0);
        for n in 1..4 {
            let bounds = table.get(&place(n));
            assert!([65_535, 65_536, 1 << 20, u32::MAX - 1].iter().all(|&moves| bounds.mate > moves), "{n}");
            assert_eq!(bounds.none, if n == 1 { 65_534 } else { 0 });
        }
    }

    /// Threads that write different things about positions that share buckets: what comes out is what one of
    /// them wrote.
    #[test]
    fn nothing_half_written_is_believed() {
        let mut table = MateTable::new(4 * size_of::<Bucket>());
        let place = |n: u64| Place::under(PositionKey([n, !n, n << 7, 1]), n & 3);
        let shared: Vec<MateTable> = (0..4).map(|_| table.share()).collect();
        std::thread::scope(|scope| {
            for (thread, mut table) in shared.into_iter().enumerate() {
                scope.spawn(move || {
                    let mut chance = thread as u64 + 1;
                    for _ in 0..200_000 {
                        chance =
                            chance.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                        let n = chance >> 59;
                        let bounds = table.get(&place(n));
                        assert!(bounds.none == 0 || u64::from(bounds.none) == n + 1, "{n} {bounds:?}");
                        table.none(&place(n), n as u32 + 1, (chance >> 40) as u8 & 7);
                    }
                });
            }
        });
    }
}
