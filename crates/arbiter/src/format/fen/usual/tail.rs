//! The fields behind the men.

use crate::board::{Bitboard, Board, Color, Setup, Square};

/// The bytes that are looked at: 63 of men at most, and what follows them.
pub(super) const SEEN: usize = 128;

/// Bytes from the blank behind the men on which the fields must not go beyond.
const FIELDS: usize = 32;

/// The bytes that a text begins with; where it has fewer, ends of lines follow in a room of their own.
#[inline(always)]
pub(super) fn window<'a>(text: &'a [u8], room: &'a mut [u8; SEEN]) -> &'a [u8; SEEN] {
    text.first_chunk().unwrap_or_else(|| {
        *room = [b'\n'; SEEN];
        room[..text.len()].copy_from_slice(text);
        room
    })
}

/// A set of bytes of a window, 64 in each half.
#[derive(Clone, Copy)]
pub(super) struct Marks(pub(super) [u64; 2]);

impl Marks {
    /// The first byte; [`SEEN`] if there is none.
    #[inline(always)]
    pub(super) fn first(self) -> usize {
        let [low, high] = self.0.map(|half| half.trailing_zeros() as usize);
        if low < 64 { low } else { 64 + high }
    }

    /// Those of the 32 bytes from one of the first half on.
    #[inline(always)]
    fn from(self, begin: usize) -> u32 {
        let [low, high] = self.0;
        (low >> (begin % 64) | high << 1 << (63 - begin % 64)) as u32
    }
}

/// A line from the blank behind the men on.
pub(super) struct Tail<'a> {
    pub(super) window: &'a [u8; SEEN],
    /// Where that blank stands: how many bytes the men have.
    pub(super) length: usize,
    /// The blanks of the window.
    pub(super) blanks: Marks,
    /// Where lines end, and all that stands behind the text.
    pub(super) ends: Marks,
}

impl Tail<'_> {
    /// The setup with these men, if the fields behind them end with the first line.
    #[inline(always)]
    pub(super) fn read(&self, board: Board) -> Option<Setup> {
        let (blanks, ends) = (self.blanks.from(self.length), self.ends.from(self.length));
        let (castling_end, rest) = first((blanks | ends) & !0b111);
        let (en_passant_end, rest) = first(rest);
        let turn = self.at(1);
        let is_turn = ((turn == b'w') | (turn == b'b')) & (blanks & 0b111 == 0b101);
        let line_end = self.ends.first().wrapping_sub(self.length);
        let (end, clocks) = if line_end == en_passant_end {
            (en_passant_end, Some((0, 1)))
        } else {
            let (halfmoves_end, rest) = first(rest);
            let (end, _) = first(rest);
            let halfmoves = self.number(en_passant_end, halfmoves_end);
            (end, halfmoves.zip(self.number(halfmoves_end, end)))
        };
        // Only the last field is closed by the end of the line.
        if !is_turn || line_end != end || end >= FIELDS {
            return None;
        }
        Some(Setup {
            board,
            turn: if turn == b'b' { Color::Black } else { Color::White },
            castling: self.castling(castling_end)?,
            en_passant: self.en_passant(castling_end, en_passant_end)?,
            halfmoves: clocks?.0,
            fullmoves: clocks?.1,
        })
    }

    /// The byte at a place from the blank on.
    #[inline(always)]
    fn at(&self, place: usize) -> u8 {
        self.window[self.length % 64 + place % FIELDS]
    }

    /// The squares of the rooks whose rights are written up to a place.
    #[inline(always)]
    fn castling(&self, end: usize) -> Option<Bitboard> {
        let length = end.wrapping_sub(3);
        let unused = 32u32.wrapping_sub((length as u32).wrapping_mul(8)) % 32;
        let [a, b, c, d] = [3, 4, 5, 6].map(|place| self.at(place));
        let letters = u32::from_le_bytes([a, b, c, d]) << unused >> unused;
        let (known, rooks) = RIGHTS[rights_slot(letters)];
        // A zero byte behind the letters is no letter, though it makes the same number.
        let known_length = (32 - known.leading_zeros()).div_ceil(8) as usize;
        (known == letters && length == known_length && length != 0).then_some(Bitboard(rooks))
    }

    /// The en passant square that is written between two places.
    #[inline(always)]
    fn en_passant(&self, before: usize, end: usize) -> Option<Option<Square>> {
        let (file, rank) = (self.at(before + 1).wrapping_sub(b'a'), self.at(before + 2).wrapping_sub(b'1'));
        let is_none = (self.at(before + 1) == b'-') & (end == before + 2);
        let is_square = (file < 8) & (rank < 8) & (end == before + 3);
        let square = if is_none { 64 } else { rank.wrapping_mul(8).wrapping_add(file) };
        (is_none | is_square).then_some(Square::new(square))
    }

    /// The number that is written between two places.
    #[inline(always)]
    fn number(&self, before: usize, end: usize) -> Option<u16> {
        let length = end.wrapping_sub(before + 1);
        // As many bytes stand before, for the men of eight rows have fifteen.
        let begin = (self.length % 64 + end % FIELDS).checked_sub(8)?;
        let digits = self.window[begin..].first_chunk()?;
        let digits = u64::from_le_bytes(*digits) ^ 0x3030_3030_3030_3030;
        let unused = 64u32.wrapping_sub((length as u32).wrapping_mul(8)) % 64;
        let digits = digits >> unused << unused;
        let is_number = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080 == 0;
        // Neighbours are put together: digits, then pairs, then fours.
        let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00FF_00FF_00FF_00FF;
        let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_FFFF_0000_FFFF;
        let number = fours.wrapping_mul(10_000).wrapping_add(fours >> 32) as u32;
        u16::try_from(number).ok().filter(|_| is_number && matches!(length, 1..=8))
    }
}

