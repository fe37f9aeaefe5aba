//! A column of texts as Python gives it.

use std::sync::Arc;

use arrow_array::LargeStringArray;
use chess_arbiter_columns::Texts;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

use super::capsule;

/// From whatever offers Arrow data, or a list of `str` and `None`.
pub(crate) fn texts(object: &Bound<'_, PyAny>) -> PyResult<Texts> {
    let chunks = match capsule::chunks(object)? {
        Some(chunks) => chunks,
        None => vec![Arc::new(LargeStringArray::from(own(object)?)) as _],
    };
    Texts::of(chunks).map_err(|error| PyTypeError::new_err(error.to_string()))
}

/// How many rows of a list are read between looks at signals.
const LOOK: usize = 1 << 16;

/// The texts of a list or another iterable.
fn own(object: &Bound<'_, PyAny>) -> PyResult<Vec<Option<String>>> {
    let is_text = object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>();
    let rows = if is_text { None } else { object.try_iter().ok() };
    let Some(rows) = rows else {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "expected a column of strings (pyarrow, polars, pandas with Arrow, DuckDB, anything with __arrow_c_array__ or \
             __arrow_c_stream__) or a list of str, not {kind}"
        )));
    };
    rows.enumerate()
        .map(|(row, text)| {
            if row % LOOK == LOOK - 1 {
                object.py().check_signals()?;
            }
            let text = text?;
            if text.is_none() {
                return Ok(None);
            }
            match text.cast::<PyString>() {
                Ok(text) => Ok(Some(text.to_cow()?.into_owned())),
                Err(_) => {
                    let kind = text.get_type().name()?;
                    Err(PyTypeError::new_err(format!("row {row}: expected str or None, not {kind}")))
                }
            }
        })
        .collect()
}
