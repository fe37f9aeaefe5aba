//! Can a position arise with just these clocks?
//!
//! The move number and the side to move say how many plies the game has, the halfmove clock which of them was
//! the last capture or move of a pawn. So a game has three parts: one of so many plies to some past; the move
//! that is not quiet; and so many quiet ones. The last two are taken back from the position, by chance but
//! towards the starting position, or are those of a game that is known. The first is a game as
//! [`decide`](super::decide) finds them, which is made longer or shorter until it fits: men go somewhere and
//! come back, or take a way by two moves instead of one ([`stretch`], [`edits`]).
//!
//! Whatever comes out is played once more, so nothing here can make a wrong verdict; that no game was found
//! proves nothing. What is wrong with clocks for certain is plain arithmetic ([`clocks`](super::clocks)).

mod edits;
mod retrace;
mod stretch;

use crate::board::{Move, Setup};
use crate::limits::{Limits, Meter, Reached};
use crate::moves::Past;
use crate::position::Position;

use super::clocks::faults;
use super::proof_game::{Chance, construct_within, reaches};
use super::shortest::{MAX_PLIES, Quest, of_length};
use super::terms::MAX_QUIET;
use super::{
    Clocks, Draws, GameTerms, Level, ReachAnswer, ReachLimits, ReachVerdict, Unsupported, Why, decide,
};

use retrace::{Depths, Ending, retraced, work};
use stretch::{is_lasting, stretched};

/// Endings that are tried.
const MOST_ENDINGS: u32 = 2_000;
/// Of so many plies quiet moves are taken back, not more; further ones go somewhere and back.
const MOST_RETRACED: usize = 40;
/// Some endings have no more moves before the one that is not quiet, some so many, or a multiple.
const FURTHER: usize = 8;
/// Ways back of which one is gone.
const WALKS: usize = 4;
/// Positions of the first searches for a game to a past: of a short one, and of any.
const FIRST_SHORT: u64 = 2_000;
const FIRST_LONG: u64 = 40_000;
/// Games of fewer plies are not constructed.
const CONSTRUCTED: usize = 24;
/// Endings before these are doubled.
const DOUBLED: u32 = 6;
/// Games of exactly the right length that are looked at, and positions to look for them.
const EXACT_GAMES: usize = 30;
const EXACT_POSITIONS: u64 = 2_000;
/// Plies up to which they are looked for.
const EXACT_PLIES: usize = 40;

/// [`decide`](super::decide), of games that end with exactly the clocks of the setup: so many plies, so many
/// of them since the last capture or move of a pawn. Clocks are kept in games that end when they are over:
/// draws are observed, whatever the terms say.
///
/// ```
/// use chess_arbiter::reach::{ReachAnswer, ReachLimits, decide_with_clocks};
/// use chess_arbiter::{Standard, fen};
/// let limits = ReachLimits::default();
/// let asked = |text| decide_with_clocks(&fen::parse::<Standard>(text).unwrap(), &limits).unwrap();
/// let verdict = asked("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 10");
/// let ReachAnswer::Legal(game) = &verdict.answer else { panic!() };
/// assert_eq!(game.len(), 19);
/// assert_eq!(asked("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 2 2").word(), "illegal");
/// ```
///
/// # Errors
/// Castling rights that belong to Chess960, or that cannot be named.
pub fn decide_with_clocks(setup: &Setup, limits: &ReachLimits) -> Result<ReachVerdict, Unsupported> {
    let terms = GameTerms { draws: Draws::Observed, ..limits.terms };
    let limits = &ReachLimits { terms, ..limits.clone() };
    let clocks = Clocks { halfmoves: setup.halfmoves, fullmoves: setup.fullmoves };
    // What needs no search first; of a position that cannot be the clocks are no matter.
    let first = decide(setup, &ReachLimits { level: limits.level.min(Level::Static), ..limits.clone() })?;
    if matches!(first.answer, ReachAnswer::Illegal(_)) || limits.level < Level::Static {
        return Ok(first.with_clocks(clocks));
    }
    if let Some(&fault) = faults(setup, limits.start, limits.terms.draws).first() {
        return Ok(first.with_clocks(clocks).by_clocks(fault));
    }
    let meter = Meter::new(&rest(&limits.work, &first));
    let verdict = decide(setup, &ReachLimits { work: meter.rest(u64::MAX), ..limits.clone() })?;
    let ReachAnswer::Legal(game) = &verdict.answer else { return Ok(verdict.with_clocks(clocks)) };
    let mut meter = Meter::new(&rest(&limits.work, &verdict));
    let quest = ClockQuest {
        past: verdict.reached(),
        terms: GameTerms::from(Draws::Observed),
        plies: 2 * (usize::from(clocks.fullmoves) - 1) + setup.turn as usize,
        quiet: clocks.halfmoves.into(),
        clocks,
    };
    let found = quest.game(game, limits.seed, &mut meter);
    let game = match found {
        Ok(game) => game.ok_or(Why::Exhausted),
        Err(reached) => Err(Why::Limit(reached)),
    };
    let mut effort = meter.effort();
    effort.nodes += verdict.effort.nodes;
    effort.time += verdict.effort.time;
    Ok(verdict.with_clocks(clocks).by_game(game, effort))
}

