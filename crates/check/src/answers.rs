//! Answers of the defender that a refutation leaves out: the last few plies are looked at here.

use crate::aim::Aim;
use crate::board::Board;
use crate::budget::{Budget, Stopped};
use crate::mates::winning;

/// Claims "the attacker does not win within so many plies", with the defender to move, need no node.
pub(crate) const LEFT_OUT: u64 = 3;

/// Whether the attacker, not to move, does not win within two or three plies: the defender has an answer
/// after which no move wins at once, or no move at all without being checkmated.
pub(crate) fn has_answer(board: &Board, budget: &Budget<'_>) -> Result<bool, Stopped> {
    let mut is_over = true;
    for m in board.pseudo_legal_moves() {
        let Some(after) = board.after(&m) else { continue };
        budget.look()?;
        is_over = false;
        let is_held = || Aim::Win.is_out_of_reach(&after) || winning(&after).next().is_none();
        if board.captures_royal(&m) || is_held() {
            return Ok(true);
        }
    }
    Ok(is_over && Aim::Win.answers(board).is_none())
}

#[cfg(test)]
#[path = "../tests/unit/answers.rs"]
mod tests;
