//! The questions about forced wins, answered by iterative deepening over the search.

use std::sync::Arc;
use std::time::Duration;

use crate::attacks::{self, Portable, with_best_isa};
use crate::board::{Bitboard, Color, Move};
use crate::certificate::Certificate;
use crate::moves;
use crate::position::Position;
use crate::rules::Rules;

use super::hold::Hold;
use super::keep::{self, Keeper, Proved, Unsound};
use super::key::Key;
use super::oracle::{Oracle, Value};
use super::search::{Halt, Prove, Search};
use super::strategy::{Prover, Unwritten, Writer};
use super::table::{Kept, PROOF};
use crate::limits::{Effort, Limits, Meter, Reached};

/// What is proved about a forced win. The attacker is the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The attacker wins within `plies`, and not within fewer if `shortest`.
    Win {
        /// Odd: the attacker makes the first and the last move.
        plies: u32,
        /// Whether it is proved that there is no shorter win.
        shortest: bool,
    },
    /// The attacker cannot force a win within so many plies.
    NoWin {
        /// As many as were asked about.
        plies: u32,
    },
    /// The attacker can never force a win, because the defender can: within `plies`, and not sooner.
    Lost {
        /// Even: the defender makes the last move.
        plies: u32,
    },
    /// The attacker can never force a win: the defender has a set of positions that it never has to leave
    /// (or the attacker has no move, which ends the game).
    Never,
    /// A limit was reached.
    Undecided {
        /// It is proved that there is no win within this many plies (0: nothing is).
        no_win_within: u32,
        /// It is proved that there is a win within this many plies, perhaps within fewer.
        win_within: Option<u32>,
        /// What stopped the work.
        limit: Reached,
    },
}

/// Plies up to which it is cheaper to look at all of them than to ask whether the defender wins: where nobody does,
/// asking costs up to twenty times as much at 21 plies, and where it does, not asking costs seconds at 31.
const SHORT: u32 = 24;

/// Positions between looks at whether it is time to keep what is proved.
const KEPT: u64 = 1 << 20;

/// Plies up to which the search is faster than to unpack a part of a table.
const SEARCHED: u32 = 6;

/// Solves positions of one game, and remembers what it proved from one question to the next.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::rules::Simplified;
/// use chess_arbiter::win::{Answer, Limits, Solver};
///
/// let position = fen::position::<Simplified>("rnq1/R3/1QN1/4 w").unwrap();
/// let mut solver = Solver::new(Limits::default());
/// assert_eq!(solver.shortest(&position), Answer::Win { plies: 3, shortest: true });
/// assert_eq!(solver.within(&position, 2), Answer::NoWin { plies: 2 });
/// ```
pub struct Solver<R: Rules> {
    limits: Limits,
    /// One search for each colour that attacks.
    pub(super) searches: [Search<R>; 2],
    effort: Effort,
    oracle: Option<Arc<dyn Oracle>>,
    /// Told how far a long question has come.
    progress: Option<Box<dyn FnMut(u32, Effort) + Send>>,
    keeper: Option<Keeper>,
    /// The position of the last question has no win within so many plies.
    proved: u32,
    /// What was proved before about a position.
    resumed: Option<(Key, Color, u32)>,
}

impl<R: Rules> Solver<R> {
    /// A solver with these limits for every question.
    pub fn new(limits: Limits) -> Solver<R> {
        const { assert!(R::ROYAL_CAPTURABLE, "this solver is for games won by capturing the royal") };
        let memory = limits.memory / 4;
        Solver {
            limits,
            searches: [Search::new(memory), Search::new(memory)],
            effort: Effort::default(),
            oracle: None,
            progress: None,
            keeper: None,
            proved: 0,
            resumed: None,
        }
    }

    /// Takes exact values from an oracle where it has them, and searches where it has not.
    #[must_use]
    pub fn with_oracle(self, oracle: Option<Arc<dyn Oracle>>) -> Solver<R> {
        Solver { oracle, ..self }
    }

    /// What the oracle says of a position.
    pub(super) fn known(&self, position: &Position<R>) -> Option<Value> {
        self.oracle.as_ref()?.value(position.board(), position.turn())
    }

    /// Has `report` told, after each step of a question, within how many plies it is proved that there is no win, and
    /// the work so far.
    pub fn on_progress(&mut self, report: impl FnMut(u32, Effort) + Send + 'static) {
        self.progress = Some(Box::new(report));
    }

    /// Has `keep` given, about so often while a question takes long, what is proved so far: enough for another solver to
    /// [go on from](Solver::resume).
    pub fn on_keep(&mut self, every: Duration, keep: impl FnMut(Proved) + Send + 'static) {
        self.keeper = Some(Keeper::new(every, keep));
    }

    /// The deepest of all proofs so far, as in [`Proved::proofs`].
    pub fn proofs(&self) -> Vec<u8> {
        let mut proofs = Vec::new();
        for (search, attacker) in self.searches.iter().zip([Color::White, Color::Black]) {
            search.table.proofs(attacker, keep::MOST / 2, &mut proofs);
        }
        proofs
    }

    /// Goes on from what a solver of this game proved before about `position`: all that is in it is believed, unless it
    /// cannot be.
    ///
    /// # Errors
    /// It cannot have been proved. Then nothing of it is taken.
    pub fn resume(&mut self, position: &Position<R>, proved: &Proved) -> Result<(), Unsound> {
        proved.check()?;
        if proved.win_within.is_some() {
            // Here the first win that is found is the shortest.
            return Err(Unsound::Range);
        }
        let (proofs, []) = proved.proofs.as_chunks::<PROOF>() else { return Err(Unsound::Length) };
        let kept: Vec<Kept> = proofs.iter().map(Kept::read).collect::<Result<_, _>>()?;
        for proof in kept {
            self.searches[proof.attacker as usize].table.add(proof);
        }
        self.resumed = Some((Key::of(position), position.turn(), proved.no_win_within));
        Ok(())
    }

