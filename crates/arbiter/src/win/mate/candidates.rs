//! What either side may try at a node, in order: a listed move and its score, the most promising first.

use std::cmp::Reverse;
use std::ops::Range;

use crate::attacks::{Isa, Task};
use crate::board::{Move, Role};
use crate::moves::{CheckSquares, ForEachMove, Legal, generate};
use crate::position::Position;
use crate::rules::Rules;

use super::memory::{RankedMove, SearchMemory, level};
use super::order;
use super::table::Place;

/// Appends all legal moves.
pub(in crate::win) struct ListMoves<'a, R: Rules> {
    pub(in crate::win) position: &'a Position<R>,
    pub(in crate::win) moves: &'a mut Vec<RankedMove>,
}

impl<R: Rules> Task for ListMoves<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let ListMoves { position, moves } = self;
        let push = |_, mv| {
            moves.push(RankedMove { score: 0, mv });
            false
        };
        generate::<R, I, Legal, _>(position, &mut ForEachMove(push));
    }
}

/// Out of line: the searches for every aim do it.
struct ListAttack<'a, R: Rules> {
    memory: &'a mut SearchMemory,
    position: &'a Position<R>,
    depth: u32,
    best: Option<Move>,
}

impl<R: Rules> Task for ListAttack<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let ListAttack { memory, position, depth, best } = self;
        let first = memory.moves.len();
        I::call(ListMoves { position, moves: &mut memory.moves });
        memory.rank_attack::<R, I>(position, depth, best, first);
    }
}

/// What the table says of the defender's replies.
pub(in crate::win) enum Replies {
    /// There is none that does not lose, and the defender is not stalemated.
    Mated,
    /// One of them is enough, or the defender is stalemated.
    Refute,
    /// The others are listed.
    Listed,
}

/// More moves than these are as bad as these.
const MAX_MOBILITY: u32 = 127;

/// Counted for a move that leaves the defender none: mostly it mates.
const MATED: u32 = 60;

/// Logarithm of the work below which a refutation with a move less was soon found: then one with as many is
/// too, and to look more closely would take longer.
const SOON: u8 = 8;

/// So many replies are looked at more closely, with so many moves left of the attacker: where a node takes
/// many times as long as that.
fn promising(left: u32) -> usize {
    match left {
        0..=4 => 0,
        5 => 8,
        _ => 30,
    }
}

impl SearchMemory {
    /// Appends the attacker's moves, the most promising first.
    #[inline(always)]
    pub(in crate::win) fn list_attack<R: Rules, I: Isa>(
        &mut self,
        position: &Position<R>,
        depth: u32,
        best: Option<Move>,
    ) {
        I::call(ListAttack { memory: self, position, depth, best });
    }

    /// Puts those of the attacker's moves listed from `first` on in order.
    #[inline(always)]
    pub(in crate::win) fn rank_attack<R: Rules, I: Isa>(
        &mut self,
        position: &Position<R>,
        depth: u32,
        best: Option<Move>,
        first: usize,
    ) {
        let us = position.turn();
        let killers = self.attacks[us as usize][level(depth)];
        let enemy = position.board().color(!us);
        let checks = position.royal(!us).map(|king| CheckSquares::new::<R, I>(position, king));
        let (moves, history) = (&mut self.moves, &self.history);
        for RankedMove { score, mv } in &mut moves[first..] {
            let role = position.board().role_on(mv.from());
            let check = checks.as_ref().is_some_and(|checks| checks.of(role, mv.from()).has(mv.to()));
            *score = if best == Some(*mv) {
                u32::MAX
            } else {
                history.of(us, role, *mv)
                    + (u32::from(check) << 22)
                    + (u32::from(killers.0.contains(&Some(*mv))) << 23)
                    + (u32::from(enemy.has(mv.to())) << 10)
                    + (u32::from(mv.promotion() == Some(Role::Queen)) << 12)
            };
        }
        greatest_first(&mut moves[first..]);
    }

