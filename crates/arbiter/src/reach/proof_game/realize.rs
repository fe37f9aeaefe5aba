//! From a plan to a game.

use std::fmt;

use crate::attacks::{self, Isa, Portable, attackers, with_best_isa};
use crate::board::{Board, Color, Man, Move, Role, Square};
use crate::limits::{Limits, Meter, Reached};
use crate::moves::{Past, legal_moves};
use crate::position::Position;
use crate::rules::Standard;

use super::PawnStep;
use super::approach::{Approach, loosened};
use super::chance::Chance;
use super::script::Script;
use super::search::{Beam, BeamBounds, BeamEnd};
use super::task::{PlanTask, Tuning};

/// Why no game was found. It does not mean that there is none, except for [`Plan`](Unrealized::Plan)
/// and [`Men`](Unrealized::Men).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unrealized {
    /// The pawns cannot do this step of the plan; if there are no so many steps, they do not end as in the
    /// target.
    Plan {
        /// Its index.
        step: usize,
    },
    /// The plan leaves fewer men, or men of other kinds, than the target has.
    Men,
    /// A limit was reached; so far was the best try.
    Limit {
        /// Which.
        reached: Reached,
        /// Steps done.
        steps: usize,
    },
    /// Gave up.
    Stuck {
        /// Steps done.
        steps: usize,
        /// What was left, in moves, about.
        left: i32,
    },
}

impl fmt::Display for Unrealized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unrealized::Plan { step } => write!(f, "the pawns cannot do step {} of the plan", step + 1),
            Unrealized::Men => f.write_str("the plan leaves other men than the target has"),
            Unrealized::Limit { reached, steps } => {
                write!(f, "reached {reached} after {steps} steps of the plan")
            }
            Unrealized::Stuck { steps, left } => {
                write!(f, "got stuck after {steps} steps with {left} moves left")
            }
        }
    }
}

impl std::error::Error for Unrealized {}

/// Finds a game from the starting position to the target in which the pawns do exactly these steps.
///
/// # Errors
/// None was found, and what was in the way.
pub fn realize(
    steps: &[PawnStep],
    target: &Past,
    seed: u64,
    limits: &Limits,
) -> Result<Vec<Move>, Unrealized> {
    realize_within(steps, target, seed, &mut Meter::new(limits))
}

/// [`realize`] within what a meter allows.
pub(super) fn realize_within(
    steps: &[PawnStep],
    target: &Past,
    seed: u64,
    meter: &mut Meter,
) -> Result<Vec<Move>, Unrealized> {
    with_best_isa(Realize { steps, target, seed, meter })
}

/// What can be told of a plan before it is played: how many men have no way to where they are needed, past
/// pawns alone; `None` if there are not men of the right kinds at the right times.
pub(super) fn outlook(steps: &[PawnStep], target: &Past) -> Option<u32> {
    with_best_isa(Outlook { steps, target })
}

struct Outlook<'a> {
    steps: &'a [PawnStep],
    target: &'a Past,
}

impl attacks::Task for Outlook<'_> {
    type Output = Option<u32>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<u32> {
        let script = Script::new(self.steps, self.target).ok()?;
        let task = PlanTask::new::<I>(script, *self.target)?;
        task.cut_off::<I>(&Position::from_start(self.target.start))
    }
}

/// Games that the first try keeps.
const WIDTH: usize = 48;
/// Positions near the target that the first try knows.
const NEAR: usize = 2000;
/// Tries, each with other weights and with more games.
const ATTEMPTS: usize = 28;

struct Realize<'a> {
    steps: &'a [PawnStep],
    target: &'a Past,
    seed: u64,
    meter: &'a mut Meter,
}

