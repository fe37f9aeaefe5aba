//! What a refutation leaves out: nodes of the last plies, which the checker finds by looks that the other
//! nodes pay for. Where they do not, those that cost most are written out too. In selfmates and reflexmates
//! the mates that are looked for cost as much, and everywhere keys are paid for.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet, VecDeque};

use crate::board::Move;
use crate::certificate::RefutationNode;
use crate::certificate::looks::{self, Looks, Purse};
use crate::limits::Meter;
use crate::moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::win::Unwritten;
use crate::win::stipulation::Aim;

use super::refutation::Queue;
use super::{Prover, StrategyWriter, refutation_node, text_of};

/// The attacker, to move, is not to win within so many plies by any move but some; what each leads to is left
/// out, unless it has a node.
pub(super) struct LeftOut<R: Rules> {
    pub(super) position: Position<R>,
    pub(super) plies: u32,
    pub(super) but_for: Vec<Move>,
}

/// A position of the defender for which the checker looks.
struct Looked<R: Rules> {
    position: Position<R>,
    plies: u32,
    /// The first answer that holds, in the checker's order; `None` where there is no move.
    answer: Option<Move>,
    /// What it costs to find that, each time or all together.
    cost: u64,
    /// What the checker looks for if it has a node.
    as_node: u64,
}

/// What a checker looks for at a node of a strategy with this move.
pub(super) fn price_of_attack<R: Rules>(aim: Aim, position: &Position<R>, mv: Move) -> u64 {
    let after = if aim.is_selfmate() { looks::price(&position.play(mv)) } else { 0 };
    price_to_oblige(aim, position) + after
}

/// What a checker looks for at a move of keys: as at a node, and the answers besides.
pub(super) fn price_of_key<R: Rules>(aim: Aim, position: &Position<R>, key: Move) -> u64 {
    price_of_attack(aim, position, key) + looks::price_of_key(&position.play(key))
}

/// What it costs to see that the attacker, to move, need not mate.
fn price_to_oblige<R: Rules>(aim: Aim, position: &Position<R>) -> u64 {
    if aim == Aim::Reflexmate { looks::price(position) } else { 0 }
}

/// What a checker looks for at a position of the attacker that is to be held.
pub(super) fn price_to_hold<R: Rules>(aim: Aim, position: &Position<R>) -> u64 {
    match aim {
        Aim::Mate => looks::price(position),
        Aim::Stalemate => looks::price_of_stalemates(position),
        Aim::Selfmate | Aim::Reflexmate => price_to_oblige(aim, position),
    }
}

/// What a checker looks for at a node of a refutation with an answer.
pub(super) fn price_of_defence<R: Rules>(aim: Aim, position: &Position<R>) -> u64 {
    if aim.is_selfmate() { looks::price(position) } else { 0 }
}

