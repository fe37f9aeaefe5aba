//! Games of a length that was asked for: of the fewest plies, or of exactly so many.

use std::fmt;
use std::time::Duration;

use chess_arbiter::board::Move;
use chess_arbiter::clock::Instant;
use chess_arbiter::limits::{Limits, Reached};
use chess_arbiter::moves::Past;
use chess_arbiter::reach::shortest::{exactly, shortest};

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
    /// No game has fewer plies; at most the length of one that is known.
    pub(crate) at_least: usize,
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
            GamesFound { wanted: self, games: Vec::new(), at_least: 0, known, unique: None, limit: None };
        let plies = match self.length {
            GameLength::Shortest => {
                let first = shortest(past, 1, limits);
                found.at_least = first.at_least.min(known);
                (found.games, found.limit) = (first.games, first.limit);
                if found.games.is_empty() && found.at_least == known {
                    (found.games, found.limit) = (vec![game.to_vec()], None);
                }
                found.at_least
            }
            GameLength::Plies(plies) => {
                match exactly(past, plies, 1, limits) {
                    Ok(games) => found.games = games,
                    Err(limit) => found.limit = Some(limit),
                }
                plies
            }
        };
        let looked_for = self.solutions.max(1 + usize::from(self.unique));
        if found.games.is_empty() || looked_for == 1 {
            return found;
        }
        match exactly(past, plies, looked_for, &left()) {
            Ok(games) => {
                found.unique = self.unique.then_some(games.len() == 1);
                found.games = games;
                found.games.truncate(self.solutions);
            }
            Err(limit) => found.limit = Some(limit),
        }
        found
    }
}

impl GamesFound {
    /// Whether the first game is proved to be of the fewest plies.
    pub(crate) fn is_shortest(&self) -> bool {
        self.wanted.length == GameLength::Shortest && !self.games.is_empty()
    }

    /// In a sentence.
    pub(crate) fn sentence(&self) -> String {
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
                format!("No game is shorter than {} plies{only}{}.", game.len(), by(self.limit))
            }
            (Some(game), GameLength::Plies(_)) => {
                format!("This game has {} plies{only}{}.", game.len(), by(self.limit))
            }
            (None, GameLength::Shortest) => {
                format!("No game is shorter than {} plies{}.", self.at_least, by(self.limit))
            }
            (None, GameLength::Plies(plies)) => match self.limit {
                Some(limit) => format!("Whether a game has {plies} plies is not known: stopped by {limit}."),
                None => format!("No game has {plies} plies."),
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
            (None, GameLength::Shortest) => write!(f, " between {} and {}", self.at_least, self.known)?,
            (None, GameLength::Plies(plies)) if self.limit.is_some() => write!(f, " perhaps in {plies}")?,
            (None, GameLength::Plies(plies)) => write!(f, " not in {plies}")?,
        }
        self.limit.map_or(Ok(()), |limit| write!(f, " ({})", limit.cause()))
    }
}
