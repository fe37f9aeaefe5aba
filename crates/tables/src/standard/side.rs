//! Moves forwards and backwards in endings of standard chess.

use std::ops::Range;
use std::sync::Arc;

use chess_arbiter::attacks::{self, Isa};
use chess_arbiter::board::Role;

use super::board::{BELOW, DIAGONAL, Frame, SEEN, TRANSPOSE};
use super::index::{FIFTH, Index, MEN, OTHERS, Placed, Run, Squares};
use super::men::{RANK_3, RANK_8, attacked, bit, reach, square, squares};
use super::routes::{Change, PawnTo, Routes};
use crate::material::{Class, PIECES, folded};
use crate::positions::Offer;
use crate::solved::{Pages, Solved};

/// The positions of a class with one side to move.
#[derive(Debug)]
pub(crate) struct Side {
    pub(super) index: Index,
    roles: [Role; OTHERS],
    /// Our men and all men, beside the kings.
    ours: usize,
    others: usize,
    /// Our pawns stand on some files alone, and elsewhere after a capture.
    pawns_on_files: bool,
    routes: Routes,
}

/// The squares of our men and of theirs, and what each of our men beside the king attacks.
struct Standing {
    own: u64,
    enemy: u64,
    reached: [u64; MEN],
}

/// What moves a position has, those within its class apart.
pub(super) struct Moves {
    pub(super) offer: Offer,
    pub(super) check: bool,
}

impl Side {
    pub(super) fn of(class: Class, solved: &mut dyn FnMut(Class) -> Option<Arc<Solved<Index>>>) -> Side {
        let index = Index::new(class);
        let (roles, ours) = index.roles();
        let others = usize::from(class.men()) - 2;
        let pawns_on_files = class.us.files.is_some();
        Side { index, roles, ours, others, pawns_on_files, routes: Routes::new(class, solved) }
    }

    /// The longest win or loss, from before the move, that a capture or promotion leads to.
    pub(super) fn longest_conversion(&self) -> u16 {
        self.routes.longest()
    }

    /// What somebody who looks at the moves of positions, in order, keeps meanwhile.
    pub(super) fn pages(&self) -> Vec<Pages> {
        self.routes.pages()
    }

    /// Lets go of the tables that captures and promotions lead to.
    pub(super) fn forget_routes(&mut self) {
        self.routes = Routes::default();
    }

    /// Our men beside the king, then theirs: roles and squares.
    #[inline(always)]
    fn men(&self, at: &Squares) -> [impl Iterator<Item = (usize, Role, u8)> + Clone; 2] {
        let at = *at;
        let men = |men: Range<usize>| men.map(move |man| (man, self.roles[man - 2], at[man]));
        [men(2..2 + self.ours), men(2 + self.ours..2 + self.others)]
    }

    /// How the men stand; `None` where there is no such position: men share a square, or we could take their
    /// king.
    #[inline(always)]
    fn standing<I: Isa>(&self, placed: &Placed) -> Option<Standing> {
        let at = &placed.squares;
        let [ours, theirs] = self.men(at);
        let own = ours.clone().fold(bit(at[0]), |set, (.., square)| set | bit(square));
        let enemy = theirs.fold(bit(at[1]), |set, (.., square)| set | bit(square));
        let occupied = own | enemy;
        if occupied.count_ones() as usize != 2 + self.others || !self.may_be(placed, occupied) {
            return None;
        }
        let mut reached = [0; MEN];
        for (man, role, from) in ours {
            reached[man] = attacked::<I>(role, true, from, occupied);
            if reached[man] & bit(at[1]) != 0 {
                return None;
            }
        }
        Some(Standing { own, enemy, reached })
    }

    /// Whether there is such a position.
    #[inline(always)]
    pub(super) fn is_position<I: Isa>(&self, placed: &Placed) -> bool {
        self.standing::<I>(placed).is_some()
    }

