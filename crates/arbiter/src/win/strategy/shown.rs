//! What a certificate shows beside an answer.

use crate::board::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::win::Moves;
use crate::win::solution::{Fact, Known};

/// All keys of the position, and what the attacker does in others.
pub(in crate::win) struct Shown<'a, R: Rules> {
    /// Within so many moves
    pub(in crate::win) within: Moves,
    /// the attacker reaches its aim with these, and no others.
    pub(in crate::win) keys: &'a [Move],
    /// What a solution rests on.
    pub(in crate::win) known: Option<&'a Known<R>>,
}

impl<R: Rules> Shown<'_, R> {
    /// All of it, of a position.
    pub(super) fn all<'s>(&'s self, position: &'s Position<R>) -> impl Iterator<Item = Fact<'s, R>> {
        std::iter::once((position, self.within, Some(self.keys))).chain(self.variations(position))
    }

    /// What is not said by the keys.
    pub(super) fn variations<'s>(&'s self, position: &'s Position<R>) -> impl Iterator<Item = Fact<'s, R>> {
        let is_said = move |(at, moves, keys): &Fact<'_, R>| {
            *at == position && *moves == self.within && *keys == Some(self.keys)
        };
        self.known.iter().flat_map(|known| known.all()).filter(move |fact| !is_said(fact))
    }
}
