//! Castling rights that the question cannot be asked about: those of Chess960, and those a certificate cannot
//! name.
//!
//! Unless another array is named games begin with the usual one, so a right needs its king on the e-file and
//! its rook in a corner. A position of Chess960 may claim others, and then "no game of standard chess reaches
//! it" would be a true answer to another question than was asked. So such rights are an error of their own,
//! and only claims that are wrong in Chess960 too stay `illegal`:
//!
//! * a rook or a king that is not there, or not on its back rank;
//! * a king on the a- or h-file: it began between its rooks;
//! * two rights on one side of the king, which began with one rook there;
//! * rights of both sides that need different arrangements: Black's mirrors White's.
//!
//! Every other set of claims fits an arrangement of Chess960: king and rooks leave five squares of the first
//! rank, of both colours, for the bishops, and any squares will do for the others.
//!
//! Where an array is named, a right that it does not have is impossible. It is taken for the right of the
//! array on the same side of the king: if that lacks its king or rook as well, lemma `castling` says so, and
//! if not it is an error.

use std::fmt;

use crate::board::{Bitboard, Castling, Color, Role, Setup, Square, Start};
use crate::format::fen;
use crate::moves::Past;
use crate::rules::Standard;

use super::written::key;

/// Castling rights about which legality cannot be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unsupported {
    /// They are rights of an array of Chess960, which is to be named.
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
    /// They are not of the array that was named, where the men stand as if the rights that are could be
    /// meant.
    OtherArray {
        /// The rook of the first right that it does not have.
        rook: Square,
        /// The array.
        start: Start,
    },
}

impl Unsupported {
    /// The rook of the right.
    pub const fn rook(self) -> Square {
        match self {
            Unsupported::Chess960 { rook }
            | Unsupported::Unnamed { rook }
            | Unsupported::OtherArray { rook, .. } => rook,
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Chess960 { rook } => write!(
                f,
                "the castling right with the rook on {rook} belongs to Chess960: name the array that games \
                 begin with (start), as a number from 0 to 959 or like rnbqkbnr"
            ),
            Unsupported::Unnamed { rook } => write!(
                f,
                "a castling right is claimed for the rook on {rook}: legality is asked of standard chess, \
                 where it is a rook in a corner (KQkq)"
            ),
            Unsupported::OtherArray { rook, start } => write!(
                f,
                "a castling right is claimed for the rook on {rook}, which is none of the array {start}"
            ),
        }
    }
}

impl std::error::Error for Unsupported {}

/// The past that a setup asks about in games from an array, which was named unless it is the usual one.
pub(super) fn past_of(setup: &Setup, start: Start) -> Result<Past, Unsupported> {
    if start.is_usual() { supported(setup).map(|()| Past::from(setup)) } else { past_from(setup, start) }
}

/// The same of an array that was named.
pub(super) fn past_from(setup: &Setup, start: Start) -> Result<Past, Unsupported> {
    let past = Past { start, ..Past::from(setup) };
    if past.rights_in_place() {
        return Ok(past);
    }
    let named = |rook: Square| {
        let color = side_of(rook)?;
        let king = setup.board.men(color, Role::King).first().unwrap_or_else(|| start.king(color));
        Some(start.castling(color, Castling::is_on_kings_side(rook, king)).rook)
    };
    let names: Option<Bitboard> = setup.castling.map(named).collect();
    let wrong = setup.castling.into_iter().find(|&rook| named(rook) != Some(rook));
    match (names.map(|castling| Past { castling, ..past }), wrong) {
        (Some(named), _) if !named.rights_in_place() => Ok(named),
        (_, wrong) => {
            let rook = wrong.or(setup.castling.first()).unwrap_or_else(|| start.king(setup.turn));
            Err(Unsupported::OtherArray { rook, start })
        }
    }
}

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
