//! The last move: is there one that mates?
//!
//! Only moves that check are generated. Each must then cover every square that the king can still flee to
//! (a necessary condition, a few instructions), and what passes is made and asked whether any reply is legal.

use std::marker::PhantomData;

use crate::attacks::{self, Isa, Task};
use crate::board::{Bitboard, Move, Role, Square};
use crate::moves::{CheckSquares, Exists, Legal, Sink, generate};
use crate::position::Position;
use crate::rules::{Pawns, Rules};

/// Whether the side to move is checkmated.
#[inline(always)]
pub(in crate::win) fn is_mated<R: Rules, I: Isa>(position: &Position<R>) -> bool {
    position.checkers().has_any() && !I::call(HasMove(position))
}

/// Whether there is a legal move.
pub(in crate::win) struct HasMove<'a, R: Rules>(pub(in crate::win) &'a Position<R>);

impl<R: Rules> Task for HasMove<'_, R> {
    type Output = bool;

    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        generate::<R, I, Legal, _>(self.0, &mut Exists)
    }
}

/// A move that mates, if there is one. The enemy king must not be attacked already.
#[inline(always)]
pub(in crate::win) fn mating_move<R: Rules, I: Isa>(position: &Position<R>) -> Option<Move> {
    I::call(MatingMove(position))
}

struct MatingMove<'a, R: Rules>(&'a Position<R>);

impl<R: Rules> Task for MatingMove<'_, R> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<Move> {
        let position = self.0;
        let king = position.royal(!position.turn())?;
        let checks = CheckSquares::new::<R, I>(position, king);
        let mut search =
            MatingCheck { position, king, checks, flights: None, found: None, isa: PhantomData::<I> };
        generate::<R, I, Legal, _>(position, &mut search);
        search.found
    }
}

/// Where the enemy king could go now, if it were its move.
#[derive(Clone, Copy)]
pub(in crate::win) struct Flights {
    /// Squares beside the king, without its own men, that no man of the attacker covers (the king not
    /// shielding what is behind it).
    pub(in crate::win) squares: Bitboard,
    /// Men of the attacker, or anything else, on which a line of the attacker ends: a line may open when they
    /// leave.
    pub(in crate::win) screens: Bitboard,
}

impl Flights {
    #[inline(always)]
    pub(in crate::win) fn of<R: Rules, I: Isa>(position: &Position<R>, king: Square) -> Flights {
        let (board, us) = (position.board(), position.turn());
        let own = board.color(us);
        let occupied = board.occupied() ^ king.bb();
        let men = |role| board.role(role) & own;
        let mut covered = Bitboard::EMPTY;
        if R::PAWNS != Pawns::None {
            covered |= attacks::pawns(us, men(Role::Pawn));
        }
        for from in men(Role::King) {
            covered |= attacks::king(from);
        }
        for from in men(Role::Knight) {
            covered |= attacks::knight(from);
        }
        let queens = board.role(Role::Queen);
        let mut lines = Bitboard::EMPTY;
        for from in (board.role(Role::Bishop) | queens) & own {
            lines |= I::bishop(from, occupied);
        }
        for from in (board.role(Role::Rook) | queens) & own {
            lines |= I::rook(from, occupied);
        }
        let squares = (attacks::king(king) & R::WINDOW) - board.color(!us) - (covered | lines);
        Flights { squares, screens: lines & board.occupied() }
    }

    /// Those that a man may leave uncovered when it goes to `to`, which may be one of them.
    ///
    /// A square that nothing covers now is covered after the move only by the man that moved, from where it
    /// stands then, or along a line that opened when it left `from`. Nothing else of the attacker has moved,
    /// and a man taken on `to` only gives the king one square more. So some may be missing, never one too
    /// many.
    #[inline(always)]
    pub(in crate::win) fn left_after<R: Rules, I: Isa>(
        self,
        position: &Position<R>,
        king: Square,
        (role, from, to): (Role, Square, Square),
    ) -> Bitboard {
        if self.squares.is_empty() {
            return Bitboard::EMPTY;
        }
        let occupied = (position.board().occupied() - from.bb() - king.bb()) | to.bb();
        let left = self.squares - attacks::attacks::<R, I>(role, position.turn(), to, occupied);
        if self.screens.has(from) { left - attacks::queen_rays(from) } else { left }
    }
}

