//! Sliding attacks by table: the relevant blockers, packed by the BMI2 instruction `pext`, index
//! the attacks directly. 841 kB, made at compile time.

#![allow(unsafe_code)]

use super::lines::ray;
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

/// What a slider can reach on an empty board, by direction and square. In the first two directions squares
/// are numbered upwards.
type Rays = [[u64; 64]; 4];

const ROOK: Rays = rays([(0, 1), (1, 0), (0, -1), (-1, 0)]);
const BISHOP: Rays = rays([(1, 1), (-1, 1), (-1, -1), (1, -1)]);

const fn rays(directions: [(i8, i8); 4]) -> Rays {
    let mut rays = [[0; 64]; 4];
    let mut i = 0;
    while i < 4 * 64 {
        rays[i / 64][i % 64] = ray(i % 64, directions[i / 64]);
        i += 1;
    }
    rays
}

/// The end of a ray that is not empty, or of a part of it: the nearest square or the last.
const fn end(set: u64, direction: usize, nearest: bool) -> u32 {
    if (direction < 2) == nearest { set.trailing_zeros() } else { 63 - set.leading_zeros() }
}

/// The rays without their last squares.
const fn relevant(rays: &Rays, from: usize) -> u64 {
    let (mut mask, mut direction) = (0, 0);
    while direction < 4 {
        let ray = rays[direction][from];
        if ray != 0 {
            mask |= ray & !(1 << end(ray, direction, false));
        }
        direction += 1;
    }
    mask
}

/// The rays up to and including the first blocker. Without a step from square to square: 107,648 of these
/// are worked out whenever the crate is compiled.
const fn blocked(rays: &Rays, from: usize, blockers: u64) -> u64 {
    let (mut set, mut direction) = (0, 0);
    while direction < 4 {
        let ray = rays[direction][from];
        let hit = ray & blockers;
        set |= if hit == 0 { ray } else { ray & !rays[direction][end(hit, direction, true) as usize] };
        direction += 1;
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
        let rays = if i < 64 { &ROOK } else { &BISHOP };
        let mask = relevant(rays, square);
        let entry = Entry { mask, offset };
        if i < 64 {
            tables.rook[square] = entry;
        } else {
            tables.bishop[square] = entry;
        }
        // Subsets of the mask in the order in which pext numbers them.
        let mut blockers = 0u64;
        loop {
            tables.attacks[offset] = blocked(rays, square, blockers);
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
