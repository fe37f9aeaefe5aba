//! Last-move analysis: what was played before, and before that, until nothing can have been.
//!
//! A past is impossible when all its predecessors are. So a proof is a set of pasts that is *closed*: every
//! predecessor of a member is a member or refuted by a lemma, and the starting position is none. There is
//! nothing to choose: the set is all that retraction reaches, and the order of the search matters only for
//! giving up. Most positions are open (they can arise, or retraction alone cannot tell) and retraction
//! reaches more pasts than there are atoms; that should be noticed at once. So
//!
//! * the past with most un-moves is expanded first, as the one that leads out into the open if any does;
//! * now and then a *walk* of un-moves from such a past measures how free the men are: the squares that they
//!   visit, independent of each other, and the choices of men uncaptured multiply to an estimate of the pasts
//!   that would have to be refuted. Where that is hopelessly beyond the budget, the analysis gives up.
//!
//! The estimate can only make the answer "open" where more patience would have proved something: a proof
//! never rests on it. Nor does one rest on a hash: pasts seen are compared whole.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use crate::board::{Bitboard, Board, Color, Role, zobrist};
use crate::limits::{Limits, Meter, Reached};
use crate::moves::{Captures, Past, Unmove, plausible_unmoves};
use crate::position::Position;

use super::lemma::{Lemma, instant};

/// A past that is impossible, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ImpossiblePast {
    /// The past.
    pub past: Past,
    /// Why no game reaches it.
    pub reason: PastReason,
}

/// Why no game reaches a past.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PastReason {
    /// `retract`: every predecessor is impossible.
    Retract,
    /// A lemma says so.
    Lemma(&'static Lemma),
}

/// What last-move analysis found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RetractionEnd {
    /// No game reaches the past: a closed set, the past asked about first.
    Illegal(Vec<ImpossiblePast>),
    /// Nothing was proved, and going on would prove nothing.
    Open(OpenPast),
    /// Nothing was proved before this limit.
    Limit(Reached),
}

/// Why the analysis gave up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OpenPast {
    /// Un-moves lead back to the starting position.
    StartingPosition,
    /// There are far more pasts to refute than the limits allow.
    Vast,
}

/// Looks for a proof that no game reaches a past.
///
/// `refute` is asked about pasts that no instant lemma refutes; `limits` bound the pasts looked at
/// (`nodes`), of which each takes some 200 bytes of `memory`.
pub fn prove(
    past: &Past,
    limits: &Limits,
    refute: &mut dyn FnMut(&Past) -> Option<&'static Lemma>,
) -> RetractionEnd {
    prove_counting(past, limits, refute).0
}

/// [`prove`], and how many pasts were looked at.
pub(super) fn prove_counting(
    past: &Past,
    limits: &Limits,
    refute: &mut dyn FnMut(&Past) -> Option<&'static Lemma>,
) -> (RetractionEnd, u64) {
    if let Some(lemma) = instant(past) {
        return (
            RetractionEnd::Illegal(vec![ImpossiblePast { past: *past, reason: PastReason::Lemma(lemma) }]),
            1,
        );
    }
    let mut search = Retraction::new(past, limits, refute);
    let result = search.run(past);
    let nodes = search.meter.effort_nodes();
    let outcome = match result {
        Ok(()) => RetractionEnd::Illegal(search.seen.nodes),
        Err(GaveUp::Open(why)) => RetractionEnd::Open(why),
        Err(GaveUp::Limit(reached)) => RetractionEnd::Limit(reached),
    };
    (outcome, nodes)
}

enum GaveUp {
    Open(OpenPast),
    Limit(Reached),
}

impl From<Reached> for GaveUp {
    fn from(reached: Reached) -> GaveUp {
        GaveUp::Limit(reached)
    }
}

/// Bytes for a past: the node while its list grows, its place in the table, and in the queue.
const PAST_BYTES: usize =
    2 * size_of::<ImpossiblePast>() + 4 * size_of::<u32>() + 2 * size_of::<(u32, u32)>();

/// A walk that finds so many more pasts than the limits allow (as a power of two) ends the analysis. The
/// estimate is rough, so there is a margin.
const OPEN_MARGIN: f32 = 10.0;

/// The un-moves of a walk.
const MAX_WALK: usize = 256;

/// At each step so many un-moves that nothing refutes are compared, if so many tried at most yield them.
const ENOUGH_ALIVE: u32 = 3;
const MAX_TRIED: u32 = 32;

/// After so many uncaptures that a lemma refuted a walk tries no more: all men may be accounted for, and
/// lemmas cost time.
const MAX_REFUTED: u32 = 16;

