//! Pasts: positions of standard chess read as a demand on a game, valid or not.

use std::fmt;

use crate::board::{Board, Colour, Kind, RuleSet};
use crate::squares::{A_FILE, Set, home, own_rank};

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
            for letter in rights.chars().filter(|letter| "KQkq".contains(*letter)) {
                let file = if letter.eq_ignore_ascii_case(&'k') { 7 } else { 0 };
                board.castling |= home(Colour::of_case(letter), 0, file);
            }
            Ok(())
        })?;
        Ok(Past { board })
    }

    /// The first squares of the kings and rooks whose castling rights it demands.
    pub(crate) fn castling_squares(&self) -> Set {
        let castles = |side: &Colour| self.board.castling & own_rank(*side, 0) != 0;
        let kings = Colour::BOTH.into_iter().filter(castles).map(|side| home(side, 0, 4));
        kings.fold(self.board.castling, |all, king| all | king)
    }

    /// Whether these kings and rooks stand there.
    pub(crate) fn has_castling_men(&self) -> bool {
        Colour::BOTH.into_iter().all(|side| {
            let (men, e_file) = (self.board.side(side), A_FILE << 4);
            let standing = men.squares(Kind::King) & e_file | men.squares(Kind::Rook) & !e_file;
            self.castling_squares() & own_rank(side, 0) & !standing == 0
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
