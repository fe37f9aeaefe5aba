//! What is wrong with an input, in each form.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use chess_arbiter::format::TextError;
use chess_arbiter_answer::{Change, Form, changes, json, words};
use serde::Serialize;

use crate::input::Unread;

const BAD: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();

#[derive(Serialize)]
struct Failed<'a> {
    input: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    error: FaultObject<'a>,
}

#[derive(Serialize)]
struct FaultObject<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: usize,
    column: usize,
    message: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    readings: &'a [Change],
}

/// What is written about a text that is no position.
pub(crate) fn text(fault: &TextError, unread: &Unread, form: Form, readings: &[Change]) -> String {
    match form {
        Form::Lines | Form::Rows => {
            let below = changes(readings);
            below.lines().fold(format!("error: {fault}\n"), |text, line| text + "  " + line + "\n")
        }
        Form::Json | Form::Certificates => json(&Failed {
            input: unread.text(),
            id: unread.id(),
            error: FaultObject {
                file: unread.file.as_deref(),
                line: fault.line,
                column: fault.column,
                message: &fault.message,
                readings,
            },
        }),
        Form::Pgn => format!("; error: {}\n", words::one_line(&fault.to_string())),
        Form::Latex => format!("% error: {}\n", words::one_line(&fault.to_string())),
        Form::Person => pointed(fault, unread) + &changes(readings),
    }
}

/// The fault, the line it is on, and a mark below its column.
fn pointed(fault: &TextError, unread: &Unread) -> String {
    let file = unread.file.as_ref().map_or(String::new(), |file| format!("{}: ", words::printable(file)));
    let mut text = format!("{BAD}error:{BAD:#} {file}{fault}\n");
    let line = unread.text().and_then(|text| text.lines().nth(fault.line.checked_sub(unread.line)?));
    if let Some(line) = line {
        // One character for each, so that the mark stands right.
        let shown: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(text, "  {DIM}|{DIM:#} {shown}");
        let _ = writeln!(text, "  {DIM}|{DIM:#} {:>column$}", "^", column = fault.column);
    }
    text
}
