//! `arbiter win`.

use std::fmt::Write;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_arbiter::board::{Color, Move, Setup};
use chess_arbiter::format::{san, uci};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, RulesKind, Simplified, SimplifiedPawns};
use chess_arbiter::win::{Answer, Effort, Limits, Oracle, Reached, Solver};
use indicatif::ProgressBar;

use crate::draw::{self, Marks};
use crate::exit::{Exit, Failure};
use crate::input::{self, Source};
use crate::options::{Goal, WinOptions};
use crate::output::{self, Form};
use crate::question::{Question, Refused, ask};
use crate::report::{Fields, Proof, Report};
use crate::{interrupt, words};

pub(crate) fn run(options: WinOptions) -> Result<Exit, Failure> {
    let WinOptions { positions, rules, goal, tables, limits, shown, threads } = options;
    let four_by_four =
        "forced win is for the 4x4 games in this version: --rules simplified or simplified-pawns";
    let sources = match rules {
        RulesKind::Simplified | RulesKind::SimplifiedPawns => input::sources(&positions.positions)?,
        RulesKind::Standard | RulesKind::Pawnless => return Err(Failure::Usage(four_by_four.into())),
    };
    let threads = input::useful_threads(&sources, threads.count());
    let interrupted = interrupt::flag();
    let limits = limits.each_of(threads, &interrupted);
    let form = output::form(shown.json, shown.certificate, shown.explain);
    let oracle = tables.oracle();
    let work = Work { goal: goal.goal(), limits, certificate: shown.certificate, oracle };
    match rules {
        RulesKind::SimplifiedPawns => work.run::<SimplifiedPawns>(sources, form, threads, &interrupted),
        _ => work.run::<Simplified>(sources, form, threads, &interrupted),
    }
}

struct Work {
    goal: Goal,
    limits: Limits,
    certificate: bool,
    oracle: Option<Arc<dyn Oracle>>,
}

impl Work {
    fn run<R: Rules>(
        self,
        sources: Vec<Source>,
        form: Form,
        threads: usize,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<Exit, Failure> {
        ask(WinQuestion::<R> { work: self, rules: PhantomData }, sources, form, threads, interrupted)
    }
}

struct WinQuestion<R> {
    work: Work,
    rules: PhantomData<fn() -> R>,
}

impl<R: Rules> Question for WinQuestion<R> {
    type Rules = R;
    /// One position can take minutes: no other should wait for it.
    const BATCH: usize = 1;

