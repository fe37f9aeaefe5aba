//! Games from whichever array of Chess960: a position is legal if a game from one of them leads to it, and
//! illegal if none from any does.
//!
//! Each array is asked about by itself, the likeliest first: those with most men where they stand. What can
//! be deduced is deduced for all of them, and then games are looked for from those that are left.

use std::cmp::Reverse;

use crate::board::{Color, Man, Setup, Square, Start};
use crate::limits::{Limits, Meter, Reached};

use super::claims::{Unsupported, past_from};
use super::decide::decide_past;
use super::last_move::ImpossiblePast;
use super::verdict::{ReachAnswer, ReachVerdict, Why};
use super::written::key;
use super::{Level, ReachLimits};

/// So many arrays are tried in earnest; of more that stay undecided there is no hope to refute all.
const TRIED: usize = 8;

/// Positions looked at in a first try of each.
const FIRST_TRY: u64 = 100_000;

/// Decides whether a game of standard chess from some array can reach exactly this position. A verdict that
/// it can is about one of these arrays ([`ReachVerdict::past`] has it), one that it cannot about all of them.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::reach::{self, ReachLimits};
/// use chess_arbiter::rules::Standard;
/// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w - - 0 1").unwrap();
/// let verdict = reach::decide_any(&setup, &ReachLimits::default()).unwrap();
/// assert_eq!((verdict.word(), verdict.past().start.roles()[0].letter()), ("legal", 'b'));
/// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1").unwrap();
/// assert_eq!(reach::decide_any(&setup, &ReachLimits::default()).unwrap().word(), "illegal");
/// ```
///
/// # Errors
/// A castling right that could be taken for another one of some array, and nothing else shows the answer.
pub fn decide_any(setup: &Setup, limits: &ReachLimits) -> Result<ReachVerdict, Unsupported> {
    let mut quest = AnyQuest { setup, limits, meter: Meter::new(&limits.work), closed: Vec::new(), held: 0 };
    let (mut left, mut unclear) = (Vec::new(), None);
    for start in likely(setup) {
        let asked = match quest.look() {
            Ok(()) => quest.ask(start, limits.level.min(Level::Static), u64::MAX),
            Err(_) => past_from(setup, start).map(|_| None),
        };
        match asked {
            Ok(Some(verdict)) => return Ok(verdict),
            Ok(None) => left.extend(quest.is_open(start).then_some(start)),
            Err(error) => unclear = Some(error),
        }
    }
    if limits.level > Level::Static {
        for quota in [FIRST_TRY, u64::MAX] {
            let mut undecided = Vec::new();
            for (number, &start) in left.iter().enumerate() {
                if undecided.len() >= TRIED || quest.look().is_err() {
                    undecided.extend(&left[number..]);
                    break;
                }
                if let Some(verdict) = quest.ask(start, limits.level, quota)? {
                    return Ok(verdict);
                }
                undecided.extend(quest.is_open(start).then_some(start));
            }
            left = undecided;
        }
    }
    match (left.first(), unclear) {
        (Some(&start), _) => quest.undecided(start),
        (None, Some(error)) => Err(error),
        (None, None) => quest.illegal(),
    }
}

/// The arrays, those first that have most men where they stand, and rights: of equal ones the usual one.
fn likely(setup: &Setup) -> Vec<Start> {
    let at_home = |start: &Start| {
        let homes = Color::BOTH.into_iter().flat_map(|color| {
            let rank = 7 * color as u8;
            (0..).zip(start.roles()).map(move |(file, &role)| (Square::at(file, rank), Man { color, role }))
        });
        let men = homes.filter(|&(square, man)| setup.board.man_at(square) == Some(man)).count();
        let rooks = start.rooks(Color::White) | start.rooks(Color::Black);
        (8 * (setup.castling & rooks).len() as usize + men, start.is_usual())
    };
    let mut starts: Vec<Start> = Start::all().collect();
    starts.sort_by_cached_key(|start| Reverse(at_home(start)));
    starts
}

struct AnyQuest<'a> {
    setup: &'a Setup,
    limits: &'a ReachLimits,
    meter: Meter,
    /// Of arrays from which no game leads there.
    closed: Vec<ReachVerdict>,
    /// Bytes that these take.
    held: usize,
}

impl AnyQuest<'_> {
    /// Asks about one array: the verdict if a game leads there.
    fn ask(&mut self, start: Start, level: Level, quota: u64) -> Result<Option<ReachVerdict>, Unsupported> {
        let work = self.meter.rest(quota);
        let mut verdict = self.decide(start, level, work)?;
        // A limit is noticed by the caller.
        let _ = self.meter.charge(verdict.effort.nodes);
        match verdict.answer {
            ReachAnswer::Legal(_) => {
                verdict.effort = self.meter.effort();
                return Ok(Some(verdict));
            }
            ReachAnswer::Illegal(ref nodes) => {
                self.held += nodes.len() * size_of::<ImpossiblePast>();
                self.closed.push(verdict);
            }
            ReachAnswer::ImpossibleClocks(_) | ReachAnswer::Undecided(_) => {}
        }
        Ok(None)
    }

    /// Whether to go on.
    fn look(&mut self) -> Result<(), Reached> {
        if self.held > self.limits.work.memory { Err(Reached::Memory) } else { self.meter.look() }
    }

    fn decide(&self, start: Start, level: Level, work: Limits) -> Result<ReachVerdict, Unsupported> {
        let past = past_from(self.setup, start)?;
        Ok(decide_past(past, &ReachLimits { start, level, work, ..self.limits.clone() }))
    }

    /// Whether the array that was asked about last is undecided.
    fn is_open(&self, start: Start) -> bool {
        self.closed.last().is_none_or(|last| last.past().start != start)
    }

    /// The verdict when this array is left at least.
    fn undecided(mut self, start: Start) -> Result<ReachVerdict, Unsupported> {
        let level = self.limits.level;
        let why = match self.look() {
            Err(reached) => Why::Limit(reached),
            Ok(()) if level < Level::Full => Why::Level,
            Ok(()) => Why::Exhausted,
        };
        let effort = self.meter.effort();
        let answer = ReachAnswer::Undecided(why);
        let mut verdict = self.decide(start, level.min(Level::Static), Limits::default())?;
        (verdict.answer, verdict.level, verdict.effort) = (answer, level, effort);
        Ok(verdict)
    }

    /// The verdict when all are refuted: that of the array which took the most evidence, the likeliest of
    /// these, with the others.
    fn illegal(mut self) -> Result<ReachVerdict, Unsupported> {
        let effort = self.meter.effort();
        let deepest = self.closed.iter().map(|verdict| verdict.level).max();
        let place = self.closed.iter().position(|verdict| Some(verdict.level) == deepest);
        let mut verdict = self.closed.remove(place.unwrap_or_default());
        let text = key(verdict.past());
        if self.closed.iter().any(|other| key(other.past()) != text) {
            // Without a king it is not told on which side of it a rook stands.
            return Err(Unsupported::Unnamed { rook: self.setup.castling.first().unwrap_or(Square::A1) });
        }
        verdict.elsewhere = self.closed.into_iter().filter_map(ReachVerdict::into_nodes).collect();
        verdict.effort = effort;
        Ok(verdict)
    }
}
