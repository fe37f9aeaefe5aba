//! What a royal sees from where it stands tells of most moves that they do not leave it attacked.

use crate::attacks::attacks;
use crate::board::{Board, Colour, Kind, Man};
use crate::moves::Move;
use crate::squares::Set;

/// The sight of one side's royal.
pub(crate) struct Sight<'a> {
    board: &'a Board,
    /// Where it stands, and what may stand between it and an attacker; everything where it is attacked
    /// already, or can be taken.
    screens: Set,
    /// For each [`Kind`] the squares from where a man of the other side attacks it.
    near: [Set; 6],
    /// All of these.
    seen: Set,
}

impl Sight<'_> {
    pub(crate) fn of(board: &Board, colour: Colour) -> Sight<'_> {
        let royal = board.royal(colour).map_or(0, |royal| royal.bit());
        let (enemy, empty) = (board.side(colour.other()), board.empty());
        let near = Kind::ALL.map(|kind| attacks(Man { colour, kind }, royal, empty));
        let lines = near[Kind::Queen as usize];
        let is_attacked = Kind::ALL.iter().zip(near).any(|(kind, near)| near & enemy.squares(*kind) != 0);
        let is_behind = |kind| attacks(Man { colour, kind }, royal, empty | lines) & enemy.squares(kind) != 0;
        let screens = if is_attacked || board.rules.facts().royal_can_be_taken {
            !0
        } else if [Kind::Queen, Kind::Rook, Kind::Bishop].into_iter().any(is_behind) {
            royal | lines
        } else {
            royal
        };
        Sight { board, screens, near, seen: lines | near[Kind::Knight as usize] }
    }

    /// Whether a pseudo-legal move surely leaves the royal as it was, not attacked: the man was no screen,
    /// and does not attack from where it lands. Castling, promotions and captures en passant are not looked
    /// at.
    pub(crate) fn is_aside(&self, m: &Move) -> bool {
        let near = |man: Man| m.to.bit() & self.near[man.kind as usize] != 0;
        let is_plain = m.promotion.is_none() && m.castling.is_none() && self.board.en_passant != Some(m.to);
        let is_far = m.to.bit() & self.seen == 0 || !self.board.man(m.from).is_some_and(near);
        is_plain && m.from.bit() & self.screens == 0 && is_far
    }
}

#[cfg(test)]
#[path = "../tests/unit/sight.rs"]
mod tests;
