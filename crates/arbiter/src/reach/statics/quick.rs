//! **Quick tests**, for positions by the million: what an arrangement of men shows without deductions. No
//! position that can arise is refuted; of random arrangements hardly any that cannot arise pass.

use crate::attacks::{self, Isa, Task, with_best_isa};
use crate::board::{Role, Setup};
use crate::moves::Past;
use crate::position::Threats;
use crate::rules::Standard;

use super::instant::{miscounted, unclaimable};
use super::{Lemma, checks, files};

/// Why a position is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flaw {
    /// A lemma refutes it: an instant one, or [`Lemma::Files`].
    Lemma(Lemma),
    /// No single move can have given the checks. (A certificate shows this by taking back each move.)
    Checks,
}

/// The first flaw found.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::reach::statics::{Flaw, quick};
/// use chess_arbiter::rules::Standard;
/// // Queen and bishop give check, and neither can have come from between the other and the king.
/// let setup = fen::parse::<Standard>("2K5/8/5k2/8/3B4/8/5Q2/8 b - - 0 1").unwrap();
/// assert_eq!(quick(&setup), Some(Flaw::Checks));
/// ```
pub fn quick(setup: &Setup) -> Option<Flaw> {
    with_best_isa(Quick(setup))
}

struct Quick<'a>(&'a Setup);

impl Task for Quick<'_> {
    type Output = Option<Flaw>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<Flaw> {
        let (board, us) = (&self.0.board, self.0.turn);
        let (Some(king), Some(waiting)) =
            (board.men(us, Role::King).single(), board.men(!us, Role::King).single())
        else {
            return Some(Flaw::Lemma(Lemma::Kings));
        };
        let attacked =
            Threats::to::<Standard>(board, !us, waiting).checkers | (attacks::king(king) & waiting.bb());
        if attacked.has_any() {
            return Some(Flaw::Lemma(Lemma::WaitingSideAttacked));
        }
        if let Some(lemma) = miscounted(board) {
            return Some(Flaw::Lemma(lemma));
        }
        if files::refuted(board) {
            return Some(Flaw::Lemma(Lemma::Files));
        }
        let checkers = Threats::to::<Standard>(board, us, king).checkers;
        if checks::impossible::<I>(board, us, king, checkers) {
            return Some(Flaw::Checks);
        }
        if self.0.castling.has_any() || self.0.en_passant.is_some() {
            return unclaimable(&Past::from(self.0)).map(Flaw::Lemma);
        }
        None
    }
}
