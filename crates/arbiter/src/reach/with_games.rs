//! Whether a position can arise in play, together with games of a length that was asked for: neither question
//! waits for the other where that one is hard.

use std::time::Duration;

use crate::board::Setup;
use crate::clock::Instant;
use crate::limits::{Effort, Limits};

use super::claims::Unsupported;
use super::shortest::{self, GamesFound, GamesWanted};
use super::{Level, ReachAnswer, ReachLimits, ReachVerdict, decide};

/// Pasts that the first look at the last moves takes into account.
const FIRST_PASTS: u64 = 1_000;

/// Positions that the first search for the games may look at: most problems are solved by then.
const FIRST_GAMES: u64 = 500_000;

/// [`decide`] at the level `full`, and games of the length that is wanted: those of the same terms, which are
/// looked for unless the position is illegal. The first of them is the verdict's.
///
/// ```
/// use chess_arbiter::reach::shortest::{GameLength, GamesWanted};
/// use chess_arbiter::reach::{GameTerms, ReachLimits, decide_with_games};
/// use chess_arbiter::{Standard, fen};
/// let setup = fen::parse::<Standard>("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq -").unwrap();
/// let (length, terms) = (GameLength::Shortest, GameTerms::default());
/// let wanted = GamesWanted { length, unique: true, solutions: 1, terms };
/// let (verdict, found) = decide_with_games(&setup, &ReachLimits::default(), wanted).unwrap();
/// assert_eq!((verdict.word(), found.unwrap().unique), ("legal", Some(true)));
/// ```
///
/// # Errors
/// Castling rights that belong to another array than was asked about, or that cannot be named.
pub fn decide_with_games(
    setup: &Setup,
    limits: &ReachLimits,
    wanted: GamesWanted,
) -> Result<(ReachVerdict, Option<GamesFound>), Unsupported> {
    let started = Instant::now();
    let mut nodes = 0;
    let left = |nodes: u64| Limits {
        time: limits.work.time.map(|most| most.saturating_sub(started.elapsed())),
        nodes: limits.work.nodes.map(|most| most.saturating_sub(nodes)),
        ..limits.work.clone()
    };
    // A part of what is left, and at most so many positions.
    let share = |limits: Limits, part: u32, nodes: u64| Limits {
        time: limits.time.map(|time| time / part + Duration::from_millis(1)),
        nodes: Some(limits.nodes.map_or(nodes, |most| nodes.min(most / u64::from(part) + 1))),
        ..limits
    };
    let ended = |mut verdict: ReachVerdict, found: Option<GamesFound>, nodes: u64| {
        if let Some(game) = found.as_ref().and_then(|found| found.games.first()) {
            (verdict.answer, verdict.level) = (ReachAnswer::Legal(game.clone()), Level::Full);
        }
        verdict.effort = Effort { nodes, time: started.elapsed() };
        Ok((verdict, found))
    };

    // First what is quick: an illegal position has no games, and problems are often easier than that.
    let work = share(left(nodes), 4, FIRST_PASTS);
    let first = decide(setup, &ReachLimits { level: Level::LastMove, work, ..limits.clone() })?;
    nodes += first.effort.nodes;
    if !matches!(first.answer, ReachAnswer::Undecided(_)) {
        return ended(first, None, nodes);
    }
    let quick = shortest::search(wanted, first.past(), &share(left(nodes), 4, FIRST_GAMES));
    nodes += quick.nodes;
    if quick.is_complete() && !quick.games.is_empty() {
        return ended(first, Some(quick.found(None)), nodes);
    }
    // A game that is there already says what there is to decide; otherwise half for each.
    let (verdict, known) = if let Some(game) = quick.games.first() {
        let known = Some(game.clone());
        (first, known)
    } else {
        let work = share(left(nodes), 2, u64::MAX);
        let verdict = decide(setup, &ReachLimits { level: Level::Full, work, ..limits.clone() })?;
        nodes += verdict.effort.nodes;
        let known = match &verdict.answer {
            ReachAnswer::Legal(game) => Some(game.clone()),
            ReachAnswer::Undecided(_) => None,
            ReachAnswer::Illegal(_) | ReachAnswer::ImpossibleClocks(_) => return ended(verdict, None, nodes),
        };
        (verdict, known)
    };
    let before = nodes - quick.nodes;
    let games = shortest::search(wanted, verdict.past(), &left(nodes)).after(quick);
    nodes = before + games.nodes;
    let found = (known.is_some() || games.says_something()).then(|| games.found(known.as_deref()));
    ended(verdict, found, nodes)
}
