//! Deductions that need no search: each shows of some positions that they cannot have arisen.
//! One rule a file, with its argument.

pub(super) mod cage;
mod checks;
pub mod columns;
mod files;
mod instant;
pub mod kernel;
mod late;
mod lawful;
pub(super) mod locked;
pub(super) mod mobility;
mod name;
pub(super) mod origins;
mod parity;
mod quick;
pub(super) mod ways;

use crate::board::Color;
use crate::moves::Past;

use columns::{Columns, Found, Needs};

pub use instant::instant;
pub(super) use instant::unclaimable;
pub use mobility::{Forced, Mobility};
pub use quick::{Flaw, quick};

/// Why a past is impossible: a lemma that the checker derives again from the position alone.
/// Its name is how certificates cite it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Lemma {
    /// `kings`: a side has not exactly one king.
    Kings,
    /// `end-row-pawns`: a pawn stands on the first or eighth row.
    EndRowPawns,
    /// `waiting-side-attacked`: the side not to move is in check.
    WaitingSideAttacked,
    /// `men`: a side has more than 16 men.
    Men,
    /// `promotions`: pawns and promoted pieces of a side are more than eight, bishops counted by colour of square.
    Promotions,
    /// `castling`: a right without king and rook on their first squares.
    Castling,
    /// `en-passant`: no double step can have led over the en passant square.
    EnPassant,
    /// `locked`: men that can never have moved are not where they began.
    Locked,
    /// `origins`: the men cannot all have come from the initial array.
    Origins,
    /// `order`: pieces that never left a few squares cannot have got past one another.
    Order,
    /// `parity`: the sides have made the wrong number of moves for the side to move.
    Parity,
    /// `columns`: too few captures for the pawns and promoted pieces, file by file.
    Columns,
    /// `confined-columns`: the same, knowing which men can have moved where.
    ConfinedColumns,
    /// `kernel`: no sequence of captures, in any order, leaves the pawns where they are.
    Kernel,
    /// `files`: too few captures for the files where white and black pawns no longer block each other.
    Files,
}

/// Steps of the search in the pawn columns: far more than it takes where captures are few, and where they are many it does not refute.
const COLUMN_STEPS: u64 = 50_000;

/// The first lemma that shows a past to be impossible, cheapest first; `None` if none does.
pub fn refute(past: &Past) -> Option<Lemma> {
    if let Some(lemma) = instant(past) {
        return Some(lemma);
    }
    if files::refuted(&past.board) {
        return Some(Lemma::Files);
    }
    let by_men = Color::BOTH.map(|color| Needs::of_men(&past.board, color));
    if columns_refuted(past, by_men) {
        return Some(Lemma::Columns);
    }
    let mobility = match Mobility::of(past) {
        Ok(mobility) => mobility,
        Err(lemma) => return Some(lemma),
    };
    let confined = Color::BOTH.map(|color| Needs::of(&past.board, color, &mobility));
    if confined != by_men && columns_refuted(past, confined) {
        return Some(Lemma::ConfinedColumns);
    }
    mobility.refute(past)
}

/// Whether the pawns cannot have met the needs.
fn columns_refuted(past: &Past, needs: [Option<Needs>; 2]) -> bool {
    let [Some(white), Some(black)] = needs else { return true };
    match Columns::new(past, [white, black]) {
        Some(columns) => columns.search(COLUMN_STEPS, &mut |_| true) == Found::Exhausted,
        None => true,
    }
}
