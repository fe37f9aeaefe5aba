//! The squares and rank labels of one row.

use crate::board::Man;

use super::super::error::{TextError, show_char};
use super::line::{Glyph, is_selector};

/// A row as drawn.
pub(super) struct DiagramRow {
    /// From left to right, as many as the board is wide.
    pub(super) squares: Vec<Option<Man>>,
    /// Rank labels with their columns, the left one first.
    pub(super) labels: Vec<(usize, u8)>,
}

/// A character that is not a variation selector, and its column.
type Placed = (usize, Glyph);

/// Reads a row; errors have line 1.
pub(super) fn parse(line: &str, width: u8) -> Result<DiagramRow, TextError> {
    let width = usize::from(width);
    let glyphs: Vec<Placed> = (1..)
        .zip(line.chars())
        .filter(|&(_, c)| !is_selector(c))
        .map(|(column, c)| (column, Glyph::new(c)))
        .collect();
    let mut labels = Vec::new();
    let mut inner = trim(&glyphs);
    if let [(column, Glyph::Digit(digit)), rest @ ..] = inner {
        labels.push((*column, *digit));
        inner = rest;
    }
    if let [rest @ .., (column, Glyph::Digit(digit))] = inner {
        labels.push((*column, *digit));
        inner = rest;
    }
    if let Some(fault) = inner.iter().find_map(foreign) {
        return Err(fault);
    }
    let bars = inner.iter().filter(|(_, glyph)| *glyph == Glyph::Bar).count();
    let squares = if bars > 2 { cells(inner, width) } else { line_of_squares(inner, width) }?;
    Ok(DiagramRow { squares, labels })
}

fn foreign(&(column, glyph): &Placed) -> Option<TextError> {
    let message = match glyph {
        Glyph::Digit(_) => "digits are rank labels, at the ends of a row; an empty square is '.'".into(),
        Glyph::Other(c) => format!("expected a piece letter or symbol, or '.', found {}", show_char(c)),
        _ => return None,
    };
    Some(TextError::new(1, column, message))
}

fn is_blank(&(_, glyph): &Placed) -> bool {
    matches!(glyph, Glyph::Blank | Glyph::Tab)
}

fn trim(glyphs: &[Placed]) -> &[Placed] {
    let start = glyphs.iter().position(|glyph| !is_blank(glyph)).unwrap_or(glyphs.len());
    let end = glyphs.iter().rposition(|glyph| !is_blank(glyph)).map_or(start, |last| last + 1);
    &glyphs[start..end]
}

fn man(glyph: Glyph) -> Option<Man> {
    if let Glyph::Man(man) = glyph { Some(man) } else { None }
}

/// Squares side by side or with blanks between, perhaps with a bar at either end. Blanks are empty
/// squares only between two bars, where it is known where the row begins and ends.
fn line_of_squares(glyphs: &[Placed], width: usize) -> Result<Vec<Option<Man>>, TextError> {
    let mut inner = trim(glyphs);
    let start_column = inner.first().map_or(1, |&(column, _)| column);
    let mut bars = 0;
    if let [(_, Glyph::Bar), rest @ ..] = inner {
        (inner, bars) = (rest, bars + 1);
    }
    if let [rest @ .., (_, Glyph::Bar)] = inner {
        (inner, bars) = (rest, bars + 1);
    }
    if let Some((column, _)) = inner.iter().find(|(_, glyph)| *glyph == Glyph::Bar) {
        return Err(TextError::new(
            1,
            *column,
            "expected bars at the ends of the row or between all squares",
        ));
    }
    let drawn: Vec<&Placed> = inner.iter().filter(|glyph| !is_blank(glyph)).collect();
    if drawn.len() == width {
        return Ok(drawn.iter().map(|&&(_, glyph)| man(glyph)).collect());
    }
    if bars == 2
        && drawn.len() < width
        && let Some(squares) = by_place(inner, width)
    {
        return Ok(squares);
    }
    let column = match drawn.get(width) {
        Some((column, _)) => *column,
        None => drawn.last().map_or(start_column, |(column, _)| column + 1),
    };
    Err(TextError::new(1, column, wrong_count(width, drawn.len())))
}

fn wrong_count(width: usize, found: usize) -> String {
    let hint = if found < width { "; an empty square is '.'" } else { "" };
    format!("expected {width} squares in this row, found {found}{hint}")
}

/// Squares at every place, or at every second one with blanks between; a blank there is empty.
fn by_place(inner: &[Placed], width: usize) -> Option<Vec<Option<Man>>> {
    let (starts, step): (&[usize], usize) = match inner.len() {
        n if n == width => (&[0], 1),
        n if n + 1 == 2 * width => (&[0], 2),
        n if n == 2 * width => (&[0, 1], 2),
        n if n == 2 * width + 1 => (&[1], 2),
        _ => return None,
    };
    let fits = |start: &usize| {
        inner.iter().enumerate().all(|(i, &(_, glyph))| match glyph {
            Glyph::Tab => false,
            Glyph::Blank => true,
            _ => i >= *start && (i - start).is_multiple_of(step),
        })
    };
    // A row of blanks fits both starts, and is empty either way.
    let start = starts.iter().copied().find(fits)?;
    Some(inner[start..].iter().step_by(step).take(width).map(|&(_, glyph)| man(glyph)).collect())
}

/// Squares with bars between them, with or without bars at the ends.
fn cells(glyphs: &[Placed], width: usize) -> Result<Vec<Option<Man>>, TextError> {
    let mut cells: Vec<&[Placed]> = glyphs.split(|(_, glyph)| *glyph == Glyph::Bar).map(trim).collect();
    // What is beyond the bars at the ends is no square.
    if cells.first().is_some_and(|cell| cell.is_empty()) {
        cells.remove(0);
    }
    if cells.last().is_some_and(|cell| cell.is_empty()) {
        cells.pop();
    }
    if let Some((column, _)) = cells.iter().find_map(|cell| cell.get(1)) {
        return Err(TextError::new(1, *column, "expected one square between two bars, found more"));
    }
    if cells.len() != width {
        let column = glyphs.iter().find(|(_, glyph)| *glyph == Glyph::Bar).map_or(1, |&(column, _)| column);
        let message = format!("expected {width} squares between bars in this row, found {}", cells.len());
        return Err(TextError::new(1, column, message));
    }
    Ok(cells.into_iter().map(|cell| cell.first().and_then(|&(_, glyph)| man(glyph))).collect())
}
