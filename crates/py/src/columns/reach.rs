//! Whether each position can arise in play.

use chess_arbiter::limits::Limits;
use chess_arbiter::reach::{Level, ReachLimits};
use chess_arbiter::rules::{RulesKind, Standard};
use chess_arbiter_answer::{Form, LegalityQuestion, Question as _, RulesQuestion, words};
use chess_arbiter_explain::legality;
use pyo3::prelude::*;

use super::{Part, QUICK, ask, setup, table};
use crate::arrow::table::Table;
use crate::arrow::texts::Texts;
use crate::arrow::written::{self, Text};
use crate::patience;
use crate::position::{self, kind, limits, standard};

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
    type Answer = Said;

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

/// By proof the columns `answer`, `level`, `lemma`, `limit`, `error`; by rules `answer`, `rules`, `error`; and
/// `reason` before `error` if it is wanted.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn reach(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    rules: &str,
    by_rules: bool,
    level: &str,
    bounds: (Option<f64>, Option<u64>, Option<u64>),
    seed: u64,
    reason: bool,
    threads: Option<usize>,
) -> PyResult<Table> {
    let rules: RulesKind = kind(rules)?;
    standard(rules)?;
    let level = position::level(level)?;
    let work = limits(bounds, ReachLimits::default().work.memory)?;
    let threads = patience::threads(threads)?;
    let texts = Texts::of(column)?;
    table(py, |stop| {
        let parts = if by_rules {
            ask::<Rows>(&texts, QUICK / 16, threads, stop, |text| by_the_rules(text, reason))
        } else {
            let limits = ReachLimits { level, seed, work: Limits { interrupt: Some(stop.clone()), ..work } };
            let question = LegalityQuestion { limits, certificate: false, games: false, repair: false };
            // Up to this level a position takes microseconds, beyond it up to the limit of time.
            let batch = if level <= Level::Static { QUICK / 64 } else { 1 };
            ask::<Rows>(&texts, batch, threads, stop, |text| by_proof(&question, text, reason))
        };
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

fn by_the_rules(text: &str, reason: bool) -> Result<Said, String> {
    let question = RulesQuestion { certificate: false };
    let report =
        question.answer(&setup::<Standard>(text)?, Form::Json, None).map_err(|refused| refused.message)?;
    let rules = report.fields.rules.unwrap_or_default();
    let rules: Vec<String> = rules.iter().map(u8::to_string).collect();
    Ok(Said {
        answer: report.fields.verdict,
        rules: Some(rules.join(" ")),
        reason: reason.then_some(report.fields.reason),
        ..Said::default()
    })
}

fn by_proof(question: &LegalityQuestion, text: &str, reason: bool) -> Result<Said, String> {
    let verdict = question.verdict(&setup::<Standard>(text)?).map_err(|refused| refused.message)?;
    Ok(Said {
        answer: verdict.word(),
        level: Some(verdict.level.name()),
        lemma: verdict.lemma().map(|lemma| lemma.name),
        limit: verdict.limit().map(|reached| words::limit(reached).0),
        reason: reason.then(|| legality(&verdict).join(" ")),
        ..Said::default()
    })
}
