//! From a plan to a game.

use std::fmt;

use crate::attacks::{self, Isa, with_best_isa};
use crate::board::{Bitboard, Board, Color, Man, Move, Role, Setup, Square};
use crate::limits::{Limits, Meter, Reached};
use crate::moves::Past;
use crate::position::{Policy, Position};
use crate::rules::Standard;

use super::PawnStep;
use super::approach::Approach;
use super::chance::Chance;
use super::script::Script;
use super::search::{Beam, Effort, Outcome};
use super::task::Task;

/// Why no game was found. It does not mean that there is none, except for [`Plan`](Unrealized::Plan)
/// and [`Men`](Unrealized::Men).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unrealized {
    /// The pawns cannot do this step of the plan; if there are no so many steps, they do not end as in the target.
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

/// Finds a game from the initial array to the target in which the pawns do exactly these steps.
///
/// # Errors
/// None was found, and what was in the way.
pub fn realize(
    steps: &[PawnStep],
    target: &Past,
    seed: u64,
    limits: &Limits,
) -> Result<Vec<Move>, Unrealized> {
    with_best_isa(Realize { steps, target, seed, limits })
}

struct Realize<'a> {
    steps: &'a [PawnStep],
    target: &'a Past,
    seed: u64,
    limits: &'a Limits,
}

impl attacks::Task for Realize<'_> {
    type Output = Result<Vec<Move>, Unrealized>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let script = Script::new(self.steps, self.target).map_err(|step| Unrealized::Plan { step })?;
        let task = Task::new::<I>(script, *self.target).ok_or(Unrealized::Men)?;
        let mut meter = Meter::new(self.limits);
        let mut chance = Chance::new(self.seed);
        let start = initial();
        let mut width = 48;
        let mut near = 2000;
        let mut most = 0;
        loop {
            let effort = Effort { width, patience: 60 };
            let approach = Approach::new::<I>(&task, near);
            match Beam::new(&task, &approach, chance.next()).run::<I>(&start, effort, &mut meter) {
                Ok(Outcome::Found(moves)) => return Ok(moves),
                Ok(Outcome::Stuck { steps, left }) => {
                    most = most.max(steps);
                    if width > 3000 {
                        return Err(Unrealized::Stuck { steps: most, left });
                    }
                }
                Err(reached) => return Err(Unrealized::Limit { reached, steps: most }),
            }
            width = width * 3 / 2;
            near = (near * 3).min(100_000);
        }
    }
}

/// The initial array.
pub(super) fn initial() -> Position<Standard> {
    let mut board = Board::EMPTY;
    let pieces = [
        Role::Rook,
        Role::Knight,
        Role::Bishop,
        Role::Queen,
        Role::King,
        Role::Bishop,
        Role::Knight,
        Role::Rook,
    ];
    for (file, role) in (0..).zip(pieces) {
        for (color, back, front) in [(Color::White, 0, 1), (Color::Black, 7, 6)] {
            board.put(Square::at(file, back), Man { color, role });
            board.put(Square::at(file, front), Man { color, role: Role::Pawn });
        }
    }
    let corners: Bitboard = [(0, 0), (7, 0), (0, 7), (7, 7)].iter().map(|&(f, r)| Square::at(f, r)).collect();
    let setup = Setup { castling: corners, ..Setup::new(board, Color::White) };
    Position::new(&setup, Policy::Movable).unwrap_or_else(|_| unreachable!("the initial array is a position"))
}
