//! **`castling`.** A right to castle is lost with the first move of the king or of that rook, so both stand
//! where they began. (Rights of another array than was asked about never get here:
//! [`decide`](crate::reach::decide) refuses them, or takes them for those of the array.)

use crate::board::Bitboard;
use crate::moves::Past;
use crate::reach::Level;

use super::{Lemma, Witness};

/// `castling`: a right without king and rook on their first squares.
pub static CASTLING: Lemma = Lemma {
    name: "castling",
    level: Level::WellFormed,
    instant: true,
    summary: "a castling right is claimed, but king or rook is not on its first square",
    refute: |facts| {
        let past = facts.past();
        (!past.rights_in_place()).then(|| Witness::Castling(misplaced(past)))
    },
};

/// The rights whose king or rook is not on its first square.
pub(in crate::reach) fn misplaced(past: &Past) -> Bitboard {
    past.castling.filter(|right| !Past { castling: right.bb(), ..*past }.rights_in_place()).collect()
}
