//! Exact values of positions from outside the search: tables, to which a solver can be given access.

use std::fmt::Debug;

use crate::board::{Board, Color};

use super::Plies;

/// What is known of a position, if both sides play their best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OracleValue {
    /// The side to move wins in exactly so many plies (odd).
    Win(Plies),
    /// The other side wins in exactly so many plies (even).
    Lost(Plies),
    /// Neither can ever force a win, or the side to move has no move, which ends the game.
    Never,
}

/// Something that knows exact values of some positions of a game that is won by capturing the royal.
pub trait Oracle: Debug + Send + Sync {
    /// The value of the position with these men, if it is known.
    fn value(&self, board: &Board, turn: Color) -> Option<OracleValue>;
}
