//! FEN (Forsyth–Edwards Notation), as people write it: fields from the side to move on may be missing, castling
//! rights may be X-FEN or Shredder letters, the en passant square may stand after any double step,
//! clocks may be any number to 65,535. The 4×4 games use the same text with four rows of four:
//! `1q2/4/4/Q2n w`.

use std::fmt::Write;

use crate::board::{Bitboard, Board, Color, Man, Role, Setup, Square, zobrist};
use crate::position::{Policy, Position};
use crate::rules::Rules;

use super::error::{PositionError, TextError, show};

/// The initial array of chess.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A FEN as a position that satisfies [`Policy::Movable`].
///
/// # Errors
/// The text's first fault, or all faults of what it describes.
#[inline]
pub fn position<R: Rules>(text: &str) -> Result<Position<R>, PositionError> {
    Ok(Position::new(&parse::<R>(text)?, Policy::Movable)?)
}

/// A FEN as a setup.
///
/// ```
/// use chess_arbiter::{format::fen, rules::Standard};
/// let setup = fen::parse::<Standard>("8/8/8/8/8/8/8/8 b").unwrap(); // no kings: still a setup
/// assert_eq!(fen::write::<Standard>(&setup), "8/8/8/8/8/8/8/8 b - - 0 1");
/// let error = fen::parse::<Standard>("9/8/8/8/8/8/8/8 w").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1: expected a piece letter or a digit 1-8, found '9'");
/// ```
///
/// # Errors
/// The first fault, with its column.
#[inline]
pub fn parse<R: Rules>(text: &str) -> Result<Setup, TextError> {
    parse_bytes::<R>(text.as_bytes())
}

/// [`parse`] of bytes; columns in errors count bytes.
///
/// # Errors
/// The first fault, with its column.
#[inline]
pub fn parse_bytes<R: Rules>(text: &[u8]) -> Result<Setup, TextError> {
    let mut reader = Reader { text, at: 0 };
    reader.skip_blanks();
    let mut setup = reader.four_fields::<R>()?;
    if reader.more() {
        setup.halfmoves = reader.clock("the number of plies since a capture or pawn move")?.unwrap_or(0);
    }
    if reader.more() {
        setup.fullmoves = reader.clock("the move number")?.unwrap_or(1);
    }
    if reader.more() {
        return Err(reader.error(format!("expected the end of the FEN, found {}", reader.found())));
    }
    Ok(setup)
}

