//! Which squares a man attacks. All tables are made at compile time; the sliding pieces
//! have two interchangeable implementations behind [`Isa`], chosen once at run time.

mod isa;
mod leapers;
mod lines;
#[cfg(target_arch = "x86_64")]
mod pext;
mod portable;
mod vectors;

use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::rules::{Pawns, Rules};

pub use isa::{Isa, Portable, Task, with_best_isa};
pub use leapers::{king, kings, knight, knights, pawn, pawns};
pub use lines::{between, line};
pub(crate) use lines::{bishop_rays, queen_rays, ray, rook_rays};
pub(crate) use vectors::{EachLane, Vectors, vectorized};

/// The squares a man of this role attacks from `square` past `occupied`, within the window of `R`.
///
/// ```
/// use chess_arbiter::{Bitboard, Color, Gardner, Role, Square, attacks::{Portable, attacks}};
/// // A rook on a1 of the 5×5 board, nothing else on it.
/// let reach = attacks::<Gardner, Portable>(Role::Rook, Color::White, Square::A1, Bitboard::EMPTY);
/// assert_eq!(reach.len(), 8);
/// ```
#[inline(always)]
pub fn attacks<R: Rules, I: Isa>(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    R::WINDOW
        & match role {
            Role::Pawn => pawn(color, square),
            Role::Knight => knight(square),
            Role::Bishop => I::bishop(square, occupied),
            Role::Rook => I::rook(square, occupied),
            Role::Queen => I::rook(square, occupied) | I::bishop(square, occupied),
            Role::King => king(square),
        }
}

/// The sliders of colour `by` that would attack `square` on an empty board.
#[inline(always)]
pub(crate) fn snipers(board: &Board, square: Square, by: Color) -> Bitboard {
    let queens = board.role(Role::Queen);
    board.color(by)
        & ((rook_rays(square) & (board.role(Role::Rook) | queens))
            | (bishop_rays(square) & (board.role(Role::Bishop) | queens)))
}

/// The men of colour `by` that attack `square`, sliders looking past `occupied`
/// (which may differ from what stands on `board`: men may be thought away or added as blockers).
///
/// ```
/// use chess_arbiter::{Color, Position, Square, Standard, attacks::{Portable, attackers}};
/// let board = *Position::initial().board();
/// let by = attackers::<Standard, Portable>(&board, Square::F3, Color::White, board.occupied());
/// assert_eq!(by, Square::E2.bb() | Square::G2.bb() | Square::G1.bb());
/// ```
#[inline(always)]
pub fn attackers<R: Rules, I: Isa>(board: &Board, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
    let mut found = knight(square) & board.role(Role::Knight);
    if R::PAWNS != Pawns::None {
        found |= pawn(!by, square) & board.role(Role::Pawn);
    }
    if R::has_role(Role::King) {
        found |= king(square) & board.role(Role::King);
    }
    let queens = board.role(Role::Queen);
    // The empty-board rays are cheap and usually settle that no slider can attack.
    let straight = (board.role(Role::Rook) | queens) & board.color(by) & rook_rays(square);
    if straight.has_any() {
        found |= I::rook(square, occupied) & straight;
    }
    let diagonal = (board.role(Role::Bishop) | queens) & board.color(by) & bishop_rays(square);
    if diagonal.has_any() {
        found |= I::bishop(square, occupied) & diagonal;
    }
    found & board.color(by)
}
