//! Has the defender to mate, whatever it does?
//!
//! A move that does not even check answers that, and nearly always there is one: so sets of moves are first
//! held against the squares from which they check. Only where all moves check they are made.

use crate::attacks::{Isa, Task};
use crate::board::{Bitboard, Move, Role, Square};
use crate::moves::{CheckSquares, Legal, Sink, generate, legal_moves};
use crate::position::Position;
use crate::rules::Rules;
use crate::win::mate::last_moves::one::is_mated;

/// Whether the side to move has a move and each of its moves mates. The enemy king must not be attacked
/// already.
pub(in crate::win::problem) struct IsForced<'a, R: Rules>(&'a Position<R>);

/// Whether the side to move has a move and each of its moves mates. The enemy king must not be attacked
/// already.
#[inline(always)]
pub(in crate::win::problem) fn is_forced<R: Rules, I: Isa>(position: &Position<R>) -> bool {
    I::call(IsForced(position))
}

impl<R: Rules> Task for IsForced<'_, R> {
    type Output = bool;

    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        let position = self.0;
        let Some(king) = position.royal(!position.turn()) else { return false };
        let checks = CheckSquares::new::<R, I>(position, king);
        let mut only = OnlyChecks { checks, moves: [(Role::Pawn, Move::new(king, king)); MAX], count: 0 };
        if generate::<R, I, Legal, _>(position, &mut only) || only.count == 0 {
            return false;
        }
        if only.count > MAX {
            return legal_moves(position).into_iter().all(|mv| is_mated::<R, I>(&position.play(mv)));
        }
        only.moves[..only.count].iter().all(|&(role, mv)| is_mated::<R, I>(&position.play_role(mv, role)))
    }
}

/// Of so many moves that may all check a note is taken.
const MAX: usize = 24;

/// Stops at a move that surely does not check; notes the others.
struct OnlyChecks {
    checks: CheckSquares,
    moves: [(Role, Move); MAX],
    count: usize,
}

impl OnlyChecks {
    #[inline(always)]
    fn note(&mut self, role: Role, mv: Move) {
        if let Some(place) = self.moves.get_mut(self.count) {
            *place = (role, mv);
        }
        self.count += 1;
    }
}

impl<R: Rules> Sink<R> for OnlyChecks {
    /// Castling or en passant.
    #[inline(always)]
    fn one(&mut self, role: Role, mv: Move) -> bool {
        self.note(role, mv);
        false
    }

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> bool {
        if (to - self.checks.of(role, from)).has_any() {
            return true;
        }
        for to in to {
            self.note(role, Move::new(from, to));
        }
        false
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8) -> bool {
        // A pawn that shields a line may check or not.
        let quiet = to - self.checks.direct(Role::Pawn) - self.checks.screens().shift(delta);
        if quiet.has_any() {
            return true;
        }
        for to in to {
            let from = to.offset(-delta);
            if !self.checks.of(Role::Pawn, from).has(to) {
                return true;
            }
            self.note(Role::Pawn, Move::new(from, to));
        }
        false
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, delta: i8) -> bool {
        for to in to {
            for &role in R::PROMOTIONS {
                self.note(Role::Pawn, Move::promote(to.offset(-delta), to, role));
            }
        }
        false
    }
}
