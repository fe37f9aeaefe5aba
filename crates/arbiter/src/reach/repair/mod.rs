//! Repairs: the smallest changes after which a position can arise.
//!
//! | module | changes |
//! |---|---|
//! | `fields` | castling rights, en passant square, side to move |
//! | `men` | a single man |
//! | `reading` | the whole board, as when it was read upside down |
//! | `choice` | which of them are offered |

mod choice;
mod fields;
mod men;
mod reading;

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use crate::board::{Bitboard, Color, Man, Setup, Square, Start};
use crate::clock::Instant;
use crate::limits;
use crate::moves::Past;

use super::last_move::{RetractionEnd, prove};
use super::lemma::refute;
use super::quick::quick_from;
use super::{ReachAnswer, ReachLimits, ReachVerdict, decide};
use choice::is_needless;

pub use choice::least_repairs;
pub use reading::{Reading, possible, readings};

/// A field of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Field {
    /// The men.
    Placement,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// The clocks.
    Clocks,
}

impl Field {
    /// `placement`, `turn`, `castling`, `en-passant` or `clocks`.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Placement => "placement",
            Field::Turn => "turn",
            Field::Castling => "castling",
            Field::EnPassant => "en-passant",
            Field::Clocks => "clocks",
        }
    }
}

/// One change of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// The other side is to move: this one.
    Turn(Color),
    /// These castling rights (the squares of their rooks) are dropped.
    WithoutRights(Bitboard),
    /// These castling rights are added.
    WithRights(Bitboard),
    /// Another en passant square, or none.
    EnPassant(Option<Square>),
    /// A man is taken away from a square.
    Removed(Man, Square),
    /// A man on a square is replaced by another.
    Replaced {
        /// The man that was there.
        man: Man,
        /// The square.
        square: Square,
        /// The man that is there then.
        by: Man,
    },
    /// A man is put on another square.
    Moved {
        /// The man.
        man: Man,
        /// From where.
        from: Square,
        /// Whereto.
        to: Square,
    },
    /// The whole board is read in another way.
    Read(Reading),
}

/// A change of a position, and what is then said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Repair {
    /// What is changed; what had to go with it comes last.
    pub edits: Vec<Edit>,
    /// The changed position.
    pub setup: Setup,
    /// Whether it can arise: legal, or undecided.
    pub verdict: ReachVerdict,
}

/// Pasts that the cheap look at last moves takes into account.
const MAX_PASTS: u64 = 64;

/// Positions looked at for a proof game of one candidate when the limits say nothing.
const GAME_NODES: u64 = 300_000;

/// Whether no level up to a short look at the last moves refutes the position.
fn passes(start: Start, setup: &Setup) -> bool {
    if quick_from(start, setup).is_some() {
        return false;
    }
    let past = Past { start, ..Past::from(setup) };
    let few = limits::Limits { nodes: Some(MAX_PASTS), memory: 1 << 20, ..limits::Limits::default() };
    // Deductions about pasts would cost milliseconds.
    refute(&past).is_none() && !matches!(prove(&past, &few, &mut |_| None), RetractionEnd::Illegal(_))
}

impl ReachVerdict {
    /// The field to blame when the position is impossible: the one whose smallest change lets it pass the
    /// levels up to a short look at the last moves; the placement if there is none. `None` if the position is
    /// not illegal.
    ///
    /// ```
    /// use chess_arbiter::format::fen;
    /// use chess_arbiter::reach::{Field, ReachLimits, decide};
    /// use chess_arbiter::rules::Standard;
    ///
    /// let blame = |text| {
    ///     let setup = fen::parse::<Standard>(text).unwrap();
    ///     decide(&setup, &ReachLimits::default()).unwrap().blame()
    /// };
    /// assert_eq!(blame("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"), Some(Field::Castling));
    /// assert_eq!(blame("4k3/8/8/8/8/8/8/K3R3 w - - 0 1"), Some(Field::Turn));
    /// assert_eq!(blame("4k3/8/8/8/8/8/8/8 w - - 0 1"), Some(Field::Placement));
    /// ```
    pub fn blame(&self) -> Option<Field> {
        if !matches!(self.answer, ReachAnswer::Illegal(_)) {
            return None;
        }
        let setup = self.past().setup();
        let changes = [
            (Field::EnPassant, Setup { en_passant: None, ..setup }, setup.en_passant.is_some()),
            (Field::Castling, Setup { castling: Bitboard::EMPTY, ..setup }, setup.castling.has_any()),
            (Field::Turn, Setup { turn: !setup.turn, en_passant: None, ..setup }, true),
        ];
        let blamed =
            changes.into_iter().find(|(_, changed, differs)| *differs && passes(self.past().start, changed));
        Some(blamed.map_or(Field::Placement, |(field, ..)| field))
    }
}

/// A change that was thought of, not yet asked about.
struct Candidate {
    edits: Vec<Edit>,
    setup: Setup,
    /// How unlikely the change is.
    cost: u32,
}

