//! How a problem ends on the board, for those who play it out.

use crate::board::Color;
use crate::moves::has_legal_move;
use crate::position::Position;
use crate::rules::Rules;

use super::mate::can_mate;
use super::stipulation::Aim;

/// What ends a problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum By {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The attacker of a reflexmate, to move, can mate and so would have to.
    Obligation,
}

impl By {
    /// `checkmate`, `stalemate` or `obligation`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            By::Checkmate => "checkmate",
            By::Stalemate => "stalemate",
            By::Obligation => "obligation",
        }
    }
}

/// The end of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// Whether it is what the attacker wanted.
    pub reached: bool,
    /// What ends it.
    pub by: By,
}

impl Aim {
    /// Whether whoever is to mate, where the side to move attacks, has anything to mate with: no move of
    /// either side gives it that.
    ///
    /// ```
    /// use chess_arbiter::format::fen;
    /// use chess_arbiter::rules::Standard;
    /// use chess_arbiter::win::stipulation::Aim;
    ///
    /// let position = fen::position::<Standard>("8/8/8/4k3/8/8/8/KQ6 w - - 0 1").unwrap();
    /// assert!(Aim::Mate.has_men(&position) && !Aim::Selfmate.has_men(&position));
    /// ```
    #[must_use]
    pub fn has_men<R: Rules>(self, position: &Position<R>) -> bool {
        match self {
            Aim::Mate => can_mate(position, position.turn()),
            Aim::Selfmate | Aim::Reflexmate => can_mate(position, !position.turn()),
            Aim::Stalemate => true,
        }
    }

    /// Whether a problem that `attacker` is to solve is over with this position, and how.
    ///
    /// ```
    /// use chess_arbiter::board::Color;
    /// use chess_arbiter::format::fen;
    /// use chess_arbiter::rules::Standard;
    /// use chess_arbiter::win::stipulation::{Aim, By, Ending};
    ///
    /// let mated = fen::position::<Standard>("6k1/5ppp/8/8/8/8/r7/1r5K w - - 0 1").unwrap();
    /// let ending = |aim: Aim| aim.ending(&mated, Color::White);
    /// assert_eq!(ending(Aim::Selfmate), Some(Ending { reached: true, by: By::Checkmate }));
    /// assert_eq!(ending(Aim::Mate), Some(Ending { reached: false, by: By::Checkmate }));
    ///
    /// let could_mate = fen::position::<Standard>("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
    /// let ending = Aim::Reflexmate.ending(&could_mate, Color::White);
    /// assert_eq!(ending, Some(Ending { reached: false, by: By::Obligation }));
    /// assert_eq!(Aim::Reflexmate.ending(&could_mate, Color::Black), None);
    /// ```
    #[must_use]
    pub fn ending<R: Rules>(self, position: &Position<R>, attacker: Color) -> Option<Ending> {
        let attacks = position.turn() == attacker;
        if has_legal_move(position) {
            let is_over = attacks && self.obliges(position);
            return is_over.then_some(Ending { reached: false, by: By::Obligation });
        }
        let by = if position.checkers().has_any() { By::Checkmate } else { By::Stalemate };
        let reached = match self {
            Aim::Mate => by == By::Checkmate && !attacks,
            Aim::Stalemate => by == By::Stalemate && !attacks,
            Aim::Selfmate | Aim::Reflexmate => by == By::Checkmate && attacks,
        };
        Some(Ending { reached, by })
    }
}
