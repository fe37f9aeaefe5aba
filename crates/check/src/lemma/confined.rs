//! The lemma `confined-columns`: `columns` with the facts.

use super::Lemma;
use super::columns::{Account, Pawns};
use super::facts::{A_FILE, FIRST_ROW, Set, on_row, own_row};
use super::matching::matching;
use super::rounds::{End, Round, rounds};
use crate::board::{Colour, Kind};

pub(super) const CONFINED_COLUMNS: Lemma<Option<bool>> = Lemma {
    name: "confined-columns",
    condition: "there is no account of the pawns that agrees with the facts",
    applies: |past| {
        let End::Settled(round) = rounds(past)? else { return Some(false) };
        let sides = Colour::BOTH.map(|side| Pawns::of(past, side, round.captures(side), needs(&round, side)));
        Account::exists(sides).map(|exists| !exists)
    },
};

const DARK: Set = 0xaa55_aa55_aa55_aa55;

/// The files on which the promoted men of a side can have promoted, for each.
fn needs(round: &Round, side: Colour) -> Vec<Set> {
    let open = files(round.ways.pawn_range(side, round.captures(side)) & own_row(side, 7));
    let bishops = [(Kind::Bishop, DARK), (Kind::Bishop, !DARK)];
    let others = [Kind::Knight, Kind::Rook, Kind::Queen].map(|kind| (kind, Set::MAX));
    bishops.into_iter().chain(others).flat_map(|(kind, on)| needs_of(round, side, kind, on, open)).collect()
}

/// Those of one kind that stand on squares of a set.
fn needs_of(round: &Round, side: Colour, kind: Kind, on: Set, open: Set) -> Vec<Set> {
    let men = round.moved(side).iter().filter(|man| man.kind == kind && man.square.bit() & on != 0);
    let (mut rows, mut certain, mut union) = (Vec::new(), Vec::new(), 0);
    for man in men {
        let at = man.square.bit();
        let is_original = |file: &usize| {
            let home = on_row(side, 0, *file);
            FIRST_ROW[*file] == kind
                && home & round.ways.facts.fixed == 0
                && round.ways.range(side, *file) & at != 0
        };
        let originals = (0..8).filter(is_original).fold(0, |all, file| all | 1_u32 << file);
        rows.push(originals);
        let promoted_on = files(round.ways.fill(side, kind, at) & own_row(side, 7)) & open;
        if originals == 0 {
            certain.push(promoted_on);
        } else {
            union |= promoted_on;
        }
    }
    let needed = rows.len() - matching(&rows);
    let uncertain = needed - certain.len();
    certain.into_iter().chain(std::iter::repeat_n(union, uncertain)).collect()
}

/// The files of a set of squares, a bit for each.
fn files(set: Set) -> Set {
    (0..8).filter(|file| set & A_FILE << file != 0).fold(0, |files, file| files | 1 << file)
}
