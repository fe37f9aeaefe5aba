//! The cases of a contest one by one, for faces that show each.

use std::io::BufRead;
use std::ops::ControlFlow;

use chess_arbiter::board::Setup;
use chess_arbiter::clock::Instant;
use chess_arbiter::limits::Limits;
use chess_arbiter::rules::{self, RulesKind};
use chess_arbiter::win::{Reached, Solvable};

use super::alone::{solver, text, wins};
use super::answers::{Hear, Settle};
use super::error::JudgeError;
use super::simplified::{self, ContestGame, Referee};
use super::source::CaseSource;
use super::{Options, Program, checkmate, reachable, unfinished};

/// A case of a contest: the position, what is asked about it, and the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The game it is a position of.
    pub rules: RulesKind,
    /// The position. Where the contest does not say who is to move, White is.
    pub setup: Setup,
    /// The question.
    pub asked: Asked,
    /// The answer as the contest's program prints it, without its line end; `None` if a limit stopped it.
    pub answer: Option<&'static str>,
}

/// What a contest asks about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// Whether the side to move is checked or checkmated.
    Status,
    /// Which of the five rules is broken.
    Rules,
    /// Whether the side to move wins within so many plies.
    Win {
        /// Moves of both sides counted.
        plies: u32,
    },
}

/// Reads `input` as the judge of `program` does, and hands every case to `visit` until that breaks.
///
/// The limits are for all games together, and one thread solves them. Games that a limit stops have no
/// answer, and those after them are still read.
///
/// ```
/// use std::ops::ControlFlow;
/// use chess_arbiter_judge::{self as judge, Asked, Options, Program};
/// let mut answers = Vec::new();
/// let mut input = &b"a6 b4 c8 a8\n"[..];
/// judge::cases(Program::Unfinished, &mut input, &Options::default(), &mut |case| {
///     assert_eq!(case.asked, Asked::Status);
///     answers.push(case.answer);
///     ControlFlow::Continue(())
/// })
/// .unwrap();
/// assert_eq!(answers, [Some("CHECKMATE")]);
/// ```
///
/// # Errors
/// Malformed input, an interruption, or a failure to read. All cases before it have been visited.
pub fn cases(
    program: Program,
    input: &mut dyn BufRead,
    options: &Options,
    visit: &mut dyn FnMut(Case) -> ControlFlow<()>,
) -> Result<(), JudgeError> {
    let rules = match program {
        Program::Simplified => RulesKind::Simplified,
        Program::SimplifiedPawns => RulesKind::SimplifiedPawns,
        Program::Reachable => RulesKind::Standard,
        Program::Checkmate | Program::Unfinished => RulesKind::Pawnless,
    };
    let asked = if program == Program::Reachable { Asked::Rules } else { Asked::Status };
    let mut visitor = Visitor { rules, asked, visit, left: false };
    let told = match program {
        Program::Simplified => games::<rules::Simplified>(input, &mut visitor, options),
        Program::SimplifiedPawns => games::<rules::SimplifiedPawns>(input, &mut visitor, options),
        Program::Reachable => CaseSource::new(input, &mut visitor, options).judge(reachable::boards),
        Program::Checkmate => CaseSource::new(input, &mut visitor, options).judge(checkmate::boards),
        Program::Unfinished => CaseSource::new(input, &mut visitor, options).judge(unfinished::cases),
    };
    match told {
        Err(JudgeError::OutputClosed) if visitor.left => Ok(()),
        told => told,
    }
}

fn games<R: Solvable>(
    input: &mut dyn BufRead,
    visitor: &mut Visitor<'_>,
    options: &Options,
) -> Result<(), JudgeError> {
    let started = options.limits.time.map(|_| Instant::now());
    let solving = Solving { options, started, nodes: 0, visitor };
    CaseSource::new(input, solving, options).judge(simplified::games::<R, _>)
}

/// Hands cases on.
struct Visitor<'v> {
    rules: RulesKind,
    asked: Asked,
    visit: &'v mut dyn FnMut(Case) -> ControlFlow<()>,
    /// The visitor wanted no more.
    left: bool,
}

impl Visitor<'_> {
    fn show(
        &mut self,
        line: usize,
        setup: Setup,
        asked: Asked,
        answer: Option<&'static [u8]>,
    ) -> Result<(), JudgeError> {
        let answer = answer.and_then(|answer| std::str::from_utf8(answer).ok()).map(str::trim_end);
        let case = Case { line, rules: self.rules, setup, asked, answer };
        self.left = (self.visit)(case).is_break();
        // The output was closed.
        if self.left { Err(JudgeError::OutputClosed) } else { Ok(()) }
    }
}

impl Settle for &mut Visitor<'_> {
    fn settle(&mut self) -> Result<(), JudgeError> {
        Ok(())
    }
}

impl Hear for &mut Visitor<'_> {
    fn hear(&mut self, line: usize, setup: &Setup, answer: &'static [u8]) -> Result<(), JudgeError> {
        self.show(line, *setup, self.asked, Some(answer))
    }
}

/// Solves games on their way to the visitor.
struct Solving<'a, 'v> {
    options: &'a Options,
    /// Not looked at where there is no limit of time.
    started: Option<Instant>,
    /// Looked at in the games so far.
    nodes: u64,
    visitor: &'a mut Visitor<'v>,
}

impl Solving<'_, '_> {
    /// What is left for the next game.
    fn limits(&self) -> Limits {
        let Limits { time, nodes, .. } = self.options.limits;
        let spent = self.started.map(|started| started.elapsed()).unwrap_or_default();
        Limits {
            time: time.map(|time| time.saturating_sub(spent)),
            nodes: nodes.map(|nodes| nodes.saturating_sub(self.nodes)),
            ..self.options.limits.clone()
        }
    }
}

impl Settle for Solving<'_, '_> {
    fn settle(&mut self) -> Result<(), JudgeError> {
        Ok(())
    }
}

impl<R: Solvable> Referee<R> for Solving<'_, '_> {
    fn judge(&mut self, game: ContestGame<R>) -> Result<(), JudgeError> {
        let mut solver = solver(self.limits(), self.options.oracle.clone());
        let answer = match wins(&mut *solver, &game) {
            Ok(wins) => Some(text(wins)),
            Err(Reached::Interrupt) => return Err(JudgeError::Interrupted),
            Err(Reached::Time | Reached::Nodes | Reached::Memory) => None,
        };
        self.nodes += solver.effort().nodes;
        self.visitor.show(game.line, game.position.to_setup(), Asked::Win { plies: game.plies }, answer)
    }
}
