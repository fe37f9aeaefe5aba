//! The instant lemmas: what a look at the past alone shows. The cheap ones first.

use super::{Instant, instant};
use crate::attacks::{attacks, between};
use crate::board::{Board, Kind, Man, Square};
use crate::men::Side;
use crate::moves::Move;
use crate::past::Past;
use crate::retract::predecessors_but;
use crate::squares::{END_RANKS, Set};

fn any(past: &Past, is_wrong: fn(&Side) -> bool) -> bool {
    past.board.sides.iter().any(is_wrong)
}

fn has_too_many(side: &Side) -> bool {
    side.men() > 16 || side.pawns_at_first() > 8
}

/// Where a man can have been before it moved to a square so that no man attacked the king of the other side.
fn was_on(board: &Board, at: Square, was: Man, is_capture: bool) -> Set {
    let mut before = *board;
    before.put(at, board.man(at).filter(|_| is_capture));
    board.royal(board.turn).map_or(!0, |king| {
        let attackers = Square::in_set(before.attackers(king, was.colour) & !at.bit());
        let shields = attackers.fold(!0, |all, from| all & between(from, king));
        shields & !attacks(Man { colour: board.turn, ..was }, king.bit(), before.empty())
    })
}

/// The predecessors of a past in which no instant lemma applies.
pub(crate) fn unrefuted(past: &Past) -> Vec<(Past, Move)> {
    // The kings were there before, and no fewer men and promoted men.
    if any(past, |side| side.count(Kind::King) != 1 || has_too_many(side)) {
        return Vec::new();
    }
    let found = predecessors_but(past, has_too_many, was_on).into_iter();
    found.filter(|(before, _)| instant(before).is_none()).collect()
}

pub(super) const INSTANT: &[Instant] = &[
    Instant {
        name: "kings",
        condition: "a side has not exactly one king",
        applies: |past| any(past, |side| side.count(Kind::King) != 1),
    },
    Instant {
        name: "men",
        condition: "a side has more than 16 men",
        applies: |past| any(past, |side| side.men() > 16),
    },
    Instant {
        name: "end-row-pawns",
        condition: "a pawn stands on rank 1 or 8",
        applies: |past| any(past, |side| side.squares(Kind::Pawn) & END_RANKS != 0),
    },
    Instant {
        name: "promotions",
        condition: "a side has more than 8 pawns and promoted men",
        applies: |past| any(past, |side| side.pawns_at_first() > 8),
    },
    Instant {
        name: "castling",
        condition: "a castling right is demanded whose king or rook is not on its first square",
        applies: |past| !past.has_castling_men(),
    },
    Instant {
        name: "en-passant",
        condition: "an en passant square is demanded over which no pawn can just have made a double step",
        applies: |past| past.board.en_passant.is_some_and(|square| !past.board.can_have_crossed(square)),
    },
    Instant {
        name: "waiting-side-attacked",
        condition: "the king of the side not to move is attacked",
        applies: |past| {
            let turn = past.board.turn;
            let mut kings = past.board.squares_of(turn.other(), Kind::King);
            kings.any(|king| past.board.attackers(king, turn) != 0)
        },
    },
];
