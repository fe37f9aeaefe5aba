//! Rounds of deductions, each from the facts of the one before; the lemmas `origins` and `locked`.

use super::Lemma;
use super::facts::{FIRST_ROW, Facts, Set, Ways, home, lost, own_row};
use super::matching::{Costs, FORBIDDEN, least_cost};
use crate::board::{Colour, Kind, Man, Square};
use crate::past::Past;

pub(super) const ORIGINS: Lemma<Option<bool>> = Lemma::new(
    "origins",
    "the men of a side cannot come from the initial ones with the captures there were",
    |past| rounds(past).map(|end| end.err() == Some(ORIGINS.name)),
);

pub(super) const LOCKED: Lemma<Option<bool>> =
    Lemma::new("locked", "some men, not all at home, can never have made the last move among them", |past| {
        rounds(past).map(|end| end.err() == Some(LOCKED.name))
    });

/// More than any past needs: each round but the last adds a fixed square or a cut, or takes a capture.
const MOST_ROUNDS: usize = 200;

/// The last of all rounds, or the lemma (`origins` or `locked`) that ends them; `None` beyond the limit.
pub(super) fn rounds(past: &Past) -> Option<Result<Round<'_>, &'static str>> {
    let at_first = Facts::at_first(past);
    let mut facts = at_first;
    for _ in 0..MOST_ROUNDS {
        let round = Round::new(past, facts);
        if Colour::BOTH.into_iter().any(|side| least_cost(&round.rows(side)) > round.captures(side)) {
            return Some(Err(ORIGINS.name));
        }
        facts.fixed = round.locked(at_first.fixed);
        for side in Colour::BOTH {
            if facts.fixed & past.side(side).all_squares() & !round.at_home(side) != 0 {
                return Some(Err(LOCKED.name));
            }
            for (man, pawn) in round.moved(side).iter().enumerate() {
                if let Some(file) = round.single_step(side, man) {
                    facts.cut(side, home(side, 1, file), pawn.square.bit());
                }
            }
            facts.captures[side as usize] = (lost(past, side.other()) - round.lost_at_home(side)).max(0);
        }
        if facts == round.ways.facts {
            return Some(Ok(round));
        }
    }
    None
}

/// A man that does not stand on a fixed square.
pub(super) struct Moved {
    pub(super) square: Square,
    pub(super) kind: Kind,
    /// What it costs to have come from each origin: eight of the first row, eight pawns.
    pub(super) costs: Costs,
}

/// The facts of a round, and what follows from them.
pub(super) struct Round<'a> {
    pub(super) past: &'a Past,
    pub(super) ways: Ways,
    moved: [Vec<Moved>; 2],
}

