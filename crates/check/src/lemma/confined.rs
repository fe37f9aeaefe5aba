//! The lemma `confined-columns`: `columns` with the facts.

use super::columns::Pawns;
use super::matching::matching;
use super::rounds::{Round, last_round};
use crate::Checked;
use crate::board::Colour;
use crate::board::Kind::{self, Bishop, Knight, Queen, Rook};
use crate::json::Item;
use crate::past::Past;
use crate::squares::{A_FILE, LIGHT, Set, own_rank};

/// The pawns of both sides with the captures and needs that agree with the facts.
pub(super) fn confined(past: &Past, cases: &Item<'_>) -> Checked<[Pawns; 2]> {
    let round = last_round(past, cases)?;
    Ok(Colour::BOTH.map(|side| {
        let kinds = [(Knight, !0), (Bishop, !LIGHT), (Bishop, LIGHT), (Rook, !0), (Queen, !0)].into_iter();
        // The pawns lost elsewhere die, which the account counts itself.
        let captures = round.captures_at_most(side, 8);
        let open = round.ways.pawn_range(side, captures) & own_rank(side, 7);
        let needs = kinds.flat_map(|(kind, on)| needs(&round, side, kind, on, open)).collect();
        Pawns::of(past, side, captures, needs)
    }))
}

/// For each promoted man of a kind on squares of a set, the open files on which it can have promoted.
fn needs(round: &Round<'_>, side: Colour, kind: Kind, on: Set, open: Set) -> Vec<Set> {
    let (mut originals, mut needs, mut union) = (Vec::new(), Vec::new(), 0);
    for man in round.moved(side).iter().filter(|man| man.kind == kind && man.square.bit() & on != 0) {
        let its = man.originals();
        originals.push(its);
        let came_over = round.ways.fill(side, kind, man.square.bit(), 0) & open;
        let is_on = |file: &usize| came_over & A_FILE << file != 0;
        let promoted_on = (0..8).filter(is_on).fold(0, |files, file| files | 1 << file);
        if its == 0 {
            needs.push(promoted_on);
        } else {
            union |= promoted_on;
        }
    }
    needs.resize(originals.len() - matching(&originals), union);
    needs
}

#[cfg(test)]
#[path = "../../tests/unit/confined.rs"]
mod tests;
