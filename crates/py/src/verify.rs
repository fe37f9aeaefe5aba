//! Checking certificates, with the checker alone.

use chess_arbiter::limits::Limits;
use chess_arbiter_answer::{Opinion, proved};
use chess_arbiter_check::Question;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::position::{Bounds, limits};
use crate::{error, patience};

/// What a certificate proves, as a dict; raises `Refused`, or `Stopped` at a limit.
#[pyfunction]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    certificate: &str,
    bounds: Bounds,
) -> PyResult<Bound<'py, PyDict>> {
    let limits = limits(bounds, Limits::default().memory)?;
    let accepted = patience::patiently(py, |stop| {
        proved(certificate, &Limits { interrupt: Some(stop.clone()), ..limits })
    })?;
    let accepted = accepted.map_err(|opinion| match opinion {
        Opinion::Refused(why) => error::refused(py, why),
        Opinion::Stopped(limit) => error::stopped(py, limit.to_string()),
        // A certificate alone has no other opinions of it.
        Opinion::Accepted(_) | Opinion::Nothing(_) => error::internal(),
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
        },
    )?;
    dict.set_item("position", &accepted.position)?;
    dict.set_item("answer", accepted.answer)?;
    dict.set_item("plies", accepted.plies)?;
    dict.set_item("shortest", accepted.shortest)?;
    dict.set_item("broken", accepted.broken.iter().map(|&rule| u32::from(rule)).collect::<Vec<_>>())?;
    dict.set_item("text", accepted.to_string())?;
    Ok(dict)
}
