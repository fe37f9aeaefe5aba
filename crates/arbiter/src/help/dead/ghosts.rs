//! **Ghosts.** A closure with some men left off the board. Of each, a ghost, only a set of squares is known,
//! which it never leaves: what roams without effect makes closures large, and matters little.
//!
//! There are no castling rights, and no capture en passant at first. By induction every position of play
//! stands for one here with the same men but for the ghosts, each of which is captured or in its set:
//!
//! * Men on the board move as they do, through ghosts and onto them as if these were not there; a pawn also
//!   captures where an enemy ghost can be, or an enemy ghost pawn can have stepped over.
//! * A ghost that moves leaves the position as it is, or takes an enemy man on its way. Its set is *closed*:
//!   in each position it has all squares a step of the ghost from those of its squares that are empty, but
//!   for own men and the enemy king. (A slider's way is empty, so it goes step by step.) A pawn has a second
//!   set for when it is promoted; it captures where enemy men stand or enemy ghosts can be, and en passant
//!   wherever an enemy pawn, ghost or not, can have made a double step.
//! * A move is left out if after it an enemy man attacks the mover's king and no ghost can be between, and
//!   a position if the attacker has a king alone and no ghosts.
//! * A ghost pawn is *kept* if its set is of one file and no enemy man or ghost can capture there. Then it is
//!   always on that file, and an enemy ghost pawn that began before it and never leaves the file cannot pass.
//!
//! *A check* by a man on the board is one here. One by a ghost comes over a square next to the king that is
//! empty and in the ghost's set (a knight's or pawn's from its set); and if a man on the board has made the
//! last move, then over a square that this left empty (its own, or a pawn's that it captured en passant), the
//! next one being empty and in the set. For before that move the defender was not in check.
//!
//! *It is no mate* if the defender has a reply by a man on the board wherever the ghosts are: none can be in
//! its way, and after it neither a man nor a ghost can attack the king (in the position after it the sets are
//! closed, too). Replies to squares on which own ghosts can be count if there are more such squares, or more
//! of one colour, than such ghosts: one of them is free.

mod ghost;
mod mates;
mod sets;
#[cfg(test)]
pub(super) mod tests;

use crate::board::{Bitboard, Board, Color, Move, Role, Square};
use crate::limits::{Meter, Reached};
use crate::position::{Position, en_passant};
use crate::rules::{Pawns, Rules};

use super::Closed;
use super::graph::{BYTES, Graph};
pub use ghost::Ghost;
use sets::Ghosts;

/// What a closure without some men shows.
enum Outcome {
    /// These are all, and none can be mate.
    Closed(Closed, Vec<Ghost>),
    /// One may be.
    Mate,
    /// There are more positions, or more checks than these pay for.
    Open,
}

/// Looks for a mate by the side in a closure without these men, up to so many positions.
fn close<R: Rules>(
    root: &Position<R>,
    color: Color,
    ghosts: Bitboard,
    most: usize,
    meter: &mut Meter,
) -> Result<Outcome, Reached> {
    let Some((first, mut ghosts)) = without(root, color, ghosts) else { return Ok(Outcome::Open) };
    let mut graph = Graph::new(&first);
    let (mut done, mut has_grown) = (0, false);
    // How many moves may answer checks.
    let mut answers = 0;
    let mut after = Vec::new();
    loop {
        if done as usize == graph.len() {
            if !has_grown {
                let closed = graph.closed();
                let is_paid = answers <= closed.paid();
                return Ok(if is_paid { Outcome::Closed(closed, ghosts.men) } else { Outcome::Open });
            }
            // What was looked at before may lead to more now.
            (done, has_grown, answers) = (0, false, 0);
        }
        if graph.len() > most || graph.len().saturating_mul(BYTES) > meter.memory() / 2 {
            return Ok(Outcome::Open);
        }
        meter.count()?;
        let position = *graph.get(done);
        has_grown |= ghosts.grow(&position);
        ghosts.moves(&position, &mut after);
        has_grown |= ghosts.are_captured(&position, &after);
        for next in &after {
            if position.turn() == color && ghosts.may_check(next) {
                let moves = ghosts.answers(next);
                answers += moves.len();
                if !ghosts.is_answered(next, &moves) {
                    return Ok(Outcome::Mate);
                }
            }
            if !ghosts.is_over(next.position.board()) {
                graph.meet(next.position, (done, Move::new(Square::A1, Square::A1)));
            }
        }
        done += 1;
    }
}

