//! Where to look for stalemates: such a move leaves no man of the other side free.

use crate::attacks::attacks;
use crate::board::{Board, Kind, Man};
use crate::moves::Move;
use crate::sight::Sight;
use crate::squares::{Set, shift};

/// The moves after which the other side is stalemated.
pub(crate) fn stalemating(board: &Board) -> impl Iterator<Item = Move> {
    may_stalemate(board).into_iter().filter(|m| {
        let after = board.after(m);
        after.is_some_and(|after| !after.is_attacked(after.turn) && !after.has_move())
    })
}

/// Pseudo-legal moves, all that stalemate among them.
fn may_stalemate(board: &Board) -> Vec<Move> {
    let other = Board { turn: board.turn.other(), en_passant: None, ..*board };
    let (king, men) = (other.royal(other.turn).map_or(0, |king| king.bit()), other.side(other.turn));
    // Men that could move now, pawns straight ahead. A man keeps a move unless it is captured or pinned, a pawn
    // unless its way is barred: one move can do this to three of them, with a pin by the man that moves and
    // one by a man behind it.
    let step = |from| shift(from, (0, other.turn.forward()));
    let own = Sight::of(&other, other.turn);
    let ahead = |from: Set, kind| if kind == Kind::Pawn { step(from) } else { !0 };
    let free = other.moves_to(!king, |from, man| ahead(from.bit(), man.kind));
    let free = free.iter().filter(|m| own.is_aside(m) || other.can_play(m));
    let free = free.fold(0, |free, m| free | m.from.bit());
    if free.count_ones() > 3 {
        return Vec::new();
    }
    let lines = attacks(Man { colour: board.turn, kind: Kind::Queen }, king, !0);
    let mut moves = board.pseudo_legal_moves();
    moves.retain(|m| {
        let (from, to, kind) = (m.from.bit(), m.to.bit(), board.man(m.from).map(|man| man.kind));
        let is_slider = matches!(m.promotion.or(kind), Some(Kind::Queen | Kind::Rook | Kind::Bishop));
        let barred = shift(to, (0, board.turn.forward())) & men.squares(Kind::Pawn);
        let left = (free & !to & !barred).count_ones();
        let pins = u32::from(from & lines != 0) + u32::from(is_slider && to & lines != 0);
        let is_en_passant = kind == Some(Kind::Pawn) && board.en_passant == Some(m.to);
        left <= pins || is_en_passant || m.castling.is_some()
    });
    moves
}

#[cfg(test)]
#[path = "../tests/unit/stalemates.rs"]
mod tests;