/// Smallest repairs of an illegal position, best first: other castling rights, en passant square or side to
/// move. If no change of one field helps, changes of two and of all three together are looked at. Changes
/// after which nothing could be proved follow those that are proved; those refuted are left out, and those of
/// which a part is enough for a proof.
///
/// Of the limits each candidate gets its share. Without a bound on time or positions some hundred thousand
/// positions are looked at for each.
///
/// ```
/// use chess_arbiter::board::Color;
/// use chess_arbiter::format::fen;
/// use chess_arbiter::reach::{Edit, ReachLimits, repairs};
/// use chess_arbiter::rules::Standard;
///
/// let setup = fen::parse::<Standard>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1").unwrap();
/// let best = &repairs(&setup, &ReachLimits::default())[0];
/// assert_eq!((&best.edits[..], best.verdict.word()), (&[Edit::Turn(Color::White)][..], "legal"));
/// ```
pub fn repairs(setup: &Setup, limits: &ReachLimits) -> Vec<Repair> {
    let started = Instant::now();
    let mut found: Vec<Repair> = Vec::new();
    for count in 1..=3 {
        let mut candidates = fields::changes(limits.start, setup, count);
        candidates.retain(|candidate| passes(limits.start, &candidate.setup));
        candidates.sort_by_key(|candidate| candidate.cost);
        candidates.truncate(fields::MAX_CHANGES);
        found.extend(ask(candidates, limits, started));
        if found.iter().any(|repair| matches!(repair.verdict.answer, ReachAnswer::Legal(_))) {
            break;
        }
    }
    rank(&mut found);
    found
}

/// Asks about candidates, each with its share of what is left of the limits; keeps those that are not
/// refuted. Those of which a part was proved to be enough are not asked about.
fn ask(candidates: Vec<Candidate>, limits: &ReachLimits, started: Instant) -> Vec<Repair> {
    let count = candidates.len();
    let mut found: Vec<Repair> = Vec::new();
    for (index, Candidate { edits, setup, .. }) in candidates.into_iter().enumerate() {
        if limits.work.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            break;
        }
        let is_legal = |repair: &&Repair| matches!(repair.verdict.answer, ReachAnswer::Legal(_));
        if found.iter().filter(is_legal).any(|repair| is_needless(&edits, &repair.edits)) {
            continue;
        }
        let left = (count - index) as u32;
        let time = limits.work.time.map(|most| most.saturating_sub(started.elapsed()) / left);
        let nodes = match (limits.work.nodes, time) {
            (Some(nodes), _) => Some((nodes / count as u64).max(1)),
            (None, Some(_)) => None,
            (None, None) => Some(GAME_NODES),
        };
        let work = limits::Limits { time, nodes, ..limits.work.clone() };
        // Of rights that the question cannot be asked about nothing is offered.
        let Ok(verdict) = decide(&setup, &ReachLimits { work, ..limits.clone() }) else { continue };
        if !matches!(verdict.answer, ReachAnswer::Illegal(_)) {
            found.push(Repair { edits, setup, verdict });
        }
    }
    found
}

/// Legal ones first, then those that got furthest; otherwise as they are.
fn rank(repairs: &mut [Repair]) {
    repairs.sort_by_key(|repair| {
        let legal = matches!(repair.verdict.answer, ReachAnswer::Legal(_));
        (Reverse(legal), Reverse(repair.verdict.level))
    });
}

/// The `most` best repairs of an illegal position by a single man, best first: taken away, of the other
/// colour, of another kind, or on a neighbouring square, as when a position was read from an image. Castling
/// rights and an en passant square that lose their men are dropped with it. Legal ones come first, then those
/// that got furthest; of these, errors that are easily made (a bishop taken for a pawn) before others.
///
/// The cheap levels are asked about all candidates, [`decide`] only about the best few more than `most`, each
/// with its share of the limits as for [`repairs`].
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::reach::{Edit, ReachLimits, piece_repairs};
/// use chess_arbiter::rules::Standard;
///
/// // A black queen where the king should be.
/// let setup = fen::parse::<Standard>("rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1").unwrap();
/// let best = &piece_repairs(&setup, &ReachLimits::default(), 2);
/// let Edit::Replaced { square, by, .. } = best[0].edits[0] else { panic!() };
/// assert_eq!((square.to_string(), by.to_string()), ("e8".to_owned(), "black king".to_owned()));
/// ```
pub fn piece_repairs(setup: &Setup, limits: &ReachLimits, most: usize) -> Vec<Repair> {
    let started = Instant::now();
    let mut candidates = men::changes(limits.start, setup);
    candidates.retain(|candidate| quick_from(limits.start, &candidate.setup).is_none());
    candidates.sort_by_key(|candidate| candidate.cost);
    // The likeliest that no deduction refutes; a few more than wanted, since last moves may refute some.
    let wanted = most.saturating_add(most / 2).saturating_add(2);
    let likely = candidates
        .into_iter()
        .filter(|candidate| passes(limits.start, &candidate.setup))
        .take(wanted)
        .collect();
    let mut found = ask(likely, limits, started);
    rank(&mut found);
    found.truncate(most);
    found
}
