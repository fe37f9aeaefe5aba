//! A column of texts as Python gives it.

use std::sync::Arc;

use arrow_array::LargeStringArray;
use chess_arbiter_columns::Texts;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

use super::capsule;

/// From whatever offers Arrow data, or a list of `str`, `None` and what `text` makes texts of.
pub(crate) fn texts(object: &Bound<'_, PyAny>, text: &Bound<'_, PyAny>) -> PyResult<Texts> {
    // Columns of objects have none that Arrow knows, unless all are texts.
    let chunks = match (capsule::chunks(object), dtype(object).as_deref()) {
        (_, Some("Object")) | (Err(_), Some("object")) => None,
        (chunks, _) => chunks?,
    };
    let chunks = match chunks {
        Some(chunks) => chunks,
        None => vec![Arc::new(LargeStringArray::from(own(object, text)?)) as _],
    };
    Texts::of(chunks).map_err(|error| PyTypeError::new_err(error.to_string()))
}

/// How many rows of a list are read between looks at signals.
const LOOK: usize = 1 << 16;

/// What a column of pandas, NumPy or Polars says it consists of.
fn dtype(object: &Bound<'_, PyAny>) -> Option<String> {
    Some(object.getattr("dtype").ok()?.str().ok()?.to_string())
}

/// The texts of a list or another iterable.
fn own(object: &Bound<'_, PyAny>, make: &Bound<'_, PyAny>) -> PyResult<Vec<Option<String>>> {
    let is_text = object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>();
    let rows = if is_text { None } else { object.try_iter().ok() };
    let Some(rows) = rows else {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "expected a column of strings (pyarrow, polars, pandas with Arrow, DuckDB, anything with __arrow_c_array__ or \
             __arrow_c_stream__) or a list of str, Position or chess.Board, not {kind}; a single one goes into a list"
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
                Err(_) => make.call1((row, &text))?.extract().map(Some),
            }
        })
        .collect()
}
