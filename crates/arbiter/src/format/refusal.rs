//! Why a move cannot be played, in words. Asked only after the move was found to be illegal.

use crate::attacks::{Portable, attackers};
use crate::board::{Bitboard, Color, Move, Role, Square};
use crate::moves::{legal_moves, pseudo_legal_moves};
use crate::position::Position;
use crate::rules::Rules;

/// Why the side to move may not go from one square to another.
pub(super) fn refusal<R: Rules>(position: &Position<R>, from: Square, to: Square) -> String {
    let (board, us) = (position.board(), position.turn());
    if let Some(square) = [from, to].into_iter().find(|&square| !R::WINDOW.has(square)) {
        return format!("{square} is not on this board");
    }
    let Some(man) = board.man_at(from) else { return format!("there is no man on {from}") };
    if man.color != us {
        return format!("the {} on {from} is not {us}'s, and {us} is to move", man.role);
    }
    if position.royal(us).is_none() {
        return format!("{us}'s {} has been captured, no move is left", R::ROYAL);
    }
    let moves = pseudo_legal_moves(position);
    if let Some(&mv) =
        moves.iter().find(|mv| mv.from() == from && mv.to() == to && !position.is_castling(**mv))
    {
        return exposure(position, mv);
    }
    if let Some(h_side) = castling_tried(position, from, to) {
        return castling_refusal(position, h_side);
    }
    match board.man_at(to) {
        Some(target) if target.color == us && from != to => {
            format!("{to} is occupied by {us}'s own {}", target.role)
        }
        Some(target) if target.role == R::ROYAL && !R::ROYAL_CAPTURABLE && target.color != us => {
            format!("the {} on {to} cannot be captured", R::ROYAL)
        }
        _ => format!("the {} on {from} cannot go to {to}", man.role),
    }
}

/// A king that wants to go where castling would bring it, or onto a rook of its own that may be meant;
/// and to which side that is.
fn castling_tried<R: Rules>(position: &Position<R>, king: Square, to: Square) -> Option<bool> {
    let (board, us) = (position.board(), position.turn());
    if !R::CASTLING || !board.men(us, Role::King).has(king) || king.rank() != to.rank() || king == to {
        return None;
    }
    let h_side = to.file() > king.file();
    let lands = to.file() == if h_side { 6 } else { 2 } && king.file().abs_diff(to.file()) > 1;
    let own_rook = board.men(us, Role::Rook).has(to)
        && castling_men(position, h_side).is_none_or(|(_, rook)| rook == to);
    (lands || own_rook).then_some(h_side)
}

/// Why the side to move may not castle to the h-side (or a-side) of its king.
pub(super) fn castling_refusal<R: Rules>(position: &Position<R>, h_side: bool) -> String {
    let us = position.turn();
    let wing = if h_side { "kingside" } else { "queenside" };
    if !R::CASTLING {
        return "there is no castling in this game".into();
    }
    let Some((king, rook)) = castling_men(position, h_side) else {
        return format!("{us} has no right to castle {wing}");
    };
    let castles = Move::new(king, rook);
    if legal_moves(position).contains(&castles) {
        return format!("castling is written {}", if h_side { "O-O" } else { "O-O-O" });
    }
    if !pseudo_legal_moves(position).contains(&castles) {
        return format!("{us} cannot castle {wing}: the way is not free");
    }
    let by = attackers::<R, Portable>(position.board(), king, !us, position.board().occupied());
    if by.is_empty() {
        format!("{us} cannot castle {wing}: the king would pass or reach an attacked square")
    } else {
        format!("{us} cannot castle {wing}: the king on {king} is attacked from {}", list(by))
    }
}

/// The king and the rook of the right to castle to that side of the king, if there is one.
pub(super) fn castling_men<R: Rules>(position: &Position<R>, h_side: bool) -> Option<(Square, Square)> {
    let us = position.turn();
    let king = position.royal(us)?;
    let rook = Iterator::find(&mut position.castling(us), |rook| (rook.file() > king.file()) == h_side)?;
    Some((king, rook))
}

/// A move that the movement of the men allows, but that leaves the royal attacked.
fn exposure<R: Rules>(position: &Position<R>, mv: Move) -> String {
    let us: Color = position.turn();
    let after = position.play(mv);
    let board = after.board();
    match after.royal(us) {
        Some(royal) => {
            let by = attackers::<R, Portable>(board, royal, !us, board.occupied());
            format!("this leaves {us}'s {} on {royal} attacked from {}", R::ROYAL, list(by))
        }
        None => format!("this leaves {us} without its {}", R::ROYAL),
    }
}

/// `a1`, `a1 and b2`, `a1, b2 and c3`.
fn list(squares: Bitboard) -> String {
    join(squares.map(|square| square.to_string()).collect(), "and")
}

/// Words as a list of a sentence.
pub(super) fn join(mut words: Vec<String>, conjunction: &str) -> String {
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} {conjunction} {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}
