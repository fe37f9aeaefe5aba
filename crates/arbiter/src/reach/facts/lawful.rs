//! **Checks among locked men.** Of the men that [hold each other fast](super::locked) one would have made the
//! last move, the others standing where they stand. Among them may be kings, and so some of these moves, from
//! a square `q`, cannot have been played:
//!
//! * one of a man that on `q` attacks the enemy king of the set from next to it (a knight: by its move; a
//!   pawn: as it captures). Before the move, the side to move would have attacked the other's king. (This
//!   keeps kings apart, too.)
//! * one that leaves its own king in check from a man of the set: next to it, or along a line on which
//!   nothing lies but `q` and the squares between it and where the man moved to. They were empty after the
//!   move.
//! * one of a king that on `q` was attacked from so near by a man of the set which cannot take back a move
//!   itself while the king stands on `q`, and the others of the set where they stand. Nothing else can have
//!   given this check: an attack from next to a king is not discovered. So it was there before the move that
//!   gave it, with that side to move.
//!
//! A straight step of a pawn onto its fourth rank may have been a double one, from where the pawn attacked
//! other squares: the first rule is not for it. Nor is any of the rules for castling.

use crate::attacks;
use crate::board::{Bitboard, Color, Role, Square};

use super::locked::Men;
use super::ways::{neighbours, relative_rank};

/// What a man attacks whatever else stands on the board.
fn near(color: Color, role: Role, square: Square) -> Bitboard {
    if role == Role::Pawn { attacks::pawn(color, square) } else { neighbours(role, square.bb()) }
}

impl Men<'_> {
    /// The men whose check forbids that a man (before the move of this role) was the last of the set to move,
    /// from one square to the other.
    pub fn forbidding(&self, color: Color, role: Role, from: Square, to: Square, set: Bitboard) -> Bitboard {
        let board = self.board;
        let king = |color| board.men(color, Role::King) & set;
        let doubled = role == Role::Pawn && from.file() == to.file() && relative_rank(color, to) == 3;
        let checked = near(color, role, from) & king(!color);
        if !doubled && checked.has_any() {
            return checked;
        }
        let enemies = board.color(!color) & set;
        let empty = from.bb() | attacks::between(from, to);
        let attackers = king(color).map(|king| self.attackers(!color, king, empty) & enemies);
        let attackers = attackers.fold(Bitboard::EMPTY, |all, more| all | more);
        if attackers.has_any() || role != Role::King {
            return attackers;
        }
        let stuck = |&enemy: &Square| !self.can_take_back(enemy, (set - to.bb()) | from.bb(), false);
        (self.attackers_near(!color, from) & enemies).filter(stuck).collect()
    }

    /// The men (of this colour, if they are) that attack a square whatever else stands on the board.
    pub(super) fn attackers_near(&self, color: Color, square: Square) -> Bitboard {
        let men = |role| self.board.role(role);
        let queens = men(Role::Queen);
        (attacks::pawn(!color, square) & men(Role::Pawn))
            | (attacks::knight(square) & men(Role::Knight))
            | (attacks::king(square) & (men(Role::King) | queens))
            | (neighbours(Role::Bishop, square.bb()) & men(Role::Bishop))
            | (neighbours(Role::Rook, square.bb()) & men(Role::Rook))
    }

    /// Those that attack it when these squares are empty, whatever stands on others.
    fn attackers(&self, color: Color, square: Square, empty: Bitboard) -> Bitboard {
        let sliders = attacks::snipers(self.board, square, color);
        let sees = |&slider: &Square| (attacks::between(slider, square) - empty).is_empty();
        self.attackers_near(color, square) | sliders.filter(sees).collect()
    }
}
