//! What the machinery must know of a game: positions that have numbers, and the moves between them.
//!
//! In every game here the royal is taken in the end. In the 4×4 games it is taken on the board, so that a
//! win takes one ply at least; in standard chess the game ends two plies before that, with mate. Everything
//! that retrograde analysis does counts plies until the royal is taken, and what is told to others is
//! less by [`Class::end`](crate::material::Class::end).

use std::ops::Range;
use std::sync::Arc;

use chess_arbiter::attacks::Isa;

use crate::material::Class;
use crate::store::{HOLDS, LOST_LATER, MAX_MOVES, MAX_PLIES, counter};

/// The positions of a class with one side to move, and the tables of the classes that moves out of it lead
/// to.
pub(crate) trait Positions: Send + Sync + Sized {
    /// How positions of a solved class are found.
    type Index: Numbered;
    /// What is remembered while positions are visited in the order of their numbers.
    type Walk<'a>: Default
    where
        Self: 'a;

    /// For a class, given the solved classes that it leads to.
    fn new(class: Class, solved: &mut dyn FnMut(Class) -> Option<Arc<Solved<Self::Index>>>) -> Self;

    /// The class.
    fn class(&self) -> Class;

    /// Positions have the numbers below this.
    fn len(&self) -> u32;

    /// The numbers of the positions that have half as many forms on the board as the others.
    fn symmetric(&self) -> impl Iterator<Item = u32> + '_;

    /// Looks at the positions of a range and writes a byte for each, which is zero before, where the royal
    /// cannot be taken: see [`first_byte`]. Returns how many these are.
    fn look<I: Isa>(&self, range: Range<u32>, bytes: &mut [u8]) -> u64;

    /// Hands all moves of the other side within its class, `before`, that lead to a position, to `each`, by
    /// the numbers of the positions they come from. A number may come several times, with [`DOUBLE`] in the
    /// place of two times: each as often as its moves were counted.
    fn edges<'a, I: Isa>(&'a self, before: &Self, walk: &mut Self::Walk<'a>, at: u32, each: impl FnMut(u32));

    /// What the conversions of a position offer.
    fn conversions<I: Isa>(&self, at: u32) -> Offer;

    /// The longest win or loss, from before the move, that any conversion leads to.
    fn longest(&self) -> u8;
}

/// How the positions of a class are found among its values.
pub(crate) trait Numbered: Send + Sync + Sized + 'static {
    /// Whether the values of one class of a pair follow from those of the other, so that only one has a file.
    const ONE_OF_PAIR: bool;
    /// The longest win or loss that its tables have room for, in plies until the royal is taken.
    const MAX_VALUE: u8;

    /// The index of a class.
    fn new(class: Class) -> Self;

    /// The values of a class, given those of the other of its pair and of all that it leads to,
    /// where they are known; for games in which one of a pair has a file.
    fn of_moves(class: Class, solved: &mut dyn FnMut(Class) -> Option<Arc<Solved<Self>>>) -> Option<Vec<u8>>;
}

/// Classes must have fewer positions than this: where numbers of positions are kept the highest bit has its
/// own use.
pub const LIMIT: u32 = 1 << 31;
/// The bit of an edge that stands for two moves.
pub(crate) const DOUBLE: u32 = LIMIT;

/// A class that is solved, in memory: a byte for each position, plies or 0 for never, anything where the side
/// to move can take the royal.
#[derive(Debug)]
pub(crate) struct Solved<X> {
    pub(crate) index: X,
    pub(crate) values: Vec<u8>,
    /// The greatest of the values.
    pub(crate) longest: u8,
}

impl<X: Numbered> Solved<X> {
    pub(crate) fn new(class: Class, values: Vec<u8>) -> Solved<X> {
        let longest = values.iter().fold(0, |most, &value| most.max(value));
        Solved { index: X::new(class), values, longest }
    }
}

/// The best and the worst that moves to other classes offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offer {
    /// The shortest win, in plies from before the move; 0 for none.
    pub(crate) win: u8,
    /// The longest loss.
    pub(crate) loss: u8,
    /// There is one after which nobody can force anything.
    pub(crate) hold: bool,
}

impl Offer {
    #[inline(always)]
    pub(crate) fn add(&mut self, theirs: u8) {
        match theirs {
            0 => self.hold = true,
            plies if plies % 2 == 0 => {
                if self.win == 0 || plies < self.win {
                    self.win = plies + 1;
                }
            }
            plies => self.loss = self.loss.max(plies + 1),
        }
    }
}

impl Offer {
    /// Both offers.
    #[inline(always)]
    pub(crate) fn and(self, other: Offer) -> Offer {
        let win = match (self.win, other.win) {
            (0, win) | (win, 0) => win,
            (a, b) => a.min(b),
        };
        Offer { win, loss: self.loss.max(other.loss), hold: self.hold || other.hold }
    }
}

/// The byte of a position of which only its moves are known: `open` of them within the class. Where there is
/// no move at all, `draw` says whether the game ends without a winner.
#[inline(always)]
pub(crate) fn first_byte(offer: Offer, open: u32, draw: impl FnOnce() -> bool) -> u8 {
    match offer {
        Offer { win: 1..=MAX_PLIES, .. } => offer.win,
        // Never lost; whether it is won sooner than by a long conversion will be seen.
        Offer { win: 1.., .. } | Offer { hold: true, .. } => HOLDS,
        Offer { loss, .. } if open > 0 => counter(open.min(MAX_MOVES), loss > 4),
        Offer { loss: 0, .. } if draw() => HOLDS,
        Offer { loss, .. } if loss > MAX_PLIES => LOST_LATER,
        Offer { loss, .. } => loss.max(2),
    }
}
