//! Gardner minichess.

use super::{ByCheckmate, Pawns, Rules};
use crate::board::{Bitboard, Role};

/// Gardner minichess (Martin Gardner 1969): 5×5, every piece once and five pawns a side. Pawns step singly,
/// so there is no en passant, and there is no castling; all else is as in chess.
///
/// ```
/// use chess_arbiter::{Gardner, Position, Rules, legal_moves};
/// let start: Position<Gardner> = Gardner::EXAMPLE.parse()?;
/// assert_eq!(legal_moves(&start).len(), 7);
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gardner;

impl Rules for Gardner {
    const NAME: &'static str = "gardner";
    const TITLE: &'static str = "Gardner minichess, 5×5";
    const START: Option<&'static str> = Some("rnbqk/ppppp/5/PPPPP/RNBQK w");
    const WINDOW: Bitboard = Bitboard::corner(5, 5);
    const ROYAL: Role = Role::King;
    type Won = ByCheckmate;
    const WAITING_SIDE_ATTACKABLE: bool = false;
    const ROLES: &'static [Role] = &Role::ALL;
    const PAWNS: Pawns = Pawns::SingleStep;
    const PROMOTIONS: &'static [Role] = &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    const CASTLING: bool = false;
    const PORTABLE_ONLY: bool = true;
}
