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

/// A position of which not everything is known: what was written down, and what was left open.
///
/// ```
/// use chess_arbiter::board::{PartialSetup, Setup};
/// let known = PartialSetup::from(&Setup::EMPTY);
/// let open = PartialSetup { turn: None, castling: None, ..known };
/// assert_eq!((open.is_complete(), open.setup()), (false, Setup::EMPTY));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PartialSetup {
    /// The men.
    pub board: Board,
    /// The side to move, if it is known.
    pub turn: Option<Color>,
    /// The castling rights, as the squares of the rooks, if they are known.
    pub castling: Option<Bitboard>,
    /// The en passant square or that there is none, if it is known.
    pub en_passant: Option<Option<Square>>,
}

impl PartialSetup {
    /// Whether nothing is left open.
    pub const fn is_complete(&self) -> bool {
        self.turn.is_some() && self.castling.is_some() && self.en_passant.is_some()
    }

    /// White to move, no rights and no en passant square where they are not known.
    pub fn setup(&self) -> Setup {
        Setup {
            castling: self.castling.unwrap_or_default(),
            en_passant: self.en_passant.flatten(),
            ..Setup::new(self.board, self.turn.unwrap_or(Color::White))
        }
    }
}

/// All of it known, but for the clocks, which are left out.
impl From<&Setup> for PartialSetup {
    fn from(setup: &Setup) -> PartialSetup {
        let Setup { board, turn, castling, en_passant, .. } = *setup;
        PartialSetup { board, turn: Some(turn), castling: Some(castling), en_passant: Some(en_passant) }
    }
}
