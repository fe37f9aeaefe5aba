//! Rounds of deductions, each from the facts of the one before; the lemmas `origins` and `locked`.

use super::Lemma;
use super::facts::{Facts, Ways, lost};
use super::locked::locked;
use super::matching::{Assignment, Costs, FORBIDDEN, least_cost};
use crate::Checked;
use crate::board::{Colour, Kind, Man, Square};
use crate::budget::{Budget, Stopped};
use crate::json::Item;
use crate::past::Past;
use crate::squares::{Set, home, own_rank};

pub(super) const ORIGINS: Lemma = Lemma {
    name: "origins",
    condition: "the men of a side cannot come from the initial ones with the captures there were",
    applies: |past, budget| rounds(past, budget).map(|end| end.err() == Some(ORIGINS.name)),
};

pub(super) const LOCKED: Lemma = Lemma {
    name: "locked",
    condition: "some men, not all at home, can never have made the last move among them",
    applies: |past, budget| rounds(past, budget).map(|end| end.err() == Some(LOCKED.name)),
};

/// More than any past needs: each round but the last adds a fixed square or a cut, or takes a capture.
const MAX_ROUNDS: usize = 200;

/// The last of all rounds, or the lemma (`origins` or `locked`) that ends them.
pub(super) fn rounds<'a>(
    past: &'a Past,
    budget: &Budget<'_>,
) -> Result<Result<Round<'a>, &'static str>, Stopped> {
    let at_first = Facts::at_first(past);
    let mut facts = at_first;
    for _ in 0..MAX_ROUNDS {
        budget.look()?;
        let round = Round::new(past, facts);
        if Colour::BOTH.into_iter().any(|side| round.assignments[side as usize].cost() > round.captures(side))
        {
            return Ok(Err(ORIGINS.name));
        }
        facts.fixed = locked(&round, at_first.fixed);
        for side in Colour::BOTH {
            let men = past.board.side(side);
            let first = |all, file: usize| all | home(side, 0, file) & men.squares(past.start.kinds[file]);
            let at_home = (0..8).fold(men.squares(Kind::Pawn) & own_rank(side, 1), first);
            if facts.fixed & men.all_squares() & !at_home != 0 {
                return Ok(Err(LOCKED.name));
            }
            for (man, pawn) in round.moved(side).iter().enumerate() {
                let files = round.third_rank_files(side, man);
                if let [file] = files[..] {
                    facts.cut(side, home(side, 1, file), pawn.square.bit());
                }
                if !files.is_empty() && !files.contains(&(pawn.square.file() as usize)) {
                    facts.held[side as usize] |= pawn.square.bit();
                }
            }
            facts.captures[side as usize] = round.captures_at_most(side, 16);
        }
        if facts == round.ways.facts {
            return Ok(Ok(round));
        }
    }
    Err(Stopped::Steps)
}

/// The last of all rounds, for a lemma that is asked when none has ended them.
pub(super) fn last_round<'a>(past: &'a Past, cases: &Item<'_>) -> Checked<Round<'a>> {
    let end = cases.budget.borrow(|| rounds(past, cases.budget))?;
    end.map_err(|lemma| cases.refuse(format!("the lemma {lemma} ends the rounds")))
}

/// A man that does not stand on a fixed square.
pub(super) struct Moved {
    pub(super) square: Square,
    pub(super) kind: Kind,
    /// What it costs to have come from each origin: eight of the first rank, eight pawns.
    pub(super) costs: Costs,
}

/// Where the man of an origin began: eight of the first rank, eight pawns.
pub(super) fn first_square(side: Colour, origin: usize) -> Set {
    home(side, (origin / 8) as i8, origin % 8)
}

/// The facts of a round, and what follows from them.
pub(super) struct Round<'a> {
    pub(super) past: &'a Past,
    pub(super) ways: Ways,
    moved: [Vec<Moved>; 2],
    /// Of each side an origin for each of these men.
    pub(super) assignments: [Assignment; 2],
}

impl Moved {
    /// The files of the men of the first rank that it can be: those cost nothing.
    pub(super) fn originals(&self) -> u16 {
        (0..8).filter(|file| self.costs[*file] == 0).fold(0, |files, file| files | 1 << file)
    }
}

