//! What captures by the king alone, and promotions, lead to.

use chess_arbiter::board::Role;

use super::{Given, Rows, in_order};
use crate::material::{Army, Class, PIECES};
use crate::solved::{Pages, Solved};
use crate::standard::Index;
use crate::standard::men::{RANK_8, bit, squares};

/// What captures and promotions lead to.
#[derive(Default)]
pub(super) struct Conversions {
    /// By rows: when the last is captured the other man wins in so many plies; 0 for never.
    pub(super) other_alone: Vec<u16>,
    /// By plies and places: when the other man is captured the last wins with these squares.
    last_alone: Vec<Vec<u64>>,
    /// By plies: what promotions win, by rows.
    promotions: Vec<Vec<(usize, u64)>>,
    /// None takes more plies.
    pub(super) longest: u16,
}

impl Conversions {
    /// Those of all rows, given the classes that they lead to.
    ///
    /// # Errors
    /// The class that is missing.
    pub(super) fn new(rows: &Rows, solved: &Given<'_>) -> Result<Conversions, Class> {
        let mut found = Conversions { other_alone: vec![0; rows.lost.len()], ..Conversions::default() };
        let Some(other) = rows.other else { return Ok(found) };
        let given = |class| solved(class).ok_or(class);
        let king = Army::alone(Role::King);
        // A pawn stays on its files.
        let of = |role| match role {
            Role::Pawn => Army { pawns: rows.pair.us.pawns, files: rows.pair.us.files, ..king },
            role => king.changed(role, 1).unwrap_or(king),
        };
        let without_other = given(Class { us: of(rows.last), them: king })?;
        let without_last = given(Class { us: of(other), them: king })?;
        found.longest = without_other.longest.max(without_last.longest);
        for (place, other, row) in rows.all() {
            let [us, them] = rows.places.kings[place];
            found.other_alone[row] = value(&without_last, [us, them, other, 0], false);
        }
        found.last_alone = vec![vec![0; rows.places.kings.len()]; usize::from(without_other.longest) + 1];
        for (place, &[us, them]) in rows.places.kings.iter().enumerate() {
            for last in 0..64 {
                let value = value(&without_other, [us, them, last, 0], false);
                if value > 0 {
                    found.last_alone[usize::from(value)][place] |= bit(last);
                }
            }
        }
        if other == Role::Pawn {
            for role in PIECES {
                let us = king.changed(rows.last, 1).and_then(|army| army.changed(role, 1)).unwrap_or(king);
                found.promote(rows, role, &*given(Class { us: king, them: us })?);
            }
        }
        Ok(found)
    }

    /// Promotions to a role, which lead to this class.
    fn promote(&mut self, rows: &Rows, role: Role, next: &Solved<Index>) {
        let most = usize::from(next.longest) + 2;
        self.longest = self.longest.max(next.longest + 1);
        self.promotions.resize(most.max(self.promotions.len()), Vec::new());
        for (place, other, row) in rows.all() {
            let to = bit(other) << 8 & RANK_8 & !rows.taken[row];
            let quiet = !(rows.taken[row] | rows.in_check[row] | to);
            let mut sets = vec![0; most];
            for last in squares(if to == 0 { 0 } else { quiet }) {
                let kings = rows.places.kings[place];
                let value = value(next, in_order(kings, (rows.last, last), (role, other + 8), true), true);
                if value > 0 {
                    sets[usize::from(value) + 1] |= bit(last);
                }
            }
            for (plies, set) in sets.into_iter().enumerate().filter(|&(_, set)| set != 0) {
                self.promotions[plies].push((row, set));
            }
        }
    }

    /// The squares of the last with which it wins in so many plies when the other man is captured, by places.
    pub(super) fn won_by_last(&self, plies: u16) -> &[u64] {
        self.last_alone.get(usize::from(plies)).map_or(&[], Vec::as_slice)
    }

    /// What promotions win in so many plies, by rows.
    pub(super) fn promotions(&self, plies: u16) -> &[(usize, u64)] {
        self.promotions.get(usize::from(plies)).map_or(&[], Vec::as_slice)
    }
}

/// The value of a position: the kings of the side to move and of the other, and the men; `turned` if those
/// are of the other side.
fn value(table: &Solved<Index>, [us, them, first, second]: [u8; 4], turned: bool) -> u16 {
    let number = table.index.number(&[us, them, first, second, 0], turned);
    table.value(&mut Pages::default(), number)
}
