//! The functions of SQL and data frames, as `chess-arbiter-columns` has them.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use arrow_array::cast::AsArray;
use arrow_array::{AnyDictionaryArray, Array, ArrayRef, BooleanArray, Datum, Scalar, new_null_array};
use arrow_schema::{ArrowError, DataType};
use arrow_select::concat::concat;
use arrow_select::nullif::nullif;
use arrow_select::take::take;
use chess_arbiter_columns::functions::{FUNCTIONS, Function, Kind, Wrong};
use chess_arbiter_columns::in_parallel;
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

/// Most rows that a thread takes at once.
const BATCH: usize = 4096;

/// What a function says of rows, on several threads; an array of one row is for all of them.
fn called(
    function: &Function,
    arrays: &[ArrayRef],
    threads: usize,
    stop: &Arc<AtomicBool>,
) -> Result<ArrayRef, Wrong> {
    let rows = arrays.iter().map(|array| array.len()).find(|&rows| rows != 1).unwrap_or(1);
    if let [first, others @ ..] = arrays
        && let Some(dictionary) = first.as_any_dictionary_opt()
        && others.iter().all(|array| array.len() == 1)
        && rows > 1
    {
        // Its values are the rows then.
        let wrong = |error: ArrowError| Wrong::Internal(error.to_string());
        let mut arrays = arrays.to_vec();
        arrays[0] = used(dictionary).map_err(wrong)?;
        let found = called(function, &arrays, threads, stop)?;
        return take(&found, dictionary.keys(), None).map_err(wrong);
    }
    let answer = |range: Range<usize>| {
        let part = |array: &ArrayRef| -> Box<dyn Datum> {
            match array.len() {
                1 => Box::new(Scalar::new(array.clone())),
                // Of another length: the function says so.
                len if len != rows => Box::new(array.clone()),
                _ => Box::new(array.slice(range.start, range.len())),
            }
        };
        let parts: Vec<_> = arrays.iter().map(part).collect();
        let parts: Vec<&dyn Datum> = parts.iter().map(|part| &**part).collect();
        function.call(&parts, range.len(), stop)
    };
    let helpers = Helpers::taken(threads.min(rows).saturating_sub(1));
    if helpers.0 == 0 {
        return answer(0..rows);
    }
    let threads = helpers.0 + 1;
    let batch = (rows / threads / 16).clamp(1, BATCH);
    let parts = in_parallel(rows, batch, threads, stop, answer);
    if stop.load(Ordering::Relaxed) {
        return Err(Wrong::Stopped);
    }
    let parts = parts.into_iter().collect::<Result<Vec<_>, _>>()?;
    one(&parts).map_err(Wrong::Internal)
}

/// The values of a dictionary; those that no row has are null, since they may take long to answer.
fn used(dictionary: &dyn AnyDictionaryArray) -> Result<ArrayRef, ArrowError> {
    let (keys, values) = (dictionary.keys(), dictionary.values());
    let mut unused = vec![true; values.len()];
    if !values.is_empty() {
        for (row, key) in dictionary.normalized_keys().into_iter().enumerate() {
            unused[key] &= keys.is_null(row);
        }
    }
    nullif(values, &BooleanArray::from(unused))
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
