//! Positions of a request, read and asked about one after another.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chess_arbiter::board::Setup;
use chess_arbiter::format::TextError;
use chess_arbiter::format::reader::{Item, ReadError, Reader};
use chess_arbiter::limits;
use chess_arbiter::rules::Rules;
use serde::Serialize;

use super::context::{Context, Limits, Purse, Work};
use super::problem::{Kind, Problem};
use super::request::Each;
use super::values::List;
use crate::question::Question;
use crate::report::Form;

/// What became of one position.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The position as it was written.
    pub input: Option<String>,
    /// The JSON text of the answer, or why there is none.
    pub result: Result<String, Problem>,
}

impl Outcome {
    /// A JSON object in any case: the answer, or the error as the command writes it.
    pub fn object(&self) -> String {
        #[derive(Serialize)]
        struct Failed<'a> {
            input: Option<&'a str>,
            error: Fault<'a>,
        }
        #[derive(Serialize)]
        struct Fault<'a> {
            line: usize,
            column: usize,
            message: &'a str,
        }
        match &self.result {
            Ok(answer) => answer.clone(),
            Err(problem) => {
                let (line, column) = (problem.line.unwrap_or(1), problem.column.unwrap_or(1));
                let error = Fault { line, column, message: &problem.detail };
                crate::json(&Failed { input: self.input.as_deref(), error }).trim_end().to_owned()
            }
        }
    }
}

/// What a request is about.
#[derive(Clone, Debug)]
pub(super) enum Texts {
    /// `position`.
    One(String),
    /// `positions`.
    Many(Vec<String>),
}

impl Texts {
    pub(super) fn new(
        one: Option<String>,
        many: Option<List<String>>,
        most: &Limits,
    ) -> Result<Texts, Problem> {
        match (one, many.map(|texts| texts.0)) {
            (Some(text), None) => Ok(Texts::One(text)),
            (None, Some(texts)) if texts.len() > most.positions => {
                Err(Problem::too_many("positions", texts.len(), most.positions))
            }
            (None, Some(texts)) => Ok(Texts::Many(texts)),
            (None, None) => Err(Problem::field("position", "expected a position, or a list of positions")),
            (Some(_), Some(_)) => {
                Err(Problem::field("positions", "expected a position or a list of positions, found both"))
            }
        }
    }

    pub(super) fn is_many(&self) -> bool {
        matches!(self, Texts::Many(_))
    }

    fn all(&self) -> &[String] {
        match self {
            Texts::One(text) => std::slice::from_ref(text),
            Texts::Many(texts) => texts,
        }
    }

    /// Asks about each; `question` makes the question from the limits of its position. False if it was stopped.
    pub(super) fn ask<Q: Question>(
        &self,
        work: Option<Work>,
        context: &Context,
        each: Each<'_>,
        question: impl Fn(limits::Limits) -> Q,
    ) -> bool {
        let purse = work.map(|work| Purse::new(work, context));
        for (index, text) in self.all().iter().enumerate() {
            if context.is_interrupted() {
                return false;
            }
            let question = question(purse.as_ref().map(Purse::next).unwrap_or_default());
            let field = || match self {
                Texts::One(_) => "position".to_owned(),
                Texts::Many(_) => format!("positions[{index}]"),
            };
            let outcome = guarded(|| answer(&question, text, field, context, index));
            if !each(index, outcome) {
                return false;
            }
        }
        true
    }
}

/// A fault of ours must cost one answer and not those that follow.
pub(super) fn guarded(work: impl FnOnce() -> Outcome) -> Outcome {
    // What a panic may leave half-done is dropped with it.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Outcome {
        input: None,
        result: Err(Problem::new(Kind::Internal, "internal error, please report it")),
    })
}

fn answer<Q: Question>(
    question: &Q,
    text: &str,
    field: impl Fn() -> String,
    context: &Context,
    index: usize,
) -> Outcome {
    let item = match only::<Q::Rules>(text) {
        Ok(item) => item,
        Err(fault) => {
            return Outcome { input: Some(text.into()), result: Err(Problem::unreadable(&field(), fault)) };
        }
    };
    let result = match item.parse::<Q::Rules>() {
        Ok(setup) => match question.answer(&setup, Form::Json, context.watch(index)) {
            Ok(report) => {
                let mut answer = crate::json(&report.object(Some(&item.text)));
                answer.truncate(answer.trim_end().len());
                Ok(answer)
            }
            Err(refused) => Err(Problem::refused(&field(), item.line, refused)),
        },
        Err(fault) => Err(Problem::unreadable(&field(), fault)),
    };
    Outcome { input: Some(item.text), result }
}

/// The only position of a text, not yet read.
fn only<R: Rules>(text: &str) -> Result<Item, TextError> {
    let mut items = Reader::new::<R>(text.as_bytes());
    let item = match items.next() {
        Some(item) => item.map_err(fault)?,
        None => return Err(TextError::new(1, 1, "expected a position, found nothing")),
    };
    match items.next() {
        None => Ok(item),
        // A second item is mostly the rest of a first that is wrong: that is what to tell.
        Some(next) => {
            item.parse::<R>()?;
            let next = next.map_err(fault)?;
            Err(TextError::new(next.line, 1, "expected one position, found another line"))
        }
    }
}

/// A setup from a text that is one position.
pub(super) fn setup<R: Rules>(text: &str) -> Result<Setup, TextError> {
    only::<R>(text)?.parse::<R>()
}

pub(super) fn fault(error: ReadError) -> TextError {
    match error {
        ReadError::Text(fault) => fault,
        // A text in memory can be read.
        ReadError::Io(error) => TextError::new(1, 1, error.to_string()),
    }
}
