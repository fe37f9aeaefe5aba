//! Endings whose exact values an oracle has, or works out when that pays.
//!
//! An oracle may have to solve a whole class of material before it knows a single position. It is asked to
//! when the search has met as much of the class as that costs, so that both together take at most about twice
//! as long as the better of them (of the position asked about itself it is asked sooner). What an answer
//! takes is the same whatever the oracle knows already.

use std::sync::Arc;
use std::time::Duration;

use crate::board::{Board, Color, Move, Role, Square};
use crate::limits::Meter;
use crate::moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::win::{Asked, BoundTables, Moves, Oracle, OracleValue};

use super::castling::{self, CastlingValues};

/// Looking at a position takes the search about as long as working out so many takes an oracle.
const PAYS: u64 = 16;
/// Of what it costs to work out the value of the position asked about so many positions count, and a quarter
/// of the others: with few men what is not found soon is seldom found by searching.
const SOON: u64 = 1 << 22;
/// What it takes to work out a position, roughly.
const EACH: Duration = Duration::from_nanos(150);

/// To exhaust a length takes as long as to look at some positions, even if all is in the table: and where
/// that is so there are many lengths.
const EACH_LENGTH: u64 = 1 << 12;

/// Mates in fewer moves are refuted move by move.
const REFUTED: Moves = Moves(3);

/// What the searches of a question may ask.
#[derive(Default)]
pub(in crate::win) struct Endings {
    oracle: Option<Arc<dyn Oracle>>,
    most_men: u32,
    /// The oracle knew the position asked about, and so all that it leads to.
    from_root: bool,
    /// It was asked to, and does not know it: not in the time there was.
    gave_up: bool,
    met: Vec<Ending>,
    /// What the position asked about leads to while somebody may castle; nothing if that is too much.
    castling: Option<CastlingValues>,
}

/// A class of material that was met.
struct Ending {
    men: u64,
    /// `None` if it is known, or never will be.
    cost: Option<u64>,
    is_known: bool,
    times: u64,
    /// One of its positions.
    board: Board,
    turn: Color,
    en_passant: Option<Square>,
}

/// Says which men there are.
fn men_of(board: &Board) -> u64 {
    let count = |color| {
        let kinds = Role::ALL.into_iter().map(|role| board.men(color, role).len());
        kinds.fold(0, |sum, men| sum << 4 | u64::from(men))
    };
    count(Color::White) << 32 | count(Color::Black)
}

impl Endings {
    /// For another search, of which the same is asked; it meets nothing yet.
    pub(in crate::win) fn anew(&self) -> Endings {
        Endings { oracle: self.oracle.clone(), most_men: self.most_men, ..Endings::default() }
    }

    pub(super) fn new<R: Rules>(oracle: Arc<dyn Oracle>) -> Endings {
        let most_men = oracle.most_men(R::NAME);
        Endings { oracle: (most_men > 0).then_some(oracle), most_men, ..Endings::default() }
    }

    /// The value of a position with so few men, if it is at hand.
    #[inline(always)]
    pub(super) fn value<R: Rules>(&mut self, position: &Position<R>) -> Option<OracleValue> {
        if position.board().occupied().len() > self.most_men { None } else { self.look_up(position) }
    }

    #[cold]
    #[inline(never)]
    fn look_up<R: Rules>(&mut self, position: &Position<R>) -> Option<OracleValue> {
        let oracle = self.oracle.as_ref()?;
        let Some(asked) = Asked::of(position) else {
            return self.value_castling(position);
        };
        if !self.from_root {
            let men = men_of(asked.board);
            let Some(ending) = self.met.iter_mut().find(|ending| ending.men == men) else {
                let Asked { board, turn, en_passant, .. } = asked;
                let (board, cost) = (*board, oracle.cost(asked));
                self.met.push(Ending { men, cost, is_known: false, times: 1, board, turn, en_passant });
                return None;
            };
            if !ending.is_known {
                ending.times += 1;
                return None;
            }
        }
        // Of the position asked about all is known, and what it leads to is solved; but tables may have to be
        // read, those of four men as a whole, which is soon done.
        if self.from_root { oracle.value(asked, &|| false) } else { at_hand(&**oracle, asked) }
    }

    /// The value of a position in which somebody may castle.
    fn value_castling<R: Rules>(&self, position: &Position<R>) -> Option<OracleValue> {
        self.castling.as_ref()?.get(&castling::key(position)).copied()
    }

    /// Another question begins.
    pub(super) fn begin(&mut self) {
        (self.from_root, self.gave_up, self.castling) = (false, false, None);
    }

