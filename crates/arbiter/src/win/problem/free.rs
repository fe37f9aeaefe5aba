//! Moves of the defender that hardly any move of the attacker takes away. Where there are two of them, no
//! quiet move of the attacker is its last: a defender that can do as it likes is neither stalemated nor
//! forced to mate.

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Color, Role, Square};
use crate::position::Position;
use crate::rules::{Pawns, Rules};

/// What a quiet move of the attacker, who is to move and whose enemy's king is not attacked, has to do.
#[derive(Clone, Copy)]
pub(super) struct Free {
    /// Unless a move of the attacker checks, or goes to one of these squares, or is castling, en passant or a
    /// promotion (or, where the defender's move must not check, is the king's), the defender has such a move
    /// after it.
    pub(super) stops: Bitboard,
}

impl Free {
    /// Looks for moves of the defender, if `quiet` for such as do not check.
    ///
    /// A man of the defender that goes somewhere in `position` still may after a move of the attacker that
    /// does not check, unless this takes the man or steps between: what it leaves, only opens lines. The man
    /// is never pinned if no line joins it to its king, or if it stays on that line. A pawn that steps
    /// forward must moreover find its square empty. Captures of pawns are left out: what they take may go
    /// away.
    ///
    /// Quiet moves: a slider goes to a square that no line of its kind joins to the attacker's king, a knight
    /// or pawn to one from which it does not attack the king, and whatever moves shields no line from a
    /// slider of the defender to the king, even on an empty board. As long as that king stays, the move does
    /// not check, whatever else moved.
    #[inline(always)]
    pub(super) fn of<R: Rules, I: Isa>(position: &Position<R>, quiet: bool) -> Free {
        let (board, us) = (position.board(), position.turn());
        let them = !us;
        let mut stops = Bitboard::FULL;
        let (Some(king), Some(target)) = (position.royal(them), position.royal(us)) else {
            return Free { stops };
        };
        let (own, occupied) = (board.color(them), board.occupied());
        let has_lines = quiet && attacks::snipers(board, target, them).has_any();
        let shields = if has_lines { attacks::queen_rays(target) } else { Bitboard::EMPTY };
        let bound = attacks::queen_rays(king);
        let men = own - king.bb() - shields;
        for from in men - board.role(Role::Pawn) {
            let role = board.role_on(from);
            let mut to = attacks::attacks::<R, I>(role, them, from, occupied) - own - target.bb();
            if bound.has(from) {
                to &= attacks::line(king, from);
            }
            if quiet {
                to = to - checking(role, them, target);
            }
            let beside = if role == Role::Knight { to } else { to & attacks::king(from) };
            if let Some(to) = beside.first().or(to.first()) {
                stops &= from.bb() | attacks::between(from, to);
                if stops.is_empty() {
                    return Free { stops };
                }
            }
        }
        if R::PAWNS != Pawns::None {
            let step = them.forward();
            let pawns = men & board.role(Role::Pawn);
            let empty = R::WINDOW - occupied - R::last_rank(them);
            let to = pawns.shift(step) & empty;
            for to in if quiet { to - attacks::pawn(us, target) } else { to } {
                let from = to.offset(-step);
                if !bound.has(from) || attacks::line(king, from).has(to) {
                    stops &= from.bb() | to.bb();
                    if stops.is_empty() {
                        return Free { stops };
                    }
                }
            }
        }
        Free { stops }
    }
}

/// Whether the side to move may have a move of which [`Free`] does not speak.
#[inline(always)]
pub(super) fn has_special_moves<R: Rules>(position: &Position<R>) -> bool {
    let us = position.turn();
    let step = us.forward();
    let promoting = position.board().men(us, Role::Pawn).shift(step);
    // A capture leads to the last rank too.
    let near = R::PAWNS != Pawns::None && (promoting & R::last_rank(us)).has_any();
    near || position.en_passant().is_some() || R::CASTLING && position.castling(us).has_any()
}

/// Squares from which a man may attack the king on `target`, whatever stands between.
#[inline(always)]
fn checking(role: Role, color: Color, target: Square) -> Bitboard {
    match role {
        Role::Pawn => attacks::pawn(!color, target),
        Role::Knight => attacks::knight(target),
        Role::Bishop => attacks::bishop_rays(target),
        Role::Rook => attacks::rook_rays(target),
        Role::Queen => attacks::queen_rays(target),
        // Never attacks it, but where kings may stand beside one another.
        Role::King => attacks::king(target),
    }
}
