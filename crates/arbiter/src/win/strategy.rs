//! Proved claims written out: a strategy that wins, or one that holds, closed under every reply.
//! The same for all games: a [`Prover`] says what wins.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::marker::PhantomData;

use crate::board::Move;
use crate::certificate::{
    Certificate, Claim, Evidence, Question, RefutationNode, Searched, Strategies, StrategyNode,
};
use crate::format::{fen, uci};
use crate::moves;
use crate::position::Position;
use crate::rules::Rules;

use super::hold::Hold;
use super::solver::{Answer, royal_capture};
use crate::limits::{Effort, Limits, Meter, Reached};

/// What the writers of strategies ask of a solver.
pub(super) trait Prover<R: Rules> {
    /// Tells the positions of one side apart that a certificate tells apart.
    type Key: Eq + Hash;

    fn key(position: &Position<R>) -> Self::Key;

    /// The limits for each thing written.
    fn limits(&self) -> &Limits;

    /// What the last question took.
    fn effort(&self) -> Effort;

    /// A move with which the side to move wins within `plies`, if there is one.
    fn winning_move(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        plies: u32,
    ) -> Result<Option<Move>, Reached>;

    /// A set of positions of the defender that it never has to leave.
    fn find_hold(&mut self, meter: &mut Meter, root: &Position<R>) -> Result<Option<Vec<Hold<R>>>, Reached>;
}

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

/// For positions of the winner a move, and the plies within which it wins.
type Strategy<R, P> = HashMap<<P as Prover<R>>::Key, (u32, Move)>;

/// Writes out what one prover has proved.
pub(super) struct Writer<'a, R: Rules, P: Prover<R>> {
    prover: &'a mut P,
    meter: Meter,
    rules: PhantomData<fn() -> R>,
}

impl<'a, R: Rules, P: Prover<R>> Writer<'a, R, P> {
    pub(super) fn new(prover: &'a mut P) -> Self {
        let meter = Meter::new(prover.limits());
        Writer { prover, meter, rules: PhantomData }
    }

