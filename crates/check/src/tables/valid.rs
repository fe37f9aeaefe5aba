//! What makes tables valid: no byte says more than what follows from the bytes one move on.

use crate::budget::{Budget, Stopped};
use crate::men::Colour;
use crate::squares::{Set, Square};

use super::index::Class;
use super::moves::Row;

/// The bound of a position in which the attacker never mates.
pub(super) const NEVER: u8 = 255;

/// What is known of a row, by the square of its last man.
type Known = [u8; 64];

/// What is known of a class, by the numbers of its positions.
pub(super) struct Table {
    pub(super) class: Class,
    /// In how many moves the attacker, who is to move, cannot mate.
    pub(super) bounds: Vec<u8>,
    /// What follows for the defender to move; empty until it has been worked out.
    pub(super) answers: Vec<u8>,
}

/// The largest is the first, since it is asked most.
pub(super) struct Tables(pub(super) Vec<Table>);

impl Tables {
    fn known(&self, row: &Row, of: impl Fn(&Table) -> &[u8]) -> Option<Known> {
        let table = self.0.iter().find(|table| table.class == row.class && row.crossed == 0)?;
        let (first, places) = row.class.row(&row.at);
        let known: &Known = of(table)[..].get(first..)?.first_chunk()?;
        Some(places.map(|place| known[usize::from(place % 64)]))
    }

    /// The bounds of positions with the attacker to move. A king alone never mates.
    pub(super) fn bounds(&self, row: &Row) -> Known {
        match row.class.own {
            1 => [NEVER; 64],
            _ if row.crossed != 0 => least(row, Colour::White, |after| self.answers(after)).0,
            _ => self.known(row, |table| &table.bounds).unwrap_or([0; 64]),
        }
    }

    /// Within how many moves the attacker cannot mate whose last one led to these positions.
    pub(super) fn answers(&self, row: &Row) -> Known {
        self.known(row, |table| &table.answers).unwrap_or_else(|| self.best_replies(row))
    }

    /// The same from the bounds: 0 if that mated, and otherwise what the defender's best reply makes of it.
    fn best_replies(&self, row: &Row) -> Known {
        // The greatest is what is left by the least.
        let (left, moved) = least(row, Colour::Black, |after| self.bounds(after).map(|bound| NEVER - bound));
        let mated = !moved & row.in_check(Colour::Black);
        std::array::from_fn(|square| match NEVER - left[square] {
            _ if (mated | moved) >> square & 1 == 0 => NEVER,
            _ if mated >> square & 1 != 0 => 0,
            // Never is more than any number.
            NEVER => NEVER,
            bound => (bound + 1).min(NEVER - 1),
        })
    }

    /// Works out the answers of a table, and its first position whose byte is wrong, with how.
    pub(super) fn wrong(
        &mut self,
        table: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<(Row, String)>, Stopped> {
        let (class, size) = (self.0[table].class, self.0[table].bounds.len());
        let row = |number, turn| {
            let row = Row { class, at: class.at(number), on: !0, crossed: 0 };
            Row { on: row.positions(turn), ..row }
        };
        let mut answers = Vec::with_capacity(size);
        for number in (0..size).step_by(64) {
            budget.look()?;
            answers.extend(self.best_replies(&row(number, Colour::Black)));
        }
        self.0[table].answers = answers;
        for number in (0..size).step_by(64) {
            budget.look()?;
            let row = row(number, Colour::White);
            let (least, _) = least(&row, Colour::White, |after| self.answers(after));
            let (bounds, twins) = (&self.0[table].bounds, class.twins(number));
            for on in Square::in_set(row.on) {
                let (at, least) = (number + on.index(), least[on.index()]);
                let other = twins.iter().map(|twin| bounds[twin(at)]).find(|other| *other != bounds[at]);
                let unequal = other.map(|other| (other, "at another number of the same position"));
                let too_much = (bounds[at] > least).then_some((least, "follows from the moves"));
                if let Some((other, why)) = too_much.or(unequal) {
                    let how = format!("the byte is {}, but {other} {why}", bounds[at]);
                    return Ok(Some((Row { on: on.bit(), ..row }, how)));
                }
            }
        }
        Ok(None)
    }
}

/// The least of what is known after each move of a side, and where it has any.
fn least(row: &Row, side: Colour, known: impl Fn(&Row) -> Known) -> (Known, Set) {
    let (mut least, mut moved) = ([u8::MAX; 64], 0);
    row.each_move(side, |from, after, to| {
        let known = known(after);
        for square in Square::in_set(from) {
            let to = to(square);
            let least = &mut least[square.index()];
            *least = Square::in_set(to).fold(*least, |least, to| least.min(known[to.index()]));
            moved |= if to == 0 { 0 } else { square.bit() };
        }
    });
    (least, moved)
}
