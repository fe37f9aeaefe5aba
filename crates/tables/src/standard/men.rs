//! What men attack on the large board, and sets of its squares.

use chess_arbiter::attacks::{self, Isa};
use chess_arbiter::board::{Bitboard, Color, Role, Square};

pub(super) const RANK_1: u64 = 0xFF;
pub(super) const RANK_3: u64 = RANK_1 << 16;
pub(super) const RANK_8: u64 = RANK_1 << 56;
pub(super) const NOT_A: u64 = !Bitboard::file(0).0;
pub(super) const NOT_H: u64 = !Bitboard::file(7).0;

#[inline(always)]
pub(super) const fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

#[inline(always)]
pub(super) const fn square(index: u8) -> Square {
    Square::wrap(index)
}

/// The squares that a piece attacks.
#[inline(always)]
pub(super) fn reach<I: Isa>(role: Role, from: u8, occupied: u64) -> u64 {
    let (from, occupied) = (square(from), Bitboard(occupied));
    match role {
        Role::Knight => attacks::knight(from).0,
        Role::Bishop => I::bishop(from, occupied).0,
        Role::Rook => I::rook(from, occupied).0,
        Role::Queen => I::rook(from, occupied).0 | I::bishop(from, occupied).0,
        Role::King | Role::Pawn => attacks::king(from).0,
    }
}

/// The squares that a man attacks; our pawns move up.
#[inline(always)]
pub(super) fn attacked<I: Isa>(role: Role, ours: bool, from: u8, occupied: u64) -> u64 {
    if role == Role::Pawn {
        return attacks::pawn(if ours { Color::White } else { Color::Black }, square(from)).0;
    }
    reach::<I>(role, from, occupied)
}

/// Each square of a set.
#[inline(always)]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then_some(set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        square
    })
}
