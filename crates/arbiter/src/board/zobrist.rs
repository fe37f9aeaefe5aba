//! Hash keys of positions (Zobrist 1970). A hash only says where to look in a table;
//! proofs always compare the whole position.

use super::{Board, Color, Role, Square};

struct Keys {
    men: [[[u64; 64]; 6]; 2],
    castling: [u64; 16],
    en_passant: [u64; 64],
}

/// Black to move.
pub(crate) const TURN: u64 = 0x9E6C_63D0_876A_9A47;

static KEYS: Keys = keys();

/// One step of SplitMix64 (Steele, Lea and Flood 2014): a bijection that mixes well.
const fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn keys() -> Keys {
    let mut keys = Keys { men: [[[0; 64]; 6]; 2], castling: [0; 16], en_passant: [0; 64] };
    let mut seed = 0x0A2B_17E2;
    let mut i = 0;
    while i < 12 * 64 {
        seed += 1;
        keys.men[i / 384][i / 64 % 6][i % 64] = mix(seed);
        i += 1;
    }
    i = 0;
    while i < 64 {
        seed += 1;
        keys.en_passant[i] = mix(seed);
        if i < 16 {
            keys.castling[i] = mix(!seed);
        }
        i += 1;
    }
    keys
}

#[inline(always)]
pub(crate) fn man(color: Color, role: Role, square: Square) -> u64 {
    KEYS.men[color as usize][role as usize][square.index()]
}

#[inline(always)]
pub(crate) fn en_passant(square: Square) -> u64 {
    KEYS.en_passant[square.index()]
}

/// `rights`: one bit a file, White's in the low byte.
#[inline(always)]
pub(crate) fn castling(mut rights: u16) -> u64 {
    let mut key = 0;
    while rights != 0 {
        key ^= KEYS.castling[rights.trailing_zeros() as usize & 15];
        rights &= rights - 1;
    }
    key
}

pub(crate) fn board(board: &Board) -> u64 {
    let mut key = 0;
    for color in Color::BOTH {
        for role in Role::ALL {
            for square in board.men(color, role) {
                key ^= man(color, role, square);
            }
        }
    }
    key
}
