//! Rounds of deductions, each from the facts of the one before; the lemmas `origins` and `locked`.

use super::Lemma;
use super::facts::{FIRST_ROW, Facts, Men, Set, Ways, lost, on_row, own_row};
use super::matching::{Costs, FORBIDDEN, least_cost};
use crate::board::{Colour, Kind, Square};
use crate::past::Past;

pub(super) const ORIGINS: Lemma<Option<bool>> = Lemma {
    name: "origins",
    condition: "the men of a side cannot come from the initial ones with the captures there were",
    applies: |past| rounds(past).map(|end| matches!(end, End::Origins)),
};

pub(super) const LOCKED: Lemma<Option<bool>> = Lemma {
    name: "locked",
    condition: "some men, not all at home, can never have made the last move among them",
    applies: |past| rounds(past).map(|end| matches!(end, End::Locked)),
};

/// More than any past needs: each round but the last adds a fixed square or a cut, or takes a capture.
const MOST_ROUNDS: usize = 200;

/// How the rounds end.
pub(super) enum End {
    /// The lemma `origins` applies.
    Origins,
    /// The lemma `locked` applies.
    Locked,
    /// With the facts of this round.
    Settled(Box<Round>),
}

/// All rounds; `None` beyond the limit.
pub(super) fn rounds(past: &Past) -> Option<End> {
    let mut facts = Facts::at_first(past, &Men::of(past));
    let at_first = facts.fixed;
    for _ in 0..MOST_ROUNDS {
        let round = Round::new(Men::of(past), facts);
        if Colour::BOTH.into_iter().any(|side| round.least_cost(side, None) > round.captures(side)) {
            return Some(End::Origins);
        }
        let locked = round.locked(at_first);
        if Colour::BOTH
            .into_iter()
            .any(|side| locked & round.men.of_side(side) & !round.men.at_home(side) != 0)
        {
            return Some(End::Locked);
        }
        facts.fixed = locked;
        for side in Colour::BOTH {
            for man in round.moved(side).iter().enumerate() {
                if let Some(file) = round.single_step(side, man.0) {
                    facts.cut(side, on_row(side, 1, file), man.1.square.bit());
                }
            }
            facts.captures[side as usize] =
                (lost(&round.men, side.other()) - round.lost_at_home(side)).max(0);
        }
        if facts == round.ways.facts {
            return Some(End::Settled(Box::new(round)));
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

/// The men of a past, the facts of a round, and what follows from them.
pub(super) struct Round {
    pub(super) men: Men,
    pub(super) ways: Ways,
    moved: [Vec<Moved>; 2],
}

impl Round {
    fn new(men: Men, facts: Facts) -> Round {
        let ways = Ways::new(facts, &men);
        let mut round = Round { men, ways, moved: [Vec::new(), Vec::new()] };
        round.moved = Colour::BOTH.map(|side| round.assignable(side));
        round
    }

    pub(super) fn captures(&self, side: Colour) -> i32 {
        self.ways.facts.captures[side as usize]
    }

    /// The men of a side that do not stand on fixed squares.
    pub(super) fn moved(&self, side: Colour) -> &[Moved] {
        &self.moved[side as usize]
    }

    fn assignable(&self, side: Colour) -> Vec<Moved> {
        let kinds = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];
        let men = kinds.into_iter().flat_map(|kind| {
            let men = self.men.of_kind(side, kind) & !self.ways.facts.fixed;
            Square::in_set(men).map(move |square| (square, kind))
        });
        men.map(|(square, kind)| Moved { square, kind, costs: self.costs(side, square, kind) }).collect()
    }

    fn costs(&self, side: Colour, square: Square, kind: Kind) -> Costs {
        let ways = &self.ways;
        let as_pawn = match kind {
            Kind::King => 0,
            Kind::Pawn => square.bit(),
            _ => ways.fill(side, kind, square.bit()) & own_row(side, 7),
        };
        std::array::from_fn(|origin| {
            let file = origin % 8;
            if origin < 8 {
                let fits = FIRST_ROW[file] == kind && ways.range(side, file) & square.bit() != 0;
                return if fits && !self.is_fixed(on_row(side, 0, file)) { 0 } else { FORBIDDEN };
            }
            let least = ways.reach(side, file).iter().position(|reach| reach & as_pawn != 0);
            least.filter(|_| !self.is_fixed(on_row(side, 1, file))).map_or(FORBIDDEN, |least| least as i32)
        })
    }

    fn is_fixed(&self, square: Set) -> bool {
        self.ways.facts.fixed & square != 0
    }

    /// The least cost of an assignment of a side, perhaps with one man at a cost from one origin.
    fn least_cost(&self, side: Colour, given: Option<(usize, usize, i32)>) -> i32 {
        let mut rows = [[0; 16]; 16];
        let moved = self.moved(side);
        moved.iter().zip(&mut rows).for_each(|(man, row)| *row = man.costs);
        if let Some((man, origin, cost)) = given {
            rows[man] = [FORBIDDEN; 16];
            rows[man][origin] = cost;
        }
        least_cost(&rows[..moved.len()])
    }

    /// Of a pawn on its third row (one of the men of [`Round::moved`]) the file it came from by its
    /// only step, if but one is possible.
    pub(super) fn single_step(&self, side: Colour, man: usize) -> Option<usize> {
        let Moved { square, kind, costs } = &self.moved(side)[man];
        if *kind != Kind::Pawn || own_row(side, 2) & square.bit() == 0 {
            return None;
        }
        let can_come = |file: &usize| {
            let cost = costs[8 + file];
            cost <= self.captures(side)
                && self.least_cost(side, Some((man, 8 + file, cost))) <= self.captures(side)
        };
        let mut files = (0..8).filter(can_come);
        files.next().filter(|_| files.next().is_none())
    }

    /// How many men of the other side have been lost and not to pawns.
    fn lost_at_home(&self, side: Colour) -> i32 {
        let other = side.other();
        let captured_on = self.ways.diagonal(side, self.ways.pawn_range(side, self.captures(side) - 1));
        let pockets: [bool; 8] = std::array::from_fn(|file| {
            let safe = self.ways.range(other, file) & captured_on == 0;
            safe && FIRST_ROW[file] != Kind::King && !self.is_fixed(on_row(other, 0, file))
        });
        // As many pockets as possible: as few other origins as possible.
        let mut rows = [[0; 16]; 16];
        let moved = self.moved(other);
        for (man, row) in moved.iter().zip(&mut rows) {
            *row = std::array::from_fn(|origin| match man.costs[origin] {
                FORBIDDEN => FORBIDDEN,
                _ => i32::from(origin >= 8 || !pockets[origin]),
            });
        }
        let used = moved.len() as i32 - least_cost(&rows[..moved.len()]);
        pockets.iter().filter(|pocket| **pocket).count() as i32 - used
    }

    /// The men of which none can have made the last move among them.
    fn locked(&self, at_first: Set) -> Set {
        let stood = Colour::BOTH.map(|side| self.stood(side));
        let mut locked = Colour::BOTH.into_iter().fold(0, |all, side| all | self.men.of_side(side));
        loop {
            let before = locked;
            for side in Colour::BOTH {
                for kind in [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn] {
                    for square in Square::in_set(self.men.of_kind(side, kind) & locked & !at_first) {
                        if self.can_take_back(side, kind, square, locked, stood[side as usize][kind as usize])
                        {
                            locked &= !square.bit();
                        }
                    }
                }
            }
            if locked == before {
                return locked;
            }
        }
    }

    /// Where men of a side can have stood, by their kind (not pawns).
    fn stood(&self, side: Colour) -> [Set; 6] {
        let promotions = self.ways.pawn_range(side, 6) & own_row(side, 7);
        let mut stood = [0; 6];
        for (file, kind) in FIRST_ROW.into_iter().enumerate() {
            stood[kind as usize] |= self.ways.range(side, file);
        }
        for kind in [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight] {
            stood[kind as usize] = self.ways.fill(side, kind, stood[kind as usize] | promotions);
        }
        stood
    }

    /// Whether a man can have moved last among locked ones, one of which it is.
    fn can_take_back(&self, side: Colour, kind: Kind, square: Square, locked: Set, stood: Set) -> bool {
        let at = square.bit();
        match kind {
            Kind::Pawn => own_row(side, 1) & at == 0 && self.pawn_came(side, at, locked),
            Kind::King => {
                self.ways.steps(side, kind, at) & stood & !locked != 0 || self.castled(side, at, locked)
            }
            _ => {
                self.ways.steps(side, kind, at) & stood & !locked != 0
                    || own_row(side, 7) & at != 0
                        && self.pawn_came(side, at, locked)
                        && self.promoted_on(side, square)
                    || kind == Kind::Rook && self.castled(side, at, locked)
            }
        }
    }

    fn pawn_came(&self, side: Colour, at: Set, locked: Set) -> bool {
        let (straight, diagonal) = self.ways.behind(side, at);
        let from = straight & self.ways.pawn_range(side, 6)
            | diagonal & self.ways.pawn_range(side, self.captures(side) - 1);
        from & !locked & !self.ways.facts.fixed != 0
    }

    /// Whether a man can have come as a pawn to its square on the eighth row.
    fn promoted_on(&self, side: Colour, square: Square) -> bool {
        let Some(man) = self.moved(side).iter().position(|man| man.square == square) else { return false };
        (0..8).any(|file| {
            let least = self.ways.reach(side, file).iter().position(|reach| reach & square.bit() != 0);
            least.is_some_and(|least| {
                !self.is_fixed(on_row(side, 1, file))
                    && self.least_cost(side, Some((man, 8 + file, least as i32))) <= self.captures(side)
            })
        })
    }

    /// Whether the king or rook on a square can have come there by castling.
    fn castled(&self, side: Colour, at: Set, locked: Set) -> bool {
        let is_free = |kind, file| {
            let square = on_row(side, 0, file);
            square & locked == 0 || square & self.men.of_kind(side, kind) != 0
        };
        let king = self.men.of_kind(side, Kind::King) & at != 0;
        CASTLINGS.iter().any(|castling| {
            on_row(side, 0, if king { castling.king_to } else { castling.rook_to }) == at
                && is_free(Kind::King, castling.king_to)
                && is_free(Kind::Rook, castling.rook_to)
                && castling.left.iter().all(|file| on_row(side, 0, *file) & locked == 0)
        })
    }
}

/// The files of castling.
pub(super) struct Castling {
    pub(super) rook: usize,
    pub(super) king_to: usize,
    pub(super) rook_to: usize,
    /// Those between king and rook.
    pub(super) between: &'static [usize],
    /// Those of king and rook and between that are empty afterwards.
    left: &'static [usize],
}

pub(super) const CASTLINGS: [Castling; 2] = [
    Castling { rook: 7, king_to: 6, rook_to: 5, between: &[5, 6], left: &[4, 7] },
    Castling { rook: 0, king_to: 2, rook_to: 3, between: &[1, 2, 3], left: &[4, 0, 1] },
];
