//! An answer, and how it looks in each form.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use chess_arbiter::certificate::Certificate;
use chess_arbiter::format::TextError;
use chess_arbiter::win::Unwritten;
use serde::Serialize;

use crate::input::Unread;
use crate::output::{Form, Row};
use crate::table::Valued;
use crate::words;

const BAD: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// What a question says about a position.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// The answer on one line. Always there; the rest only in forms that show it.
    pub(crate) line: String,
    /// The answer as JSON.
    pub(crate) fields: Fields,
    /// The board and whatever else a person should see, before and after the reason.
    pub(crate) drawing: String,
    pub(crate) notes: String,
    pub(crate) proof: Proof,
    /// A limit stopped the answer.
    pub(crate) undecided: bool,
    /// The game as PGN.
    pub(crate) game: Option<String>,
}

/// The evidence for an answer.
#[derive(Debug, Default)]
pub(crate) enum Proof {
    #[default]
    NotAskedFor,
    /// Undecided: nothing is claimed.
    Nothing,
    Written(Box<Certificate>),
    /// A limit was reached while it was written.
    Stopped(Unwritten),
}

/// The members of the JSON object that depend on the question.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Fields {
    pub(crate) verdict: &'static str,
    /// How much evidence it took, or was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lemma: Option<&'static str>,
    /// The broken rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rules: Option<Vec<u8>>,
    /// `Some(None)` is written as `null`: no number is large enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) plies: Option<Option<u32>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) shortest: bool,
    /// Where a limit stopped the search: there is a win within so many plies, perhaps within fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) win_within: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lost_in: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<&'static str>,
    /// Why, in words.
    pub(crate) reason: String,
    /// The field of the position that is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) blame: Option<&'static str>,
    /// What the position may have been meant to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) repairs: Option<Vec<Change>>,
    /// What is wrong with the clocks, which are no part of the question.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) clocks: Vec<String>,
    /// Moves as in UCI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line_error: Option<String>,
    /// The keys of a directmate as in UCI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) keys: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) tries: Vec<Tried>,
    /// Variations in problem notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution_error: Option<String>,
    /// Every move with what it leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) moves: Option<Vec<Valued>>,
    /// From the initial array, as in UCI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<Vec<String>>,
}

/// A first move that fails, and to what.
#[derive(Debug, Serialize)]
pub(crate) struct Tried {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) refutations: Vec<String>,
}

/// A change of a position, and what is said of the changed position.
#[derive(Debug, Serialize)]
pub(crate) struct Change {
    pub(crate) what: String,
    pub(crate) fen: String,
    pub(crate) verdict: &'static str,
    pub(crate) level: &'static str,
}

#[derive(Serialize)]
struct Answered<'a> {
    input: Option<&'a str>,
    #[serde(flatten)]
    fields: &'a Fields,
    /// `Some(None)` is written as `null`: asked for, but there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Option<&'a Certificate>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate_error: Option<String>,
}

#[derive(Serialize)]
struct Failed<'a> {
    input: Option<&'a str>,
    error: Fault<'a>,
}

#[derive(Serialize)]
struct Fault<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: usize,
    column: usize,
    message: &'a str,
}

impl Proof {
    fn certificate(&self) -> Option<&Certificate> {
        match self {
            Proof::Written(certificate) => Some(certificate),
            Proof::NotAskedFor | Proof::Nothing | Proof::Stopped(_) => None,
        }
    }

    fn stopped(&self) -> Option<Unwritten> {
        if let Proof::Stopped(why) = self { Some(*why) } else { None }
    }
}

impl Report {
    /// The row for this report.
    pub(crate) fn render(mut self, unread: &Unread, form: Form) -> Row {
        let unproved = self.proof.stopped().is_some() || self.fields.line_error.is_some();
        let text = match form {
            Form::Lines => {
                self.line.push('\n');
                self.line
            }
            Form::Json => json(&Answered {
                input: unread.text(),
                fields: &self.fields,
                certificate: (!matches!(self.proof, Proof::NotAskedFor)).then(|| self.proof.certificate()),
                certificate_error: self.proof.stopped().map(|why| why.to_string()),
            }),
            Form::Certificates => json(&self.proof.certificate()),
            Form::Pgn => match self.game.take() {
                Some(game) => game,
                None => format!("; {}: {}\n", words::one_line(unread.text().unwrap_or("")), self.line),
            },
            Form::Person => {
                let heading = words::printable(unread.text().unwrap_or(""));
                format!("{DIM}{heading}{DIM:#}\n{}{}\n{}", self.drawing, self.fields.reason, self.notes)
            }
        };
        Row { text, error: false, undecided: self.undecided, unproved, game: self.game }
    }
}

/// The row for a text that is no position.
pub(crate) fn render_fault(fault: &TextError, unread: &Unread, form: Form) -> Row {
    let text = match form {
        Form::Lines => format!("error: {fault}\n"),
        Form::Json | Form::Certificates => json(&Failed {
            input: unread.text(),
            error: Fault {
                file: unread.file.as_deref(),
                line: fault.line,
                column: fault.column,
                message: &fault.message,
            },
        }),
        Form::Pgn => format!("; error: {}\n", words::one_line(&fault.to_string())),
        Form::Person => pointed(fault, unread),
    };
    Row { text, error: true, ..Row::default() }
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

/// A value as a line of JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(mut text) => {
            text.push('\n');
            text
        }
        // Strings, numbers and lists only: it cannot fail.
        Err(error) => format!("{{\"error\": {:?}}}\n", error.to_string()),
    }
}
