//! A game made to have exactly so many plies.

use std::collections::HashSet;

use crate::board::{Board, Color, Move};
use crate::limits::{Meter, Reached};
use crate::moves::legal_moves;
use crate::position::Position;
use crate::reach::proof_game::Chance;
use crate::rules::Standard;

use super::edits::{changed, is_same};

/// Moves of each side that are tried to go somewhere and back.
const TRIES: usize = 12;

/// A game from the same position to the same, with so many plies. No stretch of it has more plies without
/// capture or move of a pawn than `most_quiet`, unless it had before.
pub(super) fn stretched(
    start: &Position<Standard>,
    game: &[Move],
    plies: usize,
    most_quiet: usize,
    chance: &mut Chance,
    meter: &mut Meter,
) -> Result<Option<Vec<Move>>, Reached> {
    if game.len() % 2 != plies % 2 {
        return Ok(None);
    }
    let mut game = game.to_vec();
    // There and back takes both sides two moves each, so that an odd move of both is made up for before.
    while game.len() > plies || (plies - game.len()) % 4 == 2 {
        let ways: &[i32] = match game.len() {
            long if long >= plies + 4 => &[-2, -1],
            long if long > plies => &[-1],
            _ => &[1, -1],
        };
        let Some(other) = changed_so(start, &game, ways, meter)? else { return Ok(None) };
        game = other;
    }
    lengthened(start, &game, plies, most_quiet, chance, meter)
}

/// The game with so many moves of each side more, in the first of these ways that is found.
fn changed_so(
    start: &Position<Standard>,
    game: &[Move],
    ways: &[i32],
    meter: &mut Meter,
) -> Result<Option<Vec<Move>>, Reached> {
    for &more in ways {
        let other = changed(start, game, more, meter)?;
        if other.is_some() {
            return Ok(other);
        }
    }
    Ok(None)
}

/// The game with men that go somewhere and come back, once in each part between captures and moves of pawns
/// first.
fn lengthened(
    start: &Position<Standard>,
    game: &[Move],
    plies: usize,
    most_quiet: usize,
    chance: &mut Chance,
    meter: &mut Meter,
) -> Result<Option<Vec<Move>>, Reached> {
    let mut missing = plies - game.len();
    // What is inserted before each move, and at the end.
    let mut inserted: Vec<Vec<Move>> = vec![Vec::new(); game.len() + 1];
    let mut positions = vec![*start];
    let mut parts = vec![(0, 0)];
    for (ply, &mv) in game.iter().enumerate() {
        let before = positions[ply];
        if is_lasting(&before, mv) {
            parts.push((ply + 1, ply + 1));
        } else if let Some((_, end)) = parts.last_mut() {
            *end = ply + 1;
        }
        positions.push(before.play(mv));
    }
    for (first, last) in parts {
        let mut room = most_quiet.saturating_sub(last - first);
        for place in first..=last {
            let wanted = missing.min(room) / 4;
            if wanted == 0 {
                break;
            }
            let there_and_back = excursion(&positions[place], wanted, chance, meter)?;
            missing -= there_and_back.len();
            room -= there_and_back.len();
            inserted[place] = there_and_back;
        }
    }
    if missing > 0 {
        return Ok(None);
    }
    let mut whole = Vec::with_capacity(plies);
    for (place, more) in inserted.into_iter().enumerate() {
        whole.extend(more);
        whole.extend(game.get(place));
    }
    Ok(Some(whole))
}

/// A capture, or a move of a pawn.
pub(super) fn is_lasting(position: &Position<Standard>, mv: Move) -> bool {
    position.play(mv).halfmoves() == 0
}

/// Moves that lead back to where they began: both sides go so many moves away, to positions that were not
/// there before if possible, and all the way back. Fewer where there is no way on.
fn excursion(
    start: &Position<Standard>,
    moves: usize,
    chance: &mut Chance,
    meter: &mut Meter,
) -> Result<Vec<Move>, Reached> {
    let (mut there, mut back) = (Vec::new(), Vec::new());
    let mut seen: HashSet<Board> = HashSet::from([*start.board()]);
    let mut position = *start;
    for _ in 0..moves {
        let mut way = None;
        for _ in 0..TRIES {
            meter.count()?;
            if let Some((found, end)) = there_and_back(&position, chance) {
                way = Some((found, end));
                if seen.insert(*end.board()) {
                    break;
                }
            }
        }
        let Some(([first, second, third, fourth], end)) = way else { break };
        there.extend([first, second]);
        back.push([third, fourth]);
        position = end;
    }
    there.extend(back.into_iter().rev().flatten());
    Ok(there)
}

/// A move of each side, and the same moves back; and the position in between.
fn there_and_back(
    position: &Position<Standard>,
    chance: &mut Chance,
) -> Option<([Move; 4], Position<Standard>)> {
    let first = quiet_move(position, chance)?;
    let after = position.play(first);
    let second = quiet_move(&after, chance)?;
    let away = after.play(second);
    let (third, fourth) = (reversed(first), reversed(second));
    let returning = legal_moves(&away).contains(&third).then(|| away.play(third))?;
    let home = legal_moves(&returning).contains(&fourth).then(|| returning.play(fourth))?;
    is_same(&home, position).then_some(([first, second, third, fourth], away))
}

fn reversed(mv: Move) -> Move {
    Move::new(mv.to(), mv.from())
}

/// Some move that can be taken back by moving.
fn quiet_move(position: &Position<Standard>, chance: &mut Chance) -> Option<Move> {
    let rights = position.castling(Color::White) | position.castling(Color::Black);
    let mut quiet = legal_moves(position);
    quiet.retain(|&mv| {
        !is_lasting(position, mv)
            && !position.is_castling(mv)
            && (rights.is_empty() || !rights.has(mv.from()))
    });
    let most = u64::try_from(quiet.len()).ok().filter(|&most| most > 0)?;
    quiet.get(chance.below(most) as usize).copied()
}