struct MatingCheck<'a, R: Rules, I> {
    position: &'a Position<R>,
    king: Square,
    checks: CheckSquares,
    /// Found out when first needed: most positions have few checks.
    flights: Option<Flights>,
    found: Option<Move>,
    isa: PhantomData<I>,
}

impl<R: Rules, I: Isa> MatingCheck<'_, R, I> {
    /// Whether a man that checks from `to` may cover all the flights: it errs on the side of yes only.
    #[inline(always)]
    fn may_mate(&mut self, role: Role, from: Square, to: Square) -> bool {
        let flights = match self.flights {
            Some(flights) => flights,
            None => *self.flights.insert(Flights::of::<R, I>(self.position, self.king)),
        };
        flights.left_after::<R, I>(self.position, self.king, (role, from, to)).is_empty()
    }

    #[inline(always)]
    fn mates(&mut self, role: Role, mv: Move) -> bool {
        let mates = is_mated::<R, I>(&self.position.play_role(mv, role));
        if mates {
            self.found = Some(mv);
        }
        mates
    }
}

/// Tries the checks among some moves; out of line, since most men have none.
struct TryChecks<'s, 'a, R: Rules, I> {
    mating: &'s mut MatingCheck<'a, R, I>,
    moves: CheckingMoves,
}

#[derive(Clone, Copy)]
enum CheckingMoves {
    /// Castling or en passant.
    Special(Role, Move),
    /// Checks of a piece.
    Piece(Role, Square, Bitboard),
    /// Pawns to these squares, each from so far before.
    Pawns(Bitboard, i8),
    Promotions(Bitboard, i8),
}

impl<R: Rules, J: Isa> Task for TryChecks<'_, '_, R, J> {
    type Output = bool;

    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        let TryChecks { mating, moves } = self;
        match moves {
            CheckingMoves::Special(role, mv) => mating.mates(role, mv),
            CheckingMoves::Piece(role, from, to) => {
                for to in to {
                    if mating.may_mate(role, from, to) && mating.mates(role, Move::new(from, to)) {
                        return true;
                    }
                }
                false
            }
            CheckingMoves::Pawns(to, delta) => {
                for to in to {
                    let from = to.offset(-delta);
                    if mating.checks.of(Role::Pawn, from).has(to)
                        && mating.may_mate(Role::Pawn, from, to)
                        && mating.mates(Role::Pawn, Move::new(from, to))
                    {
                        return true;
                    }
                }
                false
            }
            CheckingMoves::Promotions(to, delta) => {
                for to in to {
                    let from = to.offset(-delta);
                    for &role in R::PROMOTIONS {
                        // The pawn may have stood on the line along which the new piece checks.
                        let checks = mating.checks.of(role, from).has(to)
                            || attacks::queen_rays(mating.king).has(from);
                        if checks
                            && mating.may_mate(role, from, to)
                            && mating.mates(Role::Pawn, Move::promote(from, to, role))
                        {
                            return true;
                        }
                    }
                }
                false
            }
        }
    }
}

impl<R: Rules, I: Isa> MatingCheck<'_, R, I> {
    #[inline(always)]
    fn attempt(&mut self, moves: CheckingMoves) -> bool {
        I::call(TryChecks { mating: self, moves })
    }
}

impl<R: Rules, I: Isa> Sink<R> for MatingCheck<'_, R, I> {
    #[inline(always)]
    fn one(&mut self, role: Role, mv: Move) -> bool {
        self.attempt(CheckingMoves::Special(role, mv))
    }

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> bool {
        let to = to & self.checks.of(role, from);
        to.has_any() && self.attempt(CheckingMoves::Piece(role, from, to))
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8) -> bool {
        // A pawn that is no screen checks directly or not at all.
        let from = to.shift(-delta);
        let maybe = (to & self.checks.direct(Role::Pawn)) | (from & self.checks.screens()).shift(delta);
        maybe.has_any() && self.attempt(CheckingMoves::Pawns(maybe, delta))
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, delta: i8) -> bool {
        self.attempt(CheckingMoves::Promotions(to, delta))
    }
}
