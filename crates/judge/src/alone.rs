//! One thread solves the games of the `simplified` programs.

use std::sync::Arc;

use chess_arbiter::rules::Rules;
use chess_arbiter::win::{Limits, Oracle, Plies, Reached, Solvable, Solve, WinAnswer};

use super::Options;
use super::answers::{Answers, Settle};
use super::error::JudgeError;
use super::simplified::{ContestGame, Referee};

/// Solves each game as it comes.
pub(super) struct Alone<'o, R: Rules> {
    answers: Answers<'o>,
    solver: Box<dyn Solve<R>>,
    games: u64,
}

impl<'o, R: Solvable> Alone<'o, R> {
    pub(super) fn new(answers: Answers<'o>, options: &Options) -> Alone<'o, R> {
        Alone { answers, solver: solver(options.limits.clone(), options.oracle.clone()), games: 0 }
    }
}

impl<R: Rules> Settle for Alone<'_, R> {
    fn settle(&mut self) -> Result<(), JudgeError> {
        self.answers.settle()
    }
}

impl<R: Rules> Referee<R> for Alone<'_, R> {
    fn judge(&mut self, game: ContestGame<R>) -> Result<(), JudgeError> {
        if !game.is_quick() {
            self.answers.settle()?;
        }
        self.games += 1;
        match wins(&mut *self.solver, &game) {
            Ok(wins) => self.answers.add(text(wins)),
            Err(limit) => {
                self.answers.settle()?;
                Err(JudgeError::stopped(self.games, limit))
            }
        }
    }
}

/// What solves the games.
pub(super) fn solver<R: Solvable>(limits: Limits, oracle: Option<Arc<dyn Oracle>>) -> Box<dyn Solve<R>> {
    let mut solver = R::solver(limits);
    if let Some(oracle) = oracle {
        solver.set_oracle(oracle);
    }
    solver
}

/// Whether White wins within the plies of the game.
pub(super) fn wins<R: Rules>(solver: &mut dyn Solve<R>, game: &ContestGame<R>) -> Result<bool, Reached> {
    match solver.within(&game.position, Plies(game.plies)) {
        WinAnswer::Win { .. } => Ok(true),
        WinAnswer::NoWin { .. } | WinAnswer::Lost { .. } | WinAnswer::Never => Ok(false),
        WinAnswer::Undecided { limit, .. } => Err(limit),
    }
}

/// The line that answers a game.
pub(super) fn text(wins: bool) -> &'static [u8] {
    if wins { b"YES\n" } else { b"NO\n" }
}
