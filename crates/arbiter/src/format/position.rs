//! One position in whichever form it was written.

use crate::board::Setup;
use crate::position::{Policy, Position};
use crate::rules::Rules;

use super::error::{PositionError, TextError};
use super::{diagram, epd, fen};

/// A setup from a FEN, an EPD or a diagram; blank lines around it are passed over.
///
/// ```
/// use chess_arbiter::{format::parse_setup, rules::Simplified};
/// let fen = parse_setup::<Simplified>("1q2/4/4/Q2n w").unwrap();
/// let drawn = parse_setup::<Simplified>(".q..\n....\n....\nQ..n\n").unwrap();
/// assert_eq!(fen, drawn);
/// ```
///
/// # Errors
/// The first fault of the form that the text is most likely meant in.
pub fn parse_setup<R: Rules>(text: &str) -> Result<Setup, TextError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if diagram::looks_like_diagram(text) {
        return diagram::parse::<R>(text).map(|diagram| diagram.setup);
    }
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((number, line)) = lines.next() else {
        return Err(TextError::new(1, 1, "expected a FEN, an EPD or a diagram, found nothing"));
    };
    let setup = parse_line::<R>(line).map_err(|fault| fault.below(number))?;
    match lines.next() {
        None => Ok(setup),
        Some((number, _)) => Err(TextError::new(number + 1, 1, "expected one position, found another line")),
    }
}

/// [`parse_setup`], and then a position that satisfies [`Policy::Movable`].
///
/// # Errors
/// As [`parse_setup`], or all faults of what is described.
pub fn parse_position<R: Rules>(text: &str) -> Result<Position<R>, PositionError> {
    Ok(Position::new(&parse_setup::<R>(text)?, Policy::Movable)?)
}

/// A FEN or an EPD.
fn parse_line<R: Rules>(line: &str) -> Result<Setup, TextError> {
    let fault = match fen::parse::<R>(line) {
        Ok(setup) => return Ok(setup),
        Err(fault) => fault,
    };
    let Ok((_, rest)) = fen::parse_four_fields::<R>(line) else { return Err(fault) };
    let rest = line[rest..].trim_start();
    if rest.contains(';') || rest.starts_with(char::is_alphabetic) {
        epd::parse::<R>(line).map(|epd| epd.setup)
    } else {
        Err(fault)
    }
}
