//! The lemma `parity`: the moves of both sides do not alternate.

use super::order::Cage;
use super::rounds::{Round, last_round};
use crate::Checked;
use crate::board::{Colour, Kind, Square};
use crate::json::Item;
use crate::past::Past;
use crate::squares::{LIGHT, Set, own_rank};

/// Checks that the number of moves made is known of both sides, up to an even number, and wrong.
pub(super) fn check(past: &Past, cases: &Item<'_>) -> Checked {
    let round = last_round(past, cases)?;
    let mut known = u32::from(past.board.turn == Colour::Black) as usize;
    let mut ends = [[false; 2]; 2];
    for (side, item) in Colour::BOTH.into_iter().zip(cases.parts::<2>()?) {
        let [files, even, odd] = item.parts()?;
        let cage = Cage::read(&round, side, &files)?;
        let outside = outside(&round, &cage);
        known += outside.ok_or_else(|| item.refuse("the moves of the other men are not known"))? as usize;
        ends[side as usize] = cage.ends(&[even, odd])?;
    }
    let fits = |parity: usize| ends[0][parity] && ends[1][(known + parity) % 2];
    cases.ensure(!fits(0) && !fits(1), || "the numbers of moves fit the side to move".into())
}

/// The number of moves of the men outside a cage, up to an even number, if it is known.
fn outside(round: &Round<'_>, cage: &Cage<'_>) -> Option<u32> {
    let (side, kinds) = (cage.side, round.past.start.kinds);
    let [pawns, knights] = [Kind::Pawn, Kind::Knight].map(|kind| round.past.board.side(side).squares(kind));
    let is_known =
        |file| kinds[file] == Kind::Knight || round.is_fixed(side, 0, file) || cage.files.contains(&file);
    let near = own_rank(side, 1) | own_rank(side, 2);
    if pawns & !near != 0 || pawns.count_ones() != 8 || !(0..8).all(is_known) {
        return None;
    }
    let captured_on = match knights.count_ones() {
        2 => 0,
        1 => captured_knight(round, side)?,
        _ => return None,
    };
    let on_light = (knights & LIGHT).count_ones() + (captured_on & LIGHT).count_ones();
    let at_home = round.past.start.homes(side, Kind::Knight);
    Some((pawns & own_rank(side, 2)).count_ones() + (at_home & LIGHT).count_ones() + on_light)
}

/// Where the only capture by an enemy pawn was made, if it was that of a knight.
fn captured_knight(round: &Round<'_>, side: Colour) -> Option<Set> {
    let other = side.other();
    let captured = |(man, pawn): &(usize, Square)| matches!(round.third_rank_files(other, *man)[..], [file] if file != pawn.file() as usize);
    let mut pawns = round.moved(other).iter().map(|man| man.square).enumerate();
    let on = pawns.find(captured)?.1.bit();
    let is_excluded = |(file, kind): (usize, Kind)| {
        let all_there = round.past.board.side(side).count(kind) == kind.at_first();
        kind == Kind::Knight || all_there || round.ways.ranges[side as usize][file] & on == 0
    };
    let excluded = round.past.start.kinds.into_iter().enumerate().all(is_excluded);
    (round.captures(other) == 1 && excluded).then_some(on)
}

#[cfg(test)]
#[path = "../../tests/unit/parity.rs"]
mod tests;
