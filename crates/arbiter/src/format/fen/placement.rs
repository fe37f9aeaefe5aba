//! Reading the placement field.

use crate::board::{Bitboard, Board, Man};
use crate::rules::Size;

use super::super::error::{TextError, show};
use super::read::FenReader;

/// What a byte of the placement field means.
#[derive(Clone, Copy)]
#[repr(align(4))]
struct Meaning {
    /// The man it puts, by [`Man::code`]; 0 for none.
    code: u8,
    /// How many squares it fills.
    squares: u8,
    /// 1 if it ends a row.
    ends_row: u8,
}

/// More squares than any board has: the byte ends the field, or does not belong here.
const STOP: u8 = 100;

static MEANINGS: [Meaning; 256] = {
    let mut table = [Meaning { code: 0, squares: STOP, ends_row: 0 }; 256];
    let mut byte = 0;
    while byte < 256 {
        if let Some(man) = Man::from_letter(byte as u8) {
            table[byte] = Meaning { code: man.code(), squares: 1, ends_row: 0 };
        }
        if byte >= b'1' as usize && byte <= b'8' as usize {
            table[byte].squares = byte as u8 - b'0';
        }
        byte += 1;
    }
    table[b'/' as usize] = Meaning { code: 0, squares: 0, ends_row: 1 };
    table
};

impl FenReader<'_> {
    /// Whatever is wrong is only noticed here; [`placement_error`](Self::placement_error) finds it again.
    #[inline(always)]
    pub(super) fn placement(&mut self, size: Size) -> Result<Board, TextError> {
        let (width, squares) = (usize::from(size.width), usize::from(size.width * size.height));
        let mut codes = [0; CODES];
        let scan = scan_placement(squares, &self.text[self.at..], &mut codes);
        // Rows end after each `width` squares, once each, the last by the field's end.
        let expected = (1..squares / width).fold(0, |ends, rows| ends | 1 << (rows * width));
        let rows = scan.rows_ended + 1;
        if scan.filled != squares || scan.ends != expected || rows != usize::from(size.height) {
            return Err(self.placement_error(size));
        }
        self.at += scan.length;
        let [p0, p1, p2, black] = bit_planes(size, &codes);
        let occupied = p0 | p1 | p2;
        let roles = [p0 & !p1 & !p2, !p0 & p1 & !p2, p0 & p1, !p0 & !p1 & p2, p0 & !p1 & p2, p1 & p2];
        let colors = [occupied & !black, black];
        Ok(Board::from_parts(colors.map(Bitboard), roles.map(Bitboard)))
    }

    /// The first fault of a placement that has one.
    #[cold]
    fn placement_error(&mut self, size: Size) -> TextError {
        let (mut file, mut rank) = (0, size.height - 1);
        loop {
            let byte = self.peek().unwrap_or(b' ');
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => break,
                b'/' if file != size.width => return self.row_error(size, rank, "has fewer"),
                b'/' if rank == 0 => return self.error(format!("expected {} rows, found more", size.height)),
                b'/' => (file, rank) = (0, rank - 1),
                _ => {
                    let squares = MEANINGS[usize::from(byte)].squares;
                    if squares == STOP {
                        let message = "expected a piece letter or a digit 1-";
                        return self.error(format!("{message}{}, found {}", size.width, show(byte)));
                    }
                    file += squares;
                    if file > size.width {
                        return self.row_error(size, rank, "has more");
                    }
                }
            }
            self.at += 1;
        }
        if (file, rank) == (0, size.height - 1) {
            return self.error(format!("expected {} rows separated by '/', found none", size.height));
        }
        if file != size.width {
            return self.row_error(size, rank, "has fewer");
        }
        self.error(format!("expected {} rows separated by '/', found {}", size.height, size.height - rank))
    }

    #[cold]
    fn row_error(&self, size: Size, rank: u8, what: &str) -> TextError {
        self.error(format!("row {} {what} than {} squares", rank + 1, size.width))
    }
}

/// Room for the code of every square and of the byte after the last: more than 64, and a power of two.
const CODES: usize = 128;

/// What a look at a placement field found.
struct Scan {
    /// Squares filled, from the top left; too many if something was wrong.
    filled: usize,
    /// After how many squares a row was ended, as bits.
    ends: u64,
    /// How many times a row was ended: more than bits in `ends` if twice in one place.
    rows_ended: usize,
    /// Bytes read.
    length: usize,
}

/// Reads the men in reading order into `codes`, without a branch that depends on what stands where: this is
/// where bulk work spends its time. A function of its own, so that all it needs stays in registers.
#[inline(never)]
fn scan_placement(squares: usize, text: &[u8], codes: &mut [u8; CODES]) -> Scan {
    let mut scan = Scan { filled: 0, ends: 0, rows_ended: 0, length: 0 };
    for &byte in text {
        let meaning = MEANINGS[usize::from(byte)];
        codes[scan.filled % CODES] = meaning.code;
        scan.ends |= u64::from(meaning.ends_row) << (scan.filled & 63);
        scan.rows_ended += usize::from(meaning.ends_row);
        scan.filled += usize::from(meaning.squares);
        if scan.filled > squares {
            // Only a blank ends the field as it should.
            if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                scan.filled -= usize::from(STOP);
            }
            break;
        }
        scan.length += 1;
    }
    scan
}

/// Bit k of each square's code, for k from 0 to 3, as sets of squares.
#[inline(always)]
fn bit_planes(size: Size, codes: &[u8; CODES]) -> [u64; 4] {
    let width = usize::from(size.width);
    let mut planes = [0; 4];
    for rank in 0..usize::from(size.height) {
        let start = (usize::from(size.height) - 1 - rank) * width;
        let row = codes[start..].first_chunk().map_or(0, |row| u64::from_le_bytes(*row));
        let row = row & u64::MAX >> (64 - 8 * width);
        for (k, plane) in planes.iter_mut().enumerate() {
            // The product moves the lowest bit of byte i to bit 56 + i; no two terms meet.
            let bits = (row >> k & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            *plane |= bits << (8 * rank);
        }
    }
    planes
}
