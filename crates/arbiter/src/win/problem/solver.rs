//! The questions about selfmates, reflexmates and stalemates.

use std::sync::Arc;
use std::time::Duration;

use crate::board::Move;
use crate::certificate::Certificate;
use crate::limits::{Effort, Limits, Meter, Reached};
use crate::moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::win::exhaust::{Claim, Decided};
use crate::win::keep::{Proved, Unsound};
use crate::win::keys::{self, FindsKeys};
use crate::win::solution::{self, Solution, Wanted};
use crate::win::stipulation::Aim;
use crate::win::strategy::Shown;
use crate::win::{Moves, Oracle, Plies, Solve, SolveMates, Unwritten, WinAnswer, WinProgress, WinVerdict};

use super::search::ProblemSearch;

/// Solves problems with one aim, and remembers what it proved from one question to the next.
///
/// It is asked as the solver of mates is: "mating" is reaching the aim, and a win is that the attacker can
/// force it. Of selfmates and reflexmates it takes an even number of plies, since the defender makes the last
/// move ([`Aim::plies`]). It works alone, with any number of threads, and takes nothing from an oracle.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::rules::Standard;
/// use chess_arbiter::win::stipulation::Aim;
/// use chess_arbiter::win::{Limits, Moves, Plies, ProblemSolver, Solve, SolveMates, WinAnswer};
///
/// let position = fen::position::<Standard>("4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w - - 0 1").unwrap();
/// let mut solver = ProblemSolver::new(Aim::Selfmate, Limits::default());
/// // Black has to mate with its second move: four plies.
/// assert_eq!(solver.within(&position, Plies(6)), WinAnswer::Win { plies: Plies(4), shortest: true });
/// assert_eq!(solver.keys(&position, Moves(2)).unwrap(), ["b6a5".parse().unwrap()]);
/// ```
pub struct ProblemSolver<R: Rules> {
    aim: Aim,
    limits: Limits,
    search: ProblemSearch<R>,
    effort: Effort,
    progress: Option<Box<dyn FnMut(WinProgress) + Send>>,
}

impl<R: Rules> ProblemSolver<R> {
    /// A solver for this aim, with these limits for every question.
    pub fn new(aim: Aim, limits: Limits) -> ProblemSolver<R> {
        const { assert!(!R::ROYAL_CAPTURABLE, "this solver is for games won by checkmate") };
        let search = ProblemSearch::new(aim, limits.memory / 2);
        ProblemSolver { aim, limits, search, effort: Effort::default(), progress: None }
    }

    /// Runs a question under a new meter.
    fn ask<T>(&mut self, question: impl FnOnce(&mut Self, &mut Meter) -> T) -> T {
        let mut meter = Meter::new(&self.limits);
        let answer = question(self, &mut meter);
        self.effort = meter.effort();
        answer
    }

    /// Exhausts one length after the other.
    fn deepen(&mut self, meter: &mut Meter, position: &Position<R>, plies: Plies) -> WinAnswer {
        if self.is_lost(position) {
            return WinAnswer::Never;
        }
        for n in (1..=self.aim.moves(plies).0).map(Moves) {
            let no_win_within = self.aim.plies(n - 1);
            match self.search.prove(meter, position, Claim::Reaches(n.0)) {
                Ok(Decided { holds: true, .. }) => {
                    return WinAnswer::Win { plies: self.aim.plies(n), shortest: true };
                }
                Ok(_) => {}
                Err(limit) => return WinAnswer::Undecided { no_win_within, win_within: None, limit },
            }
            if let Some(report) = &mut self.progress {
                let no_win_within = self.aim.plies(n);
                report(WinProgress {
                    no_win_within,
                    win_within: None,
                    line: Vec::new(),
                    effort: meter.effort(),
                });
            }
        }
        WinAnswer::NoWin { plies }
    }

    /// The defender is to move: within how few moves of the attacker the aim is reached, at most `most`.
    fn fewest(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        most: Moves,
    ) -> Result<Option<Moves>, Reached> {
        for n in (0..=most.0).map(Moves) {
            if self.search.prove(meter, position, Claim::IsReached(n.0))?.holds {
                return Ok(Some(n));
            }
        }
        Ok(None)
    }

    /// The attacker as fast, the defender as slow as possible.
    fn best_play(
        &mut self,
        meter: &mut Meter,
        root: &Position<R>,
        moves: Moves,
    ) -> Result<Vec<Move>, Unwritten> {
        let (mut line, mut position, mut left) = (Vec::new(), *root, moves);
        loop {
            let mut found = None;
            for n in (1..=left.0).map(Moves) {
                if let Some(mv) = self.reaches(meter, &position, n)? {
                    found = Some((n, mv));
                    break;
                }
            }
            let (n, mv) = found.ok_or(Unwritten::NotProved)?;
            line.push(mv);
            let after = position.play(mv);
            let replies = self.aim.replies(&after);
            // The reply after which the attacker needs most moves; none where the reply itself mates.
            let mut slowest = None;
            for reply in replies {
                let next = after.play(reply);
                let mut needs = Moves(0);
                if !self.aim.is_reached_by_reply(&next) {
                    for fewest in (1..n.0).map(Moves) {
                        if self.reaches(meter, &next, fewest)?.is_some() {
                            needs = fewest;
                            break;
                        }
                    }
                    if needs == Moves(0) {
                        return Err(Unwritten::NotProved);
                    }
                }
                if slowest.is_none_or(|(most, _)| needs > most) {
                    slowest = Some((needs, reply));
                }
            }
            let Some((needs, reply)) = slowest else { return Ok(line) };
            line.push(reply);
            if needs == Moves(0) {
                return Ok(line);
            }
            position = after.play(reply);
            left = needs;
        }
    }
}

