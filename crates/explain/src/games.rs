//! Games of a length that was asked for.

use std::fmt::Write as _;

use chess_arbiter::limits::Reached;
use chess_arbiter::reach::shortest::{GameLength, GamesFound};

use crate::words;

/// What was found out about games of a length that was asked for, in a sentence.
///
/// ```
/// use chess_arbiter::reach::GameTerms;
/// use chess_arbiter::reach::shortest::{GameLength, GamesWanted, find};
/// use chess_arbiter::{Limits, Position, moves::Past};
/// let start = Past::from(&Position::<chess_arbiter::Standard>::initial().to_setup());
/// let (length, terms) = (GameLength::Plies(4), GameTerms::default());
/// let wanted = GamesWanted { length, unique: true, solutions: 1, terms };
/// let found = find(wanted, &start, &[], &Limits::default());
/// assert_eq!(
///     chess_arbiter_explain::games(&found),
///     "This game has 4 plies, and there is another (as a problem it would be cooked).",
/// );
/// assert_eq!(chess_arbiter_explain::games_word(&found), "4 cooked");
/// ```
pub fn games(found: &GamesFound) -> String {
    let plies = |plies: usize| words::plies(u32::try_from(plies).unwrap_or(u32::MAX));
    let by = |limit: Option<Reached>| limit.map_or(String::new(), |limit| format!("; stopped by {limit}"));
    let only = match (found.unique, found.limit) {
        (Some(true), _) => ", and it is the only one",
        (Some(false), _) => ", and there is another (as a problem it would be cooked)",
        (None, Some(_)) if found.wanted.unique => ", and whether there is another is not known",
        (None, _) => "",
    };
    match (found.games.first(), found.wanted.length) {
        (Some(game), GameLength::Shortest) => {
            format!("No game is shorter than {}{only}{}.", plies(game.len()), by(found.limit))
        }
        (Some(game), GameLength::Plies(_)) => {
            format!("This game has {}{only}{}.", plies(game.len()), by(found.limit))
        }
        (None, GameLength::Shortest) => {
            format!("No game is shorter than {}{}.", plies(found.at_least.unwrap_or(0)), by(found.limit))
        }
        (None, GameLength::Plies(asked)) => match found.limit {
            Some(limit) => format!("Whether a game has {} is not known: stopped by {limit}.", plies(asked)),
            None => format!("No game has {}.", plies(asked)),
        },
    }
}

/// The same to follow the verdict on its line: `10 shortest unique`, `between 8 and 12 (time limit)`,
/// `not in 12`.
pub fn games_word(found: &GamesFound) -> String {
    let mut text = match (found.games.first(), found.wanted.length) {
        (Some(game), GameLength::Shortest) => format!("{} shortest", game.len()),
        (Some(game), GameLength::Plies(_)) => game.len().to_string(),
        (None, GameLength::Shortest) => {
            format!("between {} and {}", found.at_least.unwrap_or(0), found.known)
        }
        (None, GameLength::Plies(plies)) if found.limit.is_some() => format!("perhaps in {plies}"),
        (None, GameLength::Plies(plies)) => format!("not in {plies}"),
    };
    match found.unique {
        Some(true) => text += " unique",
        Some(false) => text += " cooked",
        None => {}
    }
    if let Some(limit) = found.limit {
        let _ = write!(text, " ({})", limit.cause());
    }
    text
}
