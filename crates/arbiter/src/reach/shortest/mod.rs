//! Shortest proof games: games of the fewest plies that end in a position.
//!
//! Each side is looked at alone first: its men have to get to their targets or be captured, and an assignment
//! of one to the other bounds its moves from below. Men that cannot afford to move are walls for all others,
//! and squares where captures cannot be afforded are closed to them, which raises the bound, and so on until
//! nothing changes. What is left is searched depth first for games of exactly so many plies, with two plies
//! more each time: the first length that has a game is the shortest.

mod analysis;
mod assignment;
mod bound;
mod duals;
mod games;
mod geometry;
mod goal;
mod lower_bound;
mod memory;
mod search;

use crate::board::{Color, Move};
use crate::limits::{Limits, Meter, Reached};
use crate::moves::Past;
use crate::position::Position;
use crate::reach::GameTerms;
use crate::reach::proof_game::reaches;

pub use duals::Dual;
pub use games::{GameLength, GamesFound, GamesWanted, find};
use geometry::{FAR, Geometry};
use goal::GameGoal;
pub use lower_bound::{BoundNode, LowerBound, lower_bound};
use memory::SearchTables;
use search::Search;

/// Captures and plies up to which this search has a chance against those that are made for long games.
const PROMISING_CAPTURES: u32 = 12;
const PROMISING_PLIES: usize = 60;

/// The longest games looked for.
pub const MAX_PLIES: usize = 2 * (FAR as usize - 1);

/// What was found out about the shortest games to a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ShortestGames {
    /// No game has fewer plies. Beyond [`MAX_PLIES`] nothing was looked at.
    pub at_least: usize,
    /// Different games of so many plies; all there are if they are fewer than wanted and no limit was
    /// reached, and otherwise those that were found before.
    pub games: Vec<Vec<Move>>,
    /// The limit that stopped the search.
    pub limit: Option<Reached>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Looks for the shortest games that end in exactly this past, up to so many of the same length.
///
/// ```
/// use chess_arbiter::reach::{GameTerms, shortest};
/// use chess_arbiter::{Limits, Standard, fen, moves::Past};
/// let setup = fen::parse::<Standard>("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq -").unwrap();
/// let found = shortest::shortest(&Past::from(&setup), GameTerms::default(), 2, &Limits::default());
/// assert_eq!((found.at_least, found.games.len()), (3, 1)); // 1. e4 d5 2. exd5, and no other way
/// ```
pub fn shortest(past: &Past, terms: GameTerms, wanted: usize, limits: &Limits) -> ShortestGames {
    let mut games = Vec::new();
    let mut meter = Meter::new(limits);
    let (at_least, ended) = fewest(past, terms, wanted.max(1), &mut games, &mut meter);
    ShortestGames { at_least, games, limit: ended.err(), nodes: meter.effort_nodes() }
}

/// Looks for games of exactly so many plies, up to so many of them. (A game may pass through the position on
/// its way.)
///
/// # Errors
/// The limit that stopped the search before that many were found. More than [`MAX_PLIES`] are never looked
/// for: that is more positions than there is room for ([`Reached::Memory`]).
pub fn exactly(
    past: &Past,
    terms: GameTerms,
    plies: usize,
    wanted: usize,
    limits: &Limits,
) -> Result<Vec<Vec<Move>>, Reached> {
    let mut games = Vec::new();
    of_length(past, terms, plies, wanted.max(1), &mut games, &mut Meter::new(limits))?;
    Ok(games)
}

/// Puts the shortest games into a list, and says how many plies they have at least. What was found before a
/// limit is in the list.
fn fewest(
    past: &Past,
    terms: GameTerms,
    wanted: usize,
    games: &mut Vec<Vec<Move>>,
    meter: &mut Meter,
) -> (usize, Result<(), Reached>) {
    let Some(mut quest) = Quest::new(past, terms) else { return (MAX_PLIES + 1, Ok(())) };
    let ended = quest.go_on(wanted, MAX_PLIES, games, meter);
    (quest.at_least(), ended)
}

