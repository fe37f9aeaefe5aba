//! What the defender may try, the best first.

use crate::attacks::Isa;
use crate::board::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::win::mate::candidates::{ListMoves, greatest_first};
use crate::win::mate::last_moves::one;
use crate::win::mate::memory::{RankedMove, SearchMemory, level};
use crate::win::mate::order;
use crate::win::mate::table::Place;
use crate::win::stipulation::Aim;

/// What can be said of the defender's replies without a search.
pub(super) enum Replies {
    /// The aim is reached after each of them, or without one.
    Reached,
    /// One of them is enough to refute, or the defender has none where it needs one.
    Refute,
    /// These are listed.
    Listed,
}

/// More moves than these are as bad as these.
const MAX_MOBILITY: u32 = 127;

/// What it means that the side to move has no move.
#[inline(always)]
pub(super) fn without_a_move<R: Rules>(aim: Aim, position: &Position<R>) -> Replies {
    let reached = match aim {
        Aim::Mate => position.checkers().has_any(),
        Aim::Stalemate => position.checkers().is_empty(),
        Aim::Selfmate | Aim::Reflexmate => false,
    };
    if reached { Replies::Reached } else { Replies::Refute }
}

impl SearchMemory {
    /// Appends the defender's replies that the table does not decide, the most promising first, where the
    /// attacker has at least two moves left. Nothing is appended unless they are [`Replies::Listed`].
    #[inline(always)]
    pub(super) fn list_replies<R: Rules, I: Isa>(
        &mut self,
        aim: Aim,
        position: &Position<R>,
        left: u32,
    ) -> Replies {
        let first = self.moves.len();
        let us = position.turn();
        I::call(ListMoves { position, moves: &mut self.moves });
        if self.moves.len() == first {
            return without_a_move(aim, position);
        }
        let killers = self.defences[us as usize][level(left)];
        let enemy = position.board().color(!us);
        let mut kept = first;
        for index in first..self.moves.len() {
            let mv = self.moves[index].mv;
            let role = position.board().role_on(mv.from());
            let next = position.play_role(mv, role);
            let mobility = order::mobility::<R, I>(&next);
            if mobility == 0 {
                if aim == Aim::Selfmate && next.checkers().has_any() {
                    continue;
                }
                self.moves.truncate(first);
                return Replies::Refute;
            }
            let bounds = self.table.get(&Place::of(&next));
            if bounds.none >= left
                || aim == Aim::Reflexmate && bounds.mate > left && one::mating_move::<R, I>(&next).is_some()
            {
                self.moves.truncate(first);
                return Replies::Refute;
            }
            if bounds.mate > left {
                // What leaves the attacker few moves is refuted, if at all, with the least work.
                let score = (MAX_MOBILITY.saturating_sub(mobility) << 25)
                    + self.history.of(us, role, mv)
                    + (u32::from(bounds.none + 1 >= left) << 24)
                    + (u32::from(killers.0.contains(&Some(mv))) << 23)
                    + (u32::from(enemy.has(mv.to())) << 10);
                self.moves[kept] = RankedMove { score, mv };
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        greatest_first(&mut self.moves[first..]);
        if kept == first { Replies::Reached } else { Replies::Listed }
    }

    /// Appends the defender's replies where the attacker has one move left: those that refuted lately first.
    #[inline(always)]
    pub(super) fn list_last_replies<R: Rules, I: Isa>(&mut self, position: &Position<R>) {
        let first = self.moves.len();
        I::call(ListMoves { position, moves: &mut self.moves });
        let us = position.turn();
        let killers = self.last_defences[us as usize].0;
        for RankedMove { score, mv } in &mut self.moves[first..] {
            let rank: Option<usize> = killers.iter().position(|&killer: &Option<Move>| killer == Some(*mv));
            *score = rank.map_or(0, |rank| (4 - rank as u32) << 24)
                + self.history.of(us, position.board().role_on(mv.from()), *mv);
        }
        greatest_first(&mut self.moves[first..]);
    }
}
