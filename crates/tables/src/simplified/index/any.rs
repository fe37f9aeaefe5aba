//! The index of a class of either game.

use chess_arbiter::attacks::Isa;
use chess_arbiter::rules::{Simplified, SimplifiedPawns};

use super::{Index, IndexPlace};
use crate::error::TooLarge;
use crate::material::Class;
use crate::positions::LIMIT;
use crate::simplified::tiny::Tiny;

/// The index of a class of either game: a class without pawns has the symmetries of the game without.
#[derive(Debug)]
pub enum AnyIndex {
    /// No pawns.
    Pieces(Index<Simplified>),
    /// Pawns on some side.
    Pawns(Index<SimplifiedPawns>),
}

/// Runs code with the index, of whichever game it is.
macro_rules! either {
    ($any:expr, $index:ident => $body:expr) => {
        match $any {
            AnyIndex::Pieces($index) => $body,
            AnyIndex::Pawns($index) => $body,
        }
    };
}

impl AnyIndex {
    /// The index of a class.
    ///
    /// # Panics
    /// As [`Index::new`].
    pub fn new(class: Class) -> AnyIndex {
        if class.has_pawns() {
            AnyIndex::Pawns(Index::new(class))
        } else {
            AnyIndex::Pieces(Index::new(class))
        }
    }

    /// The length of the index of a class, without making it.
    ///
    /// # Errors
    /// It is [`LIMIT`] or more, and there can be no index.
    pub fn len_of(class: Class) -> Result<u32, TooLarge> {
        let len = if class.has_pawns() {
            Index::<SimplifiedPawns>::size(class)
        } else {
            Index::<Simplified>::size(class)
        };
        u32::try_from(len).ok().filter(|&len| len < LIMIT).ok_or(TooLarge { class, len })
    }

    /// See [`Index::class`].
    pub fn class(&self) -> Class {
        either!(self, index => index.class())
    }

    /// See [`Index::len`].
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u32 {
        either!(self, index => index.len())
    }

    /// See [`Index::positions`].
    pub fn positions(&self) -> u64 {
        either!(self, index => index.positions())
    }

    /// See [`Index::place`].
    #[inline(always)]
    pub fn place<I: Isa>(&self, position: Tiny) -> IndexPlace {
        either!(self, index => index.place::<I>(position))
    }

    /// See [`Index::position`].
    #[inline(always)]
    pub fn position<I: Isa>(&self, number: u32) -> (Tiny, bool) {
        either!(self, index => index.position::<I>(number))
    }
}
