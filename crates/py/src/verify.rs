//! Checking certificates, with the checker alone.

use chess_arbiter_check::{Question, check};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::{error, patience};

/// What a certificate proves, as a dict; raises `Refused`.
#[pyfunction]
pub(crate) fn verify<'py>(py: Python<'py>, certificate: &str) -> PyResult<Bound<'py, PyDict>> {
    let accepted = patience::patiently(py, |_| check(certificate))?;
    let accepted = accepted.map_err(|refusal| error::refused(py, refusal.to_string()))?;
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
