//! Attacks with ghosts about: what is surely one, and what may be mate.

use crate::attacks::{Portable, attackers, between};
use crate::board::{Bitboard, Board, Color, Role, Square};
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

    /// Whether the attacker's ghosts may give check with the move that led to a position.
    fn may_check<R: Rules>(&self, after: &After<R>, king: Square) -> bool {
        let occupied = after.position.board().occupied();
        self.of(self.color).any(|ghost| {
            if after.left.is_empty() {
                return ghost.attacks(occupied).has(king);
            }
            { after.left }.any(|left| ghost.attacks_over(king, left, occupied))
        })
    }

    /// Whether the defender, to move, may be mated.
    pub(super) fn may_be_mate<R: Rules>(&self, after: &After<R>) -> bool {
        let (position, color) = (&after.position, self.color);
        let board = position.board();
        let Some(king) = board.men(!color, Role::King).first() else { return true };
        let by_man = |board: &Board, square| {
            attackers::<R, Portable>(board, square, color, board.occupied()).has_any()
        };
        if !by_man(board, king) && !self.may_check(after, king) {
            return false;
        }
        let own = self.all(!color);
        let ghosts = own | self.all(color);
        let mut shared = Bitboard::EMPTY;
        for mv in pseudo_legal_moves(position) {
            let (from, to) = (mv.from(), mv.to());
            let is_step = board.role(Role::Pawn).has(from) && from.file() == to.file();
            if (between(from, to) & ghosts).has_any()
                || is_step && ghosts.has(to)
                || board.men(color, Role::King).has(to)
            {
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
                return false;
            }
            shared |= to.bb();
        }
        [shared, shared & Bitboard::LIGHT, shared - Bitboard::LIGHT].into_iter().all(|squares| {
            let own = self.of(!color).filter(|ghost| (ghost.all() & squares).has_any());
            squares.len() as usize <= own.count()
        })
    }
}