/// Puts games of exactly so many plies into a list. What was found before a limit is in it.
pub(super) fn of_length(
    past: &Past,
    terms: GameTerms,
    plies: usize,
    wanted: usize,
    games: &mut Vec<Vec<Move>>,
    meter: &mut Meter,
) -> Result<(), Reached> {
    if plies > MAX_PLIES {
        return Err(Reached::Memory);
    }
    let Some(mut quest) = Quest::new(past, terms) else { return Ok(()) };
    if plies < quest.at_least() || plies % 2 != quest.at_least() % 2 {
        return Ok(());
    }
    let last = usize::from(quest.goal.last.is_some());
    quest.plies = plies - last;
    quest.go_on(wanted, plies, games, meter)
}

/// The search for a shortest game, which can be stopped and taken up again.
#[derive(Debug)]
pub(super) struct Quest {
    goal: GameGoal,
    /// No game to the goal has fewer plies.
    plies: usize,
    geometry: Geometry,
}

impl Quest {
    /// `None` if it is plain that there is no game.
    pub(super) fn new(past: &Past, terms: GameTerms) -> Option<Quest> {
        let goal = GameGoal::of(past, terms)?;
        let mut geometry = Geometry::new();
        let bounds = analysis::plain(&goal, &Position::from_start(past.start), &mut geometry)?;
        let plies = bounds.plies(Color::White, goal.turn)?;
        Some(Quest { goal, plies, geometry })
    }

    /// No game has fewer plies.
    pub(super) fn at_least(&self) -> usize {
        self.plies + usize::from(self.goal.last.is_some())
    }

    /// A quest that has a chance to end soon: not many plies, not many captures.
    pub(super) fn promising(past: &Past, terms: GameTerms) -> Option<Quest> {
        if past.board.occupied().len() < 32 - PROMISING_CAPTURES {
            return None;
        }
        Quest::new(past, terms).filter(|quest| quest.at_least() <= PROMISING_PLIES)
    }

    /// A game to `past`, if one is found within so many positions.
    pub(super) fn game(&mut self, past: &Past, quota: u64, meter: &mut Meter) -> Option<Vec<Move>> {
        let mut own = Meter::new(&meter.rest(quota));
        let mut games = Vec::new();
        // A limit is noticed by the caller.
        let _ = self.go_on(1, MAX_PLIES, &mut games, &mut own);
        let _ = meter.charge(own.effort_nodes());
        games.pop().filter(|game| reaches(game, past, self.goal.terms))
    }

    /// Looks for games of the least length that is still possible, then of more, up to so many plies. No
    /// games: there are none up to that length.
    ///
    /// # Errors
    /// A limit was reached: there may be more than were found.
    fn go_on(
        &mut self,
        wanted: usize,
        most: usize,
        games: &mut Vec<Vec<Move>>,
        meter: &mut Meter,
    ) -> Result<(), Reached> {
        let start = Position::from_start(self.goal.start);
        let mut tables = None;
        while self.at_least() <= most {
            let moves = analysis::BothBounds::moves(Color::White, self.plies);
            let mut spend = |cost| (0..cost).try_for_each(|_| meter.count());
            let possible =
                analysis::analyse(&self.goal, &start, moves, None, &mut self.geometry, &mut spend)?;
            self.geometry.id += 1;
            if possible {
                let tables = tables.get_or_insert_with(|| SearchTables::new(meter.memory()));
                let (goal, geometry) = (&self.goal, &self.geometry);
                let mut search = Search { goal, geometry, tables, meter, wanted, games: Vec::new() };
                let ended = search.run(self.plies);
                games.extend(search.games.into_iter().map(|mut game| {
                    game.extend(self.goal.last);
                    game
                }));
                ended?;
                if !games.is_empty() {
                    return Ok(());
                }
            }
            self.plies += 2;
        }
        Ok(())
    }
}
