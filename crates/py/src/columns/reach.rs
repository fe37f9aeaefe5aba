//! Whether each position can arise in play.

use chess_arbiter::reach::Level;
use chess_arbiter::rules::Standard;
use chess_arbiter_answer::request::{Context, Endpoint, Grant};
use chess_arbiter_answer::{Fields, INTERNAL, LegalityFields, Question, RulesFields};
use pyo3::prelude::*;

use super::{Part, QUICK, each, report, setup, table};
use crate::arrow::table::Table;
use crate::arrow::texts::Texts;
use crate::arrow::written::{self, Text};
use crate::{ask, patience};

/// What is said of a position; the words are those of the library.
#[derive(Default)]
struct Said {
    answer: &'static str,
    level: Option<&'static str>,
    lemma: Option<&'static str>,
    limit: Option<&'static str>,
    rules: Option<String>,
    reason: Option<String>,
}

#[derive(Default)]
struct Rows {
    answers: Vec<Option<&'static str>>,
    levels: Vec<Option<&'static str>>,
    lemmas: Vec<Option<&'static str>>,
    limits: Vec<Option<&'static str>>,
    rules: Text,
    reasons: Text,
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
        self.levels.push(said.as_ref().and_then(|said| said.level));
        self.lemmas.push(said.as_ref().and_then(|said| said.lemma));
        self.limits.push(said.as_ref().and_then(|said| said.limit));
        self.rules.push(said.as_ref().and_then(|said| said.rules.as_deref()));
        self.reasons.push(said.as_ref().and_then(|said| said.reason.as_deref()));
        self.errors.push(error.as_deref());
    }
}

/// By proof the columns `answer`, `level`, `lemma`, `limit`, `error`; by rules `answer`, `rules`, `error`;
/// and `reason` before `error` if it is wanted.
#[pyfunction]
pub(crate) fn reach(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    request: &str,
    reason: bool,
    threads: Option<usize>,
) -> PyResult<Table> {
    let question = ask::question(py, Endpoint::Reach, request)?;
    let threads = patience::threads(threads)?;
    let texts = Texts::of(column)?;
    let by_rules = matches!(question, Question::Rules(_));
    let batch = match &question {
        Question::Rules(_) => QUICK / 16,
        // Up to this level a position takes microseconds, beyond it up to the limit of time.
        Question::Legality(legality) if legality.level <= Level::Static => QUICK / 64,
        _ => 1,
    };
    table(py, |stop| {
        let context = Context { interrupt: Some(stop.clone()), ..Context::new(Grant::UNBOUNDED) };
        let said = |text: &str| said(&question, text, reason, &context);
        let parts = each::<Rows>(&texts, batch, threads, stop, said);
        let mut few: [Vec<Vec<Option<&'static str>>>; 4] = Default::default();
        let mut many: [Vec<Text>; 3] = Default::default();
        for Rows { answers, levels, lemmas, limits, rules, reasons, errors } in parts {
            for (column, part) in few.iter_mut().zip([answers, levels, lemmas, limits]) {
                column.push(part);
            }
            for (column, part) in many.iter_mut().zip([rules, reasons, errors]) {
                column.push(part);
            }
        }
        let names = ["answer", "level", "lemma", "limit", "rules", "reason", "error"];
        let shown = |name: &str| match name {
            "level" | "lemma" | "limit" => !by_rules,
            "rules" => by_rules,
            "reason" => reason,
            _ => true,
        };
        let arrays = few.into_iter().map(written::words).chain(many.into_iter().map(written::texts));
        names.into_iter().zip(arrays).filter(|(name, _)| shown(name)).collect()
    })
}

fn said(question: &Question, text: &str, reason: bool, context: &Context) -> Result<Said, String> {
    if let Question::Legality(legality) = question
        && !reason
    {
        // The verdict alone is quicker than all that is to be said about it.
        let verdict = legality.verdict(&setup::<Standard>(text)?, context);
        let verdict = verdict.map_err(|refused| refused.message)?;
        let limit = verdict.limit().map(|reached| reached.name());
        return Ok(Said {
            answer: verdict.word(),
            level: Some(verdict.level.name()),
            lemma: verdict.lemma().map(|lemma| lemma.name),
            limit,
            ..Said::default()
        });
    }
    match report(question, text, context)? {
        Fields::Rules(RulesFields { verdict, rules, reason: why }) => {
            let rules: Vec<String> = rules.iter().map(u8::to_string).collect();
            let rules = Some(rules.join(" "));
            Ok(Said { answer: verdict, rules, reason: reason.then_some(why), ..Said::default() })
        }
        Fields::Legality(fields) => {
            let LegalityFields { verdict, level, lemma, limit, reason, .. } = *fields;
            let (level, reason) = (Some(level), Some(reason));
            Ok(Said { answer: verdict, level, lemma, limit, reason, rules: None })
        }
        _ => Err(INTERNAL.into()),
    }
}
