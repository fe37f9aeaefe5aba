//! `closure` with `ghosts`: all positions without some men, of which only sets of squares are known.

use std::cell::Cell;

use super::closure::Closure;
use super::region::{Placed as Ghost, around, promoted_steps};
use super::{en_passant, settled};
use crate::Checked;
use crate::attacks::{attacks, between};
use crate::board::{Board, Colour, Kind, Man, Square};
use crate::json::Item;
use crate::moves::Move;
use crate::squares::{A_FILE, LIGHT, Set, own_rank, shift};

/// A position after a move, what this has left empty (nothing if a ghost's), and where it may have captured.
struct Step {
    after: Board,
    left: Set,
    to: Set,
}

pub(super) fn check(root: &Board, attacker: Colour, closure: &Closure<'_>, ghosts: &Item<'_>) -> Checked {
    ghosts.ensure(en_passant(root).is_none(), || "a pawn stands where it can capture en passant".into())?;
    let mut first = *root;
    let (ghosts, most) =
        (Ghosts::of(read(&mut first, ghosts)?, attacker), closure.most.value("a whole number")?);
    let bytes = closure.listed.list()?.map(|item| Ok(item.text()?.len())).sum::<Checked<usize>>()?;
    // Each byte pays for two moves after checks; positions that are not listed are as 16.
    let left = Cell::new(2 * (16 * closure.limit.min(most) + bytes));
    closure.explore(&first, Board::parse_attacked, |board| {
        closure.most.ensure(board.castling == 0, || "there are castling rights".into())?;
        let targets: Vec<Targets> = ghosts.men.iter().map(|ghost| ghosts.targets(board, ghost)).collect();
        let mut steps = ghosts.steps(board, &targets);
        ghosts.check_sets(board, &steps, &targets)?;
        for Step { after, left: from, .. } in steps.iter().filter(|_| board.turn == attacker) {
            let king = after.royal(after.turn);
            if king.is_some_and(|king| !ghosts.may_check(after, king, *from)) {
                continue;
            }
            let moves = after.pseudo_legal_moves();
            let rest = left.get().checked_sub(moves.len());
            left.set(rest.ok_or_else(|| closure.most.refuse("checks cost more than the positions pay for"))?);
            let is_reply = king.is_some_and(|king| ghosts.answer(after, king, moves));
            closure.most.ensure(is_reply, || format!("{attacker} may have mated: {after}"))?;
        }
        steps.retain(|step| step.after.side(attacker).men() > 1 || ghosts.all(attacker) != 0);
        Ok(steps.into_iter().map(|step| step.after).collect())
    })
}

/// Takes the ghosts from the board.
fn read<'a>(board: &mut Board, list: &Item<'a>) -> Checked<Vec<Ghost<'a>>> {
    let mut men: Vec<Ghost<'_>> = Vec::new();
    for item in list.list()? {
        let (named, stays, promoted, is_kept): (String, String, String, bool) =
            item.value("[square, stays, promoted, kept]")?;
        let placed = Square::parse(&named).and_then(|square| Some((square, board.man(square)?)));
        let placed = placed.filter(|(square, man)| {
            man.kind != Kind::King && men.last().is_none_or(|last| last.square < *square)
        });
        let placed = placed.ok_or_else(|| item.refuse("expected the square of the next man"))?;
        let ghost = Ghost { is_kept, ..Ghost::read(item, placed, [&stays, &promoted])? };
        let can_be = ghost.man.kind == Kind::Pawn && ghost.promoted == 0 && ghost.is_on_its_file();
        ghost.item.ensure(!is_kept || can_be, || "only a pawn on its file is kept".into())?;
        men.push(ghost);
    }
    list.ensure(!men.is_empty(), || "there is no ghost".into())?;
    men.iter().for_each(|ghost| board.put(ghost.square, None));
    Ok(men)
}

impl Ghost<'_> {
    fn is_on_its_file(&self) -> bool {
        self.all() & !(A_FILE << self.square.file()) == 0
    }

    /// Whether it may attack a square in a line over another one, from the square next to the other.
    fn attacks_over(&self, square: Square, over: Square, empty: Set) -> bool {
        let (kind, set) = match self.man.kind {
            Kind::Pawn => (Kind::Queen, self.promoted),
            kind => (kind, self.stays),
        };
        let lines = attacks(Man { kind, ..self.man }, square.bit(), !0) & set & empty;
        let mut next = Square::in_set(lines & around(over.bit()));
        between(square, over) & !empty == 0 && next.any(|at| between(square, at) & over.bit() != 0)
    }
}