struct Retraction<'a> {
    root: Past,
    seen: PastSet,
    /// Pasts to expand, by the number of their un-moves.
    queue: BinaryHeap<(u32, u32)>,
    refute: &'a mut dyn FnMut(&Past) -> Option<&'static Lemma>,
    meter: Meter,
    most: usize,
    /// The logarithm of an estimate that is hopeless.
    hopeless: f32,
}

impl<'a> Retraction<'a> {
    fn new(root: &Past, limits: &Limits, refute: &'a mut dyn FnMut(&Past) -> Option<&'static Lemma>) -> Self {
        let most = limits.memory / PAST_BYTES;
        let budget = limits.nodes.unwrap_or(u64::MAX).min(most as u64);
        Retraction {
            root: *root,
            seen: PastSet::default(),
            queue: BinaryHeap::new(),
            refute,
            meter: Meter::new(limits),
            most,
            hopeless: (budget as f32).max(1.0).log2() + OPEN_MARGIN,
        }
    }

    fn run(&mut self, root: &Past) -> Result<(), GaveUp> {
        self.visit(root)?;
        let mut expanded = 0_u32;
        while let Some((_, index)) = self.queue.pop() {
            let past = self.seen.nodes[index as usize].past;
            // Only now: of an open position most pasts seen are never looked at again.
            if let Some(lemma) = (self.refute)(&past) {
                self.seen.nodes[index as usize].reason = PastReason::Lemma(lemma);
                continue;
            }
            expanded += 1;
            if expanded.is_power_of_two() && self.walk(&past) >= self.hopeless {
                return Err(GaveUp::Open(OpenPast::Vast));
            }
            let flow = plausible_unmoves(&past, |unmoves| {
                for unmove in unmoves.iter() {
                    if let Err(stop) = self.visit(&past.before(unmove)) {
                        return ControlFlow::Break(stop);
                    }
                }
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(stop) = flow {
                return Err(stop);
            }
        }
        Ok(())
    }

    /// Takes a past into the set, unless it is there or covered, and into the queue if anything can have been
    /// before.
    fn visit(&mut self, past: &Past) -> Result<(), GaveUp> {
        if self.is_covered(past) || !self.seen.insert(past) {
            return Ok(());
        }
        self.meter.count()?;
        if self.seen.nodes.len() >= self.most {
            return Err(GaveUp::Limit(Reached::Memory));
        }
        if is_start(past) {
            return Err(GaveUp::Open(OpenPast::StartingPosition));
        }
        let width = width(past);
        if width > 0 {
            self.queue.push((width, self.seen.nodes.len() as u32 - 1));
        }
        Ok(())
    }

    /// Whether a past with fewer demands is in the set. (Only the demands that can have been added on the way
    /// are dropped: it need not be noticed always.)
    fn is_covered(&self, past: &Past) -> bool {
        let fewer = Past { castling: self.root.castling, ..*past };
        fewer != *past && self.seen.contains(&fewer)
            || past.en_passant.is_some() && self.seen.contains(&Past { en_passant: None, ..fewer })
    }

    /// Goes back from a past as freely as it can and returns the logarithm of an estimate of the pasts
    /// around.
    fn walk(&mut self, from: &Past) -> f32 {
        let mut past = *from;
        let mut freedom = Freedom::of(&past.board);
        let mut random = past.board.zobrist() | 1;
        let mut choices = Vec::new();
        let mut patience = MAX_REFUTED;
        for _ in 0..MAX_WALK {
            choices.clear();
            let mut captures = 0;
            let _ = plausible_unmoves(&past, |unmoves| -> ControlFlow<()> {
                captures += if unmoves.captured == Captures::NOTHING { 0 } else { unmoves.count() };
                choices.extend(unmoves.iter());
                ControlFlow::Continue(())
            });
            // Of a few that nothing refutes one that shows a new square, and then leaves most choice.
            let mut best: Option<((bool, u32), Unmove, Past)> = None;
            let (mut tried, mut alive) = (0, 0);
            while tried < MAX_TRIED && alive < ENOUGH_ALIVE && !choices.is_empty() {
                // xorshift64 (Marsaglia 2003)
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let unmove = choices.swap_remove(random as usize % choices.len());
                if unmove.captured.is_some() && patience == 0 {
                    continue;
                }
                let before = past.before(unmove);
                tried += 1;
                let width = width(&before);
                if width == 0 {
                    continue;
                }
                if (self.refute)(&before).is_some() {
                    patience -= unmove.captured.is_some() as u32;
                    continue;
                }
                alive += 1;
                let score = (freedom.is_new(&before.board), width);
                if best.is_none_or(|(most, ..)| score > most) {
                    best = Some((score, unmove, before));
                }
            }
            let Some((_, unmove, before)) = best else { break };
            if unmove.captured.is_some() {
                freedom.uncapture((captures * alive) as f32 / tried as f32);
            }
            past = before;
            freedom.see(&past.board);
            if freedom.estimate() >= self.hopeless {
                break;
            }
        }
        freedom.estimate()
    }
}

/// What a walk saw of the freedom of the men.
struct Freedom {
    /// The squares where men of each kind were at some time.
    squares: [[Bitboard; 6]; 2],
    first: Board,
    uncaptures: u32,
    /// Logarithm of the choices of uncaptured men, their order counted only once.
    choices: f32,
}

impl Freedom {
    fn of(board: &Board) -> Freedom {
        let mut freedom = Freedom { squares: Default::default(), first: *board, uncaptures: 0, choices: 0.0 };
        freedom.see(board);
        freedom
    }

    /// Whether some man is where none of its kind was before.
    fn is_new(&self, board: &Board) -> bool {
        kinds().any(|(color, role)| {
            let squares = self.squares[color as usize][role as usize];
            (board.men(color, role) - squares).has_any()
        })
    }

    fn see(&mut self, board: &Board) {
        for (color, role) in kinds() {
            self.squares[color as usize][role as usize] |= board.men(color, role);
        }
    }

    fn uncapture(&mut self, choices: f32) {
        self.uncaptures += 1;
        self.choices += (choices / self.uncaptures as f32).max(1.0).log2();
    }

    /// The logarithm of the number of pasts that seem to be there: each kind of men on any of its squares.
    fn estimate(&self) -> f32 {
        let more = |(color, role)| {
            let squares = self.squares[color as usize][role as usize];
            (squares - self.first.men(color, role)).len()
        };
        self.choices + kinds().map(|kind| 1.0 + more(kind) as f32).product::<f32>().log2()
    }
}

/// The twelve kinds of men.
fn kinds() -> impl Iterator<Item = (Color, Role)> {
    Color::BOTH.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role)))
}

