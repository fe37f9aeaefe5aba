//! **`confined-columns`.** The [columns](super::columns) once more, with what
//! [mobility](crate::reach::facts::mobility) shows: which pieces can only be promoted pawns, where they can
//! have promoted, and which men no pawn can have captured.

use crate::board::Color;
use crate::reach::Level;
use crate::reach::facts::needs::Needs;

use super::{Lemma, Witness, columns};

/// `confined-columns`: as `columns`, knowing which men can have moved where.
pub static CONFINED_COLUMNS: Lemma = Lemma {
    name: "confined-columns",
    level: Level::Static,
    instant: false,
    summary: "as `columns`, knowing which squares men can have reached",
    refute: |facts| {
        let (board, mobility) = (facts.board(), facts.open_mobility()?);
        let confined = Color::BOTH.map(|color| Needs::of(board, color, mobility));
        let by_men = Color::BOTH.map(|color| Needs::of_men(board, color));
        let refuted = confined != by_men && columns::refuted(facts.past(), confined);
        refuted.then_some(Witness::ConfinedColumns(confined))
    },
};
