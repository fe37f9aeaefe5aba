//! Requests as JSON, answered as the server answers them.

use std::path::PathBuf;

use chess_arbiter::format::TextError;
use chess_arbiter_answer::Question;
use chess_arbiter_answer::request::{Context, Endpoint, Grant, Kind, Problem, Request, call, schemas};
use pyo3::prelude::*;
use serde_json::json;

use crate::tables::Known;
use crate::{error, patience};

/// The JSON text of the reply to a request: what `arbiter serve` gives for the same body, without its limits.
#[pyfunction]
#[pyo3(signature = (endpoint, request, tables=None))]
pub(crate) fn ask(
    py: Python<'_>,
    endpoint: &str,
    request: &str,
    tables: Option<PathBuf>,
) -> PyResult<String> {
    let endpoint = Endpoint::from_name(endpoint).ok_or_else(|| error::value("there is no such question"))?;
    let known = Known::of(tables.as_deref())?;
    let oracle = known.oracle.clone();
    let reply = patience::patiently(py, |stop| {
        let (interrupt, oracle) = (Some(stop.clone()), Some(oracle));
        let context = Context { interrupt, oracle, ..Context::new(Grant::UNBOUNDED) };
        call(endpoint, request.as_bytes(), &context)
    })?;
    known.warn(py)?;
    reply.map_err(|problem| raised(py, problem))
}

/// The JSON Schema of all requests and replies.
#[pyfunction]
pub(crate) fn schema() -> String {
    let (_, _, definitions) = schemas("#/$defs");
    json!({"$defs": definitions}).to_string()
}

/// The question of a request that is asked about each row of a column.
pub(crate) fn question(py: Python<'_>, endpoint: Endpoint, request: &str) -> PyResult<Question> {
    match Request::parse(endpoint, request.as_bytes(), &Grant::UNBOUNDED) {
        Ok(Request::Ask(question, _)) => Ok(*question),
        Ok(_) => Err(error::internal()),
        Err(problem) => Err(raised(py, problem)),
    }
}

/// A problem as an exception.
pub(crate) fn raised(py: Python<'_>, problem: Problem) -> PyErr {
    let place = problem.line.zip(problem.column);
    if problem.is(Kind::NoPosition) {
        let (line, column) = place.unwrap_or((1, 1));
        return error::position(py, &TextError::new(line, column, problem.detail), problem.square);
    }
    if problem.is(Kind::Internal) {
        return error::internal();
    }
    let field = problem.field.map_or(String::new(), |field| format!("{field}: "));
    error::value(format!("{field}{}", problem.detail))
}
