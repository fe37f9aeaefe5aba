//! Forced wins.

mod help;
pub mod latex;
mod own;
mod problem;
mod says;
mod strategy;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chess_arbiter::board::{Move, Setup};
use chess_arbiter::certificate::Certificate;
use chess_arbiter::format::{fen, uci};
use chess_arbiter::help::{HelpSolvable, HelpStipulation};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::stipulation::AnyStipulation;
use chess_arbiter::win::solution::Wanted;
use chess_arbiter::win::stipulation::{Aim, Stipulation};
use chess_arbiter::win::{
    Effort, Limits, Moves, Plies, Proved, Solvable, Solve, Unwritten, WinAnswer, WinVerdict,
};
use chess_arbiter::with_rules;
use chess_arbiter_explain::problem::text;

use crate::draw::{self, Marks};
use crate::line::numbered;
use crate::question::{Refused, Told, Watch};
use crate::report::{Fields, Form, Proof, Report, WinFields};
use crate::request::{Bounds, Context};

pub use chess_arbiter::win::Goal;
pub use help::HelpWanted;
pub(crate) use own::stipulation as own_stipulation;
pub use own::{OPCODE, may_say};
pub use problem::{ProblemQuestion, input};
pub(crate) use says::solution as say_solution;
pub use strategy::{Reply, Step, Strategy};

/// Said of stipulations in games that are won by capture.
pub(crate) const NO_STIPULATIONS: &str =
    "a stipulation is about checkmate or stalemate, which this game does not have";

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

/// Can the side to move force a win?
#[derive(Clone, Copy, Debug)]
pub struct WinQuestion {
    /// The game.
    pub rules: RulesKind,
    /// What is asked of a position that does not say so itself, by an operation of EPD.
    pub goal: Goal,
    /// The stipulation that the goal was asked for in, if it was one.
    pub stipulation: Option<AnyStipulation>,
    /// What problemists want to know beside; nothing in games that are won by capture.
    pub wanted: Option<Wanted>,
    /// What is told of help play, if that is what is asked.
    pub help: HelpWanted,
    /// Of each position; the memory is that of all that are asked about at a time.
    pub bounds: Bounds,
    /// The certificate is wanted.
    pub certificate: bool,
}

impl WinQuestion {
    /// What the attacker wants; nothing where both sides help.
    #[must_use]
    pub fn aim(&self) -> Option<Aim> {
        match self.stipulation {
            None => Some(Aim::Mate),
            Some(AnyStipulation::Win(asked)) => Some(asked.aim),
            Some(AnyStipulation::Help(_)) => None,
        }
    }

    /// The moves that so many plies are, as the number in a stipulation counts them.
    #[must_use]
    pub fn moves(&self, plies: Plies) -> u32 {
        match self.stipulation {
            None => Aim::Mate.moves(plies).0,
            Some(AnyStipulation::Win(asked)) => asked.aim.moves(plies).0,
            Some(AnyStipulation::Help(asked)) => HelpStipulation { plies: plies.0, ..asked }.moves(),
        }
    }

    /// Whether both sides help: then solutions are counted.
    #[must_use]
    pub fn counts(&self) -> bool {
        matches!(self.stipulation, Some(AnyStipulation::Help(_)))
    }

    /// What is asked, as it stands below a diagram; nothing where no number of moves is named.
    pub(crate) fn asked(&self, setup: &Setup) -> String {
        let mate = |plies: Plies| AnyStipulation::Win(Stipulation { aim: Aim::Mate, moves: plies.moves() });
        let asked = self.stipulation.or(match self.goal {
            Goal::Within(plies) => Some(mate(plies)),
            Goal::Shortest => None,
        });
        asked.map_or(String::new(), |asked| problem::begun(asked, setup))
    }

    pub(crate) fn answer(
        &self,
        setup: &Setup,
        form: Form,
        context: &Context,
        watch: Option<Watch>,
    ) -> Result<Report, Refused> {
        with_rules!(self.rules, R => self.answer_in::<R>(setup, form, context, watch))
    }

