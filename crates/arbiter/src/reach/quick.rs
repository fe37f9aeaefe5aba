//! **Quick tests**, for positions by the million: what an arrangement of men shows without deductions. No
//! position that can arise is refuted; of random arrangements hardly any that cannot arise pass.

use crate::attacks::{self, Isa, Task, with_best_isa};
use crate::board::{Role, Setup, Start};
use crate::moves::Past;
use crate::position::Threats;
use crate::rules::Standard;

use super::facts::checks;
use super::lemma::{self, Lemma};

/// Why a position is impossible: one byte, for positions by the million.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Flaw {
    /// [`lemma::KINGS`]
    Kings,
    /// [`lemma::WAITING_SIDE_ATTACKED`]
    WaitingSideAttacked,
    /// [`lemma::END_ROW_PAWNS`]
    EndRowPawns,
    /// [`lemma::MEN`]
    Men,
    /// [`lemma::PROMOTIONS`]
    Promotions,
    /// [`lemma::FILES`]
    Files,
    /// No single move can have given the checks. (A certificate shows this by taking back each move.)
    Checks,
    /// [`lemma::CASTLING`]
    Castling,
    /// [`lemma::EN_PASSANT`]
    EnPassant,
}

impl Flaw {
    /// The lemma that refutes such a position; none is about checks.
    pub fn lemma(self) -> Option<&'static Lemma> {
        match self {
            Flaw::Kings => Some(&lemma::KINGS),
            Flaw::WaitingSideAttacked => Some(&lemma::WAITING_SIDE_ATTACKED),
            Flaw::EndRowPawns => Some(&lemma::END_ROW_PAWNS),
            Flaw::Men => Some(&lemma::MEN),
            Flaw::Promotions => Some(&lemma::PROMOTIONS),
            Flaw::Files => Some(&lemma::FILES),
            Flaw::Checks => None,
            Flaw::Castling => Some(&lemma::CASTLING),
            Flaw::EnPassant => Some(&lemma::EN_PASSANT),
        }
    }
}

/// The first flaw found.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::reach::{Flaw, quick};
/// use chess_arbiter::rules::Standard;
/// // Queen and bishop give check, and neither can have come from between the other and the king.
/// let setup = fen::parse::<Standard>("2K5/8/5k2/8/3B4/8/5Q2/8 b - - 0 1").unwrap();
/// assert_eq!(quick(&setup), Some(Flaw::Checks));
/// ```
pub fn quick(setup: &Setup) -> Option<Flaw> {
    quick_from(Start::USUAL, setup)
}

/// [`quick`] of games that begin with this array.
pub(super) fn quick_from(start: Start, setup: &Setup) -> Option<Flaw> {
    with_best_isa(QuickTests(setup, start))
}

struct QuickTests<'a>(&'a Setup, Start);

impl Task for QuickTests<'_> {
    type Output = Option<Flaw>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<Flaw> {
        let (board, us) = (&self.0.board, self.0.turn);
        let (Some(king), Some(waiting)) =
            (board.men(us, Role::King).single(), board.men(!us, Role::King).single())
        else {
            return Some(Flaw::Kings);
        };
        let attacked =
            Threats::to::<Standard>(board, !us, waiting).checkers | (attacks::king(king) & waiting.bb());
        if attacked.has_any() {
            return Some(Flaw::WaitingSideAttacked);
        }
        if lemma::end_row_pawns::pawns(board).has_any() {
            return Some(Flaw::EndRowPawns);
        }
        if lemma::men::applies(board) {
            return Some(Flaw::Men);
        }
        if lemma::promotions::applies(board) {
            return Some(Flaw::Promotions);
        }
        if lemma::files::applies(board) {
            return Some(Flaw::Files);
        }
        let checkers = Threats::to::<Standard>(board, us, king).checkers;
        if checks::impossible::<I>(board, us, king, checkers) {
            return Some(Flaw::Checks);
        }
        if self.0.castling.has_any() || self.0.en_passant.is_some() {
            let past = Past { start: self.1, ..Past::from(self.0) };
            if !past.rights_in_place() {
                return Some(Flaw::Castling);
            }
            if past.en_passant.is_some() && past.double_step().is_none() {
                return Some(Flaw::EnPassant);
            }
        }
        None
    }
}
