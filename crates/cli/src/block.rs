//! Blocks of lines, which threads split and answer by themselves.
//!
//! A block ends after a line that is a position by itself, so that no drawn board goes on in the next. Where
//! a source has no such lines it is read to its end line by line.

use std::io::{self, Cursor, Read};
use std::sync::Arc;

use chess_arbiter::format::reader::{
    Beginning, Columns, MAX_LINE, ReadError, beginning, is_comment, is_comment_among, may_follow,
};
use chess_arbiter::rules::{RulesKind, Standard};
use chess_arbiter_answer::items;

use crate::input::{Unread, unread};

/// Read at once.
const BLOCK: usize = 256 * 1024;

/// Whole lines of a source. It is filled again and again.
#[derive(Debug, Default)]
pub(crate) struct Block {
    file: Option<Arc<str>>,
    /// Lines of the source before it.
    before: usize,
    /// Where the source is a table, what its first line names.
    columns: Option<Columns>,
    /// The lines, and room for more.
    room: Vec<u8>,
    filled: usize,
}

impl Block {
    fn bytes(&self) -> &[u8] {
        &self.room[..self.filled]
    }

    /// Whether its lines have more than positions.
    pub(crate) fn is_table(&self) -> bool {
        self.columns.is_some_and(|columns| !columns.alone())
    }

    pub(crate) fn lines(&self) -> Lines<'_> {
        Lines { block: self, at: 0, number: self.before }
    }

    /// Room for so many bytes more.
    fn reserve(&mut self, more: usize) -> &mut [u8] {
        let needed = self.filled + more;
        if self.room.len() < needed {
            self.room.resize(needed, 0);
        }
        &mut self.room[self.filled..needed]
    }

    fn extend(&mut self, bytes: &[u8]) {
        self.reserve(bytes.len()).copy_from_slice(bytes);
        self.filled += bytes.len();
    }

    /// Reads once: how many bytes, none if that fails. It will be met again.
    fn read(&mut self, source: &mut impl Read) -> Option<usize> {
        loop {
            match source.read(self.reserve(BLOCK)) {
                Ok(found) => {
                    self.filled += found;
                    return Some(found);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
    }
}

/// The lines of a block that are left.
pub(crate) struct Lines<'a> {
    block: &'a Block,
    at: usize,
    /// Lines of the source before them.
    number: usize,
}

impl<'a> Lines<'a> {
    /// All of them.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.block.bytes().get(self.at..).unwrap_or_default()
    }

    /// Leaves out so many bytes, which are so many lines.
    pub(crate) fn pass(&mut self, bytes: usize, lines: usize) {
        self.at = self.at.saturating_add(bytes);
        self.number += lines;
    }

    /// The next line that is not passed over.
    pub(crate) fn next(&mut self) -> Option<Line<'a>> {
        loop {
            let rest = Some(self.bytes()).filter(|rest| !rest.is_empty())?;
            let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let line = Line { block: self.block, from: self.at, bytes: &rest[..length], before: self.number };
            self.at += length + 1;
            self.number += 1;
            if !is_passed_over(line.bytes, self.block.columns.as_ref()) {
                return Some(line);
            }
        }
    }
}

/// A line of a block, without its `\n`.
pub(crate) struct Line<'a> {
    block: &'a Block,
    from: usize,
    bytes: &'a [u8],
    before: usize,
}

impl Line<'_> {
    /// What a position can be read from, if it is not too long.
    pub(crate) fn readable(&self) -> Option<&[u8]> {
        let line = self.bytes.strip_suffix(b"\r").unwrap_or(self.bytes);
        Some(line).filter(|_| self.bytes.len() <= MAX_LINE)
    }

    /// The positions of a line that is one by itself; otherwise those of all lines that are left.
    pub(crate) fn items(&self, rules: RulesKind, left: &mut Lines<'_>) -> Vec<Unread> {
        let bytes = if stands_alone(self.bytes, self.block.columns.as_ref()) {
            self.bytes
        } else {
            left.at = usize::MAX;
            &self.block.bytes()[self.from..]
        };
        let mut items = items(rules, bytes).after(self.before);
        if let Some(columns) = self.block.columns {
            items = items.in_columns(columns);
        }
        items.map(|item: Result<_, ReadError>| unread(item, self.block.file.clone())).collect()
    }
}

/// Whether a line is a position by itself, or wrong by itself, whatever stands around it.
fn stands_alone(line: &[u8], columns: Option<&Columns>) -> bool {
    line.contains(&b'/') && std::str::from_utf8(line).is_ok_and(|line| !comments(line, columns))
}

/// Whether a line says nothing, whatever stands around it.
fn is_passed_over(line: &[u8], columns: Option<&Columns>) -> bool {
    // A line with a slash is no row of a board. What is wrong with a comment as text is told all the same.
    let is_comment = || {
        line.trim_ascii_start().starts_with(b"#")
            && line.contains(&b'/')
            && line.len() <= MAX_LINE
            && str::from_utf8(line).is_ok_and(|line| comments(line, columns))
    };
    line.is_empty() || line == b"\r" || is_comment()
}

