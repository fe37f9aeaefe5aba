//! The answer to whether a side can still win, and what proves it.

use crate::board::{Bitboard, Color, Move, Setup};
use crate::certificate::{Certificate, Claim, Evidence, QuestionKind};
use crate::format::{fen, uci};
use crate::limits::{Effort, Reached};
use crate::position::Position;
use crate::rules::{Rules, Standard};

use super::{Ghost, Region, RegionMan};

/// Whether a side can still win.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CanWin {
    /// The side.
    pub color: Color,
    /// Whether it can.
    pub answer: CanWinAnswer,
    /// The work it took.
    pub effort: Effort,
}

/// The answer to [`can_win`](super::can_win).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CanWinAnswer {
    /// Yes: legal moves after which the other side is checkmated, mostly not the fewest. None if it is
    /// already.
    Winnable(Vec<Move>),
    /// No.
    Unwinnable(Unwinnable),
    /// It was not found out within the limits.
    Undecided(Reached),
}

/// Why a side can never win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unwinnable {
    /// The game is over.
    Terminal,
    /// No position with such men is mate by the side.
    Material,
    /// No man ever leaves its region, and inside there is no mate.
    Region(Region),
    /// None of the positions that can come about is mate by the side.
    Closure(Closed),
    /// None of the positions without some men, the ghosts, is mate by the side, wherever these are.
    Ghosts(Closed, Vec<Ghost>),
    /// None of some positions is mate by the side, and it cannot win from any of the others that come about
    /// first.
    Leaves(Closed, Vec<Leaf>),
}

/// All positions that come about from one, itself among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// The others.
    pub others: Vec<Setup>,
}

/// So many positions a checker makes again; others are listed.
const NOT_LISTED: usize = 32;

impl Closed {
    /// How many positions there are.
    pub const fn count(&self) -> u64 {
        self.others.len() as u64 + 1
    }

    /// How many moves after checks a certificate pays for, those of all positions together.
    pub(super) fn paid(&self) -> usize {
        let (made, listed) = self.written(false);
        2 * (16 * made as usize + listed.iter().flatten().map(String::len).sum::<usize>())
    }

    /// How many a checker makes again, and those that it is shown; of a leaf it makes none but the leaf.
    fn written(&self, is_leaf: bool) -> (u64, Option<Vec<String>>) {
        let not_listed = if is_leaf { 0 } else { self.others.len().min(NOT_LISTED - 1) };
        let listed: Vec<_> = self.others[not_listed..].iter().map(fen::write_key::<Standard>).collect();
        (not_listed as u64 + 1, Some(listed).filter(|listed| !listed.is_empty()))
    }
}

/// A position, and why a side never wins from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// The position.
    pub position: Setup,
    /// Why: a region, or ghosts.
    pub why: Unwinnable,
}

impl Unwinnable {
    /// One word: `terminal`, `material`, `region`, `closure`.
    pub const fn name(&self) -> &'static str {
        match self {
            Unwinnable::Terminal => "terminal",
            Unwinnable::Material => "material",
            Unwinnable::Region(_) => "region",
            Unwinnable::Closure(_) | Unwinnable::Ghosts(..) | Unwinnable::Leaves(..) => "closure",
        }
    }
}

/// What [`can_win_quick`](super::can_win_quick) says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QuickAnswer {
    /// The side can win.
    Yes,
    /// It cannot.
    No,
    /// To find out takes longer; mostly it can.
    Unknown,
}

impl CanWin {
    /// What proves the answer; `None` if it is undecided.
    ///
    /// ```
    /// use chess_arbiter::help::can_win;
    /// use chess_arbiter::{Color, Limits, Position};
    /// let position: Position = "8/8/8/4k3/8/8/8/K1N5 w - - 0 1".parse()?;
    /// let found = can_win(&position, Color::White, &Limits::default());
    /// let certificate = found.certificate(&position).unwrap();
    /// assert!(certificate.to_json().ends_with(r#""evidence":{"material":true}}"#));
    /// # Ok::<(), chess_arbiter::PositionError>(())
    /// ```
    pub fn certificate(&self, position: &Position<Standard>) -> Option<Certificate> {
        let (answer, evidence) = match &self.answer {
            CanWinAnswer::Undecided(_) => return None,
            CanWinAnswer::Winnable(line) => {
                let mut now = *position;
                let mut write = |mv: &Move| {
                    let text = uci::write(&now, *mv);
                    now = now.play(*mv);
                    text
                };
                ("winnable", Evidence::Line { line: line.iter().map(&mut write).collect() })
            }
            CanWinAnswer::Unwinnable(why) => ("unwinnable", why.evidence(false)),
        };
        let claim = Claim::CanWin { answer: answer.into(), side: self.color.to_string() };
        let position = fen::write_key::<Standard>(&position.to_setup());
        Some(Certificate::new(Standard::NAME, QuestionKind::CanWin, position, claim, evidence))
    }
}

impl Unwinnable {
    fn evidence(&self, is_leaf: bool) -> Evidence {
        match self {
            Unwinnable::Terminal => Evidence::Terminal { terminal: true },
            Unwinnable::Material => Evidence::Material { material: true },
            Unwinnable::Region(region) => {
                let man = |man: &RegionMan| (man.square.to_string(), hex(man.stays), hex(man.promoted));
                Evidence::Region { region: region.men.iter().map(man).collect() }
            }
            Unwinnable::Closure(closed) => {
                let (closure, positions) = closed.written(is_leaf);
                Evidence::Closure { closure, positions }
            }
            Unwinnable::Ghosts(closed, ghosts) => {
                let (closure, positions) = closed.written(is_leaf);
                let ghosts = ghosts.iter().map(Ghost::written).collect();
                Evidence::Ghosts { closure, ghosts, positions }
            }
            Unwinnable::Leaves(closed, leaves) => {
                let leaf =
                    |leaf: &Leaf| (fen::write_key::<Standard>(&leaf.position), leaf.why.evidence(true));
                let leaves = leaves.iter().map(leaf).collect();
                let (closure, positions) = closed.written(is_leaf);
                Evidence::Leaves { closure, positions, leaves }
            }
        }
    }
}

/// A set of squares in certificates.
pub(super) fn hex(set: Bitboard) -> String {
    format!("{:016x}", set.0)
}