    /// The moves of a position; `None` where there is none such: men share a square, or we could
    /// take their king. Those within its class are handed to `open`: a man, and the squares it can
    /// go to.
    #[inline(always)]
    pub(super) fn moves<I: Isa>(
        &self,
        placed: &Placed,
        pages: &mut [Pages],
        mut open: impl FnMut(usize, u64),
    ) -> Option<Moves> {
        let Placed { squares: at, passing } = placed;
        let Standing { own, enemy, reached } = self.standing::<I>(placed)?;
        let (us, them, occupied) = (at[0], at[1], own | enemy);
        let [ours, theirs] = self.men(at);
        // What they attack with our king out of the way, what checks, and what may not leave a line.
        let (mut danger, mut checkers, mut pinned) = (attacks::king(square(them)).0, 0, 0);
        let mut lines = [(0, 0); OTHERS];
        for ((_, role, from), line) in theirs.zip(&mut lines) {
            let seen = attacked::<I>(role, false, from, occupied & !bit(us));
            danger |= seen;
            if seen & bit(us) != 0 {
                checkers |= bit(from);
            } else if matches!(role, Role::Queen | Role::Rook | Role::Bishop) {
                let between = attacks::between(square(us), square(from)).0;
                let blocker = between & occupied;
                if blocker & own != 0 && blocker & (blocker - 1) == 0 && looks_along(role, us, from) {
                    pinned |= blocker;
                    *line = (blocker, between | bit(from));
                }
            }
        }
        let mut moves = Moves { offer: Offer::default(), check: checkers != 0 };
        let to = attacks::king(square(us)).0 & !own & !danger;
        open(0, self.add(&mut moves, pages, at, (0, to), enemy));
        if checkers & checkers.wrapping_sub(1) != 0 {
            return Some(moves);
        }
        let goals = match checkers {
            0 => !own,
            _ => checkers | attacks::between(square(us), square(checkers.trailing_zeros() as u8)).0,
        };
        for (man, role, from) in ours {
            let mut to = reached[man];
            if role == Role::Pawn {
                let step = bit(from) << 8 & !occupied;
                let twice = (step & RANK_3) << 8 & !occupied;
                to = to & enemy | step | twice;
                if let Some(theirs) = *passing {
                    self.capture_in_passing::<I>(&mut moves, pages, at, (man, theirs), occupied);
                }
            }
            if pinned & bit(from) != 0 {
                lines.iter().filter(|line| line.0 == bit(from)).for_each(|line| to &= line.1);
            }
            open(man, self.add(&mut moves, pages, at, (man, to & goals), enemy));
        }
        Some(moves)
    }

    /// Adds the moves of a man to these squares that change the material, and returns the others.
    #[inline(always)]
    fn add(
        &self,
        moves: &mut Moves,
        pages: &mut [Pages],
        at: &Squares,
        (man, to): (usize, u64),
        enemy: u64,
    ) -> u64 {
        let promotes = man >= 2 && self.roles[man - 2] == Role::Pawn;
        let changes = to & if promotes { enemy | RANK_8 } else { enemy };
        for to in squares(changes) {
            let mut after = *at;
            after[man] = to;
            let taken = if enemy & bit(to) == 0 {
                0
            } else {
                (2 + self.ours..2 + self.others).find(|&theirs| at[theirs] == to).unwrap_or(0)
            };
            if promotes && bit(to) & RANK_8 != 0 {
                for role in PIECES {
                    let change = Change { taken, pawn: man, to: PawnTo::Piece(role) };
                    moves.offer.add(self.routes.value(pages, &after, change));
                }
            } else {
                moves.offer.add(self.routes.value(pages, &after, self.capture(taken, man, to)));
            }
        }
        to & !changes
    }

    /// The capture of a man by one of ours, without a promotion.
    #[inline(always)]
    fn capture(&self, taken: usize, man: usize, to: u8) -> Change {
        if self.pawns_on_files && man >= 2 && self.roles[man - 2] == Role::Pawn {
            return Change { taken, pawn: man, to: PawnTo::File(folded(to % 8)) };
        }
        Change::capture(taken)
    }

