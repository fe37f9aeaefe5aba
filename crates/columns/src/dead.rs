//! Whether each position can still be won.

use arrow_array::ArrayRef;
use chess_arbiter::board::Color;
use chess_arbiter_answer::request::Context;
use chess_arbiter_answer::{DeadFields, DeadQuestion, Fields, Form, INTERNAL, Question};

use crate::fault::{self, Fault, Faults};
use crate::written::{self, Text};
use crate::{Asked, Named, Part, QUICK, Texts, report};

/// What is said of sides, White first.
#[derive(Default)]
struct Sides<T>([T; 2]);

#[derive(Default)]
struct Rows {
    verdicts: Vec<Option<&'static str>>,
    results: Vec<Option<&'static str>>,
    can_win: Sides<Vec<Option<bool>>>,
    by: Sides<Vec<Option<&'static str>>>,
    lines: Sides<Text>,
    limits: Vec<Option<&'static str>>,
    errors: Faults,
}

/// The columns of each side.
const NAMES: [[&str; 3]; 2] =
    [["white_can_win", "white_by", "white_line"], ["black_can_win", "black_by", "black_line"]];

impl Part for Rows {
    type Row = Box<DeadFields>;

    fn push(&mut self, row: Option<Result<Box<DeadFields>, Fault>>) {
        let (said, error) = match row {
            None => (None, None),
            Some(Ok(said)) => (Some(said), None),
            Some(Err(error)) => (None, Some(error)),
        };
        self.verdicts.push(said.as_ref().map(|said| said.verdict));
        self.results.push(said.as_ref().and_then(|said| said.result));
        let sides = said.map(|said| said.sides).unwrap_or_default();
        for color in Color::BOTH {
            let place = color as usize;
            let side = sides.iter().find(|said| said.side == color.to_string());
            self.can_win.0[place].push(side.and_then(|side| match side.verdict {
                "winnable" => Some(true),
                "unwinnable" => Some(false),
                _ => None,
            }));
            self.by.0[place].push(side.and_then(|side| side.by));
            let line = side.and_then(|side| side.line.as_ref()).map(|moves| moves.join(" "));
            self.lines.0[place].push(line.as_deref());
        }
        self.limits.push(sides.iter().find_map(|side| side.limit));
        self.errors.push(error);
    }
}

/// Columns `verdict`, `result` if a flag has fallen; of each side that is asked about whether it can win, why
/// not, and the line; `limit`, and those of faults. At first sight there are no reasons, lines and limits.
pub(crate) fn columns(asked: &Asked<'_>, dead: &DeadQuestion, texts: &Texts) -> Vec<Named> {
    let question = asked.question;
    let at_once = if dead.quick { 1 } else { asked.threads.min(texts.rows()).max(1) };
    let context = Context { at_once, ..asked.context() };
    let batch = if dead.quick { QUICK } else { 1 };
    let parts = asked.parts::<Rows>(texts, batch, |text| said(question, dead.quick, text, &context));
    let (mut verdicts, mut results, mut limits, mut errors) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut sides: [(Vec<_>, Vec<_>, Vec<_>); 2] = Default::default();
    for part in parts {
        verdicts.push(part.verdicts);
        results.push(part.results);
        let each = part.can_win.0.into_iter().zip(part.by.0).zip(part.lines.0);
        for (side, ((can_win, by), lines)) in sides.iter_mut().zip(each) {
            side.0.push(can_win);
            side.1.push(by);
            side.2.push(lines);
        }
        limits.push(part.limits);
        errors.push(part.errors);
    }
    let mut columns: Vec<Named> = vec![("verdict", written::words(verdicts))];
    if dead.flagged.is_some() {
        columns.push(("result", written::words(results)));
    }
    let asked_about = dead.colors();
    for (color, (can_win, by, lines)) in Color::BOTH.into_iter().zip(sides) {
        if !asked_about.contains(&color) {
            continue;
        }
        let [can_win_name, by_name, line_name] = NAMES[color as usize];
        columns.push((can_win_name, written::flags(can_win)));
        if !dead.quick {
            let column: ArrayRef = written::words(by);
            columns.push((by_name, column));
            columns.push((line_name, written::texts(lines)));
        }
    }
    if !dead.quick {
        columns.push(("limit", written::words(limits)));
    }
    columns.extend(fault::columns(errors, asked.place));
    columns
}

fn said(question: &Question, quick: bool, text: &str, context: &Context) -> Result<Box<DeadFields>, Fault> {
    let Fields::Dead(mut fields) = report(question, text, Form::Json, context)? else {
        return Err(Fault::new(INTERNAL));
    };
    // Nothing stopped: it was not asked for more.
    if quick && fields.verdict == "undecided" {
        fields.verdict = "unknown";
    }
    Ok(fields)
}
