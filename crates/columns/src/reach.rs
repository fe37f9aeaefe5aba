//! Whether each position can arise in play.

use chess_arbiter::reach::Level;
use chess_arbiter::rules::Standard;
use chess_arbiter_answer::request::Context;
use chess_arbiter_answer::{Fields, Form, INTERNAL, LegalityFields, Question, RulesFields};

use crate::fault::{self, Fault, Faults};
use crate::written::{self, Text};
use crate::{Asked, Named, Part, QUICK, Texts, report, setup};

/// What is said of a position; the words are those of the library.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) verdict: &'static str,
    pub(crate) level: Option<&'static str>,
    pub(crate) lemma: Option<&'static str>,
    pub(crate) limit: Option<&'static str>,
    pub(crate) rules: Option<String>,
    reason: Option<String>,
}

#[derive(Default)]
struct Rows {
    verdicts: Vec<Option<&'static str>>,
    levels: Vec<Option<&'static str>>,
    lemmas: Vec<Option<&'static str>>,
    limits: Vec<Option<&'static str>>,
    rules: Text,
    reasons: Text,
    errors: Faults,
}

impl Part for Rows {
    type Row = Said;

    fn push(&mut self, row: Option<Result<Said, Fault>>) {
        let (said, error) = match row {
            None => (None, None),
            Some(Ok(said)) => (Some(said), None),
            Some(Err(error)) => (None, Some(error)),
        };
        self.verdicts.push(said.as_ref().map(|said| said.verdict));
        self.levels.push(said.as_ref().and_then(|said| said.level));
        self.lemmas.push(said.as_ref().and_then(|said| said.lemma));
        self.limits.push(said.as_ref().and_then(|said| said.limit));
        self.rules.push(said.as_ref().and_then(|said| said.rules.as_deref()));
        self.reasons.push(said.as_ref().and_then(|said| said.reason.as_deref()));
        self.errors.push(error);
    }
}

/// By proof the columns `verdict`, `level`, `lemma`, `limit`; by rules `verdict`, `rules`; `reason` if it is
/// wanted, and those of faults.
pub(crate) fn columns(asked: &Asked<'_>, texts: &Texts) -> Vec<Named> {
    let question = asked.question;
    let by_rules = matches!(question, Question::Rules(_));
    let batch = match question {
        Question::Rules(_) => QUICK / 16,
        // Up to this level a position takes microseconds, beyond it up to the limit of time.
        Question::Legality(legality) if legality.level <= Level::Static => QUICK / 64,
        _ => 1,
    };
    let context = asked.context();
    let parts = asked.parts::<Rows>(texts, batch, |text| said(question, text, asked.reason, &context));
    let mut few: [Vec<Vec<Option<&'static str>>>; 4] = Default::default();
    let (mut many, mut faults): ([Vec<Text>; 2], _) = (Default::default(), Vec::new());
    for Rows { verdicts, levels, lemmas, limits, rules, reasons, errors } in parts {
        for (column, part) in few.iter_mut().zip([verdicts, levels, lemmas, limits]) {
            column.push(part);
        }
        for (column, part) in many.iter_mut().zip([rules, reasons]) {
            column.push(part);
        }
        faults.push(errors);
    }
    let names = ["verdict", "level", "lemma", "limit", "rules", "reason"];
    let shown = |name: &str| match name {
        "level" | "lemma" | "limit" => !by_rules,
        "rules" => by_rules,
        "reason" => asked.reason,
        _ => true,
    };
    let arrays = few.into_iter().map(written::words).chain(many.into_iter().map(written::texts));
    let columns = names.into_iter().zip(arrays).filter(|(name, _)| shown(name));
    columns.chain(fault::columns(faults, asked.place)).collect()
}

pub(crate) fn said(question: &Question, text: &str, reason: bool, context: &Context) -> Result<Said, Fault> {
    if let Question::Legality(legality) = question
        && !reason
    {
        // The verdict alone is quicker than all that is to be said about it.
        let verdict = legality.verdict(&setup::<Standard>(text)?, context);
        let verdict = verdict.map_err(|refused| Fault::new(refused.message))?;
        let limit = verdict.limit().map(|reached| reached.name());
        return Ok(Said {
            verdict: verdict.word(),
            level: Some(verdict.level.name()),
            lemma: verdict.lemma().map(|lemma| lemma.name),
            limit,
            ..Said::default()
        });
    }
    match report(question, text, Form::Json, context)? {
        Fields::Rules(RulesFields { verdict, rules, reason: why }) => {
            let rules: Vec<String> = rules.iter().map(u8::to_string).collect();
            let rules = Some(rules.join(" "));
            Ok(Said { verdict, rules, reason: reason.then_some(why), ..Said::default() })
        }
        Fields::Legality(fields) => {
            let LegalityFields { verdict, level, lemma, limit, reason, .. } = *fields;
            let (level, reason) = (Some(level), Some(reason));
            Ok(Said { verdict, level, lemma, limit, reason, rules: None })
        }
        _ => Err(Fault::new(INTERNAL)),
    }
}