    /// The position as checkpoints name it.
    ///
    /// # Errors
    /// The question cannot be asked about it.
    pub fn key(&self, setup: &Setup) -> Result<String, Refused> {
        Ok(with_rules!(self.rules, R => {
            fen::write_key::<R>(&Position::<R>::new(setup, Policy::Movable)?.to_setup())
        }))
    }

    /// Whether a search for an answer about the position can go on from what was proved.
    ///
    /// # Errors
    /// It cannot have been proved, or the question cannot be asked about the position.
    pub fn resumes(&self, setup: &Setup, proved: &Proved) -> Result<(), Refused> {
        with_rules!(self.rules, R => {
            let position = Position::<R>::new(setup, Policy::Movable)?;
            R::solver(Limits::default()).resume(&position, proved).map_err(|why| Refused::new(why.to_string()))
        })
    }

    fn answer_in<R: Solvable + HelpSolvable>(
        &self,
        setup: &Setup,
        form: Form,
        context: &Context,
        watch: Option<Watch>,
    ) -> Result<Report, Refused> {
        let position = Position::<R>::new(setup, Policy::Movable)?;
        // A new solver for each position: what is said about it does not depend on what was asked before.
        let mut limits = context.limits(self.bounds);
        limits.memory /= context.at_once.max(1);
        limits.threads = context.threads;
        let aim = match self.stipulation {
            Some(AnyStipulation::Help(asked)) => {
                return self.help.answer(&position, asked, &limits, self, form);
            }
            Some(AnyStipulation::Win(asked)) => asked.aim,
            None => Aim::Mate,
        };
        let mut solver = match aim {
            Aim::Mate => R::solver(limits),
            aim => R::problem_solver(aim, limits)
                .ok_or_else(|| Refused::new("this game is not won by checkmate".to_string()))?,
        };
        if let Some(oracle) = context.oracle.clone() {
            solver.set_oracle(oracle);
        }
        if let Some(mut watch) = watch {
            solver.on_progress(Box::new(move |progress| {
                let (no_win_within, win_within) =
                    (progress.no_win_within.0, progress.win_within.map(|win| win.0));
                let Effort { nodes, time, .. } = progress.effort;
                watch(Told { no_win_within, win_within, nodes, time });
            }));
        }
        if let Some(Resume { from, every, keep, .. }) = &context.resume {
            if let Some(proved) = from {
                solver.resume(&position, proved).map_err(|why| Refused::new(why.to_string()))?;
            }
            let keep = keep.clone();
            solver.on_keep(*every, Box::new(move |proved| keep(&proved)));
        }
        let verdict = solver.decide(&position, self.goal);
        let answer = verdict.answer;
        let effort = solver.effort();
        if let Some(resume) = &context.resume {
            self.keep(resume, &*solver, &verdict);
        }
        let mut report = Report {
            line: verdict.to_string(),
            undecided: matches!(answer, WinAnswer::Undecided { .. }),
            ..Report::default()
        };
        let mut fields = says::fields(&verdict, self.rules, aim, setup);
        fields.stipulation = self.stipulation.filter(|_| aim != Aim::Mate).map(|asked| asked.to_string());
        if matches!(form, Form::Json | Form::Person) {
            match solver.line(&position, answer) {
                Ok(moves) => {
                    if form == Form::Person {
                        report.notes = as_san(position, &moves);
                    }
                    fields.line = (!moves.is_empty()).then(|| as_uci(position, &moves));
                }
                Err(why) => fields.line_error = Some(why.to_string()),
            }
        }
        let mut keys = None;
        if let Some(wanted) = &self.wanted {
            keys = self.work_out(&mut *solver, &position, answer, wanted, form, &mut report, &mut fields);
        }
        if form == Form::Person {
            report.drawing = draw::board(self.rules, position.board(), Marks::default());
            report.notes += &took(effort);
        }
        if self.certificate {
            let certificate = self.write(&mut *solver, &position, answer, keys);
            report.proof = match certificate {
                Ok(Some(certificate)) => {
                    // In debug builds whatever is written is checked.
                    debug_assert_eq!(chess_arbiter_check::check(&certificate.to_json()).err(), None);
                    Proof::Written(Box::new(certificate))
                }
                Ok(None) => Proof::Nothing,
                Err(why) => Proof::Stopped(why),
            };
        }
        report.fields = Fields::Win(Box::new(fields));
        Ok(report)
    }

