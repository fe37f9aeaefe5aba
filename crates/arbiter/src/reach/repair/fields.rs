//! Changes of fields: castling rights, en passant square, side to move.

use crate::board::{Bitboard, Color, Role, Setup, Square, Start};
use crate::moves::Past;

use super::{Candidate, Edit};

/// Candidates of one kind that are asked about in full.
pub(super) const MAX_CHANGES: usize = 12;

/// All changes of exactly so many of the three fields.
pub(super) fn changes(start: Start, setup: &Setup, fields: u32) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for turned in [false, true] {
        let turn = if turned { !setup.turn } else { setup.turn };
        let squares = squares(setup, turn);
        // The square goes with the turn, if it is none of the other side: dropping it is no change of its
        // own.
        let goes = turned && !squares.contains(&setup.en_passant);
        for castling in rights(start, setup) {
            for &en_passant in &squares {
                let other_rights = castling != setup.castling;
                let other_square = en_passant != setup.en_passant && !(goes && en_passant.is_none());
                let changed = u32::from(turned) + u32::from(other_rights) + u32::from(other_square);
                if changed != fields {
                    continue;
                }
                let mut edits = Vec::new();
                let mut cost = 0;
                if turned {
                    edits.push(Edit::Turn(turn));
                    cost += 2;
                }
                let (less, more) = (setup.castling - castling, castling - setup.castling);
                if less.has_any() {
                    edits.push(Edit::WithoutRights(less));
                    cost += less.len();
                }
                if more.has_any() {
                    edits.push(Edit::WithRights(more));
                    cost += 4 * more.len();
                }
                if other_square {
                    edits.push(Edit::EnPassant(en_passant));
                    cost += if en_passant.is_none() { 1 } else { 3 };
                }
                let setup = Setup { turn, castling, en_passant, ..*setup };
                candidates.push(Candidate { edits, setup, cost });
            }
        }
    }
    candidates
}

/// The sets of castling rights that are near those of a setup: any of its own, or one more that king and rook
/// allow.
fn rights(start: Start, setup: &Setup) -> Vec<Bitboard> {
    let mut sets = vec![setup.castling];
    // Of more than four, which no text of standard chess gives, only the whole is dropped.
    let own: Vec<Square> = if setup.castling.len() <= 4 { setup.castling.collect() } else { Vec::new() };
    for kept in 0..(1u32 << own.len()) {
        let set =
            own.iter().enumerate().filter(|(i, _)| kept >> i & 1 == 1).map(|(_, &right)| right).collect();
        if set != setup.castling {
            sets.push(set);
        }
    }
    if setup.castling.len() > 4 {
        sets.push(Bitboard::EMPTY);
    }
    for color in Color::BOTH {
        for rook in start.rooks(color) - setup.castling {
            let king = start.king(color);
            if setup.board.men(color, Role::Rook).has(rook) && setup.board.men(color, Role::King).has(king) {
                sets.push(setup.castling | rook.bb());
            }
        }
    }
    sets
}

/// The en passant squares that the pawns allow with this side to move, and none; that of the setup first, if
/// it is no change of turn.
fn squares(setup: &Setup, turn: Color) -> Vec<Option<Square>> {
    let mut squares = Vec::new();
    if turn == setup.turn {
        squares.push(setup.en_passant);
    }
    let rank = turn.own_rank(5);
    let possible = Bitboard::rank(rank).filter(|&square| {
        let past = Past { en_passant: Some(square), turn, ..Past::from(setup) };
        past.double_step().is_some()
    });
    for square in std::iter::once(None).chain(possible.map(Some)) {
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    squares
}
