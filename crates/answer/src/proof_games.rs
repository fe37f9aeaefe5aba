//! Games of a length that was asked for: of the fewest plies, or of exactly so many.

use std::fmt;
use std::time::Duration;

use chess_arbiter::board::Move;
use chess_arbiter::clock::Instant;
use chess_arbiter::limits::{Limits, Reached};
use chess_arbiter::moves::Past;
use chess_arbiter::reach::shortest::{exactly, shortest};
use chess_arbiter_explain::words;

/// Which games are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GamesWanted {
    /// How long they are.
    pub length: GameLength,
    /// Whether there is a second one is asked too.
    pub unique: bool,
    /// How many are shown at most, at least 1.
    pub solutions: usize,
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
pub(crate) struct GamesFound {
    wanted: GamesWanted,
    /// Of the length that was asked for.
    pub(crate) games: Vec<Vec<Move>>,
    /// No game has fewer plies, if that was asked; at most the length of one that is known.
    pub(crate) at_least: Option<usize>,
    /// The length of a game that is known.
    known: usize,
    /// Whether the first of the games is the only one, if that is known.
    pub(crate) unique: Option<bool>,
    /// What left something open.
    pub(crate) limit: Option<Reached>,
}

impl GamesWanted {
    /// Looks for them, when it is known that `game` leads to the position.
    pub(crate) fn find(self, past: &Past, game: &[Move], limits: &Limits) -> GamesFound {
        let started = Instant::now();
        let left = || {
            let left = |time: Duration| time.saturating_sub(started.elapsed());
            Limits { time: limits.time.map(left), ..limits.clone() }
        };
        let known = game.len();
        let mut found =
            GamesFound { wanted: self, games: Vec::new(), at_least: None, known, unique: None, limit: None };
        let plies = match self.length {
            GameLength::Shortest => {
                let first = shortest(past, 1, limits);
                let at_least = first.at_least.min(known);
                found.at_least = Some(at_least);
                (found.games, found.limit) = (first.games, first.limit);
                if found.games.is_empty() && at_least == known {
                    (found.games, found.limit) = (vec![game.to_vec()], None);
                }
                at_least
            }
            GameLength::Plies(plies) => {
                match exactly(past, plies, 1, limits) {
                    Ok(games) => found.games = games,
                    Err(limit) => found.limit = Some(limit),
                }
                plies
            }
        };
        // A second one first: that can be known where there are too many to find all that are wanted.
        let steps = [2 * usize::from(self.unique), self.solutions];
        for most in steps.into_iter().filter(|&most| most > 1) {
            if found.games.is_empty() || found.unique == Some(true) {
                break;
            }
            match exactly(past, plies, most, &left()) {
                Ok(games) => {
                    found.unique = self.unique.then_some(games.len() == 1);
                    found.games = games;
                }
                Err(limit) => {
                    found.limit = Some(limit);
                    break;
                }
            }
        }
        found.games.truncate(self.solutions);
        found
    }
}

impl GamesFound {
    /// Whether something that was asked is not known.
    pub(crate) fn is_open(&self) -> bool {
        self.limit.is_some() || (self.wanted.length == GameLength::Shortest && self.games.is_empty())
    }

    /// Whether a game that is known is one that was asked for, or a bound of those.
    pub(crate) fn shows_a_game(&self) -> bool {
        self.wanted.length == GameLength::Shortest || !self.games.is_empty()
    }

    /// Whether the first game is proved to be of the fewest plies.
    pub(crate) fn is_shortest(&self) -> bool {
        self.wanted.length == GameLength::Shortest && !self.games.is_empty()
    }

    /// In a sentence.
    pub(crate) fn sentence(&self) -> String {
        let plies = |plies: usize| words::plies(u32::try_from(plies).unwrap_or(u32::MAX));
        let by =
            |limit: Option<Reached>| limit.map_or(String::new(), |limit| format!("; stopped by {limit}"));
        let only = match (self.unique, self.limit) {
            (Some(true), _) => ", and it is the only one",
            (Some(false), _) => ", and there is another (as a problem it would be cooked)",
            (None, Some(_)) if self.wanted.unique => ", and whether there is another is not known",
            (None, _) => "",
        };
        match (self.games.first(), self.wanted.length) {
            (Some(game), GameLength::Shortest) => {
                format!("No game is shorter than {}{only}{}.", plies(game.len()), by(self.limit))
            }
            (Some(game), GameLength::Plies(_)) => {
                format!("This game has {}{only}{}.", plies(game.len()), by(self.limit))
            }
            (None, GameLength::Shortest) => {
                format!("No game is shorter than {}{}.", plies(self.at_least.unwrap_or(0)), by(self.limit))
            }
            (None, GameLength::Plies(asked)) => match self.limit {
                Some(limit) => {
                    format!("Whether a game has {} is not known: stopped by {limit}.", plies(asked))
                }
                None => format!("No game has {}.", plies(asked)),
            },
        }
    }
}

/// After `legal`: ` 10 shortest unique`, ` between 8 and 12 (time limit)`, ` not in 12`.
impl fmt::Display for GamesFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.games.first(), self.wanted.length) {
            (Some(game), length) => {
                write!(f, " {}", game.len())?;
                if length == GameLength::Shortest {
                    f.write_str(" shortest")?;
                }
                match self.unique {
                    Some(true) => f.write_str(" unique")?,
                    Some(false) => f.write_str(" cooked")?,
                    None => {}
                }
            }
            (None, GameLength::Shortest) => {
                write!(f, " between {} and {}", self.at_least.unwrap_or(0), self.known)?;
            }
            (None, GameLength::Plies(plies)) if self.limit.is_some() => write!(f, " perhaps in {plies}")?,
            (None, GameLength::Plies(plies)) => write!(f, " not in {plies}")?,
        }
        self.limit.map_or(Ok(()), |limit| write!(f, " ({})", limit.cause()))
    }
}
