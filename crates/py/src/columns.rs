//! Questions about columns, as `chess-arbiter-columns` answers them.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ListArray, StructArray};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use chess_arbiter_answer::Question;
use chess_arbiter_answer::request::Endpoint;
use chess_arbiter_columns::{Asked, Place, Played, Progress, Texts};
use chess_arbiter_tables::oracle::ForMany;
use pyo3::prelude::*;

use crate::arrow::table::{Head, Table};
use crate::arrow::texts::texts;
use crate::position::kind;
use crate::tables::Known;
use crate::{ask, error, patience};

/// What is asked of a column in Python's own words.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    /// Makes a text of what is no text.
    text: Py<PyAny>,
    /// Hears how many rows are answered, and of how many.
    progress: Option<Py<PyAny>>,
    threads: Option<i64>,
    reason: bool,
    game: bool,
    repairs: bool,
    tables: Option<PathBuf>,
}

impl Options {
    fn threads(&self) -> PyResult<usize> {
        // What is negative is as wrong as none.
        patience::threads(self.threads.map(|threads| usize::try_from(threads).unwrap_or(0)))
    }
}

/// Columns `answer`, `error`, and `reason` if it is wanted.
#[pyfunction]
pub(crate) fn status(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    request: &str,
    options: Options,
) -> PyResult<Table> {
    asked(py, Endpoint::Status, request, column, &options)
}

/// By proof the columns `answer`, `level`, `lemma`, `limit`, `error`; by rules `answer`, `rules`, `error`;
/// and `reason`, `game` and `repairs` before `error` if they are wanted.
#[pyfunction]
pub(crate) fn reach(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    request: &str,
    options: Options,
) -> PyResult<Table> {
    asked(py, Endpoint::Reach, request, column, &options)
}

/// Columns `answer`, of each side that is asked about whether it can win, why not, and the line; `limit`,
/// `error`.
#[pyfunction]
pub(crate) fn dead(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    request: &str,
    options: Options,
) -> PyResult<Table> {
    asked(py, Endpoint::Dead, request, column, &options)
}

/// Columns `answer`, `plies`, `shortest`, `line`, `limit`, `error`, and `keys` after `line` if they are
/// wanted.
#[pyfunction]
pub(crate) fn win(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    request: &str,
    options: Options,
) -> PyResult<Table> {
    asked(py, Endpoint::Win, request, column, &options)
}

fn asked(
    py: Python<'_>,
    endpoint: Endpoint,
    request: &str,
    column: &Bound<'_, PyAny>,
    options: &Options,
) -> PyResult<Table> {
    let question = &ask::question(py, endpoint, request)?;
    let wants = [("game", options.game), ("repair", options.repairs)];
    if let (Question::Rules(_), Some((name, _))) = (question, wants.into_iter().find(|&(_, wanted)| wanted)) {
        return Err(error::value(format!("{name}: this is for by=\"proof\": the five rules need no search")));
    }
    let threads = options.threads()?;
    let texts = texts(column, options.text.bind(py))?;
    let known = Known::of(options.tables.as_deref())?;
    let progress = Progress::default();
    let told = options.progress.as_ref().map(|hear| (hear, &progress));
    let columns = patience::patiently_told(py, told, |stop| {
        let asked = Asked {
            reason: options.reason,
            game: options.game,
            repairs: options.repairs,
            place: Place::InWords,
            threads,
            stop: stop.clone(),
            progress: progress.clone(),
            oracle: Arc::new(ForMany(known.oracle.clone())),
            ..Asked::new(question)
        };
        asked.columns(&texts)
    })?;
    known.warn(py)?;
    // What the package calls it since before there was this library.
    let columns = columns.into_iter().map(|(known, column)| match known {
        "verdict" => ("answer", column),
        "repairs" => (known, renamed(&column)),
        _ => (known, column),
    });
    Table::new(columns.collect(), head(&texts, question.rules().name()))
}

/// Lists of records, with the name that the package has for a verdict.
fn renamed(column: &ArrayRef) -> ArrayRef {
    let lists = column.as_list::<i32>();
    let records = lists.values().as_struct();
    let name = |name: &str| if name == "verdict" { "answer".to_owned() } else { name.to_owned() };
    let field = |field: &FieldRef| Arc::new(field.as_ref().clone().with_name(name(field.name())));
    let fields: Fields = records.fields().iter().map(field).collect();
    let records = StructArray::new(fields.clone(), records.columns().to_vec(), records.nulls().cloned());
    let item = Arc::new(Field::new("item", DataType::Struct(fields), true));
    Arc::new(ListArray::new(item, lists.offsets().clone(), Arc::new(records), lists.nulls().cloned()))
}

/// The first positions, for a notebook.
fn head(texts: &Texts, rules: &'static str) -> Head {
    let rows = 0..texts.rows().min(Table::SHOWN);
    Head { rules, texts: texts.range(rows).map(|text| text.map(str::to_owned)).collect() }
}

/// The position after the first moves of each row: columns `fen` and `error`.
#[pyfunction]
pub(crate) fn play(
    py: Python<'_>,
    positions: &Bound<'_, PyAny>,
    moves: &Bound<'_, PyAny>,
    k: Option<usize>,
    rules: &str,
    options: Options,
) -> PyResult<Table> {
    let rules = kind(rules)?;
    let threads = options.threads()?;
    let text = options.text.bind(py);
    let (positions, moves) = (texts(positions, text)?, texts(moves, text)?);
    if positions.rows() != moves.rows() {
        let (positions, moves) = (positions.rows(), moves.rows());
        return Err(error::value(format!(
            "{positions} positions, but {moves} rows of moves: expected as many"
        )));
    }
    let progress = Progress::default();
    let told = options.progress.as_ref().map(|hear| (hear, &progress));
    let played = Played { rules, moves: k, place: Place::InWords, threads, progress: progress.clone() };
    let columns = patience::patiently_told(py, told, |stop| played.columns(&positions, &moves, stop))?;
    Table::new(columns, head(&positions, rules.name()))
}