/// The first four fields, and where in the text the rest begins: what FEN and EPD share.
pub(super) fn parse_four_fields<R: Rules>(text: &str) -> Result<(Setup, usize), TextError> {
    let mut reader = Reader { text: text.as_bytes(), at: 0 };
    reader.skip_blanks();
    let setup = reader.four_fields::<R>()?;
    Ok((setup, reader.at))
}

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

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    #[inline(always)]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    #[inline(always)]
    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Moves on to the next field; false at the end of the text.
    #[inline(always)]
    fn more(&mut self) -> bool {
        self.skip_blanks();
        match self.peek() {
            None => false,
            // A line end may close the text, but nothing may follow it.
            Some(b'\r' | b'\n') => {
                !self.text[self.at..].iter().all(|byte| matches!(byte, b'\r' | b'\n' | b' ' | b'\t'))
            }
            Some(_) => true,
        }
    }

    #[cold]
    fn error(&self, message: String) -> TextError {
        // Columns count characters: bytes that continue one in UTF-8 do not.
        let before = &self.text[..self.at.min(self.text.len())];
        TextError::new(1, 1 + before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count(), message)
    }

    #[cold]
    fn found(&self) -> String {
        self.peek().map_or("the end of the text".into(), show)
    }

    #[inline(always)]
    fn four_fields<R: Rules>(&mut self) -> Result<Setup, TextError> {
        let board = self.placement::<R>()?;
        let mut setup = Setup::new(board, Color::White);
        if self.more() {
            setup.turn = self.turn()?;
        }
        if self.more() {
            setup.castling = self.castling::<R>(&board)?;
        }
        if self.more() {
            setup.en_passant = self.en_passant::<R>()?;
        }
        Ok(setup)
    }

    /// Whatever is wrong is only noticed here; [`placement_error`](Self::placement_error) finds it again.
    #[inline(always)]
    fn placement<R: Rules>(&mut self) -> Result<Board, TextError> {
        let (width, squares) = (usize::from(R::WIDTH), usize::from(R::WIDTH * R::HEIGHT));
        let mut codes = [0; CODES];
        let scan = scan_placement::<R>(&self.text[self.at..], &mut codes);
        // Rows end after each `width` squares, the last by the field's end.
        let expected = (1..squares / width).fold(0, |ends, rows| ends | 1 << (rows * width));
        if scan.filled != squares || scan.ends != expected {
            return Err(self.placement_error::<R>());
        }
        self.at += scan.length;
        let [p0, p1, p2, black] = bit_planes::<R>(&codes);
        let occupied = p0 | p1 | p2;
        let roles = [p0 & !p1 & !p2, !p0 & p1 & !p2, p0 & p1, !p0 & !p1 & p2, p0 & !p1 & p2, p1 & p2];
        let colors = [occupied & !black, black];
        Ok(Board::from_parts(colors.map(Bitboard), roles.map(Bitboard), scan.hash))
    }

    /// The first fault of a placement that has one.
    #[cold]
    fn placement_error<R: Rules>(&mut self) -> TextError {
        let (mut file, mut rank) = (0, R::HEIGHT - 1);
        loop {
            let byte = self.peek().unwrap_or(b' ');
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => break,
                b'/' if file != R::WIDTH => return self.row_error::<R>(rank, "has fewer"),
                b'/' if rank == 0 => return self.error(format!("expected {} rows, found more", R::HEIGHT)),
                b'/' => (file, rank) = (0, rank - 1),
                _ => {
                    let squares = MEANINGS[usize::from(byte)].squares;
                    if squares == STOP {
                        let message = "expected a piece letter or a digit 1-";
                        return self.error(format!("{message}{}, found {}", R::WIDTH, show(byte)));
                    }
                    file += squares;
                    if file > R::WIDTH {
                        return self.row_error::<R>(rank, "has more");
                    }
                }
            }
            self.at += 1;
        }
        if (file, rank) == (0, R::HEIGHT - 1) {
            return self.error(format!("expected {} rows separated by '/', found none", R::HEIGHT));
        }
        if file != R::WIDTH {
            return self.row_error::<R>(rank, "has fewer");
        }
        self.error(format!("expected {} rows separated by '/', found {}", R::HEIGHT, R::HEIGHT - rank))
    }

    #[cold]
    fn row_error<R: Rules>(&self, rank: u8, what: &str) -> TextError {
        self.error(format!("row {} {what} than {} squares", rank + 1, R::WIDTH))
    }

    #[inline(always)]
    fn turn(&mut self) -> Result<Color, TextError> {
        let turn = match self.peek() {
            Some(b'w' | b'W') => Color::White,
            Some(b'b' | b'B') => Color::Black,
            _ => return Err(self.error(format!("expected the side to move, w or b, found {}", self.found()))),
        };
        self.at += 1;
        self.end_of_field("the side to move is one letter, w or b")?;
        Ok(turn)
    }

    #[inline(always)]
    fn end_of_field(&self, expected: &str) -> Result<(), TextError> {
        match self.peek() {
            None | Some(b' ' | b'\t' | b'\r' | b'\n') => Ok(()),
            Some(_) => Err(self.error(format!("{expected}, found {} after it", self.found()))),
        }
    }

    #[inline(always)]
    fn castling<R: Rules>(&mut self, board: &Board) -> Result<Bitboard, TextError> {
        if self.peek() == Some(b'-') {
            self.at += 1;
            self.end_of_field("'-' stands for no castling right")?;
            return Ok(Bitboard::EMPTY);
        }
        let mut rooks = Bitboard::EMPTY;
        while let Some(byte) = self.peek() {
            if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                break;
            }
            let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
            let rank = if color == Color::White { 0 } else { R::HEIGHT - 1 };
            rooks |= match byte | 0x20 {
                b'k' => outermost::<R>(board, color, true).unwrap_or(Square::at(R::WIDTH - 1, rank)).bb(),
                b'q' => outermost::<R>(board, color, false).unwrap_or(Square::at(0, rank)).bb(),
                letter @ b'a'..=b'h' if byte.is_ascii_alphabetic() && letter - b'a' < R::WIDTH => {
                    Square::at(letter - b'a', rank).bb()
                }
                _ => {
                    let message = format!(
                        "expected castling rights (KQkq, file letters, or '-'), found {}",
                        show(byte)
                    );
                    return Err(self.error(message));
                }
            };
            self.at += 1;
        }
        Ok(rooks)
    }

    #[inline(always)]
    fn en_passant<R: Rules>(&mut self) -> Result<Option<Square>, TextError> {
        if self.peek() == Some(b'-') {
            self.at += 1;
            self.end_of_field("'-' stands for no en passant square")?;
            return Ok(None);
        }
        let square = match self.text.get(self.at..self.at + 2) {
            Some(&[file @ b'a'..=b'h', rank @ b'1'..=b'8']) => Square::at(file - b'a', rank - b'1'),
            _ => {
                return Err(
                    self.error(format!("expected an en passant square or '-', found {}", self.found()))
                );
            }
        };
        if !R::WINDOW.has(square) {
            return Err(self.error(format!("en passant square {square} is not on this board")));
        }
        self.at += 2;
        self.end_of_field("an en passant square is a letter and a digit")?;
        Ok(Some(square))
    }

    /// A number to 65,535; `-` for not known.
    #[inline(always)]
    fn clock(&mut self, what: &str) -> Result<Option<u16>, TextError> {
        if self.peek() == Some(b'-')
            && matches!(self.text.get(self.at + 1), None | Some(b' ' | b'\t' | b'\r' | b'\n'))
        {
            self.at += 1;
            return Ok(None);
        }
        let start = self.at;
        let mut value = 0u32;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = (value * 10 + u32::from(digit - b'0')).min(1 << 20);
            self.at += 1;
        }
        if self.at == start {
            return Err(self.error(format!("expected {what}, found {}", self.found())));
        }
        self.end_of_field("a clock is a whole number")?;
        match u16::try_from(value) {
            Ok(value) => Ok(Some(value)),
            Err(_) => {
                self.at = start;
                Err(self.error(format!("{what} is above 65535")))
            }
        }
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
    /// Bytes read.
    length: usize,
    /// Zobrist hash of the men.
    hash: u64,
}