impl attacks::Task for Realize<'_> {
    type Output = Result<Vec<Move>, Unrealized>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let ends = ends(self.steps, self.target);
        let mut chance = Chance::new(self.seed);
        let start = Position::from_start(self.target.start);
        let mut best = (0, i32::MAX);
        for attempt in 0..ATTEMPTS {
            let GameEnd { steps, target, last } = &ends[attempt % ends.len()];
            let script = Script::new(steps, target).map_err(|step| Unrealized::Plan { step })?;
            // Where the men stand in each other's way, start from further back.
            let plies = if attempt / ends.len() % 4 == 2 { 8 + chance.below(40) as usize } else { 0 };
            let (loose, rest) = loosened::<I>(target, plies, &mut chance);
            let mut task = PlanTask::new::<I>(script, loose).ok_or(Unrealized::Men)?;
            if attempt > 0 {
                task.tuning = Tuning::varied(attempt, &mut chance);
            }
            let effort = BeamBounds { width: WIDTH << (attempt / 4).min(6), patience: 50 };
            let approach = Approach::new::<I>(&task, NEAR << (attempt / 2).min(6));
            match Beam::new(&task, &approach, chance.next()).run::<I>(&start, effort, self.meter) {
                Ok(BeamEnd::Found(mut moves)) => {
                    moves.extend(rest);
                    moves.extend(*last);
                    if is_game(&start, &moves, self.target) {
                        return Ok(moves);
                    }
                }
                Ok(BeamEnd::Stuck { steps, left }) => {
                    if steps > best.0 || (steps == best.0 && left < best.1) {
                        best = (steps, left);
                    }
                }
                Err(reached) => return Err(Unrealized::Limit { reached, steps: best.0 }),
            }
        }
        Err(Unrealized::Stuck { steps: best.0, left: best.1 })
    }
}

/// An end of the plan that is worth trying: what is left of the steps, what they lead to, and the last move.
struct GameEnd<'a> {
    steps: &'a [PawnStep],
    target: Past,
    last: Option<Move>,
}

/// The ends of a plan. Where the target has an en passant square, its double step is the last move. Where
/// somebody is in check, the last step may have given it, or else a piece did.
fn ends<'a>(steps: &'a [PawnStep], target: &Past) -> Vec<GameEnd<'a>> {
    let mut ends = Vec::with_capacity(2);
    let in_check = is_attacked(&target.board, target.turn);
    if (target.en_passant.is_some() || in_check)
        && let Some((before, mv)) = before_last_step(steps, target)
    {
        let steps = &steps[..steps.len() - 1];
        ends.push(GameEnd { steps, target: before, last: Some(mv) });
    }
    if target.en_passant.is_none() || ends.is_empty() {
        ends.push(GameEnd { steps, target: *target, last: None });
    }
    ends
}

/// Takes back the last step, if it can have been the last move and captured nothing.
fn before_last_step(steps: &[PawnStep], target: &Past) -> Option<(Past, Move)> {
    let Some(&PawnStep::Push { from, to }) = steps.last() else { return None };
    let mut board = target.board;
    let man = board.remove(to)?;
    let over = Square::wrap((from.index() as u8 + to.index() as u8) / 2);
    if man.color == target.turn
        || board.man_at(from).is_some()
        || target.en_passant.is_some_and(|square| square != over)
    {
        return None;
    }
    let mv = match (man.role, to.rank()) {
        (Role::Pawn, _) => Move::new(from, to),
        (Role::King, _) | (_, 1..=6) => return None,
        (role, _) => Move::promote(from, to, role),
    };
    board.put(from, Man { role: Role::Pawn, ..man });
    let past = Past { board, turn: man.color, en_passant: None, ..*target };
    (!is_attacked(&board, target.turn)).then_some((past, mv))
}

/// Whether a side is in check.
fn is_attacked(board: &Board, side: Color) -> bool {
    let king = board.men(side, Role::King).first();
    king.is_some_and(|king| attackers::<Standard, Portable>(board, king, !side, board.occupied()).has_any())
}

/// Whether these are legal moves that lead to the target.
fn is_game(start: &Position<Standard>, moves: &[Move], target: &Past) -> bool {
    let mut position = *start;
    for &mv in moves {
        if !legal_moves(&position).contains(&mv) {
            return false;
        }
        position = position.play(mv);
    }
    Past { start: target.start, ..Past::from(&position.to_setup()) } == *target
}
