//! Which un-moves are wanted: all, or those that lead to a past which no instant lemma refutes.

use crate::attacks::{self, Isa, Portable};
use crate::board::{Bitboard, Board, Color, Man, Role, Square};
use crate::rules::Standard;

use super::{Captures, Past};

/// Pawns of a side, and its pieces that must once have been pawns: at least so many as exceed the first set,
/// bishops counted by the colour of their squares.
#[inline(always)]
pub fn pawns_and_promoted(board: &Board, color: Color) -> u32 {
    let surplus = |squares: Bitboard, first: u32| squares.len().saturating_sub(first);
    let men = |role| board.men(color, role);
    let bishops = men(Role::Bishop);
    men(Role::Pawn).len()
        + surplus(men(Role::Queen), 1)
        + surplus(men(Role::Rook), 2)
        + surplus(men(Role::Knight), 2)
        + surplus(bishops & Bitboard::LIGHT, 1)
        + surplus(bishops - Bitboard::LIGHT, 1)
}

/// The men of a side that a piece of this role on this square is counted with, and how many of them are no
/// promoted pawns.
#[inline(always)]
fn kin(board: &Board, Man { color, role }: Man, square: Square) -> (Bitboard, u32) {
    let men = board.men(color, role);
    match role {
        Role::Bishop if square.is_light() => (men & Bitboard::LIGHT, 1),
        Role::Bishop => (men - Bitboard::LIGHT, 1),
        _ => (men, role.initial_count()),
    }
}

/// Which un-moves are wanted.
pub(super) trait Guard: Copy {
    /// Squares the man on `stands` may have come from as a `role`, having captured nothing (`quiet`) or
    /// something.
    fn origins<I: Isa>(&self, past: &Past, stands: Square, role: Role, quiet: bool) -> Bitboard;

    /// Men that may be put back on a square.
    fn captures(&self, past: &Past, square: Square) -> Captures;

    /// Whether the piece on this square may become a pawn again.
    fn demotes(&self, past: &Past, square: Square, role: Role) -> bool;

    /// Whether this single predecessor will do.
    fn accepts<I: Isa>(&self, before: &Past) -> bool;
}

/// All of them.
#[derive(Clone, Copy)]
pub(super) struct Unguarded;

impl Guard for Unguarded {
    #[inline(always)]
    fn origins<I: Isa>(&self, _: &Past, _: Square, _: Role, _: bool) -> Bitboard {
        Bitboard::FULL
    }

    #[inline(always)]
    fn captures(&self, _: &Past, square: Square) -> Captures {
        off_end_ranks(Captures::MEN, square)
    }

    #[inline(always)]
    fn demotes(&self, _: &Past, _: Square, _: Role) -> bool {
        true
    }

    #[inline(always)]
    fn accepts<I: Isa>(&self, _: &Past) -> bool {
        true
    }
}

/// Those that no instant lemma refutes.
#[derive(Clone, Copy)]
pub(super) struct Plausible {
    /// The king of the side to move, which will have been the waiting side.
    king: Square,
    /// The men that attack it.
    checkers: Bitboard,
    /// What may be put back on dark and on light squares.
    captures: [Captures; 2],
    /// The side that moved has eight pawns and promoted pieces.
    all_promoted: bool,
}

impl Plausible {
    #[inline(always)]
    pub(super) fn new(past: &Past) -> Option<Plausible> {
        let board = &past.board;
        let (s, o) = (past.turn, !past.turn);
        let king = board.men(s, Role::King).single()?;
        board.men(o, Role::King).single()?;
        let end_ranks = Bitboard::rank(0) | Bitboard::rank(7);
        let promoted = Color::BOTH.map(|color| pawns_and_promoted(board, color));
        let crowded = Color::BOTH.into_iter().any(|color| board.color(color).len() > 16);
        if crowded
            || promoted.into_iter().any(|count| count > 8)
            || (board.role(Role::Pawn) & end_ranks).has_any()
        {
            return None;
        }
        let mut captures = [Captures::MEN; 2];
        if board.color(s).len() == 16 {
            captures = [Captures::NONE; 2];
        } else if promoted[s as usize] == 8 {
            for (captures, square) in captures.iter_mut().zip([0, 1]) {
                *captures = captures.without(Role::Pawn);
                for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                    let (kin, first) = kin(board, Man { color: s, role }, Square::wrap(square));
                    if kin.len() >= first {
                        *captures = captures.without(role);
                    }
                }
            }
        }
        let checkers = attacks::attackers::<Standard, Portable>(board, king, o, board.occupied());
        Some(Plausible { king, checkers, captures, all_promoted: promoted[o as usize] == 8 })
    }
}

impl Guard for Plausible {
    /// The other men that attack the waiting king must be interposed by the man that goes back, and it must
    /// not attack from where it came. Where it stood a captured man stays, or a line opens.
    #[inline(always)]
    fn origins<I: Isa>(&self, past: &Past, stands: Square, role: Role, quiet: bool) -> Bitboard {
        let (board, s) = (&past.board, past.turn);
        let mut occupied = board.occupied();
        let mut attackers = self.checkers - stands.bb();
        if quiet {
            occupied = occupied - stands.bb();
            if attacks::queen_rays(self.king).has(stands) {
                attackers = attacks::attackers::<Standard, I>(board, self.king, !s, occupied) - stands.bb();
            }
        }
        let mut origins = Bitboard::FULL;
        for attacker in attackers {
            origins &= attacks::between(self.king, attacker);
        }
        origins - attacks::attacks::<Standard, I>(role, s, self.king, occupied)
    }

    #[inline(always)]
    fn captures(&self, _: &Past, square: Square) -> Captures {
        off_end_ranks(self.captures[square.is_light() as usize], square)
    }

    #[inline(always)]
    fn demotes(&self, past: &Past, square: Square, role: Role) -> bool {
        // A piece beyond the first set was counted as a pawn already.
        let (kin, first) = kin(&past.board, Man { color: !past.turn, role }, square);
        !self.all_promoted || kin.len() > first
    }

    #[inline(always)]
    fn accepts<I: Isa>(&self, before: &Past) -> bool {
        let board = &before.board;
        attacks::attackers::<Standard, I>(board, self.king, before.turn, board.occupied()).is_empty()
    }
}

#[inline(always)]
fn off_end_ranks(captures: Captures, square: Square) -> Captures {
    if matches!(square.rank(), 0 | 7) { captures.without(Role::Pawn) } else { captures }
}
