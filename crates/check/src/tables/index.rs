//! The classes of positions that have a table each, and the numbers of their positions.

use std::fmt;

use crate::men::{Colour, Kind, Man};

/// So many men there are at most.
pub(super) const MOST: usize = 5;

/// A man is a number: the attacker's K Q R B N P, who is White here, and then the defender's.
pub(super) const PAWN: u8 = 5;
/// The first of the defender's men.
pub(super) const OTHER: u8 = 6;
pub(super) const NOBODY: u8 = 12;

pub(super) fn man(number: u8) -> Man {
    Man { colour: Colour::BOTH[usize::from(number / OTHER)], kind: Kind::ALL[usize::from(number % OTHER)] }
}

/// A class of positions: what men there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Class {
    /// In the order of the name; the rest is [`NOBODY`].
    pub(super) men: [u8; MOST],
    /// How many are the attacker's; the next is the defender's king.
    pub(super) own: u8,
    /// How many there are.
    pub(super) len: u8,
}

impl Class {
    /// Of men in order.
    pub(super) fn of(men: [u8; MOST]) -> Class {
        let [own, len] = [OTHER, NOBODY].map(|end| men.iter().filter(|man| **man < end).count() as u8);
        Class { men, own, len }
    }

    pub(super) fn places(&self) -> std::ops::Range<usize> {
        0..self.len.into()
    }

    /// The place of the defender's king.
    pub(super) fn king(&self) -> usize {
        self.own.into()
    }

    /// Those that arise from it by one capture or one promotion.
    pub(super) fn next(&self) -> Vec<Class> {
        let mut next = Vec::new();
        for i in self.places() {
            let one = self.men[i];
            let promoted = if one % OTHER == PAWN { one - 4..one } else { 0..0 };
            // A king stays.
            let captured = (!one.is_multiple_of(OTHER)).then_some(NOBODY);
            next.extend(promoted.chain(captured).map(|other| {
                let mut men = self.men;
                men[i] = other;
                men.sort_unstable();
                Class::of(men)
            }));
        }
        next
    }

    fn has_pawns(&self) -> bool {
        self.men.iter().any(|man| man % OTHER == PAWN)
    }

    /// So many numbers there are, and bytes of its table.
    pub(super) fn numbers(&self) -> usize {
        (if self.has_pawns() { 32 } else { CORNER.len() }) << (6 * (self.len - 1))
    }

    /// Where the men of a number stand; not all on squares of their own, perhaps.
    pub(super) fn at(&self, number: usize) -> [u8; MOST] {
        let (mut at, mut rest) = ([0; MOST], number);
        for i in self.places().rev().filter(|i| *i != self.king()) {
            at[i] = (rest % 64) as u8;
            rest /= 64;
        }
        at[self.king()] = if self.has_pawns() { (8 * (rest / 4) + rest % 4) as u8 } else { CORNER[rest] };
        at
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.places().try_for_each(|i| {
            f.write_str(if i == self.king() { "v" } else { "" })?;
            write!(f, "{}", man(self.men[i]).kind.letter().to_ascii_uppercase())
        })
    }
}

/// Where the defender's king stands when there are no pawns: a1 b1 c1 d1 b2 c2 d2 c3 d3 d4.
const CORNER: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

/// The image of a square by a symmetry: files or ranks or both mirrored, and then perhaps exchanged.
fn image(symmetry: usize, square: u8) -> u8 {
    let mirrored = square ^ [0, 7, 56, 63][symmetry % 4];
    if symmetry < 4 { mirrored } else { mirrored / 8 + mirrored % 8 * 8 }
}

/// The symmetries as tables.
pub(super) struct Symmetries {
    /// By symmetry and square.
    images: [[u8; 64]; 8],
    /// By the square of the defender's king, without pawns and with: the symmetry that brings it to its
    /// region, and its number there.
    views: [[(u8, u8); 64]; 2],
}

impl Symmetries {
    pub(super) fn new() -> Symmetries {
        let images =
            [0, 1, 2, 3, 4, 5, 6, 7].map(|one| std::array::from_fn(|square| image(one, square as u8)));
        let views = [false, true].map(|has_pawns| {
            std::array::from_fn(|king| {
                let region = |square: u8| match has_pawns {
                    true => (square % 8 < 4).then_some(square / 8 * 4 + square % 8),
                    false => CORNER.iter().position(|place| *place == square).map(|place| place as u8),
                };
                // With pawns the first two are enough.
                let view = |one: usize| Some((one as u8, region(image(one, king as u8))?));
                (0..8).find_map(view).unwrap_or_default()
            })
        });
        Symmetries { images, views }
    }

    /// The number of a class's men on some squares.
    pub(super) fn number(&self, class: &Class, at: &[u8; MOST]) -> usize {
        let (symmetry, region) = self.views[usize::from(class.has_pawns())][usize::from(at[class.king()])];
        let images = &self.images[usize::from(symmetry)];
        let others = class.places().filter(|i| *i != class.king());
        others.fold(region.into(), |number, i| 64 * number + usize::from(images[usize::from(at[i])]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_of_their_positions() {
        let symmetries = Symmetries::new();
        for men in [[0, 3, 4, OTHER, NOBODY], [0, PAWN, OTHER, 8, NOBODY]] {
            let class = Class::of(men);
            for number in (0..class.numbers()).step_by(97) {
                assert_eq!(symmetries.number(&class, &class.at(number)), number);
            }
        }
    }
}
