//! That there is no win within so many plies, written out: an answer of the defender at each position.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use crate::attacks::with_best_isa;
use crate::board::Move;
use crate::certificate::RefutationNode;
use crate::moves::{self, CountMoves};
use crate::position::Position;
use crate::rules::Rules;
use crate::win::stipulation::Aim;
use crate::win::{Moves, Unwritten};

use super::left_out::{LeftOut, price_of_defence, price_of_key, price_to_hold};
use super::{Prover, StrategyWriter, in_tables, refutation_node, royal_capture};

/// Positions of the defender that need an answer, those of the largest claims first: so each is answered
/// once, for the most plies that anything demands of it.
pub(super) struct Queue<R: Rules, P: Prover<R>> {
    /// What is demanded of the positions that were met.
    met: HashMap<P::Key, u32>,
    /// Beside tables: they answer in all positions that they say something of.
    tabled: bool,
    waiting: BTreeMap<u32, VecDeque<Position<R>>>,
    left_out: Vec<LeftOut<R>>,
    /// What the checker looks for whatever is left out.
    cost: u64,
}

impl<R: Rules, P: Prover<R>> Queue<R, P> {
    /// The attacker, to move, is not to win within so many plies by any move but these.
    fn attack(&mut self, aim: Aim, position: &Position<R>, plies: u32, but_for: &[Move]) {
        if plies >= aim.plies(Moves(1)).0 && !self.knows(position) {
            self.cost += price_to_hold(aim, position);
        }
        if aim.obliges(position) || self.knows(position) {
            return;
        }
        if plies <= plies_left_out(aim) + 1 {
            // With fewer plies the checker need not look either.
            if aim == Aim::Mate && plies > 2 || aim.is_selfmate() && plies > 1 {
                self.left_out.push(LeftOut { position: *position, plies, but_for: but_for.to_vec() });
            }
            return;
        }
        for mv in moves::legal_moves(position).into_iter().filter(|mv| !but_for.contains(mv)) {
            let next = position.play(mv);
            if self.knows(&next) {
                continue;
            }
            let demanded = self.met.entry(P::key(&next)).or_insert(0);
            if *demanded < plies - 1 {
                *demanded = plies - 1;
                self.waiting.entry(plies - 1).or_default().push_back(next);
            }
        }
    }

    /// Nothing need be written of such a position.
    fn knows(&self, position: &Position<R>) -> bool {
        self.tabled && in_tables(position)
    }

    /// Whether nothing is looked for: the position has a node, or needs none.
    pub(super) fn has(&self, position: &Position<R>) -> bool {
        self.knows(position) || self.met.contains_key(&P::key(position))
    }

    pub(super) fn left_out(&self) -> &[LeftOut<R>] {
        &self.left_out
    }

    /// What the checker looks for whatever is left out.
    pub(super) fn cost(&self) -> u64 {
        self.cost
    }

    /// Positions that take memory.
    pub(super) fn len(&self) -> usize {
        self.met.len() + self.left_out.len()
    }

    fn next(&mut self) -> Option<(Position<R>, u32)> {
        while let Some(mut most) = self.waiting.last_entry() {
            let plies = *most.key();
            match most.get_mut().pop_front() {
                // More may have been demanded of it meanwhile.
                Some(next) if self.met.get(&P::key(&next)) == Some(&plies) => return Some((next, plies)),
                Some(_) => {}
                None => drop(most.remove()),
            }
        }
        None
    }
}

