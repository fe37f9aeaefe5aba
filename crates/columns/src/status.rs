//! The status of each position.

use arrayvec::ArrayVec;
use chess_arbiter::format::fen;
use chess_arbiter::rules::{RulesKind, Standard};
use chess_arbiter::status::lanes::{LANES, Lanes};
use chess_arbiter::status::{Status, status as status_of};
use chess_arbiter::with_rules;
use chess_arbiter_answer::request::Context;
use chess_arbiter_answer::{Fields, Form, INTERNAL, Question, StatusFields};

use crate::fault::{self, Fault, Faults};
use crate::parallel::in_parallel;
use crate::written::{self, Text};
use crate::{Asked, Named, Part, QUICK, Texts, guarded, position, report};

pub(crate) const WORDS: [&str; 4] = ["safe", "check", "checkmate", "stalemate"];

#[derive(Default)]
struct Rows {
    verdicts: Vec<Option<u8>>,
    reasons: Text,
    errors: Faults,
}

impl Part for Rows {
    type Row = (u8, Option<String>);

    #[inline]
    fn push(&mut self, row: Option<Result<Self::Row, Fault>>) {
        let (answer, error) = match row {
            None => (None, None),
            Some(Ok(answer)) => (Some(answer), None),
            Some(Err(error)) => (None, Some(error)),
        };
        self.verdicts.push(answer.as_ref().map(|&(word, _)| word));
        self.reasons.push(answer.as_ref().and_then(|(_, reason)| reason.as_deref()));
        self.errors.push(error);
    }
}

/// Columns `verdict`, `reason` if it is wanted, and those of faults.
pub(crate) fn columns(asked: &Asked<'_>, texts: &Texts) -> Vec<Named> {
    let question = asked.question;
    let parts = if asked.reason {
        asked.parts::<Rows>(texts, QUICK, |text| explained(question, text))
    } else if question.rules() == RulesKind::Standard {
        in_lanes(asked, texts)
    } else {
        with_rules!(question.rules(), R => {
            asked.parts::<Rows>(texts, QUICK, |text| {
                position::<R>(text).map(|position| (word(status_of(&position)), None))
            })
        })
    };
    let (mut verdicts, mut reasons, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts {
        verdicts.push(part.verdicts);
        reasons.push(part.reasons);
        errors.push(part.errors);
    }
    let mut columns = vec![("verdict", written::listed(&WORDS, verdicts))];
    if asked.reason {
        columns.push(("reason", written::texts(reasons)));
    }
    columns.extend(fault::columns(errors, asked.place));
    columns
}

/// Of chess, on several threads.
fn in_lanes(asked: &Asked<'_>, texts: &Texts) -> Vec<Rows> {
    in_parallel(texts.rows(), QUICK, asked.threads, &asked.stop, |rows| {
        let mut part = Rows::default();
        let count = rows.len();
        together(texts.range(rows), |said| {
            part.push(said.map(|said| said.map(|status| (word(status), None))));
        });
        asked.progress.add(count);
        part
    })
}

/// Of chess, many positions together; what is said of each is handed over in order.
pub(crate) fn together<'a>(
    texts: impl Iterator<Item = Option<&'a str>>,
    mut say: impl FnMut(Option<Result<Status, Fault>>),
) {
    let alone = |text: &str| guarded(|| position::<Standard>(text)).map(|position| status_of(&position));
    let (mut lanes, mut waiting) = (Lanes::EMPTY, ArrayVec::<Option<&str>, LANES>::new());
    let mut texts = texts.peekable();
    while texts.peek().is_some() {
        let mut is_set = [false; LANES];
        for (lane, text) in texts.by_ref().take(LANES).enumerate() {
            if let Some(Ok(setup)) = text.map(fen::parse::<Standard>) {
                lanes.set(lane, &setup);
                is_set[lane] = true;
            }
            waiting.push(text);
        }
        let found = lanes.statuses();
        for (lane, text) in waiting.drain(..).enumerate() {
            let found = found[lane].filter(|_| is_set[lane]);
            say(text.map(|text| found.map_or_else(|| alone(text), Ok)));
        }
    }
}

fn explained(question: &Question, text: &str) -> Result<(u8, Option<String>), Fault> {
    match report(question, text, Form::Json, &Context::default())? {
        Fields::Status(StatusFields { verdict, reason }) => {
            let place = WORDS.iter().position(|&word| word == verdict).unwrap_or_default();
            Ok((place as u8, Some(reason)))
        }
        _ => Err(Fault::new(INTERNAL)),
    }
}

/// The place among the words.
pub(crate) const fn word(status: Status) -> u8 {
    match status {
        Status::Safe => 0,
        Status::Check => 1,
        Status::Checkmate => 2,
        Status::Stalemate => 3,
    }
}