    /// The value of the position asked about, when the search has looked at as many positions as it costs to
    /// work that out.
    /// Each of the lengths that were exhausted counts for some, too.
    pub(super) fn of_root<R: Rules>(
        &mut self,
        meter: &Meter,
        position: &Position<R>,
        exhausted: u32,
    ) -> Option<OracleValue> {
        let few = position.board().occupied().len() <= self.most_men;
        let oracle = self.oracle.as_ref().filter(|_| few && !self.gave_up)?;
        let looked_at = meter.effort_nodes().saturating_add(EACH_LENGTH * u64::from(exhausted));
        let cost = oracle.cost_of_one(with_these_men(position))?;
        if !pays(looked_at, cost.min(SOON) + cost.saturating_sub(SOON) / 4) || !is_time(meter, cost) {
            return None;
        }
        let stop = patience(meter);
        let value = if let Some(asked) = Asked::of(position) {
            oracle.value(asked, &stop)
        } else {
            let work_out = || castling::values(position, &**oracle, &stop).unwrap_or_default();
            self.castling.get_or_insert_with(work_out);
            self.value_castling(position)
        };
        (self.from_root, self.gave_up) = (value.is_some(), value.is_none());
        value
    }

    /// Has the oracle work out the classes that were met often enough.
    pub(super) fn work_out<R: Rules>(&mut self, meter: &Meter) {
        let Some(oracle) = &self.oracle else { return };
        for ending in &mut self.met {
            if ending.cost.is_some_and(|cost| pays(ending.times, cost) && is_time(meter, cost)) {
                ending.cost = None;
                let Ending { board, turn, en_passant, .. } = ending;
                let asked = Asked { rules: R::NAME, board, turn: *turn, en_passant: *en_passant };
                ending.is_known = oracle.work_out(asked, &patience(meter));
            }
        }
    }

    /// Shows that the side to move does not mate within so many moves, or ever; of the position asked about.
    /// Where somebody may castle it shows so of all that arises when nobody may any more.
    pub(super) fn bounds<R: Rules>(
        &self,
        meter: &Meter,
        position: &Position<R>,
        moves: Option<Moves>,
    ) -> Option<BoundTables> {
        if !self.from_root || moves.is_some_and(|moves| moves < REFUTED) {
            return None;
        }
        self.oracle.as_ref()?.bounds(with_these_men(position), moves, &|| meter.is_over())
    }

    /// The move that mates soonest from a position of which the value is at hand, and a win. (What a move
    /// leads to may have to be read from a table.)
    pub(super) fn best_move<R: Rules>(&self, position: &Position<R>) -> Option<Move> {
        let (oracle, mut best) = (self.oracle.as_ref()?, None);
        for mv in moves::legal_moves(position) {
            let next = position.play(mv);
            let value = match Asked::of(&next) {
                Some(asked) => oracle.value(asked, &|| false),
                None => self.value_castling(&next),
            };
            if let OracleValue::Lost(plies) = value?
                && best.is_none_or(|(least, _)| plies < least)
            {
                best = Some((plies, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }
}

/// A position, or where somebody may castle one with the same men: what it leads to has these or fewer.
fn with_these_men<R: Rules>(position: &Position<R>) -> Asked<'_> {
    let (board, turn) = (position.board(), position.turn());
    Asked::of(position).unwrap_or(Asked { rules: R::NAME, board, turn, en_passant: None })
}

/// The value of a position for which nothing need be worked out any more.
fn at_hand(oracle: &dyn Oracle, asked: Asked<'_>) -> Option<OracleValue> {
    oracle.value(asked, &|| true)
}

/// Whether looking at some positions took as long as working out others.
fn pays(looked_at: u64, cost: u64) -> bool {
    looked_at.saturating_mul(PAYS) >= cost
}

/// Whether so many positions are worked out in the time that is left.
fn is_time(meter: &Meter, cost: u64) -> bool {
    let takes = EACH.saturating_mul(u32::try_from(cost).unwrap_or(u32::MAX));
    meter.rest(u64::MAX).time.is_none_or(|left| left >= takes)
}

/// Says when three quarters of the time that is left have gone: if that was in vain, a short question is soon
/// searched.
fn patience(meter: &Meter) -> impl Fn() -> bool {
    let (left, begun) = (meter.rest(u64::MAX).time, meter.effort().time);
    move || meter.is_over() || left.is_some_and(|left| meter.effort().time - begun > left / 4 * 3)
}
