//! The solvers of both kinds of games, asked in the same way.

use std::sync::Arc;

use chess_arbiter::board::Move;
use chess_arbiter::certificate::Certificate;
use chess_arbiter::position::Position;
use chess_arbiter::rules::{Rules, Simplified, SimplifiedPawns};
use chess_arbiter::win::problem::{Problem, Wanted};
use chess_arbiter::win::{Answer, Effort, Limits, Oracle, Reached, Solver, Unwritten, mate};

/// What the command asks of a solver.
pub(super) trait Solves<R: Rules>: 'static {
    fn with_limits(limits: Limits, oracle: Option<Arc<dyn Oracle>>) -> Self;

    /// Has `report` told within how many plies there is no win, within how many there is, and the work so far.
    fn on_progress(&mut self, report: impl FnMut(u32, Option<u32>, Effort) + Send + 'static);

    fn within(&mut self, position: &Position<R>, plies: u32) -> Answer;

    fn shortest(&mut self, position: &Position<R>) -> Answer;

    fn effort(&self) -> Effort;

    fn line(&mut self, position: &Position<R>, answer: Answer) -> Result<Vec<Move>, Unwritten>;

    fn certificate(
        &mut self,
        position: &Position<R>,
        answer: Answer,
    ) -> Result<Option<Certificate>, Unwritten>;

    /// All that problemists ask about a mate within `moves`; nothing in games that are not won by checkmate.
    fn problem(
        &mut self,
        position: &Position<R>,
        moves: u32,
        wanted: &Wanted,
    ) -> Result<Option<Problem>, Reached>;
}

/// The methods that have the same name and shape in both.
macro_rules! same {
    ($rules:ty) => {
        fn within(&mut self, position: &Position<$rules>, plies: u32) -> Answer {
            self.within(position, plies)
        }

        fn shortest(&mut self, position: &Position<$rules>) -> Answer {
            self.shortest(position)
        }

        fn effort(&self) -> Effort {
            self.effort()
        }

        fn line(&mut self, position: &Position<$rules>, answer: Answer) -> Result<Vec<Move>, Unwritten> {
            self.line(position, answer)
        }

        fn certificate(
            &mut self,
            position: &Position<$rules>,
            answer: Answer,
        ) -> Result<Option<Certificate>, Unwritten> {
            self.certificate(position, answer)
        }
    };
}

macro_rules! by_capture {
    ($rules:ty) => {
        impl Solves<$rules> for Solver<$rules> {
            same!($rules);

            fn with_limits(limits: Limits, oracle: Option<Arc<dyn Oracle>>) -> Self {
                Self::new(limits).with_oracle(oracle)
            }

            fn on_progress(&mut self, mut report: impl FnMut(u32, Option<u32>, Effort) + Send + 'static) {
                self.on_progress(move |no_win, effort| report(no_win, None, effort));
            }

            fn problem(
                &mut self,
                _: &Position<$rules>,
                _: u32,
                _: &Wanted,
            ) -> Result<Option<Problem>, Reached> {
                Ok(None)
            }
        }
    };
}

by_capture!(Simplified);
by_capture!(SimplifiedPawns);

impl<R: Rules> Solves<R> for mate::Solver<R> {
    same!(R);

    // The tables are of other games.
    fn with_limits(limits: Limits, _: Option<Arc<dyn Oracle>>) -> Self {
        Self::new(limits)
    }

    fn on_progress(&mut self, mut report: impl FnMut(u32, Option<u32>, Effort) + Send + 'static) {
        self.on_progress(move |told| report(told.no_win_within, told.win_within, told.effort));
    }

    fn problem(
        &mut self,
        position: &Position<R>,
        moves: u32,
        wanted: &Wanted,
    ) -> Result<Option<Problem>, Reached> {
        self.problem(position, moves, wanted).map(Some)
    }
}
