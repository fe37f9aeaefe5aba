//! The lemma `order`: men of a side cannot have passed each other to their places.
//!
//! Placements of these men are listed, that at home among them, and none of their moves leads to another one.

use std::collections::HashSet;

use super::facts::lost;
use super::rounds::{Round, last_round};
use crate::Checked;
use crate::attacks::directions;
use crate::board::{Colour, Kind, Man, Square};
use crate::json::Item;
use crate::past::Past;
use crate::squares::{Set, home};

/// Checks that no placement of the men of a side, of all that their moves lead to, is as on the board.
pub(super) fn check(past: &Past, cases: &Item<'_>) -> Checked {
    let round = last_round(past, cases)?;
    let [side, files, placements] = cases.parts()?;
    let cage = Cage::read(&round, side.colour()?, &files)?;
    let [ends] = cage.ends(&[placements])?;
    cases.ensure(!ends, || "the men stand in one of the placements as they do on the board".into())
}

/// Some men of a side, from its first rank, no knights and none that never moved.
pub(super) struct Cage<'a> {
    round: &'a Round<'a>,
    pub(super) side: Colour,
    /// Where they began.
    pub(super) files: Vec<usize>,
    /// Squares of the board with men that can be no others.
    required: Set,
}

/// Where the man of each file is; nowhere if captured or not in the cage.
type Placement = [Set; 8];

impl<'a> Cage<'a> {
    /// The cage whose files are named, in any order.
    pub(super) fn read(round: &'a Round<'a>, side: Colour, item: &Item<'_>) -> Checked<Cage<'a>> {
        let mut files = Vec::new();
        for letter in item.text()?.chars() {
            let file = "abcdefgh".chars().position(|file| file == letter);
            let is_caged = |file: &usize| {
                let is_knight = round.past.start.kinds[*file] == Kind::Knight;
                !is_knight && !round.is_fixed(side, 0, *file) && !files.contains(file)
            };
            let wrong =
                || format!("{letter:?} is no other file of a man of {side}'s that may have moved along");
            files.push(file.filter(is_caged).ok_or_else(|| item.refuse(wrong()))?);
        }
        let is_other =
            |(origin, cost): (usize, &i32)| *cost <= round.captures(side) && !files.contains(&origin);
        let moved = round.moved(side).iter();
        let required = moved.filter(|man| !man.costs.iter().enumerate().any(is_other));
        let required = required.fold(0, |all, man| all | man.square.bit());
        Ok(Cage { round, side, files, required })
    }

    /// In which layers of placements the men stand as on the board. The first begins at home, and every move
    /// leads from a layer to the next, after the last to the first.
    pub(super) fn ends<const N: usize>(&self, layers: &[Item<'_>; N]) -> Checked<[bool; N]> {
        let key = |placement: &Placement| placement.map(|square| square.trailing_zeros() as u8);
        let mut known: [HashSet<[u8; 8]>; N] = std::array::from_fn(|_| HashSet::new());
        for (layer, known) in layers.iter().zip(&mut known) {
            for item in layer.list()? {
                item.budget.take(4 * size_of::<[u8; 8]>())?;
                known.insert(key(&self.read_placement(&item)?));
            }
        }
        let caged = |file| if self.files.contains(&file) { home(self.side, 0, file) } else { 0 };
        let at_home: Placement = std::array::from_fn(caged);
        layers[0].ensure(known[0].contains(&key(&at_home)), || "the placement at home is missing".into())?;
        let (kinds, lost) = (self.round.past.start.kinds, lost(self.round.past, self.side) as usize);
        let mut ends = [false; N];
        for (layer, placements) in layers.iter().enumerate() {
            for item in placements.list()? {
                let placement = self.read_placement(&item)?;
                let (here, next) = (&known[layer], &known[(layer + 1) % N]);
                let off = self.files.iter().filter(|file| placement[**file] == 0).count();
                let victims = self.files.iter().filter(|file| off < lost && kinds[**file] != Kind::King);
                let mut victims = victims.map(|file| with(&placement, *file, 0));
                let captured = victims.find(|after| !here.contains(&key(after)));
                let moved = self.moves(&placement).into_iter().find(|after| !next.contains(&key(after)));
                item.ensure_none(captured.or(moved), |after| {
                    format!("what leads on to {} is not listed", self.text(&after))
                })?;
                ends[layer] |= self.is_end(&placement);
            }
        }
        Ok(ends)
    }

    /// The squares of the men in the order of their files, `--` for one that was captured.
    fn read_placement(&self, item: &Item<'_>) -> Checked<Placement> {
        let text = item.text()?;
        let mut placement = [0; 8];
        let squares = text.as_bytes().chunks(2).map(|square| match square {
            b"--" => Some(0),
            _ => Some(Square::parse(std::str::from_utf8(square).ok()?)?.bit()),
        });
        let squares = squares.collect::<Option<Vec<Set>>>().filter(|all| all.len() == self.files.len());
        let squares = squares.ok_or_else(|| item.refuse("expected a square or -- for each file"))?;
        self.files.iter().zip(squares).for_each(|(file, square)| placement[*file] = square);
        Ok(placement)
    }

    fn text(&self, placement: &Placement) -> String {
        let square =
            |file: &usize| Square::in_set(placement[*file]).next().map_or("--".into(), |on| on.to_string());
        self.files.iter().map(square).collect()
    }

    /// Whether all stand, if they do, where the board has such men, and all that are required are there.
    fn is_end(&self, placement: &Placement) -> bool {
        let Round { past, .. } = self.round;
        let men = past.board.side(self.side);
        let stands = |file: &usize| placement[*file] & !men.squares(past.start.kinds[*file]) == 0;
        self.files.iter().all(stands) && self.required & !union(placement) == 0
    }

    /// The placements after each move, castling included.
    fn moves(&self, placement: &Placement) -> Vec<Placement> {
        let (home, ways) = (|file| home(self.side, 0, file), &self.round.ways);
        let all = union(placement);
        let mut after = Vec::new();
        for file in self.files.iter().copied() {
            let man = Man { colour: self.side, kind: self.round.past.start.kinds[file] };
            for direction in directions(man) {
                let squares = ways.line(man, placement[file], *direction, all);
                after.extend(squares.map(|square| with(placement, file, square)));
            }
        }
        for castling in self.round.past.start.castlings() {
            let way = castling.way(self.side);
            let caged = [(castling.king, home(castling.king_to)), (castling.rook, home(castling.rook_to))]
                .into_iter()
                .filter(|(file, _)| self.files.contains(file));
            let can_go = |(file, to): (usize, Set)| {
                placement[file] == home(file) && ways.ranges[self.side as usize][file] & to != 0
            };
            // Of the cage just king and rook stand on the way.
            let others = caged.clone().fold(way & all, |way, (file, _)| way & !home(file));
            if caged.clone().count() > 0 && caged.clone().all(can_go) && others == 0 && !ways.is_fixed(way) {
                after.push(caged.fold(*placement, |placement, (file, to)| with(&placement, file, to)));
            }
        }
        after
    }
}

/// The placement with the man of a file on a square.
fn with(placement: &Placement, file: usize, square: Set) -> Placement {
    std::array::from_fn(|other| if other == file { square } else { placement[other] })
}

fn union(placement: &Placement) -> Set {
    placement.iter().fold(0, |all, square| all | square)
}

#[cfg(test)]
#[path = "../../tests/unit/order.rs"]
mod tests;
