//! Pasts: positions of standard chess read as a demand on a game, valid or not.

use std::fmt;

use crate::board::{Board, Colour, Kind, Man, RuleSet, Square, Wing, cased, expect_spelling};
use crate::census::Side;

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
        let fields: Vec<&str> = text.split(' ').collect();
        let [men, turn, rights, en_passant] = *fields else {
            return Err("expected men, side, castling, en passant".into());
        };
        let mut past = Past { board: Board::parse_men(RuleSet::Standard, men)? };
        past.board.turn = Colour::parse(turn)?;
        for letter in rights.chars().filter(|_| rights != "-") {
            let right = Right::ALL.into_iter().find(|right| right.letter() == letter);
            past.demand_right(right.ok_or_else(|| format!("castling right {letter:?} is none of KQkq"))?);
        }
        past.board.read_en_passant(en_passant)?;
        expect_spelling(text, past.to_string())?;
        Ok(past)
    }

    pub(crate) fn demand_right(&mut self, right: Right) {
        let [_, (corner, _)] = right.men();
        self.board.castling[right.colour as usize][right.wing as usize] = Some(corner);
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
        Right::ALL
            .into_iter()
            .filter(move |right| castling[right.colour as usize][right.wing as usize].is_some())
    }

    /// Whether every game that reaches the other past reaches this one.
    pub fn covers(&self, other: &Past) -> bool {
        let (ours, theirs) = (&self.board, &other.board);
        ours.turn == theirs.turn
            && ours.sides == theirs.sides
            && self.rights().all(|right| other.rights().any(|theirs| theirs == right))
            && (ours.en_passant.is_none() || ours.en_passant == theirs.en_passant)
    }
}

impl fmt::Display for Past {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rights: String = self.rights().map(Right::letter).collect();
        if rights.is_empty() {
            rights.push('-');
        }
        let en_passant = self.board.en_passant.map_or("-".into(), |square| square.to_string());
        write!(f, "{} {} {rights} {en_passant}", self.board.men_text(), self.board.turn.letter())
    }
}

/// A castling right of the initial array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Right {
    pub(crate) colour: Colour,
    pub(crate) wing: Wing,
}

impl Right {
    /// In the order of `KQkq`.
    const ALL: [Right; 4] = [
        Right { colour: Colour::White, wing: Wing::HSide },
        Right { colour: Colour::White, wing: Wing::ASide },
        Right { colour: Colour::Black, wing: Wing::HSide },
        Right { colour: Colour::Black, wing: Wing::ASide },
    ];

    fn letter(self) -> char {
        cased(if self.wing == Wing::HSide { 'k' } else { 'q' }, self.colour)
    }

    /// King and rook, each with its square in the initial array.
    pub(crate) fn men(self) -> [(Square, Man); 2] {
        let (row, [corner, ..]) = (self.colour.own_row(0, 8), self.wing.files());
        [(4, Kind::King), (corner, Kind::Rook)]
            .map(|(file, kind)| (Square::on(file, row), Man { colour: self.colour, kind }))
    }
}
