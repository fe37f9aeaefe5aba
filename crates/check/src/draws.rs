//! When a game is over without anybody's claim.

use std::collections::HashMap;

use crate::board::{Board, Kind};
use crate::can_win::code;
use crate::moves::Move;
use crate::squares::LIGHT;

/// What of a game decides whether it is over.
#[derive(Default)]
pub(crate) struct Draws {
    /// Moves in a row that neither captured nor were made by pawns.
    pub(crate) quiet: u32,
    /// How often each position occurred since the last other move.
    seen: HashMap<[u64; 4], u32>,
}

impl Draws {
    /// Takes note of a position and the move that led to it: why the game is over with it, if it is.
    pub(crate) fn after(&mut self, before: Option<(&Board, &Move)>, board: &Board) -> Option<&'static str> {
        let men = |board: &Board| board.sides.iter().map(|side| side.men()).sum::<u8>();
        let lasts = |(before, m): (&Board, &Move)| {
            let pawns = before.side(before.turn).squares(Kind::Pawn);
            men(before) != men(board) || pawns & m.from.bit() != 0
        };
        if before.is_some_and(lasts) {
            *self = Draws::default();
        } else if before.is_some() {
            self.quiet += 1;
        }
        let en_passant = board.en_passant.filter(|_| can_capture_en_passant(board));
        let times = self.seen.entry(code(&Board { en_passant, ..*board })).or_default();
        *times += 1;
        let reasons = [
            (*times >= 5, "a position has occurred for the fifth time"),
            (self.quiet >= 150, "75 moves of each side have neither captured nor been made by pawns"),
            (is_dead(board), "the men left cannot mate"),
        ];
        reasons.into_iter().find(|(is_over, _)| *is_over).map(|(_, why)| why)
    }
}

/// Whether a capture en passant is legal.
pub(crate) fn can_capture_en_passant(board: &Board) -> bool {
    let pawns = board.side(board.turn).squares(Kind::Pawn);
    let captures = |m: &Move| board.en_passant == Some(m.to) && pawns & m.from.bit() != 0;
    board.en_passant.is_some() && board.playable_moves().iter().any(captures)
}

/// Whether there are but kings, and one knight or bishops on squares of one colour.
pub(crate) fn is_dead(board: &Board) -> bool {
    let all = |kind: Kind| board.sides.iter().fold(0, |all, side| all | side.squares(kind));
    let [knights, bishops] = [Kind::Knight, Kind::Bishop].map(all);
    let others = all(Kind::Queen) | all(Kind::Rook) | all(Kind::Pawn);
    others == 0
        && match knights.count_ones() {
            0 => bishops & LIGHT == 0 || bishops & !LIGHT == 0,
            1 => bishops == 0,
            _ => false,
        }
}
