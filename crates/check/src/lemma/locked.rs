//! Men of which none can have made the last move among them.

use std::cell::Cell;

use super::rounds::Round;
use crate::attacks::{attacks, directions};
use crate::board::{Colour, Kind, Man, Square};
use crate::squares::{Set, home, own_rank};

/// A greatest set of men of which none can have moved last, out of the men that have never moved at all.
pub(super) fn locked(round: &Round<'_>, at_first: Set) -> Set {
    let search = Search { round, at_first, promoted: [const { Cell::new(None) }; 64] };
    let men: Vec<_> = Colour::BOTH.into_iter().flat_map(|side| round.past.board.men_of(side)).collect();
    let mut locked = !round.past.board.empty();
    loop {
        let before = locked;
        for (at, man) in men.iter().map(|(square, man)| (square.bit(), *man)) {
            let is_lawful = |origin| search.is_lawful(man, at, locked, origin);
            let came = || search.origins(man, at, locked).into_iter().any(is_lawful);
            if locked & at != 0 && (search.castled(man, at, locked) || came()) {
                locked &= !at;
            }
        }
        if before == locked {
            return locked;
        }
    }
}

struct Search<'a> {
    round: &'a Round<'a>,
    /// The squares fixed before the first round.
    at_first: Set,
    /// What [`Search::promoted`] has found.
    promoted: [Cell<Option<bool>>; 64],
}

/// A move of a man, but no castling: what it was before, where it came from, and the squares that are
/// empty when it has been made (that one, and what it passed).
struct Origin {
    kind: Kind,
    from: Set,
    empty: Set,
}

impl Search<'_> {
    /// All moves that can have brought a man where it is, but castling.
    fn origins(&self, man: Man, at: Set, locked: Set) -> Vec<Origin> {
        let Man { colour: side, kind } = man;
        let (ways, mut origins) = (&self.round.ways, Vec::new());
        if self.at_first & at != 0 {
            return origins;
        }
        // Each man has an origin, so that it can have stood wherever its steps lead from here.
        let mut add = |kind, from, empty| origins.push(Origin { kind, from, empty });
        match kind {
            Kind::Pawn => {}
            Kind::Knight => {
                let from = Square::in_set(ways.steps(side, kind, at) & !locked);
                from.for_each(|from| add(kind, from.bit(), from.bit()));
            }
            _ => {
                for direction in directions(man) {
                    let mut empty = 0;
                    for from in ways.line(man, at, *direction, locked) {
                        empty |= from;
                        add(kind, from, empty);
                    }
                }
            }
        }
        let (straight, diagonal) = ways.behind(side, at);
        let diagonal = diagonal & ways.pawn_range(side, self.round.captures(side) - 1);
        let from = (straight & ways.pawn_range(side, 6) | diagonal) & !locked & !ways.facts.fixed;
        let promoted = || kind != Kind::King && own_rank(side, 7) & at != 0 && self.promoted(side, at);
        if from != 0 && (kind == Kind::Pawn || promoted()) {
            Square::in_set(from).for_each(|from| add(Kind::Pawn, from.bit(), from.bit()));
        }
        origins
    }

    /// Whether both kings allow that a man made the last move among the locked ones.
    fn is_lawful(&self, man: Man, at: Set, locked: Set, Origin { kind, from, empty }: Origin) -> bool {
        let (side, other) = (man.colour, man.colour.other());
        let king = |side| self.round.past.board.side(side).squares(Kind::King) & locked;
        let enemies = || self.round.past.board.men_of(other).filter(|(square, _)| square.bit() & locked != 0);
        let attacked = |empty, king| enemies().any(|(on, man)| attacks(man, on.bit(), empty) & king != 0);
        // It can have made a double step, of which only the second half is known.
        let is_straight = from & (at << 8 | at >> 8) != 0;
        let is_double = man.kind == Kind::Pawn && own_rank(side, 3) & at != 0 && is_straight;
        let before = Man { colour: side, kind };
        let attacked_king = !is_double && attacks(before, from, 0) & king(other) != 0;
        // A king in check from so near: the man that gives it moved just before.
        let then = locked & !at | from;
        let no_check = |(square, man): (Square, Man)| {
            let at = square.bit();
            let can_take_back = || self.castled(man, at, then) || !self.origins(man, at, then).is_empty();
            attacks(man, at, 0) & from != 0 && !can_take_back()
        };
        let left_no_check = man.kind == Kind::King && enemies().any(no_check);
        !attacked_king && !attacked(empty, king(side)) && !left_no_check
    }

    /// Whether the man on a square can have come there as a pawn.
    fn promoted(&self, side: Colour, at: Set) -> bool {
        let man = self.round.moved(side).iter().position(|man| man.square.bit() == at);
        let is_from = |file: usize| {
            let cost = self.round.least_captures(side, file, at);
            man.zip(cost).is_some_and(|(man, cost)| self.round.can_have_been(side, man, 8 + file, cost))
        };
        let known = &self.promoted[at.trailing_zeros() as usize];
        known.set(known.get().or_else(|| Some((0..8).any(is_from))));
        known.get() == Some(true)
    }

    /// Whether a king or rook can have come where it is by castling, which is always lawful.
    fn castled(&self, man: Man, at: Set, locked: Set) -> bool {
        self.at_first & at == 0
            && self.round.past.start.castlings().into_iter().any(|castling| {
                let ends = [(castling.king_to, Kind::King), (castling.rook_to, Kind::Rook)];
                let ends = ends.map(|(file, kind)| (home(man.colour, 0, file), kind));
                let is_free =
                    |(to, kind)| to & (!locked | self.round.past.board.side(man.colour).squares(kind)) != 0;
                ends.contains(&(at, man.kind))
                    && ends.into_iter().all(is_free)
                    && castling.way(man.colour) & !ends[0].0 & !ends[1].0 & locked == 0
            })
    }
}

#[cfg(test)]
#[path = "../../tests/unit/locked.rs"]
mod tests;
