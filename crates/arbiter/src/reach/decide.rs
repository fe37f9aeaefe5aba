//! Can a position arise in play, for real? Levels of evidence, cheapest first, until one decides.

use std::fmt;
use std::str::FromStr;

use crate::board::{Setup, Start};
use crate::limits::{self, Meter, Reached};
use crate::moves::Past;

use super::claims::{self, Unsupported};
use super::facts::Facts;
use super::last_move::{self, ImpossiblePast, PastReason, RetractionEnd};
use super::lemma::{self, KERNEL, Lemma, Refutation, Witness, kernel};
use super::proof_game::construct_within;
use super::quick::quick_from;
use super::shortest::Quest;
use super::verdict::{ReachAnswer, ReachVerdict, Why};
use super::{Flaw, GameTerms, five_rules};

/// How much evidence is looked at. Each level includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Level {
    /// What is claimed of castling and en passant has its men in place.
    WellFormed,
    /// One king a side, the side not to move not in check, no pawns on the end ranks, no more men than a game
    /// begins with.
    Playable,
    /// The five rules ([`five_rules`]).
    FiveRules,
    /// All deductions that need no search ([`lemma`]).
    Static,
    /// What can have been played last, and before that ([`last_move`]).
    LastMove,
    /// A proof game.
    #[default]
    Full,
}

impl Level {
    /// All levels, cheapest first.
    pub const ALL: [Level; 6] =
        [Level::WellFormed, Level::Playable, Level::FiveRules, Level::Static, Level::LastMove, Level::Full];

    /// The level's name: `well-formed`, `playable`, `five-rules`, `static`, `last-move`, `full`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::WellFormed => "well-formed",
            Level::Playable => "playable",
            Level::FiveRules => "five-rules",
            Level::Static => "static",
            Level::LastMove => "last-move",
            Level::Full => "full",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown level: expected one of {}", Level::ALL.map(Level::name).join(", "))]
pub struct UnknownLevel;

/// ```
/// use chess_arbiter::reach::Level;
/// assert_eq!("last-move".parse(), Ok(Level::LastMove));
/// ```
impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        Level::ALL.into_iter().find(|level| level.name() == text).ok_or(UnknownLevel)
    }
}

/// How a position is asked about, and bounds on the work for it.
#[derive(Clone, Debug)]
pub struct ReachLimits {
    /// The evidence to look at.
    pub level: Level,
    /// Chooses among the games that are tried. With the same seed and limits that do not depend on time
    /// the verdict is the same.
    pub seed: u64,
    /// Which games are asked about.
    pub terms: GameTerms,
    /// The array that they begin with.
    pub start: Start,
    /// Time, positions and memory.
    pub work: limits::Limits,
}

/// All levels, seed 0, a position given whole, games that begin with the usual array and end when they are
/// over, 256 MiB, no other bound.
impl Default for ReachLimits {
    fn default() -> ReachLimits {
        ReachLimits {
            level: Level::Full,
            seed: 0,
            terms: GameTerms::default(),
            start: Start::USUAL,
            work: limits::Limits { memory: 256 << 20, ..limits::Limits::default() },
        }
    }
}

/// Pasts that the first look at the last moves takes into account.
const FIRST_PASTS: u64 = 1_000;

/// Positions that the search for a shortest game may look at before anything dearer than a lemma is tried:
/// near the starting position it finds one in less than a millisecond.
const FIRST_SHORTEST: u64 = 3_000;

/// The same where a game would only spare a look at last moves, and has more plies than are soon found.
const FIRST_SHORTEST_ASIDE: u64 = 300;
const SOON_FOUND: usize = 14;

/// What one turn of the searches may look at.
struct TurnQuota {
    /// Pasts, in taking back moves; 0: not in this turn.
    pasts: u64,
    /// Positions of the tries to construct a game, and which plans they try.
    constructed: u64,
    plans: u64,
    /// Positions of the search for a shortest game.
    shortest: u64,
}