impl Round<'_> {
    fn new(past: &Past, facts: Facts) -> Round<'_> {
        let mut round = Round { past, ways: Ways::new(facts, past), moved: [Vec::new(), Vec::new()] };
        round.moved = Colour::BOTH.map(|side| {
            let moved = past.board.men_of(side).filter(|(square, _)| facts.fixed & square.bit() == 0);
            let cost =
                |(square, Man { kind, .. })| Moved { square, kind, costs: round.costs(side, square, kind) };
            moved.map(cost).collect()
        });
        round
    }

    pub(super) fn captures(&self, side: Colour) -> i32 {
        self.ways.facts.captures[side as usize]
    }

    /// The squares of a side's men of one kind.
    pub(super) fn squares(&self, side: Colour, kind: Kind) -> Set {
        self.past.side(side).squares(kind)
    }

    /// The men of a side that do not stand on fixed squares.
    pub(super) fn moved(&self, side: Colour) -> &[Moved] {
        &self.moved[side as usize]
    }

    /// Whether the man that began on a file of the first (0) or second row (1) has never moved.
    pub(super) fn is_fixed(&self, side: Colour, row: i8, file: usize) -> bool {
        self.ways.is_fixed(home(side, row, file))
    }

    /// The squares of those men of a side that may be initial ones at home.
    fn at_home(&self, side: Colour) -> Set {
        let man = |file: usize| home(side, 0, file) & self.squares(side, FIRST_ROW[file]);
        (0..8).fold(self.squares(side, Kind::Pawn) & own_row(side, 1), |all, file| all | man(file))
    }

    fn costs(&self, side: Colour, square: Square, kind: Kind) -> Costs {
        let as_pawn = match kind {
            Kind::King => 0,
            Kind::Pawn => square.bit(),
            _ => self.ways.fill(side, kind, square.bit()) & own_row(side, 7),
        };
        std::array::from_fn(|origin| match origin % 8 {
            file if origin < 8 => {
                let is_in_range = self.ways.ranges[side as usize][file] & square.bit() != 0;
                let fits = FIRST_ROW[file] == kind && is_in_range && !self.is_fixed(side, 0, file);
                if fits { 0 } else { FORBIDDEN }
            }
            file => self.least_captures(side, file, as_pawn).unwrap_or(FORBIDDEN),
        })
    }

    /// The least captures with which the pawn of a file comes to one of these squares, if it has moved.
    fn least_captures(&self, side: Colour, file: usize, to: Set) -> Option<i32> {
        let least = self.ways.reach[side as usize][file].iter().position(|reach| reach & to != 0);
        least.filter(|_| !self.is_fixed(side, 1, file)).map(|least| least as i32)
    }

    /// What each man of [`Round::moved`] costs from each origin.
    fn rows(&self, side: Colour) -> Vec<Costs> {
        self.moved(side).iter().map(|man| man.costs).collect()
    }

    /// Whether there is an assignment of a side with one of its men from the pawn of a file, at a cost.
    fn can_have_been(&self, side: Colour, man: usize, file: usize, cost: i32) -> bool {
        let mut rows = self.rows(side);
        rows[man] = [FORBIDDEN; 16];
        rows[man][8 + file] = cost;
        cost <= self.captures(side) && least_cost(&rows) <= self.captures(side)
    }

    /// Of a pawn on its third row the file it came from with its only step, if but one is possible.
    /// The man is one of [`Round::moved`].
    pub(super) fn single_step(&self, side: Colour, man: usize) -> Option<usize> {
        let Moved { square, kind, costs } = &self.moved(side)[man];
        if *kind != Kind::Pawn || own_row(side, 2) & square.bit() == 0 {
            return None;
        }
        let mut files = (0..8).filter(|file| self.can_have_been(side, man, *file, costs[8 + file]));
        files.next().filter(|_| files.next().is_none())
    }

    /// How many men of the other side have been lost and not to pawns.
    fn lost_at_home(&self, side: Colour) -> i32 {
        let other = side.other();
        let captured_on = self.ways.diagonal(side, self.ways.pawn_range(side, self.captures(side) - 1));
        let is_pocket = |file: usize| {
            let is_safe = self.ways.ranges[other as usize][file] & captured_on == 0;
            is_safe && FIRST_ROW[file] != Kind::King && !self.is_fixed(other, 0, file)
        };
        let pockets: [bool; 16] = std::array::from_fn(|origin| origin < 8 && is_pocket(origin));
        // As many pockets as possible: as few other origins as possible.
        let mut rows = self.rows(other);
        for (origin, cost) in rows.iter_mut().flat_map(|row| row.iter_mut().enumerate()) {
            *cost = if *cost == FORBIDDEN { FORBIDDEN } else { i32::from(!pockets[origin]) };
        }
        let used = rows.len() as i32 - least_cost(&rows);
        pockets.iter().filter(|pocket| **pocket).count() as i32 - used
    }

    /// The men of which none can have made the last move among them.
    fn locked(&self, at_first: Set) -> Set {
        let stood = Colour::BOTH.map(|side| self.stood(side));
        let men = || Colour::BOTH.into_iter().flat_map(|side| self.past.board.men_of(side));
        let mut locked = men().fold(0, |all, (square, _)| all | square.bit());
        let mut before = 0;
        while before != locked {
            before = locked;
            for (square, man) in men().filter(|(square, _)| before & !at_first & square.bit() != 0) {
                let stood = stood[man.colour as usize][man.kind as usize];
                if self.can_take_back(man.colour, man.kind, square.bit(), locked, stood) {
                    locked &= !square.bit();
                }
            }
        }
        locked
    }

    /// Where men of a side can have stood, by their kind (not pawns).
    fn stood(&self, side: Colour) -> [Set; 6] {
        let promotions = self.ways.pawn_range(side, 6) & own_row(side, 7);
        let mut stood = [0; 6];
        for (kind, range) in FIRST_ROW.into_iter().zip(self.ways.ranges[side as usize]) {
            stood[kind as usize] |= range;
        }
        for kind in Kind::OFFICERS {
            stood[kind as usize] = self.ways.fill(side, kind, stood[kind as usize] | promotions);
        }
        stood
    }

    /// Whether the man on a square can have moved last among the locked ones, of which it is one.
    fn can_take_back(&self, side: Colour, kind: Kind, at: Set, locked: Set, stood: Set) -> bool {
        let stepped = || self.ways.steps(side, kind, at) & stood & !locked != 0;
        let came_as_pawn = || {
            let (straight, diagonal) = self.ways.behind(side, at);
            let from = straight & self.ways.pawn_range(side, 6)
                | diagonal & self.ways.pawn_range(side, self.captures(side) - 1);
            from & !locked & !self.ways.facts.fixed != 0
        };
        match kind {
            Kind::Pawn => own_row(side, 1) & at == 0 && came_as_pawn(),
            Kind::King => stepped() || self.castled(side, kind, at, locked),
            _ => {
                stepped()
                    || own_row(side, 7) & at != 0 && came_as_pawn() && self.promoted(side, at)
                    || kind == Kind::Rook && self.castled(side, kind, at, locked)
            }
        }
    }

    /// Whether the man on a square can have come there as a pawn.
    fn promoted(&self, side: Colour, at: Set) -> bool {
        let man = self.moved(side).iter().position(|man| man.square.bit() == at);
        let can_be = |man, file, cost| self.can_have_been(side, man, file, cost);
        (0..8).any(|file| {
            man.zip(self.least_captures(side, file, at)).is_some_and(|(man, cost)| can_be(man, file, cost))
        })
    }

    /// Whether the king or a rook on a square can have come there by castling.
    fn castled(&self, side: Colour, kind: Kind, at: Set, locked: Set) -> bool {
        CASTLINGS.into_iter().any(|[rook, king_to, rook_to]| {
            let ends = [(king_to, Kind::King), (rook_to, Kind::Rook)];
            let ends = ends.map(|(file, kind)| (home(side, 0, file), kind));
            let is_free = |(to, man)| to & (!locked | self.squares(side, man)) != 0;
            ends.contains(&(at, kind))
                && ends.into_iter().all(is_free)
                && castling_way(side, rook) & !ends[0].0 & !ends[1].0 & locked == 0
        })
    }
}

/// The files of castling: where the rook stands, where the king goes and where the rook goes.
pub(super) const CASTLINGS: [[usize; 3]; 2] = [[7, 6, 5], [0, 2, 3]];

/// Of the first row the squares from the king to the rook on a file.
pub(super) fn castling_way(side: Colour, rook: usize) -> Set {
    (rook.min(4)..=rook.max(4)).fold(0, |way, file| way | home(side, 0, file))
}
