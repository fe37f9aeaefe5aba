//! The men on a board counted, kept up to date as they come and go.

use crate::board::{Colour, Kind, Man, Square};

/// The men of one side.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Side {
    kinds: [u8; 6],
    /// Bishops on dark and on light squares.
    pub(crate) bishops: [u8; 2],
    /// Pawns on rows 1 and 8.
    pub(crate) end_row_pawns: u8,
    /// A bit for each square with a king.
    kings: u64,
}

impl Side {
    pub(crate) fn count(&self, kind: Kind) -> u8 {
        self.kinds[kind as usize]
    }

    /// At least so many promoted men: queens, rooks, knights, bishops on dark and on light squares.
    pub(crate) fn promoted(&self) -> [u8; 5] {
        let beyond = |kind, at_first| self.count(kind).saturating_sub(at_first);
        let [dark, light] = self.bishops.map(|bishops| bishops.saturating_sub(1));
        [beyond(Kind::Queen, 1), beyond(Kind::Rook, 2), beyond(Kind::Knight, 2), dark, light]
    }

    pub(crate) fn men(&self) -> u8 {
        self.kinds.iter().sum()
    }

    pub(crate) fn kings(&self) -> impl Iterator<Item = Square> + use<> {
        let kings = self.kings;
        Square::all().filter(move |square| kings >> square.index() & 1 == 1)
    }
}

/// The men of both sides.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Census([Side; 2]);

impl Census {
    pub(crate) fn side(&self, colour: Colour) -> &Side {
        &self.0[colour as usize]
    }

    pub(crate) fn sides(&self) -> &[Side; 2] {
        &self.0
    }

    /// One man less.
    pub(crate) fn leave(&mut self, square: Square, man: Man) {
        self.change(square, man, |count| *count -= 1);
    }

    /// One man more.
    pub(crate) fn come(&mut self, square: Square, man: Man) {
        self.change(square, man, |count| *count += 1);
    }

    fn change(&mut self, square: Square, man: Man, by_one: impl Fn(&mut u8)) {
        let side = &mut self.0[man.colour as usize];
        by_one(&mut side.kinds[man.kind as usize]);
        match man.kind {
            Kind::King => side.kings ^= 1 << square.index(),
            Kind::Bishop => by_one(&mut side.bishops[((square.file() + square.row()) % 2) as usize]),
            Kind::Pawn if square.is_on_end_row() => by_one(&mut side.end_row_pawns),
            _ => {}
        }
    }
}
