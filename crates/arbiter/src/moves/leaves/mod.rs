//! The last two plies of [`perft`](super::perft()) with AVX-512: a move is two instructions on a vector of
//! all men, and the answers to it are counted in all directions at once, without a branch for any of them.
//!
//! Sliders are filled along their lines by doubling (Kogge and Stone), a lane for each direction. Two men
//! never see the same square in the same direction, since the nearer hides it from the other: so the number
//! of moves is the number of bits. What changes more than two squares, and answers to check, are left to the
//! generator.

#![allow(unsafe_code)]

mod men;

use std::marker::PhantomData;

use crate::attacks::{self, Isa, Vectors};
use crate::board::{Bitboard, Color, Move, Role, Square};
use crate::position::Position;
use crate::rules::{Pawns, Rules};

use super::generate::{Legal, Sink, Wing, generate};
use super::perft::CountMoves;
use men::{Men, PROMOTIONS};

/// The moves after each move, summed. `None` if the game is not chess, if somebody may castle in a way that
/// only Chess960 knows, or if the processor has no AVX-512.
#[inline(always)]
pub(super) fn leaves<R: Rules, I: Isa>(position: &Position<R>) -> Option<u64> {
    if !is_chess::<R>() || Vectors::here() != Vectors::Avx512 {
        return None;
    }
    // SAFETY: the processor has been asked.
    unsafe { sum::<R, I>(position) }
}

const fn is_chess<R: Rules>() -> bool {
    let moves = R::CASTLING && matches!(R::PAWNS, Pawns::Full) && R::PROMOTIONS.len() == PROMOTIONS as usize;
    moves && matches!(R::ROYAL, Role::King) && !R::ROYAL_CAPTURABLE && R::WINDOW.0 == u64::MAX
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt"
)]
fn sum<R: Rules, I: Isa>(position: &Position<R>) -> Option<u64> {
    // (Not `map(Leaves::sum)`, which would be compiled without these instructions.)
    Some(match position.turn() {
        // SAFETY: this function asks for the same instructions.
        Color::White => unsafe { Leaves::<R, I, false>::new(position) }?.sum(),
        // SAFETY: as above.
        Color::Black => unsafe { Leaves::<R, I, true>::new(position) }?.sum(),
    })
}

/// Counts the answers of White or of Black to the moves it gets.
struct Leaves<'a, R: Rules, I: Isa, const WHITE_ANSWERS: bool> {
    position: &'a Position<R>,
    men: Men,
    /// Rooks of the side that answers, in the corners, with which it may castle, the king on the e-file.
    rooks: Bitboard,
    sum: u64,
    isa: PhantomData<I>,
}

impl<'a, R: Rules, I: Isa, const WHITE_ANSWERS: bool> Leaves<'a, R, I, WHITE_ANSWERS> {
    /// `None` if the side that answers may castle in a way that only Chess960 knows.
    ///
    /// # Safety
    /// The processor has AVX-512, as [`Vectors`] means it: for all methods.
    #[inline(always)]
    unsafe fn new(position: &'a Position<R>) -> Option<Self> {
        let side = !position.turn();
        let rooks = position.castling(side);
        let (wings, king) = (Wing::both(WHITE_ANSWERS), if WHITE_ANSWERS { Square::E1 } else { Square::E8 });
        let others = rooks - wings[0].rook - wings[1].rook;
        let is_classical = rooks.is_empty() || others.is_empty() && position.royal(side) == Some(king);
        // SAFETY: the caller has seen to it.
        let men = unsafe { Men::of(position.board()) };
        is_classical.then_some(Leaves { position, men, rooks, sum: 0, isa: PhantomData })
    }

    #[inline(always)]
    fn sum(mut self) -> u64 {
        generate::<R, I, Legal, _>(self.position, &mut self);
        self.sum
    }

    /// A move by which a man leaves a square and nothing else changes but the square where it arrives as
    /// `role`.
    #[inline(always)]
    fn simple(&mut self, mv: Move, moves: Role, arrives: Role) {
        // SAFETY: who made this has seen to it.
        let answers = unsafe {
            let men = self.men.after::<WHITE_ANSWERS>(mv.from(), mv.to(), arrives);
            men.count::<WHITE_ANSWERS>(self.rooks - mv.to().bb())
        };
        match answers {
            Some(answers) => self.sum += u64::from(answers),
            None => self.any(mv, moves),
        }
    }

    /// Any move.
    #[inline(always)]
    fn any(&mut self, mv: Move, role: Role) {
        self.sum += u64::from(I::call(CountMoves(&self.position.play_role(mv, role))));
    }
}

impl<R: Rules, I: Isa, const WHITE_ANSWERS: bool> Sink<R> for Leaves<'_, R, I, WHITE_ANSWERS> {
    #[inline(always)]
    fn one(&mut self, role: Role, mv: Move) -> bool {
        self.any(mv, role);
        false
    }

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> bool {
        for to in to {
            self.simple(Move::new(from, to), role, role);
        }
        false
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8) -> bool {
        let position = self.position;
        let capturers = position.board().men(!position.turn(), Role::Pawn);
        for to in to {
            let mv = Move::new(to.offset(-delta), to);
            let is_double = delta == 16 || delta == -16;
            if is_double && (attacks::pawn(position.turn(), to.offset(-delta / 2)) & capturers).has_any() {
                self.any(mv, Role::Pawn);
            } else {
                self.simple(mv, Role::Pawn, Role::Pawn);
            }
        }
        false
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, delta: i8) -> bool {
        for to in to {
            for &role in R::PROMOTIONS {
                self.simple(Move::promote(to.offset(-delta), to, role), Role::Pawn, role);
            }
        }
        false
    }
}
