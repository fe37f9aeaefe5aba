//! Answers of the defender that a refutation leaves out: the last few plies are looked at here.

use std::cell::{Cell, RefCell};
use std::iter;

use crate::aim::Aim;
use crate::board::Board;
use crate::budget::{Budget, Stopped};
use crate::mates::winning;
use crate::moves::Move;
use crate::sight::Sight;

/// Claims "the attacker does not win within so many plies", with the defender to move, need no node.
pub(crate) const LEFT_OUT: u64 = 5;

/// So many positions with answers are remembered.
const REMEMBERED: usize = 1 << 12;

/// Bits that look like chance.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A search for answers, where the aim is to win.
pub(crate) struct Answers<'a> {
    budget: &'a Budget<'a>,
    /// For each number of plies the answer that was good last, which is tried first.
    last: [Cell<Option<Move>>; LEFT_OUT as usize + 1],
    /// Positions that have an answer for so many plies, each at its place. Empty until one is
    /// asked about.
    known: RefCell<Vec<Option<(Board, u64)>>>,
}

impl<'a> Answers<'a> {
    pub(crate) fn new(budget: &'a Budget<'a>) -> Answers<'a> {
        Answers { budget, last: Default::default(), known: RefCell::default() }
    }

    /// Whether the attacker, not to move, does not win within the plies: the defender has an answer after
    /// which it does not, or no move at all without being checkmated.
    pub(crate) fn has(&self, board: &Board, plies: u64) -> Result<bool, Stopped> {
        if self.known.borrow().is_empty() {
            self.budget.take(REMEMBERED * size_of::<Option<(Board, u64)>>())?;
            *self.known.borrow_mut() = vec![None; REMEMBERED];
        }
        let place = place(board);
        let is_it = |(known, most): &(Board, u64)| plies <= *most && known == board;
        if self.known.borrow()[place].as_ref().is_some_and(is_it) {
            return Ok(true);
        }
        let has = self.finds(board, plies)?;
        if has {
            self.known.borrow_mut()[place] = Some((*board, plies));
        }
        Ok(has)
    }

    fn finds(&self, board: &Board, plies: u64) -> Result<bool, Stopped> {
        let last = &self.last[plies as usize];
        let to = |last: Move| board.moves_to(last.from.bit(), |_, _| last.to.bit());
        let first = last.get().filter(|m| to(*m).contains(m));
        let all = iter::once_with(|| board.pseudo_legal_moves()).flatten();
        // A check leaves the attacker few moves to look at.
        let checks = if plies > 3 { Sight::of(board, board.turn.other()).attacking() } else { Vec::new() };
        let mut is_over = true;
        for m in checks.into_iter().chain(first).chain(all) {
            let Some(after) = board.after(&m) else { continue };
            is_over = false;
            if board.captures_royal(&m) || self.is_held(&after, plies - 1)? {
                last.set(Some(m));
                return Ok(true);
            }
        }
        Ok(is_over && Aim::Win.answers(board).is_none())
    }

    /// Whether the attacker, to move, does not win within the plies.
    fn is_held(&self, board: &Board, plies: u64) -> Result<bool, Stopped> {
        self.budget.look()?;
        if plies == 0 || Aim::Win.is_out_of_reach(board) {
            return Ok(true);
        }
        let mut is_held = winning(board).next().is_none();
        for m in if is_held && plies > 2 { board.playable_moves() } else { Vec::new() } {
            is_held = is_held && self.has(&board.play(&m), plies - 1)?;
        }
        Ok(is_held)
    }
}

/// Where a position is remembered; others may have the same place, and the later one takes it.
fn place(board: &Board) -> usize {
    let sets = board.sides.iter().flat_map(|side| side.0).zip(1..);
    let mix = |(set, n): (u64, u32)| set.wrapping_mul(MIXER.rotate_left(5 * n)).rotate_left(2 * n + 27);
    let mixed = sets.map(mix).fold(0, u64::wrapping_add).wrapping_mul(MIXER);
    (mixed >> 32) as usize % REMEMBERED
}

#[cfg(test)]
#[path = "../tests/unit/answers.rs"]
mod tests;
