//! Shortest proof games: games of the fewest plies that end in a position.
//!
//! Each side is looked at alone first: its men have to get to their targets or be captured, and an assignment
//! of one to the other bounds its moves from below. Men that cannot afford to move are walls for all others,
//! and squares where captures cannot be afforded are closed to them, which raises the bound, and so on until
//! nothing changes. What is left is searched depth first for games of exactly so many plies, with two plies
//! more each time: the first length that has a game is the shortest.
//!
//! A length that takes long is taken apart by the squares on which captures are made (`parts`). There men
//! turn out to be restless: they end where they stand, but without their making way there is no game, so that
//! their side has fewer moves to spare until they have left. And a position on the way that costs much is
//! looked at again: fewer moves are left, so that more men are walls. At every position a quick look of this
//! kind finds the men of both sides that cannot afford to move any more, past which others have to go.

mod analysis;
mod assignment;
mod bound;
mod duals;
mod games;
mod geometry;
mod goal;
mod lower_bound;
mod memory;
mod parts;
mod search;
mod useful_moves;

use std::collections::HashSet;

use crate::board::{Color, Move};
use crate::limits::{Limits, Meter, Reached};
use crate::moves::Past;
use crate::position::Position;
use crate::reach::GameTerms;
use crate::reach::proof_game::reaches;

use analysis::BothBounds;
pub use duals::Dual;
pub(super) use games::search;
pub use games::{GameLength, GamesFound, GamesWanted, find};
use geometry::{FAR, Geometry, Known};
use goal::GameGoal;
pub use lower_bound::{BoundNode, LowerBound, lower_bound};
use memory::SearchTables;
use parts::{Part, Splitter};
use search::{Ended, Search, SearchPart};

/// Captures and plies up to which this search has a chance against those that are made for long games.
const PROMISING_CAPTURES: u32 = 12;
const PROMISING_PLIES: usize = 60;

/// When to stop and think.
#[derive(Clone, Copy, Debug)]
struct Patience {
    /// Positions looked at before the games of a length are taken apart.
    quick: u64,
    /// Positions below one on the way before that is looked at again: a few times what it costs.
    rethink: u64,
    /// Positions looked at before men that stand for good are looked for at each.
    settle: u64,
}

const PATIENCE: Patience = Patience { quick: 30_000, rethink: 400, settle: 200 };

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
    /// The first is of all games, the others are for positions on the way; there is always one.
    geometries: Vec<Geometry>,
    /// Parts of games that were searched.
    part: u16,
    patience: Patience,
}

impl Quest {
    /// `None` if it is plain that there is no game.
    pub(super) fn new(past: &Past, terms: GameTerms) -> Option<Quest> {
        let goal = GameGoal::of(past, terms)?;
        let mut geometry = Geometry::new();
        let bounds = analysis::plain(&goal, &Position::from_start(past.start), &mut geometry)?;
        let plies = bounds.plies(Color::White, goal.turn)?;
        Some(Quest { goal, plies, geometries: vec![geometry], part: 0, patience: PATIENCE })
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
        let mut tables = None;
        self.part = 0;
        while self.at_least() <= most {
            self.of_this_length(wanted, games, &mut tables, meter)?;
            if !games.is_empty() {
                return Ok(());
            }
            self.plies += 2;
        }
        Ok(())
    }

    /// Looks for games of the length that is next.
    fn of_this_length(
        &mut self,
        wanted: usize,
        games: &mut Vec<Vec<Move>>,
        tables: &mut Option<SearchTables>,
        meter: &mut Meter,
    ) -> Result<(), Reached> {
        let start = Position::from_start(self.goal.start);
        let moves = BothBounds::moves(Color::White, self.plies);
        let mut spend = |cost| meter.charge(cost);
        let first = Known::at_first(&self.goal);
        if !analysis::analyse(&self.goal, &start, moves, first, &mut self.geometries[0], &mut spend)? {
            return Ok(());
        }
        let tables = tables.get_or_insert_with(|| SearchTables::new(meter.memory()));
        let known = self.geometries[0].known;
        let whole = Part { known, exact: [false; 2] };
        if self.search(0, whole, self.patience.quick, wanted, games, tables, meter)? == Ended::Done {
            return Ok(());
        }
        // They are found again, unless a limit comes before.
        let quick = std::mem::take(games);
        let ended = self.in_parts(known, moves, wanted, games, tables, meter);
        if ended.is_err() {
            let found: HashSet<Vec<Move>> = games.iter().cloned().collect();
            let missing = quick.into_iter().filter(|game| !found.contains(game));
            games.extend(missing.take(wanted.saturating_sub(found.len())));
        }
        ended
    }

    /// Looks for games of the length that is next, of which this is known, part by part.
    fn in_parts(
        &mut self,
        known: Known,
        moves: [u8; 2],
        wanted: usize,
        games: &mut Vec<Vec<Move>>,
        tables: &mut SearchTables,
        meter: &mut Meter,
    ) -> Result<(), Reached> {
        let start = Position::from_start(self.goal.start);
        let mut spend = |cost| meter.charge(cost);
        let (goal, geometry) = (&self.goal, &mut self.geometries[0]);
        let parts = Splitter { goal, start: &start, moves, geometry, spend: &mut spend }.parts(known)?;
        for part in parts {
            // Known squares and men; the tables are made again.
            let mut spend = |cost| meter.charge(cost);
            if analysis::analyse(&self.goal, &start, moves, part.known, &mut self.geometries[0], &mut spend)?
            {
                self.part += 1;
                self.search(self.part, part, u64::MAX, wanted, games, tables, meter)?;
            }
            if games.len() >= wanted {
                break;
            }
        }
        Ok(())
    }

