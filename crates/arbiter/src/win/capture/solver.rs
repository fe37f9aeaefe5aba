//! The questions about wins by capture, answered by iterative deepening over the search.

use std::sync::Arc;
use std::time::Duration;

use crate::attacks::with_best_isa;
use crate::board::{Color, Move};
use crate::certificate::Certificate;
use crate::limits::{Effort, Limits, Meter, Reached};
use crate::moves;
use crate::position::Position;
use crate::rules::{ByCapture, Rules};
use crate::win::keep::{self, Halt, Keeper, Proved, Unsound};
use crate::win::solve::SolvedBy;
use crate::win::stipulation::Aim;
use crate::win::strategy::{Held, Prover, StrategyWriter, royal_capture};
use crate::win::{
    Asked, Oracle, OracleValue, Plies, Solve, SolveMates, Unwritten, WinAnswer, WinProgress, WinVerdict,
};

use super::key::CaptureKey;
use super::search::{CaptureSearch, ProveCapture};
use super::table::{KeptProof, PROOF};

/// Plies up to which it is cheaper to look at all of them than to ask whether the defender wins: where nobody
/// does, asking costs up to twenty times as much at 21 plies, and where it does, not asking costs seconds at
/// 31.
const SHORT: u32 = 24;

/// Positions between looks at whether it is time to keep what is proved.
const KEPT_EVERY: u64 = 1 << 20;

/// Plies up to which the search is faster than to unpack a part of a table.
const SEARCHED: u32 = 6;

/// Solves positions of one game that is won by capturing the royal.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::rules::Simplified;
/// use chess_arbiter::win::{CaptureSolver, Limits, Plies, Solve, WinAnswer};
///
/// let position = fen::position::<Simplified>("rnq1/R3/1QN1/4 w").unwrap();
/// let mut solver = CaptureSolver::new(Limits::default());
/// assert_eq!(solver.shortest(&position), WinAnswer::Win { plies: Plies(3), shortest: true });
/// assert_eq!(solver.within(&position, Plies(2)), WinAnswer::NoWin { plies: Plies(2) });
/// ```
pub struct CaptureSolver<R: Rules> {
    limits: Limits,
    /// One search for each colour that attacks.
    searches: [CaptureSearch<R>; 2],
    effort: Effort,
    oracle: Option<Arc<dyn Oracle>>,
    /// Told how far a long question has come.
    progress: Option<Box<dyn FnMut(WinProgress) + Send>>,
    keeper: Option<Keeper>,
    /// The position of the last question has no win within so many plies.
    proved: u32,
    /// What was proved before about a position.
    resumed: Option<(CaptureKey, Color, u32)>,
}

impl<R: Rules> SolvedBy<R> for ByCapture {
    fn solver(limits: Limits) -> Box<dyn Solve<R>> {
        Box::new(CaptureSolver::new(limits))
    }

    fn problem_solver(_: Aim, _: Limits) -> Option<Box<dyn Solve<R>>> {
        None
    }
}

impl<R: Rules> CaptureSolver<R> {
    /// A solver with these limits for every question.
    pub fn new(limits: Limits) -> CaptureSolver<R> {
        const { assert!(R::ROYAL_CAPTURABLE, "this solver is for games won by capturing the royal") };
        let memory = limits.memory / 4;
        CaptureSolver {
            limits,
            searches: [CaptureSearch::new(memory), CaptureSearch::new(memory)],
            effort: Effort::default(),
            oracle: None,
            progress: None,
            keeper: None,
            proved: 0,
            resumed: None,
        }
    }
}

impl<R: Rules> Solve<R> for CaptureSolver<R> {
    fn set_limits(&mut self, limits: Limits) {
        self.limits = Limits { memory: self.limits.memory, ..limits };
    }

    fn set_oracle(&mut self, oracle: Arc<dyn Oracle>) {
        self.oracle = Some(oracle);
    }

    fn on_progress(&mut self, report: Box<dyn FnMut(WinProgress) + Send>) {
        self.progress = Some(report);
    }

