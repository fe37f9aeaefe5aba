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
use crate::solved::Solved;

/// The positions of a class with one side to move, and the tables of the classes that moves out of it lead
/// to.
pub(crate) trait Positions: Send + Sync + Sized + 'static {
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

    /// Looks at the positions of a range, and hands what there is to know of those in which the royal cannot
    /// be taken to `each`, in order.
    fn look<I: Isa>(&self, range: Range<u32>, each: impl FnMut(u32, First));

    /// Lets go of the tables of other classes: all that they say was looked at.
    fn forget(&mut self);

    /// Hands all moves of the other side within its class, `before`, that lead to a position, to `each`, by
    /// the numbers of the positions they come from. A number may come several times, with [`DOUBLE`] in the
    /// place of two times: each as often as its moves were counted.
    fn edges<'a, I: Isa>(&'a self, before: &Self, walk: &mut Self::Walk<'a>, at: u32, each: impl FnMut(u32));

    /// The longest win or loss, from before the move, that any conversion leads to.
    fn longest(&self) -> u16;
}

/// Changes the entries of a class from a number on.
pub(crate) type ChangeEntries = Box<dyn Fn(u32, &mut [u8])>;

/// How the positions of a class are found among its values.
pub(crate) trait Numbered: Send + Sync + Sized + 'static {
    /// Whether the values of one class of a pair follow from those of the other, so that only one has a file.
    const ONE_OF_PAIR: bool;
    /// Whether positions are looked up in such an order that large classes can be packed.
    const PACKED: bool;
    /// The longest win or loss that its tables have room for, in plies until the royal is taken.
    const MAX_VALUE: u16;
    /// What an entry is less than its value.
    const SHIFT: u16;

    /// The index of a class.
    fn new(class: Class) -> Self;

    /// Positions have the numbers below this.
    fn len(&self) -> u32;

    /// So many positions in a row are looked up together, where [`PACKED`](Numbered::PACKED) says so.
    fn page(&self) -> u32;

    /// Makes the entries of a table, from a number on, say what the best moves to other classes offer where
    /// that is better; for games whose tables leave that open. The classes that it leads to are solved.
    fn add_offers(
        _class: Class,
        _solved: &mut dyn FnMut(Class) -> Option<Arc<Solved<Self>>>,
    ) -> ChangeEntries {
        Box::new(|_, _| ())
    }

    /// A class, given the other of its pair and all that it leads to, where they are solved, until `stop`
    /// says so; for games in which one of a pair has a file.
    fn of_moves(
        class: Class,
        solved: &mut dyn FnMut(Class) -> Option<Arc<Solved<Self>>>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Solved<Self>>;
}

/// Classes must have fewer positions than this: where numbers of positions are kept the highest bit has its
/// own use.
pub const LIMIT: u32 = 1 << 31;
/// The bit of an edge that stands for two moves.
pub(crate) const DOUBLE: u32 = LIMIT;

/// The best and the worst that moves to other classes offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offer {
    /// The shortest win, in plies from before the move; 0 for none.
    pub(crate) win: u16,
    /// The longest loss.
    pub(crate) loss: u16,
    /// There is one after which nobody can force anything.
    pub(crate) hold: bool,
}

impl Offer {
    #[inline(always)]
    pub(crate) fn add(&mut self, theirs: u16) {
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
    /// The best of them; `None` if there is none.
    #[inline(always)]
    pub(crate) fn best(self) -> Option<u16> {
        match self {
            Offer { win: 1.., .. } => Some(self.win),
            Offer { hold: true, .. } => Some(0),
            Offer { loss, .. } => (loss > 0).then_some(loss),
        }
    }

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

/// What is known of a position of which only its own moves were looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum First {
    /// A conversion wins in so many plies; other moves may win sooner.
    Win(u16),
    /// Never lost, because of a conversion, and none wins.
    Holds,
    /// Without a move, and nobody has won.
    Over,
    /// So many moves within the class may save it; all conversions lose, the longest in so many plies.
    Open(u32, u16),
    /// Lost in so many plies.
    Lost(u16),
}

impl First {
    /// Given what the conversions offer, and the number of moves within the class. Where there is no move at
    /// all, `draw` says whether the game ends without a winner.
    #[inline(always)]
    pub(crate) fn new(offer: Offer, open: u32, draw: impl FnOnce() -> bool) -> First {
        match offer {
            Offer { win: 1.., .. } => First::Win(offer.win),
            Offer { hold: true, .. } => First::Holds,
            Offer { loss, .. } if open > 0 => First::Open(open, loss),
            Offer { loss: 0, .. } if draw() => First::Over,
            Offer { loss, .. } => First::Lost(loss.max(2)),
        }
    }

    /// The best that conversions offer, as a byte: 0 for nothing, 1 for a hold, else plies less one.
    #[inline(always)]
    pub(crate) fn offered(self) -> u8 {
        match self {
            // What is lost in two plies is lost without a move.
            First::Over | First::Lost(2) => 0,
            First::Holds => HOLD,
            First::Win(plies) | First::Open(_, plies) | First::Lost(plies) => plies.saturating_sub(1) as u8,
        }
    }
}

/// The byte of conversions of which the best holds.
const HOLD: u8 = 1;

/// Whether a value is what conversions offer, given the byte that says so.
#[inline(always)]
pub(crate) fn is_offered(value: u16, offered: u8) -> bool {
    match value {
        0 => offered == HOLD,
        plies => offered > 0 && plies == u16::from(offered) + 1,
    }
}

/// Whether a value is no better for the side to move than another: wins are best, the shorter the better, and
/// losses worst, the longer the better.
#[inline(always)]
pub(crate) fn is_no_better(value: u16, than: u16) -> bool {
    let rank = |value: u16| match value as i16 {
        0 => 0,
        win if win % 2 == 1 => i16::MAX - win,
        loss => loss - i16::MAX,
    };
    rank(value) <= rank(than)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two moves the better one decides, and what is offered is told from every other value.
    #[test]
    fn the_better_of_two_offers() {
        let values = || (0..=255).filter(|&value| value != 1);
        let offer = |theirs: &[u16]| {
            let mut offer = Offer::default();
            theirs.iter().for_each(|&theirs| offer.add(theirs));
            offer
        };
        assert_eq!(offer(&[]).best(), None);
        for a in values() {
            let by_a = offer(&[a]).best().unwrap();
            for b in values() {
                let by_b = offer(&[b]).best().unwrap();
                let better = if is_no_better(by_a, by_b) { by_b } else { by_a };
                assert_eq!(offer(&[a, b]).best(), Some(better), "{a}, {b}");
                assert_eq!(is_no_better(by_a, by_b) && is_no_better(by_b, by_a), by_a == by_b);
                let first = First::new(offer(&[a]), 1, || false);
                assert_eq!(is_offered(by_b, first.offered()), by_a == by_b, "{a}, {b}");
            }
        }
        for nothing in [First::new(offer(&[]), 0, || true), First::new(offer(&[]), 0, || false)] {
            assert!((0..=256).all(|value| !is_offered(value, nothing.offered())), "{nothing:?}");
        }
    }
}
