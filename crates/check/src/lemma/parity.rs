//! The lemma `parity`: the moves of both sides do not alternate.

use super::Lemma;
use super::order::Cage;
use super::rounds::{Round, rounds};
use crate::board::{Colour, Kind, Square};
use crate::squares::{LIGHT, Set, home, own_rank};

pub(super) const PARITY: Lemma = Lemma {
    name: "parity",
    condition: "the number of moves made is known of both sides, up to an even number, and wrong",
    applies: |past, budget| {
        let Ok(round) = rounds(past, budget)? else { return Ok(false) };
        let cages = Colour::BOTH.map(|side| Cage::of(&round, side));
        let [Some(white), Some(black)] = cages.each_ref().map(|cage| outside(&round, cage)) else {
            return Ok(false);
        };
        let known = (white + black + u32::from(past.board.turn == Colour::Black)) as usize;
        let [white, black] = cages.map(|cage| cage.ends(1, budget));
        let (white, black) = (white?, black?);
        let fits = |parity: usize| white[parity] && black[(known + parity) % 2];
        Ok(!fits(0) && !fits(1))
    },
};

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
    let at_home =
        (0..8).filter(|file| kinds[*file] == Kind::Knight).fold(0, |all, file| all | home(side, 0, file));
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
