//! `material`: men with which a side never mates.

use crate::board::{Board, Colour, Kind};
use crate::men::Side;
use crate::squares::LIGHT;

/// Whether no position with such men, nor one that moves lead to, becomes mate by the attacker with a move.
pub(super) fn holds(board: &Board, attacker: Colour) -> bool {
    let [own, other] = [attacker, attacker.other()].map(|side| board.side(side));
    let has = |side: &Side, kinds: &[Kind]| kinds.iter().any(|kind| side.squares(*kind) != 0);
    let bishops = own.squares(Kind::Bishop) | other.squares(Kind::Bishop);
    !has(own, &[Kind::Queen, Kind::Rook, Kind::Pawn])
        && match (own.count(Kind::Knight), own.count(Kind::Bishop)) {
            (0, 0) => true,
            (1, 0) => !has(other, &[Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn]),
            (0, _) => {
                !has(other, &[Kind::Knight, Kind::Pawn]) && (bishops & LIGHT == 0 || bishops & !LIGHT == 0)
            }
            _ => false,
        }
}
