//! Move generation: one generator for every game, that hands what it finds to a [`Sink`].

mod checks;
mod generate;
#[cfg(target_arch = "x86_64")]
mod leaves;
mod list;
mod perft;
mod retraction;

pub(crate) use checks::CheckSquares;
pub use checks::checking_moves;
pub use generate::{Filter, Legal, Pseudo, Safe, Sink, generate};
pub(crate) use list::{Exists, ForEachMove, first_legal_move};
pub use list::{has_legal_move, has_safe_move, legal_moves, pseudo_legal_moves, safe_moves};
pub(crate) use perft::{Count, CountMoves};
pub use perft::{perft, perft_portable};
pub use retraction::{
    Captures, Past, Unmove, UnmoveKind, Unmoves, pawns_and_promoted, plausible_unmoves, unmoves,
};
