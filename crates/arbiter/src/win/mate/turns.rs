//! Which of the two searches works next, and for how long.

use crate::position::Position;
use crate::rules::Rules;
use crate::win::exhaust::waiting_side_is_attacked;

use super::dfpn::MAX_MOVES;

/// Whose turn it is to work, and for how long.
pub(super) struct Turns {
    /// Positions looked at by each search.
    pub(super) exhausting: u64,
    pub(super) finding: u64,
    /// Of those of the finder, those looked at in narrow searches.
    pub(super) narrowly: u64,
    /// How narrow the next one is that looks for mates in so many moves: squares that are left to the king.
    freedom: [u32; MAX_MOVES as usize + 1],
    /// Turns of the finder.
    pub(super) looks: u32,
    /// The claim at which the exhaustive search paused.
    pub(super) paused_at: Option<u32>,
    /// No turn is longer: there are helpers to be heard.
    pub(super) max_slice: Option<u64>,
    /// Any mate will do.
    any: bool,
    /// It is worth while to look at once for mates of the length asked about.
    in_sight: bool,
    /// Only the exhaustive search knows what to do where the enemy king is attacked before the first move.
    alone: bool,
}

/// How many moves beyond those exhausted a mate is looked for: farther it would lose its way.
pub(super) const FAR: u32 = 24;

/// The same where the mate that will be the shortest is wanted.
const NEAR: u32 = 2;

/// Positions after which a mate that was not found is likely to be longer than what can be exhausted: some
/// ten seconds.
const LONG: u64 = if cfg!(test) { 1 << 17 } else { 1 << 24 };

/// The exhaustive search begins: what it does in so many positions is most of the short mates there are.
const HEAD_START: u64 = 1 << 14;

/// Narrow searches leave the king at most so many squares. (Found by trial, as half of the time for them:
/// with 0, 1 or 2, and half or a third, of two hundred mates in 9 to 12 some 194 to 195 are found in ten
/// seconds, in place of 193, with this in the least time.)
const MAX_FREEDOM: u32 = 1;

impl Turns {
    pub(super) fn new<R: Rules>(position: &Position<R>, any: bool, in_sight: bool) -> Turns {
        let alone = waiting_side_is_attacked(position);
        Turns {
            exhausting: 0,
            finding: 0,
            narrowly: 0,
            freedom: [0; MAX_MOVES as usize + 1],
            looks: 0,
            paused_at: None,
            max_slice: None,
            any,
            in_sight,
            alone,
        }
    }

    /// Positions for one turn: longer and longer ones, so that taking up the work again costs little.
    pub(super) fn slice(&self, nodes: u64) -> u64 {
        HEAD_START.max(nodes / 4).min(self.max_slice.unwrap_or(u64::MAX))
    }

    /// Where the length is open the finder looks near, which soon proves the shortest mate, and at times far,
    /// so that something is said of long ones too: with moves to spare they are found much sooner than with
    /// just enough.
    pub(super) fn horizon(&self, near: bool) -> u32 {
        match self.looks {
            looks if looks % 2 == 1 && self.has_worked_long(near) => MAX_MOVES,
            looks if self.in_sight || looks % 8 == 7 => FAR,
            _ => NEAR,
        }
    }

    /// Whether the finder now leaves out moves after which the king has more squares than this: it finds
    /// less, but much sooner. `None` if it leaves out none, as always where the length is open: there what
    /// the finder has is little, and finds more when it is undivided.
    pub(super) fn narrow(&self, goal: u32) -> Option<u32> {
        let freedom = self.freedom[goal as usize];
        let narrow = self.in_sight && freedom <= MAX_FREEDOM && 2 * self.narrowly <= self.finding;
        narrow.then_some(freedom)
    }

    /// There is no mate in so many moves as narrow as that.
    pub(super) fn widen(&mut self, goal: u32) {
        self.freedom[goal as usize] += 1;
    }

    fn has_worked_long(&self, near: bool) -> bool {
        !near && self.exhausting + self.finding > LONG
    }

    /// `further`: it looks for mates longer than what is now exhausted; `near`: one is known that is not much
    /// longer.
    pub(super) fn finder_is_next(&self, further: bool, near: bool) -> bool {
        // Parts of the work. The shortest mate is nearly all excluding shorter ones; but to exhaust all up to
        // the length asked about takes ever so much longer than to find one.
        let (its, others) = match near {
            _ if self.any => (8, 1),
            false if further && self.in_sight => (8, 1),
            false if self.has_worked_long(near) => (1, 1),
            false => (1, 3),
            true => (1, 24),
        };
        !self.alone && self.exhausting > HEAD_START && self.finding * others < self.exhausting * its
    }
}
