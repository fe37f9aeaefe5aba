//! What working problems out and writing their proofs down ask of a solver, whatever the aim: through a
//! pointer, so that either is compiled once for each game.

use crate::board::Move;
use crate::certificate::Certificate;
use crate::format::fen;
use crate::limits::{Effort, Limits, Meter, Reached};
use crate::position::Position;
use crate::rules::Rules;

use super::solution::{self, Wanted};
use super::stipulation::Aim;
use super::strategy::{Held, Prover, Shown, StrategyWriter};
use super::{BoundTables, Moves, Plies, Unwritten, WinAnswer};

/// A solver of problems.
pub(super) trait FindsKeys<R: Rules> {
    /// The limits for the whole.
    fn limits(&self) -> &Limits;

    /// What the last question took.
    fn effort(&self) -> Effort;

    /// What the side to move wants.
    fn aim(&self) -> Aim;

    /// A move with which the side to move reaches its aim within `moves`, if there is one.
    fn reaches(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        moves: Moves,
    ) -> Result<Option<Move>, Reached>;

    /// Every move with which it does.
    fn keys(&mut self, meter: &mut Meter, position: &Position<R>, moves: Moves)
    -> Result<Vec<Move>, Reached>;

    /// Whether it is plain that the side to move never reaches its aim.
    fn is_lost(&self, position: &Position<R>) -> bool;

    /// Tables in the place of refutations: [`Prover::bounds`].
    fn bounds(&mut self, _: &Meter, _: &Position<R>, _: Option<Plies>) -> Option<BoundTables> {
        None
    }

    /// Whether it is known that the side to move never wins: [`Prover::never_wins`].
    fn never_wins(&mut self, position: &Position<R>) -> bool {
        self.is_lost(position)
    }
}

impl<R: Rules> Prover<R> for &mut (dyn FindsKeys<R> + '_) {
    // Certificates tell positions apart by their en passant square even where nothing can capture there.
    type Key = String;

    fn key(position: &Position<R>) -> String {
        fen::write_key::<R>(&position.to_setup())
    }

    fn aim(&self) -> Aim {
        (**self).aim()
    }

    fn limits(&self) -> &Limits {
        (**self).limits()
    }

    fn effort(&self) -> Effort {
        (**self).effort()
    }

    fn winning_move(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        plies: Plies,
    ) -> Result<Option<Move>, Reached> {
        let moves = self.aim().moves(plies);
        self.reaches(meter, position, moves)
    }

    fn bounds(&mut self, meter: &Meter, position: &Position<R>, plies: Option<Plies>) -> Option<BoundTables> {
        (**self).bounds(meter, position, plies)
    }

    fn never_wins(&mut self, position: &Position<R>) -> bool {
        (**self).never_wins(position)
    }

    fn find_hold(&mut self, _: &mut Meter, root: &Position<R>) -> Result<Option<Vec<Held<R>>>, Reached> {
        // Who is lost so plainly needs no answer.
        Ok((**self).is_lost(root).then(Vec::new))
    }
}

/// The certificate of an answer, with keys if they are to be shown.
pub(super) fn certificate<R: Rules>(
    mut solver: &mut dyn FindsKeys<R>,
    position: &Position<R>,
    answer: WinAnswer,
    shown: Option<&Shown<'_, R>>,
) -> Result<Option<Certificate>, Unwritten> {
    StrategyWriter::new(&mut solver).certificate(position, answer, shown)
}

/// The certificate of an answer with all that a solution rests on.
pub(super) fn certificate_with_solution<R: Rules>(
    solver: &mut dyn FindsKeys<R>,
    position: &Position<R>,
    answer: WinAnswer,
    moves: Moves,
    wanted: &Wanted,
) -> Result<Option<Certificate>, Unwritten> {
    let known = solution::known(solver, position, moves, wanted)?;
    let shown = Shown { within: moves, keys: known.keys(position, moves), known: Some(&known) };
    certificate(solver, position, answer, Some(&shown))
}