/// Whether a line is a comment: of a table, if that is what it stands in.
fn comments(line: &str, columns: Option<&Columns>) -> bool {
    columns.map_or_else(|| is_comment(line), |columns| is_comment_among(line, columns))
}

/// Cuts a source into blocks.
pub(crate) struct Blocks<R> {
    source: R,
    file: Option<Arc<str>>,
    /// What was read and is in no block.
    rest: Vec<u8>,
    ended: bool,
    /// Lines of the blocks so far.
    lines: usize,
    /// Nobody waits for what is read: it may be held back.
    is_file: bool,
    /// What the source is, once that is known.
    beginning: Option<Beginning>,
}

impl<R: Read> Blocks<R> {
    pub(crate) fn new(source: R, file: Option<Arc<str>>, is_file: bool) -> Blocks<R> {
        Blocks { source, file, rest: Vec::new(), ended: false, lines: 0, is_file, beginning: None }
    }

    /// Puts the next lines in the place of those of a block; false at the end, or when what comes is to be
    /// read line by line. What was read is not held back while more is waited for.
    pub(crate) fn next(&mut self, block: &mut Block) -> bool {
        block.filled = 0;
        block.extend(&self.rest);
        self.rest.clear();
        loop {
            let read = block.bytes();
            // A line that does not end is cut short by whoever reads line by line.
            let mut whole = read.split(|byte| *byte == b'\n').rev().skip(1);
            let says_nothing = |line| is_passed_over(line, self.columns().as_ref());
            let is_over = self.ended || read.len() > MAX_LINE || !(self.is_file || whole.all(says_nothing));
            let found = if is_over { None } else { block.read(&mut self.source) };
            let Some(found) = found else {
                self.rest.extend_from_slice(block.bytes());
                return false;
            };
            self.ended = found == 0;
            let mut cut = self.cut(block);
            if cut > 0 && self.beginning.is_none() {
                self.begin(block, cut);
                if self.beginning == Some(Beginning::Games) {
                    self.rest.extend_from_slice(block.bytes());
                    return false;
                }
                cut = self.cut(block);
            }
            let read = block.bytes();
            if cut > 0 {
                self.rest.extend_from_slice(&read[cut..]);
                block.filled = cut;
                block.file.clone_from(&self.file);
                block.before = self.lines;
                block.columns = self.columns();
                self.lines += memchr::memchr_iter(b'\n', block.bytes()).count();
                return true;
            }
        }
    }

    /// Where the lines end that can be in one block.
    fn cut(&self, block: &Block) -> usize {
        let read = block.bytes();
        let whole = if self.ended { read.len() } else { last_line(read) };
        last_alone(&read[..whole], self.columns().as_ref())
    }

    /// Finds out what the source is, from the lines that it begins with; takes away one that names columns.
    fn begin(&mut self, block: &mut Block, cut: usize) {
        let mut at = 0;
        let mut said: Vec<(&str, usize)> = Vec::new();
        for line in block.bytes()[..cut].split_inclusive(|&byte| byte == b'\n') {
            at += line.len();
            let says = |text: &&str| match said.first() {
                _ if text.trim().is_empty() => false,
                None => !is_comment(text),
                Some((first, _)) => may_follow::<Standard>(first, text),
            };
            if let Some(text) = str::from_utf8(line).ok().filter(says) {
                said.push((text, at));
            }
            // What is no text is no heading either.
            if said.len() == 2 || str::from_utf8(line).is_err() {
                break;
            }
        }
        let next = said.get(1).map(|(text, _)| *text);
        let first = said.first().map(|&(text, end)| {
            let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
            (beginning::<Standard>(text, next), end)
        });
        let (found, end) = first.unwrap_or((Beginning::Positions, 0));
        self.beginning = Some(found);
        if let Beginning::Table(_) = found {
            self.lines += memchr::memchr_iter(b'\n', &block.bytes()[..end]).count();
            block.room.copy_within(end..block.filled, 0);
            block.filled -= end;
        }
    }

    /// What the first line of a table names.
    pub(crate) fn columns(&self) -> Option<Columns> {
        if let Some(Beginning::Table(columns)) = self.beginning { Some(columns) } else { None }
    }

    /// Whether all of it was in blocks.
    pub(crate) fn is_over(&self) -> bool {
        self.ended && self.rest.is_empty()
    }

    /// All that is in no block, of what file, and the number of lines before it.
    pub(crate) fn rest(self) -> (impl Read, Option<Arc<str>>, usize) {
        // A terminal would have to say again that it is at its end.
        let unread = self.source.take(if self.ended { 0 } else { u64::MAX });
        (Cursor::new(self.rest).chain(unread), self.file, self.lines)
    }
}

/// Where the last line begins.
fn last_line(lines: &[u8]) -> usize {
    memchr::memrchr(b'\n', lines).map_or(0, |end| end + 1)
}

/// Where the last line ends that is a position by itself; 0 if there is none.
fn last_alone(lines: &[u8], columns: Option<&Columns>) -> usize {
    let mut end = lines.len();
    while end > 0 {
        let start = last_line(&lines[..end - 1]);
        if stands_alone(&lines[start..end], columns) {
            return end;
        }
        end = start;
    }
    0
}
