//! The status of each position.

use chess_arbiter::status::{Status, status as status_of};
use chess_arbiter::with_rules;
use chess_arbiter_answer::request::{Context, Endpoint};
use chess_arbiter_answer::{Fields, INTERNAL, Question, StatusFields};
use pyo3::prelude::*;

use super::{Part, QUICK, each, position, report, table};
use crate::arrow::table::Table;
use crate::arrow::texts::Texts;
use crate::arrow::written::{self, Text};
use crate::{ask, patience};

const WORDS: [&str; 4] = ["safe", "check", "checkmate", "stalemate"];

#[derive(Default)]
struct Rows {
    answers: Vec<Option<u8>>,
    reasons: Text,
    errors: Text,
}

impl Part for Rows {
    type Row = (u8, Option<String>);

    #[inline]
    fn push(&mut self, row: Option<Result<Self::Row, String>>) {
        let (answer, error) = match row {
            None => (None, None),
            Some(Ok(answer)) => (Some(answer), None),
            Some(Err(error)) => (None, Some(error)),
        };
        self.answers.push(answer.as_ref().map(|&(word, _)| word));
        self.reasons.push(answer.as_ref().and_then(|(_, reason)| reason.as_deref()));
        self.errors.push(error.as_deref());
    }
}

/// Columns `answer`, `error`, and `reason` if it is wanted.
#[pyfunction]
pub(crate) fn status(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    request: &str,
    reason: bool,
    threads: Option<usize>,
) -> PyResult<Table> {
    let question = ask::question(py, Endpoint::Status, request)?;
    let threads = patience::threads(threads)?;
    let texts = Texts::of(column)?;
    table(py, |stop| {
        let parts = if reason {
            each::<Rows>(&texts, QUICK, threads, stop, |text| explained(&question, text))
        } else {
            with_rules!(question.rules(), R => {
                each::<Rows>(&texts, QUICK, threads, stop, |text| {
                    position::<R>(text).map(|position| (word(status_of(&position)), None))
                })
            })
        };
        let (mut answers, mut reasons, mut errors) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            answers.push(part.answers);
            reasons.push(part.reasons);
            errors.push(part.errors);
        }
        let mut columns = vec![("answer", written::listed(&WORDS, answers))];
        if reason {
            columns.push(("reason", written::texts(reasons)));
        }
        columns.push(("error", written::texts(errors)));
        columns
    })
}

fn explained(question: &Question, text: &str) -> Result<(u8, Option<String>), String> {
    match report(question, text, &Context::default())? {
        Fields::Status(StatusFields { verdict, reason }) => {
            let place = WORDS.iter().position(|&word| word == verdict).unwrap_or_default();
            Ok((place as u8, Some(reason)))
        }
        _ => Err(INTERNAL.into()),
    }
}

/// The place among the words.
const fn word(status: Status) -> u8 {
    match status {
        Status::Safe => 0,
        Status::Check => 1,
        Status::Checkmate => 2,
        Status::Stalemate => 3,
    }
}
