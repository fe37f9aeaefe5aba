//! A ghost and what it can do.

use crate::attacks::{self, between};
use crate::board::{Bitboard, Board, Color, Man, Role, Square};

use super::super::hex;
use super::super::region::{promoted_steps, steps};

/// A man that is left off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ghost {
    /// Where it stands.
    pub square: Square,
    /// What it is.
    pub man: Man,
    /// Where it can ever stand as it is.
    pub stays: Bitboard,
    /// Where it can ever stand as a promoted pawn.
    pub promoted: Bitboard,
    /// A pawn that stays on its file and is never captured.
    pub is_kept: bool,
}

pub(super) const fn up(color: Color) -> i8 {
    if matches!(color, Color::White) { 8 } else { -8 }
}

const fn home(color: Color) -> Bitboard {
    Bitboard::rank(if matches!(color, Color::White) { 1 } else { 6 })
}

impl Ghost {
    /// As certificates have it.
    pub(in super::super) fn written(&self) -> (String, String, String, bool) {
        (self.square.to_string(), hex(self.stays), hex(self.promoted), self.is_kept)
    }

    pub(super) fn all(&self) -> Bitboard {
        self.stays | self.promoted
    }

    pub(super) fn is_pawn(&self) -> bool {
        self.man.role == Role::Pawn
    }

    /// What it may attack past these men.
    pub(super) fn attacks(&self, occupied: Bitboard) -> Bitboard {
        let stays = self.stays - occupied;
        let color = self.man.color;
        if !self.is_pawn() {
            return steps(self.man.role, stays);
        }
        attacks::pawns(color, stays) | promoted_steps(self.promoted - occupied)
    }

    /// Whether it may attack a square over another one, past these men: from next to the other or beyond.
    pub(super) fn attacks_over(&self, square: Square, over: Square, occupied: Bitboard) -> bool {
        let from = match self.man.role {
            Role::Bishop => attacks::bishop_rays(square) & self.stays,
            Role::Rook => attacks::rook_rays(square) & self.stays,
            Role::Queen => attacks::queen_rays(square) & self.stays,
            Role::Pawn => attacks::queen_rays(square) & self.promoted,
            Role::Knight | Role::King => Bitboard::EMPTY,
        };
        let next = attacks::king(over) & (from - occupied);
        (between(square, over) & occupied).is_empty() && { next }.any(|from| between(square, from).has(over))
    }

    /// Where it can have been stepped over, if it is a pawn.
    pub(super) fn crossed(&self) -> Bitboard {
        if !self.is_pawn() {
            return Bitboard::EMPTY;
        }
        let (up, home) = (up(self.man.color), home(self.man.color));
        (self.stays & home).shift(up) & self.stays.shift(-up)
    }

    pub(super) fn is_on_its_file(&self) -> bool {
        (self.all() - Bitboard::file(self.square.file())).is_empty()
    }
}

/// Where pawns of a side on the board can have been stepped over.
pub(super) fn crossed(board: &Board, color: Color) -> Bitboard {
    let (up, free) = (up(color), Bitboard::FULL - board.occupied());
    (home(color) & free).shift(up) & free & board.men(color, Role::Pawn).shift(-up)
}

/// Whether two pawns of different sides began on one file, either before the other, and the first has not
/// left it.
pub(super) fn faces(pawn: &Ghost, other: &Ghost) -> bool {
    let is_before = match pawn.man.color {
        Color::White => pawn.square < other.square,
        Color::Black => pawn.square > other.square,
    };
    other.is_pawn() && pawn.square.file() == other.square.file() && is_before && pawn.is_on_its_file()
}
