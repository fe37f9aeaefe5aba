//! Counting leaf positions: the test of a move generator.

use crate::attacks::{Isa, Portable, Task, with_best_isa};
use crate::board::{Bitboard, Move, Role, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::generate::{Legal, Sink, generate};
#[cfg(target_arch = "x86_64")]
use super::leaves::leaves;
use super::list::ForEachMove;

/// Counts moves without making them.
pub(crate) struct Count(pub(crate) u32);

impl<R: Rules> Sink<R> for Count {
    #[inline(always)]
    fn one(&mut self, _: Role, _: Move) -> bool {
        self.0 += 1;
        false
    }

    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, to: Bitboard) -> bool {
        self.0 += to.len();
        false
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, _: i8) -> bool {
        self.0 += to.len();
        false
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, _: i8) -> bool {
        self.0 += to.len() * R::PROMOTIONS.len() as u32;
        false
    }
}

/// Counts the legal moves.
pub(crate) struct CountMoves<'a, R: Rules>(pub(crate) &'a Position<R>);

impl<R: Rules> Task for CountMoves<'_, R> {
    type Output = u32;

    #[inline(always)]
    fn run<I: Isa>(self) -> u32 {
        let mut count = Count(0);
        generate::<R, I, Legal, _>(self.0, &mut count);
        count.0
    }
}

struct Perft<'a, R: Rules> {
    position: &'a Position<R>,
    depth: u32,
    /// Whether the last two plies may be counted with AVX-512.
    vectors: bool,
}

impl<R: Rules> Task for Perft<'_, R> {
    type Output = u64;
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY;

    #[inline(always)]
    fn run<I: Isa>(self) -> u64 {
        let Perft { position, depth, vectors } = self;
        #[cfg(target_arch = "x86_64")]
        if depth == 2
            && vectors
            && let Some(sum) = leaves::<R, I>(position)
        {
            return sum;
        }
        match depth {
            0 => 1,
            1 => u64::from(CountMoves(position).run::<I>()),
            _ => {
                let mut nodes = 0;
                generate::<R, I, Legal, _>(
                    position,
                    &mut ForEachMove(
                        #[inline(always)]
                        |role, mv| {
                            let next = position.play_role(mv, role);
                            nodes += I::call(Perft { position: &next, depth: depth - 1, vectors });
                            false
                        },
                    ),
                );
                nodes
            }
        }
    }
}

/// Number of sequences of `depth` legal moves (which may end early only by not being counted).
///
/// ```
/// use chess_arbiter::{format::fen, moves::perft, rules::Standard};
/// assert_eq!(perft(&fen::position::<Standard>(fen::START).unwrap(), 3), 8902);
/// ```
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    with_best_isa(Perft { position, depth, vectors: true })
}

/// [`perft`] by the portable code, whatever the processor: for tests and comparisons.
///
/// ```
/// use chess_arbiter::{Position, moves::{perft, perft_portable}};
/// assert_eq!(perft_portable(&Position::initial(), 3), perft(&Position::initial(), 3));
/// ```
pub fn perft_portable<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    Portable::call(Perft { position, depth, vectors: false })
}
