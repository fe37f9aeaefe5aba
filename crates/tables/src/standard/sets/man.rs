//! A man beside the kings, and how it moves.

use chess_arbiter::attacks::Isa;
use chess_arbiter::board::Role;

use super::steps::reaching;
use crate::standard::index::FIFTH;
use crate::standard::men::{RANK_1, RANK_8, attacked, bit, reach};

/// A man beside the kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Man {
    pub(super) role: Role,
    pub(super) side: usize,
}

impl Man {
    pub(super) fn is_pawn(self) -> bool {
        self.role == Role::Pawn
    }

    /// The squares one step ahead.
    #[inline(always)]
    pub(super) fn ahead(self, set: u64) -> u64 {
        if self.side == 0 { set << 8 } else { set >> 8 }
    }

    #[inline(always)]
    pub(super) fn behind(self, set: u64) -> u64 {
        if self.side == 0 { set >> 8 } else { set << 8 }
    }

    /// Where a pawn stood before a double step.
    pub(super) fn before_double(self, square: u8) -> u8 {
        if self.side == 0 { square - 16 } else { square + 16 }
    }

    /// The squares that the man attacks.
    #[inline(always)]
    pub(super) fn attacks<I: Isa>(self, from: u8, occupied: u64) -> u64 {
        attacked::<I>(self.role, self.side == 0, from, occupied)
    }

    /// The squares from which the man attacks one.
    #[inline(always)]
    pub(super) fn attacks_to<I: Isa>(self, to: u8, occupied: u64) -> u64 {
        attacked::<I>(self.role, self.side != 0, to, occupied)
    }

    /// The rank to which a pawn comes with a double step.
    #[inline(always)]
    pub(super) fn fourth(self) -> u64 {
        if self.side == 0 { 0xFF << 24 } else { 0xFF << FIFTH }
    }

    /// Of a pawn the squares before it promotes.
    pub(super) fn seventh(self) -> u64 {
        if self.side == 0 { RANK_8 >> 8 } else { RANK_1 << 8 }
    }

    /// The empty squares from which it moves, without a capture, to one of these, which are empty too; pawns
    /// with a double step to one of `twice`.
    #[inline(always)]
    pub(super) fn before(self, set: u64, twice: u64, empty: u64) -> u64 {
        if self.is_pawn() {
            let twice = self.behind(twice & self.fourth()) & empty;
            return (self.behind(set) | self.behind(twice)) & empty;
        }
        reaching(self.role, set, empty)
    }

    /// Where it goes within its class, without a capture, from a square, with the kings on others.
    #[inline(always)]
    pub(super) fn moves<I: Isa>(self, from: u8, kings: u64) -> u64 {
        if self.is_pawn() {
            let step = self.ahead(bit(from)) & !(kings | RANK_1 | RANK_8);
            return step | self.ahead(step) & self.fourth() & !kings;
        }
        reach::<I>(self.role, from, kings) & !kings
    }

    /// Where it can have come from, likewise.
    #[inline(always)]
    pub(super) fn unmoves<I: Isa>(self, to: u8, kings: u64) -> u64 {
        if self.is_pawn() {
            return self.before(bit(to), bit(to), !(kings | RANK_1 | RANK_8));
        }
        reach::<I>(self.role, to, kings) & !kings
    }
}
