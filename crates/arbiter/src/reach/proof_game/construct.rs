//! A proof game from scratch: quiet the position, plan the pawns, play it.

use crate::board::{Color, Move, Role};
use crate::clock::Instant;
use crate::limits::{Meter, Reached};
use crate::moves::{Past, legal_moves};
use crate::position::Position;
use crate::reach::facts::bars::Bars;
use crate::reach::facts::columns::{Columns, ColumnsEnd, PawnFate, PawnFates};
use crate::reach::facts::mobility::{Mobility, MobilityEnd};
use crate::reach::facts::needs::Needs;
use crate::reach::lemma::instant;
use crate::reach::terms::{Draws, GameTerms, cannot_mate, goes_on};
use crate::rules::Standard;

use super::PawnStep;
use super::chance::Chance;
use super::plan::{PlanBounds, Planned, StepOrder, can_promote, plan_of, reordered, simplified};
use super::quiet::{QuietPasts, Ready};
use super::realize::{outlook, realize_within};
use super::untangle::{Untangler, is_tangled};

/// Why there is no proof game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(in crate::reach) enum NoGame {
    /// Everything that was thought of has been tried.
    #[error("no game was found")]
    NotFound,
    /// A limit was reached.
    #[error("stopped by {0}")]
    Limit(Reached),
}

/// How many quiet pasts are taken into account.
const PASTS: usize = 12;
/// Assignments looked at for each past.
const ASSIGNMENTS: usize = 60;
/// Plans for the simplest assignments before others get a chance.
const SIMPLE_PLANS: usize = 6;
/// Steps of the search for others.
const SAMPLED: u64 = 50_000;
/// Steps of the first search for a plan.
const FIRST_PLAN: u64 = 300;
/// Steps of a search that only asks whether there is a plan, and how many such searches say no.
const QUICK_PLAN: u64 = 400;
const QUICK_PLANS: u64 = 2;
/// Orders of a plan's steps that are looked at.
const ORDERS: usize = 12;
/// What that counts, in positions.
const ORDER_COST: u64 = 20;
/// Positions looked at in the first tries to play a plan. A new plan pays more than a longer try, so the
/// number grows slowly.
const FIRST_TRY: u64 = 40_000;
/// Tries before the number is doubled.
const TRIES: u64 = 12;
/// Pairs of tries from disentangled men before it is asked whether there is a plan.
const FIRST_UNASKED: usize = 12;
/// Most tries: by then a try looks at millions of positions.
const MAX_TRIES: u64 = 120;
/// Pairs of tries before the men are disentangled: most often the order is no matter.
const FIRST_LOOSE: usize = 2;
/// Most plans: for a try, or found to be impossible.
const MAX_PLANS: u64 = 1_000;