/// Where a game may be short. Neither search for one knows which of them it is for, so each has as much time
/// as the other.
const SHORT: [TurnQuota; 4] = [
    TurnQuota { pasts: FIRST_PASTS, constructed: 90_000, plans: 0, shortest: 300_000 },
    TurnQuota { pasts: 0, constructed: 2_000_000, plans: 0, shortest: 2_500_000 },
    TurnQuota { pasts: 100_000, constructed: 16_000_000, plans: 1, shortest: 20_000_000 },
    TurnQuota { pasts: 0, constructed: u64::MAX, plans: 2, shortest: 40_000_000 },
];

/// Everywhere else.
const LONG: [TurnQuota; 2] = [
    TurnQuota { pasts: FIRST_PASTS, constructed: 2_000_000, plans: 0, shortest: 0 },
    TurnQuota { pasts: 100_000, constructed: u64::MAX, plans: 1, shortest: 0 },
];

/// Decides whether a game of standard chess, from the array that the limits name, can reach exactly this
/// position: its men, side to move, castling rights and en passant square (none given: no en passant capture
/// is possible). Clocks are left out of account.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::reach::{self, Level, ReachAnswer, ReachLimits};
/// use chess_arbiter::rules::Standard;
///
/// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w - - 0 1").unwrap();
/// let verdict = reach::decide(&setup, &ReachLimits::default()).unwrap();
/// assert!(matches!(verdict.answer, ReachAnswer::Illegal(_)));
/// assert_eq!(verdict.level, Level::Static);
///
/// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
/// let verdict = reach::decide(&setup, &ReachLimits::default()).unwrap();
/// assert!(matches!(verdict.answer, ReachAnswer::Legal(_)));
///
/// // This right is none of the usual array, but of others.
/// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1").unwrap();
/// assert!(reach::decide(&setup, &ReachLimits::default()).is_err());
/// let start = "brnqkbnr".parse().unwrap();
/// let verdict = reach::decide(&setup, &ReachLimits { start, ..ReachLimits::default() }).unwrap();
/// assert!(matches!(verdict.answer, ReachAnswer::Legal(_)));
/// ```
///
/// # Errors
/// Castling rights that belong to another array than was asked about, or that cannot be named.
pub fn decide(setup: &Setup, limits: &ReachLimits) -> Result<ReachVerdict, Unsupported> {
    Ok(decide_past(claims::past_of(setup, limits.start)?, limits))
}

/// [`decide`] of a past, which tells the array.
#[inline(never)] // called in two places, and large
pub(super) fn decide_past(past: Past, limits: &ReachLimits) -> ReachVerdict {
    let mut meter = Meter::new(&limits.work);
    let facts = Facts::new(&past);
    let (answer, level, refutation) = match by_levels(&facts, limits, &mut meter) {
        Decision::Refuted(lemma, witness, level) => {
            let node = ImpossiblePast { past, reason: PastReason::Lemma(lemma) };
            let refutation = Box::new(Refutation { lemma, witness, facts });
            (ReachAnswer::Illegal(vec![node]), level, Some(refutation))
        }
        Decision::Other(answer, level) => (answer, level, None),
    };
    ReachVerdict::new(answer, level, meter.effort(), past, limits.terms, refutation)
}

