//! The pawns of a file, in their order, and how far each has gone at least.

use crate::board::Color;
use crate::reach::facts::bars::Closed;

/// A pawn: its side, and the *rearmost* rank (1 to 8, counted from White) where it can stand: a white one
/// stands there or above, a black one there or below.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Pawn(u8);

impl Pawn {
    const BLACK: u8 = 0x20;
    const WHITE: u8 = 0x10;

    pub(super) const fn new(color: Color, rank: u8) -> Pawn {
        Pawn(rank | if matches!(color, Color::White) { Pawn::WHITE } else { Pawn::BLACK })
    }

    pub(super) const fn is_white(self) -> bool {
        self.0 & Pawn::WHITE != 0
    }

    pub(super) const fn rank(self) -> u8 {
        self.0 & 0xF
    }

    /// The same, seen from the other side.
    const fn mirrored(self) -> Pawn {
        Pawn((self.0 & 0x30 ^ 0x30) | (9 - self.rank()))
    }

    /// Whether it is on its last rank.
    pub(super) const fn is_last(self) -> bool {
        self.rank() == if self.is_white() { 8 } else { 1 }
    }

    /// Whether its file is not closed to it.
    const fn promotes_straight(self, closed: Closed) -> bool {
        !closed[!self.is_white() as usize]
    }

    /// Whether it promotes on its file: where that is closed, only on the last rank, to which it captured.
    pub(super) const fn promotes(self, closed: Closed) -> bool {
        self.is_last() || self.promotes_straight(closed)
    }

    /// Whether it may stand for ever where `on` stands.
    pub(super) fn fits(self, on: Pawn) -> bool {
        self.is_white() == on.is_white()
            && if on.is_white() { self.rank() <= on.rank() } else { self.rank() >= on.rank() }
    }
}

/// At most eight pawns of one file, the lowest first (a byte each).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Stack(u64);

impl Stack {
    pub(super) const MAX: usize = 8;

    pub(super) const fn len(self) -> usize {
        8 - self.0.leading_zeros() as usize / 8
    }

    pub(super) const fn get(self, place: usize) -> Pawn {
        Pawn((self.0 >> (8 * place)) as u8)
    }

    fn set(&mut self, place: usize, pawn: Pawn) {
        self.0 = self.0 & !(0xFF << (8 * place)) | u64::from(pawn.0) << (8 * place);
    }

    /// Puts a pawn on this rank or the last one before it; `None` if it would promote where it cannot.
    fn raise(&mut self, place: usize, rank: u8, closed: Closed) -> Option<()> {
        let pawn = self.get(place);
        let color = if pawn.is_white() { Color::White } else { Color::Black };
        let raised = Pawn::new(color, rank.clamp(1, 8));
        self.set(place, raised);
        (pawn.is_last() || !raised.is_last() || raised.promotes_straight(closed)).then_some(())
    }

    pub(super) fn pawns(self) -> impl DoubleEndedIterator<Item = Pawn> + ExactSizeIterator {
        (0..self.len()).map(move |place| self.get(place))
    }

    /// The sides of the pawns, in their order.
    pub(super) fn order(self) -> u16 {
        self.pawns().fold(1, |order, pawn| order << 1 | u16::from(pawn.is_white()))
    }

    /// Whether each pawn has at least the room it has in another stack of the same order: where the file is
    /// closed, none of them has captured onto the last rank that has not in this one.
    pub(super) fn has_room_of(self, other: Stack, closed: Closed) -> bool {
        let fits = |(one, other): (Pawn, Pawn)| {
            one.fits(other) && (!other.is_last() || one.promotes(closed))
        };
        self.0 == other.0 || self.pawns().zip(other.pawns()).all(fits)
    }

    /// Each pawn where it has the room that it has in one of two stacks of the same order.
    pub(super) fn joined(self, other: Stack) -> Stack {
        let rearmost = |(one, other): (Pawn, Pawn)| if one.fits(other) { one } else { other };
        let pawns = self.pawns().zip(other.pawns()).map(rearmost).enumerate();
        pawns.fold(Stack::default(), |stack, (place, pawn)| Stack(stack.0 | u64::from(pawn.0) << (8 * place)))
    }

    pub(super) fn count(self, color: Color) -> usize {
        self.pawns().filter(|pawn| pawn.is_white() == (color == Color::White)).count()
    }

    /// The pawns below a place.
    const fn below(self, place: usize) -> u64 {
        self.0 & !(u64::MAX << (8 * place))
    }

    pub(super) const fn without(self, place: usize) -> Stack {
        Stack(self.below(place) | (self.0 & !(0xFF << (8 * place)) & !self.below(place)) >> 8)
    }