/// Finds a game from the starting position that ends in exactly this past: its men, side to move and castling
/// rights, and its en passant square (none: no en passant capture is possible). It is one of those
/// asked about. The tries may look at so many positions together.
///
/// # Errors
/// None was found within what the meter allows; that proves nothing.
pub(in crate::reach) fn construct_within(
    past: &Past,
    terms: GameTerms,
    seed: u64,
    quota: u64,
    meter: &mut Meter,
) -> Result<Vec<Move>, NoGame> {
    let until = meter.rest(u64::MAX).time.map(|left| Instant::now() + left);
    let mut allotted = 0;
    let is_over =
        |before: &Past| terms.draws == Draws::Observed && before != past && cannot_mate(&before.board);
    let refuted = |past: &Past| instant(past).is_some() || is_over(past) || columns(past).is_none();
    let has_plan = |past: &Past| {
        let start = PlanStart::new(Ready { past: *past, tail: Vec::new() });
        start.is_some_and(|mut start| start.has_plan(seed, until))
    };
    let mut starts = PlanStarts::new(past, seed, &refuted, &has_plan);
    let mut tries = 0;
    // Each try with another plan, from more and more starting points, with more and more effort.
    for number in 0..MAX_PLANS {
        if tries == MAX_TRIES {
            break;
        }
        let round = tries / TRIES;
        let mut spend = |nodes| {
            allotted += nodes;
            meter.charge(nodes).and_then(|()| meter.look())?;
            if allotted < quota { Ok(()) } else { Err(Reached::Nodes) }
        };
        let Some(start) = starts.of_try(number, &mut spend).map_err(NoGame::Limit)? else { break };
        let nodes = FIRST_PLAN << round.min(3).max(2 * u64::from(start.failures.min(5)));
        let effort = PlanBounds { nodes, until };
        let seed = seed.wrapping_add(number);
        if let Some(steps) = start.plan(seed, effort) {
            tries += 1;
            let ordered = in_promising_order(&steps, StepOrder::of_try(number), &start.past, seed);
            allotted += ORDER_COST;
            meter.charge(ORDER_COST).and_then(|()| meter.look()).map_err(NoGame::Limit)?;
            let Some(steps) = ordered else { continue };
            let nodes = FIRST_TRY << round.min(6);
            if allotted >= quota {
                return Err(NoGame::Limit(Reached::Nodes));
            }
            let mut own = Meter::new(&meter.rest(nodes.min(quota - allotted)));
            let played = realize_within(&steps, &start.past, seed, &mut own);
            let spent = meter.charge(own.effort_nodes());
            if let Ok(mut game) = played {
                game.extend(&start.tail);
                if reaches(&game, past, terms) {
                    return Ok(game);
                }
            }
            spent.map_err(NoGame::Limit)?;
            // Many a try gets stuck long before; that must not let a first look take as long as the last.
            allotted += nodes;
            if allotted >= quota {
                return Err(NoGame::Limit(Reached::Nodes));
            }
        }
        meter.look().map_err(NoGame::Limit)?;
    }
    Err(NoGame::NotFound)
}

/// The steps in an order in which men can be where they are needed, as far as can be told before they are
/// played: the one asked for, if it will do, else the best of some others; `None` if none of them will do.
fn in_promising_order(steps: &[PawnStep], order: StepOrder, past: &Past, seed: u64) -> Option<Vec<PawnStep>> {
    let mut chance = Chance::new(seed);
    let mut best: Option<(u32, Vec<PawnStep>)> = None;
    for number in 0..ORDERS {
        let order = match number {
            0 => order,
            n if n % 3 == 2 => StepOrder::Any,
            _ => StepOrder::Promotions,
        };
        let steps = reordered(steps, order, &mut chance);
        let Some(cut_off) = outlook(&steps, past) else { continue };
        if cut_off == 0 {
            return Some(steps);
        }
        if best.as_ref().is_none_or(|&(least, _)| cut_off < least) {
            best = Some((cut_off, steps));
        }
    }
    best.map(|(_, steps)| steps)
}

/// The pasts to start from.
struct PlanStarts<'a> {
    quiet: QuietPasts<'a>,
    near: Vec<PlanStart>,
    /// Where men stand in each other's way, and then three starts of four are pasts in which they do not: any
    /// at first, and later most often those for which a plan is found.
    loose: Option<[LooseStarts<'a>; 2]>,
}

impl<'a> PlanStarts<'a> {
    fn new(
        past: &Past,
        seed: u64,
        refuted: &'a dyn Fn(&Past) -> bool,
        has_plan: &'a dyn Fn(&Past) -> bool,
    ) -> PlanStarts<'a> {
        let loose = is_tangled(past).then(|| {
            [None, Some(has_plan)]
                .map(|has_plan| LooseStarts::new(Untangler::new(past, seed, refuted, has_plan)))
        });
        PlanStarts { quiet: QuietPasts::new(past, refuted), near: Vec::new(), loose }
    }

    /// The start of a try; `None` if there is none. Two tries after each other have the same.
    fn of_try<E>(
        &mut self,
        number: u64,
        mut spend: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Option<&mut PlanStart>, E> {
        let (mut pair, first) = (number as usize / 2, number.is_multiple_of(2));
        if let Some([any, planned]) = &mut self.loose
            && pair >= FIRST_LOOSE
        {
            let turn = pair - FIRST_LOOSE;
            if turn % 4 < 3 {
                let ask = turn >= FIRST_UNASKED && turn % 4 < 2 && planned.untangler.asks_for_plans();
                let starts = if ask { planned } else { any };
                if first {
                    starts.look(turn, &mut spend)?;
                }
                if let Some(start) = starts.start() {
                    return Ok(Some(start));
                }
            }
            pair = FIRST_LOOSE + turn / 4;
        }
        while self.near.len() < PASTS.min(1 + pair / 2) {
            let Some(found) = self.quiet.next(|| spend(1))? else { break };
            self.near.extend(PlanStart::new(found));
        }
        let which = pair % self.near.len().max(1);
        Ok(self.near.get_mut(which))
    }
}