impl Round<'_> {
    pub(super) fn new(past: &Past, facts: Facts) -> Round<'_> {
        let assignments = Colour::BOTH.map(|_| Assignment::of(&[]));
        let mut round = Round { past, ways: Ways::new(facts, past), moved: Default::default(), assignments };
        round.moved = Colour::BOTH.map(|side| {
            let men = past.board.men_of(side).filter(|(square, _)| facts.fixed & square.bit() == 0);
            men.map(|(square, man)| Moved { square, kind: man.kind, costs: round.costs(square, man) })
                .collect()
        });
        round.assignments = Colour::BOTH.map(|side| Assignment::of(&round.all_costs(side)));
        round
    }

    pub(super) fn captures(&self, side: Colour) -> i32 {
        self.ways.facts.captures[side as usize]
    }

    /// The men of a side that do not stand on fixed squares.
    pub(super) fn moved(&self, side: Colour) -> &[Moved] {
        &self.moved[side as usize]
    }

    /// Whether the man that began on a file of the first (0) or second rank (1) has never moved.
    pub(super) fn is_fixed(&self, side: Colour, rank: i8, file: usize) -> bool {
        self.ways.is_fixed(home(side, rank, file))
    }

    fn costs(&self, square: Square, Man { colour: side, kind }: Man) -> Costs {
        let late = &self.ways.late[side as usize][kind as usize];
        let promoted = (0..8).filter(|file| late[*file] & square.bit() != 0);
        let as_pawn = match kind {
            Kind::King => 0,
            Kind::Pawn => square.bit(),
            _ => promoted.fold(0, |on, file| on | home(side, 7, file)),
        };
        let is_from = |file: usize| {
            let is_in_range = self.ways.ranges[side as usize][file] & square.bit() != 0;
            self.past.start.kinds[file] == kind && is_in_range && !self.is_fixed(side, 0, file)
        };
        std::array::from_fn(|origin| match origin {
            0..8 if is_from(origin) => 0,
            0..8 => FORBIDDEN,
            _ => self.least_captures(side, origin - 8, as_pawn).unwrap_or(FORBIDDEN),
        })
    }

    /// The least captures with which the pawn of a file comes to one of these squares, if it has moved.
    pub(super) fn least_captures(&self, side: Colour, file: usize, to: Set) -> Option<i32> {
        let least = self.ways.reach[side as usize][file].iter().position(|reach| reach & to != 0);
        least.filter(|_| !self.is_fixed(side, 1, file)).map(|least| least as i32)
    }

    /// What each man of [`Round::moved`] costs from each origin.
    pub(super) fn all_costs(&self, side: Colour) -> Vec<Costs> {
        self.moved(side).iter().map(|man| man.costs).collect()
    }

    /// Whether there is an assignment of a side with these costs of one of its men.
    pub(super) fn is_possible(&self, side: Colour, man: usize, costs: Costs) -> bool {
        let mut assignment = self.assignments[side as usize].clone();
        assignment.change(man, costs);
        assignment.cost() <= self.captures(side)
    }

    /// The same with the man from one origin (eight of the first rank, eight pawns) at a cost.
    pub(super) fn can_have_been(&self, side: Colour, man: usize, origin: usize, cost: i32) -> bool {
        let costs = std::array::from_fn(|from| if from == origin { cost } else { FORBIDDEN });
        cost <= self.captures(side) && self.is_possible(side, man, costs)
    }

    /// Whether the man of an origin is no king and may have moved.
    pub(super) fn can_be_lost(&self, side: Colour, origin: usize) -> bool {
        let is_king = origin < 8 && self.past.start.kinds[origin] == Kind::King;
        !is_king && !self.ways.is_fixed(first_square(side, origin))
    }

    /// Where the man of an origin can have stood, a pawn also as what it promoted to.
    pub(super) fn trace(&self, side: Colour, origin: usize) -> Set {
        if origin < 8 {
            return self.ways.ranges[side as usize][origin];
        }
        let (reach, late) = (self.ways.reach[side as usize][origin - 8][6], &self.ways.late[side as usize]);
        let promoted = |on: usize| late[Kind::Queen as usize][on] | late[Kind::Knight as usize][on];
        let on = (0..8).filter(|on| reach & home(side, 7, *on) != 0);
        on.fold(reach, |all, on| all | promoted(on))
    }

    /// The files that one of [`Round::moved`], if it is a pawn on its third rank, can have come from.
    pub(super) fn third_rank_files(&self, side: Colour, man: usize) -> Vec<usize> {
        let Moved { square, kind, costs } = &self.moved(side)[man];
        if *kind != Kind::Pawn || own_rank(side, 2) & square.bit() == 0 {
            return Vec::new();
        }
        (0..8).filter(|file| self.can_have_been(side, man, 8 + file, costs[8 + file])).collect()
    }

    /// A bound on the captures of a side's pawns, without what was lost elsewhere of the first 8
    /// (those of the first rank) or 16 origins of the other side.
    pub(super) fn captures_at_most(&self, side: Colour, origins: usize) -> i32 {
        let (other, ways) = (side.other(), &self.ways);
        let from = ways.pawn_range(side, self.captures(side) - 1) & !ways.facts.fixed;
        let captured_on = ways.diagonal(side, from) & ways.pawn_range(side, self.captures(side));
        let pockets: [bool; 16] = std::array::from_fn(|origin| {
            origin < origins
                && self.can_be_lost(other, origin)
                && self.trace(other, origin) & captured_on == 0
        });
        // As many pockets as possible: as few other origins as possible.
        let mut costs = self.all_costs(other);
        for (origin, cost) in costs.iter_mut().flat_map(|man| man.iter_mut().enumerate()) {
            *cost = if *cost == FORBIDDEN { FORBIDDEN } else { i32::from(!pockets[origin]) };
        }
        let used = costs.len() as i32 - least_cost(&costs);
        let unused = pockets.iter().filter(|pocket| **pocket).count() as i32 - used;
        (lost(self.past, other) - unused).max(0)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/rounds.rs"]
pub(super) mod tests;
