//! **Can a side still win**, by any series of legal moves of both sides? Neither repetitions nor the fifty
//! moves count. FIDE's articles 5.2.2 (dead positions) and 6.9 (the flag has fallen) ask for it.
//!
//! That it can is shown by a game. That it cannot is shown by one of six things, each of which is sound by
//! itself: the game is over, the [`material`], a [`region`] for each man, the [`closure`] under moves, one
//! without some men, the [`ghosts`], and one that ends at positions with a region or ghosts, the [`leaves`].
//! For the game there is a [`beam`] search, whose [`score`] is a guess and whose result is not. These take
//! turns, each time with more work, until one of them has the answer or a limit is reached.

mod answer;
mod beam;
mod closure;
mod ghosts;
mod graph;
mod leaves;
mod material;
mod region;
mod score;
mod weights;

use crate::board::{Color, Move};
use crate::limits::{Limits, Meter, Reached};
use crate::moves::{has_legal_move, legal_moves};
use crate::position::Position;
use crate::rules::{Rules, Standard};

use answer::hex;
pub use answer::{CanWin, CanWinAnswer, Closed, Leaf, QuickAnswer, Unwinnable};
use beam::{Beam, Beams, Choice};
use closure::{Closure, Explored};
pub use ghosts::Ghost;
use ghosts::Tries;
use leaves::{Bounds, Found};
pub use region::{Region, RegionMan};
use weights::{MORE_NUMBERS, NUMBERS};

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
    /// Narrow ones with weights drawn from these numbers.
    Drawn(&'static [u64]),
    Region,
    Ghosts(Tries),
    Leaves(Bounds),
    /// Until so many positions are known.
    Closure(usize),
}

const fn beam(width: usize, plies: usize) -> Stage {
    Stage::Beam(Beam { width, plies, choice: Choice::Usual })
}

const fn other_beam(width: usize, plies: usize) -> Stage {
    Stage::Beam(Beam { width, plies, choice: Choice::Other })
}

const fn ghosts(choices: usize, most: usize) -> Stage {
    Stage::Ghosts(Tries { choices, most })
}

const fn leaves(inner: usize, choices: usize, most: usize) -> Stage {
    Stage::Leaves(Bounds { inner, ghosts: Tries { choices, most } })
}

/// What is tried in turn; the last three then again and again, with twice as much each time.
const STAGES: [Stage; 21] = [
    beam(1, 48),
    beam(4, 60),
    Stage::Region,
    beam(16, 80),
    Stage::Closure(1 << 10),
    ghosts(4, 1 << 8),
    beam(64, 100),
    other_beam(64, 100),
    ghosts(8, 1 << 11),
    leaves(32, 4, 1 << 9),
    Stage::Drawn(&NUMBERS),
    Stage::Closure(1 << 14),
    beam(512, 150),
    other_beam(512, 150),
    leaves(1 << 8, 4, 1 << 11),
    ghosts(16, 1 << 15),
    ghosts(usize::MAX, 1 << 18),
    Stage::Closure(1 << 19),
    beam(4096, 200),
    Stage::Drawn(&MORE_NUMBERS),
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
    let (mut stages, again) = (STAGES.iter(), &STAGES[STAGES.len() - 3..]);
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
            Stage::Ghosts(tries) => {
                // What beams keep is not needed now.
                beams = Beams::new(position, color);
                let moved = closure.get_or_insert_with(|| Closure::new(position, color)).moved();
                if let Some((closed, ghosts)) = ghosts::search(position, color, &moved, *tries, meter)? {
                    return Ok(No(Unwinnable::Ghosts(closed, ghosts)));
                }
            }
            Stage::Leaves(bounds) => {
                beams = Beams::new(position, color);
                match leaves::search(position, color, *bounds, meter)? {
                    Found::Never(closed, leaves) => return Ok(No(Unwinnable::Leaves(closed, leaves))),
                    Found::Mate(line) => return Ok(Yes(line)),
                    Found::Open => {}
                }
            }
            Stage::Closure(positions) => {
                let closure = closure.get_or_insert_with(|| Closure::new(position, color));
                match closure.explore(positions.saturating_mul(times), meter)? {
                    Explored::Mate(line) => return Ok(Yes(line)),
                    Explored::Closed(closed) => return Ok(No(Unwinnable::Closure(closed))),
                    Explored::Open => {}
                    Explored::NoRoom if beams.has_room => {}
                    Explored::NoRoom => return Err(Reached::Memory),
                }
            }
            Stage::Drawn(numbers) => {
                let width = usize::saturating_mul(32, times);
                for number in *numbers {
                    // Others each time.
                    let choice = Choice::Drawn(number.wrapping_mul(times as u64));
                    let beam = Beam { width, plies: 120, choice };
                    if let Some(line) = beams.search(position, beam, meter)? {
                        return Ok(Yes(line));
                    }
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
