//! Lines put together to positions.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::iter;

use crate::rules::{Rules, Size};

use super::super::diagram::blanks::{self, Block};
use super::super::diagram::line::{Line, classify, is_plausible};
use super::super::error::TextError;
use super::super::forms::games::{Games, Playing};
#[cfg(feature = "serde")]
use super::super::forms::record;
use super::super::forms::{columns, list, looks};
use super::super::position;
use super::drawn::Drawn;
use super::line::{is_comment, is_comment_among, read_line};
use super::{Beginning, Columns, Item, MAX_DIAGRAM, MAX_LINE, ReadError, begins, follows, may_tell};

/// What a text is made of.
#[derive(Debug)]
enum Source {
    /// Nothing has been read that would tell.
    Unknown,
    Positions,
    Table(Columns),
    Games(Box<Games>),
}

/// What is known of a text that is read. The input, whatever its type, is handed over anew each time, so that
/// reading is compiled once.
#[derive(Debug)]
pub(super) struct Splitter {
    width: u8,
    height: u8,
    rules: Playing,
    source: Source,
    /// Lines taken from the input.
    lines: usize,
    /// The number of the line that is being read.
    line: usize,
    /// Lines that were looked at and not used, each with its number.
    kept: VecDeque<(usize, Result<String, TextError>)>,
    failed: bool,
}

impl Splitter {
    pub(super) fn new<R: Rules>() -> Splitter {
        Splitter {
            width: R::WIDTH,
            height: R::HEIGHT,
            rules: Playing::of::<R>(),
            source: Source::Unknown,
            lines: 0,
            line: 0,
            kept: VecDeque::new(),
            failed: false,
        }
    }

    /// What is read is a part of positions, after so many lines.
    pub(super) fn after(&mut self, lines: usize) {
        self.lines = lines;
        if lines > 0 {
            self.source = Source::Positions;
        }
    }

    /// What is read is a part of a table.
    pub(super) fn in_columns(&mut self, columns: Columns) {
        self.source = Source::Table(columns);
    }

    pub(super) fn next(&mut self, input: &mut dyn BufRead) -> Option<Result<Item, ReadError>> {
        if self.failed {
            return None;
        }
        let item = self.item(input);
        self.failed = matches!(item, Err(ReadError::Io(_)));
        item.transpose()
    }

    /// The next line without its end; `None` at the end of the input.
    fn line(&mut self, input: &mut dyn BufRead) -> io::Result<Option<Result<String, TextError>>> {
        if let Some((number, line)) = self.kept.pop_front() {
            self.line = number;
            return Ok(Some(line));
        }
        let line = self.read_line(input)?;
        self.line = self.lines;
        Ok(line)
    }

    /// Puts back the line that was read last.
    fn keep(&mut self, line: Option<Result<String, TextError>>) {
        if let Some(line) = line {
            self.kept.push_front((self.line, line));
        }
    }

