//! Hash keys of positions (Zobrist 1970). A hash only says where to look in a table;
//! proofs always compare the whole position.

use super::Square;

struct Keys {
    /// By [`Man::code`](super::Man::code); the row of no man, 0, is zero.
    men: [[u64; 64]; 16],
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
    let mut keys = Keys { men: [[0; 64]; 16], castling: [0; 16], en_passant: [0; 64] };
    let mut seed = 0x0A2B_17E2;
    let mut i = 64;
    while i < 16 * 64 {
        seed += 1;
        keys.men[i / 64][i % 64] = mix(seed);
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

/// A man by its code ([`Man::code`](super::Man::code)); 0 is no man, whose key is zero.
#[inline(always)]
pub(crate) fn code(code: u8, square: Square) -> u64 {
    KEYS.men[code as usize & 15][square.index()]
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
