//! Reading field by field.

use crate::board::{Bitboard, Board, Color, PartialSetup, Setup, Square};
use crate::rules::Size;

use super::super::error::{TextError, show};
use super::outermost;

/// A text and a place in it.
pub(super) struct FenReader<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
}

impl<'a> FenReader<'a> {
    #[inline(always)]
    pub(super) fn new(text: &'a [u8]) -> FenReader<'a> {
        FenReader { text, at: 0 }
    }

    #[inline(always)]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    #[inline(always)]
    pub(super) fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Moves on to the next field; false at the end of the text.
    #[inline(always)]
    pub(super) fn more(&mut self) -> bool {
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
    pub(super) fn error(&self, message: String) -> TextError {
        // Columns count characters: bytes that continue one in UTF-8 do not.
        let before = &self.text[..self.at.min(self.text.len())];
        TextError::new(1, 1 + before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count(), message)
    }

    #[cold]
    pub(super) fn found(&self) -> String {
        self.peek().map_or("the end of the text".into(), show)
    }

    #[inline(always)]
    pub(super) fn four_fields(&mut self, size: Size) -> Result<Setup, TextError> {
        let board = self.placement(size)?;
        let mut setup = Setup::new(board, Color::White);
        if self.more() {
            setup.turn = self.turn()?;
        }
        if self.more() {
            setup.castling = self.castling(size, &board)?;
        }
        if self.more() {
            setup.en_passant = self.en_passant(size)?;
        }
        Ok(setup)
    }

    /// The same where `?` stands for what is not known, and what is missing is not known either.
    pub(super) fn partial_fields(&mut self, size: Size) -> Result<PartialSetup, TextError> {
        let board = self.placement(size)?;
        let mut partial = PartialSetup { board, turn: None, castling: None, en_passant: None };
        if self.more() && !self.unknown()? {
            partial.turn = Some(self.turn()?);
        }
        if self.more() && !self.unknown()? {
            partial.castling = Some(self.castling(size, &board)?);
        }
        if self.more() && !self.unknown()? {
            partial.en_passant = Some(self.en_passant(size)?);
        }
        Ok(partial)
    }

    /// Passes over a field that is `?`.
    fn unknown(&mut self) -> Result<bool, TextError> {
        if self.peek() != Some(b'?') {
            return Ok(false);
        }
        self.at += 1;
        self.end_of_field("'?' stands for what is not known")?;
        Ok(true)
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
    fn castling(&mut self, size: Size, board: &Board) -> Result<Bitboard, TextError> {
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
            let rank = if color == Color::White { 0 } else { size.height - 1 };
            rooks |= match byte | 0x20 {
                b'k' => outermost(size, board, color, true).unwrap_or(Square::at(size.width - 1, rank)).bb(),
                b'q' => outermost(size, board, color, false).unwrap_or(Square::at(0, rank)).bb(),
                letter @ b'a'..=b'h' if byte.is_ascii_alphabetic() && letter - b'a' < size.width => {
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
    fn en_passant(&mut self, size: Size) -> Result<Option<Square>, TextError> {
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
        if !size.has(square) {
            return Err(self.error(format!("en passant square {square} is not on this board")));
        }
        self.at += 2;
        self.end_of_field("an en passant square is a letter and a digit")?;
        Ok(Some(square))
    }

    /// A number to 65,535; `-` or `?` for not known.
    #[inline(always)]
    pub(super) fn clock(&mut self, what: &str) -> Result<Option<u16>, TextError> {
        if matches!(self.peek(), Some(b'-' | b'?'))
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
