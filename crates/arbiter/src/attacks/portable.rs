//! Sliding attacks with plain arithmetic: hyperbola quintessence (Leissner and Rasmussen 2007)
//! for files and diagonals, a table of the eight squares of a rank for the rest.

use crate::board::{Bitboard, Square};

struct Masks {
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
}

static MASKS: [Masks; 64] = {
    let mut masks = [const { Masks { file: 0, diagonal: 0, antidiagonal: 0 } }; 64];
    let mut i = 0;
    while i < 64 * 64 {
        let (a, b) = (i / 64, i % 64);
        let (df, dr) = ((a % 8) as i8 - (b % 8) as i8, (a / 8) as i8 - (b / 8) as i8);
        if a != b {
            masks[a].file |= ((df == 0) as u64) << b;
            masks[a].diagonal |= ((df == dr) as u64) << b;
            masks[a].antidiagonal |= ((df == -dr) as u64) << b;
        }
        i += 1;
    }
    masks
};

/// `RANK[file][o]`: attacks along a rank, where bit i of `o` is the square on file i + 1
/// (what stands on files a and h never matters).
static RANK: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 8 * 64 {
        let (file, occupied) = (i / 64, (i % 64) << 1);
        let mut set = 0u8;
        let mut f = file;
        while f < 7 {
            f += 1;
            set |= 1 << f;
            if occupied >> f & 1 != 0 {
                break;
            }
        }
        f = file;
        while f > 0 {
            f -= 1;
            set |= 1 << f;
            if occupied >> f & 1 != 0 {
                break;
            }
        }
        table[file][i % 64] = set;
        i += 1;
    }
    table
};

/// Subtracting the slider from the blockers on a line borrows up to the first blocker: `o ^ (o - 2s)`;
/// byte-swapped, the same works downwards.
#[inline(always)]
fn hyperbola(slider: u64, occupied: u64, mask: u64) -> u64 {
    let up = (occupied & mask).wrapping_sub(slider);
    let down = (occupied & mask).swap_bytes().wrapping_sub(slider.swap_bytes()).swap_bytes();
    (up ^ down) & mask
}

#[inline(always)]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let row = square.rank() * 8;
    let along = RANK[square.file() as usize][(occupied.0 >> (row + 1) & 63) as usize];
    Bitboard(hyperbola(square.bb().0, occupied.0, MASKS[square.index()].file) | (along as u64) << row)
}

#[inline(always)]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let masks = &MASKS[square.index()];
    let slider = square.bb().0;
    Bitboard(
        hyperbola(slider, occupied.0, masks.diagonal) | hyperbola(slider, occupied.0, masks.antidiagonal),
    )
}

/// The bits of `bits` at the places of `mask`, moved together.
#[inline(always)]
pub(super) fn extract(bits: u32, mut mask: u32) -> u32 {
    let (mut found, mut place) = (0, 1);
    while mask != 0 {
        if bits & mask & mask.wrapping_neg() != 0 {
            found |= place;
        }
        mask &= mask - 1;
        place <<= 1;
    }
    found
}

/// The low bits of `bits` spread to the places of `mask`.
#[inline(always)]
pub(super) fn deposit(mut bits: u32, mut mask: u32) -> u32 {
    let mut spread = 0;
    while mask != 0 {
        if bits & 1 != 0 {
            spread |= mask & mask.wrapping_neg();
        }
        mask &= mask - 1;
        bits >>= 1;
    }
    spread
}
