//! The input, byte by byte, with the line and column of each.

use std::io::{BufRead, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chess_arbiter::format::TextError;

use super::Options;
use super::answers::Settle;
use super::error::JudgeError;

/// The input, and the sink of the answers: it is settled before every read that may have to wait.
pub(super) struct CaseSource<'i, S> {
    input: &'i mut dyn BufRead,
    pub(super) sink: S,
    /// Bytes that were read and not yet looked at: what the input had in hand, up to [`CHUNK`].
    chunk: Vec<u8>,
    /// So many of them have been gone past.
    past: usize,
    ended: bool,
    line: usize,
    column: usize,
    interrupt: Option<Arc<AtomicBool>>,
    /// Longest line in characters, where lines mean something.
    longest_line: usize,
}

/// Bytes taken from the input at a time.
const CHUNK: usize = 1 << 16;

/// What separates words. Line ends are blanks too where lines mean nothing.
#[inline(always)]
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

impl<'i, S: Settle> CaseSource<'i, S> {
    pub(super) fn new(input: &'i mut dyn BufRead, sink: S, options: &Options) -> CaseSource<'i, S> {
        let interrupt = options.limits.interrupt.clone();
        CaseSource {
            input,
            sink,
            chunk: Vec::new(),
            past: 0,
            ended: false,
            line: 1,
            column: 1,
            interrupt,
            longest_line: usize::MAX,
        }
    }

    /// Runs a judge to its end or its first error, and writes what was answered before that.
    pub(super) fn judge(
        mut self,
        judge: impl FnOnce(&mut CaseSource<'i, S>) -> Result<(), JudgeError>,
    ) -> Result<(), JudgeError> {
        let result = self.skip_byte_order_mark().and_then(|()| judge(&mut self));
        if let Ok(()) | Err(JudgeError::Malformed(_) | JudgeError::Input(_)) = result {
            self.sink.settle()?;
        }
        result
    }

    /// Makes longer lines an error.
    pub(super) fn limit_lines(&mut self, characters: usize) {
        self.longest_line = characters;
    }

    fn skip_byte_order_mark(&mut self) -> Result<(), JudgeError> {
        if self.peek()? == Some(0xEF) {
            for byte in [0xEF, 0xBB, 0xBF] {
                if self.peek()? != Some(byte) {
                    return Err(self.error("unexpected byte 0xef at the start of the input".into()));
                }
                self.advance(1, 0);
            }
        }
        Ok(())
    }

    /// The bytes in hand, after a read if there are none. Empty only at the end of the input.
    #[inline(always)]
    pub(super) fn chunk(&mut self) -> Result<&[u8], JudgeError> {
        if self.past == self.chunk.len() {
            self.read()?;
        }
        Ok(&self.chunk[self.past..])
    }

    #[cold]
    fn read(&mut self) -> Result<(), JudgeError> {
        if self.ended {
            return Ok(());
        }
        self.sink.settle()?;
        self.chunk.clear();
        self.past = 0;
        loop {
            if self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return Err(JudgeError::Interrupted);
            }
            match self.input.fill_buf() {
                Ok(bytes) => {
                    self.chunk.extend_from_slice(&bytes[..bytes.len().min(CHUNK)]);
                    break;
                }
                // A signal: perhaps the one that sets the flag.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(JudgeError::Input(error)),
            }
        }
        self.input.consume(self.chunk.len());
        self.ended = self.chunk.is_empty();
        Ok(())
    }

    /// The next byte; `None` at the end of the input.
    #[inline]
    pub(super) fn peek(&mut self) -> Result<Option<u8>, JudgeError> {
        Ok(self.chunk()?.first().copied())
    }

    /// Goes past bytes in hand that make up so many characters of the line.
    #[inline(always)]
    pub(super) fn advance(&mut self, bytes: usize, characters: usize) {
        self.past += bytes;
        self.column += characters;
    }

    /// Goes past bytes in hand to a place that the caller has counted.
    #[inline(always)]
    pub(super) fn advance_to(&mut self, bytes: usize, (line, column): (usize, usize)) {
        self.advance(bytes, 0);
        (self.line, self.column) = (line, column);
    }

    /// Goes past bytes in hand of which the last is the line's end.
    #[inline(always)]
    pub(super) fn advance_line(&mut self, bytes: usize) {
        self.advance(bytes, 0);
        self.line += 1;
        self.column = 1;
    }

    /// Line and column of the next character.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    /// A fault at the next character.
    pub(super) fn error(&self, message: String) -> JudgeError {
        TextError::new(self.line, self.column, message).into()
    }

    /// "expected …, found the end of the input".
    pub(super) fn unexpected_end(&self, expected: &str) -> JudgeError {
        self.error(format!("expected {expected}, found the end of the input"))
    }

    /// Goes past blanks up to the line's end.
    #[inline]
    pub(super) fn skip_blanks(&mut self) -> Result<(), JudgeError> {
        loop {
            let chunk = self.chunk()?;
            let blanks = chunk.iter().position(|&byte| !is_blank(byte) || byte == b'\n');
            let (count, found_end) = (blanks.unwrap_or(chunk.len()), blanks.is_some() || chunk.is_empty());
            self.advance(count, count);
            self.check_line()?;
            if found_end {
                return Ok(());
            }
        }
    }

    /// An error if the line is too long so far.
    #[inline(always)]
    pub(super) fn check_line(&self) -> Result<(), JudgeError> {
        if self.column - 1 <= self.longest_line { Ok(()) } else { Err(self.line_too_long()) }
    }

    #[cold]
    fn line_too_long(&self) -> JudgeError {
        let message = format!("a line of more than {} characters", self.longest_line);
        TextError::new(self.line, self.longest_line + 1, message).into()
    }

    /// Goes past the line's end if it is next.
    #[inline]
    pub(super) fn next_line(&mut self) -> Result<bool, JudgeError> {
        let at_line_end = self.peek()? == Some(b'\n');
        if at_line_end {
            self.advance_line(1);
        }
        Ok(at_line_end)
    }

    /// Goes past blanks to the next line, as far as they are in hand: never waits for input.
    pub(super) fn finish_line_in_hand(&mut self) -> Result<(), JudgeError> {
        if self.past < self.chunk.len() {
            let chunk = self.chunk()?;
            if let Some(end) = chunk.iter().position(|&byte| !is_blank(byte) || byte == b'\n')
                && chunk[end] == b'\n'
            {
                self.advance_line(end + 1);
            }
        }
        Ok(())
    }

    /// The next character of this line; `None` at the line's end.
    pub(super) fn character_in_line(&mut self) -> Result<Option<char>, JudgeError> {
        let Some(first) = self.peek()?.filter(|&byte| byte != b'\n') else { return Ok(None) };
        let length = match first {
            0..0xC0 => 1,
            0xC0..0xE0 => 2,
            0xE0..0xF0 => 3,
            0xF0.. => 4,
        };
        let mut bytes = [0; 4];
        for (i, byte) in bytes[..length].iter_mut().enumerate() {
            *byte = match self.peek()? {
                // What does not continue the character may be the line's end.
                Some(next) if i == 0 || next & 0xC0 == 0x80 => next,
                _ => return Err(self.not_text(first)),
            };
            self.advance(1, 0);
        }
        match str::from_utf8(&bytes[..length]).ok().and_then(|text| text.chars().next()) {
            Some(c) => {
                self.column += 1;
                self.check_line()?;
                Ok(Some(c))
            }
            None => Err(self.not_text(first)),
        }
    }

    fn not_text(&self, first: u8) -> JudgeError {
        self.error(format!("expected text in UTF-8, found the byte {first:#04x}"))
    }
}
