//! Sliding attacks by table: the relevant blockers, packed by the BMI2 instruction `pext`, index the attacks,
//! which are packed themselves, since a slider sees 14 squares at most, and unpacked by `pdep`. 210 kB, made
//! at compile time.

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
    /// What is seen on an empty board: the squares that the bits of an entry stand for.
    rays: u64,
}

struct PextTables {
    rook: [Entry; 64],
    bishop: [Entry; 64],
    attacks: [u16; ENTRIES],
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

/// The bits of `set` at the places of `mask`, moved together to the low end.
const fn packed(set: u64, mut mask: u64) -> u16 {
    let (mut packed, mut bit) = (0, 1);
    while mask != 0 {
        if set & mask & mask.wrapping_neg() != 0 {
            packed |= bit;
        }
        mask &= mask - 1;
        bit <<= 1;
    }
    packed
}

/// By what stands on one ray: this part of an entry's number, and what is seen on the ray.
struct Part {
    len: usize,
    index: [u16; 64],
    attacks: [u16; 64],
}

/// The parts of a direction, for an entry of all directions.
const fn part(ray: &[u64; 64], direction: usize, from: usize, entry: &Entry) -> Part {
    let mut part = Part { len: 0, index: [0; 64], attacks: [0; 64] };
    let (mask, mut blockers) = (ray[from] & entry.mask, 0u64);
    // All subsets of the mask.
    loop {
        let hidden = if blockers == 0 { 0 } else { ray[end(blockers, direction, true) as usize] };
        part.index[part.len] = packed(blockers, entry.mask);
        part.attacks[part.len] = packed(ray[from] & !hidden, entry.rays);
        part.len += 1;
        blockers = blockers.wrapping_sub(mask) & mask;
        if blockers == 0 {
            return part;
        }
    }
}

/// Mask, place in the table and rays of a square.
const fn entry(rays: &Rays, from: usize, offset: usize) -> Entry {
    let mut entry = Entry { mask: 0, offset, rays: 0 };
    let mut direction = 0;
    while direction < 4 {
        let ray = rays[direction][from];
        entry.rays |= ray;
        if ray != 0 {
            entry.mask |= ray & !(1 << end(ray, direction, false));
        }
        direction += 1;
    }
    entry
}

/// What is seen past all blockers is what is seen on each ray: made from the rays' parts, since there are
/// 107,648 entries whenever the crate is compiled.
#[allow(long_running_const_eval)]
static TABLES: PextTables = {
    let blank = Entry { mask: 0, offset: 0, rays: 0 };
    let mut tables = PextTables { rook: [blank; 64], bishop: [blank; 64], attacks: [0; ENTRIES] };
    let mut offset = 0;
    let mut i = 0;
    while i < 128 {
        let square = i % 64;
        let rays = if i < 64 { &ROOK } else { &BISHOP };
        let entry = entry(rays, square, offset);
        let mut direction = 0;
        // Of the directions so far all entries are there; each is spread by what stands in the next.
        let mut made = 1;
        let (mut index, mut attacks) = ([0u16; 4096], [0u16; 4096]);
        while direction < 4 {
            let part = part(&rays[direction], direction, square, &entry);
            // From the last, which stands beyond all that are read.
            let mut k = part.len * made;
            while k > 0 {
                k -= 1;
                index[k] = index[k % made] | part.index[k / made];
                attacks[k] = attacks[k % made] | part.attacks[k / made];
            }
            made *= part.len;
            direction += 1;
        }
        let mut k = 0;
        while k < made {
            tables.attacks[offset + index[k] as usize] = attacks[k];
            k += 1;
        }
        offset += made;
        if i < 64 {
            tables.rook[square] = entry;
        } else {
            tables.bishop[square] = entry;
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
    let attacks = unsafe { *TABLES.attacks.get_unchecked(index) };
    Bitboard(std::arch::x86_64::_pdep_u64(u64::from(attacks), entry.rays))
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
