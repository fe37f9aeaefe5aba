//! The pawns of a side at first, and what can have become of each: the fates that `docs/certificate.md` says
//! are enough.

use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::moves::pawns_and_promoted;

/// What can have become of a pawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fate {
    pub(super) end: End,
    pub(super) captures: i64,
    /// The files on which its captures can have been, a bit each.
    pub(super) met: u8,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// It stands on the board: the place in the list, and the rank.
    Stands(usize, u8),
    Dies,
    /// It promoted, to whatever.
    Promotes,
    /// To a bishop that is needed, on dark squares (0) or light ones (1).
    Bishop(usize),
}

/// What a pawn did, a bit each.
pub(super) mod way {
    pub(in super::super) const DIES: u8 = 1;
    pub(in super::super) const LEAVES: u8 = 2;
    pub(in super::super) const STAYS: u8 = 4;
    pub(in super::super) const ALL: u8 = DIES | LEAVES | STAYS;
}

impl Fate {
    pub(super) fn way(&self) -> u8 {
        match self.end {
            End::Dies => way::DIES,
            _ if self.captures > 0 => way::LEAVES,
            _ => way::STAYS,
        }
    }
}

/// The eight pawns of a side that there were at first.
pub(super) struct Pawns {
    /// At most so many captures.
    pub(super) captures: i64,
    /// At most so many of the pawns die.
    pub(super) deaths: i64,
    /// How many stand on the board.
    pub(super) standing: usize,
    /// Bishops that were pawns, on dark squares and on light ones.
    pub(super) bishops: [usize; 2],
    /// By file.
    pub(super) fates: [Vec<Fate>; 8],
}

impl Pawns {
    pub(super) fn of(board: &Board, color: Color) -> Pawns {
        let captures = 16 - i64::from(board.color(!color).len());
        let bishops = [Bitboard(!Bitboard::LIGHT.0), Bitboard::LIGHT].map(|squares| {
            let bishops = board.men(color, Role::Bishop) & squares;
            bishops.len().saturating_sub(1) as usize
        });
        let standing: Vec<Square> = board.men(color, Role::Pawn).collect();
        let deaths = 8 - i64::from(pawns_and_promoted(board, color));
        let fates = std::array::from_fn(|file| {
            let mut fates = fates(color, file as u8, &standing, bishops);
            fates.retain(|fate| fate.captures <= captures);
            fates
        });
        Pawns { captures, deaths, standing: standing.len(), bishops, fates }
    }
}

fn fates(color: Color, file: u8, standing: &[Square], bishops: [usize; 2]) -> Vec<Fate> {
    let files = |from: u8, to: u8| (from..=to.min(7)).fold(0, |files: u8, file| files | 1 << file);
    let [one, beside] = [0, 1 << file].map(|own| files(file.saturating_sub(1), file + 1) & !own);
    let fate = |end, captures, met| Fate { end, captures, met };
    let mut fates = vec![fate(End::Dies, 0, 0), fate(End::Promotes, 0, 0), fate(End::Promotes, 1, beside)];
    for (place, square) in standing.iter().enumerate() {
        let end = End::Stands(place, square.rank());
        let gone = if color == Color::White { square.rank() - 1 } else { 6 - square.rank() };
        let aside = square.file().abs_diff(file);
        if aside <= gone {
            fates.push(fate(end, aside.into(), files(file.min(square.file()), file.max(square.file()))));
        }
        if aside == 0 && gone >= 2 {
            fates.push(fate(end, 2, one));
        }
    }
    // a8 is light, and a1 dark.
    let home = (usize::from(file) + usize::from(color == Color::White)) % 2;
    for color in (0..2).filter(|color| bishops[*color] > 0) {
        let end = End::Bishop(color);
        if color == home {
            fates.push(fate(end, 0, 0));
            fates.push(fate(end, 2, one));
            if file >= 2 {
                fates.push(fate(end, 2, files(file - 2, file - 1)));
            }
            if file < 6 {
                fates.push(fate(end, 2, files(file + 1, file + 2)));
            }
        } else {
            fates.push(fate(end, 1, beside));
        }
    }
    fates
}

/// Whether the two pawns of a file, White's and Black's, need not have passed each other on it.
pub(super) fn pass(white: &Fate, black: &Fate) -> bool {
    match (white.end, black.end) {
        (End::Stands(_, below), End::Stands(_, above)) if below < above => true,
        _ => (white.way() | black.way()) & (way::DIES | way::LEAVES) != 0,
    }
}