    /// The certificate, with the keys and with what the solution rests on, if that was found; without what it
    /// takes too much to show: then that is not claimed.
    fn write<R: Rules>(
        &self,
        solver: &mut dyn Solve<R>,
        position: &Position<R>,
        answer: WinAnswer,
        keys: Option<(Moves, Vec<Move>)>,
    ) -> Result<Option<Certificate>, Unwritten> {
        if let Some(((moves, keys), problems)) = keys.zip(solver.mates()) {
            if let Some(wanted) = self.wanted.as_ref().filter(|wanted| wanted.more_than_keys()) {
                let found = problems.certificate_with_solution(position, answer, moves, wanted);
                if !matches!(found, Err(Unwritten::Limit(_))) {
                    return found;
                }
            }
            let found = problems.certificate_with_keys(position, answer, moves, &keys);
            if !matches!(found, Err(Unwritten::Limit(_))) {
                return found;
            }
        }
        solver.certificate(position, answer)
    }

    /// Keeps what is proved, if more remains to be done.
    fn keep<R: Rules>(
        &self,
        Resume { keep, left, .. }: &Resume,
        solver: &dyn Solve<R>,
        verdict: &WinVerdict,
    ) {
        left.store(verdict.is_open(), Ordering::Relaxed);
        if verdict.is_open() || self.certificate || self.wanted.is_some() {
            keep(&solver.proved(verdict));
        }
    }

    /// Keys and whatever else was wanted, of a mate that was found, or tries and set play of one that was
    /// not. The keys are given back, with the moves within which they win.
    #[expect(clippy::too_many_arguments, reason = "all of them are about one answer")]
    fn work_out<R: Rules>(
        &self,
        solver: &mut dyn Solve<R>,
        position: &Position<R>,
        answer: WinAnswer,
        wanted: &Wanted,
        form: Form,
        report: &mut Report,
        fields: &mut WinFields,
    ) -> Option<(Moves, Vec<Move>)> {
        let moves = match (answer, self.goal) {
            // The stipulation counts, even if there is a shorter mate.
            (WinAnswer::Win { .. } | WinAnswer::NoWin { .. }, Goal::Within(plies)) => {
                Moves(self.moves(plies))
            }
            (WinAnswer::Win { plies, .. }, Goal::Shortest) => Moves(self.moves(plies)),
            // Nothing is shown beside that there never are any keys.
            (WinAnswer::Never | WinAnswer::Lost { .. }, _) => {
                fields.keys = Some(Vec::new());
                return None;
            }
            _ => return None,
        };
        let solver = solver.mates()?;
        let solution = match solver.solution(position, moves, wanted) {
            Ok(solution) => solution,
            Err(limit) => {
                fields.solution_error = Some(limit.to_string());
                report.below = format!("The solution was stopped by {limit}.\n");
                report.notes += &report.below;
                report.undecided = true;
                return None;
            }
        };
        match form {
            Form::Json => says::solution(fields, position, &solution),
            Form::Person => {
                report.notes +=
                    &format!("{}\n{}", chess_arbiter_explain::keys(&solution), text(&solution, position))
            }
            Form::Latex => report.below = text(&solution, position),
            Form::Lines | Form::Rows | Form::Certificates | Form::Pgn => {
                report.line += &says::keys_line(position, &solution);
                if wanted.more_than_keys() {
                    report.below = text(&solution, position);
                }
            }
        }
        Some((moves, solution.keys.iter().map(|key| key.mv).collect()))
    }
}

/// What is asked, in plies.
pub(crate) fn within(asked: AnyStipulation) -> Goal {
    match asked {
        AnyStipulation::Win(Stipulation { aim, moves }) => Goal::Within(aim.plies(moves)),
        AnyStipulation::Help(asked) => Goal::Within(Plies(asked.plies)),
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
fn as_san<R: Rules>(position: Position<R>, moves: &[Move]) -> String {
    let mut text = numbered(position, moves);
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn took(effort: Effort) -> String {
    format!("({} positions looked at in {:.2} s)\n", effort.nodes, effort.time.as_secs_f64())
}
