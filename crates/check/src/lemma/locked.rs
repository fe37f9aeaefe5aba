//! Men of which none can have made the last move among them.

use std::cell::Cell;

use super::matching::FORBIDDEN;
use super::rounds::Round;
use crate::attacks::{attacks, directions};
use crate::board::{Colour, Kind, Man, Square};
use crate::squares::{Set, home, own_rank};

/// A greatest set of men of which none can have moved last, out of the men that have never moved at all.
pub(super) fn locked(round: &Round<'_>, at_first: Set) -> Set {
    let search = Search { round, at_first, promoted: [const { Cell::new(None) }; 64] };
    let men: Vec<_> = Colour::BOTH.into_iter().flat_map(|side| round.past.board.men_of(side)).collect();
    // What the rounds before have found is found again: there are more facts.
    let (known, mut locked) = (round.ways.facts.fixed, !round.past.board.empty());
    loop {
        let before = locked;
        for (at, man) in men.iter().map(|(square, man)| (square.bit(), *man)) {
            let is_lawful = |origin| search.is_lawful(man, at, locked, origin);
            let checked = || search.is_attacked(man.colour, locked, 0);
            let came = || !checked() && search.comes(man, at, locked, is_lawful);
            if locked & !known & at != 0 && (search.castled(man, at, locked) || came()) {
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
    /// Whether one of the moves is right that can have brought a man where it is, without castling.
    fn comes(&self, man: Man, at: Set, locked: Set, is_right: impl Fn(Origin) -> bool) -> bool {
        let Man { colour: side, kind } = man;
        let ways = &self.round.ways;
        if self.at_first & at != 0 {
            return false;
        }
        // Each man has an origin, so that it can have stood wherever its steps lead from here.
        let is_right = |kind, from, empty| is_right(Origin { kind, from, empty });
        let one_of = |kind, set| Square::in_set(set).any(|from| is_right(kind, from.bit(), from.bit()));
        let along = |way: &usize| {
            let mut empty = 0;
            ways.line(man, at, *way, locked).any(|from| {
                empty |= from;
                is_right(kind, from, empty)
            })
        };
        let steps = || if kind == Kind::Knight { ways.steps(side, kind, at) & !locked } else { 0 };
        if kind != Kind::Pawn && (one_of(kind, steps()) || directions(man).iter().any(along)) {
            return true;
        }
        let (straight, diagonal) = ways.behind(side, at);
        let diagonal = diagonal & ways.pawn_range(side, self.round.captures(side) - 1);
        let from = (straight & ways.pawn_range(side, 6) | diagonal) & !locked & !ways.facts.fixed;
        let promoted = || kind != Kind::King && own_rank(side, 7) & at != 0 && self.promoted(side, at);
        from != 0 && (kind == Kind::Pawn || promoted()) && one_of(Kind::Pawn, from)
    }

    fn king(&self, side: Colour, locked: Set) -> Set {
        self.round.past.board.side(side).squares(Kind::King) & locked
    }

    /// Whether a locked man attacks the king of a side over some empty squares.
    fn is_attacked(&self, side: Colour, locked: Set, empty: Set) -> bool {
        let (king, enemies) = (self.king(side, locked), self.round.past.board.side(side.other()));
        Kind::ALL.into_iter().any(|kind| {
            let men = enemies.squares(kind) & locked;
            men != 0 && attacks(Man { colour: side, kind }, king, empty) & men != 0
        })
    }

    /// Whether both kings allow that a man came last of the locked ones, its own not attacked over nothing.
    fn is_lawful(&self, man: Man, at: Set, locked: Set, Origin { kind, from, empty }: Origin) -> bool {
        let (side, other) = (man.colour, man.colour.other());
        let enemies = || self.round.past.board.men_of(other).filter(|(square, _)| square.bit() & locked != 0);
        // It can have made a double step, of which only the second half is known.
        let is_straight = from & (at << 8 | at >> 8) != 0;
        let is_double = man.kind == Kind::Pawn && own_rank(side, 3) & at != 0 && is_straight;
        let before = Man { colour: side, kind };
        let attacked_king = !is_double && attacks(before, from, 0) & self.king(other, locked) != 0;
        // A king in check from so near: the man that gives it moved just before.
        let then = locked & !at | from;
        let no_check = |(square, man): (Square, Man)| {
            let at = square.bit();
            let can_take_back = || self.castled(man, at, then) || self.comes(man, at, then, |_| true);
            attacks(man, at, 0) & from != 0 && !can_take_back()
        };
        let left_no_check = man.kind == Kind::King && enemies().any(no_check);
        let near = attacks(Man { colour: side, kind: Kind::King }, self.king(side, locked), 0);
        let attacked = || near & empty != 0 && self.is_attacked(side, locked, empty);
        !(attacked_king || left_no_check || attacked())
    }

    /// Whether the man on a square can have come there as a pawn.
    fn promoted(&self, side: Colour, at: Set) -> bool {
        let can_be = || {
            let man = self.round.moved(side).iter().position(|man| man.square.bit() == at)?;
            let cost = |file| self.round.least_captures(side, file, at).unwrap_or(FORBIDDEN);
            let costs = |origin| if origin < 8 { FORBIDDEN } else { cost(origin - 8) };
            Some(self.round.is_possible(side, man, std::array::from_fn(costs)))
        };
        let known = &self.promoted[at.trailing_zeros() as usize];
        known.set(known.get().or_else(can_be));
        known.get() == Some(true)
    }

    /// Whether a king or rook can have come where it is by castling, which is always lawful.
    fn castled(&self, man: Man, at: Set, locked: Set) -> bool {
        self.at_first & at == 0
            && own_rank(man.colour, 0) & at != 0
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
