//! Forced wins.

mod says;
mod solves;

use std::fmt::Write;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chess_arbiter::board::{Color, Move, Setup};
use chess_arbiter::format::{san, uci};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Rules;
use chess_arbiter::win::problem::Wanted;
use chess_arbiter::win::{Answer, Effort, Limits, Oracle, Proved, Reached};

use crate::draw::{self, Marks};
use crate::question::{Question, Refused, Told, Watch};
use crate::report::{Form, Proof, Report};

pub use solves::{Solved, Solves};

/// What is asked about a forced win.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// Is there one within so many plies, moves of both sides counted? What the limits allow beyond that is used to find
    /// the shortest.
    Within(u32),
    /// The shortest.
    Shortest,
}

/// Where what a long search proves is kept.
pub type Keep = Arc<dyn Fn(&Proved) + Send + Sync>;

/// What a question about one position goes on from, and where it leaves what it proves.
#[derive(Clone)]
pub struct Resume {
    /// Proved before about the position.
    pub from: Option<Arc<Proved>>,
    /// How often it is kept. Whatever stops the work, it is kept in the end.
    pub every: Duration,
    /// Takes it.
    pub keep: Keep,
    /// Is told, at the end, whether a limit left something to be proved.
    pub left: Arc<AtomicBool>,
}

/// Where a limit stopped the search for a shorter win than the one that was asked about.
#[derive(Clone, Copy)]
struct Stopped {
    no_win_within: u32,
    limit: Reached,
}

impl Goal {
    /// A win that is short enough answers the question, even if a limit kept it from being the shortest.
    fn answered(self, answer: Answer) -> (Answer, Option<Stopped>) {
        match (self, answer) {
            (Goal::Within(most), Answer::Undecided { no_win_within, win_within: Some(plies), limit })
                if plies <= most =>
            {
                (Answer::Win { plies, shortest: false }, Some(Stopped { no_win_within, limit }))
            }
            _ => (answer, None),
        }
    }
}

/// Can the side to move force a win?
pub struct WinQuestion<R> {
    /// What is asked.
    pub goal: Goal,
    /// What problemists want to know beside; nothing in games that are won by capture.
    pub wanted: Option<Wanted>,
    /// Of each position.
    pub limits: Limits,
    /// The certificate is wanted.
    pub certificate: bool,
    /// Tables of a game that is won by capture.
    pub oracle: Option<Arc<dyn Oracle>>,
    /// For a single position: goes on from an earlier search, and can be gone on from.
    pub resume: Option<Resume>,
    /// The game.
    pub game: PhantomData<fn() -> R>,
}

impl<R: Solved> Question for WinQuestion<R> {
    type Rules = R;
    const QUICK: bool = false;

    fn answer(&self, setup: &Setup, form: Form, watch: Option<Watch>) -> Result<Report, Refused> {
        let position = Position::<R>::new(setup, Policy::Movable)?;
        // A new solver for each position: what is said about it does not depend on what was asked before.
        let mut solver = R::Solver::with_limits(self.limits.clone(), self.oracle.clone());
        if let Some(mut watch) = watch {
            solver.on_progress(move |no_win_within, win_within, effort| {
                watch(Told { no_win_within, win_within, nodes: effort.nodes, time: effort.time });
            });
        }
        if let Some(Resume { from, every, keep, .. }) = &self.resume {
            if let Some(proved) = from {
                solver.resume(&position, proved).map_err(|why| Refused::new(why.to_string()))?;
            }
            let keep = keep.clone();
            solver.on_keep(*every, move |proved| keep(&proved));
        }
        let proved = match self.goal {
            Goal::Within(plies) => solver.within(&position, plies),
            Goal::Shortest => solver.shortest(&position),
        };
        let effort = solver.effort();
        if let Some(resume) = &self.resume {
            self.keep(resume, &solver, proved);
        }
        let (answer, stopped) = self.goal.answered(proved);
        let mut report = Report {
            line: says::line(answer, stopped),
            undecided: matches!(answer, Answer::Undecided { .. }),
            ..Report::default()
        };
        if matches!(form, Form::Json | Form::Person) {
            report.fields = says::fields::<R>(answer, stopped, position.turn());
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

impl<R: Solved> WinQuestion<R> {
    /// Keeps what is proved, if more remains to be done.
    fn keep(&self, Resume { keep, left, .. }: &Resume, solver: &R::Solver, answer: Answer) {
        left.store(matches!(answer, Answer::Undecided { .. }), Ordering::Relaxed);
        let (no_win_within, win_within) = match answer {
            Answer::Undecided { no_win_within, win_within, .. } => (no_win_within, win_within),
            _ if !self.certificate && self.wanted.is_none() => return,
            Answer::Win { plies, shortest: true } if !R::ROYAL_CAPTURABLE => (plies - 1, Some(plies)),
            Answer::Win { plies, shortest: true } => (plies - 1, None),
            Answer::NoWin { plies } => (plies, None),
            // Found again from the proofs.
            Answer::Win { .. } | Answer::Lost { .. } | Answer::Never => (0, None),
        };
        keep(&Proved { no_win_within, win_within, proofs: solver.proofs() });
    }

    /// Keys and whatever else was wanted, of a mate that was found, or tries and set play of one that was not.
    fn work_out(
        &self,
        solver: &mut R::Solver,
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