/// What was decided, and at which level.
enum Decision {
    /// A lemma refutes the position itself.
    Refuted(&'static Lemma, Witness, Level),
    Other(ReachAnswer, Level),
}

fn by_levels(facts: &Facts, limits: &ReachLimits, meter: &mut Meter) -> Decision {
    let (past, asked) = (facts.past(), limits.level);
    let undecided = |why| Decision::Other(ReachAnswer::Undecided(why), asked);
    // The claims stand or fall alone, so that missing kings do not hide what is wrong with them.
    let plain = lemma::first(facts, |lemma| match asked {
        Level::WellFormed => lemma.level == Level::WellFormed,
        _ => lemma.instant,
    });
    let plain = match plain {
        Some((lemma, _)) if asked < lemma.level && lemma.level <= Level::Playable => {
            return undecided(Why::Level);
        }
        Some((lemma, witness)) if lemma.level <= Level::Playable => {
            return Decision::Refuted(lemma, witness, lemma.level);
        }
        other => other,
    };
    if asked < Level::FiveRules {
        return undecided(Why::Level);
    }
    let broken = || five_rules(&past.board).first_broken().is_some();
    if asked == Level::FiveRules && !broken() {
        return undecided(Why::Level);
    }
    let deduced = || lemma::first(facts, |lemma| !lemma.instant && lemma.level <= Level::Static);
    if let Some((lemma, witness)) = plain.or_else(deduced) {
        return Decision::Refuted(lemma, witness, if broken() { Level::FiveRules } else { Level::Static });
    }
    // That no move can give these checks needs no search; that there is no un-move is how it is certified.
    if quick_from(past.start, &past.setup()) == Some(Flaw::Checks) {
        let (outcome, nodes) = last_move::prove_counting(past, &meter.rest(FIRST_PASTS), &mut lemma::refute);
        // A limit is noticed below.
        let _ = meter.charge(nodes);
        if let RetractionEnd::Illegal(nodes) = outcome {
            return Decision::Other(ReachAnswer::Illegal(nodes), Level::Static);
        }
    }
    if asked == Level::Static {
        return undecided(Why::Level);
    }
    let mut quest = Quest::promising(past, limits.terms);
    if let Some(quest) = &mut quest {
        let worth_it = asked == Level::Full || quest.at_least() <= SOON_FOUND;
        let quota = if worth_it { FIRST_SHORTEST } else { FIRST_SHORTEST_ASIDE };
        if let Some(game) = quest.game(past, quota, meter) {
            return match asked {
                Level::Full => Decision::Other(ReachAnswer::Legal(game), Level::Full),
                // Retractions would find nothing.
                _ => undecided(Why::Level),
            };
        }
        if let Err(reached) = meter.look() {
            return undecided(Why::Limit(reached));
        }
    }
    let mut why = Why::Exhausted;
    // Each kind of proof a little, then each as much as the limits allow.
    let turns: &[TurnQuota] = if quest.is_some() { &SHORT } else { &LONG };
    for (number, turn) in turns.iter().enumerate() {
        if turn.pasts > 0 {
            let (outcome, nodes) =
                last_move::prove_counting(past, &meter.rest(turn.pasts), &mut lemma::refute);
            let limit = meter.charge(nodes);
            match outcome {
                RetractionEnd::Illegal(nodes) => {
                    return Decision::Other(ReachAnswer::Illegal(nodes), Level::LastMove);
                }
                RetractionEnd::Limit(Reached::Memory) => why = Why::Limit(Reached::Memory),
                RetractionEnd::Open(_) | RetractionEnd::Limit(_) => {}
            }
            if let Err(reached) = limit {
                return undecided(Why::Limit(reached));
            }
        }
        // Dearer than that first look, cheaper than all that follows.
        let kernel = || kernel::refutation(facts, kernel_states(meter), &|| meter.is_over());
        let found = (number == 0).then(kernel).flatten();
        if let Some(witness) = found {
            return Decision::Refuted(&KERNEL, witness, KERNEL.level);
        }
        if asked == Level::Full {
            let seed = limits.seed.wrapping_add(turn.plans << 16);
            let constructed = construct_within(past, limits.terms, seed, turn.constructed, meter).ok();
            let shortest = |quest: &mut Quest| quest.game(past, turn.shortest, meter);
            if let Some(game) = constructed.or_else(|| quest.as_mut().and_then(shortest)) {
                return Decision::Other(ReachAnswer::Legal(game), Level::Full);
            }
            if let Err(reached) = meter.look() {
                return undecided(Why::Limit(reached));
            }
        }
    }
    undecided(why)
}

/// How many states of a kernel to look at: no more than a third of the time allows.
fn kernel_states(meter: &Meter) -> usize {
    let most = kernel::MAX_STATES as u64;
    let left = meter.rest(most);
    let by_time = left.time.map_or(u64::MAX, |time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    left.nodes.unwrap_or(most).min(by_time.saturating_mul(60)).try_into().unwrap_or(usize::MAX)
}
