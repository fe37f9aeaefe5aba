//! The 4×4 game.

use super::{ByCapture, Pawns, Rules};
use crate::board::{Bitboard, Role};

/// The 4×4 *Simplified Chess Engine*: Q, R, B, N; who captures the enemy queen wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Simplified;

impl Rules for Simplified {
    const NAME: &'static str = "simplified";
    const TITLE: &'static str = "4×4, capture the queen";
    const EXAMPLE: &'static str = "rnbq/4/4/QBNR w";
    const WINDOW: Bitboard = Bitboard::corner(4, 4);
    const ROYAL: Role = Role::Queen;
    type Won = ByCapture;
    const WAITING_SIDE_ATTACKABLE: bool = true;
    const ROLES: &'static [Role] = &[Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    const PAWNS: Pawns = Pawns::None;
    const PROMOTIONS: &'static [Role] = &[];
    const CASTLING: bool = false;
}
