//! The solvers of both kinds of games, asked in the same way.

use std::sync::Arc;
use std::time::Duration;

use chess_arbiter::board::Move;
use chess_arbiter::certificate::Certificate;
use chess_arbiter::position::Position;
use chess_arbiter::rules::{Pawnless, Rules, Simplified, SimplifiedPawns, Standard};
use chess_arbiter::win::problem::{Problem, Wanted};
use chess_arbiter::win::{Answer, Effort, Limits, Oracle, Proved, Reached, Solver, Unsound, Unwritten, mate};

/// What is asked of a solver.
pub trait Solves<R: Rules>: 'static {
    /// A new solver; tables are used where they are of its game.
    fn with_limits(limits: Limits, oracle: Option<Arc<dyn Oracle>>) -> Self;

    /// Has `report` told within how many plies there is no win, within how many there is, and the work so far.
    fn on_progress(&mut self, report: impl FnMut(u32, Option<u32>, Effort) + Send + 'static);

    /// Has `keep` given now and then what is proved so far.
    fn on_keep(&mut self, every: Duration, keep: impl FnMut(Proved) + Send + 'static);

    /// The dearest proofs so far.
    fn proofs(&self) -> Vec<u8>;

    /// Goes on from what was proved before.
    ///
    /// # Errors
    /// It cannot have been proved.
    fn resume(&mut self, position: &Position<R>, proved: &Proved) -> Result<(), Unsound>;

    /// Is there a win within so many plies?
    fn within(&mut self, position: &Position<R>, plies: u32) -> Answer;

    /// The shortest win.
    fn shortest(&mut self, position: &Position<R>) -> Answer;

    /// The work so far.
    fn effort(&self) -> Effort;

    /// Best play for an answer; empty where there is no win.
    ///
    /// # Errors
    /// A limit was reached.
    fn line(&mut self, position: &Position<R>, answer: Answer) -> Result<Vec<Move>, Unwritten>;

    /// The certificate of an answer, nothing for one that claims nothing.
    ///
    /// # Errors
    /// A limit was reached.
    fn certificate(
        &mut self,
        position: &Position<R>,
        answer: Answer,
    ) -> Result<Option<Certificate>, Unwritten>;

    /// All that problemists ask about a mate within `moves`; nothing in games that are not won by checkmate.
    ///
    /// # Errors
    /// A limit was reached.
    fn problem(
        &mut self,
        position: &Position<R>,
        moves: u32,
        wanted: &Wanted,
    ) -> Result<Option<Problem>, Reached>;
}

/// A game with its solver.
pub trait Solved: Rules {
    /// Finds its forced wins.
    type Solver: Solves<Self>;
}

impl Solved for Standard {
    type Solver = mate::Solver<Standard>;
}

impl Solved for Pawnless {
    type Solver = mate::Solver<Pawnless>;
}

impl Solved for Simplified {
    type Solver = Solver<Simplified>;
}

impl Solved for SimplifiedPawns {
    type Solver = Solver<SimplifiedPawns>;
}

/// The methods that have the same name and shape in both.
macro_rules! same {
    ($rules:ty) => {
        fn within(&mut self, position: &Position<$rules>, plies: u32) -> Answer {
            self.within(position, plies)
        }

        fn on_keep(&mut self, every: Duration, keep: impl FnMut(Proved) + Send + 'static) {
            self.on_keep(every, keep);
        }

        fn proofs(&self) -> Vec<u8> {
            self.proofs()
        }

        fn resume(&mut self, position: &Position<$rules>, proved: &Proved) -> Result<(), Unsound> {
            self.resume(position, proved)
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
