//! What a position tells of its past: who can be to move, what can have been played last, which castling
//! rights can still be there, whether an en passant capture must be possible.
//!
//! Each answer is composed of two kinds of evidence, which [`decide`](super::decide) gives: games, and proofs
//! that no game reaches a past. The *position asked about* is any with these men that agrees with the fields
//! that are given; a field that is not given may be anything. What follows from what:
//!
//! * *A move was possible* when a game was found that ends with it in a position asked about. The game is one
//!   to the position before, found by `decide`; the move is made and the position after it compared. All that
//!   a game shows is taken from it: its side to move, its last move, the rights that it leaves.
//! * *A move was impossible* when no game reaches its *past*: the men before it, with at least the rights
//!   that the position asked about must have (and castling's own), and, before an en passant capture, its
//!   square. A game that ends with the move in a position asked about has just such a position before it,
//!   whichever other rights it had and lost. So a proof for the past excludes the move. That the position
//!   before cannot be reached with *exactly* those rights would exclude nothing; therefore a game is looked
//!   for with others too, those that the move can have ended, and with any en passant square that was not
//!   used.
//! * The moves are all un-moves that `docs/certificate.md` lists. Two kinds are left out: where it is
//!   given that no en passant capture is possible, a double step after which one is legal ends in another
//!   position; and where men are left that cannot mate the game is over, and nothing follows.
//! * *Castling rights are possible* when a game leaves at least these, and so all that are fewer are; they
//!   are *impossible* when no game reaches the men with at least these, and so all that are more are.
//! * *A side to move is impossible* by `decide`, or when each un-move is, none was left out, and the starting
//!   position does not agree: those proofs together are a closed set of pasts.
//!   Where one was left out it is as impossible, but no certificate says so: a past that demands no square is
//!   one with any.
//! * *The double step was forced* when every other last move is impossible and the starting position does not
//!   agree. If the position can arise at all, an en passant capture is possible.
//!
//! What is neither is *open*, with the reason why the searches ended.

mod history;
mod pawns;
mod quest;
mod unmoves;

use crate::board::{Bitboard, Color, Man, Move, PartialSetup, Square, Start};
use crate::certificate::{Certificate, Claim, Evidence, Legality, QuestionKind};
use crate::limits::{Effort, Limits, Meter, Reached};
use crate::moves::{Past, Unmove};

use super::claims::past_of;
use super::written::{key, uci_moves};
pub use history::SideHistory;
pub use pawns::{CapturingPawn, LostMan, PromotedAmong};
pub use unmoves::taken_back;

use super::{Draws, ReachLimits, ReachVerdict, Unsupported, Why};

/// What a position tells of its past.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Retro {
    /// For each side that may be to move: both, White first, unless it is known which.
    pub cases: Vec<RetroCase>,
    /// What was asked.
    pub asked: PartialSetup,
    /// The array that games begin with.
    pub start: Start,
    /// The limit that left something open.
    pub limit: Option<Reached>,
    /// The work it took.
    pub effort: Effort,
}

/// What is known of the past if this side is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RetroCase {
    /// The side to move.
    pub turn: Color,
    /// What is demanded of the position at least: the fields that are given, of the others nothing.
    pub base: Past,
    /// Whether a game can have led here, whatever the fields that are not known. If not, nothing else is
    /// said, unless it is for the last moves alone.
    pub finding: Finding,
    /// It may be the starting position: then no move need have been played.
    pub may_be_start: bool,
    /// Every move that can have been the last by the men alone.
    pub last_moves: Vec<LastMove>,
    /// Where the rights are not known: each set, not empty, of rights whose king and rooks are in place,
    /// small ones first.
    pub castling: Vec<CastlingSet>,
    /// Where the square is not known: each on which a capture would be legal. Where one is given: that one.
    pub en_passant: Vec<DoubleStep>,
    /// What the men tell of captures and promotions, White's first.
    pub history: Option<[SideHistory; 2]>,
}

