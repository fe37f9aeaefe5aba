//! Whether positions can arise in play.

use std::sync::Arc;

use arrow_array::builder::StringViewBuilder;
use arrow_array::{ArrayRef, BooleanArray, StringViewArray, StructArray};
use arrow_buffer::NullBufferBuilder;
use chess_arbiter_answer::Question;
use chess_arbiter_answer::request::{By, Grant, LevelName, ReachRequest};

use super::rows::{Rows, Said};
use super::{Kind, Wrong, kind};
use crate::reach::{self, Wanted, said};

/// Either a verdict and its evidence, in the words of `arbiter reach`, or an error.
pub(super) const FIELDS: &[(&str, Kind)] = &[
    ("verdict", Kind::Text),
    ("level", Kind::Text),
    ("lemma", Kind::Text),
    ("limit", Kind::Text),
    ("error", Kind::Text),
];

pub(super) fn legal(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let legal = |said: reach::Said| match said.verdict {
        "legal" => Some(true),
        "illegal" => Some(false),
        _ => None,
    };
    let found = verdicts(rows).map(|said| Ok(said?.and_then(Result::ok).and_then(legal)));
    Ok(Arc::new(found.collect::<Result<BooleanArray, _>>()?))
}

pub(super) fn reach(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let mut columns: [StringViewBuilder; FIELDS.len()] = Default::default();
    let mut valid = NullBufferBuilder::new(rows.rows);
    for said in verdicts(rows) {
        let said = said?;
        valid.append(said.is_some());
        let error = said.as_ref().and_then(|said| said.as_ref().err()).map(ToString::to_string);
        let said = said.and_then(Result::ok);
        let word = |word: fn(&reach::Said) -> Option<&'static str>| said.as_ref().and_then(word);
        let words = [
            word(|said| Some(said.verdict)),
            word(|said| said.level),
            word(|said| said.lemma),
            word(|said| said.limit),
        ];
        for (column, word) in columns.iter_mut().zip(words.into_iter().chain([error.as_deref()])) {
            column.append_option(word);
        }
    }
    let columns = columns.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef).collect();
    let record = StructArray::try_new(kind::fields(FIELDS), columns, valid.finish());
    record.map(|record| Arc::new(record) as ArrayRef).map_err(|error| Wrong::Internal(error.to_string()))
}

pub(super) fn rules(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let question = ReachRequest { by: By::Rules, ..ReachRequest::default() }.check(&Grant::UNBOUNDED);
    let question = question.map_err(|problem| Wrong::Internal(problem.detail))?;
    let context = rows.context();
    let found = rows.each(|fen| said(&question, fen, Wanted::default(), &context));
    let broken = found.map(|said| Ok(said?.and_then(Result::ok).and_then(|said| said.rules)));
    Ok(Arc::new(broken.collect::<Result<StringViewArray, _>>()?))
}

/// By the evidence of the levels, which are mostly the same.
fn verdicts<'a>(rows: &'a Rows<'_>) -> impl Iterator<Item = Result<Said<reach::Said>, Wrong>> + 'a {
    let context = rows.context();
    let mut known: Option<(&str, Question)> = None;
    rows.fens().zip(rows.texts(1)).map(move |(fen, level)| {
        let (Some(fen), Some(level)) = (fen, level) else { return Ok(None) };
        let question = match &known {
            Some((name, question)) if *name == level => question,
            _ => &known.insert((level, at_level(rows, level)?)).1,
        };
        rows.row(|| said(question, fen, Wanted::default(), &context)).map(Some)
    })
}

fn at_level(rows: &Rows<'_>, level: &str) -> Result<Question, Wrong> {
    let wrong = |message: String| rows.function.wrong(1, message);
    let name: LevelName = level.parse().map_err(|expected| wrong(format!("{expected}, found {level:?}")))?;
    let request = ReachRequest { level: Some(name), ..ReachRequest::default() };
    request.check(&Grant::UNBOUNDED).map_err(|problem| wrong(problem.detail))
}