/// What a verdict has left of the limits.
fn rest(limits: &Limits, verdict: &ReachVerdict) -> Limits {
    Limits {
        time: limits.time.map(|most| most.saturating_sub(verdict.effort.time)),
        nodes: limits.nodes.map(|most| most.saturating_sub(verdict.effort.nodes)),
        ..limits.clone()
    }
}

/// The game that is looked for.
struct ClockQuest {
    past: Past,
    terms: GameTerms,
    plies: usize,
    /// How many of them are quiet at the end.
    quiet: usize,
    clocks: Clocks,
}

impl ClockQuest {
    /// A game with the clocks, when one with others is known.
    fn game(&self, known: &[Move], seed: u64, meter: &mut Meter) -> Result<Option<Vec<Move>>, Reached> {
        let mut chance = Chance::new(seed);
        if let Some(game) = self.of_known(known, &mut chance, meter)? {
            return Ok(Some(game));
        }
        if let Some(game) = self.of_exact_length(0, meter)? {
            return Ok(Some(game));
        }
        // Before the quiet moves and the one that is not there must be room for the latter.
        let Some(before) = self.plies.checked_sub(self.quiet + 1) else { return Ok(None) };
        for number in 0..MOST_ENDINGS {
            meter.look()?;
            let Some(ending) = self.ending(number, before, &mut chance, meter)? else { continue };
            if let Some(game) = self.to_ending(&ending, number, before, &mut chance, meter)? {
                return Ok(Some(game));
            }
            if number % DOUBLED == DOUBLED - 1
                && let Some(game) = self.of_exact_length(number / DOUBLED, meter)?
            {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    /// The game that is known, made to fit.
    fn of_known(
        &self,
        known: &[Move],
        chance: &mut Chance,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Move>>, Reached> {
        let start = Position::from_start(self.past.start);
        let mut position = start;
        let mut last = None;
        for (ply, &mv) in known.iter().enumerate() {
            if is_lasting(&position, mv) {
                last = Some(ply);
            }
            position = position.play(mv);
        }
        let Some(last) = last else {
            // Nothing but quiet moves.
            let whole = stretched(&start, known, self.plies, self.most_quiet(), chance, meter)?;
            return Ok(whole.filter(|game| self.is_answered(game)));
        };
        let Some(before) = self.plies.checked_sub(self.quiet + 1) else { return Ok(None) };
        self.joined(&known[..last], known[last], &known[last + 1..], before, chance, meter)
    }

    /// One of the games of the right length to the position, where they are few.
    fn of_exact_length(&self, doubled: u32, meter: &mut Meter) -> Result<Option<Vec<Move>>, Reached> {
        if self.plies > EXACT_PLIES.min(MAX_PLIES) {
            return Ok(None);
        }
        let mut own = Meter::new(&meter.rest(EXACT_POSITIONS << doubled.min(8)));
        let mut games = Vec::new();
        // A limit ends this look alone, or is noticed by the next.
        let _ = of_length(&self.past, self.terms, self.plies, EXACT_GAMES << doubled, &mut games, &mut own);
        meter.charge(own.effort_nodes())?;
        Ok(games.into_iter().find(|game| self.is_answered(game)))
    }

    /// How the game may end, with at most so many plies before.
    fn ending(
        &self,
        number: u32,
        before: usize,
        chance: &mut Chance,
        meter: &mut Meter,
    ) -> Result<Option<Ending>, Reached> {
        // There and back takes four plies.
        let most = self.quiet.min(MOST_RETRACED - 4 + self.quiet % 4);
        let choices = most / 4 + 1;
        let quiet = self.quiet % 4 + 4 * (number as usize % choices);
        let further = (FURTHER * (number as usize / choices % 5)).min(before * 3 / 4);
        let depths = Depths { quiet, further, before };
        let mut best: Option<(usize, Ending)> = None;
        for _ in 0..if quiet + further > 0 { WALKS } else { 1 } {
            let Some(ending) = retraced(&self.past, depths, chance, meter)? else { continue };
            let Some(quest) = Quest::new(&ending.past, self.terms) else { continue };
            let left = before - ending.first.len();
            if quest.at_least() > left {
                continue;
            }
            // The plies that are left count against the work.
            let rank = (work(&ending.past) + quest.at_least()) + 2 * ending.first.len();
            if best.as_ref().is_none_or(|&(least, _)| rank < least) {
                best = Some((rank, ending));
            }
        }
        Ok(best.map(|(_, ending)| ending))
    }

    /// A game with this ending.
    fn to_ending(
        &self,
        ending: &Ending,
        number: u32,
        before: usize,
        chance: &mut Chance,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Move>>, Reached> {
        let doubled = (number / DOUBLED).min(8);

        let mut short = None;
        if let Some(mut quest) = Quest::promising(&ending.past, self.terms) {
            short = quest.game(&ending.past, FIRST_SHORT << doubled, meter);
            meter.look()?;
        }
        let front = match short {
            Some(front) => Some(front),
            None if before - ending.first.len() < CONSTRUCTED => None,
            None => {
                let quota = FIRST_LONG << doubled;
                let mut own = Meter::new(&meter.rest(quota));
                let found = construct_within(&ending.past, self.terms, number.into(), quota, &mut own).ok();
                meter.charge(own.effort_nodes())?;
                found
            }
        };
        let Ending { past, first, lasting, quiet } = ending;
        if let Some(mut front) = front
            && {
                front.extend(first);
                true
            }
            && let Some(game) = self.joined(&front, *lasting, quiet, before, chance, meter)?
        {
            return Ok(Some(game));
        }
        let before_first = before - first.len();
        if before_first > EXACT_PLIES {
            return Ok(None);
        }
        let mut own = Meter::new(&meter.rest(FIRST_SHORT << doubled));
        let mut fronts = Vec::new();
        let _ = of_length(past, self.terms, before_first, 1, &mut fronts, &mut own);
        meter.charge(own.effort_nodes())?;
        match fronts.pop() {
            Some(mut front) => {
                front.extend(first);
                self.joined(&front, *lasting, quiet, before, chance, meter)
            }
            None => Ok(None),
        }
    }

    /// The game of these parts, the first of them made to have so many plies, the last to be as long as the
    /// halfmove clock says.
    fn joined(
        &self,
        front: &[Move],
        lasting: Move,
        quiet: &[Move],
        before: usize,
        chance: &mut Chance,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Move>>, Reached> {
        let start = Position::from_start(self.past.start);
        let middle = front.iter().fold(start, |position, &mv| position.play(mv)).play(lasting);
        let Some(quiet) = stretched(&middle, quiet, self.quiet, self.most_quiet(), chance, meter)? else {
            return Ok(None);
        };
        // The move that ends a game by its length is its last.
        let most = self.most_quiet().saturating_sub(1);
        let Some(mut game) = stretched(&start, front, before, most, chance, meter)? else {
            return Ok(None);
        };
        game.push(lasting);
        game.extend(quiet);
        Ok(self.is_answered(&game).then_some(game))
    }

    fn most_quiet(&self) -> usize {
        match self.terms.draws {
            Draws::Observed => MAX_QUIET as usize,
            Draws::Ignored => usize::MAX,
        }
    }

    /// Whether the game leads to the position with its clocks.
    fn is_answered(&self, game: &[Move]) -> bool {
        let end =
            || game.iter().fold(Position::from_start(self.past.start), |position, &mv| position.play(mv));
        let clocks = || {
            let end = end();
            Clocks { halfmoves: end.halfmoves(), fullmoves: end.fullmoves() }
        };
        game.len() == self.plies && reaches(game, &self.past, self.terms) && clocks() == self.clocks
    }
}
