//! `closure`: all positions to which legal moves lead are made again, and none is mate by the attacker; from
//! `leaves` nothing is played on.

use std::collections::HashSet;

use super::{en_passant, material};
use crate::CheckError;
use crate::board::{Board, Colour, Kind, Square};
use crate::json::Item;
use crate::squares::Set;

/// So many positions at most.
const MOST: u64 = 1 << 24;

/// What a position takes at most while it is known.
pub(super) const KNOWN_BYTES: usize = 3 * (size_of::<[u64; 4]>() + 1);
/// What a position takes at most while moves are to be played from it.
pub(super) const OPEN_BYTES: usize = 3 * size_of::<Board>();

pub(super) fn check(
    root: &Board,
    attacker: Colour,
    item: &Item<'_>,
    leaves: HashSet<[u64; 4]>,
) -> Result<(), CheckError> {
    let most = most(item)?;
    let first = Board { en_passant: en_passant(root), ..*root };
    let (mut known, mut open, mut longest) = (HashSet::from([code(&first)]), vec![first], 0);
    while let Some(board) = open.pop() {
        item.budget.look()?;
        let moves = board.playable_moves();
        let is_mate = moves.is_empty() && board.turn != attacker && board.is_attacked(board.turn);
        item.ensure(!is_mate, || format!("{attacker} has mated: {board}"))?;
        for after in moves.iter().map(|m| board.play(m)) {
            let after = Board { en_passant: en_passant(&after), ..after };
            let code = code(&after);
            if material::holds(&after, attacker) || leaves.contains(&code) || !known.insert(code) {
                continue;
            }
            item.ensure(known.len() as u64 <= most, || format!("there are more than {most} positions"))?;
            item.budget.take(KNOWN_BYTES)?;
            open.push(after);
            if open.len() > longest {
                longest = open.len();
                item.budget.take(OPEN_BYTES)?;
            }
        }
    }
    Ok(())
}

/// How many positions there may be.
pub(super) fn most(item: &Item<'_>) -> Result<u64, CheckError> {
    let most: u64 = item.value("a whole number")?;
    item.ensure(most <= MOST, || format!("more than {MOST}"))?;
    item.ensure(most > 0, || "there is the position itself".into())?;
    Ok(most)
}

/// A position in few bytes, none like another of the same rules: four bits a square.
pub(crate) fn code(board: &Board) -> [u64; 4] {
    let mut code = [0; 4];
    let mut put = |squares: Set, number: usize| {
        for (bit, plane) in code.iter_mut().enumerate() {
            *plane = *plane & !squares | if number >> bit & 1 == 1 { squares } else { 0 };
        }
    };
    for (side, first) in board.sides.iter().zip([1, 7]) {
        side.0.iter().zip(first..).for_each(|(squares, number)| put(*squares, number));
    }
    // The rank tells whose rook may castle, the other king whose king is to move.
    put(board.castling, 13);
    put(board.en_passant.map_or(0, Square::bit), 14);
    put(board.side(board.turn).squares(Kind::King), 15);
    code
}

#[cfg(test)]
#[path = "../../tests/unit/closure.rs"]
mod tests;
