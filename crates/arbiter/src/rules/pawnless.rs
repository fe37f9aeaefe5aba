//! Chess without pawns.

use super::{ByCheckmate, Pawns, Rules};
use crate::board::{Bitboard, Role};

/// The 8×8 game of the *check or checkmate* judge: no pawns, no castling; kings threaten each other
/// and are never captured, so any placement with one king a side can be asked about.
///
/// ```
/// use chess_arbiter::{Pawnless, Position, Status, status};
/// let kings: Position<Pawnless> = "8/8/8/8/8/8/8/kK6 w".parse()?; // they threaten each other
/// assert_eq!(status(&kings), Status::Check);
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pawnless;

impl Rules for Pawnless {
    const NAME: &'static str = "pawnless";
    const TITLE: &'static str = "Chess without pawns";
    const EXAMPLE: &'static str = "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w";
    const WINDOW: Bitboard = Bitboard::FULL;
    const ROYAL: Role = Role::King;
    type Won = ByCheckmate;
    const WAITING_SIDE_ATTACKABLE: bool = true;
    const ROLES: &'static [Role] = &[Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    const PAWNS: Pawns = Pawns::None;
    const PROMOTIONS: &'static [Role] = &[];
    const CASTLING: bool = false;
}