    /// What its moves make a position, given the values of the other class of its pair; 1 where
    /// there is none such.
    #[inline(always)]
    pub(super) fn value<I: Isa>(
        &self,
        placed: &Placed,
        pages: &mut [Pages],
        other: &Solved<Index>,
        of_other: &mut Pages,
    ) -> u16 {
        let mut offer = Offer::default();
        let moves = self.moves::<I>(placed, pages, |man, to| {
            for to in squares(to) {
                let mut after = *placed;
                let from = std::mem::replace(&mut after.squares[man], to);
                // The men change sides, and may then be captured in passing.
                let twice = man >= 2 && self.roles[man - 2] == Role::Pawn && to == from + 16;
                after.passing = twice.then_some(man);
                offer.add(other.value(of_other, other.index.number_placed(&self.turned(&after), false)));
            }
        });
        let Some(moves) = moves else { return 1 };
        match offer.and(moves.offer) {
            Offer { win, .. } if win > 0 => win,
            Offer { hold: true, .. } => 0,
            Offer { loss: 0, .. } if !moves.check => 0,
            Offer { loss, .. } => loss.max(2),
        }
    }

    /// A position as the other side sees it.
    #[inline(always)]
    fn turned(&self, placed: &Placed) -> Placed {
        let at = placed.squares.map(|square| square ^ 56);
        let (ours, theirs) = (2..2 + self.ours, 2 + self.ours..2 + self.others);
        let mut squares = [at[1], at[0], 0, 0, 0];
        for (square, man) in squares[2..].iter_mut().zip(theirs.chain(ours)) {
            *square = at[man];
        }
        let passing = placed.passing.map(|man| man + self.others - self.ours);
        Placed { squares, passing }
    }

    /// Adds the capture of their pawn `theirs` by our pawn `man`, if it can be made.
    #[inline(never)]
    fn capture_in_passing<I: Isa>(
        &self,
        moves: &mut Moves,
        pages: &mut [Pages],
        at: &Squares,
        (man, theirs): (usize, usize),
        occupied: u64,
    ) {
        let to = at[theirs] + 8;
        if attacked::<I>(Role::Pawn, true, at[man], 0) & bit(to) == 0 {
            return;
        }
        let occupied = occupied & !bit(at[man]) & !bit(at[theirs]) | bit(to);
        let checks = |(other, role, from)| {
            other != theirs && attacked::<I>(role, false, from, occupied) & bit(at[0]) != 0
        };
        let [_, mut enemies] = self.men(at);
        if !enemies.any(checks) {
            let mut after = *at;
            after[man] = to;
            moves.offer.add(self.routes.value(pages, &after, self.capture(theirs, man, to)));
        }
    }

    /// Whether the kings are apart and no pawn stands where none can, as in all positions that the
    /// index numbers.
    pub(super) fn may_stand(&self, at: &Squares) -> bool {
        let others = (2..).zip(&self.roles[..self.others]);
        let mut pawns = others.filter(|(_, role)| **role == Role::Pawn);
        attacks::king(square(at[0])).0 & bit(at[1]) == 0 && pawns.all(|(man, _)| (8..56).contains(&at[man]))
    }

    /// Whether a pawn that is said to have made a double step can have made it, and the number is
    /// the one that counts.
    #[inline(always)]
    fn may_be(&self, placed: &Placed, occupied: u64) -> bool {
        let Some(theirs) = placed.passing else { return true };
        let from = bit(placed.squares[theirs]);
        let over = from << 8 | from << 16;
        if occupied & over != 0 {
            return false;
        }
        // Of our pawns beside it the first among the squares is the one that the number names.
        let beside = |man: &usize| {
            let (at, beside) = (placed.squares[*man], placed.squares[theirs]);
            self.roles[man - 2] == Role::Pawn && at / 8 == FIFTH / 8 && at.abs_diff(beside) == 1
        };
        let pawns: Vec<usize> = (2..2 + self.ours).filter(beside).collect();
        pawns.first() == pawns.iter().min_by_key(|&&man| placed.squares[man])
    }

