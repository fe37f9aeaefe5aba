//! The usual questions to the generator: all moves, or is there one.

use crate::attacks::{Isa, Task, with_best_isa};
use crate::board::{Bitboard, Move, Role, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::generate::{Filter, Legal, Pseudo, Safe, Sink, generate};

/// Hands every single move to a closure, which returns whether to stop.
pub(crate) struct Each<R, F> {
    visit: F,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules, F: FnMut(Role, Move) -> bool> Each<R, F> {
    #[inline(always)]
    pub(crate) fn new(visit: F) -> Self {
        Each { visit, rules: std::marker::PhantomData }
    }
}

impl<R: Rules, F: FnMut(Role, Move) -> bool> Sink for Each<R, F> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> bool {
        // Loops, because the closure of `any` would not be compiled for the caller's instructions.
        for to in to {
            if (self.visit)(role, Move::new(from, to)) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8) -> bool {
        for to in to {
            if (self.visit)(Role::Pawn, Move::new(to.offset(-delta), to)) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn promotions(&mut self, mut to: Bitboard, delta: i8) -> bool {
        to.any(|to| {
            R::PROMOTIONS
                .iter()
                .any(|&role| (self.visit)(Role::Pawn, Move::promote(to.offset(-delta), to, role)))
        })
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> bool {
        (self.visit)(Role::Pawn, Move::new(from, to))
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) -> bool {
        (self.visit)(Role::King, Move::new(king, rook))
    }
}

/// Stops at the first move.
pub(crate) struct Exists;

impl Sink for Exists {
    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, _: Bitboard) -> bool {
        true
    }

    #[inline(always)]
    fn pawns(&mut self, _: Bitboard, _: i8) -> bool {
        true
    }

    #[inline(always)]
    fn promotions(&mut self, _: Bitboard, _: i8) -> bool {
        true
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) -> bool {
        true
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, _: Square) -> bool {
        true
    }
}

struct All<'a, R: Rules, F> {
    position: &'a Position<R>,
    filter: F,
}

impl<R: Rules, F: Filter> Task for All<'_, R, F> {
    type Output = Vec<Move>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Vec<Move> {
        let _ = self.filter;
        let mut moves = Vec::with_capacity(48);
        generate::<R, I, F, _>(
            self.position,
            &mut Each::<R, _>::new(|_, mv| {
                moves.push(mv);
                false
            }),
        );
        moves
    }
}

struct Any<'a, R: Rules, F> {
    position: &'a Position<R>,
    filter: F,
}

impl<R: Rules, F: Filter> Task for Any<'_, R, F> {
    type Output = bool;

    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        let _ = self.filter;
        generate::<R, I, F, _>(self.position, &mut Exists)
    }
}

/// All legal moves.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::moves::legal_moves;
/// use chess_arbiter::rules::Standard;
/// let start = fen::position::<Standard>(fen::START).unwrap();
/// assert_eq!(legal_moves(&start).len(), 20);
/// ```
pub fn legal_moves<R: Rules>(position: &Position<R>) -> Vec<Move> {
    with_best_isa(All { position, filter: Legal })
}

/// All moves after which the own royal is not attacked.
pub fn safe_moves<R: Rules>(position: &Position<R>) -> Vec<Move> {
    with_best_isa(All { position, filter: Safe })
}

/// All moves by the movement of the men, own royal left attacked or not.
pub fn pseudo_legal_moves<R: Rules>(position: &Position<R>) -> Vec<Move> {
    with_best_isa(All { position, filter: Pseudo })
}

/// Whether there is a legal move.
pub fn has_legal_move<R: Rules>(position: &Position<R>) -> bool {
    with_best_isa(Any { position, filter: Legal })
}

/// Whether there is a move after which the own royal is not attacked.
pub fn has_safe_move<R: Rules>(position: &Position<R>) -> bool {
    with_best_isa(Any { position, filter: Safe })
}
