//! Castling rights that the question cannot be asked about: those of Chess960, and those a certificate cannot
//! name.
//!
//! Games begin with the starting position of standard chess, so a right needs its king on the e-file and its
//! rook in a corner. A position of Chess960 may claim others, and then "no game of standard chess reaches it"
//! would be a true answer to another question than was asked. So such rights are an error of their own, and
//! only claims that are wrong in Chess960 too stay `illegal`:
//!
//! * a rook or a king that is not there, or not on its back rank;
//! * a king on the a- or h-file: it began between its rooks;
//! * two rights on one side of the king, which began with one rook there;
//! * rights of both sides that need different arrangements: Black's mirrors White's.
//!
//! Every other set of claims fits an arrangement of Chess960: king and rooks leave five squares of the first
//! rank, of both colours, for the bishops, and any squares will do for the others.

use std::fmt;

use crate::board::{Bitboard, Color, Role, Setup, Square};
use crate::format::fen;
use crate::moves::Past;
use crate::rules::Standard;

use super::verdict::key;

/// Castling rights about which legality cannot be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unsupported {
    /// They are rights of Chess960.
    Chess960 {
        /// The rook of the first right that standard chess does not have.
        rook: Square,
    },
    /// They are impossible, but no certificate could say so: it names rights as `KQkq`, and these letters
    /// name others.
    Unnamed {
        /// The rook of the first right in no corner.
        rook: Square,
    },
}

impl Unsupported {
    /// The rook of the right.
    pub const fn rook(self) -> Square {
        match self {
            Unsupported::Chess960 { rook } | Unsupported::Unnamed { rook } => rook,
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Chess960 { rook } => write!(
                f,
                "not supported: Chess960, to which the castling right with the rook on {rook} belongs; \
                 legality is asked of games from the starting position of standard chess"
            ),
            Unsupported::Unnamed { rook } => write!(
                f,
                "a castling right is claimed for the rook on {rook}: legality is asked of standard chess, \
                 where it is a rook in a corner (KQkq)"
            ),
        }
    }
}

impl std::error::Error for Unsupported {}

/// Whether legality can be asked with these castling rights.
pub(super) fn supported(setup: &Setup) -> Result<(), Unsupported> {
    if Past::from(setup).rights_in_place() {
        return Ok(());
    }
    if let Some(rook) = chess960(setup) {
        return Err(Unsupported::Chess960 { rook });
    }
    let corners = (Bitboard::file(0) | Bitboard::file(7)) & (Bitboard::rank(0) | Bitboard::rank(7));
    match (setup.castling - corners).first() {
        Some(rook) if !is_named(setup) => Err(Unsupported::Unnamed { rook }),
        _ => Ok(()),
    }
}

/// Of rights that are not all of standard chess, but may all be of one arrangement of Chess960: the rook of
/// the first that is not standard.
fn chess960(setup: &Setup) -> Option<Square> {
    // The files of the king, of the rook on its left, and of the one on its right, as far as rights tell.
    let mut files: [Option<u8>; 3] = [None; 3];
    let mut first = None;
    for rook in setup.castling {
        let color = side_of(rook)?;
        let king = setup.board.men(color, Role::King).single().filter(|king| king.rank() == rook.rank())?;
        if !setup.board.men(color, Role::Rook).has(rook) {
            return None;
        }
        let wing = if rook.file() < king.file() { 1 } else { 2 };
        for (place, file) in [(0, king.file()), (wing, rook.file())] {
            if *files[place].get_or_insert(file) != file {
                return None;
            }
        }
        if king.file() != 4 || !matches!(rook.file(), 0 | 7) {
            first = first.or(Some(rook));
        }
    }
    first.filter(|_| matches!(files[0], Some(1..=6)))
}

/// Whether the letters of a certificate say which rooks are meant.
fn is_named(setup: &Setup) -> bool {
    let named = fen::parse::<Standard>(&key(&Past::from(setup)));
    named.is_ok_and(|named| named.castling == setup.castling)
}

/// Whose first rank the square is on.
fn side_of(rook: Square) -> Option<Color> {
    match rook.rank() {
        0 => Some(Color::White),
        7 => Some(Color::Black),
        _ => None,
    }
}
