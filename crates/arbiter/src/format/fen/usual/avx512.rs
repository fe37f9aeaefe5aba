//! AVX-512 with VBMI and VBMI2.

use std::arch::x86_64::*;

use super::Men;
use super::tail::{Marks, SEEN, Tail, window};
use crate::board::Setup;

/// A byte for each of 64.
#[repr(align(64))]
struct Bytes([u8; 64]);

impl Bytes {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(&self) -> __m512i {
        // SAFETY: 64 bytes, aligned.
        unsafe { _mm512_load_si512((&raw const self.0).cast()) }
    }
}

/// The number of each byte.
static NUMBERS: Bytes = bytes(Table::Numbers);
/// Of each byte its number in its lane of eight, a lane being a rank from the first on.
static FILES: Bytes = bytes(Table::Files);
/// In which byte of the row ends, which are in reading order, that of the lane stands.
static ROWS: Bytes = bytes(Table::Rows);
/// By the number of squares filled in a rank, the last of them as a bit.
static LAST_FILLED: Bytes = bytes(Table::LastFilled);

enum Table {
    Numbers,
    Files,
    Rows,
    LastFilled,
}

const fn bytes(table: Table) -> Bytes {
    let (mut bytes, mut i) = ([0; 64], 0);
    while i < 64 {
        bytes[i] = match table {
            Table::Numbers => i as u8,
            Table::Files => i as u8 % 8,
            Table::Rows => 7 - i as u8 / 8,
            Table::LastFilled => {
                let filled = i % 16;
                if filled >= 1 && filled <= 8 { 1 << (filled - 1) } else { 0 }
            }
        };
        i += 1;
    }
    Bytes(bytes)
}

/// See [`super::read`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn read<O>(text: &[u8], then: impl FnOnce(&Setup, usize) -> O) -> Option<O> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let set = |byte: u8| _mm512_set1_epi8(byte as i8);
    let mut room = [0; SEEN];
    let window = window(text, &mut room);
    let start = window.as_ptr().cast();
    // SAFETY: twice 64 bytes.
    let [line, more] =
        unsafe { [_mm512_loadu_si512(start), _mm512_loadu_si512(start.wrapping_byte_add(64))] };
    let ends = |bytes| _mm512_cmpeq_epi8_mask(bytes, set(b'\n')) | _mm512_cmpeq_epi8_mask(bytes, set(b'\r'));
    let ends = Marks([ends(line), ends(more)]);
    let blanks = _mm512_cmpeq_epi8_mask(line, set(b' '));
    let length = blanks.trailing_zeros() as usize;
    let before = blanks.wrapping_sub(1) & !blanks;
    let slashes = _mm512_cmpeq_epi8_mask(line, set(b'/')) & before;
    // Where rows stop, in reading order, and where they begin.
    let stops = slashes | blanks & blanks.wrapping_neg();
    let stops = _mm512_maskz_compress_epi8(stops, NUMBERS.load());
    let stops = _mm_cvtsi128_si64(_mm512_castsi512_si128(stops)) as u64;
    let starts = (stops << 8).wrapping_add(EACH << 8);
    let lengths = stops.wrapping_sub(starts);

    // Each rank's row in a lane of its own.
    let of_lane = |rows: u64| _mm512_shuffle_epi8(_mm512_set1_epi64(rows as i64), ROWS.load());
    let is_row = _mm512_cmplt_epu8_mask(FILES.load(), of_lane(lengths));
    let places = _mm512_add_epi8(of_lane(starts), FILES.load());
    let row = _mm512_maskz_permutexvar_epi8(is_row, places, line);
    let letters = _mm512_cmpge_epu8_mask(row, set(b'A'));
    let digits = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(row, set(b'1')), set(8));
    let widths = _mm512_mask_mov_epi8(_mm512_and_si512(row, set(15)), letters, set(1));
    // The product adds up what stands before in the lane.
    let filled = _mm512_mullo_epi64(widths, _mm512_set1_epi64(EACH as i64));
    let full = _mm512_cmpeq_epi64_mask(_mm512_srli_epi64(filled, 56), _mm512_set1_epi64(8));
    let squares = _mm512_maskz_shuffle_epi8(letters, LAST_FILLED.load(), filled);
    let ranks = _mm512_cvtepi64_epi8(_mm512_sad_epu8(squares, _mm512_setzero_si512()));
    let occupied = _mm_cvtsi128_si64(ranks) as u64;

    let board = _mm512_maskz_expand_epi8(occupied, _mm512_maskz_compress_epi8(letters, row));
    let men = _mm512_or_si512(board, set(0x20));
    let roles = b"pnbrqk".map(|letter| _mm512_cmpeq_epi8_mask(men, set(letter)));
    let black = _mm512_test_epi8_mask(board, set(0x20));
    let is_usual = blanks != 0
        && slashes.count_ones() == 7
        && full == 0xFF
        && letters | digits == is_row
        && roles.iter().fold(0, |all, set| all | set) == occupied
        && lengths.wrapping_add(0x77 * EACH) & (0x80 * EACH) == 0;
    if !is_usual {
        return None;
    }

    let blanks = Marks([blanks, _mm512_cmpeq_epi8_mask(more, set(b' '))]);
    let tail = Tail { window, length, blanks, ends };
    Men { roles, black }.with(&tail).map(|setup| then(&setup, ends.first()))
}
