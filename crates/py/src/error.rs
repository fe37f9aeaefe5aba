//! Exceptions. Their classes are written in Python, so that they can be pickled and documented there.

use chess_arbiter::board::Square;
use chess_arbiter::format::TextError;
use chess_arbiter::position::Faults;
use chess_arbiter_answer::{INTERNAL, Refused};
use chess_arbiter_check::Refusal;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// `chess_arbiter.PositionError`.
pub(crate) fn position(py: Python<'_>, fault: &TextError, square: Option<Square>) -> PyErr {
    let TextError { line, column, message, .. } = fault;
    let square = square.map(|square| square.to_string());
    raised(py, "PositionError", (message, line, column, square))
}

/// The faults of a position that could be read: all of them, the place of the first that has one.
pub(crate) fn faults(py: Python<'_>, faults: Faults) -> PyErr {
    refused_position(py, faults.into())
}

/// Why there is no answer about a position that could be read.
pub(crate) fn refused_position(py: Python<'_>, refused: Refused) -> PyErr {
    let Refused { message, square } = refused;
    position(py, &TextError::new(1, 1, message), square)
}

/// `chess_arbiter.Refused`.
pub(crate) fn refused(py: Python<'_>, refusal: &Refusal) -> PyErr {
    let Refusal { rule, place, node, played, lemma, .. } = refusal;
    let rule = serde_json::to_value(rule).ok().and_then(|name| name.as_str().map(str::to_owned));
    raised(py, "Refused", (refusal.to_string(), rule, place, node, played, lemma))
}

/// `chess_arbiter.Stopped`.
pub(crate) fn stopped(py: Python<'_>, limit: String) -> PyErr {
    raised(py, "Stopped", (format!("the check was stopped by {limit}"),))
}

fn raised<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let class = py.import("chess_arbiter._errors").and_then(|module| module.getattr(class));
    class.and_then(|class| class.call1(arguments)).map_or_else(|error| error, PyErr::from_value)
}

/// A wrong argument.
pub(crate) fn value(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// Somebody stopped the work.
pub(crate) fn cancelled() -> PyErr {
    PyRuntimeError::new_err("the work was cancelled")
}

/// What a panic becomes.
pub(crate) fn internal() -> PyErr {
    PyRuntimeError::new_err(INTERNAL)
}

/// Work in which a panic becomes a message.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    chess_arbiter_answer::guarded(work).ok_or_else(|| INTERNAL.into())
}
