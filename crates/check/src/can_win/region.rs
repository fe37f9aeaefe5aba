//! `region`: for each man the squares that it can ever be on, from which the attacker cannot mate.

use super::en_passant;
use crate::Checked;
use crate::attacks::attacks;
use crate::board::{Board, Colour, Kind, Man, Square};
use crate::json::Item;
use crate::squares::{Set, own_rank, shift};

/// A man and its sets.
#[derive(Clone)]
pub(super) struct Placed<'a> {
    pub(super) item: Item<'a>,
    pub(super) square: Square,
    pub(super) man: Man,
    pub(super) stays: Set,
    pub(super) promoted: Set,
    /// Whether a ghost never leaves its file and is never captured.
    pub(super) is_kept: bool,
}

impl<'a> Placed<'a> {
    /// With the first property, and `promoted` only of pawns.
    pub(super) fn read(item: Item<'a>, (square, man): (Square, Man), sets: [&str; 2]) -> Checked<Placed<'a>> {
        let [stays, promoted] = [hex(&item, sets[0])?, hex(&item, sets[1])?];
        item.ensure(stays & square.bit() != 0, || format!("stays lacks {square}, where it stands"))?;
        item.ensure(promoted == 0 || man.kind == Kind::Pawn, || "only pawns are promoted".into())?;
        Ok(Placed { item, square, man, stays, promoted, is_kept: false })
    }

    pub(super) fn all(&self) -> Set {
        self.stays | self.promoted
    }

    /// Refuses unless its sets have these squares.
    pub(super) fn expect(&self, [stays, promoted]: [Set; 2], of: impl Fn(String) -> String) -> Checked {
        for (lacking, name) in [(stays & !self.stays, "stays"), (promoted & !self.promoted, "promoted")] {
            let lacks = |square| of(format!("{name} lacks {square}"));
            self.item.ensure_none(Square::in_set(lacking).next(), lacks)?;
        }
        Ok(())
    }

    fn is_king(&self) -> bool {
        self.man.kind == Kind::King
    }

    /// Where it may have been stepped over.
    pub(super) fn crossed(&self) -> Set {
        let (side, is_pawn) = (self.man.colour, self.man.kind == Kind::Pawn);
        let step = |rank, steps| shift(self.stays & own_rank(side, rank), (0, steps));
        if is_pawn { step(1, side.forward()) & step(3, -side.forward()) } else { 0 }
    }

    /// What it attacks in one step from a square of these: where none is empty sliders get no farther.
    pub(super) fn attacked(&self, from: Set) -> Set {
        attacks(self.man, self.stays & from, 0) | promoted_steps(self.promoted & from)
    }
}

/// The steps of all that pawns promote to.
pub(super) fn promoted_steps(from: Set) -> Set {
    around(from) | attacks(Man { colour: Colour::White, kind: Kind::Knight }, from, 0)
}

/// What is a king's step away.
pub(super) fn around(from: Set) -> Set {
    attacks(Man { colour: Colour::White, kind: Kind::King }, from, 0)
}

pub(super) fn check(board: &Board, attacker: Colour, item: &Item<'_>) -> Checked {
    item.ensure(board.castling == 0, || "there are castling rights".into())?;
    // No set of an enemy man has the pawn that would be captured.
    item.ensure(en_passant(board).is_none(), || "a pawn stands where it can capture en passant".into())?;
    let men = read(board, item)?;
    let facts = Colour::BOTH.map(|side| Facts::of(side, &men));
    for placed in &men {
        let of = |lacks| format!("{} from {}: {lacks}", placed.man.letter(), placed.square);
        placed.expect(wanted(placed, &facts), of)?;
    }
    check_flights(board, attacker, &men, &facts, item)
}

/// Every man of the board with its sets.
fn read<'a>(board: &Board, item: &Item<'a>) -> Checked<Vec<Placed<'a>>> {
    let mut squares = Square::in_set(!board.empty()).filter_map(|square| Some((square, board.man(square)?)));
    let mut men = Vec::new();
    for item in item.list()? {
        let (named, stays, promoted): (String, String, String) = item.value("[square, stays, promoted]")?;
        let place = squares.next().filter(|(square, _)| square.to_string() == named);
        let place = place.ok_or_else(|| item.refuse("expected the square of the next man"))?;
        men.push(Placed::read(item, place, [&stays, &promoted])?);
    }
    item.ensure_none(squares.next(), |(square, _)| format!("the man on {square} is missing"))?;
    Ok(men)
}

/// A set as it is written.
fn hex(item: &Item<'_>, text: &str) -> Checked<Set> {
    let is_number = text.len() == 16 && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    let number = Set::from_str_radix(text, 16).ok().filter(|_| is_number);
    number.ok_or_else(|| item.refuse("expected 16 hexadecimal digits"))
}

