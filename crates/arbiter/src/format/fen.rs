//! FEN (Forsyth–Edwards Notation), as people write it: fields from the side to move on may be missing, castling
//! rights may be X-FEN or Shredder letters, the en passant square may stand after any double step,
//! clocks may be any number to 65,535. The 4×4 games use the same text with four rows of four:
//! `1q2/4/4/Q2n w`.

use std::fmt::Write;

use crate::board::{Bitboard, Board, Color, Man, Role, Setup, Square};
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
enum Meaning {}

impl Meaning {
    /// 0–11: a man, colour × 6 + role; `EMPTY + n`: n empty squares.
    const EMPTY: u8 = 16;
    const ROW_END: u8 = 32;
    const FIELD_END: u8 = 33;
    const OTHER: u8 = 34;

    const TABLE: [u8; 256] = {
        let mut table = [Meaning::OTHER; 256];
        let mut byte = 0;
        while byte < 256 {
            if let Some(man) = Man::from_letter(byte as u8) {
                table[byte] = man.color as u8 * 6 + man.role as u8;
            }
            if byte >= b'1' as usize && byte <= b'8' as usize {
                table[byte] = Meaning::EMPTY + (byte as u8 - b'0');
            }
            byte += 1;
        }
        table[b'/' as usize] = Meaning::ROW_END;
        table[b' ' as usize] = Meaning::FIELD_END;
        table[b'\t' as usize] = Meaning::FIELD_END;
        table
    };
}

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
        if self.text[self.at..].iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) {
            self.at = self.text.len();
        }
        self.at < self.text.len()
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

    #[inline(always)]
    fn placement<R: Rules>(&mut self) -> Result<Board, TextError> {
        let mut men = [0u64; 12];
        let (mut file, mut rank) = (0u8, R::HEIGHT - 1);
        loop {
            let byte = self.peek().unwrap_or(b' ');
            match Meaning::TABLE[byte as usize] {
                code @ 0..12 => {
                    if file >= R::WIDTH {
                        return Err(self.row_error::<R>(rank, "has more"));
                    }
                    men[code as usize] |= 1 << (rank * 8 + file);
                    file += 1;
                }
                code @ Meaning::EMPTY..Meaning::ROW_END => {
                    file += code - Meaning::EMPTY;
                    if file > R::WIDTH {
                        return Err(self.row_error::<R>(rank, "has more"));
                    }
                }
                Meaning::ROW_END => {
                    if file != R::WIDTH {
                        return Err(self.row_error::<R>(rank, "has fewer"));
                    }
                    if rank == 0 {
                        return Err(self.error(format!("expected {} rows, found more", R::HEIGHT)));
                    }
                    (file, rank) = (0, rank - 1);
                }
                Meaning::FIELD_END => break,
                // A carriage return or line end closes a FEN that is just a placement.
                _ if matches!(byte, b'\r' | b'\n') => break,
                _ => {
                    let message =
                        format!("expected a piece letter or a digit 1-{}, found {}", R::WIDTH, show(byte));
                    return Err(self.error(message));
                }
            }
            self.at += 1;
        }
        if file != R::WIDTH && (file, rank) != (0, R::HEIGHT - 1) {
            return Err(self.row_error::<R>(rank, "has fewer"));
        }
        if rank != 0 {
            let rows = if file == 0 { "none".into() } else { (R::HEIGHT - rank).to_string() };
            return Err(self.error(format!("expected {} rows separated by '/', found {rows}", R::HEIGHT)));
        }
        let colors = [0, 6].map(|first| Bitboard(men[first..first + 6].iter().fold(0, |all, set| all | set)));
        let roles = std::array::from_fn(|role| Bitboard(men[role] | men[role + 6]));
        Ok(Board::from_disjoint_sets(colors, roles))
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

/// The rook of a side farthest to the h-side (or a-side) of its king on its first row:
/// what `K` (or `Q`) means in X-FEN.
fn outermost<R: Rules>(board: &Board, color: Color, h_side: bool) -> Option<Square> {
    let back = R::back_rank(color);
    let king = (board.men(color, Role::King) & back).first();
    let mut rooks = board.men(color, Role::Rook) & back;
    if let Some(king) = king {
        rooks = rooks.filter(|rook| (rook.file() > king.file()) == h_side).collect();
    }
    if h_side { rooks.last() } else { rooks.first() }
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