    /// The certificate of an answer about `position`; `None` for `Undecided`, which claims nothing.
    pub(super) fn certificate(
        &mut self,
        position: &Position<R>,
        answer: Answer,
    ) -> Result<Option<Certificate>, Unwritten> {
        let mut evidence = Strategies::default();
        let (text, plies, shortest) = match answer {
            Answer::Win { plies, shortest } => {
                evidence.strategy = Some(self.strategy(position, plies)?);
                let mut shown = shortest;
                if shortest {
                    match self.refutation(position, plies - 1) {
                        Ok(nodes) => evidence.refutation = Some(nodes),
                        // Too long to write: say what to search again.
                        Err(Unwritten::Limit(_)) => {
                            shown = false;
                            evidence.searched =
                                Some(Searched { plies: plies - 1, nodes: self.prover.effort().nodes });
                        }
                        Err(why) => return Err(why),
                    }
                }
                ("win", Some(plies), shown)
            }
            Answer::NoWin { plies } => {
                evidence.refutation = Some(self.refutation(position, plies)?);
                ("no-win", Some(plies), false)
            }
            Answer::Lost { plies } => {
                evidence.refutation = Some(self.counter_strategy(position, plies)?);
                ("no-win", None, false)
            }
            Answer::Never => {
                let holds = self.prover.find_hold(&mut self.meter, position)?.ok_or(Unwritten::NotProved)?;
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
    /// Of a mate that need not be the shortest, a strategy that keeps to the bound and the defence that lasts longest against
    /// it: that strategy wins within as many plies as the line has.
    pub(super) fn line(&mut self, position: &Position<R>, answer: Answer) -> Result<Vec<Move>, Unwritten> {
        if let Answer::Win { plies, shortest: false } = answer
            && !R::ROYAL_CAPTURABLE
        {
            return self.line_of_a_strategy(position, plies);
        }
        let (mut left, mut winner_moves) = match answer {
            Answer::Win { plies, .. } => (plies, true),
            Answer::Lost { plies } => (plies, false),
            Answer::NoWin { .. } | Answer::Never | Answer::Undecided { .. } => return Ok(Vec::new()),
        };
        let (mut line, mut position) = (Vec::new(), *position);
        while left > 0 {
            let (plies, mv) =
                if winner_moves { self.fastest(&position, left)? } else { self.slowest(&position, left)? }
                    .ok_or(Unwritten::NotProved)?;
            line.push(mv);
            position = position.play(mv);
            (left, winner_moves) = (plies - 1, !winner_moves);
        }
        Ok(line)
    }

    fn line_of_a_strategy(&mut self, root: &Position<R>, plies: u32) -> Result<Vec<Move>, Unwritten> {
        let mut strategy = Strategy::<R, P>::new();
        self.play_out(root, plies, &mut strategy)?;
        let mut lengths = HashMap::new();
        length::<R, P>(root, &strategy, &mut lengths).ok_or(Unwritten::NotProved)?;
        let (mut line, mut position) = (Vec::new(), *root);
        while let Some(&(_, mv)) = strategy.get(&P::key(&position)) {
            line.push(mv);
            let after = position.play(mv);
            let last = |reply: &Move| lengths.get(&P::key(&after.play(*reply))).copied();
            let Some(reply) = moves::legal_moves(&after).into_iter().max_by_key(last) else { break };
            line.push(reply);
            position = after.play(reply);
        }
        Ok(line)
    }

    /// Puts into `strategy` a move and the plies that it takes at most, for every position of the winner that can arise.
    /// What is written of a position only ever gets less, so that each takes at least two plies more than any that
    /// can follow it.
    fn play_out(
        &mut self,
        position: &Position<R>,
        left: u32,
        strategy: &mut Strategy<R, P>,
    ) -> Result<u32, Unwritten> {
        if let Some(&(plies, _)) = strategy.get(&P::key(position))
            && plies <= left
        {
            return Ok(plies);
        }
        let mv = self.prover.winning_move(&mut self.meter, position, left)?.ok_or(Unwritten::NotProved)?;
        let after = position.play(mv);
        let mut plies = 1;
        for reply in moves::legal_moves(&after) {
            let rest = left.checked_sub(2).ok_or(Unwritten::NotProved)?;
            plies = plies.max(2 + self.play_out(&after.play(reply), rest, strategy)?);
        }
        self.meter.room_for(strategy.len())?;
        strategy.insert(P::key(position), (plies, mv));
        Ok(plies)
    }

    /// The fewest plies (at most `most`) within which the side to move wins, and the first move.
    fn fastest(&mut self, position: &Position<R>, most: u32) -> Result<Option<(u32, Move)>, Reached> {
        for plies in (1..=most).step_by(2) {
            if let Some(mv) = self.prover.winning_move(&mut self.meter, position, plies)? {
                return Ok(Some((plies, mv)));
            }
        }
        Ok(None)
    }

    /// The move of a losing side that makes it last longest, and the plies left with it; `None` if it does not lose
    /// within `left`.
    fn slowest(&mut self, position: &Position<R>, left: u32) -> Result<Option<(u32, Move)>, Reached> {
        let mut slowest = None;
        for mv in moves::legal_moves(position) {
            let Some((plies, _)) = self.fastest(&position.play(mv), left - 1)? else { return Ok(None) };
            if slowest.is_none_or(|(most, _)| plies + 1 > most) {
                slowest = Some((plies + 1, mv));
            }
        }
        Ok(slowest)
    }

    /// One move at each position of the attacker that can arise, with the plies it needs at most; in the games won by
    /// capture, where that costs little, the fewest.
    fn strategy(&mut self, root: &Position<R>, plies: u32) -> Result<Vec<StrategyNode>, Unwritten> {
        let mut nodes = Vec::new();
        let node = |position: &Position<R>, plies, mv| {
            nodes.push(StrategyNode(text_of(position), plies, uci::write(position, mv)));
        };
        if R::ROYAL_CAPTURABLE {
            self.winning_nodes(vec![(*root, plies)], Self::fastest, node)?;
        } else {
            let mut strategy = Strategy::<R, P>::new();
            self.play_out(root, plies, &mut strategy)?;
            let known = |_: &mut Self, position: &_, _| Ok(strategy.get(&P::key(position)).copied());
            self.winning_nodes(vec![(*root, plies)], known, node)?;
        }
        Ok(nodes)
    }

    /// The defender's winning strategy as a refutation without bound.
    fn counter_strategy(&mut self, root: &Position<R>, plies: u32) -> Result<Vec<RefutationNode>, Unwritten> {
        let mut nodes = Vec::new();
        let replies = moves::legal_moves(root);
        if royal_capture(root).is_some() || replies.is_empty() || plies == 0 {
            return Err(Unwritten::NotProved);
        }
        let starts = replies.into_iter().map(|mv| (root.play(mv), plies - 1)).collect();
        self.winning_nodes(starts, Self::fastest, |position, _, mv| {
            nodes.push(refutation_node(position, None, Some(mv)));
        })?;
        Ok(nodes)
    }

    /// Visits every position of the winner that can arise from `starts` (in which it is to move and wins within
    /// the plies beside) when it plays the moves that `best` gives with the plies they take, once each.
    fn winning_nodes(
        &mut self,
        starts: Vec<(Position<R>, u32)>,
        mut best: impl FnMut(&mut Self, &Position<R>, u32) -> Result<Option<(u32, Move)>, Reached>,
        mut visit: impl FnMut(&Position<R>, u32, Move),
    ) -> Result<(), Unwritten> {
        let mut seen = HashSet::new();
        let mut waiting = VecDeque::from(starts);
        while let Some((position, most)) = waiting.pop_front() {
            if !seen.insert(P::key(&position)) {
                continue;
            }
            self.meter.room_for(seen.len() + waiting.len())?;
            let (plies, mv) = best(self, &position, most)?.ok_or(Unwritten::NotProved)?;
            visit(&position, plies, mv);
            if plies > 1 {
                let next = position.play(mv);
                let replies = moves::legal_moves(&next);
                waiting.extend(replies.into_iter().map(|reply| (next.play(reply), plies - 2)));
            }
        }
        Ok(())
    }

    /// One answer at each position of the defender that can arise within `plies`.
    fn refutation(&mut self, root: &Position<R>, plies: u32) -> Result<Vec<RefutationNode>, Unwritten> {
        if plies > 0 && self.prover.winning_move(&mut self.meter, root, 1)?.is_some() {
            return Err(Unwritten::NotProved);
        }
        let mut nodes = Vec::new();
        let mut seen = HashSet::new();
        let mut waiting = VecDeque::new();
        let attack = |position: &Position<R>, left: u32, waiting: &mut VecDeque<_>| {
            // Claims of one ply with the defender to move are true of every position.
            if left >= 3 {
                let moves = moves::legal_moves(position);
                waiting.extend(moves.into_iter().map(|mv| (position.play(mv), left - 1)));
            }
        };
        attack(root, plies, &mut waiting);
        // Breadth first: a position is met with its largest claim first.
        while let Some((position, left)) = waiting.pop_front() {
            if !seen.insert(P::key(&position)) {
                continue;
            }
            self.meter.room_for(seen.len() + waiting.len())?;
            let answer = self.holding_move(&position, left)?;
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
    fn holding_move(&mut self, position: &Position<R>, left: u32) -> Result<Option<Move>, Unwritten> {
        if let Some(capture) = royal_capture(position) {
            return Ok(Some(capture));
        }
        // The attacker makes the last move: an odd number of plies.
        let attack = left - 1 - u32::from(left % 2 == 1);
        for mv in moves::safe_moves(position) {
            if self.prover.winning_move(&mut self.meter, &position.play(mv), attack)?.is_none() {
                return Ok(Some(mv));
            }
        }
        if moves::legal_moves(position).is_empty() { Ok(None) } else { Err(Unwritten::NotProved) }
    }
}

fn refutation_node<R: Rules>(position: &Position<R>, plies: Option<u32>, mv: Option<Move>) -> RefutationNode {
    RefutationNode(text_of(position), plies, mv.map(|mv| uci::write(position, mv)))
}

fn text_of<R: Rules>(position: &Position<R>) -> String {
    fen::write_key::<R>(&position.to_setup())
}

/// How many plies a strategy takes at most from a position of the winner; `None` if it does not know one that arises.
fn length<R: Rules, P: Prover<R>>(
    position: &Position<R>,
    strategy: &Strategy<R, P>,
    lengths: &mut HashMap<P::Key, u32>,
) -> Option<u32> {
    if let Some(&known) = lengths.get(&P::key(position)) {
        return Some(known);
    }
    let after = position.play(strategy.get(&P::key(position))?.1);
    let mut plies = 1;
    for reply in moves::legal_moves(&after) {
        plies = plies.max(2 + length::<R, P>(&after.play(reply), strategy, lengths)?);
    }
    lengths.insert(P::key(position), plies);
    Some(plies)
}
