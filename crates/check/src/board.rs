//! Positions: where the men stand, whose move it is, and what may still be done.

pub use crate::men::{Colour, Kind, Man};
pub use crate::rules::RuleSet;
pub use crate::squares::Square;

use crate::men::Side;
use crate::squares::{Set, own_rank, shift};

/// Castling on the king's right-hand side and on the left: the file of the corner, the king's and the rook's.
pub(crate) const CASTLINGS: [[usize; 3]; 2] = [[7, 6, 5], [0, 2, 3]];

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// The men by [`Colour`].
    pub(crate) sides: [Side; 2],
    /// The rules it is played by.
    pub rules: RuleSet,
    /// The side to move.
    pub turn: Colour,
    /// The rooks of all castling rights.
    pub castling: Set,
    /// The square a pawn has just crossed with a double step.
    pub en_passant: Option<Square>,
}

impl Board {
    /// Whether a pawn of the side not to move can just have made a double step over a square.
    pub(crate) fn can_have_crossed(&self, square: Square) -> bool {
        let (enemy, empty) = (self.turn.other(), self.empty());
        let near = |ranks: i8| shift(square.bit(), (0, ranks * enemy.forward()));
        let stands_beyond = near(1) & self.side(enemy).squares(Kind::Pawn) != 0;
        stands_beyond && near(-1) & empty != 0 && square.bit() & own_rank(enemy, 2) & empty != 0
    }

    /// The man on a square.
    pub fn man(&self, square: Square) -> Option<Man> {
        let man = |colour| Some(Man { colour, kind: self.side(colour).kind_on(square)? });
        Colour::BOTH.into_iter().find_map(man)
    }

    /// Puts a man, or nothing, on a square.
    pub(crate) fn put(&mut self, square: Square, man: Option<Man>) {
        self.sides.iter_mut().flat_map(|side| &mut side.0).for_each(|squares| *squares &= !square.bit());
        if let Some(Man { colour, kind }) = man {
            self.sides[colour as usize].0[kind as usize] |= square.bit();
        }
    }

    /// The squares in play with no man.
    pub(crate) fn empty(&self) -> Set {
        let [white, black] = self.sides.map(|side| side.all_squares());
        self.rules.window() & !white & !black
    }

    /// The men of a side as sets of squares.
    pub(crate) fn side(&self, colour: Colour) -> &Side {
        &self.sides[colour as usize]
    }

    /// A side's men with their squares, from a1 on.
    pub(crate) fn men_of(&self, colour: Colour) -> impl Iterator<Item = (Square, Man)> + use<> {
        let side = *self.side(colour);
        Square::in_set(side.all_squares())
            .filter_map(move |square| Some((square, Man { colour, kind: side.kind_on(square)? })))
    }

    /// Where a side's men of one kind stand, from a1 on.
    pub fn squares_of(&self, colour: Colour, kind: Kind) -> impl Iterator<Item = Square> + use<> {
        Square::in_set(self.side(colour).squares(kind))
    }

    /// Where a side's royal stands; `None` after it has been captured.
    pub fn royal(&self, colour: Colour) -> Option<Square> {
        self.squares_of(colour, self.rules.facts().royal).next()
    }
}
