//! Proved claims written out: a strategy that wins, or one that holds, closed under every reply.

use std::collections::{HashSet, VecDeque};

use crate::board::Move;
use crate::certificate::{Certificate, Claim, Evidence, Question, RefutationNode, Strategies, StrategyNode};
use crate::format::{fen, uci};
use crate::moves;
use crate::position::Position;
use crate::rules::Rules;

use super::key::Key;
use super::solver::{Answer, Solver, royal_capture};
use crate::limits::{Meter, Reached};

/// Why a line or a certificate was not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unwritten {
    /// A limit was reached: writing a strategy out can take longer than finding the answer.
    #[error("stopped by {0}")]
    Limit(Reached),
    /// The answer is not true of the position.
    #[error("that is not the answer to this position")]
    NotProved,
}

impl From<Reached> for Unwritten {
    fn from(limit: Reached) -> Unwritten {
        Unwritten::Limit(limit)
    }
}

impl<R: Rules> Solver<R> {
    /// The certificate of an answer about `position`; `None` for `Undecided`, which claims nothing.
    ///
    /// # Errors
    /// A limit was reached, or the answer is not true of the position.
    pub fn certificate(
        &mut self,
        position: &Position<R>,
        answer: Answer,
    ) -> Result<Option<Certificate>, Unwritten> {
        let meter = &mut Meter::new(&self.limits);
        let mut evidence = Strategies::default();
        let (text, plies, shortest) = match answer {
            Answer::Win { plies, shortest } => {
                evidence.strategy = Some(self.strategy(meter, position, plies)?);
                if shortest {
                    evidence.refutation = Some(self.refutation(meter, position, plies - 1)?);
                }
                ("win", Some(plies), shortest)
            }
            Answer::NoWin { plies } => {
                evidence.refutation = Some(self.refutation(meter, position, plies)?);
                ("no-win", Some(plies), false)
            }
            Answer::Lost { plies } => {
                evidence.refutation = Some(self.counter_strategy(meter, position, plies)?);
                ("no-win", None, false)
            }
            Answer::Never => {
                let holds = self.find_hold(meter, position)?.ok_or(Unwritten::NotProved)?;
                evidence.refutation =
                    Some(holds.iter().map(|(at, mv)| refutation_node(at, None, *mv)).collect());
                ("no-win", None, false)
            }
            Answer::Undecided { .. } => return Ok(None),
        };
        Ok(Some(Certificate::new(
            R::NAME,
            Question::Win,
            text_of(position),
            Claim::Win { answer: text.into(), plies, shortest },
            Evidence::Strategies(evidence),
        )))
    }

    /// Best play: the winner as fast, the loser as slow as possible. Empty if nobody is proved to win.
    ///
    /// # Errors
    /// A limit was reached, or the answer is not true of the position.
    pub fn line(&mut self, position: &Position<R>, answer: Answer) -> Result<Vec<Move>, Unwritten> {
        let meter = &mut Meter::new(&self.limits);
        let (mut left, mut winner_moves) = match answer {
            Answer::Win { plies, .. } => (plies, true),
            Answer::Lost { plies } => (plies, false),
            Answer::NoWin { .. } | Answer::Never | Answer::Undecided { .. } => return Ok(Vec::new()),
        };
        if !winner_moves && !self.is_lost(meter, position, left)? {
            return Err(Unwritten::NotProved);
        }
        let (mut line, mut position) = (Vec::new(), *position);
        while left > 0 {
            let mv = if winner_moves {
                self.fastest(meter, &position, left)?.map(|(_, mv)| mv)
            } else {
                self.slowest(meter, &position, left)?
            };
            let mv = mv.ok_or(Unwritten::NotProved)?;
            line.push(mv);
            position = position.play(mv);
            if position.royal(position.turn()).is_none() {
                break;
            }
            (left, winner_moves) = (left - 1, !winner_moves);
        }
        Ok(line)
    }

    /// The fewest plies (at most `most`) within which the side to move wins, and the first move.
    fn fastest(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        most: u32,
    ) -> Result<Option<(u32, Move)>, Reached> {
        for plies in (1..=most).step_by(2) {
            if let Some(mv) = self.winning_move(meter, position, plies)? {
                return Ok(Some((plies, mv)));
            }
        }
        Ok(None)
    }

    /// The move of a losing side after which the winner needs longest.
    fn slowest(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        left: u32,
    ) -> Result<Option<Move>, Reached> {
        let mut slowest = None;
        for mv in moves::pseudo_legal_moves(position) {
            if let Some((plies, _)) = self.fastest(meter, &position.play(mv), left - 1)?
                && slowest.is_none_or(|(most, _)| plies > most)
            {
                slowest = Some((plies, mv));
            }
        }
        Ok(slowest.map(|(_, mv)| mv))
    }

