//! **`men`.** A side begins with 16 men and never gets another.

use crate::board::{Board, Color};
use crate::reach::Level;

use super::{Lemma, Witness};

/// `men`: a side has more than 16 men.
pub static MEN: Lemma = Lemma {
    name: "men",
    level: Level::Playable,
    instant: true,
    summary: "a side has more than 16 men",
    refute: |facts| applies(facts.board()).then_some(Witness::Men),
};

#[inline(always)]
pub(in crate::reach) fn applies(board: &Board) -> bool {
    board.color(Color::White).len() > 16 || board.color(Color::Black).len() > 16
}
