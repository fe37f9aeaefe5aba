//! The last moves of a position, and the positions before them that a game is looked for to.

use std::ops::ControlFlow;

use crate::board::{Bitboard, Board, Color, Man, Move, Role, Square, Start};
use crate::moves::{Past, Unmove, UnmoveKind, unmoves};
use crate::position::{Policy, Position};
use crate::rules::Standard;

use super::super::proof_game::en_passant_is_possible;
use super::{Finding, LastMove};
use crate::reach::Why;

/// Every un-move of a past, none tried yet.
pub(super) fn last_moves(base: &Past) -> Vec<LastMove> {
    let mut all = Vec::new();
    let _ = unmoves(base, |set| -> ControlFlow<()> {
        all.extend(set.iter().filter_map(|unmove| {
            let before = base.before(unmove);
            let promoted = base.board.man_at(unmove.stands).filter(|_| unmove.kind == UnmoveKind::Promotion);
            let man = before.board.man_at(unmove.came_from)?;
            Some(LastMove { unmove, man, promoted, before, finding: Finding::Open(Why::Exhausted) })
        }));
        ControlFlow::Continue(())
    });
    all
}

/// The rooks of the array's rights whose king and rook are in place.
pub(super) fn rights_in_place(board: &Board, start: Start) -> Bitboard {
    let castlings =
        Color::BOTH.into_iter().flat_map(|color| start.castlings(color).map(|castling| (color, castling)));
    let in_place = castlings.filter(|(color, castling)| {
        board.men(*color, Role::Rook).has(castling.rook) && board.men(*color, Role::King).has(castling.king)
    });
    in_place.map(|(_, castling)| castling.rook).collect()
}

/// The sets of some squares, small ones first.
pub(super) fn subsets(of: Bitboard) -> Vec<Bitboard> {
    let mut sets = vec![Bitboard::EMPTY];
    for square in of {
        for index in 0..sets.len() {
            sets.push(sets[index] | square.bb());
        }
    }
    sets.sort_by_key(|set| set.len());
    sets
}

/// The squares on which an en passant capture would be legal, had a pawn just stepped over them.
pub(super) fn en_passant_squares(past: &Past) -> Vec<Square> {
    let rank = past.turn.own_rank(5);
    let possible = |&square: &Square| {
        let with = Past { en_passant: Some(square), ..*past };
        with.double_step().is_some()
            && Position::<Standard>::new(&with.setup(), Policy::Movable)
                .is_ok_and(|position| en_passant_is_possible(&position))
    };
    Bitboard::rank(rank).filter(possible).collect()
}

/// The rights that a move can have ended, of those whose king and rook were in place before it.
fn lost(last: &LastMove) -> Bitboard {
    let LastMove { unmove: Unmove { stands, came_from, .. }, man: Man { color, role }, before, .. } = last;
    rights_in_place(&before.board, before.start)
        .filter(|rook| {
            let own = (rook.rank() == 0) == (*color == Color::White);
            rook == stands || rook == came_from || own && *role == Role::King
        })
        .collect()
}

/// The positions before a last move that games are looked for to, the one with the least demands first.
/// `known`: the rights after the move are given.
pub(super) fn before(last: &LastMove, known: bool) -> Vec<Past> {
    let past = &last.before;
    let more = if known { lost(last) } else { rights_in_place(&past.board, past.start) } - past.castling;
    exactly(past, more, past.en_passant.is_none())
}

/// A past with each set of more rights, and with en passant squares if none is demanded and any may be there.
/// First the past itself, then with all rights, then others.
pub(super) fn exactly(past: &Past, more: Bitboard, any_square: bool) -> Vec<Past> {
    let mut sets = subsets(more);
    if sets.len() > 1 {
        // The largest second: where nothing has moved yet a game is short.
        let all = sets.remove(sets.len() - 1);
        sets.insert(1, all);
    }
    let squares = if any_square { en_passant_squares(past) } else { Vec::new() };
    let mut pasts: Vec<Past> =
        sets.iter().map(|&more| Past { castling: past.castling | more, ..*past }).collect();
    let (least, most) = (pasts[0], pasts[1.min(pasts.len() - 1)]);
    for square in squares {
        pasts.push(Past { en_passant: Some(square), ..least });
        if most != least {
            pasts.push(Past { en_passant: Some(square), ..most });
        }
    }
    pasts
}

/// The un-move that takes a legal move back.
///
/// ```
/// use chess_arbiter::moves::{UnmoveKind, legal_moves};
/// use chess_arbiter::{position::Position, reach::retro::taken_back};
/// let start = Position::initial();
/// let steps = legal_moves(&start).into_iter().map(|mv| taken_back(&start, mv));
/// assert_eq!(steps.filter(|unmove| unmove.kind == UnmoveKind::DoubleStep).count(), 8);
/// ```
pub fn taken_back(before: &Position<Standard>, mv: Move) -> Unmove {
    let board = before.board();
    let came_from = mv.from();
    if before.is_castling(mv) {
        let (stands, _) = Position::<Standard>::castling_squares(came_from, mv.to());
        return Unmove { stands, came_from, kind: UnmoveKind::Castling, captured: None };
    }
    let stands = mv.to();
    let pawn = board.role_at(came_from) == Some(Role::Pawn);
    let (kind, captured) = if before.is_en_passant(mv) {
        (UnmoveKind::EnPassant, Some(Role::Pawn))
    } else if mv.promotion().is_some() {
        (UnmoveKind::Promotion, board.role_at(stands))
    } else if pawn && stands.rank().abs_diff(came_from.rank()) == 2 {
        (UnmoveKind::DoubleStep, None)
    } else {
        (UnmoveKind::Step, board.role_at(stands))
    };
    Unmove { stands, came_from, kind, captured }
}
