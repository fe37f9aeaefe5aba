//! Positions as people have them, in forms other than the usual ones: each is spelled as a FEN, which is then
//! read as any other. Looked at only when the usual readers fail, so that these cost nothing more.
//!
//! | module | what |
//! |---|---|
//! | `link` | links of Lichess, Chess.com and others that contain a FEN |
//! | `spelling` | FENs with `_` for blanks, figurines, words for the side to move; Popeye's Forsyth |
//! | `turn` | who is to move, in words |
//! | `list` | men by squares: `White Kg1 Qd1 Black Ke8` |
//! | `columns` | lines that have more than a position: CSV and tabs |
//! | `record` | lines that are JSON objects with a position among their members |
//! | `games` | the positions of PGN games |
//! | `ranks` | FENs with a square too few or too many |
//! | `looks` | what a text looks like that is none of these |

pub(super) mod columns;
pub(super) mod games;
mod link;
pub(super) mod list;
pub(super) mod looks;
pub(super) mod ranks;
#[cfg(feature = "serde")]
pub(super) mod record;
mod spelling;
pub(super) mod turn;

use crate::rules::Size;

use super::error::TextError;

/// A text that was spelled anew, and where each of its characters comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Spelled {
    pub(super) text: String,
    /// The line of each character in what was written, from 1, and its column, from 1.
    places: Vec<(usize, usize)>,
    /// Where a fault is that lies behind the last character.
    end: (usize, usize),
}

impl Spelled {
    /// A line as it is.
    fn line(text: &str) -> Spelled {
        let mut spelled = Spelled { end: (1, 1), ..Spelled::default() };
        for (column, c) in (1..).zip(text.chars()) {
            spelled.push(c, (1, column));
        }
        spelled
    }

    fn push(&mut self, c: char, place: (usize, usize)) {
        self.text.push(c);
        self.places.push(place);
        self.end = (place.0, place.1 + 1);
    }

    fn push_str(&mut self, text: &str, place: (usize, usize)) {
        text.chars().for_each(|c| self.push(c, place));
    }

    /// The characters with their places.
    fn placed(&self) -> impl Iterator<Item = (char, (usize, usize))> + '_ {
        self.text.chars().zip(self.places.iter().copied())
    }

    /// A part of it, by characters.
    fn part(&self, from: usize, to: usize) -> Spelled {
        let mut part =
            Spelled { end: self.places.get(from).copied().unwrap_or(self.end), ..Spelled::default() };
        // A byte a character, mostly: then where they stand need not be counted.
        let is_ascii = self.text.len() == self.places.len();
        let byte = |at: usize| match is_ascii {
            true => at.min(self.text.len()),
            false => self.text.char_indices().nth(at).map_or(self.text.len(), |(byte, _)| byte),
        };
        let to = to.min(self.places.len());
        if from < to {
            let text = &self.text[byte(from)..byte(to)];
            text.chars().zip(&self.places[from..to]).for_each(|(c, &place)| part.push(c, place));
        }
        part
    }

    /// A fault in it as one in what was written.
    pub(super) fn fault(&self, fault: TextError) -> TextError {
        let place = fault.column.checked_sub(1).and_then(|at| self.places.get(at));
        let &(line, column) = place.unwrap_or(&self.end);
        TextError { line, column, ..fault }
    }
}

/// A text as FEN, if it is a position in one of these forms; what it leaves open is left out at the end. A
/// fault if it is certainly meant in one of them, and wrong or without a position.
pub(super) fn spelled(text: &str, size: Size) -> Option<Result<Spelled, TextError>> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (number, line) = lines.next()?;
    let is_alone = lines.next().is_none();
    let found = match is_alone.then(|| link::fen(line)).flatten() {
        // A link spells its FEN in its own way, and perhaps who is to move in another.
        Some(found) => Some(found.and_then(|found| spelling::fen(&found, size).unwrap_or(Ok(found)))),
        None if is_alone => spelling::fen(&Spelled::line(line), size),
        None => None,
    };
    match found {
        Some(found) => Some(found.map(|found| found.below(number)).map_err(|fault| fault.below(number))),
        None => list::fen(text, size),
    }
}

impl Spelled {
    fn below(mut self, lines: usize) -> Spelled {
        self.places.iter_mut().chain([&mut self.end]).for_each(|place| place.0 += lines);
        self
    }
}
