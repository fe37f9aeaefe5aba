//! The words of a text with their places, and keywords that may be cut short.

use crate::format::TextError;

/// What stands between blanks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// From 1, as in [`TextError`].
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Word<'_> {
    pub(super) fn fault(&self, message: impl Into<String>) -> TextError {
        TextError::new(self.line, self.column, message)
    }

    /// A fault at a character of the word, from 0.
    pub(super) fn fault_at(&self, character: usize, message: impl Into<String>) -> TextError {
        TextError::new(self.line, self.column + character, message)
    }

    /// The word for a message; nobody needs to see all of a long one.
    pub(super) fn shown(&self) -> String {
        const MOST: usize = 40;
        let cut = self.text.chars().count() > MOST;
        let text: String = self.text.chars().take(MOST).filter(|c| !c.is_control()).collect();
        format!("'{text}{}'", if cut { "…" } else { "" })
    }
}

/// The words of a text, in order.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Words<'a> {
        Words { rest: text, line: 1, column: 1 }
    }

    /// Passes over so many bytes.
    fn pass(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at(bytes);
        for c in passed.chars() {
            if c == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        self.rest = rest;
        passed
    }

    pub(super) fn next(&mut self) -> Option<Word<'a>> {
        let blanks = self.rest.find(|c: char| !c.is_whitespace()).unwrap_or(self.rest.len());
        self.pass(blanks);
        let (line, column) = (self.line, self.column);
        let length = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let text = self.pass(length);
        (!text.is_empty()).then_some(Word { text, line, column })
    }

    pub(super) fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// What is left of the line, which is passed over.
    pub(super) fn rest_of_line(&mut self) -> &'a str {
        let length = self.rest.find('\n').unwrap_or(self.rest.len());
        self.pass(length).trim()
    }

    /// A fault where the text ends.
    pub(super) fn fault_at_end(mut self, message: impl Into<String>) -> TextError {
        self.pass(self.rest.trim_end().len());
        TextError::new(self.line, self.column, message)
    }
}

/// What a word means among keywords.
pub(super) enum Meaning<T> {
    One(T),
    /// It is short for all of these.
    Several(Vec<&'static str>),
    Unknown,
}

impl<T> Meaning<T> {
    pub(super) fn one(self) -> Option<T> {
        if let Meaning::One(meant) = self { Some(meant) } else { None }
    }
}

/// The keyword that a word is, or is the beginning of, in letters of either case.
pub(super) fn meaning<T: Copy + PartialEq>(word: &str, keywords: &[(&'static str, T)]) -> Meaning<T> {
    let begins = |keyword: &str| {
        keyword.get(..word.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(word))
    };
    let mut fit = keywords.iter().filter(|(keyword, _)| begins(keyword));
    let Some(&(_, meant)) = fit.next() else { return Meaning::Unknown };
    // Several words may say the same.
    if fit.all(|&(_, other)| other == meant) {
        return Meaning::One(meant);
    }
    match keywords.iter().find(|(keyword, _)| keyword.eq_ignore_ascii_case(word)) {
        Some(&(_, meant)) => Meaning::One(meant),
        None => {
            Meaning::Several(keywords.iter().map(|&(name, _)| name).filter(|name| begins(name)).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters() {
        let mut words = Words::new(" é ab\r\n\n\tc d\n");
        let places = std::iter::from_fn(|| words.next()).map(|word| (word.text, word.line, word.column));
        assert_eq!(places.collect::<Vec<_>>(), [("é", 1, 2), ("ab", 1, 4), ("c", 3, 2), ("d", 3, 4)]);
        assert_eq!(words.fault_at_end("").line, 4);
    }

    #[test]
    fn keywords_are_cut_short() {
        let keywords = [("Try", 1), ("Threat", 2), ("TryHard", 3)];
        assert_eq!(meaning("THR", &keywords).one(), Some(2));
        assert_eq!(meaning("try", &keywords).one(), Some(1));
        assert!(matches!(meaning("t", &keywords), Meaning::Several(all) if all.len() == 3));
        assert!(matches!(meaning("tries", &keywords), Meaning::Unknown));
        assert!(matches!(meaning("ü", &keywords), Meaning::Unknown));
    }
}
