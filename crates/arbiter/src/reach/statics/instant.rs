//! What the men of one position alone refute. Certificates need no node for it.

use crate::attacks::{self, Isa, Task, with_best_isa};
use crate::board::{Bitboard, Board, Color, Role};
use crate::moves::{Past, pawns_and_promoted};
use crate::rules::Standard;

use super::Lemma;

/// The first instant lemma that applies to a past.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::moves::Past;
/// use chess_arbiter::reach::statics::{Lemma, instant};
/// use chess_arbiter::rules::Standard;
/// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/8/K3R3 w - - 0 1").unwrap();
/// assert_eq!(instant(&Past::from(&setup)), Some(Lemma::WaitingSideAttacked));
/// ```
pub fn instant(past: &Past) -> Option<Lemma> {
    with_best_isa(Instant(past))
}

struct Instant<'a>(&'a Past);

impl Task for Instant<'_> {
    type Output = Option<Lemma>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<Lemma> {
        let Past { board, turn, .. } = self.0;
        let [white, black] = Color::BOTH;
        let (Some(_), Some(_)) =
            (board.men(white, Role::King).single(), board.men(black, Role::King).single())
        else {
            return Some(Lemma::Kings);
        };
        if let Some(lemma) = miscounted(board).or_else(|| unclaimable(self.0)) {
            return Some(lemma);
        }
        let king = board.men(!*turn, Role::King).single()?;
        let attacked = attacks::attackers::<Standard, I>(board, king, *turn, board.occupied()).has_any();
        attacked.then_some(Lemma::WaitingSideAttacked)
    }
}

/// What the numbers of men and the rows of pawns refute.
#[inline(always)]
pub(super) fn miscounted(board: &Board) -> Option<Lemma> {
    if (board.role(Role::Pawn) & (Bitboard::rank(0) | Bitboard::rank(7))).has_any() {
        return Some(Lemma::EndRowPawns);
    }
    let [white, black] = Color::BOTH;
    if board.color(white).len() > 16 || board.color(black).len() > 16 {
        return Some(Lemma::Men);
    }
    let promoted = pawns_and_promoted(board, white) > 8 || pawns_and_promoted(board, black) > 8;
    promoted.then_some(Lemma::Promotions)
}

/// What the men refute of the claims about castling and en passant, whatever else is wrong.
#[inline(always)]
pub(in crate::reach) fn unclaimable(past: &Past) -> Option<Lemma> {
    if !past.rights_in_place() {
        return Some(Lemma::Castling);
    }
    (past.en_passant.is_some() && past.double_step().is_none()).then_some(Lemma::EnPassant)
}
