//! Los Alamos chess.

use super::{ByCheckmate, Pawns, Rules};
use crate::board::{Bitboard, Role};

/// Los Alamos chess (1956, the first game like chess that a program played): 6×6 without bishops. Pawns step
/// singly, so there is no en passant, and there is no castling; all else is as in chess.
///
/// ```
/// use chess_arbiter::{LosAlamos, Position, Rules, legal_moves};
/// let start: Position<LosAlamos> = LosAlamos::EXAMPLE.parse()?;
/// assert_eq!(legal_moves(&start).len(), 10);
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LosAlamos;

impl Rules for LosAlamos {
    const NAME: &'static str = "los-alamos";
    const TITLE: &'static str = "Los Alamos chess, 6×6";
    const START: Option<&'static str> = Some("rnqknr/pppppp/6/6/PPPPPP/RNQKNR w");
    const WINDOW: Bitboard = Bitboard::corner(6, 6);
    const ROYAL: Role = Role::King;
    type Won = ByCheckmate;
    const WAITING_SIDE_ATTACKABLE: bool = false;
    const ROLES: &'static [Role] = &[Role::Pawn, Role::Knight, Role::Rook, Role::Queen, Role::King];
    const PAWNS: Pawns = Pawns::SingleStep;
    const PROMOTIONS: &'static [Role] = &[Role::Queen, Role::Rook, Role::Knight];
    const CASTLING: bool = false;
    const PORTABLE_ONLY: bool = true;
}
