//! Attacks with ghosts about: what is surely one, and what may be mate.

use crate::attacks::{Portable, attackers, between};
use crate::board::{Bitboard, Board, Color, Move, Role};
use crate::moves::pseudo_legal_moves;
use crate::rules::Rules;

use super::ghost::Ghost;
use super::sets::{After, Ghosts};

impl Ghosts {
    /// Whether an enemy man attacks the king of a side, and no ghost can be between.
    pub(super) fn is_surely_attacked<R: Rules>(&self, board: &Board, us: Color) -> bool {
        let Some(king) = board.men(us, Role::King).first() else { return true };
        let ghosts = self.all(Color::White) | self.all(Color::Black);
        attackers::<R, Portable>(board, king, !us, board.occupied())
            .any(|from| (between(king, from) & ghosts).is_empty())
    }

    /// Whether the defender, to move, may be in check.
    pub(super) fn may_check<R: Rules>(&self, after: &After<R>) -> bool {
        let board = after.position.board();
        let Some(king) = board.men(!self.color, Role::King).first() else { return true };
        let occupied = board.occupied();
        let by_ghost = |ghost: &Ghost| match after.left {
            Bitboard::EMPTY => ghost.attacks(occupied).has(king),
            mut left => left.any(|left| ghost.attacks_over(king, left, occupied)),
        };
        attackers::<R, Portable>(board, king, self.color, occupied).has_any()
            || self.of(self.color).any(by_ghost)
    }

    /// The moves that may answer a check.
    pub(super) fn answers<R: Rules>(&self, after: &After<R>) -> Vec<Move> {
        let king = after.position.board().men(self.color, Role::King);
        let mut moves = pseudo_legal_moves(&after.position);
        moves.retain(|mv| !king.has(mv.to()));
        moves
    }

    /// Whether one of these moves surely answers a check.
    pub(super) fn is_answered<R: Rules>(&self, after: &After<R>, moves: &[Move]) -> bool {
        let (position, color) = (&after.position, self.color);
        let board = position.board();
        let by_man = |board: &Board, square| {
            attackers::<R, Portable>(board, square, color, board.occupied()).has_any()
        };
        let own = self.all(!color);
        let ghosts = own | self.all(color);
        let mut shared = Bitboard::EMPTY;
        for &mv in moves {
            let (from, to) = (mv.from(), mv.to());
            let is_step = board.role(Role::Pawn).has(from) && from.file() == to.file();
            if (between(from, to) & ghosts).has_any() || is_step && ghosts.has(to) {
                continue;
            }
            let then = position.play(mv);
            let then = then.board();
            let Some(at) = then.men(!color, Role::King).first() else { continue };
            let by_ghost = |ghost: &Ghost| ghost.attacks(then.occupied()).has(at);
            if by_man(then, at) || self.of(color).any(by_ghost) {
                continue;
            }
            // Where a man on the board stands there is no ghost.
            if !(own - board.occupied()).has(to) {
                return true;
            }
            shared |= to.bb();
        }
        [shared, shared & Bitboard::LIGHT, shared - Bitboard::LIGHT].into_iter().any(|squares| {
            let own = self.of(!color).filter(|ghost| (ghost.all() & squares).has_any());
            squares.len() as usize > own.count()
        })
    }
}
