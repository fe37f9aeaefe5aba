//! An answer, and how it looks in each form.

mod fields;

use anstyle::Style;
use chess_arbiter::certificate::Certificate;
use chess_arbiter::win::Unwritten;
use serde::Serialize;

use crate::rows::{Cells, Layout, RowsWriter};
use crate::said::Said;
use crate::words;

pub use fields::{
    CapturingPawnFields, Change, DeadFields, DoubleStepFields, HistoryFields, LastMoveFields, LegalityFields,
    LostManFields, ProbeFields, ProblemFields, PromotedAmongFields, RetroFields, RightsFields, RulesFields,
    SideFields, SideWinFields, StatusFields, Tried, Valued, WinFields,
};

const DIM: Style = Style::new().dimmed();

/// How answers are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One line each, for programs that read lines.
    Lines,
    /// A board and a sentence, with colours as escape sequences.
    Person,
    /// One JSON object each.
    Json,
    /// One certificate each.
    Certificates,
    /// The games that reach them.
    Pgn,
    /// A diagram with the solution each.
    Latex,
    /// A line each with the reason, in columns: see [`RowsWriter`](crate::RowsWriter).
    Rows,
}

/// What a question says about a position.
#[derive(Debug, Default)]
pub struct Report {
    /// The answer on one line. Always there; the rest only in forms that show it.
    pub line: String,
    /// What was asked for beside the answer, in lines below it. As text for programs each begins with two
    /// spaces.
    pub below: String,
    /// What the text says beside the position.
    pub said: Said,
    /// The answer as JSON.
    pub fields: Fields,
    /// The board, for a person.
    pub drawing: String,
    /// What a person should see after the reason.
    pub notes: String,
    /// The evidence.
    pub proof: Proof,
    /// A limit stopped the answer.
    pub undecided: bool,
    /// The game as PGN.
    pub game: Option<String>,
}

/// The evidence for an answer.
#[derive(Debug, Default)]
pub enum Proof {
    /// Nobody wants it.
    #[default]
    NotAskedFor,
    /// Undecided: nothing is claimed.
    Nothing,
    /// The certificate.
    Written(Box<Certificate>),
    /// Those of all parts of the answer, for a form that shows nothing else.
    Several(Vec<Certificate>),
    /// A limit was reached while it was written.
    Stopped(Unwritten),
}

/// The members of the JSON object that depend on the question.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Fields {
    /// Of a form that does not show them.
    None {},
    /// See [`StatusFields`].
    Status(StatusFields),
    /// See [`RulesFields`].
    Rules(RulesFields),
    /// See [`LegalityFields`].
    Legality(Box<LegalityFields>),
    /// See [`RetroFields`].
    Retro(Box<RetroFields>),
    /// See [`DeadFields`].
    Dead(Box<DeadFields>),
    /// See [`WinFields`].
    Win(Box<WinFields>),
    /// See [`ProbeFields`].
    Probe(ProbeFields),
}

impl Default for Fields {
    fn default() -> Fields {
        Fields::None {}
    }
}

impl Fields {
    /// The answer in a word; empty in forms that do not show it.
    pub fn verdict(&self) -> &'static str {
        match self {
            Fields::None {} => "",
            Fields::Status(fields) => fields.verdict,
            Fields::Rules(fields) => fields.verdict,
            Fields::Legality(fields) => fields.verdict,
            Fields::Retro(fields) => fields.verdict,
            Fields::Dead(fields) => fields.verdict,
            Fields::Win(fields) => fields.verdict,
            Fields::Probe(fields) => fields.verdict,
        }
    }

    /// Why, in words; empty in forms that do not show it.
    pub fn reason(&self) -> &str {
        match self {
            Fields::None {} => "",
            Fields::Status(fields) => &fields.reason,
            Fields::Rules(fields) => &fields.reason,
            Fields::Legality(fields) => &fields.reason,
            Fields::Retro(fields) => &fields.reason,
            Fields::Dead(fields) => &fields.reason,
            Fields::Win(fields) => &fields.reason,
            Fields::Probe(fields) => &fields.reason,
        }
    }
}