/// Reads the men in reading order into `codes`, without a branch that depends on what stands where: this is
/// where bulk work spends its time. A function of its own, so that all it needs stays in registers.
#[inline(never)]
fn scan_placement<R: Rules>(text: &[u8], codes: &mut [u8; CODES]) -> Scan {
    let squares = usize::from(R::WIDTH * R::HEIGHT);
    let mut scan = Scan { filled: 0, ends: 0, length: 0, hash: 0 };
    for &byte in text {
        let meaning = MEANINGS[usize::from(byte)];
        codes[scan.filled % CODES] = meaning.code;
        scan.hash ^= zobrist::code(meaning.code, reading_order::<R>(scan.filled));
        scan.ends |= u64::from(meaning.ends_row) << (scan.filled & 63);
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
fn bit_planes<R: Rules>(codes: &[u8; CODES]) -> [u64; 4] {
    let width = usize::from(R::WIDTH);
    let mut planes = [0; 4];
    for rank in 0..usize::from(R::HEIGHT) {
        let start = (usize::from(R::HEIGHT) - 1 - rank) * width;
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

/// The square that is filled after `filled` others: from the top left, row by row.
#[inline(always)]
fn reading_order<R: Rules>(filled: usize) -> Square {
    if R::WIDTH == 8 {
        // Ranks run the other way: flip the rank's bits. (The board is 8 high.)
        return Square::wrap(filled as u8 ^ 56);
    }
    let (width, top) = (usize::from(R::WIDTH), R::HEIGHT - 1);
    Square::at((filled % width) as u8, top.wrapping_sub((filled / width) as u8))
}

/// The rook of a side farthest to the h-side (or a-side) of its king on its first row:
/// what `K` (or `Q`) means in X-FEN.
#[inline(always)]
fn outermost<R: Rules>(board: &Board, color: Color, h_side: bool) -> Option<Square> {
    let back = R::back_rank(color);
    let mut rooks = board.men(color, Role::Rook) & back;
    if let Some(king) = (board.men(color, Role::King) & back).first() {
        let a_side_of_king = Bitboard(king.bb().0 - 1);
        rooks = if h_side { rooks - a_side_of_king } else { rooks & a_side_of_king };
    }
    if h_side { rooks.last_square() } else { rooks.first() }
}

/// The men as FEN writes them: top row first, digits for runs of empty squares.
pub fn write_placement<R: Rules>(board: &Board) -> String {
    let mut text = String::with_capacity(72);
    for rank in (0..R::HEIGHT).rev() {
        let mut empty = 0;
        for file in 0..R::WIDTH {
            match board.man_at(Square::at(file, rank)) {
                None => empty += 1,
                Some(man) => {
                    if empty > 0 {
                        text.push((b'0' + empty) as char);
                        empty = 0;
                    }
                    text.push(man.letter());
                }
            }
        }
        if empty > 0 {
            text.push((b'0' + empty) as char);
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The castling field: X-FEN, `-` for none.
fn write_castling<R: Rules>(setup: &Setup, text: &mut String) {
    if setup.castling.is_empty() {
        text.push('-');
    }
    for color in Color::BOTH {
        let back = R::back_rank(color);
        let king = (setup.board.men(color, Role::King) & back).first();
        let mut rooks: Vec<Square> = (setup.castling & back).collect();
        rooks.reverse(); // the h-side first, as in KQkq
        for rook in rooks {
            let letter = [('k', true), ('q', false)]
                .into_iter()
                .find(|&(_, h_side)| {
                    king.is_some() && outermost::<R>(&setup.board, color, h_side) == Some(rook)
                })
                .map_or(rook.file_char(), |(letter, _)| letter);
            text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
}

/// The first fields, without clocks: what identifies a position. Games without castling and
/// en passant have two (men and side to move), the others four.
pub fn write_key<R: Rules>(setup: &Setup) -> String {
    let mut text = write_placement::<R>(&setup.board);
    let _ = write!(text, " {}", setup.turn.letter());
    if R::CASTLING || setup.castling.has_any() || setup.en_passant.is_some() {
        text.push(' ');
        write_castling::<R>(setup, &mut text);
        match setup.en_passant {
            None => text.push_str(" -"),
            Some(square) => {
                let _ = write!(text, " {square}");
            }
        }
    }
    text
}

/// A setup as FEN, with clocks where the game has them. [`parse`] gives the same setup back.
pub fn write<R: Rules>(setup: &Setup) -> String {
    let mut text = write_key::<R>(setup);
    let clocks = (setup.halfmoves, setup.fullmoves);
    if R::CASTLING || clocks != (0, 1) {
        if !(R::CASTLING || setup.castling.has_any() || setup.en_passant.is_some()) {
            text.push_str(" - -");
        }
        let _ = write!(text, " {} {}", clocks.0, clocks.1);
    }
    text
}
