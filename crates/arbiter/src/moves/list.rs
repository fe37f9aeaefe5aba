//! The usual questions to the generator: all moves, or is there one.

use std::marker::PhantomData;

use crate::attacks::{Isa, Task, with_best_isa};
use crate::board::{Move, Role};
use crate::position::Position;
use crate::rules::Rules;

use super::generate::{Filter, Legal, Pseudo, Safe, Sink, generate};

/// Hands every single move to a closure, which returns whether to stop.
pub(crate) struct ForEachMove<F>(pub(crate) F);

impl<R: Rules, F: FnMut(Role, Move) -> bool> Sink<R> for ForEachMove<F> {
    #[inline(always)]
    fn one(&mut self, role: Role, mv: Move) -> bool {
        (self.0)(role, mv)
    }
}

/// Stops at the first move.
pub(crate) struct Exists;

impl<R: Rules> Sink<R> for Exists {
    #[inline(always)]
    fn one(&mut self, _: Role, _: Move) -> bool {
        true
    }
}

/// Stops at the first move, and keeps it.
struct First(Option<Move>);

impl<R: Rules> Sink<R> for First {
    const STOPS_EARLY: bool = true;

    #[inline(always)]
    fn one(&mut self, _: Role, mv: Move) -> bool {
        self.0 = Some(mv);
        true
    }
}

struct All<'a, R: Rules, F> {
    position: &'a Position<R>,
    filter: PhantomData<F>,
}

impl<R: Rules, F: Filter> Task for All<'_, R, F> {
    type Output = Vec<Move>;
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY;

    #[inline(always)]
    fn run<I: Isa>(self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(48);
        let each = |_, mv| {
            moves.push(mv);
            false
        };
        generate::<R, I, F, _>(self.position, &mut ForEachMove(each));
        moves
    }
}

#[inline(never)]
fn all<R: Rules, F: Filter>(position: &Position<R>) -> Vec<Move> {
    with_best_isa(All { position, filter: PhantomData::<F> })
}

struct Any<'a, R: Rules, F> {
    position: &'a Position<R>,
    filter: PhantomData<F>,
}

impl<R: Rules, F: Filter> Task for Any<'_, R, F> {
    type Output = Option<Move>;
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<Move> {
        let mut first = First(None);
        generate::<R, I, F, _>(self.position, &mut first);
        first.0
    }
}

/// The first of [`all`].
#[inline(never)]
fn any<R: Rules, F: Filter>(position: &Position<R>) -> Option<Move> {
    with_best_isa(Any { position, filter: PhantomData::<F> })
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
    all::<R, Legal>(position)
}

/// All moves after which the own royal is not attacked.
///
/// ```
/// use chess_arbiter::{Position, Simplified, moves::{pseudo_legal_moves, safe_moves}};
/// let position: Position<Simplified> = "q3/4/4/3Q w".parse()?;
/// assert!(safe_moves(&position).len() < pseudo_legal_moves(&position).len());
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
pub fn safe_moves<R: Rules>(position: &Position<R>) -> Vec<Move> {
    if R::ROYAL_CAPTURABLE { all::<R, Safe>(position) } else { legal_moves(position) }
}

/// All moves by the movement of the men, own royal left attacked or not.
///
/// ```
/// use chess_arbiter::{Position, legal_moves, moves::pseudo_legal_moves};
/// let checked: Position = "4k3/8/8/8/8/8/8/K3R3 b - - 0 1".parse()?;
/// assert_eq!((pseudo_legal_moves(&checked).len(), legal_moves(&checked).len()), (5, 4));
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
pub fn pseudo_legal_moves<R: Rules>(position: &Position<R>) -> Vec<Move> {
    if R::ROYAL_CAPTURABLE { legal_moves(position) } else { all::<R, Pseudo>(position) }
}

/// Whether there is a legal move.
///
/// ```
/// use chess_arbiter::{Position, moves::has_legal_move};
/// let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
/// assert!(!has_legal_move(&stalemate));
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
pub fn has_legal_move<R: Rules>(position: &Position<R>) -> bool {
    first_legal_move(position).is_some()
}

/// The first of [`legal_moves`], without the others.
pub(crate) fn first_legal_move<R: Rules>(position: &Position<R>) -> Option<Move> {
    any::<R, Legal>(position)
}

/// Whether there is a move after which the own royal is not attacked.
///
/// ```
/// use chess_arbiter::{Position, moves::has_safe_move};
/// assert!(has_safe_move(&Position::initial()));
/// ```
pub fn has_safe_move<R: Rules>(position: &Position<R>) -> bool {
    if R::ROYAL_CAPTURABLE { any::<R, Safe>(position).is_some() } else { has_legal_move(position) }
}
