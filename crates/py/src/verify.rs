//! Checking certificates, with the checker alone.

use chess_arbiter_answer::request::{Context, Grant, VerifyRequest};
use chess_arbiter_answer::{Opinion, proved, stopped_by};
use chess_arbiter_check::Question;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::{ask, error, patience};

/// What a certificate proves, as a dict; raises `Refused`, or `Stopped` at a limit.
#[pyfunction]
pub(crate) fn verify<'py>(py: Python<'py>, certificate: &str, request: &str) -> PyResult<Bound<'py, PyDict>> {
    let request: VerifyRequest =
        serde_json::from_str(request).map_err(|error| error::value(error.to_string()))?;
    let bounds = request.bounds(&Grant::UNBOUNDED).map_err(|problem| ask::raised(py, problem))?;
    let accepted = patience::patiently(py, |stop| {
        let context = Context { interrupt: Some(stop.clone()), ..Context::new(Grant::UNBOUNDED) };
        proved(certificate, &context.limits(bounds))
    })?;
    let accepted = accepted.map_err(|opinion| match opinion {
        Opinion::Invalid(refusal) => error::refused(py, &refusal),
        Opinion::Stopped(limit) => error::stopped(py, stopped_by(limit)),
        // A certificate alone has no other opinions of it.
        Opinion::Accepted(..) | Opinion::Refused(_) | Opinion::Nothing(_) => error::internal(),
    })?;
    let dict = PyDict::new(py);
    dict.set_item("rules", accepted.rules.to_string())?;
    dict.set_item(
        "question",
        match accepted.question {
            Question::Status => "status",
            Question::Rules => "rules",
            Question::Win => "win",
            Question::Legality => "legality",
            Question::CanWin => "can-win",
            Question::Help => "help",
        },
    )?;
    dict.set_item("position", &accepted.position)?;
    dict.set_item("answer", accepted.answer)?;
    dict.set_item("side", accepted.side.map(|side| side.to_string()))?;
    dict.set_item("plies", accepted.plies)?;
    dict.set_item("shortest", accepted.shortest)?;
    let (within, keys) =
        accepted.keys.as_ref().map(|(plies, moves)| (*plies, PyTuple::new(py, moves))).unzip();
    dict.set_item("keys", keys.transpose()?)?;
    dict.set_item("keys_within", within)?;
    dict.set_item("variations", accepted.variations)?;
    let bound = accepted.at_least;
    dict.set_item("at_least", bound.map(|bound| bound.plies))?;
    dict.set_item("any_castling", bound.is_some_and(|bound| bound.any_castling))?;
    dict.set_item("any_en_passant", bound.is_some_and(|bound| bound.any_en_passant))?;
    dict.set_item("searched", accepted.searched)?;
    dict.set_item("broken", accepted.broken.iter().map(|&rule| u32::from(rule)).collect::<Vec<_>>())?;
    dict.set_item("text", accepted.to_string())?;
    Ok(dict)
}
