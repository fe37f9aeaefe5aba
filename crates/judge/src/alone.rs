//! One thread solves the games of the `simplified` programs.

use std::io::Write;

use chess_arbiter::rules::Rules;
use chess_arbiter::win::{CaptureSolver, Plies, Reached, Solve, WinAnswer};

use super::Options;
use super::answers::{Answers, Settle};
use super::error::JudgeError;
use super::simplified::{Game, Referee};

/// Solves each game as it comes.
pub(super) struct Alone<R: Rules, W> {
    answers: Answers<W>,
    solver: CaptureSolver<R>,
    games: u64,
}

impl<R: Rules, W: Write> Alone<R, W> {
    pub(super) fn new(answers: Answers<W>, options: &Options) -> Alone<R, W> {
        let solver = CaptureSolver::new(options.limits.clone()).with_oracle(options.oracle.clone());
        Alone { answers, solver, games: 0 }
    }
}

impl<R: Rules, W: Write> Settle for Alone<R, W> {
    fn settle(&mut self) -> Result<(), JudgeError> {
        self.answers.settle()
    }
}

impl<R: Rules, W: Write> Referee<R> for Alone<R, W> {
    fn judge(&mut self, game: Game<R>) -> Result<(), JudgeError> {
        if !game.is_quick() {
            self.answers.settle()?;
        }
        self.games += 1;
        match wins(&mut self.solver, &game) {
            Ok(wins) => self.answers.add(text(wins)),
            Err(limit) => {
                self.answers.settle()?;
                Err(JudgeError::stopped(self.games, limit))
            }
        }
    }
}

/// Whether White wins within the plies of the game.
pub(super) fn wins<R: Rules>(solver: &mut CaptureSolver<R>, game: &Game<R>) -> Result<bool, Reached> {
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
