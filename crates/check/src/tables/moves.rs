//! Positions of few men, millions of which are looked at, and their moves: 64 at a time.

use crate::attacks::{attacks, between};
use crate::board::{Board, RuleSet};
use crate::men::{Colour, Kind};
use crate::squares::{END_RANKS, Set, Square, own_rank};

use super::index::{Class, MOST, NOBODY, OTHER, PAWN, man};

/// Positions that differ in the square of the last man, the defender's king apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) class: Class,
    /// The squares of its men; what is said of the last means nothing.
    pub(super) at: [Square; MOST],
    /// The squares of the last, one for each position.
    pub(super) on: Set,
    /// The square that a pawn has just crossed, if a pawn of the side to move attacks it.
    pub(super) crossed: Set,
}

impl Row {
    /// One position: men in any order, with their squares.
    fn of(mut men: [(u8, Square); MOST]) -> Row {
        // Of men that are alike the last stays the last.
        men.sort_by_key(|(man, _)| *man);
        let (class, at) = (Class::of(men.map(|(man, _)| man)), men.map(|(_, square)| square));
        Row { class, at, on: at[class.last()].bit(), crossed: 0 }
    }

    /// A position, the attacker as White; `None` if there are too many men.
    pub(super) fn read(board: &Board, attacker: Colour) -> Option<Row> {
        let is_black = attacker == Colour::Black;
        let mirrored = |set: Set| if is_black { set.swap_bytes() } else { set };
        let (mut men, mut free) = ([(NOBODY, Square::on(0, 0)); MOST], 0..MOST);
        for (side, first) in [(attacker, 0), (attacker.other(), OTHER)] {
            for kind in Kind::ALL {
                for square in Square::in_set(mirrored(board.side(side).squares(kind))) {
                    men[free.next()?] = (first + kind as u8, square);
                }
            }
        }
        let row = Row::of(men);
        let turn = if board.turn == attacker { Colour::White } else { Colour::Black };
        let crossed = Square::in_set(board.en_passant.map_or(0, |square| mirrored(square.bit())));
        let crossed = crossed.filter(|square| row.pawns(turn, *square) & row.on != 0);
        Some(Row { crossed: crossed.map(Square::bit).sum(), ..row })
    }

    /// If it is one, as a position to be shown, the attacker to move.
    pub(super) fn board(&self) -> Board {
        let (rules, sides, turn) = (RuleSet::Standard, Default::default(), Colour::White);
        let mut board = Board { rules, sides, turn, castling: 0, en_passant: None };
        for i in self.class.places() {
            let man = man(self.class.men[i]);
            let square = if i == self.class.last() { self.on } else { self.at[i].bit() };
            board.sides[man.colour as usize].0[man.kind as usize] |= square;
        }
        board
    }

    /// The places of a side's men.
    fn side(&self, side: Colour) -> std::ops::Range<usize> {
        let (own, all) = (self.class.king(), self.class.places());
        if side == Colour::White { 0..own } else { own..all.end }
    }

    /// The squares of a side's men but the last.
    fn squares(&self, side: Colour) -> Set {
        self.side(side).filter(|i| *i != self.class.last()).fold(0, |all, i| all | self.at[i].bit())
    }

    fn is_pawn(&self, place: usize) -> bool {
        self.class.men[place] % OTHER == PAWN
    }

    /// Where the last man stands when one of the men of some places attacks a square.
    fn attackers(&self, places: impl Iterator<Item = usize>, square: Square) -> Set {
        let empty = !(self.squares(Colour::White) | self.squares(Colour::Black));
        places.fold(0, |all, i| {
            let number = self.class.men[i];
            all | if i == self.class.last() {
                attacks(man((number + OTHER) % NOBODY), square.bit(), empty)
            } else if attacks(man(number), self.at[i].bit(), empty) & square.bit() != 0 {
                !between(self.at[i], square)
            } else {
                0
            }
        })
    }

    fn pawns(&self, side: Colour, square: Square) -> Set {
        self.attackers(self.side(side).filter(|i| self.is_pawn(*i)), square)
    }

