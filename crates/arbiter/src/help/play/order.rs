//! The order in which Popeye, a solving program of problemists, prints solutions: that in which it tries
//! moves.

use crate::board::{Move, Role};
use crate::position::Position;
use crate::rules::Rules;

/// Where a move stands among those of its position; the lower comes first. `mates` is the move that mates,
/// which Popeye looks for in an order of its own.
pub(super) fn place<R: Rules>(position: &Position<R>, mv: Move, mates: bool) -> u32 {
    let (from, to) = (mv.from(), mv.to());
    let (x, y) = (to.file() as i32 - from.file() as i32, to.rank() as i32 - from.rank() as i32);
    let role = position.board().role_on(from);
    let way = match role {
        Role::Pawn => pawn(position, mv, x, y, mates),
        Role::Knight => {
            const STEPS: [(i32, i32); 8] =
                [(-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1)];
            STEPS.iter().position(|&step| step == (x, y)).unwrap_or(8) as u32
        }
        _ if position.is_castling(mv) => u32::from(x > 0),
        _ => line(x, y),
    };
    let from = from.index() as u32;
    let promotion = match mv.promotion() {
        Some(Role::Knight) => 1,
        Some(Role::Rook) => 2,
        Some(Role::Bishop) => 3,
        _ => 0,
    };
    (if mates { 63 - from } else { from }) << 16 | way << 4 | promotion
}

/// Along a line: its direction, then from far to near. Castling has the numbers below.
fn line(x: i32, y: i32) -> u32 {
    const WAYS: [(i32, i32); 8] = [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (-1, 0), (0, 1), (1, 0)];
    let way = WAYS.iter().position(|&way| way == (x.signum(), y.signum())).unwrap_or(8) as u32;
    (1 + way) * 8 + 7 - x.abs().max(y.abs()) as u32
}

fn pawn<R: Rules>(position: &Position<R>, mv: Move, x: i32, y: i32, mates: bool) -> u32 {
    match (x, mates) {
        (0, false) => u32::from(y.abs() == 1),
        (_, false) => {
            if x > 0 {
                2
            } else {
                3
            }
        }
        (0, true) => 2 + u32::from(y.abs() == 1),
        (_, true) if position.is_en_passant(mv) => {
            if x < 0 {
                4
            } else {
                5
            }
        }
        (_, true) => u32::from(x < 0),
    }
}
