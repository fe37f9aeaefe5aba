//! Whether a win can be forced from each position.

use chess_arbiter_answer::request::Context;
use chess_arbiter_answer::{Fields, Form, INTERNAL, Question};

use crate::fault::{self, Fault, Faults};
use crate::written::{self, Text};
use crate::{Asked, Named, Part, Texts, report};

/// What is said of a position.
struct Said {
    verdict: &'static str,
    plies: Option<u32>,
    shortest: bool,
    line: Option<String>,
    keys: Option<String>,
    /// Solutions, and those of set play.
    counts: [Option<u64>; 2],
    limit: Option<&'static str>,
}

#[derive(Default)]
struct Rows {
    verdicts: Vec<Option<&'static str>>,
    plies: Vec<Option<u32>>,
    shortest: Vec<Option<bool>>,
    lines: Text,
    keys: Text,
    counts: [Vec<Option<u64>>; 2],
    limits: Vec<Option<&'static str>>,
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
        self.plies.push(said.as_ref().and_then(|said| said.plies));
        self.shortest.push(said.as_ref().map(|said| said.shortest));
        self.lines.push(said.as_ref().and_then(|said| said.line.as_deref()));
        self.keys.push(said.as_ref().and_then(|said| said.keys.as_deref()));
        for (place, counts) in self.counts.iter_mut().enumerate() {
            counts.push(said.as_ref().and_then(|said| said.counts[place]));
        }
        self.limits.push(said.as_ref().and_then(|said| said.limit));
        self.errors.push(error);
    }
}

/// Columns `verdict`, `plies`, `shortest`, `line`, `keys` if they are wanted, `count` where both sides help,
/// `set_count` with set play, `limit`, and those of faults.
pub(crate) fn columns(asked: &Asked<'_>, texts: &Texts) -> Vec<Named> {
    let question = asked.question;
    let keys = matches!(question, Question::Win(win) if win.wanted.is_some() && !win.counts());
    let counted = matches!(question, Question::Win(win) if win.counts());
    let set_play = matches!(question, Question::Win(win) if win.counts() && win.help.set_play);
    let at_once = asked.threads.min(texts.rows()).max(1);
    let context = Context { at_once, ..asked.context() };
    let parts = asked.parts::<Rows>(texts, 1, |text| said(question, text, &context));
    let (mut verdicts, mut limits) = (Vec::new(), Vec::new());
    let (mut plies, mut shortest) = (Vec::new(), Vec::new());
    let (mut lines, mut key_moves, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    let (mut counts, mut set_counts) = (Vec::new(), Vec::new());
    for part in parts {
        verdicts.push(part.verdicts);
        plies.push(part.plies);
        shortest.push(part.shortest);
        limits.push(part.limits);
        lines.push(part.lines);
        key_moves.push(part.keys);
        errors.push(part.errors);
        let [count, set_count] = part.counts;
        counts.push(count);
        set_counts.push(set_count);
    }
    let mut columns = vec![
        ("verdict", written::words(verdicts)),
        ("plies", written::numbers(plies)),
        ("shortest", written::flags(shortest)),
        ("line", written::texts(lines)),
    ];
    if keys {
        columns.push(("keys", written::texts(key_moves)));
    }
    if counted {
        columns.push(("count", written::counts(counts)));
    }
    if set_play {
        columns.push(("set_count", written::counts(set_counts)));
    }
    columns.push(("limit", written::words(limits)));
    columns.extend(fault::columns(errors, asked.place));
    columns
}

fn said(question: &Question, text: &str, context: &Context) -> Result<Said, Fault> {
    let Question::Win(asked) = question else { return Err(Fault::new(INTERNAL)) };
    // A position may ask something else of itself.
    let question = Question::Win(asked.of(text)?);
    let Fields::Win(fields) = report(&question, text, Form::Json, context)? else {
        return Err(Fault::new(INTERNAL));
    };
    Ok(Said {
        verdict: fields.verdict,
        plies: fields.plies,
        shortest: fields.shortest,
        line: fields.line.map(|moves| moves.join(" ")),
        keys: fields.keys.map(|moves| moves.join(" ")),
        // Of an undecided row not all are known.
        counts: [fields.count, fields.set_count].map(|count| count.filter(|_| fields.verdict != "undecided")),
        limit: fields.limit,
    })
}