/// The first place of a set (32 if it has none), and the others.
#[inline(always)]
fn first(set: u32) -> (usize, u32) {
    (set.trailing_zeros() as usize, set & set.wrapping_sub(1))
}

/// The rights as they are written, as the bytes of a number.
const fn letters_of(rights: usize) -> u32 {
    let (mut letters, mut shift, mut right) = (0, 0, 0);
    while right < 4 {
        if rights >> right & 1 == 1 {
            letters |= (b"KQkq"[right] as u32) << shift;
            shift += 8;
        }
        right += 1;
    }
    if rights == 0 { b'-' as u32 } else { letters }
}

/// With this factor no two of the sixteen ways to write rights have the same slot.
const FACTOR: u32 = {
    let mut factor: u32 = 0x9E37_79B9;
    loop {
        let (mut taken, mut rights, mut is_good) = (0u32, 0, true);
        while rights < 16 {
            let slot = 1 << (letters_of(rights).wrapping_mul(factor) >> 27);
            is_good &= taken & slot == 0;
            (taken, rights) = (taken | slot, rights + 1);
        }
        if is_good {
            break factor;
        }
        factor = factor.wrapping_mul(1_664_525).wrapping_add(1_013_904_223) | 1;
    }
};

const fn rights_slot(letters: u32) -> usize {
    (letters.wrapping_mul(FACTOR) >> 27) as usize
}

/// Rights as they are written, and the squares of their rooks. A slot that is free holds no letters.
static RIGHTS: [(u32, u64); 32] = {
    let (mut table, mut rights) = ([(0, 0); 32], 0);
    while rights < 16 {
        let squares =
            (rights >> 1 & 1) | (rights & 1) << 7 | (rights >> 3 & 1) << 56 | (rights >> 2 & 1) << 63;
        table[rights_slot(letters_of(rights as usize))] = (letters_of(rights as usize), squares);
        rights += 1;
    }
    table
};
