//! Answers of the defender that a refutation leaves out: the last few plies are looked at here.

use std::cell::Cell;
use std::iter;

use crate::aim::Aim;
use crate::board::Board;
use crate::budget::{Budget, Stopped};
use crate::mates::winning;
use crate::moves::Move;

/// Claims "the attacker does not win within so many plies", with the defender to move, need no node.
pub(crate) const LEFT_OUT: u64 = 3;

/// A search for answers, where the aim is to win.
pub(crate) struct Answers<'a> {
    budget: &'a Budget<'a>,
    /// The answer that was good last, which is tried first.
    last: Cell<Option<Move>>,
}

impl<'a> Answers<'a> {
    pub(crate) fn new(budget: &'a Budget<'a>) -> Answers<'a> {
        Answers { budget, last: Cell::default() }
    }

    /// Whether the attacker, not to move, does not win within two or three plies: the defender has an answer
    /// after which no move wins at once, or no move at all without being checkmated.
    pub(crate) fn has(&self, board: &Board) -> Result<bool, Stopped> {
        let to = |last: Move| board.moves_to(last.from.bit(), |_, _| last.to.bit());
        let first = self.last.get().filter(|m| to(*m).contains(m));
        let all = iter::once_with(|| board.pseudo_legal_moves()).flatten();
        let mut is_over = true;
        for m in first.into_iter().chain(all) {
            let Some(after) = board.after(&m) else { continue };
            self.budget.look()?;
            is_over = false;
            let is_held = || Aim::Win.is_out_of_reach(&after) || winning(&after).next().is_none();
            if board.captures_royal(&m) || is_held() {
                self.last.set(Some(m));
                return Ok(true);
            }
        }
        Ok(is_over && Aim::Win.answers(board).is_none())
    }
}

#[cfg(test)]
#[path = "../tests/unit/answers.rs"]
mod tests;
