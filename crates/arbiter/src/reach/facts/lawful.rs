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
        let attacker = |&enemy: &Square| king(color).any(|king| self.attacks(enemy, king, empty));
        let attackers: Bitboard = enemies.filter(attacker).collect();
        if attackers.has_any() || role != Role::King {
            return attackers;
        }
        let stuck = |&enemy: &Square| {
            near(!color, board.role_on(enemy), enemy).has(from)
                && !self.can_take_back(enemy, (set - to.bb()) | from.bb(), false)
        };
        enemies.filter(stuck).collect()
    }

    /// Whether a man attacks a square when these squares are empty, whatever stands on others.
    fn attacks(&self, man: Square, square: Square, empty: Bitboard) -> bool {
        let role = self.board.role_on(man);
        let color = if self.board.color(Color::White).has(man) { Color::White } else { Color::Black };
        if near(color, role, man).has(square) {
            return true;
        }
        let line = attacks::between(man, square);
        let (file, rank) = (man.file().abs_diff(square.file()), man.rank().abs_diff(square.rank()));
        let slides = match role {
            Role::Queen => file == 0 || rank == 0 || file == rank,
            Role::Rook => file == 0 || rank == 0,
            Role::Bishop => file == rank,
            _ => false,
        };
        slides && (line - empty).is_empty()
    }
}