impl<R: Rules, P: Prover<R>> StrategyWriter<'_, R, P> {
    /// Adds nodes until they pay for all that is left out. Most often they do, so nothing is kept at first.
    /// Where that is not enough, for there are many keys, nodes are added that say nothing, of what can come
    /// about from these positions with the attacker to move.
    pub(super) fn pay(
        &mut self,
        queue: &Queue<R, P>,
        roots: Vec<Position<R>>,
        nodes: &mut Vec<RefutationNode>,
    ) -> Result<(), Unwritten> {
        let mut looks = Looks::beside(queue.cost());
        self.each_look(queue, false, |_, Looked { cost, .. }| {
            looks.add(cost);
            Ok(())
        })?;
        let purse = Purse::of(nodes.iter().map(|node| &node.0));
        let Some((least, _)) = looks.dear(&purse, 4) else { return Ok(()) };
        for least in [least, 0] {
            let mut dear: HashMap<P::Key, Looked<R>> = HashMap::new();
            self.each_look(queue, true, |meter, looked| {
                if looked.cost >= least {
                    meter.room_for(queue.len() + dear.len())?;
                    let known = dear.entry(P::key(&looked.position));
                    let add = |known: &mut Looked<R>| {
                        known.plies = known.plies.max(looked.plies);
                        known.cost += looked.cost;
                    };
                    known.and_modify(add).or_insert(looked);
                }
                Ok(())
            })?;
            let mut dear: Vec<_> =
                dear.into_values().map(|looked| (text_of(&looked.position), looked)).collect();
            dear.sort_unstable_by(|(text, one), (other, two)| (one.cost, text).cmp(&(two.cost, other)));
            let (mut left, mut purse, written) = (looks.cost(), purse, nodes.len());
            while left > purse.paid()
                && let Some((text, Looked { position, plies, answer, cost, as_node })) = dear.pop()
            {
                purse.add(&text);
                nodes.push(refutation_node(&position, Some(plies), answer));
                left = left + as_node - cost;
            }
            if left <= purse.paid() {
                return Ok(());
            }
            if least == 0 {
                return self.pad(roots, left, nodes);
            }
            nodes.truncate(written);
        }
        Err(Unwritten::NotProved)
    }

    /// Adds nodes that say nothing, for within 0 plies nothing is reached, until they pay for looks of this
    /// cost.
    fn pad(
        &mut self,
        roots: Vec<Position<R>>,
        mut cost: u64,
        nodes: &mut Vec<RefutationNode>,
    ) -> Result<(), Unwritten> {
        let aim = self.prover.aim();
        // Nobody plays on without a royal.
        let goes_on = |at: &Position<R>| at.royal(at.turn()).is_some();
        let mut known: HashSet<String> = nodes.iter().map(|node| node.0.clone()).collect();
        let (mut open, mut purse) = (VecDeque::from(roots), Purse::of(&known));
        while cost > purse.paid() {
            let attack = open.pop_front().ok_or(Unwritten::NotProved)?;
            self.meter.look()?;
            self.meter.room_for(known.len() + open.len())?;
            for next in moves::legal_moves(&attack).into_iter().map(|mv| attack.play(mv)).filter(goes_on) {
                if cost <= purse.paid() {
                    break;
                }
                if !known.insert(text_of(&next)) {
                    continue;
                }
                if let Some(&answer) = aim.replies_to_meet(&next).unwrap_or_default().first() {
                    let node = refutation_node(&next, Some(0), Some(answer));
                    purse.add(&node.0);
                    nodes.push(node);
                    cost += price_of_defence(aim, &next);
                }
                open.extend(moves::legal_moves(&next).into_iter().map(|mv| next.play(mv)).filter(goes_on));
            }
        }
        Ok(())
    }

    /// Visits what the checker looks for, each time that it does; in selfmates and reflexmates it costs the
    /// same without the answers.
    fn each_look(
        &mut self,
        queue: &Queue<R, P>,
        with_answers: bool,
        mut visit: impl FnMut(&Meter, Looked<R>) -> Result<(), Unwritten>,
    ) -> Result<(), Unwritten> {
        for LeftOut { position, plies, but_for } in queue.left_out() {
            self.meter.look()?;
            for mv in moves::legal_moves(position).into_iter().filter(|mv| !but_for.contains(mv)) {
                let next = position.play(mv);
                if !queue.has(&next) {
                    let (answer, cost) = self.look(&next, with_answers)?;
                    let as_node = match answer.filter(|_| with_answers) {
                        Some(answer) => self.price_of_node(&next, answer),
                        None => 0,
                    };
                    visit(&self.meter, Looked { position: next, plies: plies - 1, answer, cost, as_node })?;
                }
            }
        }
        Ok(())
    }

    /// What the checker looks for at a node.
    fn price_of_node(&self, position: &Position<R>, answer: Move) -> u64 {
        let (aim, after) = (self.prover.aim(), position.play(answer));
        match aim {
            Aim::Mate if after.royal(after.turn()).is_some() => price_to_hold(aim, &after),
            aim => price_of_defence(aim, position),
        }
    }

    /// The first answer after which no move wins at once, in the checker's order, and what it costs to find;
    /// in selfmates and reflexmates any that has to be met.
    fn look(&mut self, position: &Position<R>, with_answer: bool) -> Result<(Option<Move>, u64), Unwritten> {
        let aim = self.prover.aim();
        if aim.is_selfmate() {
            let answers = if with_answer { aim.replies_to_meet(position) } else { None };
            return Ok((answers.unwrap_or_default().first().copied(), price_of_defence(aim, position)));
        }
        let (mut tried, legal) = (moves::pseudo_legal_moves(position), moves::legal_moves(position));
        let own = position.board().color(position.turn());
        // Castling goes to a square of the own rook.
        let order = |mv: &Move| (mv.from(), own.has(mv.to()), mv.to(), Reverse(mv.promotion()));
        tried.sort_unstable_by_key(order);
        let mut cost = looks::PER_SEARCH;
        for &mv in &tried {
            cost += looks::PER_ANSWER;
            if !legal.contains(&mv) {
                continue;
            }
            let after = position.play(mv);
            if after.royal(after.turn()).is_none() {
                return Ok((Some(mv), cost));
            }
            cost += looks::price(&after);
            if self.winning_move(&after, 1)?.is_none() {
                return Ok((Some(mv), cost));
            }
        }
        if legal.is_empty() { Ok((None, cost)) } else { Err(Unwritten::NotProved) }
    }
}