    fn answer(&self, setup: &Setup, form: Form) -> Result<Report, Refused> {
        let position = Position::<R>::new(setup, Policy::Movable)?;
        // A new solver for each position: what is said about it does not depend on what was asked before.
        let mut solver = Solver::<R>::new(self.work.limits.clone()).with_oracle(self.work.oracle.clone());
        let spinner = (form == Form::Person).then(|| progress(&mut solver));
        let answer = match self.work.goal {
            Goal::Within(plies) => solver.within(&position, plies),
            Goal::Shortest => solver.shortest(&position),
        };
        if let Some(spinner) = spinner {
            spinner.finish_and_clear();
        }
        let effort = solver.effort();
        let mut report = Report {
            line: line(answer),
            undecided: matches!(answer, Answer::Undecided { .. }),
            ..Report::default()
        };
        if matches!(form, Form::Json | Form::Person) {
            report.fields = fields(answer, position.turn());
            match solver.line(&position, answer) {
                Ok(moves) if form == Form::Json => {
                    report.fields.line = (!moves.is_empty()).then(|| as_uci(position, &moves));
                }
                Ok(moves) => report.notes = as_san(position, &moves),
                Err(why) => report.fields.line_error = Some(why.to_string()),
            }
        }
        if form == Form::Person {
            report.drawing = draw::board::<R>(position.board(), Marks::default());
            report.notes += &took(effort);
        }
        if self.work.certificate {
            report.proof = match solver.certificate(&position, answer) {
                Ok(Some(certificate)) => Proof::Written(Box::new(certificate)),
                Ok(None) => Proof::Nothing,
                Err(why) => Proof::Stopped(why),
            };
        }
        Ok(report)
    }
}

/// Says on a terminal how far a question has come, once it has taken long enough to wonder.
fn progress<R: Rules>(solver: &mut Solver<R>) -> ProgressBar {
    let spinner = ProgressBar::new_spinner();
    let shown = spinner.clone();
    solver.on_progress(move |plies, effort| {
        if effort.time >= Duration::from_millis(300) {
            shown.set_message(format!("no win within {plies} plies, {} positions looked at", effort.nodes));
            shown.tick();
        }
    });
    spinner
}

/// The answer for a program that reads lines.
fn line(answer: Answer) -> String {
    match answer {
        Answer::Win { plies, .. } => format!("win {plies}"),
        Answer::NoWin { plies } => format!("no-win {plies}"),
        Answer::Lost { plies } => format!("no-win never (lost in {plies})"),
        Answer::Never => "no-win never".into(),
        Answer::Undecided { no_win_within, limit } => {
            format!("undecided {no_win_within} ({})", words::limit(limit).1)
        }
    }
}

fn fields(answer: Answer, attacker: Color) -> Fields {
    let reason = sentence(answer, attacker);
    let fields = Fields { reason, ..Fields::default() };
    match answer {
        Answer::Win { plies, shortest } => {
            Fields { verdict: "win", plies: Some(Some(plies)), shortest, ..fields }
        }
        Answer::NoWin { plies } => Fields { verdict: "no-win", plies: Some(Some(plies)), ..fields },
        Answer::Lost { plies } => {
            Fields { verdict: "no-win", plies: Some(None), lost_in: Some(plies), ..fields }
        }
        Answer::Never => Fields { verdict: "no-win", plies: Some(None), ..fields },
        Answer::Undecided { no_win_within, limit } => Fields {
            verdict: "undecided",
            plies: Some(Some(no_win_within)),
            limit: Some(words::limit(limit).0),
            ..fields
        },
    }
}

fn sentence(answer: Answer, attacker: Color) -> String {
    let (us, them) = (words::player(attacker), words::player(!attacker));
    match answer {
        Answer::Win { plies, shortest } => {
            let best = if shortest && plies > 1 { ", and not in fewer" } else { "" };
            format!("{us} can force a win within {}{best}.", words::plies(plies))
        }
        Answer::NoWin { plies } => format!("{us} cannot force a win within {}.", words::plies(plies)),
        Answer::Lost { plies } => {
            format!("{us} can never force a win: {them} can, within {}.", words::plies(plies))
        }
        Answer::Never => format!("{us} can never force a win: {them} can hold for ever."),
        Answer::Undecided { no_win_within, limit } => {
            let stopped = match limit {
                Reached::Interrupt => "it was interrupted".into(),
                limit => format!("stopped by {limit}"),
            };
            match no_win_within {
                0 => format!("Undecided, {stopped}: nothing is proved."),
                plies => {
                    let proved = words::plies(plies);
                    format!(
                        "Undecided, {stopped}: {us} cannot force a win within {proved}, more is not known."
                    )
                }
            }
        }
    }
}

fn as_uci<R: Rules>(mut position: Position<R>, moves: &[Move]) -> Vec<String> {
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(uci::write(&position, mv));
        position = position.play(mv);
    }
    texts
}

/// `1. Qb3 Qa1 2. Qxa1`, on a line of its own.
fn as_san<R: Rules>(mut position: Position<R>, moves: &[Move]) -> String {
    let mut text = String::new();
    for (i, &mv) in moves.iter().enumerate() {
        let number = position.fullmoves();
        let _ = match (position.turn(), i) {
            (Color::White, 0) => write!(text, "{number}. "),
            (Color::White, _) => write!(text, " {number}. "),
            (Color::Black, 0) => write!(text, "{number}... "),
            (Color::Black, _) => write!(text, " "),
        };
        text += &san::write(&position, mv);
        position = position.play(mv);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn took(effort: Effort) -> String {
    format!("({} positions looked at in {:.2} s)\n", effort.nodes, effort.time.as_secs_f64())
}
