//! **Can a side still win**, by any series of legal moves of both sides? Neither repetitions nor the fifty
//! moves count. FIDE's articles 5.2.2 (dead positions) and 6.9 (the flag has fallen) ask for it.
//!
//! That it can is shown by a game. That it cannot is shown by one of five things, each of which is sound by
//! itself: the game is over, the [`material`], a [`region`] for each man, the [`closure`] under moves, and
//! one without some men, the [`ghosts`]. For the game there is a [`beam`] search, whose [`score`] is a guess
//! and whose result is not. These take turns, each time with more work, until one of them has the answer or
//! a limit is reached.

mod beam;
mod closure;
mod ghosts;
mod graph;
mod material;
mod region;
mod score;

use crate::board::{Bitboard, Color, Move};
use crate::certificate::{Certificate, Claim, Evidence, QuestionKind};
use crate::format::{fen, uci};
use crate::limits::{Effort, Limits, Meter, Reached};
use crate::moves::{has_legal_move, legal_moves};
use crate::position::Position;
use crate::rules::{Rules, Standard};

use beam::{Beam, Beams};
use closure::{Closure, Explored};
pub use ghosts::Ghost;
pub use region::{Region, RegionMan};

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

/// The answer to [`can_win`].
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
    /// None of the positions that can come about, so many, is mate by the side.
    Closure(u64),
    /// None of so many positions without some men, the ghosts, is mate by the side, wherever these are.
    Ghosts(u64, Vec<Ghost>),
}

impl Unwinnable {
    /// One word: `terminal`, `material`, `region`, `closure`.
    pub const fn name(&self) -> &'static str {
        match self {
            Unwinnable::Terminal => "terminal",
            Unwinnable::Material => "material",
            Unwinnable::Region(_) => "region",
            Unwinnable::Closure(_) | Unwinnable::Ghosts(..) => "closure",
        }
    }
}

/// What [`can_win_quick`] says.
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
            CanWinAnswer::Unwinnable(Unwinnable::Terminal) => {
                ("unwinnable", Evidence::Terminal { terminal: true })
            }
            CanWinAnswer::Unwinnable(Unwinnable::Material) => {
                ("unwinnable", Evidence::Material { material: true })
            }
            CanWinAnswer::Unwinnable(Unwinnable::Region(region)) => {
                let man = |man: &RegionMan| (man.square.to_string(), hex(man.stays), hex(man.promoted));
                ("unwinnable", Evidence::Region { region: region.men.iter().map(man).collect() })
            }
            CanWinAnswer::Unwinnable(Unwinnable::Closure(positions)) => {
                ("unwinnable", Evidence::Closure { closure: *positions })
            }
            CanWinAnswer::Unwinnable(Unwinnable::Ghosts(positions, ghosts)) => {
                let ghosts = ghosts.iter().map(Ghost::written).collect();
                ("unwinnable", Evidence::Ghosts { closure: *positions, ghosts })
            }
        };
        let claim = Claim::CanWin { answer: answer.into(), side: self.color.to_string() };
        let position = fen::write_key::<Standard>(&position.to_setup());
        Some(Certificate::new(Standard::NAME, QuestionKind::CanWin, position, claim, evidence))
    }
}

/// A set of squares in certificates.
fn hex(set: Bitboard) -> String {
    format!("{:016x}", set.0)
}

/// Whether a side can still win, by any series of legal moves.
///
/// ```
/// use chess_arbiter::help::{CanWinAnswer, Unwinnable, can_win};
/// use chess_arbiter::{Color, Limits, Position};
/// let start = Position::initial();
/// let white = can_win(&start, Color::White, &Limits::default());
/// assert!(matches!(white.answer, CanWinAnswer::Winnable(_)));
///
/// let wall: Position = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1".parse()?;
/// let white = can_win(&wall, Color::White, &Limits::default());
/// assert!(matches!(white.answer, CanWinAnswer::Unwinnable(Unwinnable::Region(_))));
///
/// let knight: Position = "8/8/8/4k3/8/8/8/K1N5 w - - 0 1".parse()?;
/// let white = can_win(&knight, Color::White, &Limits::default());
/// assert_eq!(white.answer, CanWinAnswer::Unwinnable(Unwinnable::Material));
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
pub fn can_win(position: &Position<Standard>, color: Color, limits: &Limits) -> CanWin {
    let mut meter = Meter::new(limits);
    let answer = find(position, color, &mut meter).unwrap_or_else(CanWinAnswer::Undecided);
    CanWin { color, answer, effort: meter.effort() }
}

/// A piece of work, the cheap ones first.
enum Stage {
    Beam(Beam),
    Region,
    /// Each with so many positions at most.
    Ghosts(usize),
    /// Until so many positions are known.
    Closure(usize),
}

const fn beam(width: usize, plies: usize) -> Stage {
    Stage::Beam(Beam { width, plies, is_other: false })
}

const fn other_beam(width: usize, plies: usize) -> Stage {
    Stage::Beam(Beam { width, plies, is_other: true })
}

