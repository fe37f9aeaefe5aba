//! Boards drawn as a grid, top row first: letters (upper case is White) or chess symbols `♔`–`♟`.
//!
//! ```text
//! 4 q . . n        +---+---+---+---+        ♛··♞
//! 3 . . . .        | q |   |   | n |        ····
//! 2 . . . .        +---+---+---+---+        ····
//! 1 . . . Q                …                ···♕
//!   a b c d                                 black to move
//! ```
//!
//! Empty squares are `.` `-` `_` `·` `*` `□` `■` `⬜` `⬛`, or blank in a frame that closes the row on both
//! sides; `+` is always part of a frame. Without a frame, empty squares may be blanks if the text is one
//! block of rows without gaps between their squares (`8    k   `, with its rank label or without); blanks at
//! the ends of its rows may have been lost, as long as there is no doubt where the board begins. Rank and
//! file labels may be missing; labels that count upwards from the top, or from `h` to `a`, mean that the
//! board is seen from Black's side.

pub(super) mod blanks;
pub(super) mod line;
mod row;
mod write;

use crate::board::{Board, Color, Setup, Square};
use crate::rules::{Rules, RulesKind, Size};

use super::error::TextError;
use blanks::Block;
use line::{Line, classify, is_plausible};
use row::DiagramRow;

pub use write::{Style, write};

/// A board as it was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Diagram {
    /// The men and the side to move (White if the drawing does not say).
    pub setup: Setup,
    /// Whether the drawing says who is to move.
    pub says_turn: bool,
    /// The side from which the board is seen.
    pub seen_from: Color,
}

/// Reads one diagram.
///
/// ```
/// use chess_arbiter::{board::Color, format::diagram, rules::Simplified};
/// let text = "4 q . . n\n3 . . . .\n2 . . . .\n1 . . . Q\n  a b c d\nblack to move";
/// let drawn = diagram::parse::<Simplified>(text);
/// let setup = drawn.unwrap().setup;
/// assert_eq!((setup.board.occupied().len(), setup.turn), (3, Color::Black));
/// let error = diagram::parse::<Simplified>("....\n.....\n....\n....").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 5: expected 4 squares in this row, found 5");
/// ```
///
/// # Errors
/// The first fault, with its line and column; columns count characters.
pub fn parse<R: Rules>(text: &str) -> Result<Diagram, TextError> {
    draw(text, R::SIZE)
}

/// [`parse`], compiled once for all boards.
pub(super) fn draw(text: &str, size: Size) -> Result<Diagram, TextError> {
    let mut drawing = Drawing::default();
    let mut end = (1, 1);
    let lines: Vec<&str> = text.strip_prefix('\u{FEFF}').unwrap_or(text).lines().collect();
    let block = Block::find(&lines, size.width, size.height);
    for (number, &line) in lines.iter().enumerate() {
        let row = block
            .filter(|block| (block.start..block.start + usize::from(size.height)).contains(&number))
            .and_then(|block| block.row(line, size.width));
        match row {
            Some(row) => drawing.row(size, row),
            None => drawing.line(size, line),
        }
        .map_err(|fault| fault.below(number))?;
        if !line.trim().is_empty() {
            end = (number + 1, line.trim_end().chars().count() + 1);
        }
    }
    let rows = drawing.rows.len();
    if rows < usize::from(size.height) {
        let found = if rows == 0 { "none".into() } else { format!("only {rows}") };
        return Err(TextError::new(end.0, end.1, format!("expected {} rows, found {found}", size.height)));
    }
    Ok(drawing.finish(size))
}