/// What the sets tell of a side.
struct Facts {
    /// Where its fixed men stand.
    fixed: Set,
    /// Where its king stands if it is fixed.
    king: Set,
    /// The squares that it guards.
    guarded: Set,
    /// All squares of its men other than the king.
    men: Set,
    /// Where a pawn of its own may be captured en passant.
    crossed: Set,
    /// Whether a man other than the king can move.
    is_free: bool,
}

impl Facts {
    fn of(side: Colour, men: &[Placed<'_>]) -> Facts {
        let enemies = men.iter().filter(|placed| placed.man.colour != side);
        let taken = enemies.fold(0, |all, placed| all | placed.all());
        let mut facts = Facts { fixed: 0, king: 0, guarded: 0, men: 0, crossed: 0, is_free: false };
        for placed in men.iter().filter(|placed| placed.man.colour == side) {
            let square = placed.square.bit();
            let is_still = placed.stays == square && placed.promoted == 0;
            if is_still && (placed.is_king() || taken & square == 0) {
                facts.fixed |= square;
                facts.guarded |= placed.attacked(!0);
                facts.king |= if placed.is_king() { square } else { 0 };
            }
            facts.is_free |= !is_still && !placed.is_king();
            facts.men |= if placed.is_king() { 0 } else { placed.all() };
            facts.crossed |= placed.crossed();
        }
        facts
    }
}

/// The squares that the two sets of a man must have, by the third to the fifth property.
fn wanted(placed: &Placed<'_>, facts: &[Facts; 2]) -> [Set; 2] {
    let Placed { man, stays, promoted, .. } = *placed;
    let [own, enemy] = [man.colour, man.colour.other()].map(|side| &facts[side as usize]);
    let (to, barred) = (attacks(man, stays, 0), own.fixed | enemy.king);
    if man.kind != Kind::Pawn {
        return [to & !barred & !if placed.is_king() { enemy.guarded } else { 0 }, 0];
    }
    let ahead = |from| shift(from, (0, man.colour.forward()));
    let crossed = attacks(man, stays & own_rank(man.colour, 4), 0) & enemy.crossed;
    let stays = ahead(stays) & !own.fixed & !enemy.fixed | to & enemy.men & !own.fixed | crossed;
    let last = placed.stays & own_rank(man.colour, 7);
    [stays, last | promoted_steps(promoted) & !barred]
}

/// The sixth property: wherever the walking kings come to, the defender's can move away from a check.
fn check_flights(
    board: &Board,
    attacker: Colour,
    men: &[Placed<'_>],
    facts: &[Facts; 2],
    item: &Item<'_>,
) -> Checked {
    let (mut attacked, mut occupied, mut stays, mut lines) = (0, 0, [0; 2], [false; 2]);
    for placed in men {
        if placed.is_king() {
            stays[placed.man.colour as usize] = placed.stays;
        } else if placed.man.colour == attacker {
            attacked |= placed.attacked(!0);
            for (line, kind) in lines.iter_mut().zip([Kind::Rook, Kind::Bishop]) {
                *line |= [kind, Kind::Queen].contains(&placed.man.kind) || placed.promoted != 0;
            }
        } else {
            occupied |= placed.all();
        }
    }
    let rider = |kind, from: Square| attacks(Man { colour: attacker, kind }, from.bit(), !0);
    let kings = board.royal(attacker).zip(board.royal(attacker.other()));
    let (king, enemy) = kings.ok_or_else(|| item.refuse("expected two kings"))?;
    let defends = stays[attacker.other() as usize];
    // By the side to move and the square of the attacker's king the squares of the defender's.
    let (mut known, mut open) = ([[0; 64]; 2], vec![(board.turn, king, enemy.bit())]);
    while let Some((turn, from, others)) = open.pop() {
        item.budget.look()?;
        let others = others & !known[turn as usize][from.index()];
        known[turn as usize][from.index()] |= others;
        let is_free = facts[turn as usize].is_free;
        if others == 0 {
            continue;
        } else if turn != attacker {
            let steps = around(others) & defends & !around(from.bit());
            open.push((attacker, from, steps | if is_free { others } else { 0 }));
            continue;
        }
        let is_line = [Kind::Rook, Kind::Bishop].into_iter().zip(lines);
        let uncovered = is_line.fold(0, |all, (kind, has)| all | if has { rider(kind, from) } else { 0 });
        let rest = if is_free { from.bit() } else { 0 };
        for to in Square::in_set(around(from.bit()) & stays[attacker as usize] | rest) {
            let (near, checked) =
                (around(to.bit()), if to == from { attacked } else { attacked & uncovered });
            // Where it has a square to go to.
            let safe = around(defends & !attacked & !occupied & !near);
            let after = if to == from { others } else { others & !near };
            item.ensure_none(Square::in_set(after & checked & !safe).next(), |other| {
                format!("with the other king on {to} that on {other} may be mated")
            })?;
            open.push((attacker.other(), to, after));
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "../../tests/unit/region.rs"]
mod tests;
