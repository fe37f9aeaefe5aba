//! **`origins`.** Each man of a side on the board was one of its sixteen of the starting position, each a
//! different one. A king, or a piece that was one from the beginning, can stand where the
//! [ways](crate::reach::facts::ways) lead from its first square; a pawn where they lead from its own, after
//! some captures; and a piece that was a pawn where ways lead from a square of the last rank that the pawn
//! could reach, after some captures. With eight pawns on the board, no pawn of the side ever stood where it
//! could not come to the square of one of them. So there is an assignment of men to
//! [origins](crate::reach::facts::origins), and the captures that it needs are no more than the side's pawns
//! can have made. Where there is none, no game reaches the position.

use crate::reach::Level;
use crate::reach::facts::mobility::MobilityEnd;

use super::{Lemma, Witness};

/// `origins`: the men cannot all have come from the starting position.
pub static ORIGINS: Lemma = Lemma {
    name: "origins",
    level: Level::Static,
    instant: false,
    summary: "the men cannot all have come from the starting position: there is no way to give each a \
              different man it can have been, along squares that were free, with the captures that were \
              made. A bishop on a1 whose pawns never left b2 is such a man",
    refute: |facts| match facts.mobility().end {
        MobilityEnd::Origins(color) => Some(Witness::Origins(color)),
        MobilityEnd::Locked(_) | MobilityEnd::Open => None,
    },
};
