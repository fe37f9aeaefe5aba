//! Positions of few men, millions of which are looked at, and their moves.

use crate::attacks::attacks;
use crate::board::{Board, RuleSet};
use crate::men::{Colour, Kind};
use crate::squares::{Set, Square, own_rank};

use super::index::{Class, MOST, NOBODY, OTHER, PAWN, man};

/// Where men stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few {
    pub(super) class: Class,
    /// The squares of its men.
    pub(super) at: [u8; MOST],
    /// The square that a pawn has just crossed, if a pawn of the side to move attacks it.
    pub(super) crossed: Option<u8>,
}

impl Few {
    /// Men in any order, with their squares.
    fn of(mut men: [(u8, u8); MOST]) -> Few {
        men.sort_unstable();
        Few { class: Class::of(men.map(|(man, _)| man)), at: men.map(|(_, square)| square), crossed: None }
    }

    /// One man changed: captured or promoted.
    fn with(&self, place: usize, other: u8) -> Few {
        let mut men = std::array::from_fn(|i| (self.class.men[i], self.at[i]));
        men[place].0 = other;
        Few::of(men)
    }

    /// A position, the attacker as White; `None` if there are too many men.
    pub(super) fn read(board: &Board, attacker: Colour, rays: &Rays) -> Option<Few> {
        let is_black = attacker == Colour::Black;
        let mirrored = |set: Set| if is_black { set.swap_bytes() } else { set };
        let (mut men, mut free) = ([(NOBODY, 0); MOST], 0..MOST);
        for (side, first) in [(attacker, 0), (attacker.other(), OTHER)] {
            for kind in Kind::ALL {
                for square in Square::in_set(mirrored(board.side(side).squares(kind))) {
                    men[free.next()?] = (first + kind as u8, square.index() as u8);
                }
            }
        }
        let few = Few::of(men);
        let crossed = board.en_passant.map(|square| mirrored(square.bit()).trailing_zeros() as u8);
        let turn = if board.turn == attacker { Colour::White } else { Colour::Black };
        Some(Few { crossed: crossed.filter(|square| rays.has_pawn_at(&few, turn, *square)), ..few })
    }

    /// As a position to be shown, the attacker to move.
    pub(super) fn board(&self) -> Board {
        let (rules, sides, turn) = (RuleSet::Standard, Default::default(), Colour::White);
        let mut board = Board { rules, sides, turn, castling: 0, en_passant: None };
        for i in self.class.places() {
            let man = man(self.class.men[i]);
            board.sides[man.colour as usize].0[man.kind as usize] |= bit(self.at[i]);
        }
        board
    }

    /// The places of a side's men.
    fn side(&self, side: Colour) -> std::ops::Range<usize> {
        let (own, all) = (self.class.king(), self.class.places());
        if side == Colour::White { 0..own } else { own..all.end }
    }

    fn squares(&self, side: Colour) -> Set {
        self.side(side).fold(0, |all, i| all | bit(self.at[i]))
    }
}

fn bit(square: u8) -> Set {
    1 << square
}

/// What men attack and what can stand between.
pub(super) struct Rays {
    /// By man and square the squares that it attacks on an empty board.
    reach: [[Set; 64]; 12],
    /// The squares between two on a line.
    between: Vec<[Set; 64]>,
}

impl Rays {
    pub(super) fn new() -> Rays {
        let reach = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
            .map(|number| std::array::from_fn(|from| attacks(man(number), 1 << from, !0)));
        // Those that a queen attacks from both ends when the other end is in its way.
        let toward = |from: usize, to: usize| attacks(man(1), 1 << from, !(1 << to));
        let is_line = |from: usize, to: usize| reach[1][from] & 1 << to != 0;
        let both = |from, to| if is_line(from, to) { toward(from, to) & toward(to, from) } else { 0 };
        let line = |from: usize, to: usize| {
            let sides = [2, 3].map(|man: usize| reach[man][from] & reach[man][to] & both(from, to));
            sides[usize::from(reach[3][from] & 1 << to != 0)]
        };
        Rays { reach, between: (0..64).map(|from| std::array::from_fn(|to| line(from, to))).collect() }
    }

