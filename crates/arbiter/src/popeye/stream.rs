//! The problems of a file, one after another.

use std::io::{self, BufRead};

use crate::format::TextError;
use crate::format::reader::{ReadError, read_line};

use super::Problem;
use super::keywords::{Command, Walk};
use super::words::Words;

/// The longest problem that is read, in bytes; longer ones are reported and passed over.
pub const MAX_PROBLEM: usize = 64 * 1024;

/// Whether a text begins with a problem, as far as its beginning shows: with `BeginProblem`, of which three
/// letters will do. (No FEN and no row of a diagram does.)
///
/// ```
/// use chess_arbiter::popeye::begins;
/// assert!(begins(b"\n  beginproblem\nstip #2"));
/// assert!(!begins(b"8/8/8/8/8/8/8/8 w"));
/// ```
#[must_use]
pub fn begins(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii_start();
    let length = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    let word = str::from_utf8(&text[..length]).unwrap_or("");
    let is = |keyword: &str| word.len() >= 3 && is_beginning(word, keyword);
    is("BeginProblem") || FOREIGN.iter().any(|&(keyword, _)| word.eq_ignore_ascii_case(keyword))
}

fn is_beginning(word: &str, keyword: &str) -> bool {
    keyword.get(..word.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(word))
}

/// How problems begin in the other languages that Popeye speaks.
const FOREIGN: [(&str, &str); 2] = [("AnfangProblem", "German"), ("DebutProbleme", "French")];

/// The text of one problem.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Written {
    /// The number of its first line, from 1.
    pub line: usize,
    /// Characters of that line that stand before it.
    pub column: usize,
    /// From the word that begins it to the word that ends it.
    pub text: String,
}

impl Written {
    /// The problem; errors have their places in the whole text.
    ///
    /// # Errors
    /// As [`parse`](super::parse).
    pub fn parse(&self) -> Result<Problem, TextError> {
        let place = |fault: TextError| fault.right(self.column).below(self.line - 1);
        let mut problem = super::parse(&self.text).map_err(place)?;
        for part in &mut problem.parts {
            match part {
                Ok(part) => {
                    let (line, column) = part.men_at;
                    let column = if line == 1 { column + self.column } else { column };
                    part.men_at = (line + self.line - 1, column);
                    part.line += self.line - 1;
                }
                Err(fault) => *fault = place(fault.clone()),
            }
        }
        Ok(problem)
    }
}

/// The problems of a text, split without being read; keeps no more than one in memory.
///
/// What stands between problems is passed over. Bytes that are no UTF-8 are taken as Latin-1, in which old
/// files have names.
///
/// ```
/// use chess_arbiter::popeye::Problems;
/// let text = "BeginProblem Stip #1 Fors 7k/5K2/8/8/8/8/8/R7 Next Stip #2\nFors 7k/5K2/48 EndProblem";
/// let problems: Vec<_> = Problems::new(text.as_bytes()).map(|written| written.unwrap()).collect();
/// assert_eq!(problems.len(), 2);
/// assert!(problems.iter().all(|written| written.parse().is_ok()));
/// ```
#[derive(Debug)]
pub struct Problems<B> {
    input: B,
    splitter: Splitter,
}

/// What is known of the text, whatever its source.
#[derive(Debug, Default)]
struct Splitter {
    /// Lines taken from the input.
    lines: usize,
    /// A line of which something is left.
    left: Option<Line>,
    over: bool,
}

#[derive(Debug)]
struct Line {
    text: String,
    /// Bytes of it, and characters, that are done with.
    from: usize,
    column: usize,
    too_long: bool,
}

/// A problem that is being followed.
#[derive(Default)]
struct Open {
    walk: Walk,
    /// Where it began.
    first: Option<(usize, usize)>,
    text: String,
    fault: Option<TextError>,
}

impl<B: BufRead> Problems<B> {
    /// The problems of an input.
    pub fn new(input: B) -> Problems<B> {
        Problems { input, splitter: Splitter::default() }
    }
}

impl<B: BufRead> Iterator for Problems<B> {
    type Item = Result<Written, ReadError>;

