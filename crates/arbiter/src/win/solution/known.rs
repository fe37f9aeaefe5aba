//! What a solution rests on: with which moves the attacker reaches its aim, in the positions that were asked
//! about. From that alone it can be told again, by whoever has it proved.

use std::collections::{BTreeMap, HashMap};

use crate::board::Move;
use crate::format::fen;
use crate::limits::{Meter, Reached};
use crate::position::Position;
use crate::rules::Rules;
use crate::win::Moves;
use crate::win::keys::FindsKeys;
use crate::win::stipulation::Aim;

use super::{Knows, Solution, Wanted, work_out};

/// With which moves the attacker, to move, reaches its aim in some positions, and within how many moves.
#[derive(Clone, Debug)]
pub struct Known<R: Rules> {
    /// Where a position's facts are: in certificates too positions are the same if they are written so.
    places: HashMap<String, usize>,
    facts: Vec<Facts<R>>,
}

#[derive(Clone, Debug)]
struct Facts<R: Rules> {
    position: Position<R>,
    /// The aim is not reached within so many moves,
    not_within: Moves,
    /// it is within so many,
    within: Option<Moves>,
    /// and within so many with these moves, and no others.
    keys: BTreeMap<Moves, Vec<Move>>,
}

/// A position, moves, and the first moves with which the attacker reaches its aim within these: all of them,
/// or `None` if it is only known that there are some.
pub(in crate::win) type Fact<'a, R> = (&'a Position<R>, Moves, Option<&'a [Move]>);

impl<R: Rules> Default for Known<R> {
    fn default() -> Known<R> {
        Known { places: HashMap::new(), facts: Vec::new() }
    }
}

impl<R: Rules> Known<R> {
    /// The moves with which the attacker, to move, reaches its aim within `moves`; and no others do.
    pub fn add_keys(&mut self, position: &Position<R>, moves: Moves, keys: Vec<Move>) {
        let facts = self.facts_mut(position);
        if keys.is_empty() {
            facts.not_within = facts.not_within.max(moves);
        } else {
            facts.keys.insert(moves, keys);
        }
    }

    /// The attacker, to move, reaches its aim within `moves`.
    pub fn add_reached(&mut self, position: &Position<R>, moves: Moves) {
        let facts = self.facts_mut(position);
        facts.within = Some(facts.within.map_or(moves, |within| within.min(moves)));
    }

    /// A problem worked out of what is known; `None` where that is not enough, or takes more than so many
    /// questions (whether the aim is reached in a position within some moves, or which the keys are, each of
    /// which counts as one more).
    ///
    /// ```
    /// use chess_arbiter::{format::fen, rules::Standard};
    /// use chess_arbiter::win::solution::{Known, Wanted};
    /// use chess_arbiter::win::{Moves, stipulation::Aim};
    ///
    /// let position = fen::position::<Standard>("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
    /// let mut known = Known::default();
    /// assert!(known.solution(&position, Aim::Mate, Moves(1), &Wanted::default(), 100).is_none());
    /// known.add_keys(&position, Moves(1), vec!["a1a8".parse().unwrap()]);
    /// let solution = known.solution(&position, Aim::Mate, Moves(1), &Wanted::default(), 100).unwrap();
    /// assert_eq!(solution.keys.len(), 1);
    /// ```
    #[must_use]
    pub fn solution(
        &self,
        position: &Position<R>,
        aim: Aim,
        moves: Moves,
        wanted: &Wanted,
        questions: u64,
    ) -> Option<Solution> {
        work_out(&mut Reader { known: self, aim, questions }, position, moves, wanted).ok()
    }

    /// Everything, in the order in which it was asked.
    pub(in crate::win) fn all(&self) -> impl Iterator<Item = Fact<'_, R>> {
        self.facts.iter().flat_map(|Facts { position, not_within, within, keys }| {
            let none = (*not_within > Moves(0)).then_some((position, *not_within, Some(&[][..])));
            let said = |within: &Moves| keys.range(..=within).next().is_some();
            let some = within.filter(|within| !said(within)).map(|within| (position, within, None));
            let all = keys.iter().map(move |(moves, keys)| (position, *moves, Some(&keys[..])));
            none.into_iter().chain(some).chain(all)
        })
    }

    /// All moves with which the attacker reaches its aim within `moves`, none where that was not asked.
    pub(in crate::win) fn keys(&self, position: &Position<R>, moves: Moves) -> &[Move] {
        self.get(position).and_then(|facts| facts.keys.get(&moves)).map_or(&[], Vec::as_slice)
    }

    fn facts_mut(&mut self, position: &Position<R>) -> &mut Facts<R> {
        let place = *self.places.entry(key(position)).or_insert_with(|| {
            let (not_within, keys) = (Moves(0), BTreeMap::new());
            self.facts.push(Facts { position: *position, not_within, within: None, keys });
            self.facts.len() - 1
        });
        &mut self.facts[place]
    }

    fn get(&self, position: &Position<R>) -> Option<&Facts<R>> {
        self.places.get(&key(position)).map(|&place| &self.facts[place])
    }
}

