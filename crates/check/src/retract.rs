//! Taking back moves: all pasts from which one move leads to a past.

use crate::attacks::attacks;
use crate::board::{Board, Kind, Man, Square};
use crate::men::Side;
use crate::moves::Move;
use crate::past::Past;
use crate::squares::{END_RANKS, Set, home, own_rank, rank_between, shift};

/// The predecessors of a past, whether or not they are legal positions, each with the move from there.
///
/// If a game reaches the past by a move, then before that move it reached one of these.
pub fn predecessors(past: &Past) -> Vec<(Past, Move)> {
    predecessors_but(past, |_| false, |_, _, _, _| !0)
}

/// The same without some of them: those by captures before which the side captured from is wrong, and those
/// from squares where a man was not before it came to one, capturing or not (but castling and en passant).
pub(crate) fn predecessors_but(
    past: &Past,
    is_wrong: fn(&Side) -> bool,
    was_on: fn(&Board, Square, Man, bool) -> Set,
) -> Vec<(Past, Move)> {
    let (board, empty, mut found) = (&past.board, past.board.empty(), Vec::new());
    let enemy = |kind| Some(Man { colour: board.turn, kind });
    for (at, man) in board.men_of(board.turn.other()) {
        let (side, to) = (man.colour, at.bit());
        let pawn = Man { kind: Kind::Pawn, ..man };
        let can_be_lost = |kind: &&Kind| {
            let mut men = *board.side(board.turn);
            men.0[**kind as usize] |= to;
            (**kind != Kind::Pawn || to & END_RANKS == 0) && !is_wrong(&men)
        };
        let captures: Vec<_> = Kind::ALL[1..].iter().filter(can_be_lost).map(|kind| enemy(*kind)).collect();
        let mut add = |origins, was: Man, captures: &[Option<Man>]| {
            let promotion = Some(man.kind).filter(|_| was != man);
            let origins = Square::in_set(origins & was_on(board, at, was, captures != [None]));
            for last in origins.map(|from| Move { promotion, ..Move::simple(from, at) }) {
                let before = captures.iter().map(|captured| [(last.from, Some(was)), (at, *captured)]);
                found.extend(before.filter_map(|men| take_back(past, last, &men)));
            }
        };
        if man != pawn {
            add(attacks(man, to, empty) & empty, man, &captures);
            add(attacks(man, to, empty) & empty, man, &[None]);
        }
        // A pawn, or what was one: from straight behind without a capture, else with one.
        let straight = |to: Set| shift(to, (0, -side.forward())) & empty;
        let diagonal = attacks(Man { colour: board.turn, ..pawn }, to, 0) & empty;
        if man == pawn {
            let double = if to & own_rank(side, 3) != 0 { straight(straight(to)) } else { 0 };
            add(double, pawn, &[None]);
            add(straight(to) & !END_RANKS, pawn, &[None]);
            add(diagonal & !END_RANKS, pawn, &captures);
            // En passant: the pawn captured stood behind, and had come from beyond.
            let beyond = shift(to, (0, side.forward())) & empty;
            if to & own_rank(side, 5) != 0 && straight(to) != 0 && beyond != 0 {
                found.extend(Square::in_set(diagonal).filter_map(|from| {
                    let beside = (Square::on(at.file(), from.rank()), enemy(Kind::Pawn));
                    let men = [(from, Some(man)), (at, None), beside];
                    take_back(past, Move::simple(from, at), &men)
                }));
            }
        } else if man.kind == Kind::King {
            for castling in past.start.castlings() {
                let first_rank = |file: usize| Square::on(file as i8, side.own_rank(0, 8));
                let [from, rook_from, king_to, rook_to] =
                    [castling.king, castling.rook, castling.king_to, castling.rook_to].map(first_rank);
                let rook = Man { kind: Kind::Rook, ..man };
                let way = castling.way(side) & !king_to.bit() & !rook_to.bit();
                if at == king_to && board.man(rook_to) == Some(rook) && way & !empty == 0 {
                    let last = Move { castling: Some((rook_from, rook_to)), ..Move::simple(from, at) };
                    // Before they castled each may have stood where the other stands, or its own square.
                    let men = [(at, None), (rook_to, None), (from, Some(man)), (rook_from, Some(rook))];
                    found.extend(take_back(past, last, &men).map(|(mut before, last)| {
                        before.board.castling |= home(side, 0, castling.corner);
                        (before, last)
                    }));
                }
            }
        } else if to & own_rank(side, 7) != 0 {
            add(straight(to), pawn, &[None]);
            add(diagonal, pawn, &captures);
        }
    }
    found
}

/// The predecessor with these men before the move, unless the en passant square or the rights that the
/// past demands, or in castling an attack, forbid it.
fn take_back(past: &Past, last: Move, men: &[(Square, Option<Man>)]) -> Option<(Past, Move)> {
    // Only by a capture en passant three squares change.
    let en_passant = (men.len() == 3).then_some(last.to);
    let mut board = Board { turn: past.board.turn.other(), en_passant, ..past.board };
    men.iter().for_each(|(square, man)| board.put(*square, *man));
    let demanded = past.board.en_passant;
    let makes_square = demanded.is_none() || board.play(&last).en_passant == demanded;
    let is_kept = past.castling_squares() & (last.from.bit() | last.to.bit()) == 0;
    let was_attacked = |on| board.attackers(on, past.board.turn) != 0;
    let crossed = rank_between(last.from.bit(), last.to.bit()) & !last.to.bit() | last.from.bit();
    if last.castling.is_some() && Square::in_set(crossed).any(was_attacked) {
        return None;
    }
    let before = Past { board, ..*past };
    (makes_square && is_kept && before.has_castling_men()).then_some((before, last))
}
