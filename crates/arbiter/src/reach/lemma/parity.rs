//! **`parity`.** With White to move both sides have made equally many moves, with Black to move White has
//! made one more. Where hardly anything can have moved, the number of a side's moves is known to be even or
//! odd: pawns on their third rank made one move, on their second none; fixed men none; two knights together
//! an even number if as many stand on light squares as in the array (the usual one: one); and of the pieces
//! in a [cage](crate::reach::facts::cage) the play there tells.
//!
//! This needs all eight pawns of both sides on their second and third ranks, all their other pieces but
//! knights fixed or in the cage, and both knights. One knight may be missing if it is known where it was
//! captured: the enemy's pawns can have made one capture, one of them made it in its only move, and none of
//! the other pieces that may be missing can have stood there.

use crate::board::{Bitboard, Color, Role, Square};
use crate::reach::Level;
use crate::reach::facts::Facts;
use crate::reach::facts::ways::relative;

use super::{Lemma, Witness};

/// `parity`: the sides have made the wrong number of moves for the side to move.
pub static PARITY: Lemma = Lemma {
    name: "parity",
    level: Level::Static,
    instant: false,
    summary: "hardly anything can have moved, and the moves that were made are one too many or too few for \
              the side to move",
    refute,
};

/// Which moves a side made, as far as they count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MoveParity {
    /// Moves by pawns.
    pub pawn_moves: u32,
    /// How many of both knights stand on light squares, or did when captured.
    pub light_knights: u32,
    /// How many of them did in the array.
    pub light_at_first: u32,
    /// Where a missing knight was captured.
    pub captured_knight: Option<Square>,
    /// Whether the pieces in the cage can have made an even number of moves, and an odd one.
    pub caged: [bool; 2],
}

impl MoveParity {
    /// The number of moves, but for an even number, by men that are not in the cage: a knight's move changes
    /// the colour of its square.
    const fn outside(&self) -> usize {
        self.pawn_moves as usize + self.light_knights as usize + self.light_at_first as usize
    }
}

/// Whether the numbers of moves cannot fit the side to move.
fn refute(facts: &Facts) -> Option<Witness> {
    facts.open_mobility()?;
    let [white, black] = Color::BOTH.map(|color| outside(facts, color));
    let mut sides = [white?, black?];
    for (side, color) in sides.iter_mut().zip(Color::BOTH) {
        side.caged = facts.cage(color).parities(facts);
    }
    let [white, black] = &sides;
    let turn = facts.past().turn as usize;
    let fits = |a: usize, b: usize| {
        white.caged[a]
            && black.caged[b]
            && (white.outside() + a + black.outside() + b + turn).is_multiple_of(2)
    };
    (!(0..4).any(|i| fits(i & 1, i >> 1))).then_some(Witness::Parity(sides))
}

/// What a side moved that is not in the cage, if that is known.
fn outside(facts: &Facts, color: Color) -> Option<MoveParity> {
    let (board, mobility) = (facts.board(), facts.mobility());
    let roles = facts.past().start.roles();
    let rank = |rank: u8| Bitboard::rank(relative(color, 0, rank).rank());
    let pawns = board.men(color, Role::Pawn);
    let known = |file: usize| {
        roles[file] == Role::Knight
            || facts.cage(color).has(file)
            || mobility.ways.fixed.has(relative(color, file as u8, 0))
    };
    if pawns.len() < 8 || (pawns - rank(1) - rank(2)).has_any() || !(0..8).all(known) {
        return None;
    }
    let knights = board.men(color, Role::Knight);
    let captured_knight = match knights.len() {
        2 => None,
        1 => Some(captured_knight(facts, color)?),
        _ => return None,
    };
    let light_knights = knights.chain(captured_knight).filter(|square| square.is_light()).count() as u32;
    let pawn_moves = (pawns & rank(2)).len();
    let light_homes =
        (0..8).filter(|&file| roles[file] == Role::Knight && relative(color, file as u8, 0).is_light());
    let light_at_first = light_homes.count() as u32;
    Some(MoveParity { pawn_moves, light_knights, light_at_first, captured_knight, caged: [false; 2] })
}

/// Where the missing knight of a side was captured, if a pawn must have done it.
fn captured_knight(facts: &Facts, color: Color) -> Option<Square> {
    let (board, mobility) = (facts.board(), facts.mobility());
    if mobility.ways.captures[!color as usize] != 1 {
        return None;
    }
    let mut steps = mobility.origins[!color as usize].on_third_rank().0.into_iter();
    let (_, square) = steps.find(|(from, to)| from.file() != to.file())?;
    let elsewhere = |file: usize| {
        let role = facts.past().start.roles()[file];
        role == Role::Knight
            || board.men(color, role).len() >= role.initial_count()
            || !mobility.origins[color as usize].range(file).has(square)
    };
    (0..8).all(elsewhere).then_some(square)
}