/// Pasts in which the men have room.
struct LooseStarts<'a> {
    untangler: Untangler<'a>,
    found: Vec<PlanStart>,
    /// The jam of these.
    jam: u32,
    /// Which of these is tried now.
    turn: usize,
}

impl<'a> LooseStarts<'a> {
    fn new(untangler: Untangler<'a>) -> LooseStarts<'a> {
        LooseStarts { untangler, found: Vec::new(), jam: u32::MAX, turn: 0 }
    }

    /// Looks for another, and keeps only those in which the men have most room.
    fn look<E>(&mut self, turn: usize, spend: impl FnMut(u64) -> Result<(), E>) -> Result<(), E> {
        self.turn = turn;
        if let Some((found, jam)) = self.untangler.next(spend)?
            && jam <= self.jam
            && let Some(start) = PlanStart::new(found)
        {
            if jam < self.jam {
                self.found.clear();
            }
            self.jam = jam;
            self.turn = self.found.len();
            self.found.push(start);
        }
        Ok(())
    }

    /// That which is tried now.
    fn start(&mut self) -> Option<&mut PlanStart> {
        let which = self.turn % self.found.len().max(1);
        self.found.get_mut(which)
    }
}

/// A quiet past, and how its pawns can be accounted for.
struct PlanStart {
    past: Past,
    tail: Vec<Move>,
    columns: Columns,
    assignments: Vec<PawnFates>,
    /// The assignment to be planned next.
    next: usize,
    /// Assignments of all kinds, for when the simplest do not serve.
    others: Option<Vec<PawnFates>>,
    /// How many times in a row no plan was found.
    failures: u32,
}

impl PlanStart {
    fn new(ready: Ready) -> Option<PlanStart> {
        let columns = columns(&ready.past)?;
        let assignments = assignments(&columns);
        Some(PlanStart {
            past: ready.past,
            tail: ready.tail,
            columns,
            assignments,
            next: 0,
            others: None,
            failures: 0,
        })
    }

    /// Whether a plan is soon found.
    fn has_plan(&mut self, seed: u64, until: Option<Instant>) -> bool {
        let bounds = PlanBounds { nodes: QUICK_PLAN, until };
        (0..QUICK_PLANS).any(|number| self.plan(seed.wrapping_add(number), bounds).is_some())
    }

