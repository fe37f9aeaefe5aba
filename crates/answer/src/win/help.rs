//! Problems in which both sides help.

use chess_arbiter::help::{HelpAnswer, HelpSolvable, HelpStipulation};
use chess_arbiter::limits::Limits;
use chess_arbiter::position::Position;
use chess_arbiter::rules::Rules;
use chess_arbiter_explain as explain;

use super::{NO_STIPULATIONS, WinQuestion, took};
use crate::draw::{self, Marks};
use crate::question::Refused;
use crate::report::{Fields, Form, Proof, Report, WinFields};

/// What is told of help play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HelpWanted {
    /// So many solutions are written down; of set play too.
    pub lines: usize,
    /// The solutions if the side to move passes over its first move.
    pub set_play: bool,
}

/// A certificate has every solution: of more than these there is none.
const MOST_CERTIFIED: usize = 100_000;

/// The position with the other side to move, what is asked of it, and what was found.
pub(crate) type SetPlay<R> = (Position<R>, HelpStipulation, HelpAnswer);

impl HelpWanted {
    pub(super) fn answer<R: HelpSolvable>(
        self,
        position: &Position<R>,
        asked: HelpStipulation,
        limits: &Limits,
        question: &WinQuestion,
        form: Form,
    ) -> Result<Report, Refused> {
        let solve = |position: &Position<R>, asked, most| {
            R::solve_help(position, asked, most, limits).ok_or_else(|| Refused::new(NO_STIPULATIONS))
        };
        let most = if question.certificate { self.lines.max(MOST_CERTIFIED) } else { self.lines };
        let found = solve(position, asked, most)?;
        let passed = asked.without_first().zip(position.passed()).filter(|_| self.set_play);
        let set = match passed {
            Some((asked, passed)) => Some((passed, asked, solve(&passed, asked, most)?)),
            None => None,
        };

        let set_is_open = set.as_ref().is_some_and(|(.., set)| set.stopped.is_some());
        let undecided = found.stopped.is_some() || set_is_open;
        let mut report = Report { line: word(&found), undecided, ..Report::default() };
        if let Some((.., set)) = &set {
            report.line += &format!(" set {}", word(set));
        }
        let reason = explain::help(&found, asked, asked.attacker(position.turn()));
        let text = self.text(position, asked, &found, set.as_ref());
        match form {
            Form::Lines | Form::Rows | Form::Latex => report.below = text.clone(),
            Form::Person => {
                report.drawing = draw::board(question.rules, position.board(), Marks::default());
                report.notes = text.clone() + &took(found.effort);
            }
            Form::Json | Form::Certificates | Form::Pgn => {}
        }
        if question.certificate {
            let certificate = match &set {
                Some((.., set)) => found.certificate_with_set_play(position, asked, set, limits),
                None => found.certificate(position, asked, limits),
            };
            report.proof = match certificate {
                Ok(Some(certificate)) => {
                    // In debug builds whatever is written is checked.
                    debug_assert_eq!(chess_arbiter_check::check(&certificate.to_json()).err(), None);
                    Proof::Written(Box::new(certificate))
                }
                Ok(None) => Proof::Nothing,
                Err(limit) => Proof::Stopped(limit.into()),
            };
        }
        report.fields =
            Fields::Win(Box::new(self.fields(position, asked, &found, set.as_ref(), reason, text)));
        Ok(report)
    }

    /// All that is written, set play first.
    pub(crate) fn text<R: Rules>(
        self,
        position: &Position<R>,
        asked: HelpStipulation,
        found: &HelpAnswer,
        set: Option<&SetPlay<R>>,
    ) -> String {
        let mut text = String::new();
        if self.lines > 0 {
            if let Some((passed, asked, set)) = set {
                text += &self.lines(passed, *asked, 1, set);
                text += if text.is_empty() { "" } else { "\n" };
            }
            text += &self.lines(position, asked, 0, found);
        }
        text
    }

    /// The solutions in words of problemists, and that there are more.
    fn lines<R: Rules>(
        self,
        position: &Position<R>,
        asked: HelpStipulation,
        skipped: u32,
        found: &HelpAnswer,
    ) -> String {
        let lines = &found.lines[..found.lines.len().min(self.lines)];
        let mut text = explain::help_lines(position, asked, skipped, lines);
        if found.count() > lines.len() as u64 {
            text += "(cut short: there are more solutions than were asked for)\n";
        }
        text
    }

    fn fields<R: HelpSolvable>(
        self,
        position: &Position<R>,
        asked: HelpStipulation,
        found: &HelpAnswer,
        set: Option<&SetPlay<R>>,
        reason: String,
        text: String,
    ) -> WinFields {
        let lines = |position: &Position<R>, asked, found: &HelpAnswer| {
            let mut lines = found.uci(position, asked);
            lines.truncate(self.lines);
            (self.lines > 0).then_some(lines)
        };
        let shortest = found.lengths.iter().find(|(_, count)| *count > 0).map(|(length, _)| length.plies);
        let all = found.stopped.is_none();
        let last = found.lengths.last().map(|(length, _)| length.plies);
        WinFields {
            verdict: match (all, found.count()) {
                (false, _) => "undecided",
                (true, 0) => "unsolved",
                (true, _) => "solved",
            },
            stipulation: Some(asked.to_string()),
            plies: if all { shortest.or(Some(asked.plies)) } else { last },
            shortest: all && shortest.is_some(),
            limit: found.stopped.map(|limit| limit.name()),
            count: Some(found.count()),
            solutions: lines(position, asked, found),
            set_count: set.map(|(.., set)| set.count()),
            set_solutions: set.and_then(|(passed, asked, set)| lines(passed, *asked, set)),
            solution: (!text.is_empty()).then_some(text),
            reason,
            ..WinFields::default()
        }
    }
}

/// The answer for programs that read lines: `solved 2`. How many take how many moves stands behind a colon,
/// where that is not the same.
fn word(found: &HelpAnswer) -> String {
    let solved: Vec<String> = found
        .lengths
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(length, count)| format!("{length} {count}"))
        .collect();
    let word = match (found.stopped, found.count()) {
        (Some(limit), _) => format!("undecided ({})", limit.cause()),
        (None, 0) => "unsolved".to_owned(),
        (None, u64::MAX) => format!("solved at least {}", u64::MAX),
        (None, count) => format!("solved {count}"),
    };
    let is_told = solved.len() > 1 || found.stopped.is_some() && !solved.is_empty();
    if is_told { format!("{word}: {}", solved.join(", ")) } else { word }
}
