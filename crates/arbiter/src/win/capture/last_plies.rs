//! The last three plies: is there a move after which the defender, whatever it plays, loses its royal?
//!
//! "Mated" here means that every move leaves the royal to be taken, whether it is attacked now or not:
//! there is no passing, so zugzwang wins too.

use std::marker::PhantomData;

use crate::attacks::{self, Isa, Task};
use crate::board::{Bitboard, Move, Role, Square};
use crate::moves::{CheckSquares, Exists, Pseudo, Safe, Sink, generate};
use crate::position::{Position, Threats};
use crate::rules::Rules;

/// Whether the side to move loses its royal with the next ply whatever it does.
/// It must not be able to take the enemy royal. A side without any move has not lost.
struct IsMated<'a, R: Rules>(&'a Position<R>);

impl<R: Rules> Task for IsMated<'_, R> {
    type Output = bool;

    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        !generate::<R, I, Safe, _>(self.0, &mut Exists) && generate::<R, I, Pseudo, _>(self.0, &mut Exists)
    }
}

/// A safe move that mates, if there is one. The enemy royal must not be attacked already.
#[inline(always)]
pub(super) fn mating_move<R: Rules, I: Isa>(position: &Position<R>) -> Option<Move> {
    I::call(MatingMove(position))
}

struct MatingMove<'a, R: Rules>(&'a Position<R>);

impl<R: Rules> Task for MatingMove<'_, R> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<Move> {
        let position = self.0;
        let royal = position.royal(!position.turn())?;
        let mut search = MatingCapture {
            position,
            checks: CheckSquares::new::<R, I>(position, royal),
            free: FreePieces::new::<R, I>(position, royal),
            found: None,
            isa: PhantomData::<I>,
        };
        generate::<R, I, Safe, _>(position, &mut search);
        search.found
    }
}

/// Men of the defender that can answer almost any move that gives no check.
///
/// A piece that is not pinned and has a move now still has one after a quiet move, unless that move takes it
/// or starts or ends on the line from the royal through it (and so might pin it). So a quiet move that
/// does neither to one such piece cannot mate.
struct FreePieces {
    /// For each piece, the squares that a quiet move must touch to stop it.
    guards: [Bitboard; 4],
}

impl FreePieces {
    #[inline(always)]
    fn new<R: Rules, I: Isa>(position: &Position<R>, royal: Square) -> FreePieces {
        let (board, them) = (position.board(), !position.turn());
        let pinned = Threats::to::<R>(board, them, royal).pinned;
        let mut guards = [Bitboard::FULL; 4];
        let mut count = 0;
        for role in [Role::Knight, Role::Bishop, Role::Rook] {
            // Leaving one out, beyond the four, is sound: each only saves work.
            for square in board.men(them, role) - pinned {
                let to = attacks::attacks::<R, I>(role, them, square, board.occupied()) - board.color(them);
                if to.has_any() && count < guards.len() {
                    guards[count] = square.bb() | attacks::line(royal, square);
                    count += 1;
                }
            }
        }
        FreePieces { guards }
    }

    /// Of the squares `to`, those to which a quiet move from `from` might mate.
    #[inline(always)]
    fn unanswered(&self, from: Square, mut to: Bitboard) -> Bitboard {
        for guard in self.guards {
            if !guard.has(from) {
                to &= guard;
            }
        }
        to
    }
}

struct MatingCapture<'a, R: Rules, I> {
    position: &'a Position<R>,
    checks: CheckSquares,
    free: FreePieces,
    found: Option<Move>,
    isa: PhantomData<I>,
}

impl<R: Rules, I: Isa> Sink<R> for MatingCapture<'_, R, I> {
    #[inline(always)]
    fn one(&mut self, role: Role, mv: Move) -> bool {
        let mates = I::call(IsMated(&self.position.play_role(mv, role)));
        if mates {
            self.found = Some(mv);
        }
        mates
    }

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> bool {
        let checks = to & self.checks.of(role, from);
        for to in checks | self.free.unanswered(from, to - checks) {
            if self.one(role, Move::new(from, to)) {
                return true;
            }
        }
        false
    }
}
