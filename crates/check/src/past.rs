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
                let right = Wing::of_both_sides().find(|(side, wing)| cased(wing.letter(), *side) == letter);
                let wrong = || format!("castling right {letter:?} is none of KQkq");
                demand_right(board, right.ok_or_else(wrong)?);
            }
            Ok(())
        })?;
        Ok(Past { board })
    }

    /// Whether king and rook of a right stand on their first squares.
    pub(crate) fn has_men_of(&self, right: Right) -> bool {
        men_of(right).into_iter().all(|(square, man)| self.board.man(square) == Some(man))
    }

    /// The men of a side as sets of squares.
    pub(crate) fn side(&self, colour: Colour) -> &Side {
        self.board.side(colour)
    }

    /// The castling rights it demands.
    pub(crate) fn rights(&self) -> impl Iterator<Item = Right> + use<> {
        let castling = self.board.castling;
        Wing::of_both_sides().filter(move |(side, wing)| castling[*side as usize][*wing as usize].is_some())
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
pub(crate) type Right = (Colour, Wing);

pub(crate) fn demand_right(board: &mut Board, right: Right) {
    let ((colour, wing), [_, (corner, _)]) = (right, men_of(right));
    board.castling[colour as usize][wing as usize] = Some(corner);
}

/// King and rook of a right, each with its square in the initial array.
pub(crate) fn men_of((colour, wing): Right) -> [(Square, Man); 2] {
    [(4, Kind::King), (wing.files()[0], Kind::Rook)]
        .map(|(file, kind)| (Square::on(file as i8, colour.own_row(0, 8)), Man { colour, kind }))
}