    /// See [`Positions::edges`](crate::positions::Positions::edges).
    #[inline(always)]
    pub(super) fn unmoves<I: Isa>(
        &self,
        before: &Side,
        run: &mut Run,
        number: u32,
        mut each: impl FnMut(u32),
    ) {
        let placed = self.index.placed(number, run);
        let at = &placed.squares;
        let occupied = at[..2 + self.others].iter().fold(0, |set, &square| set | bit(square));
        // The men of the side that has just moved, then ours.
        let mut turned = Squares::default();
        (turned[0], turned[1]) = (at[1], at[0]);
        turned[2..2 + before.ours].copy_from_slice(&at[2 + self.ours..2 + self.others]);
        turned[2 + before.ours..2 + self.others].copy_from_slice(&at[2..2 + self.ours]);
        if let Some(theirs) = placed.passing {
            let man = theirs - self.ours;
            turned[man] += 16;
            before.each_form(&turned, each);
            return;
        }
        let passing = before.index.has_passing();
        let frame = before.index.frame(&turned, true);
        let base = before.index.number_seen(frame, &turned);
        for man in 2..2 + before.ours {
            let mut from = if before.roles[man - 2] == Role::Pawn {
                self.pawn_unmoves(turned[man], &turned[2 + before.ours..], occupied, passing)
            } else {
                reach::<I>(before.roles[man - 2], turned[man], occupied) & !occupied
            };
            if passing {
                while from != 0 {
                    let mut turned = turned;
                    turned[man] = from.trailing_zeros() as u8;
                    from &= from - 1;
                    before.each_form(&turned, &mut each);
                }
            } else {
                before.index.moved(frame, &turned, man, from, |by| each(base.wrapping_add(by)));
            }
        }
        // A king that comes to the diagonal, where both then stand, comes from above as from below, and both
        // numbers of the position say so: one of the two ways counts in each.
        let kings = bit(at[0]) | bit(at[1]);
        let folds = !self.index.class().has_pawns() && kings & !DIAGONAL == 0;
        let from = attacks::king(square(turned[0])).0 & !occupied;
        for from in squares(if folds { from & (DIAGONAL | BELOW) } else { from }) {
            let mut turned = turned;
            turned[0] = from;
            let frame = before.index.frame(&turned, true);
            if frame.place == Frame::NONE {
                continue;
            }
            if passing {
                before.each_form(&turned, &mut each);
                continue;
            }
            each(before.index.number_seen(frame, &turned));
            if !folds && before.index.is_diagonal(frame.place) {
                let frame = Frame { symmetry: frame.symmetry ^ TRANSPOSE, ..frame };
                each(before.index.number_seen(frame, &turned));
            }
        }
    }

    /// Where a pawn of theirs can have come from, captures apart. After a double step beside one of ours the
    /// position is another.
    #[inline(always)]
    fn pawn_unmoves(&self, at: u8, ours: &[u8], occupied: u64, passing: bool) -> u64 {
        let back = bit(at) << 8 & !RANK_8 & !occupied;
        let twice = if at / 8 == FIFTH / 8 { back << 8 & !occupied } else { 0 };
        let beside = |(man, &ours): (usize, &u8)| {
            self.roles[man] == Role::Pawn && ours / 8 == FIFTH / 8 && ours.abs_diff(at) == 1
        };
        if passing && twice != 0 && ours.iter().take(self.ours).enumerate().any(beside) {
            return back;
        }
        back | twice
    }

    /// The numbers of a position with and without captures in passing, as far as the men allow
    /// them. The board is seen from the other side.
    #[inline(never)]
    fn each_form(&self, turned: &Squares, mut each: impl FnMut(u32)) {
        each(self.index.number(turned, true));
        let own = turned.map(|square| SEEN[2][usize::from(square & 63)]);
        let occupied = own[..2 + self.others].iter().fold(0, |set, &square| set | bit(square));
        for theirs in 2 + self.ours..2 + self.others {
            let at = own[theirs];
            let over = bit(at) << 8 | bit(at) << 16;
            let beside = |man: usize| {
                self.roles[man - 2] == Role::Pawn && own[man] / 8 == FIFTH / 8 && own[man].abs_diff(at) == 1
            };
            if self.roles[theirs - 2] == Role::Pawn
                && at / 8 == FIFTH / 8
                && occupied & over == 0
                && (2..2 + self.ours).any(beside)
            {
                each(self.index.number_placed(&Placed { squares: own, passing: Some(theirs) }, false));
            }
        }
    }
}

/// Whether a slider looks along the line that joins two squares.
#[inline(always)]
fn looks_along(role: Role, a: u8, b: u8) -> bool {
    let straight = (a ^ b) & 7 == 0 || (a ^ b) & 56 == 0;
    match role {
        Role::Rook => straight,
        Role::Bishop => !straight,
        _ => true,
    }
}
