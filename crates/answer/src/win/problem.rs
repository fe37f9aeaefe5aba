//! Problems of files, with what these ask of them.

use std::fmt::Write;

use chess_arbiter::board::{Color, Setup};
use chess_arbiter::format::fen;
use chess_arbiter::popeye::{Heading, Options, Part, Problem};
use chess_arbiter::rules::{RulesKind, Standard};
use chess_arbiter::stipulation::AnyStipulation;
use chess_arbiter::win::Moves;
use chess_arbiter::win::stipulation::{Aim, Stipulation};

use super::{WinQuestion, latex};
use crate::ask::{Unanswered, guarded};
use crate::question::{Refused, Watch};
use crate::report::{Fields, Form, ProblemFields, Report};
use crate::request::{self, Context, Grant, Time, WinRequest};

/// Can the attacker of a problem do what its file says? What a request asks for beside comes on top of what
/// the file does.
#[derive(Clone, Debug)]
pub struct ProblemQuestion {
    request: WinRequest,
    grant: Grant,
}

impl ProblemQuestion {
    /// The question of a request, whose own goal is left out of account.
    ///
    /// # Errors
    /// The options make no sense together, or ask for more than is granted.
    pub fn check(request: &WinRequest, grant: &Grant) -> Result<ProblemQuestion, request::Problem> {
        let question = ProblemQuestion { request: request.clone(), grant: grant.clone() };
        if request.rules.0 != RulesKind::Standard {
            let detail = "files of problems are for standard chess";
            return Err(request::Problem { field: Some("rules".into()), ..request::Problem::bad(detail) });
        }
        let any = Stipulation { aim: Aim::Mate, moves: Moves(1) };
        question.with(&Options::default(), AnyStipulation::Win(any))?;
        Ok(question)
    }

    /// The question about a position of a problem.
    ///
    /// # Errors
    /// The options make no sense with its stipulation.
    fn of(&self, options: &Options, stipulation: AnyStipulation) -> Result<WinQuestion, Refused> {
        self.with(options, stipulation).map_err(|problem| Refused::new(problem.detail))
    }

    fn with(&self, options: &Options, stipulation: AnyStipulation) -> Result<WinQuestion, request::Problem> {
        let asked = &self.request;
        let defended = matches!(stipulation, AnyStipulation::Win(_));
        let tries = asked.tries.unwrap_or(0).max(options.tries);
        let set_play = asked.set_play || options.set_play;
        let tree = defended && (asked.tree || options.variations);
        let request = WinRequest {
            within: None,
            mate: None,
            stipulation: Some(stipulation.to_string()),
            shortest: false,
            keys: defended,
            tries: (defended && tries > 0).then_some(tries),
            set_play,
            tree,
            no_short: defended && (tree || set_play) && (asked.no_short || !options.short),
            solutions: !defended && !asked.count,
            count: !defended && asked.count,
            time: asked.time.or(options.time.map(|time| Time(Some(time)))),
            ..asked.clone()
        };
        let mut question = request.check(&self.grant)?;
        if let Some(wanted) = &mut question.wanted {
            wanted.threats = options.threats;
        }
        Ok(question)
    }

    /// The answer about a position of a problem. A fault of ours costs this answer and not those that follow.
    ///
    /// # Errors
    /// There is none.
    pub fn answer(
        &self,
        problem: &Problem,
        part: &Part,
        form: Form,
        context: &Context,
        watch: Option<Watch>,
    ) -> Result<Report, Unanswered> {
        let answered = || {
            let question = self.of(&problem.options, part.stipulation)?;
            question.answer(&part.problem.setup, form, context, watch)
        };
        let answered = guarded(answered).unwrap_or(Err(Refused::new(crate::INTERNAL)));
        let mut report = answered.map_err(|refused| Unanswered::Refused(part.men_at, refused))?;
        report.assume(&part.problem.letters());
        let told = told(&problem.heading, part);
        // What was said of a problem is said once, with the first of its positions.
        let is_first = problem.parts.iter().flatten().next().is_some_and(|first| std::ptr::eq(first, part));
        match form {
            Form::Lines | Form::Rows => {
                let heading = heading(&told, part, is_first);
                report.below = format!("{heading}{}", report.below);
            }
            Form::Person => {
                if !problem.options.board {
                    report.drawing.clear();
                }
                report.drawing = format!("{}{}", heading(&told, part, is_first), report.drawing);
            }
            Form::Latex => {
                let setup = &part.problem.setup;
                latex::write(&mut report, setup, &asked(&told, part), Some((&told, is_first)));
            }
            Form::Json | Form::Certificates | Form::Pgn => {}
        }
        if let Fields::Win(fields) = &mut report.fields {
            fields.problem = Some(Box::new(told));
        }
        Ok(report)
    }
}

/// The position as a FEN, which stands for the text of a problem: that may be long, and about many positions.
pub fn input(part: &Part) -> String {
    fen::write::<Standard>(&part.problem.setup)
}

fn told(heading: &Heading, part: &Part) -> ProblemFields {
    let Heading { authors, titles, origins, awards, remarks, .. } = heading.clone();
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    ProblemFields {
        authors,
        titles,
        origins,
        awards,
        remarks,
        twin: some(&part.name),
        change: some(&part.change),
        stipulation: part.stipulation.to_string(),
    }
}

/// Title, author and the like on one line (of each text; they come from a file), then stipulation and twin.
fn heading(told: &ProblemFields, part: &Part, is_first: bool) -> String {
    let mut text = String::new();
    if is_first {
        let texts = [&told.titles, &told.authors, &told.origins, &told.awards, &told.remarks];
        let texts: Vec<String> =
            texts.into_iter().flatten().map(|text| crate::words::printable(text)).collect();
        if !texts.is_empty() {
            let _ = writeln!(text, "{}", texts.join(", "));
        }
    }
    let _ = writeln!(text, "{}", asked(told, part));
    text
}

/// `b) Move a1 b2: #3`.
fn asked(told: &ProblemFields, part: &Part) -> String {
    let mut text = String::new();
    if let Some(name) = &told.twin {
        let _ = write!(text, "{name}) ");
    }
    if let Some(change) = &told.change {
        let _ = write!(text, "{}: ", crate::words::printable(change));
    }
    text += &begun(part.stipulation, &part.problem.setup);
    text
}

/// `#3, Black begins`: who begins is said if it is not as usual, White to attack.
pub(super) fn begun(stipulation: AnyStipulation, setup: &Setup) -> String {
    let by = match setup.turn {
        turn if turn == stipulation.begins(Color::White) => "",
        Color::White => ", White begins",
        Color::Black => ", Black begins",
    };
    format!("{stipulation}{by}")
}
