//! The lemma `files`: a file keeps a white pawn below a black one until captures open it.

use super::Lemma;
use crate::board::Kind;
use crate::squares::A_FILE;

pub(super) const FILES: Lemma = Lemma {
    name: "files",
    condition: "more files have no white pawn below a black one than the captures can have opened",
    applies: |past, _| {
        let sides = past.board.sides;
        let is_closed = |file: &u8| {
            let [white, black] = [0, 1].map(|side: usize| sides[side].squares(Kind::Pawn) & A_FILE << file);
            // The lowest white one, and anything above it.
            white != 0 && black > white & white.wrapping_neg()
        };
        let closed = (0..8).filter(is_closed).count() as u8;
        let opened = sides.each_ref().map(|side| {
            let lost = 16 - side.men();
            lost + lost.min(8 - side.pawns_at_first())
        });
        Ok(8 - closed > opened[0] + opened[1])
    },
};