/// Where a pawn of a side on the board may have been stepped over.
fn crossed(board: &Board, side: Colour) -> Set {
    let step = |set, steps| shift(set, (0, steps * side.forward())) & board.empty();
    step(own_rank(side, 1) & board.empty(), 1)
        & step(board.side(side).squares(Kind::Pawn) & own_rank(side, 3), -1)
}

/// Where a ghost can go as it is and as a promoted pawn, and where it can capture as it is.
type Targets = [Set; 3];

struct Ghosts<'a> {
    men: Vec<Ghost<'a>>,
    /// All of a side and kind as one.
    kinds: Vec<Ghost<'a>>,
    /// What pawns of each side cross.
    crossed: [Set; 2],
    attacker: Colour,
}

impl<'a> Ghosts<'a> {
    fn of(men: Vec<Ghost<'a>>, attacker: Colour) -> Ghosts<'a> {
        let (mut kinds, mut crossed): (Vec<Ghost<'_>>, _) = (Vec::new(), [0; 2]);
        for ghost in &men {
            crossed[ghost.man.colour as usize] |= ghost.crossed();
            match kinds.iter_mut().find(|all| all.man == ghost.man) {
                Some(all) => {
                    (all.stays, all.promoted) = (all.stays | ghost.stays, all.promoted | ghost.promoted)
                }
                None => kinds.push(ghost.clone()),
            }
        }
        Ghosts { men, kinds, crossed, attacker }
    }

    fn of_side(&self, side: Colour) -> impl Iterator<Item = &Ghost<'a>> {
        self.kinds.iter().filter(move |ghost| ghost.man.colour == side)
    }

    fn all(&self, side: Colour) -> Set {
        self.of_side(side).fold(0, |all, ghost| all | ghost.all())
    }

    fn targets(&self, board: &Board, ghost: &Ghost<'_>) -> Targets {
        let (side, enemy, empty) = (ghost.man.colour, ghost.man.colour.other(), board.empty());
        let to = !board.side(side).all_squares() & !board.side(enemy).squares(Kind::King);
        let (stays, promoted) = (ghost.stays & empty, promoted_steps(ghost.promoted & empty) & to);
        if ghost.man.kind != Kind::Pawn {
            let to = attacks(ghost.man, stays, 0) & to;
            return [to, 0, to];
        }
        let men = board.side(enemy).all_squares() | self.all(enemy);
        let crossed = self.crossed[enemy as usize] | crossed(board, enemy);
        let captures = attacks(ghost.man, stays, 0) & to & (men | crossed);
        // A kept enemy pawn before it has to be beyond.
        let faced = self.men.iter().filter(|other| {
            let is_before = (ghost.square < other.square) == (side == Colour::White);
            let is_on_its_file = ghost.is_on_its_file() && ghost.square.file() == other.square.file();
            other.is_kept && other.man.colour == enemy && is_before && is_on_its_file
        });
        let ahead = faced.fold(shift(stays, (0, side.forward())) & empty, |all, other| {
            let (first, last) = (other.stays.trailing_zeros(), 63 - other.stays.leading_zeros());
            all & if side == Colour::White { !(!0 << last) } else { !1 << first }
        });
        [ahead | captures, promoted, captures]
    }

    /// All moves but those after which an enemy man surely attacks the mover's king.
    fn steps(&self, board: &Board, targets: &[Targets]) -> Vec<Step> {
        let (us, enemy, mut steps) = (board.turn, board.turn.other(), Vec::new());
        let behind = |set| shift(set, (0, -us.forward()));
        let mut add = |after: Board, left, to| {
            let after = settled(after);
            if !self.is_surely_attacked(&after, us) {
                steps.push(Step { after, left, to });
            }
        };
        let pawns = board.side(us).squares(Kind::Pawn);
        for m in board.pseudo_legal_moves() {
            let (from, to) = (m.from.bit(), m.to.bit());
            let is_ahead = from & pawns != 0 && m.from.file() == m.to.file();
            let is_en_passant = from & pawns != 0 && board.en_passant == Some(m.to);
            let left = from | if is_en_passant { behind(to) } else { 0 };
            add(board.play(&m), left, if is_ahead { 0 } else { to });
        }
        let crossing = board.en_passant.map_or(0, Square::bit);
        let crossed_by_ghosts = self.crossed[enemy as usize];
        let taken = (self.all(enemy) | crossed_by_ghosts) & board.empty() & !crossing;
        for from in Square::in_set(pawns) {
            for to in Square::in_set(attacks(Man { colour: us, kind: Kind::Pawn }, from.bit(), 0) & taken) {
                let left = from.bit() | behind(to.bit() & crossed_by_ghosts);
                let is_last = to.bit() & own_rank(us, 7) != 0;
                for kind in if is_last { &Kind::OFFICERS[..] } else { &[Kind::Pawn] } {
                    let promotion = is_last.then_some(*kind);
                    add(board.play(&Move { promotion, ..Move::simple(from, to) }), left, to.bit());
                }
            }
        }
        let (mut goes, mut victims) = (0, 0);
        for (ghost, [stays, promoted, captures]) in
            self.men.iter().zip(targets).filter(|(ghost, _)| ghost.man.colour == us)
        {
            goes |= stays | promoted;
            victims |= promoted | captures;
            if ghost.man.kind == Kind::Pawn {
                victims |= behind(captures & crossed(board, enemy));
            }
        }
        let passed = Board { turn: enemy, en_passant: None, ..*board };
        if goes != 0 {
            add(passed, 0, 0);
            for victim in Square::in_set(victims & board.side(enemy).all_squares()) {
                let mut after = passed;
                after.put(victim, None);
                add(after, 0, 0);
            }
        }
        steps
    }

    /// The sets have what a position asks of them, and no move captures a pawn that is kept.
    fn check_sets(&self, board: &Board, steps: &[Step], targets: &[Targets]) -> Checked {
        let (mut to, can_go) = (0, steps.iter().any(|step| step.left == 0));
        for (ghost, [stays, promoted, captures]) in self.men.iter().zip(targets) {
            let last =
                if ghost.man.kind == Kind::Pawn { ghost.stays & own_rank(ghost.man.colour, 7) } else { 0 };
            ghost.expect([*stays, promoted | last], |lacks| format!("{lacks}: {board}"))?;
            to |= if can_go && ghost.man.colour == board.turn { promoted | captures } else { 0 };
        }
        to = steps.iter().fold(to, |all, step| all | step.to);
        for ghost in self.men.iter().filter(|ghost| ghost.is_kept && ghost.man.colour != board.turn) {
            let is_free = (ghost.stays | ghost.crossed()) & to == 0;
            ghost.item.ensure(is_free, || format!("it may be captured: {board}"))?;
        }
        Ok(())
    }

    /// Whether a man attacks the king of a side, and no ghost can be between.
    fn is_surely_attacked(&self, board: &Board, side: Colour) -> bool {
        let ghosts = self.all(Colour::White) | self.all(Colour::Black);
        let attackers = |king| Square::in_set(board.attackers(king, side.other()));
        board.royal(side).is_some_and(|king| attackers(king).any(|from| between(king, from) & ghosts == 0))
    }

    /// Whether the king of the side to move may be in check, by a move that has left these squares.
    fn may_check(&self, after: &Board, king: Square, left: Set) -> bool {
        let empty = after.empty();
        let may_check = |ghost: &Ghost<'_>| match left {
            0 => ghost.attacked(empty) & king.bit() != 0,
            _ => Square::in_set(left).any(|left| ghost.attacks_over(king, left, empty)),
        };
        after.is_attacked(after.turn) || self.of_side(self.attacker).any(may_check)
    }

