//! A move as programs or as people write it: UCI or SAN.

use crate::board::Move;
use crate::position::Position;
use crate::rules::Rules;

use super::error::TextError;
use super::{san, uci};

/// A legal move of a position, from UCI (`g1f3`) or [SAN](san) (`Nf3`, `0-0`).
///
/// Two squares, perhaps with a letter of a promotion, are UCI: `b1c3` is a move of whatever stands on b1.
///
/// ```
/// use chess_arbiter::{format::{any_move, fen}, rules::Standard};
/// let start = fen::position::<Standard>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
/// assert_eq!(any_move::parse(&start, "Nf3"), any_move::parse(&start, "g1f3"));
/// let error = any_move::parse(&start, "Bc4").unwrap_err();
/// assert_eq!(error.message, "no white bishop can go to c4");
/// ```
///
/// # Errors
/// The text is not a move, or not a legal one, or fits several.
pub fn parse<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, TextError> {
    if is_uci(text) { uci::parse(position, text) } else { san::parse(position, text) }
}

fn is_uci(text: &str) -> bool {
    let is_square = |two: &[u8]| matches!(two, [b'a'..=b'h', b'1'..=b'9']);
    match text.trim().as_bytes() {
        [from @ .., a, b] if from.len() == 2 => is_square(from) && is_square(&[*a, *b]),
        [from @ .., a, b, letter] if from.len() == 2 => {
            is_square(from) && is_square(&[*a, *b]) && letter.is_ascii_lowercase()
        }
        _ => false,
    }
}
