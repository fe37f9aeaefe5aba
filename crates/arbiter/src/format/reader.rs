//! A stream of positions, one a line or drawn over several lines, split without being read.

mod drawn;
mod line;
mod split;

use std::io::{self, BufRead};

use crate::board::{PartialSetup, Setup};
use crate::rules::{Rules, Size};

use super::error::TextError;
use super::forms::{games, looks};
use super::position::{ProblemSetup, parse_partial, parse_problem, parse_setup};
use split::Splitter;

pub use super::forms::columns::Columns;
pub(crate) use line::read_line;
pub use line::{is_comment, is_comment_among};

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
/// it. A first line that names columns ([`Columns`]) begins a table, in which a line with `#` is a row if
/// there is something like a position in its field for it. Elsewhere a line may have another field beside
/// its position, with a tab, a comma, a semicolon or a bar between: the first that there is names it. Or it
/// is a JSON object with both among its members, called as columns are (with the feature `serde`). A list of
/// the men of one side (`White: Kg1`) goes on in the next line.
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

/// Whether a line that is not empty can tell what a text is, after the first line: it is no comment. That a
/// line with `#` is none only a table shows.
///
/// ```
/// use chess_arbiter::Standard;
/// use chess_arbiter::format::reader::may_follow;
/// assert!(may_follow::<Standard>("name,start", "#1,4k3/8/8/8/8/8/8/4K3 w"));
/// assert!(!may_follow::<Standard>("name,start", "# of old"));
/// ```
pub fn may_follow<R: Rules>(first: &str, line: &str) -> bool {
    follows(first, line, R::SIZE)
}

fn follows(first: &str, line: &str, size: Size) -> bool {
    let is_row = |columns| !is_comment_among(line, &columns);
    !is_comment(line) || Columns::sized(first, Some(line), size).is_some_and(is_row)
}

/// Whether a first line can be another than that of a position.
fn may_tell(first: &str) -> bool {
    first.trim_start().starts_with('[') || !first.contains('/') || looks::is_movetext(first)
}

impl<B: BufRead> Reader<B> {
    /// A reader of positions of the game `R`.
    pub fn new<R: Rules>(input: B) -> Reader<B> {
        let splitter = Splitter::new::<R>();
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
        self.splitter.after(lines);
        self
    }

    /// The same where the input is a part of a table whose first line was read before.
    #[must_use]
    pub fn in_columns(mut self, columns: Columns) -> Reader<B> {
        self.splitter.in_columns(columns);
        self
    }
}

impl<B: BufRead> Iterator for Reader<B> {
    type Item = Result<Item, ReadError>;

    fn next(&mut self) -> Option<Result<Item, ReadError>> {
        self.splitter.next(&mut self.input)
    }
}