    /// Looks for the games of a part, for which the tables are made.
    #[expect(clippy::too_many_arguments, reason = "all are parts of one search")]
    fn search(
        &mut self,
        number: u16,
        part: Part,
        quota: u64,
        wanted: usize,
        games: &mut Vec<Vec<Move>>,
        tables: &mut SearchTables,
        meter: &mut Meter,
    ) -> Result<Ended, Reached> {
        let wanted = wanted.saturating_sub(games.len());
        let about = SearchPart { part, number, wanted, quota, patience: self.patience };
        let search = Search::new(&self.goal, &mut self.geometries, about, tables, meter);
        let (found, ended) = search.run(self.plies);
        games.extend(found.into_iter().map(|mut game| {
            game.extend(self.goal.last);
            game
        }));
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::fen;
    use crate::moves::legal_moves;
    use crate::rules::Standard;
    use std::collections::BTreeSet;

    /// More games are not looked for.
    const MOST: usize = 100_000;

    /// All shortest games, with so much patience.
    fn games(past: &Past, terms: GameTerms, patience: Patience) -> (usize, BTreeSet<Vec<Move>>) {
        let mut quest = Quest::new(past, terms).unwrap();
        quest.patience = patience;
        let mut games = Vec::new();
        quest.go_on(MOST, MAX_PLIES, &mut games, &mut Meter::new(&Limits::default())).unwrap();
        let all: BTreeSet<Vec<Move>> = games.iter().cloned().collect();
        assert_eq!(all.len(), games.len(), "a game was found twice");
        (quest.at_least(), all)
    }

    /// Positions before games are taken apart, and before one is looked at again.
    const LOOKS: &[(u64, u64)] = &[(0, 0), (5, 7), (u64::MAX, u64::MAX)];

    /// Taken apart and looked at again, soon or at every step or never, past men that stand for good: the
    /// same games as without any of it.
    #[track_caller]
    fn agrees(past: &Past, terms: GameTerms, looks: &[(u64, u64)]) -> usize {
        let plain = games(past, terms, Patience { quick: u64::MAX, rethink: u64::MAX, settle: u64::MAX });
        for &(quick, rethink) in looks {
            let other = games(past, terms, Patience { quick, rethink, settle: 0 });
            assert_eq!((other.0, other.1.len()), (plain.0, plain.1.len()), "{past:?}");
            // Of more games than were wanted any will do.
            assert!(other.1 == plain.1 || plain.1.len() == MOST, "{past:?}");
        }
        plain.1.len()
    }

    /// After random moves, some of which capture if they can and some of which go back.
    #[test]
    fn parts_have_all_games() {
        let mut state = 7_u64;
        let mut dice = |most: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % most
        };
        let (mut several, mut captures) = (0, 0);
        let (rounds, longest) = if std::env::var_os("ARBITER_LONG").is_some() { (600, 7) } else { (20, 6) };
        for round in 0..rounds {
            let mut position = Position::<Standard>::initial();
            let mut last = [None::<Move>; 2];
            for _ in 0..4 + round % longest {
                let moves = legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                let taking: Vec<Move> =
                    moves.iter().copied().filter(|mv| position.board().occupied().has(mv.to())).collect();
                let mut mv = moves[dice(moves.len())];
                let back = last[0].map(|mv| Move::new(mv.to(), mv.from())).filter(|mv| moves.contains(mv));
                match dice(3) {
                    0 if !taking.is_empty() => mv = taking[dice(taking.len())],
                    1 => mv = back.unwrap_or(mv),
                    _ => {}
                }
                last = [last[1], Some(mv)];
                position = position.play(mv);
            }
            let mut terms = GameTerms::default();
            terms.unknown.castling = round % 2 == 0;
            captures += usize::from(position.board().occupied().len() < 32);
            several += usize::from(agrees(&Past::from(&position.to_setup()), terms, LOOKS) > 1);
        }
        assert!(several > rounds / 5 && captures > rounds / 5, "{several} {captures}");
    }

    /// Knights, rooks and kings that come back; en passant; castling.
    #[test]
    fn parts_of_short_problems() {
        let rows = [
            "rnbqkb1r/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKB1R w - -",
            "rnbqkbnr/ppp1pppp/3P4/8/8/8/PPPP1PPP/RNBQKBNR b - -",
            "rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w - -",
        ];
        for text in rows {
            let past = Past::from(&fen::parse::<Standard>(text).unwrap());
            let mut terms = GameTerms::default();
            (terms.unknown.castling, terms.unknown.en_passant) = (true, true);
            assert!(agrees(&past, terms, LOOKS) > 0, "{text}");
        }
    }

    /// Black's queen captures on f1, and White's bishop, queen and king make way and come back; pawns shut
    /// the files. (Published; without parts, restless men and doors 70 million positions do not suffice.)
    #[test]
    fn making_way() {
        let text = "rnbqkbn1/pppp1pp1/4p3/7r/7p/3P3P/PPP1PPP1/RNBQK1NR b - -";
        let past = Past::from(&fen::parse::<Standard>(text).unwrap());
        let mut terms = GameTerms::default();
        terms.unknown.castling = true;
        let (plies, games) = games(&past, terms, PATIENCE);
        assert_eq!((plies, games.len()), (21, 1));
        assert!(reaches(&games.into_iter().next().unwrap(), &past, terms));
    }
}