    fn read_line(&mut self, input: &mut dyn BufRead) -> io::Result<Option<Result<String, TextError>>> {
        let Some((mut bytes, too_long)) = read_line(input)? else { return Ok(None) };
        self.lines += 1;
        if too_long {
            let message = format!("this line is longer than {MAX_LINE} bytes");
            return Ok(Some(Err(TextError::new(self.lines, 1, message))));
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        if self.lines == 1 && bytes.starts_with("\u{FEFF}".as_bytes()) {
            bytes.drain(..3);
        }
        // PGN is Latin-1 by its standard; names in it are of no concern here.
        let is_game = matches!(self.source, Source::Games(_)) || bytes.starts_with(b"[");
        if is_game && str::from_utf8(&bytes).is_err() {
            return Ok(Some(Ok(bytes.into_iter().map(char::from).collect())));
        }
        Ok(Some(String::from_utf8(bytes).map_err(|error| {
            let (valid, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
            let column = 1 + String::from_utf8_lossy(valid).chars().count();
            let byte = rest.first().copied().unwrap_or_default();
            match looks::file(error.as_bytes()).filter(|_| self.lines == 1) {
                Some(file) => TextError::new(1, 1, file),
                None => TextError::new(self.lines, column, format!("not UTF-8 text: byte {byte:#04x}")),
            }
        })))
    }

    /// A board whose empty squares are blanks, if the line that was read last is its first row.
    fn block(&mut self, first: &str, input: &mut dyn BufRead) -> io::Result<Option<String>> {
        let start = self.line;
        let mut rows = Vec::with_capacity(self.height.into());
        let mut other = None;
        while rows.len() + 1 < usize::from(self.height) {
            match self.line(input)? {
                Some(Ok(line)) if blanks::is_row(&line, self.width) => rows.push((self.line, line)),
                line => {
                    other = line;
                    break;
                }
            }
        }
        let lines: Vec<&str> = iter::once(first).chain(rows.iter().map(|(_, line)| &**line)).collect();
        if Block::find(&lines, self.width, self.height).is_some() {
            return Ok(Some(lines.join("\n")));
        }
        self.keep(other);
        for (number, line) in rows.into_iter().rev() {
            self.kept.push_front((number, Ok(line)));
        }
        self.line = start;
        Ok(None)
    }

    /// The rest of a diagram that begins with a line, or with a whole block of rows.
    fn diagram(
        &mut self,
        mut text: String,
        mut in_block: bool,
        input: &mut dyn BufRead,
    ) -> io::Result<String> {
        let mut drawn = Drawn::default();
        if in_block {
            drawn.rows = self.height;
        } else {
            drawn.accepts(classify(&text, self.width), self.height);
        }
        for _ in 1..MAX_DIAGRAM {
            let line = match self.line(input)? {
                Some(Ok(line)) => line,
                other => {
                    self.keep(other);
                    break;
                }
            };
            if blanks::is_row(&line, self.width) {
                let block = if drawn.rows == 0 { self.block(&line, input)? } else { None };
                if let Some(block) = block {
                    text = text + "\n" + &block;
                    drawn.rows = self.height;
                    in_block = true;
                    continue;
                }
                if in_block || line.trim().is_empty() {
                    // The first row of the next board, perhaps.
                    self.keep(Some(Ok(line)));
                    break;
                }
            }
            if line.trim().is_empty() {
                break;
            }
            let comment = is_comment(&line);
            if !comment && (line.contains('/') || !drawn.accepts(classify(&line, self.width), self.height)) {
                self.keep(Some(Ok(line)));
                break;
            }
            text.push('\n');
            // A comment leaves an empty line, so that later lines keep their numbers.
            if !comment {
                text.push_str(&line);
            }
        }
        Ok(text)
    }

    fn item(&mut self, input: &mut dyn BufRead) -> Result<Option<Item>, ReadError> {
        loop {
            if let Source::Games(_) = self.source {
                return self.game(input);
            }
            let Some(text) = self.line(input)?.transpose()? else { return Ok(None) };
            let line = self.line;
            if blanks::is_row(&text, self.width)
                && let Some(block) = self.block(&text, input)?
            {
                self.source = Source::Positions;
                let text = self.diagram(block, true, input)?;
                return Ok(Some(Item { line, text, diagram: true, id: None }));
            }
            if text.trim().is_empty() || self.is_comment(&text) {
                continue;
            }
            if let Source::Unknown = self.source
                && self.begins(&text, input)?
            {
                continue;
            }
            if let Source::Table(columns) = self.source {
                // A FEN with tabs between its fields is one all the same, where there are no other columns.
                let is_whole = columns.alone() && position::is_plain(&text, self.size());
                let row = if is_whole { None } else { columns.row(&text) };
                let (text, id) = row.unwrap_or((text, None));
                return Ok(Some(Item { line, text, diagram: false, id }));
            }
            #[cfg(feature = "serde")]
            if let Some((text, id)) = record::position(&text) {
                return Ok(Some(Item { line, text, diagram: false, id }));
            }
            if let Some((text, id)) = columns::unnamed(&text, self.size()) {
                return Ok(Some(Item { line, text, diagram: false, id }));
            }
            if list::is_part(&text) {
                return Ok(Some(Item { line, text: self.list(text, input)?, diagram: false, id: None }));
            }
            let diagram = is_plausible(&text);
            let text = if diagram { self.diagram(text, false, input)? } else { text };
            return Ok(Some(Item { line, text, diagram, id: None }));
        }
    }

    fn is_comment(&self, line: &str) -> bool {
        match &self.source {
            Source::Table(columns) => is_comment_among(line, columns),
            Source::Unknown | Source::Positions | Source::Games(_) => is_comment(line),
        }
    }

    fn size(&self) -> Size {
        Size { width: self.width, height: self.height }
    }

    /// Finds out what the text is from its first line that says something; whether that line is used up.
    fn begins(&mut self, first: &str, input: &mut dyn BufRead) -> io::Result<bool> {
        self.source = Source::Positions;
        if !may_tell(first) {
            return Ok(false);
        }
        let line = self.line;
        let mut passed = Vec::new();
        let next = if columns::may_be_heading(first) || first.trim_start().starts_with('[') {
            self.peek(first, &mut passed, input)?
        } else {
            None
        };
        match begins(first, next.as_deref(), self.size()) {
            Beginning::Positions => {}
            Beginning::Table(columns) => self.source = Source::Table(columns),
            Beginning::Games => {
                let mut games = Games::new(self.rules);
                games.line(line, Ok(first));
                self.source = Source::Games(Box::new(games));
            }
        }
        for (number, line) in passed.into_iter().rev() {
            self.kept.push_front((number, line));
        }
        self.line = line;
        Ok(!matches!(self.source, Source::Positions))
    }

    /// The next line that says something after the first, and those that were passed over.
    fn peek(
        &mut self,
        first: &str,
        passed: &mut Vec<(usize, Result<String, TextError>)>,
        input: &mut dyn BufRead,
    ) -> io::Result<Option<String>> {
        while passed.len() < MAX_DIAGRAM {
            let Some(line) = self.line(input)? else { return Ok(None) };
            let says = |line: &&String| !line.trim().is_empty() && follows(first, line, self.size());
            let said = line.as_ref().ok().filter(says).cloned();
            passed.push((self.line, line));
            if said.is_some() {
                return Ok(said);
            }
        }
        Ok(None)
    }

    /// The next position of a game.
    fn game(&mut self, input: &mut dyn BufRead) -> Result<Option<Item>, ReadError> {
        loop {
            let Source::Games(games) = &mut self.source else { return Ok(None) };
            if let Some(found) = games.next() {
                return Ok(Some(found?));
            }
            let line = self.line(input)?;
            let (number, Source::Games(games)) = (self.line, &mut self.source) else { return Ok(None) };
            match line {
                Some(Ok(line)) => games.line(number, Ok(&line)),
                Some(Err(fault)) => games.line(number, Err(fault)),
                None => {
                    games.end(number);
                    return Ok(games.next().transpose()?);
                }
            }
        }
    }

    /// A list of men, which goes on where the next line has those of the other side, or who is to move.
    fn list(&mut self, mut text: String, input: &mut dyn BufRead) -> io::Result<String> {
        for _ in 0..2 {
            match self.line(input)? {
                Some(Ok(line)) if goes_on(&text, &line) => text = text + "\n" + &line,
                other => {
                    self.keep(other);
                    break;
                }
            }
        }
        Ok(text)
    }
}

/// Whether a list of men goes on in a line: with those of the other side, or with who is to move.
fn goes_on(text: &str, line: &str) -> bool {
    let is_turn = || matches!(classify(line, 8), Line::Turn(_));
    let [known, new] = [text, line].map(list::sides);
    is_turn() || (list::is_part(line) && !(known[0] && new[0] || known[1] && new[1]))
}