/// Whether a text is more likely to be meant as a diagram than as anything else: its first
/// line could be part of one, and it is not only the name of a side; or it is a block of rows with blanks.
///
/// ```
/// use chess_arbiter::format::diagram::looks_like_diagram;
/// assert!(looks_like_diagram("q..n\n....\n....\n...Q"));
/// assert!(!looks_like_diagram("q2n/4/4/3Q w"));
/// ```
pub fn looks_like_diagram(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().unwrap_or("");
    let plausible = match classify(first, 8) {
        Line::Turn(_) => lines.next().is_some_and(is_plausible),
        _ => is_plausible(first),
    };
    plausible || {
        // More lines than any block has change nothing: they are not collected.
        let lines: Vec<&str> = text.lines().take(blanks::MAX_LINES + 1).collect();
        RulesKind::ALL.into_iter().any(|kind| {
            let (width, height) = kind.size();
            Block::find(&lines, width, height).is_some()
        })
    }
}

/// What has been read of a diagram.
#[derive(Default)]
struct Drawing {
    rows: Vec<DiagramRow>,
    turn: Option<Color>,
    seen_from: Option<Color>,
}

impl Drawing {
    fn line(&mut self, size: Size, line: &str) -> Result<(), TextError> {
        let start = 1 + line.chars().take_while(|c| c.is_whitespace()).count();
        match classify(line, size.width) {
            Line::Blank | Line::Frame => Ok(()),
            Line::Turn(color) if self.turn.is_none_or(|turn| turn == color) => {
                self.turn = Some(color);
                Ok(())
            }
            Line::Turn(_) => Err(TextError::new(1, start, "the side to move was given before, and differs")),
            Line::Files { first, count, descending } => {
                let expected = if descending { b'a' + size.width - 1 } else { b'a' };
                if count != usize::from(size.width) || first != char::from(expected) {
                    let last = char::from(b'a' + size.width - 1);
                    return Err(TextError::new(1, start, format!("expected file labels a to {last}")));
                }
                self.see(if descending { Color::Black } else { Color::White }, start)
            }
            Line::Row => {
                let height = size.height;
                if self.rows.len() >= usize::from(height) {
                    return Err(TextError::new(
                        1,
                        start,
                        format!("expected {height} rows, found another line"),
                    ));
                }
                self.row(size, row::parse(line, size.width)?)
            }
        }
    }

    fn row(&mut self, size: Size, row: DiagramRow) -> Result<(), TextError> {
        for &(column, label) in &row.labels {
            self.rank_label(size.height, label, column)?;
        }
        self.rows.push(row);
        Ok(())
    }

    /// The label of the next row.
    fn rank_label(&mut self, height: u8, label: u8, column: usize) -> Result<(), TextError> {
        let above = self.rows.len() as u8;
        let (for_white, for_black) = (height - above, above + 1);
        let expected = match self.seen_from {
            Some(Color::White) => for_white.to_string(),
            Some(Color::Black) => for_black.to_string(),
            None if label == for_white => return self.see(Color::White, column),
            None if label == for_black => return self.see(Color::Black, column),
            None => format!("{for_white}, or {for_black} if the board is seen from Black's side"),
        };
        if expected == label.to_string() {
            return Ok(());
        }
        Err(TextError::new(1, column, format!("expected rank label {expected}, found {label}")))
    }

    fn see(&mut self, from: Color, column: usize) -> Result<(), TextError> {
        if *self.seen_from.get_or_insert(from) == from {
            return Ok(());
        }
        let message =
            format!("by this label the board is seen from {from}'s side, by those before from {}'s", !from);
        Err(TextError::new(1, column, message))
    }

    fn finish(self, size: Size) -> Diagram {
        let seen_from = self.seen_from.unwrap_or(Color::White);
        let mut board = Board::EMPTY;
        for (row, rank) in self.rows.iter().zip((0..size.height).rev()) {
            for (&man, file) in row.squares.iter().zip(0..) {
                let square = match seen_from {
                    Color::White => Square::at(file, rank),
                    Color::Black => Square::at(size.width - 1 - file, size.height - 1 - rank),
                };
                if let Some(man) = man {
                    board.put(square, man);
                }
            }
        }
        let setup = Setup::new(board, self.turn.unwrap_or(Color::White));
        Diagram { setup, says_turn: self.turn.is_some(), seen_from }
    }
}
