//! What was written down, before anyone asks whether it makes sense.

use super::{Bitboard, Board, Color, Square};

/// A position as written: any men, a side to move, and claims about the past. Nothing is checked;
/// [`Position::new`](crate::position::Position::new) does that and says every fault at once.
///
/// ```
/// use chess_arbiter::{Color, Position, Setup};
/// let setup = Setup { turn: Color::Black, castling: Default::default(), ..Position::initial().into() };
/// let position: Position = setup.try_into()?;
/// assert!(position.to_string().ends_with("RNBQKBNR b - - 0 1"));
/// # Ok::<(), chess_arbiter::Faults>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The men, up to 64.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Castling rights, as the squares of the rooks they are claimed for.
    /// A right written as `K` without any rook there names the corner, so that the fault can be told.
    pub castling: Bitboard,
    /// The square that a pawn has just stepped over.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move, as written (0 to 65,535).
    pub halfmoves: u16,
    /// Number of the move to be played, from 1 (0 is met in the wild and kept).
    pub fullmoves: u16,
}

impl Setup {
    /// An empty board, White to move, nothing claimed.
    pub const EMPTY: Setup = Setup {
        board: Board::EMPTY,
        turn: Color::White,
        castling: Bitboard::EMPTY,
        en_passant: None,
        halfmoves: 0,
        fullmoves: 1,
    };

    /// A setup of men and a side to move, nothing else claimed.
    ///
    /// ```
    /// use chess_arbiter::{Board, Color, Setup};
    /// assert_eq!(Setup::new(Board::EMPTY, Color::White), Setup::EMPTY);
    /// ```
    pub const fn new(board: Board, turn: Color) -> Setup {
        Setup { board, turn, ..Setup::EMPTY }
    }
}
