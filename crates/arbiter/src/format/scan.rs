//! Reading one line character by character, with columns for errors.

use super::error::{TextError, show_char};

/// A text and a place in it.
#[derive(Clone)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// At byte `at` of a text, which must begin a character.
    pub(super) fn new(text: &'a str, at: usize) -> Scanner<'a> {
        Scanner { text, at }
    }

    /// What is still to be read.
    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Takes the next character if `wanted` makes something of it.
    pub(super) fn take<T>(&mut self, wanted: impl FnOnce(char) -> Option<T>) -> Option<T> {
        let c = self.peek()?;
        let value = wanted(c)?;
        self.at += c.len_utf8();
        Some(value)
    }

    /// Takes the next character if it is this one.
    pub(super) fn eat(&mut self, c: char) -> bool {
        self.take(|next| (next == c).then_some(())).is_some()
    }

    /// Takes characters as long as they satisfy a condition.
    pub(super) fn take_while(&mut self, condition: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !condition(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    pub(super) fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// The column of the next character, from 1.
    pub(super) fn column(&self) -> usize {
        1 + self.text.get(..self.at).map_or(0, |before| before.chars().count())
    }

    /// A fault at the next character.
    pub(super) fn error(&self, message: impl Into<String>) -> TextError {
        TextError::new(1, self.column(), message)
    }

    /// The next character in words.
    pub(super) fn found(&self) -> String {
        self.peek().map_or("the end of the text".into(), show_char)
    }
}