    /// With one more pawn. There must be fewer than eight.
    pub(super) fn with(self, place: usize, pawn: Pawn) -> Stack {
        let mut with = Stack(self.below(place) | (self.0 & !self.below(place)) << 8);
        with.set(place, pawn);
        with
    }

    /// Seen from the other side.
    pub(super) fn mirrored(self) -> Stack {
        let pawns = self.pawns().rev().enumerate();
        pawns.fold(Stack::default(), |stack, (place, pawn)| {
            Stack(stack.0 | u64::from(pawn.mirrored().0) << (8 * place))
        })
    }

    /// With the white pawn at a place on exactly this rank, if it can be; and whether that is news of a black
    /// pawn below, which is then lower than it had to be. `None` also if others would have to promote on a
    /// closed file.
    pub(super) fn pinned(mut self, place: usize, rank: u8, closed: Closed) -> Option<(Stack, bool)> {
        let mut lowered = false;
        if self.get(place).rank() > rank {
            return None;
        }
        self.set(place, Pawn::new(Color::White, rank));
        for other in (0..self.len()).filter(|&other| other != place) {
            let pawn = self.get(other);
            let away = other.abs_diff(place) as u8;
            match (pawn.is_white(), other < place) {
                (true, true) if pawn.rank() + away > rank => return None,
                (false, false) if pawn.rank() < rank + away => return None,
                (true, false) => self.raise(other, pawn.rank().max(rank + away), closed)?,
                (false, true) if pawn.rank() + away > rank => {
                    self.raise(other, rank.saturating_sub(away), closed)?;
                    lowered |= pawn.rank() + away > rank && pawn.rank() > 1;
                }
                _ => {}
            }
        }
        Some((self, lowered))
    }

    /// With each white pawn above the white ones below it, each black one below the black ones above; `None`
    /// where a white one below a black one leaves it no room.
    pub(super) fn settled(mut self, closed: Closed) -> Option<Stack> {
        let mut least = 0;
        for place in 0..self.len() {
            let pawn = self.get(place);
            least += u8::from(least > 0);
            if pawn.is_white() {
                least = least.max(pawn.rank());
                self.raise(place, least, closed)?;
            } else if least > pawn.rank() {
                return None;
            }
        }
        let mut most = u8::MAX;
        for place in (0..self.len()).rev() {
            let pawn = self.get(place);
            most -= u8::from(most < u8::MAX && most > 0);
            if !pawn.is_white() {
                most = most.min(pawn.rank());
                self.raise(place, most, closed)?;
            } else if most < pawn.rank() {
                return None;
            }
        }
        Some(self)
    }

    /// How many of the pawns must go, at least, before those that promote, black ones lowest and white ones
    /// highest, and those that stay as `target` has them are the only ones. (Pawns that come are not
    /// counted.)
    pub(super) fn misplaced(self, target: Stack, closed: Closed) -> u8 {
        let stand = target.len();
        // The most that stay, by how many of the target are behind; at last the white ones that promote.
        let mut stay = [None; Stack::MAX + 2];
        stay[0] = Some(0u8);
        for pawn in self.pawns() {
            let before = stay;
            let mut add = |to: usize, from: Option<u8>| stay[to] = stay[to].max(from.map(|count| count + 1));
            for (at, &count) in before.iter().enumerate().take(stand + 2) {
                if at == 0 && !pawn.is_white() && pawn.promotes(closed) {
                    add(0, count);
                }
                for next in at..stand {
                    if pawn.fits(target.get(next)) {
                        add(next + 1, count);
                    }
                }
                if pawn.is_white() && pawn.promotes(closed) {
                    add(stand + 1, count);
                }
            }
        }
        self.len() as u8 - stay.into_iter().flatten().max().unwrap_or(0)
    }

    /// How many black and white pawns promote when the others are exactly those of `target`; `None` if that
    /// cannot be.
    pub(super) fn promoting(self, target: Stack, closed: Closed) -> Option<[usize; 2]> {
        let black = self.count(Color::Black).checked_sub(target.count(Color::Black))?;
        let white = self.count(Color::White).checked_sub(target.count(Color::White))?;
        let fits = self.pawns().enumerate().all(|(place, pawn)| match place.checked_sub(black) {
            None => !pawn.is_white() && pawn.promotes(closed),
            Some(at) if at < target.len() => pawn.fits(target.get(at)),
            Some(_) => pawn.is_white() && pawn.promotes(closed),
        });
        fits.then_some([white, black])
    }
}