/// A move that may have been the last one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LastMove {
    /// The move, taken back.
    pub unmove: Unmove,
    /// What moved: before it promoted, if it did.
    pub man: Man,
    /// What it promoted to.
    pub promoted: Option<Man>,
    /// What must have been there before it, at least.
    pub before: Past,
    /// Whether it can have been the last: a game that ends with it, or a proof that nothing reaches `before`.
    pub finding: Finding,
}

/// Castling rights that may still be there together.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CastlingSet {
    /// The squares of the rooks.
    pub rights: Bitboard,
    /// Whether they can be there: a game that leaves at least these, or a proof that no game leaves these, or
    /// some of them.
    pub finding: Finding,
}

/// A double step after which an en passant capture would be possible.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DoubleStep {
    /// The en passant square.
    pub square: Square,
    /// Whether it can have been the last move.
    pub finding: Finding,
    /// Whether it must have been, if that is known: no other move can have been the last.
    pub forced: Option<bool>,
}

/// Whether something can have been so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// A game shows that it can.
    Possible(Game),
    /// It cannot: the verdict about a past without which it could not have been so.
    Impossible(Box<ReachVerdict>),
    /// It cannot: each last move is impossible, with its own proof, but for a double step that would have
    /// left an en passant capture, where none is given, and moves that would have been made after the game
    /// was over.
    NoLastMove,
    /// Neither was found.
    Open(Why),
}

/// A game, and what it ends in.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Game {
    /// From the starting position.
    pub moves: Vec<Move>,
    /// The position it ends in, with exactly its rights, and the en passant square if a capture there is
    /// legal or was asked about.
    pub end: Past,
    /// Whether it may go on after it is over.
    pub draws: Draws,
}

impl Finding {
    /// `possible`, `impossible` or `undecided`.
    pub const fn word(&self) -> &'static str {
        match self {
            Finding::Possible(_) => "possible",
            Finding::Impossible(_) | Finding::NoLastMove => "impossible",
            Finding::Open(_) => "undecided",
        }
    }

    /// It is known that it can have been so.
    pub const fn is_possible(&self) -> bool {
        matches!(self, Finding::Possible(_))
    }

    /// It is known that it cannot.
    pub const fn is_impossible(&self) -> bool {
        matches!(self, Finding::Impossible(_) | Finding::NoLastMove)
    }

    /// Neither is known.
    pub const fn is_open(&self) -> bool {
        matches!(self, Finding::Open(_))
    }

    /// The evidence; `None` when open, and where it is that of each last move.
    ///
    /// ```
    /// use chess_arbiter::{Standard, format::parse_partial, reach::{ReachLimits, retro::retro}};
    /// let asked = parse_partial::<Standard>("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w").unwrap();
    /// let told = retro(&asked, &ReachLimits::default()).unwrap();
    /// assert!(told.cases[0].finding.certificate().unwrap().to_json().contains("origins"));
    /// ```
    pub fn certificate(&self) -> Option<Certificate> {
        self.certificate_within(&Limits::default()).ok()?
    }

    /// The same, within limits.
    ///
    /// # Errors
    /// As [`ReachVerdict::certificate_within`].
    pub fn certificate_within(&self, limits: &Limits) -> Result<Option<Certificate>, Reached> {
        match self {
            Finding::Possible(game) => Ok(Some(game.certificate())),
            Finding::Impossible(verdict) => verdict.certificate_within(limits),
            Finding::NoLastMove | Finding::Open(_) => Ok(None),
        }
    }
}

impl Game {
    /// That the position at its end is legal.
    pub fn certificate(&self) -> Certificate {
        let array = self.end.start;
        let mut claim = Claim::legality(Legality::Legal);
        if let Claim::Legality { start, .. } = &mut claim {
            *start = (!array.is_usual()).then(|| array.to_string());
        }
        let draws = (self.draws == Draws::Ignored).then(|| "ignored".to_owned());
        let game = uci_moves(array, &self.moves);
        let evidence = Evidence::Game { game, draws, bound: None, searched: None };
        Certificate::new("standard", QuestionKind::Legality, key(&self.end), claim, evidence)
    }
}

