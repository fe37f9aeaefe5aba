//! The instant lemmas: what a look at the past alone shows.

use super::Lemma;
use crate::board::{Kind, Square};

const END_ROWS: u64 = 0xff00_0000_0000_00ff;

pub(super) const KINGS: Lemma<bool> = Lemma {
    name: "kings",
    condition: "a side has not exactly one king",
    applies: |past| past.board.sides.iter().any(|side| side.count(Kind::King) != 1),
};

pub(super) const END_ROW_PAWNS: Lemma<bool> = Lemma {
    name: "end-row-pawns",
    condition: "a pawn stands on row 1 or 8",
    applies: |past| past.board.sides.iter().any(|side| side.squares(Kind::Pawn) & END_ROWS != 0),
};

pub(super) const WAITING_SIDE_ATTACKED: Lemma<bool> = Lemma {
    name: "waiting-side-attacked",
    condition: "the king of the side not to move is attacked",
    applies: |past| {
        let turn = past.board.turn;
        let kings = past.side(turn.other()).squares(Kind::King);
        Square::in_set(kings).any(|king| past.board.is_attacked_on(king, turn))
    },
};

pub(super) const MEN: Lemma<bool> = Lemma {
    name: "men",
    condition: "a side has more than 16 men",
    applies: |past| past.board.sides.iter().any(|side| side.men() > 16),
};

pub(super) const PROMOTIONS: Lemma<bool> = Lemma {
    name: "promotions",
    condition: "a side has more than 8 pawns and promoted men",
    applies: |past| past.board.sides.iter().any(|side| side.pawns_at_first() > 8),
};

pub(super) const CASTLING: Lemma<bool> = Lemma {
    name: "castling",
    condition: "a castling right is demanded whose king or rook is not on its first square",
    applies: |past| !past.rights().all(|right| past.has_men_of(right)),
};

pub(super) const EN_PASSANT: Lemma<bool> = Lemma {
    name: "en-passant",
    condition: "an en passant square is demanded over which no pawn can just have made a double step",
    applies: |past| past.board.en_passant.is_some_and(|square| !past.board.can_have_crossed(square)),
};
