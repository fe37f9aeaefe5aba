//! Positions of a request, asked about one after another.

use serde::Serialize;

use super::Each;
use super::context::{Context, Grant};
use super::problem::{Kind, Problem, Readings};
use super::values::List;
use crate::ask::{INTERNAL, Reply, Unanswered, ask_item, guarded, near, only};
use crate::question::Question;
use crate::report::{Change, Form};

/// What became of one thing that was asked about.
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
            error: ErrorPlace<'a>,
        }
        #[derive(Serialize)]
        struct ErrorPlace<'a> {
            line: usize,
            column: usize,
            message: &'a str,
            #[serde(skip_serializing_if = "<[_]>::is_empty")]
            readings: &'a [Change],
        }
        match &self.result {
            Ok(answer) => answer.clone(),
            Err(problem) => {
                let (line, column) = (problem.line.unwrap_or(1), problem.column.unwrap_or(1));
                let readings = problem.readings.as_deref().map_or(&[][..], |Readings(readings)| readings);
                let error = ErrorPlace { line, column, message: &problem.detail, readings };
                crate::json(&Failed { input: self.input.as_deref(), error }).trim_end().to_owned()
            }
        }
    }

    /// What `work` makes of it. A fault of ours must cost one answer and not those that follow.
    pub(super) fn of(work: impl FnOnce() -> Outcome) -> Outcome {
        guarded(work)
            .unwrap_or_else(|| Outcome { input: None, result: Err(Problem::new(Kind::Internal, INTERNAL)) })
    }

    /// The reply about a member of the request.
    pub(super) fn about(field: &str, Reply { input, result }: Reply) -> Outcome {
        let result = match result {
            Ok(report) => Ok(crate::json(&report.object(Some(&input))).trim_end().to_owned()),
            Err(unanswered) => Err(unanswered.problem(field)),
        };
        Outcome { input: Some(input), result }
    }
}

impl Unanswered {
    /// What is wrong with a member of a request.
    pub(crate) fn problem(self, field: &str) -> Problem {
        match self {
            Unanswered::Unreadable(fault) => Problem::unreadable(field, fault),
            Unanswered::Refused(place, refused) => Problem::refused(field, place, refused),
            Unanswered::Internal => Problem::new(Kind::Internal, INTERNAL),
        }
    }
}

/// The texts of positions that a request is about.
#[derive(Clone, Debug)]
pub enum Texts {
    /// `position`.
    One(String),
    /// `positions`.
    Many(Vec<String>),
}

impl Texts {
    pub(super) fn check(
        one: Option<String>,
        many: Option<List<String>>,
        grant: &Grant,
    ) -> Result<Texts, Problem> {
        match (one, many.map(|texts| texts.0)) {
            (Some(text), None) => Ok(Texts::One(text)),
            (None, Some(texts)) if texts.len() > grant.positions => {
                Err(Problem::too_many("positions", texts.len(), grant.positions))
            }
            (None, Some(texts)) => Ok(Texts::Many(texts)),
            (None, None) => Err(Problem::field("position", "expected a position, or a list of positions")),
            (Some(_), Some(_)) => {
                Err(Problem::field("positions", "expected a position or a list of positions, found both"))
            }
        }
    }

    fn all(&self) -> &[String] {
        match self {
            Texts::One(text) => std::slice::from_ref(text),
            Texts::Many(texts) => texts,
        }
    }

    /// The member of the request that a text is.
    fn field(&self, index: usize) -> String {
        match self {
            Texts::One(_) => "position".to_owned(),
            Texts::Many(_) => format!("positions[{index}]"),
        }
    }

    /// Asks about each. False if it was stopped.
    pub(super) fn ask(&self, question: &Question, context: &Context, each: Each<'_>) -> bool {
        for (index, text) in self.all().iter().enumerate().skip(context.skip) {
            if context.is_interrupted() {
                return false;
            }
            let reply = match only(question.rules(), text) {
                Ok(item) => {
                    let watch = context.watch(index);
                    let result = ask_item(question, &item, Form::Json, context, watch);
                    Reply { input: item.text, result }
                }
                Err(fault) => Reply { input: text.clone(), result: Err(Unanswered::Unreadable(fault)) },
            };
            let is_unreadable = matches!(reply.result, Err(Unanswered::Unreadable(_)));
            let readings = if is_unreadable { near(question, text, context) } else { Vec::new() };
            let mut outcome = Outcome::about(&self.field(index), reply);
            if let Err(problem) = &mut outcome.result {
                problem.readings = (!readings.is_empty()).then(|| Box::new(Readings(readings)));
            }
            if !each(index, outcome) {
                return false;
            }
        }
        true
    }
}
