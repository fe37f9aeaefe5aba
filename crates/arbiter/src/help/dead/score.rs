//! How far a position seems to be from mate by a side, if the other helps: the order in which positions are
//! tried, and nothing that an answer rests on.

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::rules::Rules;

use super::weights::{By, Drawn, STRONG, WEAK, Weights};

/// What [`score`] says of a position.
#[derive(Clone, Copy)]
pub(super) struct Score {
    /// The less, the nearer.
    pub(super) distance: i32,
    /// The king is attacked, and no square next to it is free; otherwise it is not mated.
    pub(super) may_be_mate: bool,
}

/// Looks at men on the board.
#[inline(always)]
pub(super) fn score<R: Rules, I: Isa>(board: &Board, color: Color, by: &By) -> Score {
    if let By::Drawn(Drawn { weights, is_weak }) = by {
        return weighed::<R, I>(board, color, weights, *is_weak);
    }
    let strong = board.role(Role::Rook) | board.role(Role::Queen) | board.role(Role::Pawn);
    let is_weak = (board.color(color) & strong).is_empty() != matches!(by, By::Other);
    // Each with its weights as constants.
    if is_weak {
        weighed::<R, I>(board, color, &WEAK, true)
    } else {
        weighed::<R, I>(board, color, &STRONG, false)
    }
}

#[inline(always)]
fn weighed<R: Rules, I: Isa>(board: &Board, color: Color, weights: &Weights, is_weak: bool) -> Score {
    let (own, enemy) = (board.color(color), board.color(!color));
    let men = |role| board.role(role);
    let (queens, heavy) = (men(Role::Queen), men(Role::Rook) | men(Role::Queen));
    let (minor, pawns) = (men(Role::Knight) | men(Role::Bishop), men(Role::Pawn));
    let [ours, theirs] = [own, enemy].map(|side| (side & men(R::ROYAL)).first().unwrap_or(Square::A1));
    let ring = attacks::king(theirs) & R::WINDOW;
    let occupied = board.occupied();

    // The king does not shield what is behind it.
    let without = occupied ^ theirs.bb();
    let leaps =
        [attacks::king(ours), attacks::knights(men(Role::Knight) & own), attacks::pawns(color, pawns & own)];
    let mut attacked = leaps[0] | leaps[1] | leaps[2];
    let mut danger = leaps.iter().fold(0, |sum, set| sum + (*set & ring).len());
    let mut near = 7;
    for from in (men(Role::Bishop) | queens) & own {
        let set = I::bishop(from, without);
        (attacked, danger) = (attacked | set, danger + (set & ring).len());
    }
    for from in heavy & own {
        let set = I::rook(from, without);
        (attacked, danger) = (attacked | set, danger + (set & ring).len());
        near = near.min(steps(from, theirs));
    }
    let mut guarded = attacks::knights(men(Role::Knight) & enemy) | attacks::pawns(!color, pawns & enemy);
    for from in (men(Role::Bishop) | queens) & enemy {
        guarded |= I::bishop(from, occupied);
    }
    for from in heavy & enemy {
        guarded |= I::rook(from, occupied);
    }

    let count = |set: Bitboard| set.len() as i32;
    let edge = |at: u8, size: u8| at.min(size - 1 - at) as i32;
    let (file, rank) = (edge(theirs.file(), R::WIDTH), edge(theirs.rank(), R::HEIGHT));
    let (flights, is_checked) = (ring - attacked - enemy, attacked.has(theirs));
    let mut distance = weights.flight * count(flights)
        + weights.blocked * count((ring & enemy) - attacked)
        + weights.danger * danger.min(12) as i32
        + weights.guarded * count(guarded & ring)
        + weights.contested * count(guarded & attacked & ring)
        + weights.beside * count(own & ring)
        + weights.kings * steps(ours, theirs)
        + weights.edge * file.min(rank)
        + weights.other_edge * file.max(rank)
        + weights.check * is_checked as i32
        + weights.near * near;
    for (kind, set) in [heavy, minor, pawns].into_iter().enumerate() {
        distance += weights.theirs[kind] * count(enemy & set) + weights.ours[kind] * count(own & set);
    }
    let last = |color| if color == Color::White { R::HEIGHT - 1 } else { 0 };
    let to_go = |pawn: Square, color| pawn.rank().abs_diff(last(color)) as i32;
    if is_weak {
        let (corners, mut helpers) = corners::<R>(board, color);
        distance += weights.corner * corners.map(|corner| steps(theirs, corner)).min().unwrap_or(8);
        distance += weights.helper * { helpers }.map(|helper| steps(helper, theirs)).min().unwrap_or(8);
        if helpers.next().is_none() {
            let ranks = (enemy & pawns).map(|pawn| to_go(pawn, !color)).min();
            distance += weights.helper_rank * ranks.unwrap_or(7);
        }
    } else if (own & heavy).is_empty() {
        let effort = |pawn: Square| {
            let ahead = attacks::between(pawn, Square::at(pawn.file(), last(color))) & occupied;
            weights.rank * to_go(pawn, color) + weights.ahead * count(ahead)
        };
        distance += weights.promote + (own & pawns).map(effort).min().unwrap_or(240).min(240);
    }
    Score { distance, may_be_mate: is_checked && flights.is_empty() }
}

/// For a side with knights and bishops alone: corners in which it can mate, and the other side's men that can
/// stand beside its king there. A bishop attacks corners of its own colour; a bishop that stands beside the
/// king is on the other.
#[inline(always)]
fn corners<R: Rules>(board: &Board, color: Color) -> (Bitboard, Bitboard) {
    let (own, enemy) = (board.color(color), board.color(!color));
    let men = |role| board.role(role);
    let colors = [Bitboard::LIGHT, Bitboard(!Bitboard::LIGHT.0)];
    let sides = Bitboard::file(0) | Bitboard::file(R::WIDTH - 1);
    let all = sides & (Bitboard::rank(0) | Bitboard::rank(R::HEIGHT - 1));
    let (knights, bishops) = (enemy & men(Role::Knight), enemy & men(Role::Bishop));
    let mut corners = all;
    if (own & men(Role::Knight)).is_empty() {
        let mut helpers = knights;
        for color in colors {
            if (own & men(Role::Bishop) & color).is_empty() {
                corners = corners - color;
                helpers |= bishops & color;
            }
        }
        return (corners, helpers);
    }
    if (knights | enemy & (men(Role::Pawn) | men(Role::Rook))).is_empty() {
        for color in colors {
            if (bishops - color).is_empty() {
                corners = corners - color;
            }
        }
    }
    (if corners.is_empty() { all } else { corners }, knights | bishops)
}

/// A king's steps between two squares.
#[inline(always)]
fn steps(a: Square, b: Square) -> i32 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())) as i32
}
