//! Retraction: un-moves, which lead from a position to those it can have arisen from.
//!
//! Like the generator of moves, this one finds sets ([`Unmoves`]): for each man the squares it can have come
//! from and the men it can have captured. What no game allows (the waiting side left in check, a man too
//! many) is then a matter of masks, one for each man and not for each un-move.

mod guard;
mod past;
mod unmove;

use std::ops::ControlFlow;

use crate::attacks::{self, Isa, Task, with_best_isa};
use crate::board::{Bitboard, Role, Square};
use crate::rules::Standard;

use guard::{Guard, Plausible, Unguarded};

pub use guard::pawns_and_promoted;
pub use past::Past;
pub use unmove::{Captures, Unmove, UnmoveKind, Unmoves};

/// Hands all un-moves of a past to a closure, which may break off.
///
/// A past that demands a castling right without its king and rook in place, or an en passant square over
/// which no double step can have led, has none.
///
/// ```
/// use std::ops::ControlFlow;
/// use chess_arbiter::format::fen;
/// use chess_arbiter::moves::{Past, unmoves};
/// use chess_arbiter::rules::Standard;
/// let setup = fen::parse::<Standard>("8/8/8/8/8/k7/8/K7 w - - 0 1").unwrap();
/// let mut count = 0;
/// let _ = unmoves(&Past::from(&setup), |unmoves| -> ControlFlow<()> {
///     count += unmoves.count();
///     ControlFlow::Continue(())
/// });
/// assert_eq!(count, 5 * 6); // five squares, and five kinds of men or nothing left on a3
/// ```
pub fn unmoves<B>(past: &Past, sink: impl FnMut(Unmoves) -> ControlFlow<B>) -> ControlFlow<B> {
    with_best_isa(Retract::<_, Unguarded> { past, sink, guard: Unguarded })
}

/// [`unmoves`], but only those whose predecessor is refuted by no instant lemma (none at all for a past that
/// has too many men, or not one king a side: retraction does not mend that).
///
/// An instant lemma speaks of one position alone; see `docs/certificate.md`.
pub fn plausible_unmoves<B>(past: &Past, mut sink: impl FnMut(Unmoves) -> ControlFlow<B>) -> ControlFlow<B> {
    let mut end = ControlFlow::Continue(());
    let mut each = |unmoves| match sink(unmoves) {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        broken_off => {
            end = broken_off;
            ControlFlow::Break(())
        }
    };
    // Through a pointer, so that what finds them is compiled once and not for each of many closures.
    let sink: &mut dyn FnMut(Unmoves) -> ControlFlow<()> = &mut each;
    if let Some(guard) = Plausible::new(past) {
        let _ = with_best_isa(Retract { past, sink, guard });
    }
    end
}

/// The man captured nothing.
const QUIET: bool = false;
/// The man captured something.
const CAPTURING: bool = true;

struct Retract<'a, S, G> {
    past: &'a Past,
    sink: S,
    guard: G,
}

