//! Sliding attacks by table: the relevant blockers, packed by the BMI2 instruction `pext`, index
//! the attacks directly. 841 kB, made at compile time.

#![allow(unsafe_code)]

use crate::board::{Bitboard, Square};

/// Sum over all squares of 2^(relevant blockers): 102,400 for rooks, 5,248 for bishops.
const ENTRIES: usize = 102_400 + 5_248;

#[derive(Clone, Copy)]
struct Entry {
    /// Blockers that matter: the rays without their last squares.
    mask: u64,
    /// Where this square's part of the table begins.
    offset: usize,
}

struct PextTables {
    rook: [Entry; 64],
    bishop: [Entry; 64],
    attacks: [u64; ENTRIES],
}

const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Walks from `from` in four directions up to and including the first blocker.
/// With `inner`, stops one short of the edge instead: that gives the mask.
const fn walk(from: usize, directions: &[(i8, i8); 4], blockers: u64, inner: bool) -> u64 {
    let mut set = 0;
    let mut d = 0;
    while d < 4 {
        let (df, dr) = directions[d];
        let (mut file, mut rank) = ((from % 8) as i8 + df, (from / 8) as i8 + dr);
        while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            let (next_file, next_rank) = (file + df, rank + dr);
            if inner && !(0 <= next_file && next_file < 8 && 0 <= next_rank && next_rank < 8) {
                break;
            }
            let bit = 1 << (rank * 8 + file);
            set |= bit;
            if blockers & bit != 0 {
                break;
            }
            (file, rank) = (next_file, next_rank);
        }
        d += 1;
    }
    set
}

#[allow(long_running_const_eval)]
static TABLES: PextTables = {
    let blank = Entry { mask: 0, offset: 0 };
    let mut tables = PextTables { rook: [blank; 64], bishop: [blank; 64], attacks: [0; ENTRIES] };
    let mut offset = 0;
    let mut i = 0;
    while i < 128 {
        let square = i % 64;
        let directions = if i < 64 { &ROOK } else { &BISHOP };
        let mask = walk(square, directions, 0, true);
        let entry = Entry { mask, offset };
        if i < 64 {
            tables.rook[square] = entry;
        } else {
            tables.bishop[square] = entry;
        }
        // Subsets of the mask in the order in which pext numbers them.
        let mut blockers = 0u64;
        loop {
            tables.attacks[offset] = walk(square, directions, blockers, false);
            offset += 1;
            blockers = blockers.wrapping_sub(mask) & mask;
            if blockers == 0 {
                break;
            }
        }
        i += 1;
    }
    assert!(offset == ENTRIES);
    tables
};

#[inline]
#[target_feature(enable = "bmi2")]
fn look_up(entry: Entry, occupied: Bitboard) -> Bitboard {
    let index = entry.offset + std::arch::x86_64::_pext_u64(occupied.0, entry.mask) as usize;
    debug_assert!(index < ENTRIES);
    // SAFETY: pext of the mask is below 2^popcount(mask), the length of this square's part, and
    // the parts fill the table exactly (asserted where it is made).
    Bitboard(unsafe { *TABLES.attacks.get_unchecked(index) })
}

#[inline]
#[target_feature(enable = "bmi2")]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(TABLES.rook[square.index()], occupied)
}

#[inline]
#[target_feature(enable = "bmi2")]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(TABLES.bishop[square.index()], occupied)
}
