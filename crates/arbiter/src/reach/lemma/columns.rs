//! **`columns`.** Pawns leave their files only by capturing, and every capture costs the enemy a man. Where
//! no [account of the pawns](crate::reach::facts::columns) manages with the men that are missing, no game
//! reaches the position: not with the pawns on the board, those that the pieces need to have promoted, and
//! those that died.

use crate::board::Color;
use crate::moves::Past;
use crate::reach::Level;
use crate::reach::facts::columns::{Columns, ColumnsEnd};
use crate::reach::facts::needs::Needs;

use super::{Lemma, Witness};

/// `columns`: too few captures for the pawns and promoted pieces, file by file.
pub static COLUMNS: Lemma = Lemma {
    name: "columns",
    level: Level::Static,
    instant: false,
    summary: "the same file by file with each pawn's way: the pawns on the board, those that must have \
              promoted, and those that died need more captures than there are missing men",
    refute: |facts| {
        let needs = Color::BOTH.map(|color| Needs::of_men(facts.board(), color));
        refuted(facts.past(), needs).then_some(Witness::Columns(needs))
    },
};

/// Steps of the search for an account: far more than it takes where captures are few, and where they are many
/// it does not refute.
const MAX_STEPS: u64 = 50_000;

/// Whether the pawns cannot have met the needs.
pub(super) fn refuted(past: &Past, needs: [Option<Needs>; 2]) -> bool {
    let [Some(white), Some(black)] = needs else { return true };
    match Columns::new(past, [white, black]) {
        Some(columns) => columns.search(MAX_STEPS, &mut |_| true) == ColumnsEnd::Exhausted,
        None => true,
    }
}