/// The position without these men, none of which is a king.
fn without<R: Rules>(root: &Position<R>, color: Color, ghosts: Bitboard) -> Option<(Position<R>, Ghosts)> {
    let has_rights = Color::BOTH.into_iter().any(|color| root.castling(color).has_any());
    let is_game = R::PAWNS == Pawns::Full && R::ROYAL == Role::King && !R::ROYAL_CAPTURABLE;
    if !is_game || has_rights || en_passant(root).has_any() {
        return None;
    }
    let mut setup = root.to_setup();
    setup.en_passant = None;
    let mut men = Vec::new();
    for square in ghosts {
        let man = setup.board.remove(square).filter(|man| man.role != Role::King)?;
        let is_kept = man.role == Role::Pawn;
        men.push(Ghost { square, man, stays: square.bb(), promoted: Bitboard::EMPTY, is_kept });
    }
    Some((Position::from_valid(&setup), Ghosts { men, color }))
}

/// How much is tried.
#[derive(Clone, Copy)]
pub(super) struct Tries {
    /// Choices of ghosts,
    pub(super) choices: usize,
    /// each with so many positions at most.
    pub(super) most: usize,
}

/// Looks for men without which a closure shows that the side never mates: its positions, and what the men can
/// do. Of the closure so many positions were met without each of them on its square.
pub(super) fn search<R: Rules>(
    root: &Position<R>,
    color: Color,
    moved: &[(Square, usize)],
    Tries { choices: tries, most }: Tries,
    meter: &mut Meter,
) -> Result<Option<(Closed, Vec<Ghost>)>, Reached> {
    let until = meter.effort().nodes + 4 * most as u64;
    for choice in choices(root.board(), moved).into_iter().take(tries) {
        if let Outcome::Closed(positions, ghosts) = close(root, color, choice, most, meter)? {
            return Ok(Some((positions, ghosts)));
        }
        if meter.effort().nodes > until {
            break;
        }
    }
    Ok(None)
}

/// Men to leave off the board, one choice after another: those that roam.
fn choices(board: &Board, moved: &[(Square, usize)]) -> Vec<Bitboard> {
    let union = |men: &[(Square, usize)]| men.iter().fold(Bitboard::EMPTY, |all, man| all | man.0.bb());
    let most = moved.first().map_or(0, |(_, times)| *times);
    let often = union(&moved[..moved.iter().filter(|(_, times)| times * 8 > most).count()]);
    let [pawns, bishops] = [Role::Pawn, Role::Bishop].map(|role| board.role(role));
    let [light, dark] = [bishops & Bitboard::LIGHT, bishops - Bitboard::LIGHT];
    let mut choices = Vec::new();
    for part in [Bitboard::FULL, Bitboard::FULL - pawns, pawns, bishops, light, dark] {
        for side in [Bitboard::FULL, board.color(Color::White), board.color(Color::Black)] {
            choices.push(often & part & side);
        }
    }
    let pieces = board.occupied() - pawns - board.role(Role::King);
    for part in [bishops, pieces] {
        for side in [Bitboard::FULL, board.color(Color::White), board.color(Color::Black)] {
            choices.push(part & side);
        }
    }
    choices.extend(often.map(|square| often - square.bb()));
    choices.extend((1..moved.len()).flat_map(|number| [union(&moved[..number]), union(&moved[number..])]));
    let mut known = vec![Bitboard::EMPTY];
    choices.retain(|choice| {
        let is_new = !known.contains(choice);
        known.push(*choice);
        is_new
    });
    choices
}