/// What is tried in turn; the last two then again and again, with twice as much each time.
const STAGES: [Stage; 15] = [
    beam(1, 48),
    beam(4, 60),
    Stage::Region,
    beam(16, 80),
    Stage::Closure(1 << 10),
    beam(64, 100),
    other_beam(64, 100),
    Stage::Closure(1 << 14),
    beam(512, 150),
    other_beam(512, 150),
    Stage::Ghosts(1 << 15),
    Stage::Ghosts(1 << 18),
    Stage::Closure(1 << 19),
    beam(4096, 200),
    Stage::Closure(1 << 21),
];

fn find<R: Rules>(position: &Position<R>, color: Color, meter: &mut Meter) -> Result<CanWinAnswer, Reached> {
    use CanWinAnswer::{Unwinnable as No, Winnable as Yes};
    match at_once(position, color) {
        Some(Over::Won) => return Ok(Yes(Vec::new())),
        Some(Over::Not(why)) => return Ok(No(why)),
        None => {}
    }
    if Region::shows(position, color)
        && let Some(region) = Region::without_mate(position, color)
    {
        return Ok(No(Unwinnable::Region(region)));
    }
    let mut beams = Beams::new(position, color);
    let mut closure = None;
    let mut times = 1;
    let (mut stages, again) = (STAGES.iter(), &STAGES[STAGES.len() - 2..]);
    loop {
        let stage = stages.next().unwrap_or_else(|| {
            times = usize::saturating_mul(times, 2);
            stages = again[1..].iter();
            &again[0]
        });
        match stage {
            Stage::Region => {
                if let Some(region) = Region::without_mate(position, color) {
                    return Ok(No(Unwinnable::Region(region)));
                }
            }
            Stage::Ghosts(positions) => {
                // What beams keep is not needed now.
                beams = Beams::new(position, color);
                let moved = closure.get_or_insert_with(|| Closure::new(position, color)).moved();
                if let Some((positions, ghosts)) = ghosts::search(position, color, &moved, *positions, meter)?
                {
                    return Ok(No(Unwinnable::Ghosts(positions, ghosts)));
                }
            }
            Stage::Closure(positions) => {
                let closure = closure.get_or_insert_with(|| Closure::new(position, color));
                match closure.explore(positions.saturating_mul(times), meter)? {
                    Explored::Mate(line) => return Ok(Yes(line)),
                    Explored::Closed(positions) => return Ok(No(Unwinnable::Closure(positions))),
                    Explored::Open => {}
                    Explored::NoRoom if beams.has_room => {}
                    Explored::NoRoom => return Err(Reached::Memory),
                }
            }
            Stage::Beam(beam) => {
                let beam = Beam { width: beam.width.saturating_mul(times), ..*beam };
                if let Some(line) = beams.search(position, beam, meter)? {
                    return Ok(Yes(line));
                }
            }
        }
    }
}

/// What can be seen at once.
enum Over {
    /// The side has mated.
    Won,
    /// It can never mate.
    Not(Unwinnable),
}

#[inline(always)]
fn at_once<R: Rules>(position: &Position<R>, color: Color) -> Option<Over> {
    if !has_legal_move(position) {
        let is_won = position.checkers().has_any() && position.turn() != color;
        return Some(if is_won { Over::Won } else { Over::Not(Unwinnable::Terminal) });
    }
    material::never_mates::<R>(position.board(), color).then_some(Over::Not(Unwinnable::Material))
}

/// Whether a side can still win, as far as it can be told in about a microsecond. It is never wrong: a server
/// can ask it whenever a flag falls, and [`can_win`] where it says `Unknown`, or take that for yes.
///
/// ```
/// use chess_arbiter::help::{QuickAnswer, can_win_quick};
/// use chess_arbiter::{Color, Position};
/// let position: Position = "8/8/8/4k3/8/8/8/K1N4r w - - 0 1".parse()?;
/// assert_eq!(can_win_quick(&position, Color::White), QuickAnswer::Unknown); // a rook can be in the way
/// let position: Position = "8/8/8/4k3/8/8/8/K1N4q w - - 0 1".parse()?;
/// assert_eq!(can_win_quick(&position, Color::White), QuickAnswer::No);
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
pub fn can_win_quick(position: &Position<Standard>, color: Color) -> QuickAnswer {
    match at_once(position, color) {
        Some(Over::Won) => QuickAnswer::Yes,
        Some(Over::Not(_)) => QuickAnswer::No,
        None if is_forced(position, color) || Region::shows(position, color) => QuickAnswer::No,
        None => QuickAnswer::Unknown,
    }
}

/// Whether there are only a move or two, after each of which the material shows it: most often the king has
/// to capture what could have mated.
fn is_forced<R: Rules>(position: &Position<R>, color: Color) -> bool {
    // Only a capture changes the material so; with checks there are few moves.
    let moves = legal_moves(position);
    let is_over = |mv: &Move| matches!(at_once(&position.play(*mv), color), Some(Over::Not(_)));
    moves.len() <= 2 && moves.iter().all(is_over)
}
