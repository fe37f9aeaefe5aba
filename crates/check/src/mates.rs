//! Where to look for mates: such a move gives check and takes the king's free steps.

use crate::attacks::attacks;
use crate::board::{Board, Kind, Man};
use crate::moves::Move;
use crate::sight::Sight;
use crate::squares::{Square, shift};

/// The moves that win at once.
pub(crate) fn winning(board: &Board) -> impl Iterator<Item = Move> {
    // In check few moves are safe, and else most are.
    let is_checked = board.is_attacked(board.turn) && !board.rules.facts().royal_can_be_taken;
    let is_safe = |m: &Move| board.after(m).is_some();
    may_win(board).into_iter().filter(move |m| (!is_checked || is_safe(m)) && board.wins(m) && is_safe(m))
}

/// Pseudo-legal moves, all that win at once among them.
pub(crate) fn may_win(board: &Board) -> Vec<Move> {
    let Board { rules, turn, castling, en_passant, .. } = *board;
    if rules.facts().royal_can_be_taken {
        return board.pseudo_legal_moves();
    }
    let mut sight = Sight::of(board, turn.other());
    let royal = board.royal(turn.other()).map_or(0, |royal| royal.bit());
    let (side, empty) = (board.side(turn), board.empty());
    let beside = sight.near[Kind::King as usize];
    // Only squares that a man can go to; the king does not shield what is behind it.
    let mut guarded = 0;
    for kind in Kind::ALL {
        let men = side.squares(kind);
        let attacked = attacks(Man { colour: turn, kind }, men, empty | royal);
        let step = |from| if kind == Kind::Pawn { shift(from, (0, turn.forward())) & empty } else { 0 };
        guarded |= attacked;
        sight.near[kind as usize] &= (attacked | step(men) | step(step(men))) & !side.all_squares();
    }
    let steps = beside & (empty | side.all_squares()) & !guarded;
    let screens = side.all_squares() & sight.screens;
    for square in Square::in_set(steps).chain(Square::in_set(beside & !steps)) {
        let to = square.bit();
        if sight.near == [0; 6] && screens == 0 {
            break;
        }
        let sliders = sight.near[1..4].iter().fold(0, |all, near| all | near);
        if to & (steps | sliders) == 0 {
            continue;
        }
        let seen = Sight::from(board, turn.other(), to, empty | royal);
        let attackers = seen.attackers(turn);
        if seen.screens != to {
            // A man that leaves a line may let another guard it.
            continue;
        } else if to & steps != 0 {
            // The king goes there unless the man that moves attacks it.
            sight.near.iter_mut().zip(seen.near).for_each(|(near, seen)| *near &= seen);
            sight.open.iter_mut().zip(seen.near).for_each(|(open, seen)| *open &= seen);
        } else if attackers & attackers.wrapping_sub(1) == 0 {
            // Only the piece that goes there guards it: the king captures it.
            sight.near[1..4].iter_mut().for_each(|near| *near &= !to);
        }
    }
    let kinds = Kind::ALL.into_iter().filter(|kind| sight.near[*kind as usize] != 0);
    let near = kinds.fold(screens, |all, kind| all | side.squares(kind));
    let promoting = 0xff << (8 * turn.own_rank(rules.size() - 2, rules.size()));
    let pawns = side.squares(Kind::Pawn) & if en_passant.is_some() { !0 } else { promoting };
    let kings = if castling != 0 { side.squares(Kind::King) } else { 0 };
    board.moves_to(near | pawns | kings, |from, man| sight.approaches(from, man))
}
