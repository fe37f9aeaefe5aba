//! Words: what stands between blanks.

use std::ops::RangeInclusive;

use chess_arbiter::format::TextError;

use super::answers::Settle;
use super::error::JudgeError;
use super::show;
use super::source::{CaseSource, is_blank};

/// No word of any format is this long: reading one stops here, for it is an error whatever follows.
const MAX_WORD: usize = 40;

/// A word and where it begins.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub(super) line: usize,
    column: usize,
    bytes: [u8; MAX_WORD],
    len: usize,
    /// There is more of it than `MAX_WORD`.
    cut: bool,
}

impl Word {
    fn new(line: usize, column: usize) -> Word {
        Word { line, column, bytes: [0; MAX_WORD], len: 0, cut: false }
    }

    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// How many bytes more it can hold.
    #[inline]
    fn room(&self) -> usize {
        MAX_WORD - self.len
    }

    /// Adds bytes, for which there is room.
    #[inline]
    fn extend(&mut self, more: &[u8]) {
        self.bytes[self.len..][..more.len()].copy_from_slice(more);
        self.len += more.len();
    }

    /// A fault at the word.
    pub(super) fn error(&self, message: String) -> JudgeError {
        self.error_at(0, message)
    }

    /// A fault at a byte of the word, before which all is ASCII.
    pub(super) fn error_at(&self, byte: usize, message: String) -> JudgeError {
        TextError::new(self.line, self.column + byte, message).into()
    }

    /// "expected …, found this word".
    pub(super) fn unexpected(&self, expected: &str) -> JudgeError {
        self.error(format!("expected {expected}, found {}", self.shown()))
    }

    /// The word in quotes.
    pub(super) fn shown(&self) -> String {
        show::word(self.bytes(), self.cut)
    }

    /// The word as a number of things in a range; zeros before it do not matter.
    fn number(&self, things: &str, range: RangeInclusive<u64>) -> Result<u64, JudgeError> {
        let (least, most) = (*range.start(), *range.end());
        let mut number: u64 = 0;
        for &byte in self.bytes() {
            if !byte.is_ascii_digit() {
                return Err(self.unexpected(&format!("a number of {things}")));
            }
            number = match number.checked_mul(10).and_then(|tens| tens.checked_add(u64::from(byte - b'0'))) {
                Some(number) => number,
                None => return Err(self.unexpected(&format!("a number of {things} of at most {most}"))),
            };
        }
        if number > most || self.cut {
            Err(self.unexpected(&format!("a number of {things} of at most {most}")))
        } else if number < least {
            Err(self.unexpected(&format!("a number of {things} of at least {least}")))
        } else {
            Ok(number)
        }
    }
}

impl<S: Settle> CaseSource<'_, S> {
    /// The next word of this line; `None` at the line's end.
    pub(super) fn word_in_line(&mut self) -> Result<Option<Word>, JudgeError> {
        self.skip_blanks()?;
        let (line, column) = self.place();
        let mut word = Word::new(line, column);
        loop {
            let chunk = self.chunk()?;
            let window = &chunk[..chunk.len().min(word.room())];
            let blank = window.iter().position(|&byte| is_blank(byte));
            let count = blank.unwrap_or(window.len());
            word.extend(&window[..count]);
            let found_end = blank.is_some() || chunk.is_empty();
            self.advance(count, count);
            if found_end {
                break;
            }
            if word.room() == 0 {
                word.cut = self.peek()?.is_some_and(|byte| !is_blank(byte));
                break;
            }
        }
        self.check_line()?;
        Ok((!word.bytes().is_empty()).then_some(word))
    }

    /// The next word, if it and the blank after it are in hand: what `word` would find, in one pass.
    #[inline]
    fn word_in_hand(&mut self) -> Result<Option<Word>, JudgeError> {
        let (mut line, mut column) = self.place();
        let chunk = self.chunk()?;
        let mut start = 0;
        while let Some(&byte) = chunk.get(start)
            && is_blank(byte)
        {
            start += 1;
            (line, column) = if byte == b'\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        let rest = &chunk[start..];
        let length = rest[..rest.len().min(MAX_WORD)].iter().position(|&byte| is_blank(byte));
        let Some(length) = length else { return Ok(None) };
        let mut word = Word::new(line, column);
        word.extend(&rest[..length]);
        self.advance_to(start + length, (line, column + length));
        self.check_line()?;
        Ok(Some(word))
    }

    /// The next word, on whatever line; `None` at the end of the input.
    pub(super) fn word(&mut self) -> Result<Option<Word>, JudgeError> {
        if let Some(word) = self.word_in_hand()? {
            return Ok(Some(word));
        }
        loop {
            if let Some(word) = self.word_in_line()? {
                return Ok(Some(word));
            }
            if !self.next_line()? {
                return Ok(None);
            }
        }
    }

    /// The next word; the end of the input is an error.
    pub(super) fn expect_word(&mut self, expected: &str) -> Result<Word, JudgeError> {
        self.word()?.ok_or_else(|| self.unexpected_end(expected))
    }

    /// The next word as a number of things in a range.
    pub(super) fn expect_number(
        &mut self,
        things: &str,
        range: RangeInclusive<u64>,
    ) -> Result<(u64, Word), JudgeError> {
        let word = match self.word()? {
            Some(word) => word,
            None => return Err(self.unexpected_end(&format!("a number of {things}"))),
        };
        Ok((word.number(things, range)?, word))
    }

    /// Nothing but blanks may follow.
    pub(super) fn expect_end(&mut self, after: &str) -> Result<(), JudgeError> {
        match self.word()? {
            None => Ok(()),
            Some(word) => Err(word.unexpected(&format!("the end of the input after {after}"))),
        }
    }
}
