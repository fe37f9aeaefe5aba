//! How long a win takes: in plies, or in moves of the winner. Nowhere else is one turned into the other.

use std::fmt;
use std::ops::{Add, Sub};

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A number of plies: moves of both sides. As JSON it is the bare number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(transparent))]
pub struct Plies(pub u32);

/// A number of moves of the attacker, as in "mate in 3". As JSON it is the bare number.
///
/// ```
/// use chess_arbiter::win::{Moves, Plies};
/// assert_eq!(Moves(3).plies(), Plies(5));
/// assert_eq!(Plies(5).moves(), Moves(3));
/// // The attacker makes the last move of a win, so that an even number adds nothing.
/// assert_eq!(Plies(6).moves(), Moves(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(transparent))]
pub struct Moves(pub u32);

impl Plies {
    /// No bound.
    pub const MAX: Plies = Plies(u32::MAX);

    /// The moves that the side to move makes in so many plies.
    #[must_use]
    pub const fn moves(self) -> Moves {
        Moves(self.0.div_ceil(2))
    }
}

impl Moves {
    /// The most moves whose plies are a number.
    pub const MAX: Moves = Moves(u32::MAX / 2);

    /// The plies of a win in so many moves: the attacker makes the first and the last.
    /// Of more than [`MAX`](Moves::MAX) moves [`Plies::MAX`], of none 0.
    #[must_use]
    pub const fn plies(self) -> Plies {
        if self.0 > Moves::MAX.0 { Plies::MAX } else { Plies((2 * self.0).saturating_sub(1)) }
    }

    /// The plies within which there is no win, if there is none in so many moves: the defender's reply to the
    /// last of them does not win either.
    pub(crate) const fn plies_without_win(self) -> Plies {
        Plies(self.0.saturating_mul(2))
    }
}

impl Add<u32> for Plies {
    type Output = Plies;

    fn add(self, more: u32) -> Plies {
        Plies(self.0.saturating_add(more))
    }
}

/// Never less than none.
impl Sub<u32> for Plies {
    type Output = Plies;

    fn sub(self, fewer: u32) -> Plies {
        Plies(self.0.saturating_sub(fewer))
    }
}

impl Add<u32> for Moves {
    type Output = Moves;

    fn add(self, more: u32) -> Moves {
        Moves(self.0.saturating_add(more))
    }
}

/// Never less than none.
impl Sub<u32> for Moves {
    type Output = Moves;

    fn sub(self, fewer: u32) -> Moves {
        Moves(self.0.saturating_sub(fewer))
    }
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