/// How many un-moves no instant lemma refutes.
fn width(past: &Past) -> u32 {
    let mut width = 0;
    let _ = plausible_unmoves(past, |unmoves| -> ControlFlow<()> {
        width += unmoves.count();
        ControlFlow::Continue(())
    });
    width
}

/// Whether the starting position meets the demands of this past, none of whose rights lacks its men.
pub(super) fn is_start(past: &Past) -> bool {
    past.turn == Color::White
        && past.en_passant.is_none()
        && past.board.color(Color::White) == Bitboard(0xFFFF)
        && past.board == *Position::from_start(past.start).board()
}

/// The pasts seen, found again by their hash and compared whole.
#[derive(Default)]
struct PastSet {
    nodes: Vec<ImpossiblePast>,
    /// Indices of nodes plus one, 0 being free: open addressing, at most half full.
    slots: Vec<u32>,
}

impl PastSet {
    fn hash(past: &Past) -> u64 {
        let Past { board, turn, castling, en_passant, .. } = past;
        let rights = (castling.0 & 0xFF | castling.0 >> 56 << 8) as u16;
        let turn = if *turn == Color::Black { zobrist::TURN } else { 0 };
        board.zobrist() ^ turn ^ zobrist::castling(rights) ^ en_passant.map_or(0, zobrist::en_passant)
    }

    /// The slot where the past is, or the free one where it belongs.
    fn slot(&self, past: &Past) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = PastSet::hash(past) as usize & mask;
        while let Some(index) = self.slots[slot].checked_sub(1) {
            if self.nodes[index as usize].past == *past {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn contains(&self, past: &Past) -> bool {
        !self.slots.is_empty() && self.slots[self.slot(past)] != 0
    }

    /// Adds a past, for now as one to be retracted; returns whether it is new.
    fn insert(&mut self, past: &Past) -> bool {
        if 2 * self.nodes.len() >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(past);
        let new = self.slots[slot] == 0;
        if new {
            self.nodes.push(ImpossiblePast { past: *past, reason: PastReason::Retract });
            self.slots[slot] = self.nodes.len() as u32;
        }
        new
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![0; (2 * self.slots.len()).max(64)];
        for index in 0..self.nodes.len() {
            let slot = self.slot(&self.nodes[index].past);
            self.slots[slot] = index as u32 + 1;
        }
    }
}