impl<R: Rules> FindsKeys<R> for ProblemSolver<R> {
    fn aim(&self) -> Aim {
        self.aim
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn is_lost(&self, position: &Position<R>) -> bool {
        !moves::has_legal_move(position) || !self.aim.has_men(position) || self.aim.obliges(position)
    }

    fn reaches(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        moves: Moves,
    ) -> Result<Option<Move>, Reached> {
        if moves == Moves(0) || self.is_lost(position) {
            return Ok(None);
        }
        Ok(self.search.prove(meter, position, Claim::Reaches(moves.0))?.by)
    }

    fn keys(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        moves: Moves,
    ) -> Result<Vec<Move>, Reached> {
        let mut keys = Vec::new();
        if moves > Moves(0) && !self.is_lost(position) {
            for mv in moves::legal_moves(position) {
                if self.search.prove(meter, &position.play(mv), Claim::IsReached((moves - 1).0))?.holds {
                    keys.push(mv);
                }
            }
        }
        Ok(keys)
    }
}

impl<R: Rules> Solve<R> for ProblemSolver<R> {
    fn set_limits(&mut self, limits: Limits) {
        self.limits = Limits { memory: self.limits.memory, ..limits };
    }

    /// Nothing is asked of it.
    fn set_oracle(&mut self, _: Arc<dyn Oracle>) {}

    fn on_progress(&mut self, report: Box<dyn FnMut(WinProgress) + Send>) {
        self.progress = Some(report);
    }

    /// Nothing is kept.
    fn on_keep(&mut self, _: Duration, _: Box<dyn FnMut(Proved) + Send>) {}

    /// Nothing is taken.
    fn resume(&mut self, _: &Position<R>, _: &Proved) -> Result<(), Unsound> {
        Ok(())
    }

    fn proved(&self, _: &WinVerdict) -> Proved {
        Proved::default()
    }

    fn within(&mut self, position: &Position<R>, plies: Plies) -> WinAnswer {
        self.ask(|solver, meter| solver.deepen(meter, position, plies))
    }

    /// Where the aim cannot be reached, only a limit ends the work.
    fn shortest(&mut self, position: &Position<R>) -> WinAnswer {
        self.within(position, Plies::MAX)
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn line(&mut self, position: &Position<R>, answer: WinAnswer) -> Result<Vec<Move>, Unwritten> {
        let WinAnswer::Win { plies, .. } = answer else { return Ok(Vec::new()) };
        let (moves, mut meter) = (self.aim.moves(plies), Meter::new(&self.limits));
        self.best_play(&mut meter, position, moves)
    }

    fn certificate(
        &mut self,
        position: &Position<R>,
        answer: WinAnswer,
    ) -> Result<Option<Certificate>, Unwritten> {
        keys::certificate(self, position, answer, None)
    }

    fn mates(&mut self) -> Option<&mut dyn SolveMates<R>> {
        Some(self)
    }
}

impl<R: Rules> SolveMates<R> for ProblemSolver<R> {
    fn any_within(&mut self, position: &Position<R>, plies: Plies) -> WinAnswer {
        self.within(position, plies)
    }

    fn mating_move(&mut self, position: &Position<R>, moves: Moves) -> Result<Option<Move>, Reached> {
        self.ask(|solver, meter| solver.reaches(meter, position, moves))
    }

    fn keys(&mut self, position: &Position<R>, moves: Moves) -> Result<Vec<Move>, Reached> {
        self.ask(|solver, meter| FindsKeys::keys(solver, meter, position, moves))
    }

    fn mated_within(&mut self, position: &Position<R>, moves: Moves) -> Result<Option<Moves>, Reached> {
        self.ask(|solver, meter| solver.fewest(meter, position, moves))
    }

    fn solution(
        &mut self,
        position: &Position<R>,
        moves: Moves,
        wanted: &Wanted,
    ) -> Result<Solution, Reached> {
        solution::solution(self, position, moves, wanted)
    }

    fn certificate_with_keys(
        &mut self,
        position: &Position<R>,
        answer: WinAnswer,
        within: Moves,
        keys: &[Move],
    ) -> Result<Option<Certificate>, Unwritten> {
        let shown = Shown { within, keys, known: None };
        keys::certificate(self, position, answer, Some(&shown))
    }

    fn certificate_with_solution(
        &mut self,
        position: &Position<R>,
        answer: WinAnswer,
        moves: Moves,
        wanted: &Wanted,
    ) -> Result<Option<Certificate>, Unwritten> {
        keys::certificate_with_solution(self, position, answer, moves, wanted)
    }
}
