//! **`order`.** Pieces in a [cage](crate::reach::facts::cage), few squares that they never left, cannot have
//! got past one another as they like. If no play of theirs ends as on the board, no game reaches the
//! position.

use crate::board::Color;
use crate::reach::Level;

use super::{Lemma, Witness};

/// `order`: pieces that never left a few squares cannot have got past one another.
pub static ORDER: Lemma = Lemma {
    name: "order",
    level: Level::Static,
    instant: false,
    summary: "pieces that never left a few squares (king, queen, rooks behind pawns that have not moved) \
              stand in an order into which they cannot have got past one another",
    refute: |facts| {
        facts.open_mobility()?;
        let stuck = Color::BOTH.into_iter().find(|&color| !facts.cage(color).can_end(facts))?;
        Some(Witness::Order(stuck))
    },
};