    /// Whether one of these moves surely answers a check.
    fn answer(&self, after: &Board, king: Square, moves: Vec<Move>) -> bool {
        let (us, attacker, empty) = (after.turn, self.attacker, after.empty());
        let (own, ghosts) = (self.all(us), self.all(us) | self.all(attacker));
        let mut shared = 0;
        for m in moves {
            let is_ahead =
                after.side(us).squares(Kind::Pawn) & m.from.bit() != 0 && m.from.file() == m.to.file();
            let barred = between(m.from, m.to) | if is_ahead { m.to.bit() } else { 0 };
            let then = after.play(&m);
            let at = then.royal(us).unwrap_or(king);
            let is_attacked = |ghost: &Ghost<'_>| ghost.attacked(then.empty()) & at.bit() != 0;
            if barred & ghosts != 0 || then.is_attacked(us) || self.of_side(attacker).any(is_attacked) {
                continue;
            }
            // Where a man on the board stands there is no ghost.
            if own & empty & m.to.bit() == 0 {
                return true;
            }
            shared |= m.to.bit();
        }
        // More squares than its own ghosts can be on.
        [shared, shared & LIGHT, shared & !LIGHT].into_iter().any(|squares| {
            let can_be = |ghost: &&Ghost<'_>| ghost.man.colour == us && ghost.all() & squares != 0;
            squares.count_ones() as usize > self.men.iter().filter(can_be).count()
        })
    }
}

#[cfg(test)]
#[path = "../../tests/unit/ghosts.rs"]
mod tests;