impl<R: Rules, P: Prover<R>> StrategyWriter<'_, R, P> {
    /// One answer at each position of the defender that can arise within so many plies from one of the
    /// attacker, but for those that the checker finds itself, and, beside tables, those that they know. Of
    /// each claim the moves beside are left out at its position: they do win.
    pub(super) fn refutation<'k>(
        &mut self,
        claims: impl IntoIterator<Item = (&'k Position<R>, u32, &'k [Move])>,
        tabled: bool,
    ) -> Result<Vec<RefutationNode>, Unwritten> {
        let (aim, mut roots) = (self.prover.aim(), Vec::new());
        let mut queue: Queue<R, P> =
            Queue { met: HashMap::new(), tabled, waiting: BTreeMap::new(), left_out: Vec::new(), cost: 0 };
        for (root, plies, keys) in claims {
            // What is left out below an answer is asked about with that answer.
            let short = last_attack(aim, plies.min(plies_left_out(aim) + 1));
            if keys.is_empty() && short >= aim.plies(Moves(1)).0 && self.winning_move(root, short)?.is_some()
            {
                return Err(Unwritten::NotProved);
            }
            queue.attack(aim, root, plies, keys);
            queue.cost += keys.iter().map(|&key| price_of_key(aim, root, key)).sum::<u64>();
            roots.push(*root);
        }
        let mut nodes = Vec::new();
        while let Some((position, left)) = queue.next() {
            self.meter.room_for(queue.len())?;
            // Where values are at hand nobody counts positions.
            self.meter.look()?;
            let answer = self.holding_move(&position, left, &queue)?;
            nodes.push(refutation_node(&position, Some(left), answer));
            if let Some(mv) = answer
                && royal_capture(&position).is_none()
            {
                queue.cost += price_of_defence(aim, &position);
                queue.attack(aim, &position.play(mv), left - 1, &[]);
            }
        }
        self.pay(&queue, roots, &mut nodes)?;
        Ok(nodes)
    }

    /// The same of any number of plies, beside tables: an answer wherever somebody may castle.
    pub(super) fn hold(&mut self, root: &Position<R>) -> Result<Vec<RefutationNode>, Unwritten> {
        let (mut met, mut waiting) = (HashSet::from([P::key(root)]), vec![*root]);
        let mut nodes = Vec::new();
        while let Some(attack) = waiting.pop() {
            for mv in moves::legal_moves(&attack) {
                let defence = attack.play(mv);
                if in_tables(&defence) || !met.insert(P::key(&defence)) {
                    continue;
                }
                self.meter.room_for(met.len())?;
                self.meter.look()?;
                let answer = self.answer_for_ever(&defence)?;
                nodes.push(refutation_node(&defence, None, answer));
                if let Some(answer) = answer {
                    let next = defence.play(answer);
                    if !in_tables(&next) && met.insert(P::key(&next)) {
                        waiting.push(next);
                    }
                }
            }
        }
        Ok(nodes)
    }

    /// A move after which the other side never wins, if there is one after which nobody may castle: of that
    /// the tables know all; `None` if there is no move at all.
    fn answer_for_ever(&mut self, position: &Position<R>) -> Result<Option<Move>, Unwritten> {
        let all = moves::legal_moves(position);
        let mut good = None;
        for &mv in &all {
            let after = position.play(mv);
            if (good.is_none() || in_tables(&after)) && self.prover.never_wins(&after) {
                good = Some(mv);
                if in_tables(&after) {
                    break;
                }
            }
        }
        let is_stalemate = all.is_empty() && position.checkers().is_empty();
        if good.is_some() || is_stalemate { Ok(good) } else { Err(Unwritten::NotProved) }
    }

    /// A move after which the other side does not win within `left - 1`; `None` if there is no move at all.
    /// Of several one that leads to few positions that have not been met, and of the first of these one after
    /// which their answers leave the other side few moves: what is written below it, and what the checker
    /// looks at there, grows with every move.
    fn holding_move(
        &mut self,
        position: &Position<R>,
        left: u32,
        queue: &Queue<R, P>,
    ) -> Result<Option<Move>, Unwritten> {
        if let Some(capture) = royal_capture(position) {
            return Ok(Some(capture));
        }
        let aim = self.prover.aim();
        let attack = last_attack(aim, left - 1);
        let replies = match aim {
            Aim::Mate => moves::safe_moves(position),
            aim => match aim.replies_to_meet(position) {
                Some(replies) => replies,
                None => return Ok(None),
            },
        };
        let mut replies: Vec<_> = replies.into_iter().map(|mv| (mv, position.play(mv))).collect();
        let new = |after: &Position<R>| {
            let moves = if queue.knows(after) { Default::default() } else { moves::legal_moves(after) };
            let nexts = moves.into_iter().map(|mv| after.play(mv));
            nexts.filter(|next| !queue.met.contains_key(&P::key(next))).collect::<Vec<_>>()
        };
        replies.sort_by_cached_key(|(_, after)| {
            let new = if left > plies_left_out(aim) + 2 { new(after).len() } else { 0 };
            (new, mobility(after))
        });
        let promising = promising(aim, left).min(replies.len());
        replies[..promising]
            .sort_by_cached_key(|(_, after)| new(after).iter().map(fewest_moves).sum::<u32>());
        for (mv, after) in replies {
            if self.winning_move(&after, attack)?.is_none() {
                return Ok(Some(mv));
            }
        }
        let is_over = aim == Aim::Mate && moves::legal_moves(position).is_empty();
        if is_over { Ok(None) } else { Err(Unwritten::NotProved) }
    }
}

/// So many answers are looked at more closely: most where most is written below. Where little is, or nearly
/// everything, as of other aims, it would take longer than it saves.
fn promising(aim: Aim, left: u32) -> usize {
    match left {
        _ if aim != Aim::Mate => 0,
        0..=7 => 0,
        8..=9 => 4,
        _ => 12,
    }
}

/// The moves that the defender, to move, leaves the attacker at least.
fn fewest_moves<R: Rules>(position: &Position<R>) -> u32 {
    moves::legal_moves(position).into_iter().map(|mv| mobility(&position.play(mv))).min().unwrap_or(0)
}

fn mobility<R: Rules>(position: &Position<R>) -> u32 {
    with_best_isa(CountMoves(position))
}

/// So many of the plies, the attacker to move, matter: to mate or to capture it makes the last move.
fn last_attack(aim: Aim, plies: u32) -> u32 {
    if aim == Aim::Mate { plies - u32::from(plies > 0 && plies.is_multiple_of(2)) } else { plies }
}

/// With so many plies at most, the defender to move, the checker finds the answers itself; of other aims than
/// mate with so few that the attacker has no other move that counts.
fn plies_left_out(aim: Aim) -> u32 {
    if aim == Aim::Mate { 3 } else { aim.plies(Moves(1)).0 }
}
