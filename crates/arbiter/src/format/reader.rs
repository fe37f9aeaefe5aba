//! A stream of positions, one a line or drawn over several lines, split without being read.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::iter;

use crate::board::{PartialSetup, Setup};
use crate::rules::{Rules, Size};

use super::diagram::blanks::{self, Block};
use super::diagram::line::{Line, classify, is_plausible};
use super::error::TextError;
use super::forms::games::{Games, Playing};
use super::forms::{columns, games, list, looks};
use super::position::{ProblemSetup, parse_partial, parse_problem, parse_setup};

pub use super::forms::columns::Columns;

/// The longest line that is read, in bytes; longer ones are reported and passed over.
pub const MAX_LINE: usize = 64 * 1024;

/// No diagram has more lines, however many lines of frame it has.
const MAX_DIAGRAM: usize = 64;

/// The text of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Item {
    /// The number of its first line, from 1.
    pub line: usize,
    /// The line, or the lines of a diagram joined by line ends.
    pub text: String,
    /// Whether it is a diagram.
    pub diagram: bool,
    /// What it is called where it stands: a field beside it; of a game, `game.ply`.
    pub id: Option<String>,
}

impl Item {
    /// The setup it describes; errors have the line in the whole text.
    ///
    /// # Errors
    /// As [`parse_setup`].
    pub fn parse<R: Rules>(&self) -> Result<Setup, TextError> {
        parse_setup::<R>(&self.text).map_err(|fault| fault.below(self.line - 1))
    }

    /// The same, with what the text leaves open.
    ///
    /// # Errors
    /// As [`parse_partial`].
    pub fn parse_partial<R: Rules>(&self) -> Result<PartialSetup, TextError> {
        parse_partial::<R>(&self.text).map_err(|fault| fault.below(self.line - 1))
    }

    /// The same by the convention of problems.
    ///
    /// # Errors
    /// As [`parse_problem`].
    pub fn parse_problem<R: Rules>(&self) -> Result<ProblemSetup, TextError> {
        parse_problem::<R>(&self.text).map_err(|fault| fault.below(self.line - 1))
    }
}

/// Why there is no item.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A line is no text, or too long. Reading goes on after it.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The source failed. Reading ends.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Splits a text into positions as it is read; keeps no more than one diagram in memory.
///
/// Blank lines and lines that begin with `#` are passed over. A line with a `/` is an item of its own (FEN,
/// EPD). Lines that look like rows make a diagram, which ends with a blank line, with a line that is an item
/// of its own, or when it is complete: all rows, and what may follow them. A line with only a side to move
/// belongs to the rows before it, unless these have one already.
///
/// A text that begins with a tag (`[Event "…"]`) or a first move is one of PGN games: its items are the
/// positions by ply, as FENs called `game.ply`; what is wrong with a game is told in the place of the rest of
/// it. A first line that names columns ([`Columns`]) begins a table. Elsewhere a line may have another field
/// beside its position, with a tab, a comma, a semicolon or a bar between: the first that there is names it. A
/// list of the men of one side (`White: Kg1`) goes on in the next line.
///
/// A board without a frame whose empty squares are blanks is recognised if its rows stand together and each
/// has a rank label or all its characters, the last blanks too: without either nobody could tell an empty row
/// from the blank line between two boards.
///
/// ```
/// use chess_arbiter::{format::reader::Reader, rules::Simplified};
/// let text = "# two positions\n1q2/4/4/Q2n w\n\n.q..\n....\n....\nQ..n\nw\n";
/// let items: Vec<_> = Reader::new::<Simplified>(text.as_bytes()).map(|item| item.unwrap()).collect();
/// assert_eq!((items[0].line, items[1].line), (2, 4));
/// assert_eq!(items[0].parse::<Simplified>(), items[1].parse::<Simplified>());
/// ```
#[derive(Debug)]
pub struct Reader<B> {
    input: B,
    splitter: Splitter,
}

/// What a text is by its first lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// Positions, in any form.
    Positions,
    /// A table, of which the first line names the columns.
    Table(Columns),
    /// PGN games.
    Games,
}

/// What a text is, by its first line that says something and by the next.
///
/// ```
/// use chess_arbiter::format::reader::{Beginning, beginning};
/// use chess_arbiter::Standard;
/// assert_eq!(beginning::<Standard>("[Event \"?\"]", Some("[Site \"?\"]")), Beginning::Games);
/// assert!(matches!(beginning::<Standard>("fen,id", None), Beginning::Table(_)));
/// assert_eq!(beginning::<Standard>("8/8/8/8/8/8/8/8 w", None), Beginning::Positions);
/// ```
pub fn beginning<R: Rules>(first: &str, next: Option<&str>) -> Beginning {
    begins(first, next, R::SIZE)
}

