//! Moves as the core passes them around: two squares and a promotion.

use std::fmt;
use std::str::FromStr;

use super::{Role, Square};

/// A move: from, to, and what a pawn becomes. Two bytes.
///
/// Castling is the king moving onto the square of its own rook, as in Chess960;
/// the text formats translate.
///
/// ```
/// use chess_arbiter::{Move, Square};
/// let mv: Move = "e2e4".parse()?;
/// assert_eq!((mv.from(), mv.to()), (Square::E2, Square::E4));
/// assert_eq!(mv.to_string(), "e2e4");
/// # Ok::<(), chess_arbiter::board::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// A move without promotion.
    ///
    /// ```
    /// use chess_arbiter::{Move, Square};
    /// assert_eq!(Move::new(Square::G1, Square::F3).to_string(), "g1f3");
    /// ```
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6)
    }

    /// A pawn's move that promotes to `role` (a pawn means no promotion).
    ///
    /// ```
    /// use chess_arbiter::{Move, Role, Square};
    /// assert_eq!(Move::promote(Square::E7, Square::E8, Role::Queen).to_string(), "e7e8q");
    /// ```
    #[inline(always)]
    pub const fn promote(from: Square, to: Square, role: Role) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6 | (role as u16) << 12)
    }

    /// Where the man stood.
    ///
    /// ```
    /// use chess_arbiter::{Move, Square};
    /// assert_eq!(Move::new(Square::G1, Square::F3).from(), Square::G1);
    /// ```
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrap(self.0 as u8)
    }

    /// Where it goes; for castling, the rook's square.
    ///
    /// ```
    /// use chess_arbiter::{Move, Square};
    /// assert_eq!(Move::new(Square::G1, Square::F3).to(), Square::F3);
    /// ```
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::wrap((self.0 >> 6) as u8)
    }

    /// What the pawn becomes.
    ///
    /// ```
    /// use chess_arbiter::{Move, Role};
    /// assert_eq!("e7e8n".parse().map(Move::promotion), Ok(Some(Role::Knight)));
    /// ```
    #[inline(always)]
    pub const fn promotion(self) -> Option<Role> {
        match self.0 >> 12 {
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            5 => Some(Role::King),
            _ => None,
        }
    }
}

/// From, to, and the promotion's letter; castling shows the rook's square.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        self.promotion().map_or(Ok(()), |role| write!(f, "{}", role.letter()))
    }
}

/// The text was not two squares and at most one promotion letter.
///
/// ```
/// use chess_arbiter::{Move, board::ParseMoveError};
/// assert_eq!("e2".parse::<Move>(), Err(ParseMoveError));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a move: expected two squares and, for a promotion, q, r, b or n, such as e2e4 or e7e8q")]
pub struct ParseMoveError;

/// Reads what [`Display`](fmt::Display) writes, without asking whether the move is possible anywhere.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let square = |range: std::ops::Range<usize>| text.get(range)?.parse::<Square>().ok();
        let (Some(from), Some(to)) = (square(0..2), square(2..4)) else { return Err(ParseMoveError) };
        match text.as_bytes()[4..] {
            [] => Ok(Move::new(from, to)),
            [letter @ (b'n' | b'b' | b'r' | b'q')] => {
                Role::from_letter(letter).map(|role| Move::promote(from, to, role)).ok_or(ParseMoveError)
            }
            _ => Err(ParseMoveError),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