    fn next(&mut self) -> Option<Result<Written, ReadError>> {
        self.splitter.next(&mut self.input)
    }
}

impl Splitter {
    fn next(&mut self, input: &mut dyn BufRead) -> Option<Result<Written, ReadError>> {
        let found = self.find(input).transpose()?;
        // A source that failed once is not asked again.
        self.over |= matches!(found, Err(ReadError::Io(_)));
        Some(found)
    }

    fn line(&mut self, input: &mut dyn BufRead) -> io::Result<Option<Line>> {
        if let Some(line) = self.left.take() {
            return Ok(Some(line));
        }
        let Some((bytes, too_long)) = read_line(input)? else { return Ok(None) };
        self.lines += 1;
        let bytes = if too_long { Vec::new() } else { bytes };
        let latin = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect();
        let text = String::from_utf8(bytes).unwrap_or_else(|error| latin(error.as_bytes()));
        let from = if self.lines == 1 && text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        Ok(Some(Line { text, from, column: 0, too_long }))
    }

    fn find(&mut self, input: &mut dyn BufRead) -> Result<Option<Written>, ReadError> {
        let mut open = Open::default();
        while !self.over {
            let Some(line) = self.line(input)? else {
                self.over = true;
                break;
            };
            let rest = &line.text[line.from..];
            if line.too_long {
                open.fault.get_or_insert(TextError::new(self.lines, 1, "this line is too long"));
            }
            let end = open.follow(rest, self.lines, line.column);
            if let Some((_, next)) = end
                && !rest[next..].trim_start().is_empty()
            {
                let column = line.column + rest[..next].chars().count();
                self.left = Some(Line { from: line.from + next, column, ..line });
            }
            if end.is_some() || (open.first.is_none() && open.fault.is_some()) {
                break;
            }
        }
        let Open { first, text, fault, .. } = open;
        match (fault, first) {
            (Some(fault), _) => Err(fault.into()),
            (None, Some((line, column))) => Ok(Some(Written { line, column, text })),
            (None, None) => Ok(None),
        }
    }
}

impl Open {
    /// Takes what belongs to the problem of a line, or of the rest of one. Gives where in it the problem
    /// ends, if it does, and where the next may begin.
    fn follow(&mut self, line: &str, number: usize, column: usize) -> Option<(usize, usize)> {
        let mut words = Words::new(line);
        let (mut from, mut end) = (self.first.map(|_| 0), None);
        while let Some(word) = words.next() {
            let start = word.text.as_ptr() as usize - line.as_ptr() as usize;
            let after = start + word.text.len();
            let column = column + word.column - 1;
            if self.first.is_none()
                && let Some((_, language)) = foreign(word.text)
            {
                let message = format!("this is {language}; only English keywords are read (BeginProblem …)");
                self.fault = Some(TextError::new(number, column + 1, message));
                return None;
            }
            match self.walk.command(word) {
                // What `NextProblem` ends is followed by what it begins.
                Some(Command::Begin | Command::Next) if self.first.is_none() => {
                    self.first = Some((number, column));
                    from = Some(start);
                }
                Some(Command::End) if self.first.is_some() => end = Some((after, after)),
                Some(Command::Next) => end = Some((after, start)),
                // The end before it was forgotten.
                Some(Command::Begin) => end = Some((start, start)),
                Some(command) if command.takes_line() => break,
                _ => {}
            }
            if end.is_some() {
                break;
            }
        }
        if let Some(from) = from {
            self.take(&line[from..end.map_or(line.len(), |(end, _)| end)], number);
        }
        end
    }

    fn take(&mut self, text: &str, number: usize) {
        if self.text.len() + text.len() > MAX_PROBLEM {
            let message = format!("this problem is longer than {MAX_PROBLEM} bytes, which is not read");
            self.fault.get_or_insert(TextError::new(number, 1, message));
            self.text = String::new();
        }
        if self.fault.is_none() {
            self.text += text;
            self.text.push('\n');
        }
    }
}

fn foreign(word: &str) -> Option<(&'static str, &'static str)> {
    FOREIGN.into_iter().find(|(keyword, _)| word.eq_ignore_ascii_case(keyword))
}