fn key<R: Rules>(position: &Position<R>) -> String {
    fen::write_key::<R>(&position.to_setup())
}

/// Not known, or asked too much.
struct Unknown;

struct Reader<'a, R: Rules> {
    known: &'a Known<R>,
    aim: Aim,
    /// So many more are answered.
    questions: u64,
}

impl<R: Rules> Knows<R> for Reader<'_, R> {
    type Gap = Unknown;

    fn aim(&self) -> Aim {
        self.aim
    }

    fn reaches(&mut self, position: &Position<R>, moves: Moves) -> Result<bool, Unknown> {
        self.questions = self.questions.checked_sub(1).ok_or(Unknown)?;
        if moves == Moves(0) {
            return Ok(false);
        }
        let facts = self.known.get(position).ok_or(Unknown)?;
        if facts.not_within >= moves {
            return Ok(false);
        }
        let within = facts.within.is_some_and(|within| within <= moves);
        if within || facts.keys.range(..=moves).next().is_some() { Ok(true) } else { Err(Unknown) }
    }

    fn keys(&mut self, position: &Position<R>, moves: Moves) -> Result<Vec<Move>, Unknown> {
        if !self.reaches(position, moves)? {
            return Ok(Vec::new());
        }
        let keys = self.known.get(position).and_then(|facts| facts.keys.get(&moves)).ok_or(Unknown)?;
        self.questions = self.questions.checked_sub(keys.len() as u64).ok_or(Unknown)?;
        Ok(keys.clone())
    }
}

/// Asks a solver, and keeps what it says if that is wanted.
pub(super) struct Asker<'a, R: Rules> {
    solver: &'a mut dyn FindsKeys<R>,
    meter: Meter,
    known: Option<Known<R>>,
}

impl<'a, R: Rules> Asker<'a, R> {
    pub(super) fn new(solver: &'a mut dyn FindsKeys<R>, keeps: bool) -> Self {
        let meter = Meter::new(solver.limits());
        Asker { solver, meter, known: keeps.then(Known::default) }
    }

    /// What the solver said.
    pub(super) fn known(self) -> Known<R> {
        self.known.unwrap_or_default()
    }

    fn keep(&mut self, add: impl FnOnce(&mut Known<R>)) -> Result<(), Reached> {
        let Some(known) = &mut self.known else { return Ok(()) };
        add(known);
        self.meter.room_for(known.facts.len())
    }
}

impl<R: Rules> Knows<R> for Asker<'_, R> {
    type Gap = Reached;

    fn aim(&self) -> Aim {
        self.solver.aim()
    }

    fn reaches(&mut self, position: &Position<R>, moves: Moves) -> Result<bool, Reached> {
        let reaches = self.solver.reaches(&mut self.meter, position, moves)?.is_some();
        self.keep(|known| match reaches {
            true => known.add_reached(position, moves),
            false => known.add_keys(position, moves, Vec::new()),
        })?;
        Ok(reaches)
    }

    fn keys(&mut self, position: &Position<R>, moves: Moves) -> Result<Vec<Move>, Reached> {
        let keys = self.solver.keys(&mut self.meter, position, moves)?;
        self.keep(|known| known.add_keys(position, moves, keys.clone()))?;
        Ok(keys)
    }
}

/// What a solver says about all that a solution asks.
pub(in crate::win) fn known<R: Rules>(
    solver: &mut dyn FindsKeys<R>,
    position: &Position<R>,
    moves: Moves,
    wanted: &Wanted,
) -> Result<Known<R>, Reached> {
    let mut asker = Asker::new(solver, true);
    work_out(&mut asker, position, moves, wanted)?;
    Ok(asker.known())
}
