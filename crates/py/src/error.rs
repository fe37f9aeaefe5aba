//! Exceptions. Their classes are written in Python, so that they can be pickled and documented there.

use chess_arbiter::board::Square;
use chess_arbiter::format::TextError;
use chess_arbiter::position::Faults;
use chess_arbiter_answer::Refused;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// What a panic becomes: a fault of ours, whatever was asked.
const INTERNAL: &str = "internal error, please report it";

/// `chess_arbiter.PositionError`.
pub(crate) fn position(py: Python<'_>, fault: &TextError, square: Option<Square>) -> PyErr {
    let TextError { line, column, message } = fault;
    let square = square.map(|square| square.to_string());
    raised(py, "PositionError", (message, line, column, square))
}

/// The faults of a position that could be read: all of them, the place of the first that has one.
pub(crate) fn faults(py: Python<'_>, faults: Faults) -> PyErr {
    unanswered(py, faults.into())
}

/// What is wrong with a position that could be read.
pub(crate) fn unanswered(py: Python<'_>, refused: Refused) -> PyErr {
    position(py, &TextError::new(1, 1, refused.message), refused.square)
}

/// `chess_arbiter.Refused`.
pub(crate) fn refused(py: Python<'_>, message: String) -> PyErr {
    raised(py, "Refused", (message,))
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

/// What a panic becomes.
pub(crate) fn internal() -> PyErr {
    PyRuntimeError::new_err(INTERNAL)
}

/// Work in which a panic becomes a message.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // What a panic may leave half-done is dropped with it.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).map_err(|_| INTERNAL.into())
}
