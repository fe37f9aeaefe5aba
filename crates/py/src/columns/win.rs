//! Whether a win can be forced from each position.

use chess_arbiter_answer::request::{Context, Endpoint, Grant};
use chess_arbiter_answer::{Fields, INTERNAL, Question};
use pyo3::prelude::*;

use super::{Part, each, report, table};
use crate::arrow::table::Table;
use crate::arrow::texts::Texts;
use crate::arrow::written::{self, Text};
use crate::{ask, patience};

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
    type Row = Said;

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

/// Columns `answer`, `plies`, `shortest`, `line`, `limit`, `error`, and `keys` after `line` if they are
/// wanted.
#[pyfunction]
pub(crate) fn win(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    request: &str,
    threads: Option<usize>,
) -> PyResult<Table> {
    let question = ask::question(py, Endpoint::Win, request)?;
    let keys = matches!(&question, Question::Win(win) if win.wanted.is_some());
    let threads = patience::threads(threads)?;
    let texts = Texts::of(column)?;
    let at_once = threads.min(texts.rows()).max(1);
    table(py, |stop| {
        let context = Context { interrupt: Some(stop.clone()), at_once, ..Context::new(Grant::UNBOUNDED) };
        let parts = each::<Rows>(&texts, 1, threads, stop, |text| said(&question, text, &context));
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

fn said(question: &Question, text: &str, context: &Context) -> Result<Said, String> {
    let Fields::Win(fields) = report(question, text, context)? else { return Err(INTERNAL.into()) };
    Ok(Said {
        answer: fields.verdict,
        plies: fields.plies,
        shortest: fields.shortest,
        line: fields.line.map(|moves| moves.join(" ")),
        keys: fields.keys.map(|moves| moves.join(" ")),
        limit: fields.limit,
    })
}
