//! **Parity.** With White to move both sides have made equally many moves, with Black to move White has made one more. Where hardly
//! anything can have moved, the number of a side's moves is known to be even or odd: pawns on their third
//! row made one move, on their second none; fixed men none; two knights together an even number if as many stand on light
//! squares as in the beginning, one; and of the pieces in a [cage](super::cage) the play there tells.
//!
//! This needs all eight pawns of both sides on their second and third rows, all their other pieces but knights
//! fixed or in the cage, and both knights. One knight may be missing if it is known where it was captured: the enemy's
//! pawns can have made one capture, one of them made it in its only move, and none of the other pieces that may be missing can have stood there.

use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::moves::Past;

use super::cage::Cage;
use super::mobility::Mobility;
use super::ways::{FIRST_ROW, relative};

/// Whether the numbers of moves cannot fit the side to move.
pub(super) fn refuted(past: &Past, mobility: &Mobility, cages: &[Cage<'_>; 2]) -> bool {
    let outside = |color: Color| moves_outside(&past.board, mobility, color, &cages[color as usize]);
    let [Some(white), Some(black)] = Color::BOTH.map(outside) else { return false };
    let inside = [0, 1].map(|side| cages[side].parities());
    let fits = |a: usize, b: usize| {
        inside[0][a]
            && inside[1][b]
            && (white as usize + a + black as usize + b + past.turn as usize).is_multiple_of(2)
    };
    !(0..4).any(|i| fits(i & 1, i >> 1))
}

/// The number of moves, but for an even number, that a side made with men that are not in the cage, if that is known.
fn moves_outside(board: &Board, mobility: &Mobility, color: Color, cage: &Cage<'_>) -> Option<u32> {
    let row = |rank: u8| Bitboard::rank(relative(color, 0, rank).rank());
    let pawns = board.men(color, Role::Pawn);
    let known = |file: usize| {
        FIRST_ROW[file] == Role::Knight
            || cage.has(file)
            || mobility.ways.fixed.has(relative(color, file as u8, 0))
    };
    if pawns.len() < 8 || (pawns - row(1) - row(2)).has_any() || !(0..8).all(known) {
        return None;
    }
    let knights = board.men(color, Role::Knight);
    let captured = match knights.len() {
        2 => None,
        1 => Some(captured_knight(board, mobility, color)?),
        _ => return None,
    };
    // A knight's move changes the colour of its square; one of the two began on a light square.
    let on_light = knights.chain(captured).filter(|square| square.is_light()).count() as u32;
    Some((pawns & row(2)).len() + on_light + 1)
}

/// Where the missing knight of a side was captured, if a pawn must have done it.
fn captured_knight(board: &Board, mobility: &Mobility, color: Color) -> Option<Square> {
    let Mobility { ways, origins, .. } = mobility;
    if ways.captures[!color as usize] != 1 {
        return None;
    }
    let (_, square) = origins[!color as usize].single_steps().find(|(from, to)| from.file() != to.file())?;
    let elsewhere = |file: usize| {
        let role = FIRST_ROW[file];
        role == Role::Knight
            || board.men(color, role).len() >= role.initial_count()
            || !origins[color as usize].range(file).has(square)
    };
    (0..8).all(elsewhere).then_some(square)
}