impl RetroCase {
    /// How many last moves are known to be possible, and how many are open.
    pub fn counts(&self) -> (usize, usize) {
        let count =
            |is: fn(&Finding) -> bool| self.last_moves.iter().filter(|last| is(&last.finding)).count();
        (count(Finding::is_possible), count(Finding::is_open))
    }

    /// All its findings.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let last = self.last_moves.iter().map(|last| &last.finding);
        let castling = self.castling.iter().map(|set| &set.finding);
        let en_passant = self.en_passant.iter().map(|step| &step.finding);
        std::iter::once(&self.finding).chain(castling).chain(en_passant).chain(last)
    }
}

impl Retro {
    /// Whether something is left open.
    pub fn is_open(&self) -> bool {
        self.cases.iter().any(|case| {
            case.findings().any(Finding::is_open) || case.en_passant.iter().any(|step| step.forced.is_none())
        })
    }

    /// The evidence of everything that is decided, each certificate once; the limits are for all of them.
    ///
    /// # Errors
    /// As [`ReachVerdict::certificate_within`].
    pub fn certificates_within(&self, limits: &Limits) -> Result<Vec<Certificate>, Reached> {
        let (mut all, meter) = (Vec::new(), Meter::new(limits));
        let findings = self.cases.iter().flat_map(RetroCase::findings);
        let written = findings.map(|finding| finding.certificate_within(&meter.rest(u64::MAX)));
        let histories = self.cases.iter().flat_map(|case| case.history.iter().flatten());
        for certificate in written.chain(histories.map(|side| Ok(side.certificate()))) {
            if let Some(certificate) = certificate?
                && !all.contains(&certificate)
            {
                all.push(certificate);
            }
        }
        Ok(all)
    }
}

/// Finds what a position of standard chess tells of its past, in games from the array of the limits. These
/// are for all of it together: a little work for each question, then more for those that are open.
///
/// ```
/// use chess_arbiter::{Standard, format::parse_partial, reach::{ReachLimits, retro::retro}};
/// // The king on h1 came from nowhere: Black is not to move.
/// let asked = parse_partial::<Standard>("8/8/8/8/8/8/5k1p/7K").unwrap();
/// let told = retro(&asked, &ReachLimits::default()).unwrap();
/// let [white, black] = &told.cases[..] else { unreachable!() };
/// assert!(white.finding.is_possible() && black.finding.is_impossible());
/// ```
///
/// # Errors
/// Castling rights that belong to another array than was asked about, or that cannot be named.
pub fn retro(asked: &PartialSetup, limits: &ReachLimits) -> Result<Retro, Unsupported> {
    Ok(quest::RetroQuest::new(&in_array(asked, limits.start)?, limits).run())
}

/// What [`retro`] is asked about a position: every last move by the men alone, every set of rights and every
/// double step, all of them open. Whoever reads an answer finds here what it must speak of.
///
/// ```
/// use chess_arbiter::{Standard, format::parse_partial, reach::{ReachLimits, retro::questions}};
/// let asked = parse_partial::<Standard>("8/8/8/8/8/8/5k1p/7K").unwrap();
/// let open = questions(&asked, &ReachLimits::default()).unwrap();
/// assert!(open.cases.iter().all(|case| case.finding.is_open()));
/// assert_eq!(open.cases[0].last_moves.len(), 54);
/// ```
///
/// # Errors
/// As [`retro`].
pub fn questions(asked: &PartialSetup, limits: &ReachLimits) -> Result<Retro, Unsupported> {
    Ok(quest::RetroQuest::new(&in_array(asked, limits.start)?, limits).into_questions())
}

/// The rights as those of an array.
fn in_array(asked: &PartialSetup, start: Start) -> Result<PartialSetup, Unsupported> {
    let past = past_of(&asked.setup(), start)?;
    Ok(PartialSetup { castling: asked.castling.map(|_| past.castling), ..*asked })
}

/// A past as certificates write it: what it demands, its rights with the letters `KQkq` in any array.
///
/// ```
/// use chess_arbiter::{moves::Past, position::Position, reach::retro::spelling};
/// let past = Past::from(&Position::initial().to_setup());
/// assert_eq!(spelling(&past), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
/// ```
pub fn spelling(past: &Past) -> String {
    key(past)
}
