//! Moves as the Universal Chess Interface writes them: `e2e4`, `e7e8q`, castling as `e1g1` or, as in
//! Chess960, as the king taking its own rook, `e1h1`.

use crate::board::{Move, Role, Square};
use crate::moves::legal_moves;
use crate::position::Position;
use crate::rules::Rules;

use super::error::TextError;
use super::refusal::{join, refusal};
use super::scan::Scanner;

/// A legal move of a position.
///
/// ```
/// use chess_arbiter::{format::{fen, uci}, rules::Standard};
/// let position = fen::position::<Standard>("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
/// assert_eq!(uci::parse(&position, "e1g1"), uci::parse(&position, "e1h1"));
/// let error = uci::parse(&position, "e1e3").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 3: the king on e1 cannot go to e3");
/// ```
///
/// # Errors
/// The text is not a move, or the move is not legal: the reason, and the column of the square it is about.
pub fn parse<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, TextError> {
    let mut scanner = Scanner::new(text, 0);
    scanner.skip_blanks();
    let from_column = scanner.column();
    let from = square(&mut scanner)?;
    let to_column = scanner.column();
    let to = square(&mut scanner)?;
    let promotion_column = scanner.column();
    let promotion = scanner.take(|c| u8::try_from(c).ok().and_then(Role::from_letter));
    scanner.skip_blanks();
    if !scanner.is_at_end() {
        let wanted = if promotion.is_none() { "a promotion letter or the end" } else { "the end" };
        return Err(scanner.error(format!("expected {wanted} of the move, found {}", scanner.found())));
    }

    let moves = legal_moves(position);
    let here: Vec<Move> = moves.iter().copied().filter(|mv| (mv.from(), mv.to()) == (from, to)).collect();
    if let Some(&mv) = here.iter().find(|mv| mv.promotion() == promotion) {
        return Ok(mv);
    }
    if promotion.is_none()
        && let Some(mv) = castling_by_destination(position, &moves, from, to)
    {
        return Ok(mv);
    }
    if here.is_empty() {
        let own = position.board().color(position.turn()).has(from) && R::WINDOW.has(from);
        let column = if own { to_column } else { from_column };
        return Err(TextError::new(1, column, refusal(position, from, to)));
    }
    Err(TextError::new(1, promotion_column, promotion_refusal::<R>(&here, promotion)))
}

/// Classical castling names the square that the king goes to. A plain king move there comes first:
/// the caller has looked for it.
fn castling_by_destination<R: Rules>(
    position: &Position<R>,
    moves: &[Move],
    from: Square,
    to: Square,
) -> Option<Move> {
    let lands = |mv: &&Move| Position::<R>::castling_squares(mv.from(), mv.to()).0 == to;
    let castles = |mv: &&Move| position.is_castling(**mv) && mv.from() == from && from != to;
    moves.iter().filter(castles).find(lands).copied()
}

/// `moves` are legal and differ from what was written only in the promotion.
pub(super) fn promotion_refusal<R: Rules>(moves: &[Move], written: Option<Role>) -> String {
    let promotes = moves.iter().any(|mv| mv.promotion().is_some());
    let letters = R::PROMOTIONS.iter().map(|role| role.letter().to_string()).collect();
    match written {
        None => format!("promotion missing: add {}", join(letters, "or")),
        Some(role) if promotes => {
            format!("a pawn cannot become a {role}: expected {}", join(letters, "or"))
        }
        Some(_) => "this move is no promotion".into(),
    }
}

fn square(scanner: &mut Scanner<'_>) -> Result<Square, TextError> {
    let file = scanner.take(|c| matches!(c, 'a'..='h').then(|| c as u8 - b'a'));
    let Some(file) = file else {
        return Err(scanner.error(format!(
            "not a move such as e2e4 or e7e8q: expected a file a-h, found {}",
            scanner.found()
        )));
    };
    let rank = scanner.take(|c| matches!(c, '1'..='8').then(|| c as u8 - b'1'));
    let Some(rank) = rank else {
        return Err(scanner.error(format!(
            "not a move such as e2e4 or e7e8q: expected a rank 1-8, found {}",
            scanner.found()
        )));
    };
    Ok(Square::at(file, rank))
}

/// A move of a position. Castling is `e1g1` when king and rook stand where they classically do,
/// otherwise the king takes the rook: a plain king move could read the same.
///
/// ```
/// use chess_arbiter::{format::{fen, uci}, rules::Standard};
/// let position = fen::position::<Standard>("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
/// assert_eq!(uci::write(&position, "e1a1".parse().unwrap()), "e1c1");
/// ```
pub fn write<R: Rules>(position: &Position<R>, mv: Move) -> String {
    let (king, rook) = (mv.from(), mv.to());
    if position.is_castling(mv) && king.file() == 4 && matches!(rook.file(), 0 | 7) {
        return format!("{king}{}", Position::<R>::castling_squares(king, rook).0);
    }
    mv.to_string()
}