    /// One move at each position of the attacker that can arise, each with the fewest plies it needs.
    fn strategy(
        &mut self,
        meter: &mut Meter,
        root: &Position<R>,
        plies: u32,
    ) -> Result<Vec<StrategyNode>, Unwritten> {
        let mut nodes = Vec::new();
        self.winning_nodes(meter, vec![(*root, plies)], |position, plies, mv| {
            nodes.push(StrategyNode(text_of(position), plies, uci::write(position, mv)));
        })?;
        Ok(nodes)
    }

    /// The defender's winning strategy as a refutation without bound.
    fn counter_strategy(
        &mut self,
        meter: &mut Meter,
        root: &Position<R>,
        plies: u32,
    ) -> Result<Vec<RefutationNode>, Unwritten> {
        let mut nodes = Vec::new();
        let replies = moves::pseudo_legal_moves(root);
        if royal_capture(root).is_some() || replies.is_empty() || plies == 0 {
            return Err(Unwritten::NotProved);
        }
        let starts = replies.into_iter().map(|mv| (root.play(mv), plies - 1)).collect();
        self.winning_nodes(meter, starts, |position, _, mv| {
            nodes.push(refutation_node(position, None, Some(mv)));
        })?;
        Ok(nodes)
    }

    /// Visits every position of the winner that can arise from `starts` (in which it is to move and wins within
    /// the plies beside) when it plays its fastest moves, once each.
    fn winning_nodes(
        &mut self,
        meter: &mut Meter,
        starts: Vec<(Position<R>, u32)>,
        mut visit: impl FnMut(&Position<R>, u32, Move),
    ) -> Result<(), Unwritten> {
        let mut seen = HashSet::new();
        let mut waiting = VecDeque::from(starts);
        while let Some((position, most)) = waiting.pop_front() {
            if !seen.insert(Key::of(&position)) {
                continue;
            }
            meter.room_for(seen.len() + waiting.len())?;
            let (plies, mv) = self.fastest(meter, &position, most)?.ok_or(Unwritten::NotProved)?;
            visit(&position, plies, mv);
            if plies > 1 {
                let next = position.play(mv);
                let replies = moves::pseudo_legal_moves(&next);
                waiting.extend(replies.into_iter().map(|reply| (next.play(reply), plies - 2)));
            }
        }
        Ok(())
    }

    /// One answer at each position of the defender that can arise within `plies`.
    fn refutation(
        &mut self,
        meter: &mut Meter,
        root: &Position<R>,
        plies: u32,
    ) -> Result<Vec<RefutationNode>, Unwritten> {
        if plies > 0 && royal_capture(root).is_some() {
            return Err(Unwritten::NotProved);
        }
        let mut nodes = Vec::new();
        let mut seen = HashSet::new();
        let mut waiting = VecDeque::new();
        let attack = |position: &Position<R>, left: u32, waiting: &mut VecDeque<_>| {
            // Claims of one ply with the defender to move are true of every position.
            if left >= 3 {
                let moves = moves::pseudo_legal_moves(position);
                waiting.extend(moves.into_iter().map(|mv| (position.play(mv), left - 1)));
            }
        };
        attack(root, plies, &mut waiting);
        // Breadth first: a position is met with its largest claim first.
        while let Some((position, left)) = waiting.pop_front() {
            if !seen.insert(Key::of(&position)) {
                continue;
            }
            meter.room_for(seen.len() + waiting.len())?;
            let answer = self.holding_move(meter, &position, left)?;
            nodes.push(refutation_node(&position, Some(left), answer));
            if let Some(mv) = answer
                && royal_capture(&position).is_none()
            {
                attack(&position.play(mv), left - 1, &mut waiting);
            }
        }
        Ok(nodes)
    }

    /// A move after which the other side does not win within `left - 1`; `None` if there is no move at all.
    fn holding_move(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        left: u32,
    ) -> Result<Option<Move>, Unwritten> {
        if let Some(capture) = royal_capture(position) {
            return Ok(Some(capture));
        }
        // The attacker makes the last move: an odd number of plies.
        let attack = left - 1 - u32::from(left % 2 == 1);
        for mv in moves::safe_moves(position) {
            if self.winning_move(meter, &position.play(mv), attack)?.is_none() {
                return Ok(Some(mv));
            }
        }
        if moves::pseudo_legal_moves(position).is_empty() { Ok(None) } else { Err(Unwritten::NotProved) }
    }
}

fn refutation_node<R: Rules>(position: &Position<R>, plies: Option<u32>, mv: Option<Move>) -> RefutationNode {
    RefutationNode(text_of(position), plies, mv.map(|mv| uci::write(position, mv)))
}

fn text_of<R: Rules>(position: &Position<R>) -> String {
    fen::write_key::<R>(&position.to_setup())
}
