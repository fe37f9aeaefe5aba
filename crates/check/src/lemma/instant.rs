//! The instant lemmas: what a look at the past alone shows. The cheap ones first.

use super::{Instant, instant};
use crate::attacks::{attacks, between};
use crate::board::{Board, Kind, Man, Square};
use crate::men::Side;
use crate::moves::Move;
use crate::past::Past;
use crate::retract::predecessors_but;
use crate::squares::{END_RANKS, Set, shift};

fn any(past: &Past, is_wrong: fn(&Side) -> bool) -> bool {
    past.board.sides.iter().any(is_wrong)
}

fn has_too_many(side: &Side) -> bool {
    side.men() > 16 || side.pawns_at_first() > 8
}

/// Where a man can have been before it moved so that no man attacked the other king; it crossed the square
/// that has been crossed, and no other pawn stands where none does.
fn was_on(board: &Board, at: Square, was: Man, is_capture: bool) -> Set {
    let pawns = board.sides.iter().fold(0, |all, side| all | side.squares(Kind::Pawn));
    if pawns & END_RANKS & !at.bit() != 0 {
        return 0;
    }
    let crossed = board.en_passant.map_or(!0, |crossed| shift(crossed.bit(), (0, board.turn.forward())));
    let mut before = *board;
    before.put(at, board.man(at).filter(|_| is_capture));
    crossed
        & board.royal(board.turn).map_or(!0, |king| {
            let attackers = Square::in_set(before.attackers(king, was.colour) & !at.bit());
            let shields = attackers.fold(!0, |all, from| all & between(from, king));
            shields & !attacks(Man { colour: board.turn, ..was }, king.bit(), before.empty())
        })
}

/// The predecessors of a past in which no instant lemma applies.
pub(crate) fn unrefuted(past: &Past) -> Vec<(Past, Move)> {
    // The kings were there before, and no fewer men and promoted men; and nothing that could castle moved.
    if any(past, |side| side.count(Kind::King) != 1 || has_too_many(side)) || !past.has_castling_men() {
        return Vec::new();
    }
    let found = predecessors_but(past, has_too_many, was_on).into_iter();
    found.filter(|(before, _)| instant(before).is_none()).collect()
}

type Applies = fn(&Past) -> bool;

const fn lemma(name: &'static str, condition: &'static str, applies: Applies) -> Instant {
    Instant { name, condition, applies }
}

pub(super) const INSTANT: &[Instant] = &[
    lemma("kings", "a side has not exactly one king", |past| any(past, |side| side.count(Kind::King) != 1)),
    lemma("men", "a side has more than 16 men", |past| any(past, |side| side.men() > 16)),
    lemma("end-row-pawns", "a pawn stands on rank 1 or 8", |past| {
        any(past, |side| side.squares(Kind::Pawn) & END_RANKS != 0)
    }),
    lemma("promotions", "a side has more than 8 pawns and promoted men", |past| {
        any(past, |side| side.pawns_at_first() > 8)
    }),
    lemma("castling", "a castling right is demanded whose king or rook is not on its first square", |past| {
        !past.has_castling_men()
    }),
    lemma(
        "en-passant",
        "an en passant square is demanded over which no pawn can just have made a double step",
        |past| past.board.en_passant.is_some_and(|square| !past.board.can_have_crossed(square)),
    ),
    lemma("waiting-side-attacked", "the king of the side not to move is attacked", |past| {
        let turn = past.board.turn;
        past.board.squares_of(turn.other(), Kind::King).any(|king| past.board.attackers(king, turn) != 0)
    }),
];
