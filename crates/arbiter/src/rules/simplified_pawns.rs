//! The 4×4 game with pawns.

use super::{ByCapture, Pawns, Rules};
use crate::board::{Bitboard, Role};

/// [`Simplified`](super::Simplified) with pawns: one step forward, forced promotion to rook, bishop or
/// knight.
///
/// ```
/// use chess_arbiter::{Position, SimplifiedPawns, legal_moves};
/// let position: Position<SimplifiedPawns> = "q3/2P1/4/3Q w".parse()?;
/// assert_eq!(legal_moves(&position).iter().filter(|mv| mv.promotion().is_some()).count(), 3);
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SimplifiedPawns;

impl Rules for SimplifiedPawns {
    const NAME: &'static str = "simplified-pawns";
    const TITLE: &'static str = "4×4 with pawns";
    const EXAMPLE: &'static str = "rnbq/2pp/PP2/QBNR w";
    const WINDOW: Bitboard = Bitboard::corner(4, 4);
    const ROYAL: Role = Role::Queen;
    type Won = ByCapture;
    const WAITING_SIDE_ATTACKABLE: bool = true;
    const ROLES: &'static [Role] = &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    const PAWNS: Pawns = Pawns::SingleStep;
    const PROMOTIONS: &'static [Role] = &[Role::Rook, Role::Bishop, Role::Knight];
    const CASTLING: bool = false;
}