impl<B, S: FnMut(Unmoves) -> ControlFlow<B>, G: Guard> Task for Retract<'_, S, G> {
    type Output = ControlFlow<B>;

    #[inline(always)]
    fn run<I: Isa>(mut self) -> ControlFlow<B> {
        let past = self.past;
        if !past.rights_in_place() {
            return ControlFlow::Continue(());
        }
        if past.en_passant.is_some() {
            return match past.double_step() {
                Some((from, to)) => self.came::<I, QUIET>(to, from.bb(), Role::Pawn, UnmoveKind::DoubleStep),
                None => ControlFlow::Continue(()),
            };
        }
        let o = !past.turn;
        for stands in past.board.color(o) - past.unmoved() {
            let role = past.board.role_on(stands);
            if role == Role::Pawn {
                self.pawn::<I>(stands)?;
                continue;
            }
            let occupied = past.board.occupied();
            let reach = attacks::attacks::<Standard, I>(role, o, stands, occupied) - occupied;
            self.came::<I, QUIET>(stands, reach, role, UnmoveKind::Step)?;
            self.came::<I, CAPTURING>(stands, reach, role, UnmoveKind::Step)?;
            if role == Role::King {
                self.castling::<I>(stands)?;
            } else if stands.rank() == o.own_rank(7) && self.guard.demotes(past, stands, role) {
                let behind = stands.offset(-o.forward()).bb() - occupied;
                let beside = attacks::pawn(!o, stands) - occupied;
                self.came::<I, QUIET>(stands, behind, Role::Pawn, UnmoveKind::Promotion)?;
                self.came::<I, CAPTURING>(stands, beside, Role::Pawn, UnmoveKind::Promotion)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<B, S: FnMut(Unmoves) -> ControlFlow<B>, G: Guard> Retract<'_, S, G> {
    /// The man came from one of these squares as a `role`, [`QUIET`] or [`CAPTURING`].
    #[inline(always)]
    fn came<I: Isa, const CAPTURING: bool>(
        &mut self,
        stands: Square,
        from: Bitboard,
        role: Role,
        kind: UnmoveKind,
    ) -> ControlFlow<B> {
        let captured = if CAPTURING { self.guard.captures(self.past, stands) } else { Captures::NOTHING };
        if from.is_empty() || captured.is_empty() {
            return ControlFlow::Continue(());
        }
        let came_from = from & self.guard.origins::<I>(self.past, stands, role, !CAPTURING);
        if came_from.is_empty() {
            return ControlFlow::Continue(());
        }
        (self.sink)(Unmoves { stands, came_from, kind, captured })
    }

    #[inline(always)]
    fn pawn<I: Isa>(&mut self, stands: Square) -> ControlFlow<B> {
        let o = !self.past.turn;
        let empty = !self.past.board.occupied();
        // Pawns come from ranks 2 to 7.
        let inner = empty - Bitboard::rank(0) - Bitboard::rank(7);
        let behind = stands.bb().shift(-o.forward()) & inner;
        self.came::<I, QUIET>(stands, behind, Role::Pawn, UnmoveKind::Step)?;
        if stands.rank() == o.own_rank(3) {
            let start = behind.shift(-o.forward()) & empty;
            self.came::<I, QUIET>(stands, start, Role::Pawn, UnmoveKind::DoubleStep)?;
        }
        let beside = attacks::pawn(!o, stands) & inner;
        self.came::<I, CAPTURING>(stands, beside, Role::Pawn, UnmoveKind::Step)?;
        if stands.rank() == o.own_rank(5) {
            self.en_passant::<I>(stands, beside)?;
        }
        ControlFlow::Continue(())
    }

    /// The pawn captured en passant the one that had just stepped over `stands`.
    #[inline(always)]
    fn en_passant<I: Isa>(&mut self, stands: Square, beside: Bitboard) -> ControlFlow<B> {
        let ahead = (!self.past.turn).forward();
        let (enemy, start) = (stands.offset(-ahead), stands.offset(ahead));
        let blocked = (self.past.board.occupied() & (enemy.bb() | start.bb())).has_any();
        if blocked || !self.guard.captures(self.past, enemy).has(Role::Pawn) {
            return ControlFlow::Continue(());
        }
        for came_from in beside {
            let (kind, captured) = (UnmoveKind::EnPassant, Some(Role::Pawn));
            let before = self.past.before(Unmove { stands, came_from, kind, captured });
            if self.guard.accepts::<I>(&before) {
                (self.sink)(Unmoves { stands, came_from: came_from.bb(), kind, captured: Captures::PAWN })?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castling<I: Isa>(&mut self, stands: Square) -> ControlFlow<B> {
        let Past { board, turn: s, .. } = self.past;
        let o = !*s;
        if stands.rank() != o.own_rank(0) || !matches!(stands.file(), 2 | 6) {
            return ControlFlow::Continue(());
        }
        let castling = self.past.start.castling(o, stands.file() == 6);
        let (home, rook) = (castling.king, castling.rook_to);
        // On the way only the two themselves stand.
        let path = castling.way() - stands.bb() - rook.bb();
        if !board.men(o, Role::Rook).has(rook) || (path & board.occupied()).has_any() {
            return ControlFlow::Continue(());
        }
        let (kind, captured) = (UnmoveKind::Castling, None);
        let before = self.past.before(Unmove { stands, came_from: home, kind, captured });
        let attacked = |square| {
            let board = &before.board;
            attacks::attackers::<Standard, I>(board, square, *s, board.occupied()).has_any()
        };
        if castling.crossed().any(attacked) || !self.guard.accepts::<I>(&before) {
            return ControlFlow::Continue(());
        }
        (self.sink)(Unmoves { stands, came_from: home.bb(), kind, captured: Captures::NOTHING })
    }
}
