//! Whether each position can arise in play.

use std::sync::Arc;

use arrow_array::{ArrayRef, ListArray, StringArray, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields};
use chess_arbiter::reach::Level;
use chess_arbiter::rules::Standard;
use chess_arbiter_answer::request::Context;
use chess_arbiter_answer::{
    Change, Fields as Answered, Form, INTERNAL, LegalityFields, Question, RulesFields,
};

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
    game: Option<String>,
    repairs: Option<Vec<Change>>,
}

#[derive(Default)]
struct Rows {
    verdicts: Vec<Option<&'static str>>,
    levels: Vec<Option<&'static str>>,
    lemmas: Vec<Option<&'static str>>,
    limits: Vec<Option<&'static str>>,
    rules: Text,
    reasons: Text,
    games: Text,
    repairs: Vec<Option<Vec<Change>>>,
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
        self.games.push(said.as_ref().and_then(|said| said.game.as_deref()));
        self.repairs.push(said.and_then(|said| said.repairs));
        self.errors.push(error);
    }
}

/// By proof the columns `verdict`, `level`, `lemma`, `limit`; by rules `verdict`, `rules`; `reason`, `game`
/// and `repairs` if they are wanted, and those of faults.
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
    let wanted = Wanted { reason: asked.reason, game: asked.game, repairs: asked.repairs };
    let parts = asked.parts::<Rows>(texts, batch, |text| said(question, text, wanted, &context));
    let mut few: [Vec<Vec<Option<&'static str>>>; 4] = Default::default();
    let (mut many, mut changes, mut faults): ([Vec<Text>; 3], _, _) =
        (Default::default(), Vec::new(), Vec::new());
    for Rows { verdicts, levels, lemmas, limits, rules, reasons, games, repairs, errors } in parts {
        for (column, part) in few.iter_mut().zip([verdicts, levels, lemmas, limits]) {
            column.push(part);
        }
        for (column, part) in many.iter_mut().zip([rules, reasons, games]) {
            column.push(part);
        }
        changes.extend(repairs);
        faults.push(errors);
    }
    let names = ["verdict", "level", "lemma", "limit", "rules", "reason", "game"];
    let shown = |name: &str| match name {
        "level" | "lemma" | "limit" => !by_rules,
        "rules" => by_rules,
        "reason" => asked.reason,
        "game" => asked.game,
        _ => true,
    };
    let arrays = few.into_iter().map(written::words).chain(many.into_iter().map(written::texts));
    let columns = names.into_iter().zip(arrays).filter(|(name, _)| shown(name));
    let repairs = asked.repairs.then(|| ("repairs", repairs_column(changes)));
    columns.chain(repairs).chain(fault::columns(faults, asked.place)).collect()
}

/// What is wanted beside the verdict.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wanted {
    pub(crate) reason: bool,
    pub(crate) game: bool,
    pub(crate) repairs: bool,
}

/// Lists of records; null of positions that are not illegal.
fn repairs_column(rows: Vec<Option<Vec<Change>>>) -> ArrayRef {
    let lengths = rows.iter().map(|row| row.as_ref().map_or(0, Vec::len));
    let offsets = OffsetBuffer::<i32>::from_lengths(lengths);
    let nulls: NullBuffer = rows.iter().map(Option::is_some).collect();
    let all: Vec<Change> = rows.into_iter().flatten().flatten().collect();
    let text = |of: fn(&Change) -> &str| -> ArrayRef {
        Arc::new(all.iter().map(|change| Some(of(change))).collect::<StringArray>())
    };
    let arrays = vec![
        text(|change| &change.what),
        text(|change| &change.fen),
        text(|change| change.verdict),
        text(|change| change.level),
    ];
    let field = |name: &str| Field::new(name, DataType::Utf8, true);
    let fields: Fields = ["what", "fen", "verdict", "level"].map(field).into_iter().collect();
    let records = StructArray::new(fields.clone(), arrays, None);
    let item = Arc::new(Field::new("item", DataType::Struct(fields), true));
    Arc::new(ListArray::new(item, offsets, Arc::new(records), Some(nulls)))
}

pub(crate) fn said(
    question: &Question,
    text: &str,
    wanted: Wanted,
    context: &Context,
) -> Result<Said, Fault> {
    let Wanted { reason, game, repairs } = wanted;
    if let Question::Legality(legality) = question
        && !(reason || game || repairs)
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
        Answered::Rules(RulesFields { verdict, rules, reason: why }) => {
            let rules: Vec<String> = rules.iter().map(u8::to_string).collect();
            let rules = Some(rules.join(" "));
            Ok(Said { verdict, rules, reason: reason.then_some(why), ..Said::default() })
        }
        Answered::Legality(fields) => {
            let LegalityFields { verdict, level, lemma, limit, .. } = *fields;
            Ok(Said {
                verdict,
                level: Some(level),
                lemma,
                limit,
                reason: reason.then_some(fields.reason),
                game: fields.game.filter(|_| game).map(|moves| moves.join(" ")),
                repairs: fields.repairs.filter(|_| repairs),
                rules: None,
            })
        }
        _ => Err(Fault::new(INTERNAL)),
    }
}