    fn on_keep(&mut self, every: Duration, keep: Box<dyn FnMut(Proved) + Send>) {
        self.keeper = Some(Keeper::new(every, keep));
    }

    fn resume(&mut self, position: &Position<R>, proved: &Proved) -> Result<(), Unsound> {
        proved.check()?;
        if proved.win_within.is_some() {
            // Here the first win that is found is the shortest.
            return Err(Unsound::Range);
        }
        let (proofs, []) = proved.proofs.as_chunks::<PROOF>() else { return Err(Unsound::Length) };
        let kept: Vec<KeptProof> = proofs.iter().map(KeptProof::read).collect::<Result<_, _>>()?;
        for proof in kept {
            self.searches[proof.attacker as usize].table.add(proof);
        }
        self.resumed = Some((CaptureKey::of(position), position.turn(), proved.no_win_within.0));
        Ok(())
    }

    fn proved(&self, verdict: &WinVerdict) -> Proved {
        Proved { no_win_within: verdict.bounds().0, win_within: None, proofs: self.proofs() }
    }

    fn within(&mut self, position: &Position<R>, plies: Plies) -> WinAnswer {
        self.answer(position, Some(plies.0))
    }

    fn shortest(&mut self, position: &Position<R>) -> WinAnswer {
        self.answer(position, None)
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn line(&mut self, position: &Position<R>, answer: WinAnswer) -> Result<Vec<Move>, Unwritten> {
        StrategyWriter::new(self).line(position, answer)
    }

    fn certificate(
        &mut self,
        position: &Position<R>,
        answer: WinAnswer,
    ) -> Result<Option<Certificate>, Unwritten> {
        StrategyWriter::new(self).certificate(position, answer, None)
    }

    fn mates(&mut self) -> Option<&mut dyn SolveMates<R>> {
        None
    }
}

impl<R: Rules> CaptureSolver<R> {
    /// What the oracle says of a position.
    pub(super) fn known(&self, position: &Position<R>) -> Option<OracleValue> {
        self.oracle.as_ref()?.value(Asked::of(position)?, &|| false)
    }

    /// The deepest of all proofs so far, as in [`Proved::proofs`].
    fn proofs(&self) -> Vec<u8> {
        let mut proofs = Vec::new();
        for (search, attacker) in self.searches.iter().zip([Color::White, Color::Black]) {
            search.table.proofs(attacker, keep::MAX_PROOFS / 2, &mut proofs);
        }
        proofs
    }

    fn answer(&mut self, position: &Position<R>, plies: Option<u32>) -> WinAnswer {
        let mut meter = Meter::new(&self.limits);
        self.proved = match self.resumed {
            Some((key, turn, proved)) if key == CaptureKey::of(position) && turn == position.turn() => proved,
            _ => 0,
        };
        let answer = self.deepen(&mut meter, position, plies);
        self.effort = meter.effort();
        let no_win_within = Plies(self.proved);
        answer.unwrap_or_else(|limit| WinAnswer::Undecided { no_win_within, win_within: None, limit })
    }

    fn deepen(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        plies: Option<u32>,
    ) -> Result<WinAnswer, Reached> {
        if moves::pseudo_legal_moves(position).is_empty() {
            return Ok(WinAnswer::Never);
        }
        let most = plies.unwrap_or(u32::MAX);
        if most > SEARCHED
            && let Some(value) = self.known(position)
        {
            meter.count()?;
            return Ok(value.answer(Plies(most)));
        }
        // A defender who wins or holds for ever ends the deepening; not worth looking for when it is short
        // anyway.
        let look_further = most > SHORT;
        let resumed = self.proved > 0;
        // Of what was proved before, the last step is taken again: what follows it may not have been.
        let mut n = self.proved.saturating_sub(1) | 1;
        while n <= most {
            if self.winning_move(meter, position, n)?.is_some() {
                return Ok(WinAnswer::Win { plies: Plies(n), shortest: true });
            }
            // The attacker makes the last move of a win, so that an even number adds nothing.
            self.proved = n.saturating_add(1);
            if let Some(report) = &mut self.progress {
                let (no_win_within, effort) = (Plies(self.proved), meter.effort());
                report(WinProgress { no_win_within, win_within: None, line: Vec::new(), effort });
            }
            let Some(next) = n.checked_add(2).filter(|&next| next <= most) else { break };
            if look_further && self.is_lost(meter, position, n + 1)? {
                // Before, a shorter question may have been asked, without a look at this.
                for fewer in (2..=n).step_by(2).filter(|_| resumed) {
                    if self.is_lost(meter, position, fewer)? {
                        return Ok(WinAnswer::Lost { plies: Plies(fewer) });
                    }
                }
                return Ok(WinAnswer::Lost { plies: Plies(n + 1) });
            }
            if look_further && self.holds_for_ever(meter, position, n)? {
                return Ok(WinAnswer::Never);
            }
            n = next;
        }
        Ok(WinAnswer::NoWin { plies: Plies(most) })
    }