fn begins(first: &str, next: Option<&str>, size: Size) -> Beginning {
    if !may_tell(first) {
        return Beginning::Positions;
    }
    if games::begin(first, next) {
        return Beginning::Games;
    }
    Columns::sized(first, next, size).map_or(Beginning::Positions, Beginning::Table)
}

/// Whether a first line can be another than that of a position.
fn may_tell(first: &str) -> bool {
    first.trim_start().starts_with('[') || !first.contains('/') || looks::is_movetext(first)
}

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
struct Splitter {
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

impl<B: BufRead> Reader<B> {
    /// A reader of positions of the game `R`.
    pub fn new<R: Rules>(input: B) -> Reader<B> {
        let splitter = Splitter {
            width: R::WIDTH,
            height: R::HEIGHT,
            rules: Playing::of::<R>(),
            source: Source::Unknown,
            lines: 0,
            line: 0,
            kept: VecDeque::new(),
            failed: false,
        };
        Reader { input, splitter }
    }

    /// The same where the input is a part of a text of positions, after so many lines of it. It should begin
    /// where a position can.
    ///
    /// ```
    /// use chess_arbiter::{format::reader::Reader, rules::Standard};
    /// let mut items = Reader::new::<Standard>(b"8/8/8/8/8/8/8/8 w".as_slice()).after(9);
    /// assert_eq!(items.next().unwrap().unwrap().line, 10);
    /// ```
    #[must_use]
    pub fn after(mut self, lines: usize) -> Reader<B> {
        self.splitter.lines = lines;
        if lines > 0 {
            self.splitter.source = Source::Positions;
        }
        self
    }

    /// The same where the input is a part of a table whose first line was read before.
    #[must_use]
    pub fn in_columns(mut self, columns: Columns) -> Reader<B> {
        self.splitter.source = Source::Table(columns);
        self
    }
}

impl<B: BufRead> Iterator for Reader<B> {
    type Item = Result<Item, ReadError>;

    fn next(&mut self) -> Option<Result<Item, ReadError>> {
        self.splitter.next(&mut self.input)
    }
}

impl Splitter {
    fn next(&mut self, input: &mut dyn BufRead) -> Option<Result<Item, ReadError>> {
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
            if text.trim().is_empty() || is_comment(&text) {
                continue;
            }
            if let Source::Unknown = self.source
                && self.begins(&text, input)?
            {
                continue;
            }
            if let Source::Table(columns) = self.source {
                let (text, id) = columns.row(&text).unwrap_or((text, None));
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
            self.peek(&mut passed, input)?
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

    /// The next line that says something, after those that were passed over.
    fn peek(
        &mut self,
        passed: &mut Vec<(usize, Result<String, TextError>)>,
        input: &mut dyn BufRead,
    ) -> io::Result<Option<String>> {
        while passed.len() < MAX_DIAGRAM {
            let Some(line) = self.line(input)? else { return Ok(None) };
            let said = line.as_ref().ok().filter(|line| !line.trim().is_empty()).cloned();
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

/// Whether a list of men goes on in a line.
fn goes_on(text: &str, line: &str) -> bool {
    let side =
        |line: &str| line.split_whitespace().next().map(|word| word.trim_end_matches(':').to_lowercase());
    let is_turn = || matches!(classify(line, 8), Line::Turn(_));
    is_turn() || (list::is_part(line) && text.lines().all(|before| side(before) != side(line)))
}

/// Whether a line is passed over.
pub fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// A line without its `\n`, and whether it was cut because it is too long; `None` at the end.
pub(crate) fn read_line(input: &mut dyn BufRead) -> io::Result<Option<(Vec<u8>, bool)>> {
    let (mut line, mut any, mut too_long) = (Vec::new(), false, false);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(any.then_some((line, too_long)));
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        too_long |= line.len() + part.len() > MAX_LINE;
        if !too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some((line, too_long)));
        }
    }
}

/// What has been seen of a diagram.
#[derive(Default)]
struct Drawn {
    rows: u8,
    turn: bool,
    framed: bool,
    frame_below: bool,
    files_below: bool,
}

impl Drawn {
    /// Whether a line belongs to this diagram and does not begin the next.
    fn accepts(&mut self, line: Line, height: u8) -> bool {
        let complete = self.rows >= height;
        let closed = complete || self.files_below;
        let (flag, accepted) = match line {
            Line::Blank => return false,
            Line::Row => {
                self.rows += u8::from(!closed);
                return !closed;
            }
            Line::Frame if !closed => (&mut self.framed, true),
            // A frame that was not opened cannot be closed: the line is the top of the next.
            Line::Frame => {
                let below = self.framed && !self.frame_below && !self.files_below;
                (&mut self.frame_below, below)
            }
            Line::Files { .. } if self.rows == 0 => return true,
            Line::Files { .. } => {
                let first = !self.files_below;
                (&mut self.files_below, first)
            }
            Line::Turn(_) => {
                let first = !self.turn;
                (&mut self.turn, first)
            }
        };
        *flag |= accepted;
        accepted
    }
}