    /// Where the last man stands when a side's king is attacked.
    pub(super) fn in_check(&self, side: Colour) -> Set {
        self.attackers(self.side(side.other()), self.at[self.side(side).start])
    }

    /// Those whose men stand apart, pawns where they can, and in which the waiting side is not in check.
    pub(super) fn positions(&self, turn: Colour) -> Set {
        let (last, fixed) = (self.class.last(), self.squares(turn) | self.squares(turn.other()));
        let barred = |i: usize| if self.is_pawn(i) { END_RANKS } else { 0 };
        let is_lost = |i: usize| i != last && self.at[i].bit() & barred(i) != 0;
        let is_none = fixed.count_ones() + 1 < self.class.len.into() || self.class.places().any(is_lost);
        if is_none { 0 } else { self.on & !fixed & !barred(last) & !self.in_check(turn.other()) }
    }

    /// Shows what each legal move of a side leads to: the squares of the last man before it, what arises, and
    /// by the square before it those of the last man afterwards.
    pub(super) fn each_move(&self, side: Colour, mut show: impl FnMut(Set, &Row, &dyn Fn(Square) -> Set)) {
        let (own, enemies, last) = (self.squares(side), self.squares(side.other()), self.class.last());
        let (empty, is_own) = (!(own | enemies), self.side(side).contains(&last));
        for i in self.side(side) {
            let (number, is_pawn) = (self.class.men[i], self.is_pawn(i));
            let mut arrive = |from: Square, to: Square, victim: Option<usize>, on: Set| {
                let promotes = is_pawn && to.bit() & END_RANKS != 0;
                for kind in if promotes { number - 4..number } else { number..number + 1 } {
                    let mut men = std::array::from_fn(|i| (self.class.men[i], self.at[i]));
                    men[i] = (kind, to);
                    victim.into_iter().for_each(|victim| men[victim].0 = NOBODY);
                    let (mut after, is_one) = (Row::of(men), i == last || victim == Some(last));
                    after.on = if is_one { after.on } else { on } & !after.in_check(side);
                    let is_double = is_pawn && (from.rank() + to.rank()) % 2 == 0;
                    let middle = Square::on(from.file(), (from.rank() + to.rank()) / 2);
                    let beside = if is_double { after.pawns(side.other(), middle) } else { 0 };
                    for (part, crossed) in [(after.on & beside, middle.bit()), (after.on & !beside, 0)] {
                        if part != 0 {
                            let from = if is_one { on } else { part };
                            let to = |square: Square| if is_one { part } else { square.bit() };
                            show(from, &Row { on: part, crossed, ..after }, &to);
                        }
                    }
                }
            };
            for from in Square::in_set(if i == last { self.on } else { self.at[i].bit() }) {
                let attacked = attacks(man(number), from.bit(), empty);
                let at = if i == last { from.bit() } else { self.on };
                let step = |set: Set| if side == Colour::White { set << 8 } else { set >> 8 } & empty;
                let ahead = step(from.bit()) | step(step(from.bit()) & own_rank(side, 2));
                let quiet = if is_pawn { ahead } else { attacked & empty };
                for to in Square::in_set(if i == last && !is_pawn { 0 } else { quiet }) {
                    arrive(from, to, None, at & !between(from, to) & !to.bit());
                }
                let there =
                    enemies | if is_pawn { self.crossed } else { 0 } | if is_own { 0 } else { self.on };
                for to in Square::in_set(attacked & there) {
                    // The pawn that is captured en passant stands behind the square.
                    let is_crossing = is_pawn && to.bit() == self.crossed;
                    let captured = if is_crossing { Square::on(to.file(), from.rank()) } else { to };
                    let fixed = self.side(side.other()).find(|j| *j != last && self.at[*j] == captured);
                    let on = if fixed.is_some() { at & !between(from, to) } else { at & captured.bit() };
                    arrive(from, to, fixed.or(Some(last)), on);
                }
            }
        }
        if is_own && !self.is_pawn(last) {
            let on = empty & !self.in_check(side);
            let man = man(self.class.men[last]);
            let to = |square: Square| on & attacks(man, square.bit(), empty);
            show(self.on, &Row { on, crossed: 0, ..*self }, &to);
        }
    }
}
