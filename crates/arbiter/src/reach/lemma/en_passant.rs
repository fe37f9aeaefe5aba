//! **`en-passant`.** An en passant square says that the last move was a double step over it: by a pawn that
//! stands just beyond, and over two squares that were free and still are.

use crate::board::{Color, Role, Square};
use crate::moves::Past;
use crate::reach::Level;

use super::{Lemma, Witness};

/// `en-passant`: no double step can have led over the en passant square.
pub static EN_PASSANT: Lemma = Lemma {
    name: "en-passant",
    level: Level::WellFormed,
    instant: true,
    summary: "no pawn can just have stepped over the en passant square: wrong rank, no pawn beyond it, or \
              the way was not free",
    refute: |facts| {
        let past = facts.past();
        let over = past.en_passant.filter(|_| past.double_step().is_none())?;
        Some(Witness::EnPassant(obstacle(past, over)))
    },
};

/// Why no pawn has just stepped over a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// No pawn of the side that has moved steps over squares of this rank.
    Rank,
    /// There is no such pawn on this square, beyond the one it would have stepped over.
    NoPawn(Square),
    /// This square, which it would have stepped over or come from, is not empty.
    Occupied(Square),
}

fn obstacle(past: &Past, over: Square) -> Obstacle {
    let stepper = !past.turn;
    let (rank, ahead) = if stepper == Color::White { (2, 8) } else { (5, -8) };
    if over.rank() != rank {
        return Obstacle::Rank;
    }
    let (from, to) = (over.offset(-ahead), over.offset(ahead));
    if !past.board.men(stepper, Role::Pawn).has(to) {
        Obstacle::NoPawn(to)
    } else if past.board.occupied().has(over) {
        Obstacle::Occupied(over)
    } else {
        Obstacle::Occupied(from)
    }
}
