//! Games of a length that was asked for: of the fewest plies, or of exactly so many.

use std::collections::HashSet;

use crate::board::Move;
use crate::limits::{Limits, Meter, Reached};
use crate::moves::Past;

use crate::reach::GameTerms;

use super::MAX_PLIES;

/// Which games are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GamesWanted {
    /// How long they are.
    pub length: GameLength,
    /// Whether there is a second one is asked too.
    pub unique: bool,
    /// How many are shown at most, at least 1.
    pub solutions: usize,
    /// How they may be played and end.
    pub terms: GameTerms,
}

/// How long games are to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameLength {
    /// As short as can be.
    Shortest,
    /// Of exactly so many plies.
    Plies(usize),
}

/// What was found out about them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GamesFound {
    /// What was asked.
    pub wanted: GamesWanted,
    /// Different games of the length that was asked for.
    pub games: Vec<Vec<Move>>,
    /// No game has fewer plies, if that was asked; at most the length of the game that is known.
    pub at_least: Option<usize>,
    /// The length of the game that is known; that asked for if none is.
    pub known: usize,
    /// Whether the first of the games is the only one, if that was asked and is known.
    pub unique: Option<bool>,
    /// What left something open.
    pub limit: Option<Reached>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Looks for games of a length that was asked for, when it is known that `game` leads to the past. What was
/// found before a limit is kept.
///
/// ```
/// use chess_arbiter::reach::GameTerms;
/// use chess_arbiter::reach::shortest::{GameLength, GamesWanted, find};
/// use chess_arbiter::{Limits, Standard, fen, format::uci, moves::Past};
/// let setup = fen::parse::<Standard>("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq -").unwrap();
/// let known = ["e2e4", "d7d5", "e4d5"].map(|mv| mv.parse().unwrap());
/// let (length, terms) = (GameLength::Shortest, GameTerms::default());
/// let wanted = GamesWanted { length, unique: true, solutions: 1, terms };
/// let found = find(wanted, &Past::from(&setup), &known, &Limits::default());
/// assert_eq!((found.at_least, found.unique), (Some(3), Some(true)));
/// ```
pub fn find(wanted: GamesWanted, past: &Past, game: &[Move], limits: &Limits) -> GamesFound {
    search(wanted, past, limits).found(Some(game))
}

/// What a search for games of a length came to, whether or not any game is known.
#[derive(Clone, Debug)]
pub(in crate::reach) struct GamesSearched {
    wanted: GamesWanted,
    /// Enough of them to say what was asked, or all that were found.
    pub(in crate::reach) games: Vec<Vec<Move>>,
    /// Their length, or if there are none the least that is possible.
    length: usize,
    ended: Result<(), Reached>,
    /// Positions looked at.
    pub(in crate::reach) nodes: u64,
}

/// Looks for games of a length that was asked for.
pub(in crate::reach) fn search(wanted: GamesWanted, past: &Past, limits: &Limits) -> GamesSearched {
    // A second one tells whether the first is the only one.
    let most = wanted.solutions.max(1 + usize::from(wanted.unique));
    let mut meter = Meter::new(limits);
    let mut games = Vec::new();
    let (length, ended) = match wanted.length {
        GameLength::Shortest => super::fewest(past, wanted.terms, most, &mut games, &mut meter),
        GameLength::Plies(plies) => {
            (plies, super::of_length(past, wanted.terms, plies, most, &mut games, &mut meter))
        }
    };
    GamesSearched { wanted, games, length, ended, nodes: meter.effort_nodes() }
}

impl GamesSearched {
    /// Games asked for at most.
    fn most(&self) -> usize {
        self.wanted.solutions.max(1 + usize::from(self.wanted.unique))
    }

    /// Whether all games of the length are there.
    fn all_known(&self) -> bool {
        self.ended.is_ok() && self.length <= MAX_PLIES
    }

    /// Whether nothing is left open.
    pub(in crate::reach) fn is_complete(&self) -> bool {
        self.all_known() || self.games.len() >= self.most()
    }

    /// Whether it is an answer though no other game is known: games, or none of exactly so many plies.
    pub(in crate::reach) fn says_something(&self) -> bool {
        !self.games.is_empty() || self.all_known() && self.wanted.length != GameLength::Shortest
    }

    /// The same with what an earlier search for these games came to.
    pub(in crate::reach) fn after(mut self, earlier: GamesSearched) -> GamesSearched {
        self.nodes += earlier.nodes;
        if self.games.is_empty() && !self.all_known() {
            self.length = self.length.max(earlier.length);
            self.games = earlier.games;
        } else if self.length == earlier.length {
            let most = self.most();
            let found: HashSet<Vec<Move>> = self.games.iter().cloned().collect();
            let missing = earlier.games.into_iter().filter(|game| !found.contains(game));
            self.games.extend(missing.take(most.saturating_sub(found.len())));
        }
        self
    }

    /// What is found when a game is known, of any length; without, it must say something.
    pub(in crate::reach) fn found(mut self, known: Option<&[Move]>) -> GamesFound {
        let (all_known, most, wanted) = (self.all_known(), self.most(), self.wanted);
        let known_length = known.map_or(self.length, <[Move]>::len);
        let shortest = wanted.length == GameLength::Shortest;
        let length = if shortest { self.length.min(known_length) } else { self.length };
        let games = &mut self.games;
        if let Some(game) = known
            && !all_known
            && game.len() == length
            && games.len() < most
            && !games.iter().any(|found| found == game)
        {
            games.push(game.to_vec());
        }
        let complete = all_known || games.len() >= most;
        let unique = match games.len() {
            1 => complete.then_some(true),
            0 => None,
            _ => Some(false),
        };
        let left_open = self.ended.err();
        let mut found = GamesFound {
            wanted,
            at_least: shortest.then_some(length),
            known: known_length,
            unique: unique.filter(|_| wanted.unique),
            // Of more plies than are looked for there may be others.
            limit: if complete { None } else { left_open.or((!games.is_empty()).then_some(Reached::Memory)) },
            games: self.games,
            nodes: self.nodes,
        };
        found.games.truncate(wanted.solutions);
        found
    }
}

impl GamesFound {
    /// Whether something that was asked is not known.
    pub fn is_open(&self) -> bool {
        self.limit.is_some() || (self.wanted.length == GameLength::Shortest && self.games.is_empty())
    }

    /// Whether a game that is known is one that was asked for, or a bound of those.
    pub fn shows_a_game(&self) -> bool {
        self.wanted.length == GameLength::Shortest || !self.games.is_empty()
    }

    /// Whether the first game is proved to be of the fewest plies.
    pub fn is_shortest(&self) -> bool {
        self.wanted.length == GameLength::Shortest && !self.games.is_empty()
    }
}
