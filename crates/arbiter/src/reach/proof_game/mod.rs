//! Proof games, by construction.

mod approach;
mod chance;
mod construct;
mod detour;
mod fates;
mod plan;
mod quiet;
mod realize;
mod script;
mod search;
mod task;
mod untangle;
mod ways;

use crate::board::Square;

pub(super) use chance::Chance;
pub(crate) use construct::reaches;
pub(super) use construct::{construct_within, en_passant_is_possible};
pub(super) use quiet::forward;
pub use realize::{Unrealized, realize};

/// One thing that happens to the pawns, in the order of the game. All other moves are moves of pieces
/// that the construction is free to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnStep {
    /// A pawn goes straight ahead, one or two squares (to the last rank: it promotes).
    Push {
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// A pawn captures diagonally. What stands on `to` is an enemy pawn, if one is there by the plan,
    /// else any enemy piece that can be spared must be brought there. On the last rank it promotes.
    Capture {
        /// From.
        from: Square,
        /// To.
        to: Square,
        /// Whether the victim is a pawn that stands there.
        pawn: bool,
    },
    /// A pawn captures en passant.
    EnPassant {
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// A pawn is captured by a piece where it stands.
    Taken {
        /// Where.
        square: Square,
    },
}
