//! What tables on disk say of single positions.

use std::sync::{Arc, PoisonError};

use chess_arbiter::board::{Move, Setup};
use chess_arbiter::moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Standard;
use chess_arbiter::win::{Asked, OracleValue, Plies};

use super::{Endings, NoValue, before, of_value, order};
use crate::build::sides;
use crate::error::FileError;
use crate::file::TableFile;
use crate::material::{Class, plan};
use crate::solved::value;
use crate::standard::index::{Index, Placed};
use crate::standard::placing::class_of;

/// So many questions about a class, of which the other of its pair has a table, are answered by what moves
/// make the position; whoever asks more often has the class worked out from that table.
const SELDOM: u32 = 1_000;

/// What a table says of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum OnDisk {
    /// Its value.
    Value(OracleValue),
    /// What is no better, and the value unless a capture or promotion offers more.
    NoBetter(OracleValue),
    /// Nothing: the other class of its pair has a table.
    Other,
}

impl Endings {
    /// What a table says of a position.
    pub(super) fn value_on_disk(&self, class: Class, placed: &Placed) -> Result<OnDisk, NoValue> {
        // Where the file of one class cannot be used the other may have one.
        for _ in sides(class) {
            let Some(table) = self.table(class.pair()) else { break };
            if table.class() != class {
                return Ok(OnDisk::Other);
            }
            let says = |entry| {
                let value = of_value(class, value::<Index>(entry));
                if table.leaves_open() { OnDisk::NoBetter(value) } else { OnDisk::Value(value) }
            };
            let (block, at) = table.place(Index::new(class).number_placed(placed, false));
            if let Some(entries) = self.blocks().get(class, block) {
                return Ok(says(entries[at]));
            }
            match table.block(block) {
                Ok(entries) => {
                    let found = says(entries[at]);
                    let memory = self.memory.saturating_sub(self.shelf().bytes());
                    self.blocks().put(class, block, entries, memory);
                    return Ok(found);
                }
                Err(error) => self.refuse(class, &error),
            }
        }
        Err(NoValue::NoTable(class.pair()))
    }

    /// The table of a pair, of whichever of its classes.
    pub(super) fn table(&self, pair: Class) -> Option<Arc<TableFile>> {
        if let Some(table) = self.blocks().tables.get(&pair) {
            return table.clone();
        }
        let mut found = None;
        for class in sides(pair) {
            let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner).contains(&class);
            let Some(folder) = self.folder.as_ref().filter(|_| !refused && found.is_none()) else { continue };
            match TableFile::open(folder, class) {
                Ok(table) => found = table.map(Arc::new),
                Err(error) => self.refuse(class, &error),
            }
        }
        self.blocks().tables.insert(pair, found.clone());
        found
    }

    /// Tells of a file that cannot be used, once, and leaves it alone.
    pub(super) fn refuse(&self, class: Class, error: &FileError) {
        self.blocks().forget(class);
        if self.refused.lock().unwrap_or_else(PoisonError::into_inner).insert(class) {
            (self.refuse)(error);
        }
    }

    /// The better of what a table says of a position and of what its captures and promotions offer, where the
    /// table leaves open what they decide.
    pub(super) fn with_conversions(
        &self,
        asked: Asked<'_>,
        class: Class,
        stored: OracleValue,
        stop: &dyn Fn() -> bool,
    ) -> Result<OracleValue, NoValue> {
        // No conversion mates sooner.
        if stored == OracleValue::Win(Plies(1)) {
            return Ok(stored);
        }
        let position = position_of(asked, class)?;
        let mut best = stored;
        let may_convert = |mv: &Move| {
            let to = mv.to();
            asked.board.occupied().has(to) || mv.promotion().is_some() || asked.en_passant == Some(to)
        };
        for mv in moves::legal_moves(&position).into_iter().filter(may_convert) {
            let next = position.play(mv);
            // Not only pawns move to where one can be captured in passing.
            if class_of(next.board(), next.turn()) != class.swapped() {
                best = std::cmp::min_by_key(best, before(self.value(&next, stop)?), |&value| order(value));
            }
        }
        Ok(best)
    }

    /// What its moves make a position: of a pair only one class has a table.
    pub(super) fn value_of_moves(
        &self,
        asked: Asked<'_>,
        class: Class,
        stop: &dyn Fn() -> bool,
    ) -> Result<OracleValue, NoValue> {
        let position = position_of(asked, class)?;
        match self.moves(&position, stop)?.first() {
            Some(&(_, value)) => Ok(value),
            None if position.checkers().has_any() => Ok(OracleValue::Lost(Plies(0))),
            None => Ok(OracleValue::Never),
        }
    }

    /// Whether a class of few men, of which the other of its pair has a table, is held now: worked out if it
    /// was asked about often and there is memory. That is soon done.
    pub(super) fn is_worked_out(&self, class: Class) -> bool {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let times = asked.entry(class).or_insert(0);
        *times = times.saturating_add(1);
        if *times <= SELDOM {
            return false;
        }
        drop(asked);
        if self.make_room(class, &plan([class])).is_ok() {
            self.load(&[class]);
        }
        self.shelf().get(class).is_some()
    }
}

/// A position that was asked about as one.
fn position_of(asked: Asked<'_>, class: Class) -> Result<Position<Standard>, NoValue> {
    let Asked { board, turn, en_passant, .. } = asked;
    let setup = Setup { en_passant, ..Setup::new(*board, turn) };
    Position::new(&setup, Policy::Movable).map_err(|_| NoValue::NoTable(class))
}
