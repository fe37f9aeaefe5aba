//! Exact values of positions from outside the search: tables, to which a solver can be given access.

use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::board::{Board, Color, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::{Moves, Plies, WinAnswer};

/// What is known of a position, if both sides play their best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OracleValue {
    /// The side to move wins in exactly so many plies (odd).
    Win(Plies),
    /// The other side wins in exactly so many plies (even).
    Lost(Plies),
    /// Neither can ever force a win, or the side to move has no move, which ends the game.
    Never,
}

impl OracleValue {
    /// What it answers who asks for a win within so many plies.
    pub(super) fn answer(self, most: Plies) -> WinAnswer {
        match self {
            OracleValue::Win(plies) if plies <= most => WinAnswer::Win { plies, shortest: true },
            OracleValue::Win(_) => WinAnswer::NoWin { plies: most },
            OracleValue::Lost(plies) => WinAnswer::Lost { plies },
            OracleValue::Never => WinAnswer::Never,
        }
    }
}

/// A position that an oracle is asked about, in which nobody may castle.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The name of the rule set.
    pub rules: &'static str,
    /// The men.
    pub board: &'a Board,
    /// The side to move.
    pub turn: Color,
    /// Where a pawn can be captured in passing, as far as pawns show.
    pub en_passant: Option<Square>,
}

impl<'a> Asked<'a> {
    /// A position; `None` if somebody may castle in it.
    #[must_use]
    pub fn of<R: Rules>(position: &'a Position<R>) -> Option<Asked<'a>> {
        let may_castle = R::CASTLING && Color::BOTH.iter().any(|&color| position.castling(color).has_any());
        (!may_castle).then(|| Asked {
            rules: R::NAME,
            board: position.board(),
            turn: position.turn(),
            en_passant: position.en_passant(),
        })
    }
}

/// Tables of bounds, by the names of their classes, as certificates have them.
pub type BoundTables = BTreeMap<String, String>;

/// Something that knows exact values of some positions.
pub trait Oracle: Debug + Send + Sync {
    /// The value of a position, if it is known, which may have to be worked out first; until `stop` says so.
    fn value(&self, asked: Asked<'_>, stop: &dyn Fn() -> bool) -> Option<OracleValue>;

    /// Works out all positions with the same men, until `stop` says so; whether they are at hand then. Where
    /// [`value`](Oracle::value) works out all of them this need say no more.
    fn work_out(&self, asked: Asked<'_>, stop: &dyn Fn() -> bool) -> bool {
        self.value(asked, stop).is_some()
    }

    /// Nothing is known of positions of these rules with more men.
    fn most_men(&self, rules: &str) -> u32;

    /// Positions that must be worked out before anything is known of positions with the same men,
    /// and of those that they lead to; the same whatever is worked out already. `None` if nothing
    /// ever will be known.
    fn cost(&self, asked: Asked<'_>) -> Option<u64>;

    /// The same, for this one position and those that it leads to alone: less where tables are at hand, of
    /// which a part is read, and where pawns stay on their files.
    fn cost_of_one(&self, asked: Asked<'_>) -> Option<u64> {
        self.cost(asked)
    }

    /// What shows that the side to move does not win within so many moves, or ever: the tables of
    /// its class and of all that it leads to. `None` if this oracle has no such tables, or `stop`
    /// said so.
    fn bounds(&self, _: Asked<'_>, _: Option<Moves>, _: &dyn Fn() -> bool) -> Option<BoundTables> {
        None
    }
}