#[derive(Serialize)]
struct Answered<'a> {
    input: Option<&'a str>,
    #[serde(flatten)]
    said: &'a Said,
    #[serde(flatten)]
    fields: &'a Fields,
    /// `Some(None)` is written as `null`: asked for, but there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Option<&'a Certificate>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate_error: Option<String>,
}

impl Proof {
    /// The certificate, if it was written.
    pub fn certificate(&self) -> Option<&Certificate> {
        match self {
            Proof::Written(certificate) => Some(certificate),
            Proof::NotAskedFor | Proof::Nothing | Proof::Several(_) | Proof::Stopped(_) => None,
        }
    }

    fn stopped(&self) -> Option<Unwritten> {
        if let Proof::Stopped(why) = self { Some(*why) } else { None }
    }
}

impl Report {
    /// Says which castling rights were taken by convention, as in a FEN; of none nothing.
    pub(crate) fn assume(&mut self, rights: &str) {
        if let Fields::Win(fields) = &mut self.fields
            && !rights.is_empty()
        {
            self.line += &format!(" castling {rights}");
            fields.castling = Some(rights.into());
            fields.reason += &format!(
                " The position does not say who may castle: by the convention of problems a king and a rook at home \
                 may ({rights})."
            );
        }
    }

    /// The text for a position that was written as `input`; it ends with a line end.
    pub fn text(&self, input: Option<&str>, form: Form) -> String {
        match form {
            Form::Lines if self.below.is_empty() => [&self.line, "\n"].concat(),
            Form::Lines => {
                let below = self.below.lines().map(|line| format!("  {line}\n"));
                format!("{}\n{}", self.line, below.collect::<String>())
            }
            Form::Json => json(&self.object(input)),
            Form::Certificates => match &self.proof {
                Proof::Several(all) if !all.is_empty() => all.iter().map(json).collect(),
                proof => json(&proof.certificate()),
            },
            Form::Latex => self.below.clone(),
            Form::Rows => RowsWriter::new(Layout::Text, None).row(&Cells::of(self, input.unwrap_or(""))),
            Form::Pgn => match &self.game {
                Some(game) => game.clone(),
                None => format!("; {}: {}\n", words::one_line(input.unwrap_or("")), self.line),
            },
            Form::Person => {
                let mut heading = words::printable(input.unwrap_or(""));
                // An EPD shows what it is called.
                if let Some(id) = self.said.id.as_ref().filter(|id| !heading.contains(*id)) {
                    heading = format!("{}: {heading}", words::one_line(id));
                }
                format!("{DIM}{heading}{DIM:#}\n{}{}\n{}", self.drawing, self.fields.reason(), self.notes)
            }
        }
    }

    /// The JSON object for a position that was written as `input`.
    pub fn object<'a>(&'a self, input: Option<&'a str>) -> impl Serialize + 'a {
        Answered {
            input,
            said: &self.said,
            fields: &self.fields,
            certificate: (!matches!(self.proof, Proof::NotAskedFor)).then(|| self.proof.certificate()),
            certificate_error: self.proof.stopped().map(|why| why.to_string()),
        }
    }

    /// Whether a limit left evidence unwritten that was asked for.
    pub fn unproved(&self) -> bool {
        self.proof.stopped().is_some()
    }

    /// Whether a limit left the line of a forced win unwritten.
    pub fn lineless(&self) -> bool {
        matches!(&self.fields, Fields::Win(fields) if fields.line_error.is_some())
    }
}

/// A value as a line of JSON.
pub fn json(value: &impl Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(mut text) => {
            text.push('\n');
            text
        }
        // Strings, numbers and lists only: it cannot fail.
        Err(error) => format!("{{\"error\": {:?}}}\n", error.to_string()),
    }
}
