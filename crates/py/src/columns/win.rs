//! Whether a win can be forced from each position.

use std::marker::PhantomData;

use chess_arbiter::limits::Limits;
use chess_arbiter::win::{Goal, Plies, Solvable};
use chess_arbiter::with_rules;
use chess_arbiter_answer::{Form, Question as _, WinQuestion};
use pyo3::prelude::*;

use super::{Part, ask, setup, table};
use crate::arrow::table::Table;
use crate::arrow::texts::Texts;
use crate::arrow::written::{self, Text};
use crate::patience;
use crate::position::{kind, limits, wanted};

/// What is said of a position.
struct Said {
    answer: &'static str,
    plies: Option<u32>,
    shortest: bool,
    line: Option<String>,
    keys: Option<String>,
    limit: Option<&'static str>,
}

#[derive(Default)]
struct Rows {
    answers: Vec<Option<&'static str>>,
    plies: Vec<Option<u32>>,
    shortest: Vec<Option<bool>>,
    lines: Text,
    keys: Text,
    limits: Vec<Option<&'static str>>,
    errors: Text,
}

impl Part for Rows {
    type Answer = Said;

    fn push(&mut self, row: Option<Result<Said, String>>) {
        let (said, error) = match row {
            None => (None, None),
            Some(Ok(said)) => (Some(said), None),
            Some(Err(error)) => (None, Some(error)),
        };
        self.answers.push(said.as_ref().map(|said| said.answer));
        self.plies.push(said.as_ref().and_then(|said| said.plies));
        self.shortest.push(said.as_ref().map(|said| said.shortest));
        self.lines.push(said.as_ref().and_then(|said| said.line.as_deref()));
        self.keys.push(said.as_ref().and_then(|said| said.keys.as_deref()));
        self.limits.push(said.as_ref().and_then(|said| said.limit));
        self.errors.push(error.as_deref());
    }
}

/// Columns `answer`, `plies`, `shortest`, `line`, `limit`, `error`, and `keys` after `line` if they are wanted.
#[pyfunction]
pub(crate) fn win(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    rules: &str,
    within: Option<u32>,
    keys: bool,
    bounds: (Option<f64>, Option<u64>, Option<u64>),
    threads: Option<usize>,
) -> PyResult<Table> {
    let rules = kind(rules)?;
    let goal = within.map_or(Goal::Shortest, |plies| Goal::Within(Plies(plies)));
    let threads = patience::threads(threads)?;
    let all = limits(bounds, Limits::default().memory)?;
    let texts = Texts::of(column)?;
    let working = threads.min(texts.rows()).max(1);
    let wanted = with_rules!(rules, R => wanted::<R>(keys))?;
    table(py, |stop| {
        // The memory is that of all threads.
        let limits = Limits { interrupt: Some(stop.clone()), memory: all.memory / working, ..all };
        let parts = with_rules!(rules, R => {
            let question =
                WinQuestion::<R> { goal, wanted, limits, certificate: false, oracle: None, resume: None, game: PhantomData };
            ask::<Rows>(&texts, 1, threads, stop, |text| said(&question, text))
        });
        let (mut plies, mut shortest) = (Vec::new(), Vec::new());
        let (mut answers, mut limits) = (Vec::new(), Vec::new());
        let mut texts: [Vec<Text>; 3] = Default::default();
        for part in parts {
            answers.push(part.answers);
            plies.push(part.plies);
            shortest.push(part.shortest);
            limits.push(part.limits);
            for (column, part) in texts.iter_mut().zip([part.lines, part.keys, part.errors]) {
                column.push(part);
            }
        }
        let [lines, key_moves, errors] = texts;
        let mut columns = vec![
            ("answer", written::words(answers)),
            ("plies", written::numbers(plies)),
            ("shortest", written::flags(shortest)),
            ("line", written::texts(lines)),
        ];
        if keys {
            columns.push(("keys", written::texts(key_moves)));
        }
        columns.push(("limit", written::words(limits)));
        columns.push(("error", written::texts(errors)));
        columns
    })
}

fn said<R: Solvable>(question: &WinQuestion<R>, text: &str) -> Result<Said, String> {
    let report = question.answer(&setup::<R>(text)?, Form::Json, None);
    let fields = report.map_err(|refused| refused.message)?.fields;
    Ok(Said {
        answer: fields.verdict,
        plies: fields.plies.flatten(),
        shortest: fields.shortest,
        line: fields.line.map(|moves| moves.join(" ")),
        keys: fields.keys.map(|moves| moves.join(" ")),
        limit: fields.limit,
    })
}
