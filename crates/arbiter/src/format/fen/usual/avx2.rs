//! AVX2 with BMI2.

use std::arch::x86_64::*;

use super::Men;
use super::tail::{Marks, SEEN, Tail, window};
use crate::board::Setup;

/// 64 bytes.
#[derive(Clone, Copy)]
struct Bytes([__m256i; 2]);

impl Bytes {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(bytes: &[u8; 64]) -> Bytes {
        let halves = bytes.as_ptr().cast::<__m256i>();
        // SAFETY: two halves of 32 bytes.
        Bytes(unsafe { [_mm256_loadu_si256(halves), _mm256_loadu_si256(halves.add(1))] })
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn words(self) -> [u64; 8] {
        let mut words = [0; 8];
        let halves = words.as_mut_ptr().cast::<__m256i>();
        // SAFETY: as above.
        unsafe {
            _mm256_storeu_si256(halves, self.0[0]);
            _mm256_storeu_si256(halves.add(1), self.0[1]);
        }
        words
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn each(self, of: impl Fn(__m256i) -> __m256i) -> Bytes {
        Bytes([of(self.0[0]), of(self.0[1])])
    }

    /// In the place of each byte the one before it, 0 in the first.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn previous(self) -> Bytes {
        let [low, high] = self.0;
        let before_low = _mm256_permute2x128_si256::<0x08>(low, low);
        let before_high = _mm256_permute2x128_si256::<0x21>(low, high);
        Bytes([_mm256_alignr_epi8::<15>(low, before_low), _mm256_alignr_epi8::<15>(high, before_high)])
    }

    /// Those whose highest bit is set.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn signs(self) -> u64 {
        let [low, high] = self.0.map(|half| _mm256_movemask_epi8(half) as u32);
        u64::from(low) | u64::from(high) << 32
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn equal(self, byte: u8) -> u64 {
        self.each(|half| _mm256_cmpeq_epi8(half, _mm256_set1_epi8(byte as i8))).signs()
    }
}

/// See [`super::read`].
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn read<O>(text: &[u8], then: impl FnOnce(&Setup, usize) -> O) -> Option<O> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let mut room = [0; SEEN];
    let window = window(text, &mut room);
    let line = Bytes::load(window.first_chunk()?);
    let more = Bytes::load(window.last_chunk()?);
    let ends = |bytes: Bytes| bytes.equal(b'\n') | bytes.equal(b'\r');
    let ends = Marks([ends(line), ends(more)]);

    let blanks = line.equal(b' ');
    let length = blanks.trailing_zeros() as usize;
    let before = blanks.wrapping_sub(1) & !blanks;
    let slashes = line.equal(b'/') & before;
    let digits = line.each(|half| {
        let digits = _mm256_sub_epi8(half, _mm256_set1_epi8(b'1' as i8));
        _mm256_cmpeq_epi8(_mm256_min_epu8(digits, _mm256_set1_epi8(7)), digits)
    });
    let letters = line.each(|half| _mm256_cmpgt_epi8(half, _mm256_set1_epi8(b'A' as i8 - 1)));
    let is_letter = letters.signs() & before;

    // A byte with as many low bits as squares are filled.
    #[rustfmt::skip]
    let widths = _mm256_setr_epi8(
        0, 1, 3, 7, 15, 31, 63, 127, -1, 0, 0, 0, 0, 0, 0, 0,
        0, 1, 3, 7, 15, 31, 63, 127, -1, 0, 0, 0, 0, 0, 0, 0,
    );
    let of_digits =
        line.each(|half| _mm256_shuffle_epi8(widths, _mm256_and_si256(half, _mm256_set1_epi8(15))));
    let one = _mm256_set1_epi8(1);
    let filled: [_; 2] = std::array::from_fn(|i| {
        let of_digit = _mm256_and_si256(of_digits.0[i], digits.0[i]);
        _mm256_or_si256(of_digit, _mm256_and_si256(letters.0[i], one))
    });
    let begins = line
        .previous()
        .each(|half| _mm256_and_si256(_mm256_cmpeq_epi8(half, _mm256_set1_epi8(b'/' as i8)), one));
    let (filled, letter_bytes, begins) = (Bytes(filled).words(), letters.words(), begins.words());
    // In reading order: which squares are occupied, and with which rows begin.
    let (mut occupied, mut rows, mut squares) = (0, 0, 0);
    for word in 0..8 {
        // Of the bytes before the blank.
        let filled = filled[word] & low_bytes(length.saturating_sub(8 * word));
        occupied |= _pext_u64(letter_bytes[word], filled) << (squares & 63);
        rows |= _pext_u64(begins[word], filled) << (squares & 63);
        squares += filled.count_ones();
    }

    let men = line.each(|half| _mm256_or_si256(half, _mm256_set1_epi8(0x20)));
    let named = b"pnbrqk".map(|letter| men.equal(letter) & is_letter);
    let lower = line.each(|half| _mm256_slli_epi16(half, 2)).signs() & is_letter;
    let is_usual = blanks != 0
        && squares == 64
        && rows == EACH << 8
        && slashes.count_ones() == 7
        && named.iter().fold(0, |all, set| all | set) == is_letter
        && is_letter | slashes | digits.signs() & before == before;
    if !is_usual {
        return None;
    }
    let on_board = |set| _pdep_u64(_pext_u64(set, is_letter), occupied).swap_bytes();
    let men = Men { roles: named.map(on_board), black: on_board(lower) };

    let tail = Tail { window, length, blanks: Marks([blanks, more.equal(b' ')]), ends };
    men.with(&tail).map(|setup| then(&setup, ends.first()))
}

/// The low bytes of a word, as many as this.
#[inline(always)]
fn low_bytes(count: usize) -> u64 {
    if count >= 8 { u64::MAX } else { (1 << (8 * count)) - 1 }
}
