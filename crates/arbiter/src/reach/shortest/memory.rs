//! Tables of what the search has found out. Nothing in them is believed for its hash: an entry holds the
//! whole of what it is about. They may forget.

use crate::board::{Bitboard, Board, Color, Role};
use crate::position::Position;
use crate::rules::Standard;

use super::goal::MEN;

/// The roles of the men of some squares, as three bits a square, in bitboards; no man is 0.
pub(super) fn planes(board: &Board, among: Bitboard) -> [u64; 3] {
    let of = |a, b, c| ((board.role(a) | board.role(b) | board.role(c)) & among).0;
    [
        of(Role::Pawn, Role::Bishop, Role::Queen),
        of(Role::Knight, Role::Bishop, Role::King),
        of(Role::Rook, Role::Queen, Role::King),
    ]
}

/// A position with a number of plies to play, whole.
pub(super) fn claim(position: &Position<Standard>, plies: usize, en_passant: bool) -> [u64; 5] {
    let [a, b, c] = planes(position.board(), Bitboard::FULL);
    let rights = position.castling(Color::White).0 | position.castling(Color::Black).0 >> 48;
    let over = match position.en_passant() {
        Some(square) if en_passant => square.index() as u64,
        _ => 64,
    };
    // Who is to move follows from the plies.
    let rest = rights | over << 16 | (plies as u64) << 24;
    [a, b, c, position.board().color(Color::White).0, rest]
}

/// What is found out, kept from one length to the next.
#[derive(Debug)]
pub(super) struct SearchTables {
    pub(super) failures: Failures,
    /// Bounds by side; the same with captured men on certain squares only; both with details.
    pub(super) bounds: ReplacingTable<4, u8>,
    pub(super) limited: ReplacingTable<5, u8>,
    pub(super) details: ReplacingTable<4, OnSquares>,
    /// What it takes to leave, past walls.
    pub(super) leaving: ReplacingTable<5, Leaving>,
    geometries: u64,
}

/// What it takes to lose a man on each square, and to take one there.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnSquares {
    pub(super) lost: [u8; 64],
    pub(super) taken: [u8; 64],
}

impl Default for OnSquares {
    fn default() -> OnSquares {
        OnSquares { lost: [0; 64], taken: [0; 64] }
    }
}

/// What a side needs at least, and if one of its men leaves its square or is captured there, in their order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Leaving {
    pub(super) least: u8,
    pub(super) men: [u8; MEN],
}

impl SearchTables {
    /// Within half of so many bytes; they grow with the work.
    pub(super) fn new(memory: usize) -> SearchTables {
        let memory = memory / 2;
        SearchTables {
            failures: Failures::new(memory / 2),
            bounds: ReplacingTable::new(memory / 8),
            limited: ReplacingTable::new(memory / 8),
            details: ReplacingTable::new(memory / 8),
            leaving: ReplacingTable::new(memory / 8),
            geometries: 0,
        }
    }

    /// Tells a geometry apart from all others.
    pub(super) fn new_geometry(&mut self) -> u64 {
        self.geometries += 1;
        self.geometries
    }
}

/// A table in which a new entry takes the place of an old one, and that grows with what is put in.
#[derive(Debug)]
pub(super) struct ReplacingTable<const WORDS: usize, V> {
    entries: Vec<([u64; WORDS], V)>,
    /// Places that were filled, and how many there may be.
    filled: usize,
    most: usize,
}

/// Places of a new table.
const FIRST: usize = 1 << 8;

impl<const WORDS: usize, V: Copy + Default> ReplacingTable<WORDS, V> {
    /// Within so many bytes. No key may be all zeros.
    pub(super) fn new(bytes: usize) -> ReplacingTable<WORDS, V> {
        let most = 1 << (bytes / size_of::<([u64; WORDS], V)>()).max(FIRST).ilog2();
        ReplacingTable { entries: vec![([0; WORDS], V::default()); FIRST], filled: 0, most }
    }

    #[inline(always)]
    fn place(&self, key: &[u64; WORDS]) -> usize {
        let mut hash = 0_u64;
        for &word in key {
            hash = (hash.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 32;
        }
        (hash.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 20) as usize & (self.entries.len() - 1)
    }

    #[inline(always)]
    pub(super) fn get(&self, key: &[u64; WORDS]) -> Option<&V> {
        let entry = &self.entries[self.place(key)];
        same(&entry.0, key).then_some(&entry.1)
    }

    pub(super) fn set(&mut self, key: [u64; WORDS], value: V) {
        let place = self.place(&key);
        self.put(place, key, value);
    }

    #[inline(always)]
    fn put(&mut self, place: usize, key: [u64; WORDS], value: V) {
        self.filled += usize::from(self.entries[place].0 == [0; WORDS]);
        self.entries[place] = (key, value);
        if self.filled > self.entries.len() / 2 && self.entries.len() < self.most {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![([0; WORDS], V::default()); (4 * self.entries.len()).min(self.most)];
        for (key, value) in std::mem::replace(&mut self.entries, larger) {
            if key != [0; WORDS] {
                let place = self.place(&key);
                self.entries[place] = (key, value);
            }
        }
    }
}

/// Equality; `==` would call `memcmp`, which is a twentieth of a search.
#[inline(always)]
fn same<const WORDS: usize>(a: &[u64; WORDS], b: &[u64; WORDS]) -> bool {
    a.iter().zip(b).fold(0, |other, (a, b)| other | (a ^ b)) == 0
}

/// Positions from which no game of so many plies reaches the goal.
#[derive(Debug)]
pub(super) struct Failures(ReplacingTable<5, ()>);

impl Failures {
    pub(super) fn new(bytes: usize) -> Failures {
        Failures(ReplacingTable::new(bytes))
    }

    #[inline(always)]
    pub(super) fn has(&self, claim: &[u64; 5]) -> bool {
        let place = self.0.place(claim);
        same(&self.0.entries[place].0, claim) || same(&self.0.entries[place ^ 1].0, claim)
    }

    /// Of two places the first is for whatever took most work, the other for what came last.
    pub(super) fn add(&mut self, claim: [u64; 5]) {
        let place = self.0.place(&claim);
        let plies = |claim: &[u64; 5]| claim[4] >> 24 & 0xFF;
        let first = plies(&self.0.entries[place].0) <= plies(&claim);
        self.0.put(if first { place } else { place ^ 1 }, claim, ());
    }
}
