//! The lemma `files`: a file keeps a white pawn below a black one until captures open it.

use super::Lemma;
use crate::board::{Board, Colour, Kind, Man, Square};
use crate::census::Side;

pub(super) const FILES: Lemma<Option<bool>> = Lemma {
    name: "files",
    condition: "pawns have passed each other on more files than the captures can have opened",
    applies: |past| {
        let closed = (0..8).filter(|file| is_closed(past.board(), *file)).count() as u8;
        let lost = |side: &Side| 16 - side.men();
        let pawns_lost =
            |side: &Side| lost(side).min(8 - side.count(Kind::Pawn) - side.promoted().iter().sum::<u8>());
        let opened: u8 = past.census().sides().iter().map(|side| lost(side) + pawns_lost(side)).sum();
        Some(8 - closed > opened)
    },
};

/// Whether a white pawn stands below a black one.
fn is_closed(board: &Board, file: i8) -> bool {
    let rows = |colour| {
        let pawn = Some(Man { colour, kind: Kind::Pawn });
        (0..8).filter(move |row| Square::new(file, *row).and_then(|square| board.man(square)) == pawn)
    };
    rows(Colour::White).next().is_some_and(|white| rows(Colour::Black).any(|black| white < black))
}
