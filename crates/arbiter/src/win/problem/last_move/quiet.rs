//! The last move of a selfmate or of a stalemate: one after which the defender has to mate, or cannot move.
//!
//! Nearly every position is decided without making a move: where the defender has [`Free`] moves, only few
//! moves of the attacker are left to be made and looked at.

use std::marker::PhantomData;

use crate::attacks::{Isa, Task};
use crate::board::{Bitboard, Move, Role, Square};
use crate::moves::{CheckSquares, Legal, Sink, generate};
use crate::position::Position;
use crate::rules::Rules;
use crate::win::mate::last_moves::one::{Flights, HasMove};
use crate::win::problem::free::{Free, has_special_moves};

use super::forced::is_forced;

/// A move after which the defender has a move and each of its moves mates. The enemy king must not be
/// attacked already.
#[inline(always)]
pub(in crate::win::problem) fn self_mating_move<R: Rules, I: Isa>(position: &Position<R>) -> Option<Move> {
    I::call(LastMove::<R, SELFMATE>(position))
}

/// A move that stalemates. The enemy king must not be attacked already.
#[inline(always)]
pub(in crate::win::problem) fn stalemating_move<R: Rules, I: Isa>(position: &Position<R>) -> Option<Move> {
    I::call(LastMove::<R, STALEMATE>(position))
}

const SELFMATE: bool = true;
const STALEMATE: bool = false;

struct LastMove<'a, R: Rules, const AIM: bool>(&'a Position<R>);

impl<R: Rules, const AIM: bool> Task for LastMove<'_, R, AIM> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<Move> {
        let position = self.0;
        let king = position.royal(!position.turn())?;
        let free = Free::of::<R, I>(position, AIM == SELFMATE);
        if AIM == STALEMATE && free.stops.is_empty() && !has_special_moves(position) {
            return None;
        }
        let checks = CheckSquares::new::<R, I>(position, king);
        let isa = PhantomData::<I>;
        let mut search =
            Candidates::<R, I, AIM> { position, king, checks, free, flights: None, found: None, isa };
        generate::<R, I, Legal, _>(position, &mut search);
        search.found
    }
}

struct Candidates<'a, R: Rules, I, const AIM: bool> {
    position: &'a Position<R>,
    /// The defender's.
    king: Square,
    checks: CheckSquares,
    free: Free,
    /// Found out when first needed.
    flights: Option<Flights>,
    found: Option<Move>,
    isa: PhantomData<I>,
}

impl<R: Rules, I: Isa, const AIM: bool> Candidates<'_, R, I, AIM> {
    /// Whether a man that goes to `to` may leave the king no square: it errs on the side of yes only.
    #[inline(always)]
    fn may_shut_in(&mut self, role: Role, from: Square, to: Square) -> bool {
        let flights = match self.flights {
            Some(flights) => flights,
            None => *self.flights.insert(Flights::of::<R, I>(self.position, self.king)),
        };
        let left = flights.left_after::<R, I>(self.position, self.king, (role, from, to));
        (left - to.bb()).is_empty()
    }

    /// Whether any of these moves of one piece reaches the aim.
    #[inline(always)]
    fn attempt_piece(&mut self, role: Role, from: Square, to: Bitboard) -> bool {
        for to in to {
            if (AIM == SELFMATE || self.may_shut_in(role, from, to))
                && self.attempt(role, Move::new(from, to))
            {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn attempt(&mut self, role: Role, mv: Move) -> bool {
        let next = self.position.play_role(mv, role);
        let reached = if AIM == SELFMATE {
            is_forced::<R, I>(&next)
        } else {
            next.checkers().is_empty() && !I::call(HasMove(&next))
        };
        if reached {
            self.found = Some(mv);
        }
        reached
    }
}

/// Makes some moves of one piece; out of line, since most have none worth it.
struct TryPiece<'s, 'a, R: Rules, I, const AIM: bool> {
    candidates: &'s mut Candidates<'a, R, I, AIM>,
    role: Role,
    from: Square,
    to: Bitboard,
}

impl<R: Rules, J: Isa, const AIM: bool> Task for TryPiece<'_, '_, R, J, AIM> {
    type Output = bool;

    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        self.candidates.attempt_piece(self.role, self.from, self.to)
    }
}

/// The same of a move of a pawn, or castling.
struct TryOne<'s, 'a, R: Rules, I, const AIM: bool> {
    candidates: &'s mut Candidates<'a, R, I, AIM>,
    role: Role,
    mv: Move,
}

impl<R: Rules, J: Isa, const AIM: bool> Task for TryOne<'_, '_, R, J, AIM> {
    type Output = bool;

    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        self.candidates.attempt(self.role, self.mv)
    }
}

impl<R: Rules, I: Isa, const AIM: bool> Sink<R> for Candidates<'_, R, I, AIM> {
    #[inline(always)]
    fn one(&mut self, role: Role, mv: Move) -> bool {
        I::call(TryOne { candidates: self, role, mv })
    }

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> bool {
        let checks = self.checks.of(role, from);
        let to = if AIM == STALEMATE {
            (to & self.free.stops) - checks
        } else if role == Role::King {
            to
        } else {
            to & (self.free.stops | checks)
        };
        to.has_any() && I::call(TryPiece { candidates: self, role, from, to })
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8) -> bool {
        let checks = if AIM == STALEMATE {
            Bitboard::EMPTY
        } else {
            self.checks.direct(Role::Pawn) | self.checks.screens().shift(delta)
        };
        for to in to & (self.free.stops | checks) {
            let mv = Move::new(to.offset(-delta), to);
            if I::call(TryOne { candidates: self, role: Role::Pawn, mv }) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, delta: i8) -> bool {
        for to in to {
            for &role in R::PROMOTIONS {
                let mv = Move::promote(to.offset(-delta), to, role);
                if I::call(TryOne { candidates: self, role: Role::Pawn, mv }) {
                    return true;
                }
            }
        }
        false
    }
}
