//! Lines and certificates of mates, by the writer that serves every game.

use crate::board::Move;
use crate::certificate::Certificate;
use crate::format::fen;
use crate::limits::{Effort, Limits, Meter, Reached};
use crate::moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::win::hold::Hold;
use crate::win::strategy::{Prover, Writer};
use crate::win::{Answer, Unwritten};

use super::solver::{Solver, can_mate};

impl<R: Rules> Solver<R> {
    /// The certificate of an answer about `position`; `None` for `Undecided`, which claims nothing.
    /// A proof that there is no shorter mate may be too long for the limits: then it says what to search again.
    ///
    /// # Errors
    /// A limit was reached, or the answer is not true of the position.
    pub fn certificate(
        &mut self,
        position: &Position<R>,
        answer: Answer,
    ) -> Result<Option<Certificate>, Unwritten> {
        Writer::new(self).certificate(position, answer)
    }

    /// Best play: mate as soon, and put off as long as can be. Empty if nobody is proved to win.
    ///
    /// # Errors
    /// A limit was reached, or the answer is not true of the position.
    pub fn line(&mut self, position: &Position<R>, answer: Answer) -> Result<Vec<Move>, Unwritten> {
        Writer::new(self).line(position, answer)
    }
}

impl<R: Rules> Prover<R> for Solver<R> {
    // Certificates tell positions apart by their en passant square even where nothing can capture there.
    type Key = String;

    fn key(position: &Position<R>) -> String {
        fen::write_key::<R>(&position.to_setup())
    }

    fn limits(&self) -> &Limits {
        self.limits()
    }

    fn effort(&self) -> Effort {
        self.effort()
    }

    fn winning_move(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        plies: u32,
    ) -> Result<Option<Move>, Reached> {
        self.mates(meter, position, plies.div_ceil(2))
    }

    fn find_hold(&mut self, _: &mut Meter, root: &Position<R>) -> Result<Option<Vec<Hold<R>>>, Reached> {
        // An attacker without a move, or with too little to mate with, needs no answer.
        let never = !moves::has_legal_move(root) || !can_mate(root, root.turn());
        Ok(never.then(Vec::new))
    }
}
