//! Pasts: positions of standard chess read as a demand on a game, valid or not.

use std::fmt;

use crate::board::{Board, Colour, Kind, RuleSet};
use crate::squares::{Set, home};
use crate::start::{Castling, Start};

/// A past. A game reaches it when it reaches exactly its men with its side to move, at least its
/// castling rights and, if one is given, its en passant square.
///
/// Any men, any rights (those of the array, wherever its kings and rooks are) and any square will do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Past {
    /// Men, side to move and en passant square; of each castling right the corner on that side of the king.
    pub board: Board,
    /// The array that games begin with.
    pub start: Start,
}

impl Past {
    /// Reads a past, spelt as positions, the rights being some of `KQkq`. Games begin with the usual array.
    pub fn parse(text: &str) -> Result<Past, String> {
        Past::parse_from(Start::USUAL, text)
    }

    /// The same where games begin with this array.
    pub fn parse_from(start: Start, text: &str) -> Result<Past, String> {
        let board = Board::parse_fields(RuleSet::Standard, text, |board, rights| {
            for letter in rights.chars().filter(|letter| "KQkq".contains(*letter)) {
                let file = if letter.eq_ignore_ascii_case(&'k') { 7 } else { 0 };
                board.castling |= home(Colour::of_case(letter), 0, file);
            }
            Ok(())
        })?;
        Ok(Past { board, start })
    }

    /// The castling rights it demands.
    fn rights(&self) -> impl Iterator<Item = (Colour, Castling)> {
        let castlings = self.start.castlings();
        let all = Colour::BOTH.into_iter().flat_map(move |side| castlings.map(|castling| (side, castling)));
        all.filter(|(side, right)| self.board.castling & home(*side, 0, right.corner) != 0)
    }

    /// The first squares of the rooks whose castling rights it demands.
    pub(crate) fn castling_rooks(&self) -> Set {
        self.rights().fold(0, |all, (side, right)| all | home(side, 0, right.rook))
    }

    /// The same with their kings.
    pub(crate) fn castling_squares(&self) -> Set {
        self.rights()
            .fold(0, |all, (side, right)| all | home(side, 0, right.rook) | home(side, 0, right.king))
    }

    /// Whether these kings and rooks stand there.
    pub(crate) fn has_castling_men(&self) -> bool {
        self.rights().all(|(side, right)| {
            let stands = |kind, file| self.board.side(side).squares(kind) & home(side, 0, file) != 0;
            stands(Kind::King, right.king) && stands(Kind::Rook, right.rook)
        })
    }

    /// Whether every game that reaches the other past reaches this one.
    pub fn covers(&self, other: &Past) -> bool {
        let (ours, theirs) = (&self.board, &other.board);
        ours.turn == theirs.turn
            && ours.sides == theirs.sides
            && ours.castling & !theirs.castling == 0
            && (ours.en_passant.is_none() || ours.en_passant == theirs.en_passant)
    }
}

impl fmt::Display for Past {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}