    /// A plan unlike those before: for another assignment, of the simplest ones mostly, or in another order.
    fn plan(&mut self, seed: u64, effort: PlanBounds) -> Option<Vec<PawnStep>> {
        let simple = self.assignments.len();
        for _ in 0..simple.min(8) {
            // 0, 0 1, 0 1 2, …
            let (mut turn, mut length) = (self.next, 1);
            while turn >= length {
                (turn, length) = (turn - length, length + 1);
            }
            let number = self.next;
            self.next += 1;
            let mut assignment = &self.assignments[turn % simple];
            if number >= SIMPLE_PLANS && number % 2 == 1 {
                let others = self.others.get_or_insert_with(|| sample(&self.columns));
                if !others.is_empty() {
                    assignment = &others[number / 2 % others.len()];
                }
            }
            if let Planned::Steps(steps) = plan_of(&self.past.board, &self.columns, assignment, effort, seed)
            {
                self.failures = 0;
                return Some(steps);
            }
        }
        self.failures += 1;
        None
    }
}

/// Some of all ways to account for the pawns: the search finds those that are alike one after another.
fn sample(columns: &Columns) -> Vec<PawnFates> {
    let mut found: Vec<PawnFates> = Vec::with_capacity(ASSIGNMENTS);
    let (mut chance, mut seen) = (Chance::new(0), 0);
    columns.search(SAMPLED, &mut |assignment| {
        if !can_promote(columns, assignment) {
            return false;
        }
        seen += 1;
        if found.len() < ASSIGNMENTS {
            found.push(*assignment);
        } else if let Some(place) = found.get_mut(chance.below(seen) as usize) {
            *place = *assignment;
        }
        false
    });
    // In no order.
    for i in (1..found.len()).rev() {
        found.swap(i, chance.below(i as u64 + 1) as usize);
    }
    found
}

/// Ways to account for the pawns, the simplest first: few captures by pawns, few promotions.
fn assignments(columns: &Columns) -> Vec<PawnFates> {
    let mut found = Vec::new();
    columns.search(100_000, &mut |assignment| {
        if !can_promote(columns, assignment) {
            return false;
        }
        let simple = simplified(columns, assignment);
        let captures: u32 = simple.iter().flatten().map(|fate| u32::from(fate.captures())).sum();
        let promotions =
            simple.iter().flatten().filter(|fate| matches!(fate, PawnFate::Promotes { .. })).count() as u32;
        found.push((2 * captures + 3 * promotions, *assignment));
        found.len() >= ASSIGNMENTS
    });
    found.sort_by_key(|&(cost, _)| cost);
    found.into_iter().map(|(_, assignment)| assignment).collect()
}

/// The problem of the columns for a past; `None` if a deduction refutes it. Pawns promote on files that are
/// not closed, if that is possible at all.
fn columns(past: &Past) -> Option<Columns> {
    let mobility = Mobility::of(past);
    if mobility.end != MobilityEnd::Open {
        return None;
    }
    let bars = Bars::new(&past.board, mobility.ways.fixed);
    let on_files = |files: [u8; 2]| {
        let needs = |color| Needs::on_files(&past.board, color, &mobility, files[color as usize]);
        let columns = Columns::new(past, [needs(Color::White)?, needs(Color::Black)?])?;
        let possible = columns.search(20_000, &mut |_| true);
        (possible != ColumnsEnd::Exhausted).then_some(columns)
    };
    let columns = on_files(Color::BOTH.map(|color| bars.open(color))).or_else(|| on_files([0xFF; 2]))?;
    let simpler = [columns.clone().making_way_to_promote(), columns.clone().promoting()];
    let has_some = |columns: &Columns| columns.search(20_000, &mut |_| true) == ColumnsEnd::Stopped;
    Some(simpler.into_iter().find(has_some).unwrap_or(columns))
}

/// Plays a game and compares where it ends.
pub(crate) fn reaches(game: &[Move], past: &Past, terms: GameTerms) -> bool {
    let mut position = Position::from_start(past.start);
    let mut last_double_step = None;
    for &mv in game {
        if !legal_moves(&position).contains(&mv) {
            return false;
        }
        position = position.play(mv);
        last_double_step = position.en_passant();
    }
    let setup = position.to_setup();
    let same = setup.board == past.board
        && setup.turn == past.turn
        && (past.castling - setup.castling).is_empty()
        && (terms.unknown.castling || setup.castling == past.castling);
    let en_passant = match past.en_passant {
        _ if terms.unknown.en_passant => true,
        Some(square) => last_double_step == Some(square),
        None => last_double_step.is_none() || !en_passant_is_possible(&position),
    };
    same && en_passant && !goes_on(past.start, game, terms.draws)
}

/// Whether some en passant capture is legal.
pub(in crate::reach) fn en_passant_is_possible(position: &Position<Standard>) -> bool {
    legal_moves(position)
        .iter()
        .any(|&mv| position.board().role(Role::Pawn).has(mv.from()) && position.is_en_passant(mv))
}
