//! Proved bounds on positions, kept under whole positions.
//!
//! When the table is full an entry gives way to a new one: that costs time, never truth.

use crate::board::{Move, Role, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::key::Key;

/// No mate is known.
pub(super) const UNKNOWN: u32 = u16::MAX as u32;

/// What is proved of one position: the side to move mates, counted in its own moves; or, of a position of the
/// defender, it is mated, counted in those of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// It mates within this many moves; `UNKNOWN` if it is not known to.
    pub(super) mate: u32,
    /// It does not mate within this many.
    pub(super) none: u32,
    /// The move that mates, or else the one to try first.
    pub(super) best: Option<Move>,
}

impl Bounds {
    pub(super) const NOTHING: Bounds = Bounds { mate: UNKNOWN, none: 0, best: None };
}

/// Three entries of five words that share two cache lines, in any of which a key may stand. The first four words
/// of an entry are the key; the last is, from the low end: mate (16 bits), none (16), best move (16), work (8), turn (8).
type Bucket = [u64; 16];

const IN_BUCKET: usize = 3;

/// Words of the filter: 8 MiB.
const MOST_SEEN: usize = 1 << 20;

pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// One bit for some part of a hash, set if an entry has it: small enough to stay in the processor's caches, and
    /// most questions are about positions that are not here.
    seen: Vec<u64>,
    used: usize,
    /// Buckets there may be.
    most: usize,
}

/// Where a position is or would be.
#[derive(Clone, Copy)]
pub(super) struct Place {
    key: Key,
    hash: u64,
    /// Who is to move (0 or 1), and 2 more if that is the defender.
    turn: u64,
}

impl Place {
    /// Of a position with the attacker to move.
    #[inline(always)]
    pub(super) fn of<R: Rules>(position: &Position<R>) -> Place {
        Place::under(Key::of(position), position.turn() as u64)
    }

    /// Of a position with the defender to move.
    #[inline(always)]
    pub(super) fn defending<R: Rules>(position: &Position<R>) -> Place {
        Place::under(Key::of(position), position.turn() as u64 | 2)
    }

    /// Mixed from everything: for tables that are only asked for advice.
    #[inline(always)]
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    #[inline(always)]
    fn under(key: Key, turn: u64) -> Place {
        Place { key, hash: key.hash(turn), turn }
    }
}

fn pack(bounds: Bounds, work: u8, turn: u64) -> u64 {
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

fn unpack(word: u64) -> Bounds {
    let best = word >> 32 & 0xFFFF;
    let (from, to) = (Square::wrap(best as u8), Square::wrap((best >> 6) as u8));
    let promotion = Role::ALL.get((best >> 12) as usize).copied().unwrap_or(Role::Pawn);
    Bounds {
        mate: word as u32 & 0xFFFF,
        none: (word >> 16) as u32 & 0xFFFF,
        best: (best != 0).then(|| Move::promote(from, to, promotion)),
    }
}

impl Table {
    /// A table that grows to at most `bytes`.
    pub(super) fn new(bytes: usize) -> Table {
        // Growing keeps the old table, at most a quarter as large, beside the new one for a moment.
        Table {
            buckets: Vec::new(),
            seen: Vec::new(),
            used: 0,
            most: (bytes / size_of::<Bucket>() * 7 / 10).max(1),
        }
    }

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
        self.seen.get(word).is_some_and(|seen| seen & bit != 0)
    }

    /// Reads a word of where a position would be, so that it is at hand when [`get`](Table::get) asks for it:
    /// such reads wait for memory side by side.
    #[inline(always)]
    pub(super) fn touch(&self, place: &Place) -> u64 {
        if !self.may_have(place.hash) {
            return 0;
        }
        self.buckets.get(self.bucket(place.hash)).map_or(0, |bucket| bucket[4] ^ bucket[14])
    }

    #[inline(always)]
    pub(super) fn get(&self, place: &Place) -> Bounds {
        if !self.may_have(place.hash) {
            return Bounds::NOTHING;
        }
        let Some(bucket) = self.buckets.get(self.bucket(place.hash)) else { return Bounds::NOTHING };
        for entry in bucket.chunks_exact(5) {
            if entry[..4] == place.key.0 && entry[4] >> 56 == place.turn {
                return unpack(entry[4]);
            }
        }
        Bounds::NOTHING
    }

    /// Adds a proof of mate within `moves`, beginning with `best`; `work` is the logarithm of what it cost.
    pub(super) fn mate(&mut self, place: &Place, moves: u32, best: Option<Move>, work: u8) {
        self.update(place, work, |bounds| {
            // What the field cannot hold is forgotten.
            if moves < bounds.mate && moves < UNKNOWN {
                bounds.mate = moves;
                bounds.best = best.or(bounds.best);
            }
        });
    }

    /// Adds a proof that there is no mate within `moves`.
    pub(super) fn none(&mut self, place: &Place, moves: u32, work: u8) {
        // More than the field holds is still true of what it holds.
        self.update(place, work, |bounds| bounds.none = bounds.none.max(moves.min(UNKNOWN - 1)));
    }

    fn update(&mut self, place: &Place, work: u8, change: impl FnOnce(&mut Bounds)) {
        if self.used * 2 >= self.buckets.len() * IN_BUCKET && self.buckets.len() < self.most {
            self.grow();
        }
        let (word, bit) = self.seen(place.hash);
        if let Some(seen) = self.seen.get_mut(word) {
            *seen |= bit;
        }
        let index = self.bucket(place.hash);
        let Some(bucket) = self.buckets.get_mut(index) else { return };
        let mut cheapest = (u64::MAX, 0);
        for slot in 0..IN_BUCKET {
            let entry = &mut bucket[slot * 5..slot * 5 + 5];
            let same = entry[..4] == place.key.0 && entry[4] >> 56 == place.turn;
            let spent = entry[4] >> 48 & 0xFF;
            if same {
                let mut bounds = unpack(entry[4]);
                change(&mut bounds);
                entry[4] = pack(bounds, work.max(spent as u8), place.turn);
                return;
            }
            if entry[..4] == [0; 4] {
                cheapest = (0, slot);
                self.used += 1;
                break;
            }
            if spent < cheapest.0 {
                cheapest = (spent, slot);
            }
        }
        let mut bounds = Bounds::NOTHING;
        change(&mut bounds);
        let entry = &mut bucket[cheapest.1 * 5..cheapest.1 * 5 + 5];
        entry[..4].copy_from_slice(&place.key.0);
        entry[4] = pack(bounds, work, place.turn);
    }

    #[cold]
    fn grow(&mut self) {
        let mut len = self.most;
        // Quarters of the whole, so that the last step leaves no room unused.
        while len / 4 > self.buckets.len() && len / 4 >= 1 << 10 {
            len /= 4;
        }
        let old = std::mem::replace(&mut self.buckets, vec![[0; 16]; len]);
        // Sixteen bits for an entry, as long as that fits the caches.
        self.seen = vec![0; (len.next_power_of_two()).min(MOST_SEEN)];
        self.used = 0;
        for bucket in old {
            for entry in bucket.chunks_exact(5).filter(|entry| entry[..4] != [0; 4]) {
                let place = Place::under(Key([entry[0], entry[1], entry[2], entry[3]]), entry[4] >> 56);
                self.update(&place, (entry[4] >> 48) as u8, |bounds| *bounds = unpack(entry[4]));
            }
        }
    }
}
