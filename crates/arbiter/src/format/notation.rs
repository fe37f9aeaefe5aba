//! A move in whichever notation.

use crate::board::Move;
use crate::position::Position;
use crate::rules::Rules;

use super::error::TextError;
use super::{san, uci};

/// A legal move of a position, as in UCI (`e2e4`) or SAN (`e4`). What begins with two squares is UCI.
///
/// ```
/// use chess_arbiter::{Position, format::parse_move};
/// let start = Position::initial();
/// assert_eq!(parse_move(&start, "g1f3"), parse_move(&start, "Nf3"));
/// let error = parse_move(&start, "e2e5").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 3: the pawn on e2 cannot go to e5");
/// let error = parse_move(&start, "Ne5").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 2: no white knight can go to e5");
/// ```
///
/// # Errors
/// The text is not a move, or not a legal one, or fits several.
pub fn parse_move<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, TextError> {
    if is_uci(text.trim().as_bytes()) { uci::parse(position, text) } else { san::parse(position, text) }
}

/// Two squares, and perhaps a letter.
fn is_uci(text: &[u8]) -> bool {
    let (squares, promotion) = text.split_at(text.len().min(4));
    let is_right = |(index, byte): (usize, &u8)| match index % 2 {
        0 => matches!(byte, b'a'..=b'h'),
        _ => byte.is_ascii_digit(),
    };
    squares.len() == 4
        && squares.iter().enumerate().all(is_right)
        && (promotion.is_empty() || matches!(promotion, [letter] if letter.is_ascii_alphabetic()))
}