    /// Whether a man of a position attacks a square, others standing in between or not.
    fn attacks(&self, man: u8, from: u8, to: u8, occupied: Set) -> bool {
        let [man, from] = [man, from].map(usize::from);
        self.reach[man][from] & bit(to) != 0 && self.between[from][usize::from(to)] & occupied == 0
    }

    fn has_pawn_at(&self, few: &Few, side: Colour, square: u8) -> bool {
        let is_pawn = |i: &usize| few.class.men[*i] % OTHER == PAWN;
        few.side(side).filter(is_pawn).any(|i| self.attacks(few.class.men[i], few.at[i], square, 0))
    }

    /// Whether a side's king is attacked.
    pub(super) fn in_check(&self, few: &Few, side: Colour) -> bool {
        let (king, enemy) = (few.at[few.side(side).start], side.other());
        let occupied = few.squares(side) | few.squares(enemy);
        few.side(enemy).any(|i| self.attacks(few.class.men[i], few.at[i], king, occupied))
    }

    /// Whether the men stand on squares of their own, pawns where they can stand, and the side that is not to
    /// move is not in check.
    pub(super) fn is_position(&self, few: &Few, turn: Colour) -> bool {
        let all = few.squares(turn) | few.squares(turn.other());
        let is_lost = |i: usize| few.class.men[i] % OTHER == PAWN && !(8..56).contains(&few.at[i]);
        let is_placed =
            all.count_ones() as usize == few.class.places().len() && !few.class.places().any(is_lost);
        is_placed && !self.in_check(few, turn.other())
    }

    /// Shows what each legal move of a side leads to.
    pub(super) fn each_move(&self, few: &Few, side: Colour, mut show: impl FnMut(&Few)) {
        let (own, enemies) = (few.squares(side), few.squares(side.other()));
        let occupied = own | enemies;
        for i in few.side(side) {
            let (number, from) = (few.class.men[i], few.at[i]);
            let is_pawn = number % OTHER == PAWN;
            let reach = self.reach[usize::from(number)][usize::from(from)];
            let to = if is_pawn {
                let step = |set: Set| if side == Colour::White { set << 8 } else { set >> 8 } & !occupied;
                let one = step(bit(from));
                one | step(one & own_rank(side, 2)) | reach & (enemies | few.crossed.map_or(0, bit))
            } else {
                reach & !own
            };
            for square in Square::in_set(to) {
                let to = square.index() as u8;
                if self.between[usize::from(from)][usize::from(to)] & occupied != 0 {
                    continue;
                }
                let mut after = Few { crossed: None, ..*few };
                after.at[i] = to;
                // The pawn that is captured en passant stands behind the square.
                let is_crossing = is_pawn && few.crossed == Some(to);
                let captured = if is_crossing { to ^ 8 } else { to };
                if (bit(captured) & enemies) != 0 {
                    let victim = few.side(side.other()).find(|j| few.at[*j] == captured).unwrap_or_default();
                    after = after.with(victim, NOBODY);
                }
                if self.in_check(&after, side) {
                    continue;
                }
                if !is_pawn {
                    show(&after);
                } else if (8..56).contains(&to) {
                    let middle = (from + to) / 2;
                    let is_double = from.abs_diff(to) == 16;
                    after.crossed =
                        (is_double && self.has_pawn_at(&after, side.other(), middle)).then_some(middle);
                    show(&after);
                } else {
                    let place = after.side(side).find(|j| after.at[*j] == to).unwrap_or_default();
                    (number - 4..number).for_each(|kind| show(&after.with(place, kind)));
                }
            }
        }
    }
}
