//! Where to look for stalemates: such a move leaves no man of the other side free.

use crate::attacks::attacks;
use crate::board::{Board, Kind, Man};
use crate::moves::Move;
use crate::squares::{Set, Square, shift};

/// The moves after which the other side is stalemated.
pub(crate) fn stalemating(board: &Board) -> impl Iterator<Item = Move> {
    may_stalemate(board).into_iter().filter(|m| {
        let after = board.play(m);
        !after.is_attacked(after.turn) && !after.has_move() && board.after(m).is_some()
    })
}

/// Pseudo-legal moves, all that stalemate among them.
fn may_stalemate(board: &Board) -> Vec<Move> {
    let other = Board { turn: board.turn.other(), en_passant: None, ..*board };
    let [king, pawns] = [Kind::King, Kind::Pawn].map(|kind| other.side(other.turn).squares(kind));
    // Men that could move now, pawns straight ahead. A man keeps a move if not captured or pinned, a pawn if
    // not barred: one move can do this to three, with a pin by the man that moves and one by a man behind it.
    let is_free = |m: &Move| m.from.bit() & pawns == 0 || m.from.file() == m.to.file();
    let may_move = |m: &Move| is_free(m) && other.after(m).is_some();
    let can_move = |man: &Square| other.moves_to(man.bit(), !0).iter().any(may_move);
    let men = Square::in_set(other.side(other.turn).all_squares() & !king);
    let free = men.filter(can_move).take(4).fold(0, |free: Set, man| free | man.bit());
    let lines = attacks(Man { colour: board.turn, kind: Kind::Queen }, king, !0);
    let mut moves = if free.count_ones() > 3 { Vec::new() } else { board.pseudo_legal_moves() };
    moves.retain(|m| {
        let (from, to, kind) = (m.from.bit(), m.to.bit(), board.man(m.from).map(|man| man.kind));
        let is_slider = matches!(m.promotion.or(kind), Some(Kind::Queen | Kind::Rook | Kind::Bishop));
        let barred = shift(to, (0, board.turn.forward())) & pawns;
        let pins = u32::from(from & lines != 0) + u32::from(is_slider && to & lines != 0);
        let is_en_passant = kind == Some(Kind::Pawn) && board.en_passant == Some(m.to);
        let is_few = (free & !to & !barred).count_ones() <= pins;
        is_few || is_en_passant || m.castling.is_some()
    });
    moves
}

#[cfg(test)]
#[path = "../tests/unit/stalemates.rs"]
mod tests;
