//! `arbiter win`.

mod says;
mod solves;

use std::fmt::Write;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_arbiter::board::{Color, Move, Setup};
use chess_arbiter::format::{san, uci};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Pawnless, Rules, RulesKind, Simplified, SimplifiedPawns, Standard};
use chess_arbiter::win::problem::Wanted;
use chess_arbiter::win::{Answer, Effort, Limits, Oracle, Solver, mate};
use indicatif::ProgressBar;

use crate::draw::{self, Marks};
use crate::exit::{Exit, Failure};
use crate::options::{Goal, WinOptions};
use crate::output::{self, Form};
use crate::question::{Question, Refused, ask};
use crate::report::{Proof, Report};
use crate::{input, interrupt};

use solves::Solves;

pub(crate) fn run(options: WinOptions) -> Result<Exit, Failure> {
    match options.rules {
        RulesKind::Standard => run_with::<Standard, mate::Solver<Standard>>(options),
        RulesKind::Pawnless => run_with::<Pawnless, mate::Solver<Pawnless>>(options),
        RulesKind::Simplified => run_with::<Simplified, Solver<Simplified>>(options),
        RulesKind::SimplifiedPawns => run_with::<SimplifiedPawns, Solver<SimplifiedPawns>>(options),
    }
}

fn run_with<R: Rules, S: Solves<R>>(options: WinOptions) -> Result<Exit, Failure> {
    let WinOptions { positions, goal, problem, tables, limits, shown, threads, .. } = options;
    let wanted = problem.wanted();
    if R::ROYAL_CAPTURABLE && wanted.is_some() {
        let why = "--keys, --tries, --set-play and --tree are about checkmate: --rules standard or pawnless";
        return Err(Failure::Usage(why.into()));
    }
    let sources = input::sources(&positions.positions)?;
    let threads = input::useful_threads(&sources, threads.count());
    let interrupted: Arc<AtomicBool> = interrupt::flag();
    let limits = limits.each_of(threads, &interrupted);
    let form = output::form(shown.json, shown.certificate, shown.explain);
    let question = WinQuestion::<R, S> {
        goal: goal.goal(),
        wanted,
        limits,
        certificate: shown.certificate,
        oracle: tables.oracle(),
        game: PhantomData,
    };
    ask(question, sources, form, threads, &interrupted)
}

struct WinQuestion<R, S> {
    goal: Goal,
    /// What problemists want to know beside.
    wanted: Option<Wanted>,
    limits: Limits,
    certificate: bool,
    /// Tables of a game that is won by capture.
    oracle: Option<Arc<dyn Oracle>>,
    game: PhantomData<fn() -> (R, S)>,
}

impl<R: Rules, S: Solves<R>> Question for WinQuestion<R, S> {
    type Rules = R;
    /// One position can take minutes: no other should wait for it.
    const BATCH: usize = 1;

    fn answer(&self, setup: &Setup, form: Form) -> Result<Report, Refused> {
        let position = Position::<R>::new(setup, Policy::Movable)?;
        // A new solver for each position: what is said about it does not depend on what was asked before.
        let mut solver = S::with_limits(self.limits.clone(), self.oracle.clone());
        let spinner = (form == Form::Person).then(|| progress(&mut solver));
        let answer = match self.goal {
            Goal::Within(plies) => solver.within(&position, plies),
            Goal::Shortest => solver.shortest(&position),
        };
        if let Some(spinner) = spinner {
            spinner.finish_and_clear();
        }
        let effort = solver.effort();
        let mut report = Report {
            line: says::line(answer),
            undecided: matches!(answer, Answer::Undecided { .. }),
            ..Report::default()
        };
        if matches!(form, Form::Json | Form::Person) {
            report.fields = says::fields::<R>(answer, position.turn());
            match solver.line(&position, answer) {
                Ok(moves) if form == Form::Json => {
                    report.fields.line = (!moves.is_empty()).then(|| as_uci(position, &moves));
                }
                Ok(moves) => report.notes = as_san(position, &moves),
                Err(why) => report.fields.line_error = Some(why.to_string()),
            }
        }
        if let Some(wanted) = &self.wanted {
            self.work_out(&mut solver, &position, answer, wanted, form, &mut report);
        }
        if form == Form::Person {
            report.drawing = draw::board::<R>(position.board(), Marks::default());
            report.notes += &took(effort);
        }
        if self.certificate {
            report.proof = match solver.certificate(&position, answer) {
                Ok(Some(certificate)) => Proof::Written(Box::new(certificate)),
                Ok(None) => Proof::Nothing,
                Err(why) => Proof::Stopped(why),
            };
        }
        Ok(report)
    }
}

impl<R: Rules, S: Solves<R>> WinQuestion<R, S> {
    /// Keys and whatever else was wanted, of a mate that was found, or tries and set play of one that was not.
    fn work_out(
        &self,
        solver: &mut S,
        position: &Position<R>,
        answer: Answer,
        wanted: &Wanted,
        form: Form,
        report: &mut Report,
    ) {
        let moves = match (answer, self.goal) {
            // The stipulation counts, even if there is a shorter mate.
            (Answer::Win { .. } | Answer::NoWin { .. }, Goal::Within(plies)) => plies.div_ceil(2),
            (Answer::Win { plies, .. }, Goal::Shortest) => plies.div_ceil(2),
            _ => return,
        };
        let problem = match solver.problem(position, moves, wanted) {
            Ok(Some(problem)) => problem,
            Ok(None) => return,
            Err(limit) => {
                report.fields.solution_error = Some(limit.to_string());
                report.notes += &format!("The solution was stopped by {limit}.\n");
                report.undecided = true;
                return;
            }
        };
        match form {
            Form::Json => says::solution(&mut report.fields, position, &problem),
            Form::Person => report.notes += &format!("{}\n{}", says::keys(&problem), problem.text(position)),
            Form::Lines | Form::Certificates | Form::Pgn => {
                report.line += &says::keys_line(position, &problem)
            }
        }
    }
}

/// Says on a terminal how far a question has come, once it has taken long enough to wonder.
fn progress<R: Rules, S: Solves<R>>(solver: &mut S) -> ProgressBar {
    let spinner = ProgressBar::new_spinner();
    let shown = spinner.clone();
    solver.on_progress(move |no_win, win, effort| {
        if effort.time >= Duration::from_millis(300) {
            let win = win.map_or(String::new(), |plies| format!(", a win within {plies}"));
            shown.set_message(format!(
                "no win within {no_win} plies{win}, {} positions looked at",
                effort.nodes
            ));
            shown.tick();
        }
    });
    spinner
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
