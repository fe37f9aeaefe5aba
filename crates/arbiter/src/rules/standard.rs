//! Chess.

use super::{ByCheckmate, Pawns, Rules};
use crate::board::{Bitboard, Role};

/// Chess by the FIDE laws on 8×8, Chess960 castling included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Standard;

impl Rules for Standard {
    const NAME: &'static str = "standard";
    const TITLE: &'static str = "Chess";
    const START: Option<&'static str> = Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    const WINDOW: Bitboard = Bitboard::FULL;
    const ROYAL: Role = Role::King;
    type Won = ByCheckmate;
    const WAITING_SIDE_ATTACKABLE: bool = false;
    const ROLES: &'static [Role] = &Role::ALL;
    const PAWNS: Pawns = Pawns::Full;
    const PROMOTIONS: &'static [Role] = &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    const CASTLING: bool = true;
}
