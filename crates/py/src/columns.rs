//! Questions about columns, as `chess-arbiter-columns` answers them.

use chess_arbiter_answer::Question;
use chess_arbiter_answer::request::Endpoint;
use chess_arbiter_columns::{Asked, Place, Played};
use pyo3::prelude::*;

use crate::arrow::table::Table;
use crate::arrow::texts::texts;
use crate::position::kind;
use crate::{ask, error, patience};

/// Columns `answer`, `error`, and `reason` if it is wanted.
#[pyfunction]
pub(crate) fn status(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    request: &str,
    reason: bool,
    threads: Option<usize>,
) -> PyResult<Table> {
    asked(py, &ask::question(py, Endpoint::Status, request)?, column, reason, threads)
}

/// By proof the columns `answer`, `level`, `lemma`, `limit`, `error`; by rules `answer`, `rules`, `error`;
/// and `reason` before `error` if it is wanted.
#[pyfunction]
pub(crate) fn reach(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    request: &str,
    reason: bool,
    threads: Option<usize>,
) -> PyResult<Table> {
    asked(py, &ask::question(py, Endpoint::Reach, request)?, column, reason, threads)
}

/// Columns `answer`, `plies`, `shortest`, `line`, `limit`, `error`, and `keys` after `line` if they are
/// wanted.
#[pyfunction]
pub(crate) fn win(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    request: &str,
    threads: Option<usize>,
) -> PyResult<Table> {
    asked(py, &ask::question(py, Endpoint::Win, request)?, column, false, threads)
}

fn asked(
    py: Python<'_>,
    question: &Question,
    column: &Bound<'_, PyAny>,
    reason: bool,
    threads: Option<usize>,
) -> PyResult<Table> {
    let threads = patience::threads(threads)?;
    let texts = texts(column)?;
    let columns = patience::patiently(py, |stop| {
        let asked = Asked { question, reason, place: Place::InWords, threads, stop: stop.clone() };
        asked.columns(&texts)
    })?;
    // What the package calls it since before there was this library.
    let name = |name| if name == "verdict" { "answer" } else { name };
    Table::new(columns.into_iter().map(|(known, column)| (name(known), column)).collect())
}

/// The position after the first moves of each row: columns `fen` and `error`.
#[pyfunction]
pub(crate) fn play(
    py: Python<'_>,
    positions: &Bound<'_, PyAny>,
    moves: &Bound<'_, PyAny>,
    k: usize,
    rules: &str,
    threads: Option<usize>,
) -> PyResult<Table> {
    let rules = kind(rules)?;
    let threads = patience::threads(threads)?;
    let (positions, moves) = (texts(positions)?, texts(moves)?);
    if positions.rows() != moves.rows() {
        let (positions, moves) = (positions.rows(), moves.rows());
        return Err(error::value(format!("{positions} positions, but {moves} rows of moves")));
    }
    let played = Played { rules, moves: Some(k), place: Place::InWords, threads };
    Table::new(patience::patiently(py, |stop| played.columns(&positions, &moves, stop))?)
}
