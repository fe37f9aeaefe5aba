//! What kind of line of a diagram a text is, before anyone reads its squares.

use crate::board::{Color, Man};

use super::super::forms::turn;

/// A line of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::format) enum Line {
    Blank,
    /// Nothing but the lines of a frame.
    Frame,
    /// Consecutive letters that name the files.
    Files {
        first: char,
        count: usize,
        descending: bool,
    },
    /// The side to move.
    Turn(Color),
    /// Anything else: squares, or something that will turn out not to be.
    Row,
}

/// One character of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Glyph {
    Blank,
    /// Blank too, but of unknown width.
    Tab,
    Bar,
    Man(Man),
    Empty,
    Digit(u8),
    Other(char),
}

impl Glyph {
    pub(super) fn new(c: char) -> Glyph {
        if let Some(man) = Man::from_symbol(c) {
            return Glyph::Man(man);
        }
        if let Some(man) = u8::try_from(c).ok().and_then(Man::from_letter) {
            return Glyph::Man(man);
        }
        match c {
            '.' | '-' | '_' | '·' | '*' | '□' | '■' | '▢' | '▣' | '◻' | '◼' | '⬜' | '⬛' => {
                Glyph::Empty
            }
            '0'..='9' => Glyph::Digit(c as u8 - b'0'),
            '\t' => Glyph::Tab,
            _ if is_bar(c) => Glyph::Bar,
            _ if c.is_whitespace() => Glyph::Blank,
            _ => Glyph::Other(c),
        }
    }
}

/// Whether a character only tells how the one before it is to be drawn (as text or as emoji).
pub(in crate::format) fn is_selector(c: char) -> bool {
    matches!(c, '\u{FE0E}' | '\u{FE0F}')
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋')
}

/// Corners, crossings and horizontal lines that cannot be squares.
fn is_frame_only(c: char) -> bool {
    matches!(c, '+' | '=') || (matches!(c, '\u{2500}'..='\u{257F}') && !is_bar(c))
}

/// Classifies a line of a diagram that is `width` files wide.
pub(in crate::format) fn classify(line: &str, width: u8) -> Line {
    let line = line.trim();
    if line.is_empty() {
        Line::Blank
    } else if is_frame(line, width) {
        Line::Frame
    } else if let Some(files) = files(line) {
        files
    } else {
        turn::whole(line).map_or(Line::Row, Line::Turn)
    }
}

fn is_frame(line: &str, width: u8) -> bool {
    if !line.chars().all(|c| is_frame_only(c) || is_bar(c) || c == '-' || c.is_whitespace()) {
        return false;
    }
    if line.chars().any(is_frame_only) {
        return true;
    }
    // Dashes are empty squares unless they are too many, or several between two bars.
    let run = line.split(|c| c != '-').map(str::len).max().unwrap_or(0);
    let bars = line.chars().filter(|&c| is_bar(c)).count();
    run >= usize::from(width) + 2 || (bars > 2 && run > 1)
}

/// `abcdefgh`, spaced or framed, either case, either direction. Any three consecutive letters are taken
/// for file labels: no three men read like that.
fn files(line: &str) -> Option<Line> {
    let mut letters = line
        .chars()
        .filter(|&c| !(c.is_whitespace() || is_bar(c) || is_frame_only(c) || c == '-'))
        .map(|c| c.to_ascii_lowercase());
    let first = letters.next().filter(|c| matches!(c, 'a'..='h'))?;
    let second = letters.next()?;
    let step = second as i32 - first as i32;
    if step.abs() != 1 {
        return None;
    }
    let (mut last, mut count) = (second, 2);
    for letter in letters {
        if !matches!(letter, 'a'..='h') || letter as i32 - last as i32 != step {
            return None;
        }
        (last, count) = (letter, count + 1);
    }
    (count > 2).then_some(Line::Files { first, count, descending: step < 0 })
}

/// Whether a line standing alone would be taken for part of a diagram: no FEN, at least three
/// characters that a row or frame is made of, and no more of others than of these.
pub(in crate::format) fn is_plausible(line: &str) -> bool {
    if line.contains('/') {
        return false;
    }
    match classify(line, 8) {
        Line::Blank => false,
        Line::Frame | Line::Files { .. } | Line::Turn(_) => true,
        Line::Row => {
            let is_digit = |c: char| c.is_ascii_digit();
            // Digits are at home only at the ends.
            let inner = line.trim().trim_matches(is_digit);
            let (mut squares, mut others) = (0, 0);
            for c in inner.chars().filter(|&c| !is_selector(c)) {
                match Glyph::new(c) {
                    Glyph::Blank | Glyph::Tab => {}
                    Glyph::Other(c) if is_frame_only(c) => squares += 1,
                    Glyph::Other(_) | Glyph::Digit(_) => others += 1,
                    Glyph::Man(_) | Glyph::Empty | Glyph::Bar => squares += 1,
                }
            }
            squares >= 3 && squares >= others
        }
    }
}
