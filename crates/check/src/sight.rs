//! What a royal sees from where it stands tells of most moves that they do not leave it attacked.

use crate::attacks::{attacks, between};
use crate::board::{Board, Colour, Kind, Man};
use crate::moves::Move;
use crate::squares::{Set, Square};

/// The sight of one side's royal.
pub(crate) struct Sight<'a> {
    board: &'a Board,
    /// Where it stands, and what may shield it; everything where it is attacked already, or can be taken.
    pub(crate) screens: Set,
    /// For each [`Kind`] the squares from where a man of the other side attacks it.
    pub(crate) near: [Set; 6],
    /// The same for what a pawn may become.
    promoted: Set,
}

impl Sight<'_> {
    pub(crate) fn of(board: &Board, colour: Colour) -> Sight<'_> {
        let royal = board.royal(colour).map_or(0, |royal| royal.bit());
        let mut sight = Sight::from(board, colour, royal, board.empty());
        if sight.attackers(colour.other()) != 0 || board.rules.facts().royal_can_be_taken {
            sight.screens = !0;
        }
        sight
    }

    /// What a royal would see from a square, these being empty.
    pub(crate) fn from(board: &Board, colour: Colour, square: Set, empty: Set) -> Sight<'_> {
        let enemy = board.side(colour.other());
        let seen = |kind, empty| attacks(Man { colour, kind }, square, empty);
        let mut near = Kind::ALL.map(|kind| if kind == Kind::Queen { 0 } else { seen(kind, empty) });
        let lines = near[Kind::Rook as usize] | near[Kind::Bishop as usize];
        near[Kind::Queen as usize] = lines;
        let behind = [Kind::Rook, Kind::Bishop].into_iter().fold(0, |all, kind| {
            let sliders = (enemy.squares(kind) | enemy.squares(Kind::Queen)) & !lines;
            all | if sliders == 0 { 0 } else { seen(kind, empty | lines) & sliders }
        });
        let screened = |from| Square::in_set(square).fold(0, |all, royal| all | between(royal, from));
        let screens = Square::in_set(behind).fold(square, |all, from| all | screened(from) & lines);
        Sight { board, screens, near, promoted: lines | near[Kind::Knight as usize] }
    }

    /// The men of a side that attack the square.
    pub(crate) fn attackers(&self, by: Colour) -> Set {
        let side = self.board.side(by);
        Kind::ALL.iter().zip(self.near).fold(0, |all, (kind, near)| all | near & side.squares(*kind))
    }

    /// Where a man of the side to move may go so that the royal is attacked then: anywhere if it is a screen,
    /// may castle or capture en passant, else to where it attacks from.
    pub(crate) fn approaches(&self, from: Square, man: Man) -> Set {
        let Board { rules, castling, en_passant, .. } = *self.board;
        let (at, kind) = (from.bit(), man.kind as usize);
        let captures = |to: Square| attacks(man, at, 0) & to.bit() != 0;
        match man.kind {
            Kind::King if castling != 0 => !0,
            Kind::Pawn if en_passant.is_some_and(captures) => !0,
            Kind::Pawn if from.rank() == man.colour.own_rank(rules.size() - 2, rules.size()) => {
                if at & (self.screens | self.promoted) != 0 { !0 } else { self.promoted }
            }
            _ if at & self.screens != 0 => !0,
            _ => self.near[kind],
        }
    }

    /// Whether a pseudo-legal move surely leaves the royal as it was, not attacked.
    pub(crate) fn is_aside(&self, m: &Move) -> bool {
        self.board.man(m.from).is_some_and(|man| self.approaches(m.from, man) & m.to.bit() == 0)
    }
}

#[cfg(test)]
#[path = "../tests/unit/sight.rs"]
mod tests;
