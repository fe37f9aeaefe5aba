//! x
use crate::board::{Board, Color, Role};
/// x
pub fn pawns_and_surplus(board: &Board, color: Color) -> u32 {
    let surplus = |role, allowed| board.men(color, role).len().saturating_sub(allowed);
    board.men(color, Role::Pawn).len()
        + surplus(Role::Queen, 1)
        + surplus(Role::Rook, 2)
        + surplus(Role::Bishop, 2)
        + surplus(Role::Knight, 2)
}
