//! Boards without a frame whose empty squares are blanks. Such rows say little by themselves, so that only a
//! whole block of them is taken for a board.

use crate::board::Man;

use super::line::{Glyph, Line, classify, is_selector};
use super::row::DiagramRow;

/// No diagram that is looked for among other lines has more lines.
pub(super) const MAX_LINES: usize = 64;

/// What stands before the first square of each row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Margin {
    None,
    /// The rank label.
    Label,
    /// The rank label and a blank.
    LabelAndBlank,
}

impl Margin {
    const ALL: [Margin; 3] = [Margin::None, Margin::Label, Margin::LabelAndBlank];

    fn width(self) -> usize {
        self as usize
    }

    /// The squares of a row, which may be cut short of its last blanks; `None` if the line is no such row.
    fn squares(self, line: &str, width: u8) -> Option<Vec<Option<Man>>> {
        let mut glyphs = glyphs(line);
        if self != Margin::None {
            let Some(Glyph::Digit(_)) = glyphs.next() else { return None };
        }
        if self == Margin::LabelAndBlank && !matches!(glyphs.next(), None | Some(Glyph::Blank)) {
            return None;
        }
        let mut squares = Vec::with_capacity(width.into());
        for glyph in glyphs {
            squares.push(match glyph {
                Glyph::Man(man) => Some(man),
                Glyph::Blank => None,
                _ => return None,
            });
            if squares.len() > width.into() {
                return None;
            }
        }
        Some(squares)
    }
}

fn glyphs(line: &str) -> impl Iterator<Item = Glyph> {
    line.chars().filter(|&c| !is_selector(c)).map(Glyph::new)
}

/// Whether a line can be told to be a row whatever stands around it: it has all its squares, the last blanks
/// too, or a rank label.
pub(in crate::format) fn is_row(line: &str, width: u8) -> bool {
    // Most lines of a stream are FENs.
    if line.contains('/') {
        return false;
    }
    let whole = |squares: Vec<_>| squares.len() == usize::from(width);
    Margin::None.squares(line, width).is_some_and(whole)
        || Margin::Label.squares(line, width).is_some()
        || Margin::LabelAndBlank.squares(line, width).is_some()
}

/// Whether a line is no row where lines around it are.
fn stands_apart(line: &str, width: u8) -> bool {
    match classify(line, width) {
        // A `b` that is indented is a bishop.
        Line::Turn(_) if line.starts_with(' ') => Margin::None.squares(line, width).is_none(),
        Line::Blank | Line::Files { .. } | Line::Turn(_) => !is_row(line, width),
        Line::Frame | Line::Row => false,
    }
}

/// The margin that all rows have; `None` if they have none in common, or may have either.
fn margin(rows: &[&str], files: Option<&str>, width: u8) -> Option<Margin> {
    let fits = |margin: &Margin| rows.iter().all(|line| margin.squares(line, width).is_some());
    let mut fitting = Margin::ALL.into_iter().filter(fits);
    let first = fitting.next()?;
    if fitting.next().is_none() {
        return Some(first);
    }
    // Labels, then blanks: the first of these may be a square. Rows of full length tell, or labels of the
    // files.
    let length = usize::from(width) + first.width();
    if rows.iter().all(|line| glyphs(line).count() == length) {
        return Some(first);
    }
    let indent = files?.chars().take_while(|c| c.is_whitespace()).count();
    [Margin::Label, Margin::LabelAndBlank].into_iter().find(|margin| margin.width() == indent)
}

/// Whether rows have men and, seen by a blank or an empty line, squares without.
fn says_enough(rows: &[&str], margin: Margin, width: u8) -> bool {
    let (mut men, mut empty) = (false, false);
    for squares in rows.iter().filter_map(|line| margin.squares(line, width)) {
        men |= squares.iter().any(Option::is_some);
        empty |= squares.is_empty() || squares.iter().any(Option::is_none);
    }
    men && empty
}

/// A block of rows among the lines of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::format) struct Block {
    /// Lines before it.
    pub(super) start: usize,
    margin: Margin,
}

impl Block {
    /// The block of `height` rows in a text that has nothing else but blank lines, labels of the files and
    /// the side to move. `None` too if there is a doubt where the board begins.
    pub(in crate::format) fn find(lines: &[&str], width: u8, height: u8) -> Option<Block> {
        let height = usize::from(height);
        if lines.len() < height || lines.len() > MAX_LINES {
            return None;
        }
        let mut blocks: Vec<Block> =
            (0..=lines.len() - height).filter_map(|start| Block::at(lines, start, width, height)).collect();
        if blocks.len() > 1 {
            // An empty line at the end of a block may be a row of it or not; one that has other ends is
            // certain.
            blocks.retain(|block| {
                let ends = [block.start, block.start + height - 1];
                ends.into_iter().all(|end| !stands_apart(lines[end], width))
            });
        }
        if let [block] = blocks[..] { Some(block) } else { None }
    }

    fn at(lines: &[&str], start: usize, width: u8, height: usize) -> Option<Block> {
        let (above, rest) = lines.split_at(start);
        let (rows, below) = rest.split_at(height);
        let mut around = above.iter().chain(below).copied();
        if !around.clone().all(|line| stands_apart(line, width)) {
            return None;
        }
        let files = around.find(|line| matches!(classify(line, width), Line::Files { .. }));
        let margin = margin(rows, files, width)?;
        says_enough(rows, margin, width).then_some(Block { start, margin })
    }

    /// The row on a line of the block.
    pub(super) fn row(&self, line: &str, width: u8) -> Option<DiagramRow> {
        let mut squares = self.margin.squares(line, width)?;
        squares.resize(width.into(), None);
        let labels = match glyphs(line).next() {
            Some(Glyph::Digit(label)) => vec![(1, label)],
            _ => Vec::new(),
        };
        Some(DiagramRow { squares, labels })
    }
}
