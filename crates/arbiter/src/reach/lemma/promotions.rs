//! **`promotions`.** Whatever a side has more of than it began with was a pawn, and it began with eight.
//! Bishops count by the colour of their squares, which they never leave: one on each is the side's from the
//! beginning.

use crate::board::{Board, Color};
use crate::moves::pawns_and_promoted;
use crate::reach::Level;

use super::{Lemma, Witness};

/// `promotions`: pawns and promoted pieces of a side are more than eight.
pub static PROMOTIONS: Lemma = Lemma {
    name: "promotions",
    level: Level::Static,
    instant: true,
    summary: "a side has more pawns and promoted pieces than eight; a second bishop on the same colour of \
              square must be a promoted pawn",
    refute: |facts| applies(facts.board()).then_some(Witness::Promotions),
};

#[inline(always)]
pub(in crate::reach) fn applies(board: &Board) -> bool {
    pawns_and_promoted(board, Color::White) > 8 || pawns_and_promoted(board, Color::Black) > 8
}
