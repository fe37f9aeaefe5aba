//! Looks: what a refutation and help play leave out is found here, and paid for by their nodes.

use std::cell::Cell;

use crate::Checked;
use crate::aim::Aim;
use crate::board::Board;
use crate::json::Item;
use crate::mates::{threats, winning};
use crate::moves::Move;
use crate::stalemates::stalemating;

/// Claims "the attacker does not win within so many plies", with the defender to move, need no node.
pub(crate) const LEFT_OUT: u64 = 3;

/// What each byte of the text of a node's position pays for; a list pays as 128 more, and each node as 8.
const PER_BYTE: usize = 512;

/// What a look costs: at least, for each pseudo-legal move, and for each that gives check besides.
const LEAST: u64 = 384;
const PER_MOVE: u64 = 16;
const PER_CHECK: u64 = 384;
/// For each move, where stalemates are looked for.
const PER_END: u64 = 208;

/// What it costs to seek an answer beside looks, and for each that is tried; of a move of keys for all.
const PER_SEARCH: u64 = 128;
const PER_ANSWER: u64 = 64;

/// What looks may still cost.
pub(crate) struct Looks(Cell<u64>);

impl Looks {
    /// Of a list of so many nodes, whose positions have texts of so many bytes together.
    pub(crate) fn of(nodes: usize, bytes: usize) -> Looks {
        Looks(Cell::new((PER_BYTE * (128 + 8 * nodes + bytes)) as u64))
    }

    fn pay(&self, cost: u64, list: &Item<'_>) -> Checked {
        list.budget.look()?;
        let left = self.0.get().checked_sub(cost);
        self.0.set(left.ok_or_else(|| list.refuse("its looks cost more than its nodes pay for: ask again"))?);
        Ok(())
    }

    /// Looks for the moves that win at once.
    pub(crate) fn winning(&self, board: &Board, list: &Item<'_>) -> Checked<impl Iterator<Item = Move>> {
        let (moves, threats) = threats(board);
        self.pay(LEAST + PER_MOVE * moves + PER_CHECK * threats.len() as u64, list)?;
        Ok(winning(board, threats))
    }

    /// Looks for the moves that stalemate.
    pub(crate) fn stalemating(&self, board: &Board, list: &Item<'_>) -> Checked<impl Iterator<Item = Move>> {
        self.pay(LEAST + PER_END * board.pseudo_legal_moves().len() as u64, list)?;
        Ok(stalemating(board))
    }

    /// Looks for all moves that end it at once: by a win, or a stalemate.
    pub(crate) fn ending(&self, is_win: bool, board: &Board, list: &Item<'_>) -> Checked<Vec<Move>> {
        Ok(match is_win {
            true => self.winning(board, list)?.collect(),
            false => self.stalemating(board, list)?.collect(),
        })
    }

    /// Pays for the answers to a move of keys, at the position after it.
    pub(crate) fn key(&self, after: &Board, list: &Item<'_>) -> Checked {
        self.pay(PER_SEARCH + PER_ANSWER * after.pseudo_legal_moves().len() as u64, list)
    }

    /// Whether the defender has an answer after which no move wins at once, or no move, but is not mated.
    pub(crate) fn find_answer(&self, board: &Board, list: &Item<'_>) -> Checked<bool> {
        let mut is_over = true;
        self.pay(PER_SEARCH, list)?;
        for m in board.pseudo_legal_moves() {
            self.pay(PER_ANSWER, list)?;
            let Some(after) = board.after(&m) else { continue };
            is_over = false;
            if board.captures_royal(&m) || self.winning(&after, list)?.next().is_none() {
                return Ok(true);
            }
        }
        Ok(is_over && Aim::Win.answers(board, false).is_none())
    }
}

#[cfg(test)]
#[path = "../tests/unit/looks.rs"]
mod tests;
