//! What is known of a position from what came of it.

use crate::board::{Bitboard, Board, Color, Role, Setup, Square, Start};
use crate::rules::{Rules, Standard};

use super::{Unmove, UnmoveKind};

/// A position as seen from its future: what must have been true of it.
///
/// As a claim, "this past is impossible" means: no game reaches exactly these men with this side to move,
/// **at least** these castling rights and, where a square is given, this en passant square
/// (`None`: whatever it was). A position that holds more demands is subsumed by one that holds fewer.
///
/// ```
/// use chess_arbiter::{Position, Setup, moves::Past};
/// let past = Past::from(&Setup::from(Position::initial()));
/// assert_eq!(past.castling.len(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Past {
    /// The men.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The first squares of the rooks (of the usual array a1, h1, a8, h8) of the castling rights that must be
    /// there.
    pub castling: Bitboard,
    /// The en passant square that must be there.
    pub en_passant: Option<Square>,
    /// The array that games begin with.
    pub start: Start,
}

/// Of games that begin with the usual array.
impl From<&Setup> for Past {
    fn from(setup: &Setup) -> Past {
        let Setup { board, turn, castling, en_passant, .. } = *setup;
        Past { board, turn, castling, en_passant, start: Start::USUAL }
    }
}

impl Past {
    /// The past as a setup, with nothing said of clocks.
    ///
    /// ```
    /// use chess_arbiter::{Position, Setup, moves::Past};
    /// let setup = Setup::from(Position::initial());
    /// assert_eq!(Past::from(&setup).setup(), setup);
    /// ```
    pub fn setup(&self) -> Setup {
        let Past { board, turn, castling, en_passant, .. } = *self;
        Setup { castling, en_passant, ..Setup::new(board, turn) }
    }

    /// Whether every demanded castling right has its king and rook on their first squares.
    #[inline(always)]
    pub(crate) fn rights_in_place(&self) -> bool {
        self.castling.is_empty()
            || Color::BOTH.into_iter().all(|color| {
                let (king, rooks) = (self.start.king(color), self.start.rooks(color));
                let rights = self.castling & Standard::back_rank(color);
                rights.is_empty()
                    || (rights - rooks).is_empty()
                        && (rights - self.board.men(color, Role::Rook)).is_empty()
                        && self.board.men(color, Role::King).has(king)
            }) && (self.castling - Bitboard::rank(0) - Bitboard::rank(7)).is_empty()
    }

    /// Kings and rooks that never moved, as the castling rights demand.
    #[inline(always)]
    pub(crate) fn unmoved(&self) -> Bitboard {
        Color::BOTH.into_iter().fold(self.castling, |unmoved, color| {
            let demanded = (self.castling & Standard::back_rank(color)).has_any();
            if demanded { unmoved | self.start.king(color).bb() } else { unmoved }
        })
    }

    /// The square beyond the demanded en passant square, and the one before it where the pawn stands, when
    /// the men allow that the last move was a double step over it.
    #[inline(always)]
    pub(crate) fn double_step(&self) -> Option<(Square, Square)> {
        let over = self.en_passant?;
        let stepper = !self.turn;
        if over.rank() != stepper.own_rank(2) {
            return None;
        }
        let (from, to) = (over.offset(-stepper.forward()), over.offset(stepper.forward()));
        let clear = (self.board.occupied() & (over.bb() | from.bb())).is_empty();
        (clear && self.board.men(stepper, Role::Pawn).has(to)).then_some((from, to))
    }

    /// What was there before the move that `unmove` takes back, which must be an un-move of this past
    /// (any other gives a meaningless past, but never a panic).
    #[inline(always)]
    #[must_use]
    pub fn before(&self, unmove: Unmove) -> Past {
        let Unmove { stands, came_from, kind, captured } = unmove;
        let (them, us) = (self.turn, !self.turn);
        let mut before = Past { turn: us, en_passant: None, ..*self };
        let board = &mut before.board;
        let role = board.role_on(stands);
        board.toggle(us, role, stands);
        board.toggle(us, if kind == UnmoveKind::Promotion { Role::Pawn } else { role }, came_from);
        match kind {
            UnmoveKind::Step | UnmoveKind::DoubleStep | UnmoveKind::Promotion => {
                if let Some(captured) = captured {
                    board.toggle(them, captured, stands);
                }
            }
            UnmoveKind::EnPassant => {
                board.toggle(them, Role::Pawn, Square::at(stands.file(), came_from.rank()));
                before.en_passant = Some(stands);
            }
            UnmoveKind::Castling => {
                let castling = self.start.castling(us, stands.file() > 4);
                board.toggle(us, Role::Rook, castling.rook_to);
                board.toggle(us, Role::Rook, castling.rook);
                before.castling |= castling.rook.bb();
            }
        }
        before
    }
}
