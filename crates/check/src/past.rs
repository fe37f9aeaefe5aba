//! Pasts: positions of standard chess read as a demand on a game, valid or not.

use std::fmt;

use crate::board::{Board, Colour, Kind, Man, RuleSet, Square, Wing, cased};
use crate::squares::Side;

/// The array a game begins with.
pub const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// A past. A game reaches it when it reaches exactly its men with its side to move, at least its
/// castling rights and, if one is given, its en passant square.
///
/// Any men, any rights and any square will do. The rights are those of the initial array: of the
/// king on its e-square with the rook in the corner, wherever king and rook stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Past {
    /// Men, side to move and en passant square; of each castling right the corner.
    pub board: Board,
}

impl Past {
    /// Reads a past in the spelling of positions, the rights being some of `KQkq`.
    pub fn parse(text: &str) -> Result<Past, String> {
        let board = Board::parse_fields(RuleSet::Standard, text, |board, rights| {
            for letter in rights.chars().filter(|_| rights != "-") {
                let right = Right::all().find(|right| right.letter() == letter);
                right.ok_or_else(|| format!("castling right {letter:?} is none of KQkq"))?.demand(board);
            }
            Ok(())
        })?;
        Ok(Past { board })
    }

    /// Whether king and rook of a right stand on their first squares.
    pub(crate) fn has_men_of(&self, right: Right) -> bool {
        right.men().into_iter().all(|(square, man)| self.board.man(square) == Some(man))
    }

    /// The men of a side as sets of squares.
    pub(crate) fn side(&self, colour: Colour) -> &Side {
        self.board.side(colour)
    }

    /// The castling rights it demands.
    pub(crate) fn rights(&self) -> impl Iterator<Item = Right> + use<> {
        let castling = self.board.castling;
        Right::all().filter(move |right| castling[right.colour as usize][right.wing as usize].is_some())
    }

    /// Whether every game that reaches the other past reaches this one.
    pub fn covers(&self, other: &Past) -> bool {
        let (ours, theirs) = (&self.board, &other.board);
        let mut rights = ours.castling.as_flattened().iter().zip(theirs.castling.as_flattened());
        ours.turn == theirs.turn
            && ours.sides == theirs.sides
            && rights.all(|(right, theirs)| right.is_none() || right == theirs)
            && (ours.en_passant.is_none() || ours.en_passant == theirs.en_passant)
    }
}

impl fmt::Display for Past {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}

/// A castling right of the initial array.
#[derive(Clone, Copy)]
pub(crate) struct Right {
    pub(crate) colour: Colour,
    pub(crate) wing: Wing,
}

impl Right {
    /// In the order of `KQkq`.
    fn all() -> impl Iterator<Item = Right> {
        Colour::BOTH.into_iter().flat_map(|colour| Wing::BOTH.map(|wing| Right { colour, wing }))
    }

    fn letter(self) -> char {
        cased(if self.wing == Wing::HSide { 'k' } else { 'q' }, self.colour)
    }

    pub(crate) fn demand(self, board: &mut Board) {
        let [_, (corner, _)] = self.men();
        board.castling[self.colour as usize][self.wing as usize] = Some(corner);
    }

    /// King and rook, each with its square in the initial array.
    pub(crate) fn men(self) -> [(Square, Man); 2] {
        let (row, [corner, ..]) = (self.colour.own_row(0, 8), self.wing.files());
        [(4, Kind::King), (corner as i8, Kind::Rook)]
            .map(|(file, kind)| (Square::on(file, row), Man { colour: self.colour, kind }))
    }
}
