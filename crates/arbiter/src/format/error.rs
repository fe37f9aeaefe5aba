//! What is wrong with a text, and where.

use std::fmt;

use crate::position::Faults;

/// A fault in a text: where it is, what is there, what was expected.
///
/// ```
/// use chess_arbiter::{Square, TextError, fen, Standard};
/// let error: TextError = fen::parse::<Standard>("8/8/8 w").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 6));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TextError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong and what was expected, in one clause.
    pub message: String,
}

impl TextError {
    /// A fault at a line and column, both from 1.
    pub fn new(line: usize, column: usize, message: impl Into<String>) -> TextError {
        TextError { line, column, message: message.into() }
    }

    /// The same fault in a text that begins `lines` lines further down.
    ///
    /// ```
    /// use chess_arbiter::TextError;
    /// assert_eq!(TextError::new(1, 5, "no").below(2), TextError::new(3, 5, "no"));
    /// ```
    #[must_use]
    pub fn below(mut self, lines: usize) -> TextError {
        self.line += lines;
        self
    }

    /// The same fault when its first line begins `columns` columns further right.
    ///
    /// ```
    /// use chess_arbiter::TextError;
    /// assert_eq!(TextError::new(1, 5, "no").right(10), TextError::new(1, 15, "no"));
    /// ```
    #[must_use]
    pub fn right(mut self, columns: usize) -> TextError {
        if self.line == 1 {
            self.column += columns;
        }
        self
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for TextError {}

/// Why a text gives no position: it cannot be read, or what it says is not a position.
///
/// ```
/// use chess_arbiter::{Position, PositionError};
/// assert!(matches!("what?".parse::<Position>(), Err(PositionError::Text(_))));
/// assert!(matches!("8/8/8/8/8/8/8/8 w - - 0 1".parse::<Position>(), Err(PositionError::Faults(_))));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// It can, but what it describes is not a position of the game.
    #[error(transparent)]
    Faults(#[from] Faults),
}

/// A byte as a person would recognise it.
pub(super) fn show(byte: u8) -> String {
    match byte {
        b' ' => "a space".into(),
        b'\t' => "a tab".into(),
        b'\r' => "a carriage return".into(),
        b'\n' => "a line end".into(),
        0x21..=0x7E => format!("'{}'", byte as char),
        0x80.. => "a character outside ASCII".into(),
        _ => format!("a control character (byte {byte:#04x})"),
    }
}

/// A character as a person would recognise it, for messages about texts.
///
/// ```
/// use chess_arbiter::format::show_char;
/// assert_eq!(show_char('x'), "'x'");
/// assert_eq!(show_char('\t'), "a tab");
/// assert_eq!(show_char('é'), "'é' (U+00E9)");
/// ```
pub fn show_char(c: char) -> String {
    match u8::try_from(c) {
        Ok(byte) if byte.is_ascii() => show(byte),
        _ if c.is_control() || c.is_whitespace() => format!("the character U+{:04X}", c as u32),
        // Zero-width and combining characters cannot be recognised by sight: the number always helps.
        _ => format!("'{c}' (U+{:04X})", c as u32),
    }
}
