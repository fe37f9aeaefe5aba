//! Looks: what a refutation and help play leave out is found here, and paid for by their nodes.

use std::cell::Cell;

use crate::Checked;
use crate::aim::Aim;
use crate::board::Board;
use crate::json::Item;
use crate::mates::winning;

/// Claims "the attacker does not win within so many plies", with the defender to move, need no node.
pub(crate) const LEFT_OUT: u64 = 3;

/// What a node pays for, and what a look costs beside the square of the number of pseudo-legal moves.
const PER_NODE: u64 = 1 << 15;
const LEAST: u64 = 1 << 10;

/// What looks may still cost.
pub(crate) struct Looks(Cell<u64>);

impl Looks {
    /// Of a list of so many nodes.
    pub(crate) fn of(nodes: usize) -> Looks {
        Looks(Cell::new((nodes as u64 + 2) * PER_NODE))
    }

    /// Pays for looks at a position.
    pub(crate) fn pay(&self, times: u64, board: &Board, list: &Item<'_>) -> Checked {
        list.budget.look()?;
        let moves = board.pseudo_legal_moves().len() as u64;
        let left = self.0.get().checked_sub(times * (moves * moves + LEAST));
        self.0.set(left.ok_or_else(|| list.refuse("its looks cost more than its nodes pay for: ask again"))?);
        Ok(())
    }

    /// Whether the attacker, not to move, does not win within two or three plies: the defender has an answer
    /// after which no move wins at once, or no move at all without being checkmated.
    pub(crate) fn find_answer(&self, board: &Board, list: &Item<'_>) -> Checked<bool> {
        let mut is_over = true;
        for m in board.pseudo_legal_moves() {
            let Some(after) = board.after(&m) else { continue };
            is_over = false;
            if board.captures_royal(&m) {
                return Ok(true);
            }
            self.pay(1, &after, list)?;
            if Aim::Win.is_out_of_reach(&after) || winning(&after).next().is_none() {
                return Ok(true);
            }
        }
        Ok(is_over && Aim::Win.answers(board).is_none())
    }
}

#[cfg(test)]
#[path = "../tests/unit/looks.rs"]
mod tests;
