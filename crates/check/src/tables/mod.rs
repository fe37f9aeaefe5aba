//! The evidence `tables`: for all positions of an ending in how many moves the attacker cannot mate.

mod index;
mod moves;
mod valid;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags::*};

use crate::board::{Board, RuleSet};
use crate::json::{Item, Object};
use crate::men::Colour;
use crate::{CheckError, Checked};
use index::{Class, MOST};
use moves::Row;
use valid::{NEVER, Table, Tables};

/// Tables of which every byte has been examined.
pub(crate) struct Examined<'a> {
    item: Item<'a>,
    attacker: Colour,
    tables: Tables,
}

impl<'a> Examined<'a> {
    /// The tables of all that can arise from a position with the attacker to move.
    pub(crate) fn read(board: &Board, item: Item<'a>) -> Checked<Examined<'a>> {
        item.ensure(board.rules == RuleSet::Standard, || format!("there are no tables of {}", board.rules))?;
        let root = Row::read(board, board.turn);
        let root = root.ok_or_else(|| item.refuse(format!("more than {MOST} men")))?;
        let mut classes = Vec::new();
        add(root.class, &mut classes);
        classes.sort_by_key(|class| std::cmp::Reverse(class.numbers()));
        let given = item.object()?;
        let names: Vec<String> = classes.iter().map(Class::to_string).collect();
        given.expect_only(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
        let tables = classes.into_iter().map(|class| read(class, &given));
        let mut tables = Tables(tables.collect::<Result<_, CheckError>>()?);
        for (place, name) in names.iter().enumerate().rev() {
            let item = given.get(name)?;
            if let Some((position, how)) = tables.wrong(place, item.budget)? {
                return Err(item.refuse(how).at_node(&item.path, &position.board()));
            }
        }
        Ok(Examined { item: given.item, attacker: board.turn, tables })
    }

    /// Refuses unless they say that the attacker does not win within so many plies, `None` for ever.
    pub(crate) fn check(&self, board: &Board, plies: Option<u64>) -> Checked {
        let (known, claimed) = self.known(board, plies);
        let claim = if claimed == NEVER { "never".into() } else { format!("not within {claimed}") };
        let wrong = || format!("the bound of the position is {known}, which is not mate {claim}");
        self.item.ensure(known >= claimed, wrong)
    }

    /// Whether they say so; of positions with a right to castle they say nothing.
    pub(crate) fn hold(&self, board: &Board, plies: Option<u64>) -> bool {
        let (known, claimed) = self.known(board, plies);
        known >= claimed
    }

    /// The bound of a position, or with the defender to move its answer, from the move before; and the claim.
    fn known(&self, board: &Board, plies: Option<u64>) -> (u8, u8) {
        let is_attack = board.turn == self.attacker;
        let row = Row::read(board, self.attacker).filter(|_| board.castling == 0);
        let known = |row: &Row| if is_attack { self.tables.bounds(row) } else { self.tables.answers(row) };
        // Within m plies there are so many moves of the attacker; no number of them is as many as never.
        let moves = |m: u64| m.saturating_add((!is_attack).into()).div_ceil(2).min(NEVER.into()) as u8;
        let known = row.as_ref().map(|row| known(row)[row.on.trailing_zeros() as usize]);
        (known.unwrap_or(0), plies.map_or(NEVER, moves))
    }
}

/// Adds the classes that can arise from one, itself among them, in which the attacker has more than a king.
fn add(class: Class, classes: &mut Vec<Class>) {
    if class.own > 1 && !classes.contains(&class) {
        classes.push(class);
        class.next().into_iter().for_each(|next| add(next, classes));
    }
}

/// The table of a class.
fn read(class: Class, given: &Object<'_>) -> Checked<Table> {
    let item = given.find(&class.to_string());
    let item = item.ok_or_else(|| given.item.refuse(format!("no table for {class}")))?;
    let expected = class.numbers();
    // The text, what it says before it is unpacked, and what is known of either side.
    item.budget.take(2 * item.json.len() + 2 * expected)?;
    let packed = STANDARD.decode(item.text()?);
    let packed = packed.map_err(|error| item.refuse(format!("not base64: {error}")))?;
    // What is looked at is paid for, however well it can be packed.
    item.ensure(expected <= 2 * packed.len(), || format!("not {} bytes of zlib: ask again", expected / 2))?;
    let mut bounds = vec![0; expected];
    let flags = TINFL_FLAG_PARSE_ZLIB_HEADER | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let found = decompress(&mut DecompressorOxide::new(), &packed, &mut bounds, 0, flags);
    let is_all = found == (TINFLStatus::Done, packed.len(), expected);
    item.ensure(is_all, || format!("not {expected} bytes packed with zlib, and nothing else"))?;
    Ok(Table { class, bounds, answers: Vec::new() })
}

#[cfg(test)]
#[path = "../../tests/unit/tables.rs"]
mod tests;
