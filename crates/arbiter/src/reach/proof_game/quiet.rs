//! The last moves first: from the position asked about back to one without a check, where the pieces can be
//! moved freely.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use crate::board::{Color, Move, Role};
use crate::moves::{Past, Unmove, UnmoveKind, plausible_unmoves};
use crate::position::{Policy, Position};
use crate::reach::terms::cannot_mate;
use crate::rules::Standard;

/// A position on the way to the one asked about, and the moves that lead on from it.
#[derive(Clone, Debug)]
pub(super) struct Ready {
    pub(super) past: Past,
    pub(super) tail: Vec<Move>,
}

/// The most un-moves that are taken back to find a quiet position.
const DEEPEST: usize = 40;

/// The un-moves after which a past is taken though a side has nothing but pawns to move.
const STIFF: usize = 6;

/// Pasts from which the one asked about follows by known moves: not in check, with no demand for an en
/// passant square, with pieces to move on both sides, and not known to be impossible; those with fewest moves
/// to go first.
pub(super) struct QuietPasts<'a> {
    queue: VecDeque<(Past, Vec<Move>)>,
    seen: HashSet<Past>,
    refuted: &'a dyn Fn(&Past) -> bool,
}

impl<'a> QuietPasts<'a> {
    pub(super) fn new(past: &Past, refuted: &'a dyn Fn(&Past) -> bool) -> Self {
        QuietPasts { queue: VecDeque::from([(*past, Vec::new())]), seen: HashSet::from([*past]), refuted }
    }

    /// The next one. `spend` is called for each past looked at, and ends the search by an error.
    pub(super) fn next<E>(&mut self, mut spend: impl FnMut() -> Result<(), E>) -> Result<Option<Ready>, E> {
        while let Some((past, tail)) = self.queue.pop_front() {
            spend()?;
            if (self.refuted)(&past) {
                continue;
            }
            if tail.len() < DEEPEST && self.queue.len() < 10_000 {
                let mut before: Vec<(u32, Unmove)> = Vec::new();
                let _ = plausible_unmoves(&past, |unmoves| -> ControlFlow<()> {
                    before.extend(unmoves.iter().map(|unmove| (strangeness(&past, &unmove), unmove)));
                    ControlFlow::Continue(())
                });
                before.sort_by_key(|&(strange, _)| strange);
                // Of the many ways to uncapture a few are enough to begin with.
                for (_, unmove) in before.into_iter().take(64) {
                    let earlier = past.before(unmove);
                    if self.seen.insert(earlier) {
                        let mut tail = tail.clone();
                        tail.push(forward(&past, &unmove));
                        self.queue.push_back((earlier, tail));
                    }
                }
            }
            let stiff = || Color::BOTH.into_iter().any(|color| is_stiff(&past, color));
            if is_quiet(&past) && !cannot_mate(&past.board) && (tail.len() >= STIFF || !stiff()) {
                let mut tail = tail;
                tail.reverse();
                return Ok(Some(Ready { past, tail }));
            }
        }
        Ok(None)
    }
}

/// Un-moves that leave a position like the one before come first.
fn strangeness(past: &Past, unmove: &Unmove) -> u32 {
    let role = past.board.role_on(unmove.stands);
    let kind = match unmove.kind {
        UnmoveKind::Step => 0,
        UnmoveKind::DoubleStep => 2,
        UnmoveKind::Castling => 6,
        UnmoveKind::Promotion => 4,
        UnmoveKind::EnPassant => 12,
    };
    let captured = match unmove.captured {
        None => 0,
        Some(Role::Pawn) => 10,
        // Who has only pawns to move is soon out of moves.
        Some(_) if is_stiff(past, past.turn) => 0,
        Some(_) => 8,
    };
    kind + captured + u32::from(role == Role::Pawn) * 2 + u32::from(role == Role::King)
}

/// Whether a side has pawns to move at most, but for kings and rooks that must not move.
pub(super) fn is_stiff(past: &Past, color: Color) -> bool {
    (past.board.color(color) - past.board.role(Role::Pawn) - past.unmoved()).is_empty()
}

pub(super) fn is_quiet(past: &Past) -> bool {
    past.en_passant.is_none()
        && Position::<Standard>::new(&past.setup(), Policy::Movable)
            .is_ok_and(|position| position.checkers().is_empty())
}

/// The move that an un-move takes back.
pub(in crate::reach) fn forward(past: &Past, unmove: &Unmove) -> Move {
    let Unmove { stands, came_from, kind, .. } = *unmove;
    match kind {
        UnmoveKind::Promotion => Move::promote(came_from, stands, past.board.role_on(stands)),
        // Castling takes the own rook.
        UnmoveKind::Castling => {
            Move::new(came_from, past.start.castling(!past.turn, stands.file() == 6).rook)
        }
        _ => Move::new(came_from, stands),
    }
}
