//! **Impossible checks.** The side that is not to move gave the checks with its last move. So
//!
//! * no more than two men give check: the one that moved, and one whose line it left;
//! * a pawn on its second rank gives none, for it never moved;
//! * when two give check, either one came from a square between the king and the other, where it did not yet
//!   attack the king; or the last move was an en passant capture, and both lines were shut by the two pawns
//!   that it took from their squares.

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::rules::Standard;

use super::ways::relative_rank;

/// Whether the side to move `us`, whose king stands on `king` and is attacked by `checkers`, cannot have got
/// there by one move.
#[inline(always)]
pub(in crate::reach) fn impossible<I: Isa>(
    board: &Board,
    us: Color,
    king: Square,
    checkers: Bitboard,
) -> bool {
    let second_rank = Bitboard::rank(us.own_rank(6));
    if (checkers & second_rank & board.role(Role::Pawn)).has_any() {
        return true;
    }
    if !checkers.more_than_one() {
        return false;
    }
    let (Some(a), Some(b)) = (checkers.first(), checkers.last_square()) else { return false };
    if checkers.len() > 2 {
        return true;
    }
    let (to_a, to_b) = (attacks::between(king, a), attacks::between(king, b));
    let discovered = |mover, line: Bitboard| (line & came_from::<I>(board, !us, mover, king, line)).has_any();
    !discovered(a, to_b) && !discovered(b, to_a) && !by_en_passant(board, !us, to_a, to_b)
}

/// The empty squares, of those that matter on a `line` to the king, from which a man that did not attack the
/// king there can have come to the square it stands on.
#[inline(always)]
fn came_from<I: Isa>(board: &Board, color: Color, square: Square, king: Square, line: Bitboard) -> Bitboard {
    let (role, occupied) = (board.role_on(square), board.occupied());
    let back = -color.forward();
    let rank = relative_rank(color, square);
    let mut from = Bitboard::EMPTY;
    if role == Role::Pawn || rank == 7 {
        // What a pawn of the other side would attack from here is where ours captured from.
        let behind = square.bb().shift(back) - occupied;
        let twice = if role == Role::Pawn && rank == 3 { behind.shift(back) } else { Bitboard::EMPTY };
        from = (behind | twice | attacks::pawn(!color, square)) - attacks::pawn(!color, king);
    }
    let on_line = match role {
        Role::Rook => attacks::rook_rays(king),
        Role::Bishop => attacks::bishop_rays(king),
        Role::Queen => Bitboard::FULL,
        _ => Bitboard::EMPTY,
    };
    if role != Role::Pawn && (line & on_line).is_empty() {
        from |= attacks::attacks::<Standard, I>(role, color, square, occupied);
    }
    from - occupied
}

/// Whether an en passant capture by `color` can have opened both lines.
#[cold]
fn by_en_passant(board: &Board, color: Color, a: Bitboard, b: Bitboard) -> bool {
    let sixth_rank = Bitboard::rank(color.own_rank(5));
    (board.men(color, Role::Pawn) & sixth_rank).any(|pawn| {
        let back = -color.forward();
        let (taken, started) = (pawn.offset(back), pawn.offset(-back));
        let empty = !board.occupied();
        empty.has(taken)
            && empty.has(started)
            && (attacks::pawn(!color, pawn) & empty).any(|from| {
                let left = from.bb() | taken.bb();
                (a & left).has_any() && (b & left).has_any()
            })
    })
}
