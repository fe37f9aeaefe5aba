//! FEN (Forsyth–Edwards Notation), as people write it: fields from the side to move on may be missing,
//! castling rights may be X-FEN or Shredder letters, the en passant square may stand after any double step,
//! clocks may be any number to 65,535. The 4×4 games use the same text with four rows of four: `1q2/4/4/Q2n
//! w`.

mod placement;
mod read;
#[cfg(target_arch = "x86_64")]
mod usual;
mod write;

use crate::board::{Bitboard, Board, Color, PartialSetup, Role, Setup, Square};
use crate::position::{Policy, Position};
use crate::rules::{Rules, Size, Standard};

use super::error::{PositionError, TextError};
use read::FenReader;

pub(crate) use write::write_placement;
pub use write::{write, write_key};

/// The starting position of chess.
pub const START: &str = Standard::START.expect("chess has one");

/// A FEN as a position that satisfies [`Policy::Movable`].
///
/// ```
/// use chess_arbiter::{Standard, fen};
/// let start = fen::position::<Standard>(fen::START)?;
/// assert_eq!(start.to_string(), fen::START);
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
///
/// # Errors
/// The text's first fault, or all faults of what it describes.
#[inline]
pub fn position<R: Rules>(text: &str) -> Result<Position<R>, PositionError> {
    Ok(Position::new(&parse::<R>(text)?, Policy::Movable)?)
}

/// A FEN as a setup.
///
/// ```
/// use chess_arbiter::{format::fen, rules::Standard};
/// let setup = fen::parse::<Standard>("8/8/8/8/8/8/8/8 b").unwrap(); // no kings: still a setup
/// assert_eq!(fen::write::<Standard>(&setup), "8/8/8/8/8/8/8/8 b - - 0 1");
/// let error = fen::parse::<Standard>("9/8/8/8/8/8/8/8 w").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1: expected a piece letter or a digit 1-8, found '9'");
/// ```
///
/// # Errors
/// The first fault, with its column.
#[inline]
pub fn parse<R: Rules>(text: &str) -> Result<Setup, TextError> {
    parse_bytes::<R>(text.as_bytes())
}

/// A FEN in which `?` may stand for the side to move, the castling rights, or the en passant square. What is
/// missing is not known either.
///
/// ```
/// use chess_arbiter::{Bitboard, Color, Standard, fen};
/// let partial = fen::parse_partial::<Standard>("4k3/8/8/8/8/8/8/4K3 ? - ?").unwrap();
/// assert_eq!((partial.turn, partial.castling), (None, Some(Bitboard::EMPTY)));
/// assert_eq!(fen::parse_partial::<Standard>("8/8/8/8/8/8/8/8 b").unwrap().turn, Some(Color::Black));
/// ```
///
/// # Errors
/// The first fault, with its column.
pub fn parse_partial<R: Rules>(text: &str) -> Result<PartialSetup, TextError> {
    parse_partial_sized(text, R::SIZE)
}

/// [`parse_partial`], compiled once for all boards.
pub(super) fn parse_partial_sized(text: &str, size: Size) -> Result<PartialSetup, TextError> {
    let mut reader = FenReader::new(text.as_bytes());
    reader.skip_blanks();
    let partial = reader.partial_fields(size)?;
    for what in ["the number of plies since a capture or pawn move", "the move number"] {
        if reader.more() {
            reader.clock(what)?;
        }
    }
    if reader.more() {
        return Err(reader.error(format!("expected the end of the FEN, found {}", reader.found())));
    }
    Ok(partial)
}

/// [`parse`] of bytes; columns in errors count bytes.
///
/// ```
/// use chess_arbiter::{Standard, fen};
/// let text = "8/8/8/8/8/8/8/8 w";
/// assert_eq!(fen::parse_bytes::<Standard>(text.as_bytes()), fen::parse::<Standard>(text));
/// ```
///
/// # Errors
/// The first fault, with its column.
#[inline]
pub fn parse_bytes<R: Rules>(text: &[u8]) -> Result<Setup, TextError> {
    match read_usual::<R, _>(text, |setup, length| (*setup, length)) {
        Some((setup, length)) if length == text.len() => Ok(setup),
        _ => parse_carefully(text, R::SIZE),
    }
}

/// A FEN in its usual form that begins a text, and where its line ends. Nothing says nothing.
#[inline(always)]
pub(crate) fn read_usual<R: Rules, O>(text: &[u8], then: impl FnOnce(&Setup, usize) -> O) -> Option<O> {
    #[cfg(target_arch = "x86_64")]
    if R::SIZE == Standard::SIZE {
        return usual::read(text, then);
    }
    let _ = (text, then);
    None
}

/// [`parse`], compiled once for all boards.
pub(super) fn parse_sized(text: &str, size: Size) -> Result<Setup, TextError> {
    if size == Standard::SIZE { parse::<Standard>(text) } else { parse_carefully(text.as_bytes(), size) }
}

fn parse_carefully(text: &[u8], size: Size) -> Result<Setup, TextError> {
    // Twice, so that on the usual board the loops have known lengths.
    if size == Standard::SIZE { careful(text, Standard::SIZE) } else { careful(text, size) }
}

#[inline(always)]
fn careful(text: &[u8], size: Size) -> Result<Setup, TextError> {
    let mut reader = FenReader::new(text);
    reader.skip_blanks();
    let mut setup = reader.four_fields(size)?;
    if reader.more() {
        setup.halfmoves = reader.clock("the number of plies since a capture or pawn move")?.unwrap_or(0);
    }
    if reader.more() {
        setup.fullmoves = reader.clock("the move number")?.unwrap_or(1);
    }
    if reader.more() {
        return Err(reader.error(format!("expected the end of the FEN, found {}", reader.found())));
    }
    Ok(setup)
}

/// The first four fields, and where in the text the rest begins: what FEN and EPD share.
pub(super) fn parse_four_fields(text: &str, size: Size) -> Result<(Setup, usize), TextError> {
    let mut reader = FenReader::new(text.as_bytes());
    reader.skip_blanks();
    let setup = reader.four_fields(size)?;
    Ok((setup, reader.at))
}

/// The rook of a side farthest to the h-side (or a-side) of its king on its first row:
/// what `K` (or `Q`) means in X-FEN.
#[inline(always)]
fn outermost(size: Size, board: &Board, color: Color, h_side: bool) -> Option<Square> {
    let back = size.back_rank(color);
    let mut rooks = board.men(color, Role::Rook) & back;
    if let Some(king) = (board.men(color, Role::King) & back).first() {
        let a_side_of_king = Bitboard(king.bb().0 - 1);
        rooks = if h_side { rooks - a_side_of_king } else { rooks & a_side_of_king };
    }
    if h_side { rooks.last_square() } else { rooks.first() }
}
