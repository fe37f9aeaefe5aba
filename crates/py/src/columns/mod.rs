//! Questions about columns: errors are a column too, null in is null out.

pub(crate) mod play;
pub(crate) mod reach;
pub(crate) mod status;
pub(crate) mod win;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arrow_array::ArrayRef;
use chess_arbiter::board::Setup;
use chess_arbiter::format::{fen, parse_setup};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Rules;
use chess_arbiter::with_rules;
use chess_arbiter_answer::request::Context;
use chess_arbiter_answer::{Fields, Form, Question};
use pyo3::prelude::*;

use crate::arrow::table::Table;
use crate::arrow::texts::Texts;
use crate::error;
use crate::patience::in_parallel;

/// Rows that a thread takes at once, where an answer takes a microsecond or less.
const QUICK: usize = 4096;

/// A position in whichever form it was written. Nearly all are FENs, and these are read at once.
#[inline]
fn setup<R: Rules>(text: &str) -> Result<Setup, String> {
    fen::parse::<R>(text).or_else(|_| parse_setup::<R>(text)).map_err(|fault| fault.to_string())
}

/// What the question says of a row.
fn report(question: &Question, text: &str, context: &Context) -> Result<Fields, String> {
    let setup = with_rules!(question.rules(), R => setup::<R>(text))?;
    let report = question.answer(&setup, Form::Json, context, None);
    report.map(|report| report.fields).map_err(|refused| refused.message)
}

#[inline]
fn position<R: Rules>(text: &str) -> Result<Position<R>, String> {
    Position::new(&setup::<R>(text)?, Policy::Movable).map_err(|faults| faults.to_string())
}

/// What is said of a row; a panic is said of its row alone.
#[inline]
fn guarded<T>(answer: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    error::guarded(answer).unwrap_or_else(Err)
}

/// The rows that a question has worked on, as columns to be.
trait Part: Default + Send {
    /// What is said of one row.
    type Row;

    /// Adds a row: an answer or an error, or nothing for a null.
    fn push(&mut self, row: Option<Result<Self::Row, String>>);
}

/// A table of columns that are put together without the GIL.
fn table(
    py: Python<'_>,
    columns: impl FnOnce(&Arc<AtomicBool>) -> Vec<(&'static str, ArrayRef)> + Send,
) -> PyResult<Table> {
    Table::new(crate::patience::patiently(py, columns)?)
}

/// Asks about each row on several threads. The parts are in order; none if somebody said stop,
/// so that nothing more is done with them.
fn each<P: Part>(
    texts: &Texts,
    batch: usize,
    threads: usize,
    stop: &AtomicBool,
    answer: impl Fn(&str) -> Result<P::Row, String> + Sync,
) -> Vec<P> {
    in_parallel(texts.rows(), batch, threads, stop, |rows| {
        let mut part = P::default();
        for text in texts.range(rows) {
            part.push(text.map(|text| guarded(|| answer(text))));
        }
        part
    })
}
