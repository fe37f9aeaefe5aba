//! The functions of SQL and data frames, as `chess-arbiter-columns` has them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use arrow_array::{Array, ArrayRef, Datum, Scalar, new_null_array};
use arrow_schema::DataType;
use arrow_select::concat::concat;
use chess_arbiter_columns::functions::{FUNCTIONS, Function, Kind, Wrong};
use pyo3::prelude::*;
use serde_json::json;

use crate::arrow::{capsule, table::Column};
use crate::{error, patience};

/// All functions as JSON: what each says, takes and gives.
#[pyfunction]
pub(crate) fn functions() -> String {
    let functions = FUNCTIONS.iter().map(|function| {
        let parameters = function.parameters.iter().map(|parameter| {
            json!({"name": parameter.name, "kind": kind(parameter.kind), "optional": parameter.is_optional})
        });
        json!({
            "name": function.name,
            "about": function.about,
            "parameters": parameters.collect::<Vec<_>>(),
            "result": kind(function.result),
        })
    });
    serde_json::Value::from_iter(functions).to_string()
}

fn kind(kind: Kind) -> serde_json::Value {
    match kind {
        Kind::Text => "text".into(),
        Kind::Whole => "whole".into(),
        Kind::Truth => "truth".into(),
        Kind::Texts => "texts".into(),
        // In their order.
        Kind::Record(fields) => fields.iter().map(|&(name, of)| json!([name, self::kind(of)])).collect(),
    }
}

/// What a function says of columns of Arrow data; one of a single row is for all rows.
#[pyfunction]
pub(crate) fn call(
    py: Python<'_>,
    name: &str,
    arguments: Vec<Bound<'_, PyAny>>,
    threads: Option<usize>,
) -> PyResult<Column> {
    let function = Function::named(name).ok_or_else(|| error::value("there is no such function"))?;
    let threads = patience::threads(threads)?;
    let arrays = arguments.iter().map(|argument| {
        let chunks = capsule::chunks(argument)?.ok_or_else(|| error::value("expected Arrow data"))?;
        one(&chunks).map_err(error::value)
    });
    let arrays = arrays.collect::<PyResult<Vec<_>>>()?;
    let found = patience::patiently(py, |stop| called(function, &arrays, threads, stop))?;
    found.map(Column).map_err(|wrong| error::value(wrong.to_string()))
}

/// Makes an extension of DuckDB for that platform of a copy of this module, if it comes after it.
#[pyfunction]
pub(crate) fn duckdb_footer(platform: &str) -> Vec<u8> {
    chess_arbiter_duckdb::footer(platform)
}

/// Chunks as one array.
fn one(chunks: &[ArrayRef]) -> Result<ArrayRef, String> {
    match chunks {
        [] => Ok(new_null_array(&DataType::Null, 0)),
        [chunk] => Ok(chunk.clone()),
        _ => {
            let chunks: Vec<&dyn Array> = chunks.iter().map(|chunk| &**chunk).collect();
            concat(&chunks).map_err(|error| error.to_string())
        }
    }
}

/// What a function says of rows, on several threads; an array of one row is for all of them.
fn called(
    function: &Function,
    arrays: &[ArrayRef],
    threads: usize,
    stop: &Arc<AtomicBool>,
) -> Result<ArrayRef, Wrong> {
    let rows = arrays.iter().map(|array| array.len()).find(|&rows| rows != 1).unwrap_or(1);
    let datum = |array: &ArrayRef| -> Box<dyn Datum> {
        match array.len() {
            1 => Box::new(Scalar::new(array.clone())),
            // If it is of another length, the function says so.
            _ => Box::new(array.clone()),
        }
    };
    let arguments: Vec<_> = arrays.iter().map(datum).collect();
    let arguments: Vec<&dyn Datum> = arguments.iter().map(|argument| &**argument).collect();
    let helpers = Helpers::taken(threads.min(rows).saturating_sub(1));
    function.call_on(&arguments, rows, helpers.0 + 1, stop)
}

/// Threads that work beside those that called. Engines call from many threads at once: no more are to work
/// than there are processors.
struct Helpers(usize);

static AT_WORK: AtomicUsize = AtomicUsize::new(0);

impl Helpers {
    /// As many as are wanted and there are processors left for.
    fn taken(wanted: usize) -> Helpers {
        let all = thread::available_parallelism().map_or(1, usize::from);
        let mut granted = 0;
        let take = |at_work: usize| {
            granted = wanted.min(all.saturating_sub(at_work + 1));
            Some(at_work + granted)
        };
        let _ = AT_WORK.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        Helpers(granted)
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        AT_WORK.fetch_sub(self.0, Ordering::Relaxed);
    }
}
