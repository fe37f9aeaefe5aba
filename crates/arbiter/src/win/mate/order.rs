//! What is tried first. Nothing here can change an answer.

use crate::attacks::{self, Isa, Task};
use crate::board::{Bitboard, Color, Move, Role, Square};
use crate::moves::{Count, CountMoves, Legal, Sink, generate};
use crate::position::Position;
use crate::rules::Rules;

/// Moves that refuted lately, the latest success first.
#[derive(Clone, Copy, Debug)]
pub(in crate::win) struct Killers<const N: usize>(pub(in crate::win) [Option<Move>; N]);

impl<const N: usize> Killers<N> {
    pub(in crate::win) const NONE: Killers<N> = Killers([None; N]);

    /// Puts a move in front.
    #[inline(always)]
    pub(in crate::win) fn push(&mut self, mv: Move) {
        let end = self.0.iter().position(|&old| old == Some(mv)).unwrap_or(N - 1);
        self.0.copy_within(0..end, 1);
        self.0[0] = Some(mv);
    }
}

/// How often moves succeeded, by colour, role and square.
pub(in crate::win) struct History(Box<[[[u32; 64]; 6]; 2]>);

impl History {
    pub(in crate::win) fn new() -> History {
        History(Box::new([[[0; 64]; 6]; 2]))
    }

    #[inline(always)]
    pub(in crate::win) fn of(&self, color: Color, role: Role, mv: Move) -> u32 {
        self.0[color as usize][role as usize][mv.to().index()]
    }

    #[inline(always)]
    pub(in crate::win) fn reward(&mut self, color: Color, role: Role, mv: Move, by: u32) {
        let count = &mut self.0[color as usize][role as usize][mv.to().index()];
        *count += by;
        if *count > 1 << 20 {
            self.age();
        }
    }

    /// Keeps scores small and recent.
    #[cold]
    fn age(&mut self) {
        self.0.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|count| *count /= 2);
    }
}

/// Whether a move from elsewhere is surely legal here. May say no of a legal move: of those of pawns, of
/// castling, and of most in check.
#[inline(always)]
pub(in crate::win) fn surely_legal<R: Rules, I: Isa>(position: &Position<R>, mv: Move) -> bool {
    let (board, us) = (position.board(), position.turn());
    let (from, to) = (mv.from(), mv.to());
    if !board.color(us).has(from) || board.color(us).has(to) || mv.promotion().is_some() {
        return false;
    }
    let role = board.role_on(from);
    if role == Role::Pawn || board.men(!us, R::ROYAL).has(to) {
        return false;
    }
    if role == R::ROYAL {
        let occupied = board.occupied() ^ from.bb();
        return attacks::king(from).has(to)
            && attacks::attackers::<R, I>(board, to, !us, occupied).is_empty();
    }
    position.checkers().is_empty()
        && !position.pinned().has(from)
        && attacks::attacks::<R, I>(role, us, from, board.occupied()).has(to)
}

/// How many legal moves the side to move has.
#[inline(always)]
pub(in crate::win) fn mobility<R: Rules, I: Isa>(position: &Position<R>) -> u32 {
    I::call(CountMoves(position))
}

/// How many legal moves the side to move has, and how many of them are its royal's, without castling.
#[derive(Clone, Copy)]
pub(in crate::win) struct Freedom {
    pub(in crate::win) moves: u32,
    pub(in crate::win) of_royal: u32,
}

impl Freedom {
    #[inline(always)]
    pub(in crate::win) fn of<R: Rules, I: Isa>(position: &Position<R>) -> Freedom {
        I::call(CountFreedom(position))
    }
}

struct CountFreedom<'a, R: Rules>(&'a Position<R>);

impl<R: Rules> Task for CountFreedom<'_, R> {
    type Output = Freedom;

    #[inline(always)]
    fn run<I: Isa>(self) -> Freedom {
        let mut apart = CountApart { all: Count(0), of_royal: 0 };
        generate::<R, I, Legal, _>(self.0, &mut apart);
        Freedom { moves: apart.all.0, of_royal: apart.of_royal }
    }
}

/// Counts all moves, and those of the royal apart, which are one set.
struct CountApart {
    all: Count,
    of_royal: u32,
}

impl<R: Rules> Sink<R> for CountApart {
    #[inline(always)]
    fn one(&mut self, role: Role, mv: Move) -> bool {
        Sink::<R>::one(&mut self.all, role, mv)
    }

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> bool {
        self.of_royal += if role == R::ROYAL { to.len() } else { 0 };
        Sink::<R>::piece(&mut self.all, role, from, to)
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8) -> bool {
        Sink::<R>::pawns(&mut self.all, to, delta)
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, delta: i8) -> bool {
        Sink::<R>::promotions(&mut self.all, to, delta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::with_best_isa;
    use crate::format::fen;
    use crate::moves::legal_moves;
    use crate::rules::Standard;

    /// As the list of legal moves has them, in check, with castling and with promotions too.
    #[test]
    fn moves_of_the_king_are_counted_apart() {
        for (text, castling) in [
            (fen::START, 0),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 2),
            ("r3k2r/8/8/8/8/8/8/R3K1QR b KQkq - 0 1", 1),
            ("4k3/P7/8/8/1b6/8/3P4/R3K2R w KQ - 0 1", 2),
            ("4k3/P7/8/8/1b6/8/8/R3K2R w KQ - 0 1", 0),
        ] {
            let position = fen::position::<Standard>(text).unwrap();
            let king = position.board().men(position.turn(), Role::King).first().unwrap();
            let legal = legal_moves(&position);
            let freedom = with_best_isa(CountFreedom(&position));
            assert_eq!(freedom.moves as usize, legal.len(), "{text}");
            let by_king = legal.iter().filter(|mv| mv.from() == king).count();
            assert_eq!(freedom.of_royal as usize, by_king - castling, "{text}");
        }
    }
}
