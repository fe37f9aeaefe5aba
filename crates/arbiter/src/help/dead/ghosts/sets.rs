//! The sets of all ghosts: how they grow, and what moves lead to with them.

use crate::attacks;
use crate::board::{Bitboard, Board, Color, Move, Role, Square};
use crate::moves::pseudo_legal_moves;
use crate::position::Position;
use crate::rules::Rules;

use super::super::region::promoted_steps;
use super::ghost::{Ghost, crossed, faces, up};

/// A position that a move leads to.
pub(super) struct After<R: Rules> {
    pub(super) position: Position<R>,
    /// What it has left empty; nothing if a ghost has moved.
    pub(super) left: Bitboard,
    /// Where a man may have captured.
    pub(super) to: Bitboard,
}

pub(super) struct Ghosts {
    pub(super) men: Vec<Ghost>,
    /// The attacker.
    pub(super) color: Color,
}

impl Ghosts {
    pub(super) fn of(&self, color: Color) -> impl Iterator<Item = &Ghost> {
        self.men.iter().filter(move |ghost| ghost.man.color == color)
    }

    pub(super) fn all(&self, color: Color) -> Bitboard {
        self.of(color).fold(Bitboard::EMPTY, |all, ghost| all | ghost.all())
    }

    fn crossed(&self, color: Color) -> Bitboard {
        self.of(color).fold(Bitboard::EMPTY, |all, ghost| all | ghost.crossed())
    }

    pub(super) fn is_over(&self, board: &Board) -> bool {
        board.color(self.color).single().is_some() && self.of(self.color).next().is_none()
    }

    /// Where a ghost may capture; pieces may go there, too.
    fn captures(&self, board: &Board, ghost: &Ghost) -> Bitboard {
        let (color, occupied) = (ghost.man.color, board.occupied());
        let free = Bitboard::FULL - board.color(color) - board.men(!color, Role::King);
        if !ghost.is_pawn() {
            return ghost.attacks(occupied) & free;
        }
        let enemy = board.color(!color) | self.all(!color) | self.crossed(!color) | crossed(board, !color);
        attacks::pawns(color, ghost.stays - occupied) & enemy & free
            | promoted_steps(ghost.promoted - occupied) & free
    }

    /// The sets that a ghost must have in a position beside those that it has.
    fn wanted(&self, board: &Board, ghost: &Ghost) -> [Bitboard; 2] {
        let (color, occupied) = (ghost.man.color, board.occupied());
        let free = Bitboard::FULL - board.color(color) - board.men(!color, Role::King);
        if !ghost.is_pawn() {
            return [ghost.attacks(occupied) & free, Bitboard::EMPTY];
        }
        let on = ghost.stays - occupied;
        let enemy = board.color(!color) | self.all(!color) | self.crossed(!color) | crossed(board, !color);
        let mut ahead = on.shift(up(color)) - occupied;
        for other in self.of(!color).filter(|other| other.is_kept && faces(ghost, other)) {
            // It has to be beyond.
            let nearer = match color {
                Color::White => u64::MAX >> 8 >> other.stays.0.leading_zeros(),
                Color::Black => u64::MAX << 8 << other.stays.0.trailing_zeros(),
            };
            ahead = ahead - Bitboard(!nearer);
        }
        let stays = ahead | attacks::pawns(color, on) & enemy & free;
        let last = ghost.stays & Bitboard::rank(color.own_rank(7));
        [stays, last | promoted_steps(ghost.promoted - occupied) & free]
    }

    /// Lets ghosts have what a position asks of their sets; whether one has become larger.
    pub(super) fn grow<R: Rules>(&mut self, position: &Position<R>) -> bool {
        let mut has_grown = false;
        loop {
            let mut is_larger = false;
            for number in 0..self.men.len() {
                let ghost = self.men[number];
                let [stays, promoted] = self.wanted(position.board(), &ghost);
                let grown =
                    Ghost { stays: ghost.stays | stays, promoted: ghost.promoted | promoted, ..ghost };
                let is_kept = ghost.is_kept && grown.is_on_its_file() && grown.promoted.is_empty();
                is_larger |= grown != ghost;
                self.men[number] = Ghost { is_kept, ..grown };
            }
            if !is_larger {
                return has_grown;
            }
            has_grown = true;
        }
    }

    /// Marks the pawns that are not kept, for one of these moves may capture them; whether there are any.
    pub(super) fn are_captured<R: Rules>(&mut self, position: &Position<R>, moves: &[After<R>]) -> bool {
        let us = position.turn();
        let mut to = moves.iter().fold(Bitboard::EMPTY, |all, after| all | after.to);
        if moves.iter().any(|after| after.left.is_empty()) {
            to |= self.of(us).fold(Bitboard::EMPTY, |all, own| all | self.captures(position.board(), own));
        }
        let mut is_new = false;
        for ghost in self.men.iter_mut().filter(|ghost| ghost.man.color != us && ghost.is_kept) {
            if ((ghost.stays | ghost.crossed()) & to).has_any() {
                (ghost.is_kept, is_new) = (false, true);
            }
        }
        is_new
    }

    /// What moves lead to, after which no man surely attacks the mover's king.
    pub(super) fn moves<R: Rules>(&self, position: &Position<R>, all: &mut Vec<After<R>>) {
        all.clear();
        let (board, us) = (position.board(), position.turn());
        let mut meet = |position: Position<R>, left, to| {
            if !self.is_surely_attacked::<R>(position.board(), us) {
                all.push(After { position, left, to });
            }
        };
        for mv in pseudo_legal_moves(position) {
            if board.men(!us, Role::King).has(mv.to()) {
                continue;
            }
            let (from, to) = (mv.from().bb(), mv.to().bb());
            let is_step = (board.role(Role::Pawn) & from).has_any() && mv.from().file() == mv.to().file();
            let left = if position.is_en_passant(mv) { from | to.shift(-up(us)) } else { from };
            meet(position.play(mv), left, if is_step { Bitboard::EMPTY } else { to });
        }
        let crossed = self.crossed(!us);
        let known = position.en_passant().map_or(Bitboard::EMPTY, Square::bb);
        let targets = (self.all(!us) | crossed) - board.occupied() - known;
        for from in board.men(us, Role::Pawn) {
            for to in attacks::pawn(us, from) & targets {
                let left = from.bb() | (crossed & to.bb()).shift(-up(us));
                if R::last_rank(us).has(to) {
                    for &role in R::PROMOTIONS {
                        meet(position.play(Move::promote(from, to, role)), left, to.bb());
                    }
                } else {
                    meet(position.play(Move::new(from, to)), left, to.bb());
                }
            }
        }
        let moves = |ghost: &Ghost| self.wanted(board, ghost).into_iter().any(Bitboard::has_any);
        if !self.of(us).any(moves) {
            return;
        }
        let mut setup = position.to_setup();
        (setup.turn, setup.en_passant) = (!us, None);
        meet(Position::from_valid(&setup), Bitboard::EMPTY, Bitboard::EMPTY);
        let captures = self.of(us).fold(Bitboard::EMPTY, |all, ghost| all | self.captures(board, ghost));
        let steps = self.of(us).filter(|ghost| ghost.is_pawn());
        let pawns =
            steps.fold(Bitboard::EMPTY, |all, pawn| all | attacks::pawns(us, pawn.stays - board.occupied()));
        let victims = captures & board.color(!us);
        for victim in victims | (pawns & self::crossed(board, !us)).shift(-up(us)) {
            let mut setup = setup;
            setup.board.remove(victim);
            meet(Position::from_valid(&setup), Bitboard::EMPTY, Bitboard::EMPTY);
        }
    }
}
