//! What a royal sees from where it stands tells of most moves that they do not leave it attacked.

use crate::attacks::attacks;
use crate::board::{Board, Colour, Kind, Man};
use crate::moves::Move;
use crate::squares::{Set, Square};

/// The sight of one side's royal.
pub(crate) struct Sight<'a> {
    board: &'a Board,
    /// Where it stands, and what may stand between it and an attacker; everything where it is attacked
    /// already, or can be taken.
    screens: Set,
    /// For each [`Kind`] the squares from where a man of the other side attacks it.
    near: [Set; 6],
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
        Sight { board, screens, near }
    }

    /// Where a man of the side to move may go so that the royal is attacked then: anywhere if it is a screen,
    /// may castle, capture en passant or promote, else to where it attacks from.
    pub(crate) fn approaches(&self, from: Square, man: Man) -> Set {
        let Board { rules, castling, en_passant, .. } = *self.board;
        let is_special = match man.kind {
            Kind::King => castling != 0,
            Kind::Pawn => {
                en_passant.is_some() || from.rank() == man.colour.own_rank(rules.size() - 2, rules.size())
            }
            _ => false,
        };
        if is_special || from.bit() & self.screens != 0 { !0 } else { self.near[man.kind as usize] }
    }

    /// Whether a pseudo-legal move surely leaves the royal as it was, not attacked.
    pub(crate) fn is_aside(&self, m: &Move) -> bool {
        self.board.man(m.from).is_some_and(|man| self.approaches(m.from, man) & m.to.bit() == 0)
    }
}

#[cfg(test)]
#[path = "../tests/unit/sight.rs"]
mod tests;
