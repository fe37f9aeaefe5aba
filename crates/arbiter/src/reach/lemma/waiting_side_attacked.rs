//! **`waiting-side-attacked`.** Nobody may leave his king attacked with his move.

use crate::attacks::{self, Portable};
use crate::board::Role;
use crate::reach::Level;
use crate::rules::Standard;

use super::{Lemma, Witness};

/// `waiting-side-attacked`: the side not to move is in check.
pub static WAITING_SIDE_ATTACKED: Lemma = Lemma {
    name: "waiting-side-attacked",
    level: Level::Playable,
    instant: true,
    summary: "the side that has just moved is in check",
    refute: |facts| {
        let (board, turn) = (facts.board(), facts.past().turn);
        let king = board.men(!turn, Role::King).single()?;
        let by = attacks::attackers::<Standard, Portable>(board, king, turn, board.occupied());
        by.has_any().then_some(Witness::WaitingSideAttacked { king, by })
    },
};