    /// A move with which the side to move wins within `plies` (odd), if there is one.
    pub(super) fn winning_move(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        plies: u32,
    ) -> Result<Option<Move>, Reached> {
        if let Some(capture) = royal_capture(position) {
            return Ok(Some(capture));
        }
        if plies < 3 {
            return Ok(None);
        }
        if plies > SEARCHED
            && let Some(value) = self.known(position)
        {
            meter.count()?;
            match value {
                OracleValue::Win(best) if best.0 <= plies => {
                    let wins =
                        |mv: &Move| self.known(&position.play(*mv)) == Some(OracleValue::Lost(best - 1));
                    if let Some(mv) = moves::safe_moves(position).into_iter().find(wins) {
                        return Ok(Some(mv));
                    }
                    // The table of the class that the winning move leads to is not there.
                }
                OracleValue::Win(_) | OracleValue::Lost(_) | OracleValue::Never => return Ok(None),
            }
        }
        let mut resume = false;
        loop {
            // Pauses only if there is something to do meanwhile.
            let until = if self.keeper.is_some() { meter.effort_nodes() + KEPT_EVERY } else { u64::MAX };
            let search = &mut self.searches[position.turn() as usize];
            match with_best_isa(ProveCapture { search, meter, position, plies, resume, until }) {
                Ok(proved) => return Ok(proved),
                Err(Halt::Limit(limit)) => return Err(limit),
                Err(Halt::Pause) => self.keep(),
            }
            resume = true;
        }
    }

    /// Keeps what is proved, if it is time.
    fn keep(&mut self) {
        if self.keeper.as_ref().is_some_and(Keeper::is_due) {
            let proved =
                Proved { no_win_within: Plies(self.proved), win_within: None, proofs: self.proofs() };
            if let Some(keeper) = &mut self.keeper {
                keeper.tell(proved);
            }
        }
    }

    /// Whether whatever the side to move does, the other wins within `plies` (even) counted from now.
    pub(super) fn is_lost(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        plies: u32,
    ) -> Result<bool, Reached> {
        if royal_capture(position).is_some() || plies == 0 {
            return Ok(false);
        }
        if plies > SEARCHED
            && let Some(value) = self.known(position)
        {
            meter.count()?;
            return Ok(matches!(value, OracleValue::Lost(best) if best.0 <= plies));
        }
        let replies = moves::pseudo_legal_moves(position);
        for &reply in &replies {
            if self.winning_move(meter, &position.play(reply), plies - 1)?.is_none() {
                return Ok(false);
            }
        }
        // A side without any move has not lost.
        Ok(!replies.is_empty())
    }
}

impl<R: Rules> Prover<R> for CaptureSolver<R> {
    type Key = CaptureKey;

    fn key(position: &Position<R>) -> CaptureKey {
        CaptureKey::of(position)
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn winning_move(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        plies: Plies,
    ) -> Result<Option<Move>, Reached> {
        self.winning_move(meter, position, plies.0)
    }

    fn find_hold(&mut self, meter: &mut Meter, root: &Position<R>) -> Result<Option<Vec<Held<R>>>, Reached> {
        self.find_hold(meter, root)
    }
}