    /// Appends the defender's replies that the table does not decide, the most promising first.
    #[inline(always)]
    pub(in crate::win) fn list_defence<R: Rules, I: Isa>(
        &mut self,
        position: &Position<R>,
        left: u32,
    ) -> Replies {
        let first = self.moves.len();
        let us = position.turn();
        let killers = self.defences[us as usize][level(left)];
        let enemy = position.board().color(!us);
        let (moves, history, table) = (&mut self.moves, &self.history, &self.table);
        I::call(ListMoves { position, moves });
        if moves.len() == first {
            return if position.checkers().has_any() { Replies::Mated } else { Replies::Refute };
        }
        self.places.clear();
        for RankedMove { score, mv } in &mut moves[first..] {
            let next = position.play(*mv);
            self.places.push(Place::of(&next));
            // What leaves the attacker few moves is refuted, if at all, with the least work.
            *score = MAX_MOBILITY.saturating_sub(order::mobility::<R, I>(&next)) << 25;
        }
        // A loop of nothing else, so that many reads are under way at once.
        let touched = self.places.iter().fold(0, |sum, place| sum ^ table.touch(place));
        std::hint::black_box(touched);
        let (mut kept, mut is_soon_refuted) = (first, false);
        for index in first..moves.len() {
            let RankedMove { score: few, mv } = moves[index];
            let role = position.board().role_on(mv.from());
            let (bounds, work) = table.get_with_work(&self.places[index - first]);
            if bounds.none >= left {
                return Replies::Refute;
            }
            if bounds.mate > left {
                is_soon_refuted |= bounds.none + 1 >= left && work < SOON;
                let score = few
                    + history.of(us, role, mv)
                    + (u32::from(bounds.none + 1 >= left) << 24)
                    + (u32::from(killers.0.contains(&Some(mv))) << 23)
                    + (u32::from(enemy.has(mv.to())) << 10);
                moves[kept] = RankedMove { score, mv };
                kept += 1;
            }
        }
        moves.truncate(kept);
        greatest_first(&mut moves[first..]);
        let promising = promising(left).min(kept - first);
        if promising > 1 && !is_soon_refuted {
            I::call(LookBelow { memory: self, position, replies: first..first + promising });
        }
        if kept == first { Replies::Mated } else { Replies::Listed }
    }
}

/// Puts the most promising replies in order by what is below them: how many moves the defender's best replies
/// leave the attacker. What is to be looked at there grows with every one.
struct LookBelow<'a, R: Rules> {
    memory: &'a mut SearchMemory,
    position: &'a Position<R>,
    /// In `SearchMemory::moves`, which has nothing after the last listed with them.
    replies: Range<usize>,
}

impl<R: Rules> Task for LookBelow<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let LookBelow { memory, position, replies } = self;
        let moves = &mut memory.moves;
        for index in replies.clone() {
            let next = position.play(moves[index].mv);
            moves[index].score = u32::MAX - I::call(CountBelow { moves, position: &next });
        }
        moves[replies].sort_by_key(|choice| Reverse(choice.score));
    }
}

/// The moves that the defender's best replies leave to the attacker, to move, after each of its moves.
struct CountBelow<'a, R: Rules> {
    /// Room for lists, which is left as it was.
    moves: &'a mut Vec<RankedMove>,
    position: &'a Position<R>,
}

impl<R: Rules> Task for CountBelow<'_, R> {
    type Output = u32;

    #[inline(always)]
    fn run<I: Isa>(self) -> u32 {
        let CountBelow { moves, position } = self;
        let first = moves.len();
        I::call(ListMoves { position, moves });
        let (last, mut below) = (moves.len(), 0);
        for index in first..last {
            let after = position.play(moves[index].mv);
            I::call(ListMoves { position: &after, moves });
            let left = |reply: &RankedMove| order::mobility::<R, I>(&after.play(reply.mv));
            below += moves[last..].iter().map(left).min().unwrap_or(MATED);
            moves.truncate(last);
        }
        moves.truncate(first);
        below
    }
}

/// In the order in which they are tried.
#[inline(always)]
pub(in crate::win) fn greatest_first(moves: &mut [RankedMove]) {
    moves.sort_unstable_by_key(|choice| Reverse(choice.score));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::with_best_isa;
    use crate::format::fen;
    use crate::moves::legal_moves;
    use crate::rules::Standard;

    /// What is counted below a position is what it says, and lists under way stay as they were.
    #[test]
    fn below_are_the_fewest_moves_after_each() {
        let mut chance = 3u64;
        let mut position = fen::position::<Standard>(fen::START).unwrap();
        for _ in 0..200 {
            let lists: Vec<_> = legal_moves(&position);
            let mut moves: Vec<_> = lists.iter().map(|&mv| RankedMove { score: 7, mv }).collect();
            let counted = with_best_isa(CountBelow { moves: &mut moves, position: &position });
            let fewest = |mv: &Move| {
                let after = position.play(*mv);
                let left = |reply| legal_moves(&after.play(reply)).len() as u32;
                legal_moves(&after).into_iter().map(left).min().unwrap_or(MATED)
            };
            assert_eq!(counted, lists.iter().map(fewest).sum::<u32>());
            assert!(moves.iter().map(|choice| choice.mv).eq(lists.iter().copied()));
            chance = chance.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            let next = lists.get((chance >> 33) as usize % lists.len().max(1));
            position =
                next.map_or_else(|| fen::position::<Standard>(fen::START).unwrap(), |&mv| position.play(mv));
        }
    }
}
