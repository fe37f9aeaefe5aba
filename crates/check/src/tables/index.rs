//! The classes of positions that have a table each, and the numbers of their positions.

use std::fmt;

use crate::men::{Colour, Kind, Man};
use crate::squares::Square;

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

    /// The place of the last man but the defender's king: in a row of 64 numbers only its square differs.
    pub(super) fn last(&self) -> usize {
        (self.len - if self.len - 1 == self.own { 2 } else { 1 }).into()
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
    pub(super) fn at(&self, number: usize) -> [Square; MOST] {
        let (mut at, mut rest) = ([0; MOST], number);
        for i in self.places().rev().filter(|i| *i != self.king()) {
            at[i] = rest % 64;
            rest /= 64;
        }
        at[self.king()] = if self.has_pawns() { 8 * (rest / 4) + rest % 4 } else { CORNER[rest] };
        at.map(|square| Square::on(square as i8 % 8, square as i8 / 8))
    }

    /// All steps from a row to other numbers of its positions: alike men, or files and ranks, change places.
    pub(super) fn twins(&self, number: usize) -> Vec<impl Fn(usize) -> usize> {
        let all = 1 << (6 * (self.len - 1));
        let alike = self.places().skip(1).filter(|i| self.men[*i] == self.men[i - 1]);
        let alike = alike.map(|i| (6, (63 * all) >> (6 * (i + usize::from(i < self.king())))));
        let is_diagonal = !self.has_pawns() && CORNER[number / all].is_multiple_of(9);
        let twin = |(by, bits): (u8, usize)| move |n| n ^ (((n ^ (n >> by)) & bits) * ((1 << by) + 1));
        alike.chain(is_diagonal.then_some((3, (all - 1) / 9))).map(twin).collect()
    }

    /// The number of men when the last is on a1, and where in this row of numbers the last's squares are.
    pub(super) fn row(&self, at: &[Square; MOST]) -> (usize, &'static [u8; 64]) {
        let (king, has_pawns) = (at[self.king()], self.has_pawns());
        let mirrored = usize::from(king.file() > 3) + if king.rank() > 3 && !has_pawns { 2 } else { 0 };
        let there = IMAGES[mirrored][king.index()];
        let images = &IMAGES[mirrored + if !has_pawns && there / 8 > there % 8 { 4 } else { 0 }];
        let image = |i: usize| usize::from(images[at[i].index()]);
        let (rank, file) = (image(self.king()) / 8, image(self.king()) % 8);
        let region = file + if has_pawns { 4 * rank } else { [0, 3, 5, 6][rank] };
        let others = self.places().filter(|i| ![self.king(), self.last()].contains(i));
        (64 * others.fold(region, |number, i| 64 * number + image(i)), images)
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
const CORNER: [usize; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

/// By symmetry the image of each square: files or ranks or both mirrored, and then perhaps exchanged.
const IMAGES: [[u8; 64]; 8] = {
    let (mut images, mut number) = ([[0; 64]; 8], 0);
    while number < 512 {
        let mirrored = (number % 64) ^ [0, 7, 56, 63][number / 64 % 4];
        let image = if number < 256 { mirrored } else { mirrored / 8 + mirrored % 8 * 8 };
        images[number / 64][number % 64] = image as u8;
        number += 1;
    }
    images
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_of_their_positions() {
        for men in [[0, 3, 4, OTHER, NOBODY], [0, PAWN, OTHER, 8, NOBODY]] {
            let class = Class::of(men);
            for number in (0..class.numbers()).step_by(97) {
                let at = class.at(number);
                let (row, places) = class.row(&at);
                assert_eq!(row + usize::from(places[at[class.last()].index()]), number);
            }
        }
    }
}
