//! The lemma `parity`: the moves of both sides do not alternate.

use super::Lemma;
use super::facts::{FIRST_ROW, Set, on_row, own_row};
use super::order::Cage;
use super::rounds::{End, Round, rounds};
use crate::board::{Colour, Kind, Square};

pub(super) const PARITY: Lemma<Option<bool>> = Lemma {
    name: "parity",
    condition: "the number of moves made is known of both sides, up to an even number, and wrong",
    applies: |past| {
        let End::Settled(round) = rounds(past)? else { return Some(false) };
        let cages = Colour::BOTH.map(|side| Cage::of(&round, side));
        let [Some(white), Some(black)] = [0, 1].map(|side| outside(&round, &cages[side])) else {
            return Some(false);
        };
        let ends = cages.map(|cage| cage.ends(1));
        let total = white + black + u32::from(past.board().turn == Colour::Black);
        let fits = |[white, black]: [usize; 2]| {
            ends[0][white] && ends[1][black] && (total as usize + white + black).is_multiple_of(2)
        };
        Some(![[0, 0], [0, 1], [1, 0], [1, 1]].into_iter().any(fits))
    },
};

/// The number of moves of the men outside a cage, up to an even number, if it is known.
fn outside(round: &Round, cage: &Cage<'_>) -> Option<u32> {
    let (men, side) = (&round.men, cage.side());
    let pawns = men.of_kind(side, Kind::Pawn);
    let knights = men.of_kind(side, Kind::Knight);
    let is_counted = |file: usize| {
        let fixed = on_row(side, 0, file) & round.ways.facts.fixed != 0;
        FIRST_ROW[file] == Kind::Knight || fixed || cage.has(file)
    };
    let near = pawns & (own_row(side, 1) | own_row(side, 2));
    if near != pawns || pawns.count_ones() != 8 || !(0..8).all(is_counted) {
        return None;
    }
    let captured_on = match knights.count_ones() {
        2 => 0,
        1 => captured_knight(round, side)?,
        _ => return None,
    };
    let light = (knights & LIGHT).count_ones() + (captured_on & LIGHT).count_ones();
    Some((pawns & own_row(side, 2)).count_ones() + 1 + light)
}

const LIGHT: Set = 0x55aa_55aa_55aa_55aa;

/// Where the only capture of an enemy pawn was made, if it was that of a knight.
fn captured_knight(round: &Round, side: Colour) -> Option<Set> {
    let other = side.other();
    if round.captures(other) != 1 {
        return None;
    }
    let captors = round.moved(other).iter().enumerate().filter(|(man, captor)| {
        round.single_step(other, *man).is_some_and(|file| file != captor.square.file() as usize)
    });
    let on = captors.map(|(_, captor)| captor.square).min().map(Square::bit)?;
    let is_excluded = |file: usize| {
        let kind = FIRST_ROW[file];
        let all = FIRST_ROW.iter().filter(|one| **one == kind).count() as u32;
        kind == Kind::Knight
            || round.men.of_kind(side, kind).count_ones() == all
            || round.ways.range(side, file) & on == 0
    };
    (0..8).all(is_excluded).then_some(on)
}
