//! One byte for each position of a class while it is solved, written by all threads.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Not quiet: won in one ply.
pub(crate) const NOISY: u8 = 0;
/// Decided in an earlier [span](crate::retrograde).
pub(crate) const DECIDED: u8 = 1;
/// The longest win or loss of a span, in plies from where that begins. 2 to this are final, or what a
/// conversion gives.
pub(crate) const MAX_PLIES: u8 = 124;
/// Undecided, but there is a move to a position that the other side can never win.
pub(crate) const HOLDS: u8 = 125;
/// Undecided: twice the number of moves not yet known to lose are added, and 1 if conversions that lose may
/// take longer than they. With no move left, lost later than this span reaches.
const COUNTER: u8 = 126;
/// The most moves that can be counted.
pub(crate) const MAX_MOVES: u32 = 64;

/// The byte of a position that is lost, because of a conversion, later than this span reaches.
pub(crate) const LOST_LATER: u8 = COUNTER + 1;

/// The byte of a position with `moves` that are not known to lose.
#[inline(always)]
pub(crate) fn counter(moves: u32, late: bool) -> u8 {
    COUNTER + 2 * moves as u8 + u8::from(late)
}

/// Positions in one word.
const WORD: u32 = 8;
const EACH: u64 = 0x0101_0101_0101_0101;

/// See the module.
#[derive(Debug)]
pub(crate) struct Store {
    words: Vec<AtomicU64>,
    len: u32,
}

/// What became of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CountedMoves {
    /// Moves are left, or nothing is counted there.
    Open,
    /// All moves lose; whether conversions among them may take longer than the last.
    Lost(bool),
}

impl Store {
    /// For a class of so many positions, not one of them quiet.
    pub(crate) fn new(len: u32) -> Store {
        let words = (0..len.div_ceil(WORD)).map(|_| AtomicU64::new(0)).collect();
        Store { words, len }
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> u8 {
        (self.words[(index / WORD) as usize].load(Relaxed) >> (index % WORD * 8)) as u8
    }

    /// Writes the eight bytes of a word, of which `index` is the first.
    #[inline(always)]
    pub(crate) fn set_word(&self, index: u32, bytes: [u8; 8]) {
        self.words[(index / WORD) as usize].store(u64::from_le_bytes(bytes), Relaxed);
    }

    /// Sets a byte that is greater to `plies`; whether it was.
    #[inline(always)]
    pub(crate) fn lower(&self, index: u32, plies: u8) -> bool {
        let (word, shift) = (&self.words[(index / WORD) as usize], index % WORD * 8);
        let mut old = word.load(Relaxed);
        loop {
            if (old >> shift) as u8 <= plies {
                return false;
            }
            let new = old & !(0xFF << shift) | u64::from(plies) << shift;
            match word.compare_exchange_weak(old, new, Relaxed, Relaxed) {
                Ok(_) => return true,
                Err(now) => old = now,
            }
        }
    }

    /// Sets a byte that nobody else writes now.
    pub(crate) fn set(&self, index: u32, byte: u8) {
        let (word, shift) = (&self.words[(index / WORD) as usize], index % WORD * 8);
        let _ = word
            .fetch_update(Relaxed, Relaxed, |old| Some(old & !(0xFF << shift) | u64::from(byte) << shift));
    }

    /// Takes `weight` moves from a counter.
    #[inline(always)]
    pub(crate) fn count_down(&self, index: u32, weight: u8) -> CountedMoves {
        let (word, shift) = (&self.words[(index / WORD) as usize], index % WORD * 8);
        if (word.load(Relaxed) >> shift) as u8 <= COUNTER + 1 {
            return CountedMoves::Open;
        }
        // Each edge is counted once, so that the counter has at least this left and nothing is borrowed.
        let old = word.fetch_sub(u64::from(2 * weight) << shift, Relaxed);
        match (old >> shift) as u8 - 2 * weight - COUNTER {
            0 => CountedMoves::Lost(false),
            1 => CountedMoves::Lost(true),
            _ => CountedMoves::Open,
        }
    }

    /// Brings what will be counted down into the cache.
    #[inline(always)]
    pub(crate) fn touch(&self, index: u32) -> u64 {
        self.words[(index / WORD) as usize].load(Relaxed)
    }

    /// Hands every position of a range of words whose byte is `byte` to `each`.
    #[inline(always)]
    pub(crate) fn find(&self, words: std::ops::Range<u32>, byte: u8, mut each: impl FnMut(u32)) {
        const LOW: u64 = 0x7F * EACH;
        for number in words {
            let x = self.words[number as usize].load(Relaxed) ^ (u64::from(byte) * EACH);
            // The high bit of each byte that is zero.
            let mut hits = !(((x & LOW) + LOW) | x | LOW);
            while hits != 0 {
                each(number * WORD + hits.trailing_zeros() / 8);
                hits &= hits - 1;
            }
        }
    }

    /// How many words there are.
    pub(crate) fn words(&self) -> u32 {
        self.words.len() as u32
    }

    /// Adds the bytes of a range of positions, which begins with a word, to a list.
    pub(crate) fn copy(&self, range: std::ops::Range<u32>, into: &mut Vec<u8>) {
        let words = &self.words[(range.start / WORD) as usize..range.end.div_ceil(WORD) as usize];
        let len = into.len() + range.len();
        words.iter().for_each(|word| into.extend_from_slice(&word.load(Relaxed).to_le_bytes()));
        into.truncate(len);
    }

    /// Sets the bytes of a range of positions, which begins with a word and ends with one or with all.
    pub(crate) fn paste(&self, start: u32, bytes: &[u8]) {
        for (word, bytes) in self.words[(start / WORD) as usize..].iter().zip(bytes.chunks(WORD as usize)) {
            let mut whole = [0; WORD as usize];
            whole[..bytes.len()].copy_from_slice(bytes);
            word.store(u64::from_le_bytes(whole), Relaxed);
        }
    }
}

/// Turns bytes of a store, of which the span begins after `past` plies, into what is known when nothing
/// more will be: plies, 1 where the royal can be taken at once, or 0 where neither side can ever force a win.
/// `earlier` has what was decided before.
pub(crate) fn settle(bytes: &[u8], past: u8, earlier: Option<&[u8]>, into: &mut Vec<u16>) {
    into.extend(bytes.iter().enumerate().map(|(at, &byte)| match byte {
        NOISY => 1,
        DECIDED => earlier.map_or(0, |earlier| earlier[at].into()),
        plies if plies <= MAX_PLIES => u16::from(past) + u16::from(plies),
        _ => 0,
    }));
}
