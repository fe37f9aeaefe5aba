//! **`kings`.** Each side has one king from the first move to the last.

use crate::board::{Color, Role};
use crate::reach::Level;

use super::{Lemma, Witness};

/// `kings`: a side has not exactly one king.
pub static KINGS: Lemma = Lemma {
    name: "kings",
    level: Level::Playable,
    instant: true,
    summary: "a side has not exactly one king",
    refute: |facts| {
        let kings = Color::BOTH.map(|color| facts.board().men(color, Role::King));
        kings.iter().any(|kings| kings.single().is_none()).then_some(Witness::Kings(kings))
    },
};
