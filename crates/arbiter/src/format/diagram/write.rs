//! Drawing a board.

use crate::board::{Color, Setup, Square};
use crate::rules::Rules;

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Style {
    /// Chess symbols and box-drawing characters instead of letters and ASCII.
    pub unicode: bool,
    /// Ranks on the left, files below.
    pub labels: bool,
    /// Lines between the squares.
    pub framed: bool,
    /// A last line with the side to move.
    pub turn: bool,
}

/// A setup as a diagram seen from White's side; every line, the last too, is ended.
/// [`parse`](super::parse) gives the men back and, if `style.turn`, the side to move.
///
/// ```
/// use chess_arbiter::{format::{diagram::{self, Style}, fen}, rules::Simplified};
/// let setup = fen::parse::<Simplified>("q2n/4/4/3Q b").unwrap();
/// let style = Style { labels: true, turn: true, ..Style::default() };
/// let drawn = "4 q . . n\n3 . . . .\n2 . . . .\n1 . . . Q\n  a b c d\nblack to move\n";
/// assert_eq!(diagram::write::<Simplified>(&setup, style), drawn);
/// ```
pub fn write<R: Rules>(setup: &Setup, style: Style) -> String {
    let mut text = String::new();
    let margin = if style.labels { "  " } else { "" };
    let lines = if style.unicode {
        Lines {
            top: ["┌", "┬", "┐"],
            middle: ["├", "┼", "┤"],
            bottom: ["└", "┴", "┘"],
            dash: "───",
            bar: "│",
        }
    } else {
        let corners = ["+"; 3];
        Lines { top: corners, middle: corners, bottom: corners, dash: "---", bar: "|" }
    };
    for rank in (0..R::HEIGHT).rev() {
        if style.framed {
            let kind = if rank + 1 == R::HEIGHT { lines.top } else { lines.middle };
            text += &lines.horizontal::<R>(margin, kind);
        }
        if style.labels {
            text += &format!("{} ", rank + 1);
        }
        let cells: Vec<String> =
            (0..R::WIDTH).map(|file| cell(setup, Square::at(file, rank), style).to_string()).collect();
        if style.framed {
            let gap = format!(" {} ", lines.bar);
            text += &format!("{bar} {} {bar}", cells.join(&gap), bar = lines.bar);
        } else {
            text += &cells.join(" ");
        }
        text.push('\n');
    }
    if style.framed {
        text += &lines.horizontal::<R>(margin, lines.bottom);
    }
    if style.labels {
        let files: Vec<String> =
            (0..R::WIDTH).map(|file| Square::at(file, 0).file_char().to_string()).collect();
        let (indent, gap) = if style.framed { ("    ", "   ") } else { ("  ", " ") };
        text += &format!("{indent}{}\n", files.join(gap));
    }
    if style.turn {
        text += match setup.turn {
            Color::White => "white to move\n",
            Color::Black => "black to move\n",
        };
    }
    text
}

fn cell(setup: &Setup, square: Square, style: Style) -> char {
    match setup.board.man_at(square) {
        Some(man) if style.unicode => man.symbol(),
        Some(man) => man.letter(),
        None if style.framed => ' ',
        None if style.unicode => '·',
        None => '.',
    }
}

/// The lines of a frame: left end, crossing and right end of each horizontal one.
struct Lines {
    top: [&'static str; 3],
    middle: [&'static str; 3],
    bottom: [&'static str; 3],
    dash: &'static str,
    bar: &'static str,
}

impl Lines {
    fn horizontal<R: Rules>(&self, margin: &str, [left, cross, right]: [&str; 3]) -> String {
        let dashes = vec![self.dash; usize::from(R::WIDTH)].join(cross);
        format!("{margin}{left}{dashes}{right}\n")
    }
}
