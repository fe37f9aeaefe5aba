//! Games and strategies, from the moves and certificates that Python holds.

use chess_arbiter::board::Start;
use chess_arbiter::format::parse_setup;
use chess_arbiter::rules::Rules;
use chess_arbiter::with_rules;
use chess_arbiter_answer::win::{Step, Strategy as Steps};
use chess_arbiter_answer::{Line, Refused, proof_game_pgn, words};
use pyo3::prelude::*;

use crate::error;
use crate::position::kind;

/// Moves from a position on: each as people write it, all of them numbered, and PGN.
#[pyfunction]
pub(crate) fn line(
    py: Python<'_>,
    rules: &str,
    position: &str,
    moves: Vec<String>,
    event: &str,
) -> PyResult<(Vec<String>, String, String)> {
    let rules = kind(rules)?;
    let setup = with_rules!(rules, R => parse_setup::<R>(position));
    let setup = setup.map_err(|fault| error::position(py, &fault, None))?;
    let line = Line::new(rules, &setup, &moves).map_err(|refused| error::refused_position(py, refused))?;
    let pgn = line.pgn(event);
    Ok((line.san, line.text, pgn))
}

/// A proof game as PGN: from an array to the position asked about.
#[pyfunction]
pub(crate) fn proof_game(
    py: Python<'_>,
    start: Option<&str>,
    moves: Vec<String>,
    position: &str,
) -> PyResult<String> {
    let start = start.map_or(Ok(Start::USUAL), str::parse::<Start>);
    let start = start.map_err(|wrong| error::value(wrong.to_string()))?;
    let asked = parse_setup::<chess_arbiter::rules::Standard>(position);
    let asked = asked.map_err(|fault| error::position(py, &fault, None))?;
    proof_game_pgn(start, &moves, &asked).map_err(|refused| error::refused_position(py, refused))
}

/// Where games of a rule set begin, if all of them begin there.
#[pyfunction]
pub(crate) fn start(rules: &str) -> PyResult<Option<&'static str>> {
    Ok(with_rules!(kind(rules)?, R => R::START))
}

/// The squares that a sentence names.
#[pyfunction]
pub(crate) fn squares(text: &str, rules: &str) -> PyResult<Vec<String>> {
    Ok(words::squares(text, kind(rules)?))
}

/// The strategy of a certificate.
#[pyclass(frozen, module = "chess_arbiter._native")]
pub(crate) struct Strategy(Steps);

/// The attacker's move as in UCI and as people write it, the plies that the win takes at most, and each reply
/// with where it leads.
type Played = (String, String, u32, Vec<(String, String, String)>);

#[pymethods]
impl Strategy {
    /// That of a certificate; `None` if it proves no win.
    #[staticmethod]
    fn of(certificate: &str) -> PyResult<Option<Strategy>> {
        let found = Steps::of(certificate).map_err(|Refused { message, .. }| error::value(message))?;
        Ok(found.map(Strategy))
    }

    /// The position that it is about.
    #[getter]
    fn root(&self) -> &str {
        self.0.root()
    }

    /// What is played in a position, and every reply; `None` where the strategy does not lead.
    fn at(&self, position: &str) -> PyResult<Option<Played>> {
        let step = self.0.at(position).map_err(|Refused { message, .. }| error::value(message))?;
        Ok(step.map(|Step { uci, san, plies, replies }| {
            let replies = replies.into_iter().map(|reply| (reply.uci, reply.san, reply.position));
            (uci, san, plies, replies.collect())
        }))
    }
}