    /// What the last question took.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Can the side to move win within `plies` plies, moves of both sides counted?
    /// The answer says within how few it can (`shortest`), or that it cannot within so many (`NoWin`) or ever (`Lost`, `Never`).
    pub fn within(&mut self, position: &Position<R>, plies: u32) -> Answer {
        self.answer(position, Some(plies))
    }

    /// The shortest forced win of the side to move, or that it has none: because the other side does, or because
    /// that can hold for ever (which is found where few enough positions can arise; else a limit ends the work).
    pub fn shortest(&mut self, position: &Position<R>) -> Answer {
        self.answer(position, None)
    }

    /// The certificate of an answer about `position`; `None` for `Undecided`, which claims nothing.
    /// A proof that there is no shorter win may be too long for the limits: then it says what to search again.
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

    /// Best play: the winner as fast, the loser as slow as possible. Empty if nobody is proved to win.
    ///
    /// # Errors
    /// A limit was reached, or the answer is not true of the position.
    pub fn line(&mut self, position: &Position<R>, answer: Answer) -> Result<Vec<Move>, Unwritten> {
        Writer::new(self).line(position, answer)
    }

    fn answer(&mut self, position: &Position<R>, plies: Option<u32>) -> Answer {
        let mut meter = Meter::new(&self.limits);
        self.proved = match self.resumed {
            Some((key, turn, proved)) if key == Key::of(position) && turn == position.turn() => proved,
            _ => 0,
        };
        let answer = self.deepen(&mut meter, position, plies);
        self.effort = meter.effort();
        let no_win_within = self.proved;
        answer.unwrap_or_else(|limit| Answer::Undecided { no_win_within, win_within: None, limit })
    }

    fn deepen(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        plies: Option<u32>,
    ) -> Result<Answer, Reached> {
        if moves::pseudo_legal_moves(position).is_empty() {
            return Ok(Answer::Never);
        }
        let most = plies.unwrap_or(u32::MAX);
        if most > SEARCHED
            && let Some(value) = self.known(position)
        {
            meter.count()?;
            return Ok(match value {
                Value::Win(plies) if plies <= most => Answer::Win { plies, shortest: true },
                Value::Win(_) => Answer::NoWin { plies: most },
                Value::Lost(plies) => Answer::Lost { plies },
                Value::Never => Answer::Never,
            });
        }
        // A defender who wins or holds for ever ends the deepening; not worth looking for when it is short anyway.
        let look_further = most > SHORT;
        let resumed = self.proved > 0;
        // Of what was proved before, the last step is taken again: what follows it may not have been.
        let mut n = self.proved.saturating_sub(1) | 1;
        while n <= most {
            if self.winning_move(meter, position, n)?.is_some() {
                return Ok(Answer::Win { plies: n, shortest: true });
            }
            // The attacker makes the last move of a win, so that an even number adds nothing.
            self.proved = n.saturating_add(1);
            if let Some(report) = &mut self.progress {
                report(self.proved, meter.effort());
            }
            let Some(next) = n.checked_add(2).filter(|&next| next <= most) else { break };
            if look_further && self.is_lost(meter, position, n + 1)? {
                // Before, a shorter question may have been asked, without a look at this.
                for fewer in (2..=n).step_by(2).filter(|_| resumed) {
                    if self.is_lost(meter, position, fewer)? {
                        return Ok(Answer::Lost { plies: fewer });
                    }
                }
                return Ok(Answer::Lost { plies: n + 1 });
            }
            if look_further && self.holds_for_ever(meter, position, n)? {
                return Ok(Answer::Never);
            }
            n = next;
        }
        Ok(Answer::NoWin { plies: most })
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
                Value::Win(best) if best <= plies => {
                    let wins = |mv: &Move| self.known(&position.play(*mv)) == Some(Value::Lost(best - 1));
                    if let Some(mv) = moves::safe_moves(position).into_iter().find(wins) {
                        return Ok(Some(mv));
                    }
                    // The table of the class that the winning move leads to is not there.
                }
                Value::Win(_) | Value::Lost(_) | Value::Never => return Ok(None),
            }
        }
        let mut resume = false;
        loop {
            // Pauses only if there is something to do meanwhile.
            let until = if self.keeper.is_some() { meter.effort_nodes() + KEPT } else { u64::MAX };
            let search = &mut self.searches[position.turn() as usize];
            match with_best_isa(Prove { search, meter, position, plies, resume, until }) {
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
            let proved = Proved { no_win_within: self.proved, win_within: None, proofs: self.proofs() };
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
            return Ok(matches!(value, Value::Lost(best) if best <= plies));
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

impl<R: Rules> Prover<R> for Solver<R> {
    type Key = Key;

    fn key(position: &Position<R>) -> Key {
        Key::of(position)
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
        plies: u32,
    ) -> Result<Option<Move>, Reached> {
        self.winning_move(meter, position, plies)
    }

    fn find_hold(&mut self, meter: &mut Meter, root: &Position<R>) -> Result<Option<Vec<Hold<R>>>, Reached> {
        self.find_hold(meter, root)
    }
}

/// A move that takes the enemy royal.
pub(super) fn royal_capture<R: Rules>(position: &Position<R>) -> Option<Move> {
    let board = position.board();
    let royal = position.royal(!position.turn())?;
    let by: Bitboard = attacks::attackers::<R, Portable>(board, royal, position.turn(), board.occupied());
    let from = by.first()?;
    // A pawn that takes on its last row must promote.
    moves::pseudo_legal_moves(position).into_iter().find(|mv| mv.from() == from && mv.to() == royal)
}
