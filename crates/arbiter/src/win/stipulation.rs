//! What a problem asks for, in the words of problemists: `#3`, `s#3`, `r#2`, `=4`.
//!
//! In all of them the attacker, who is to move, has so many moves and succeeds whatever the defender does.
//! What they differ in is the aim, and in who has to be brought to it:
//!
//! * `#n`, directmate: the attacker mates;
//! * `=n`, stalemate: the attacker stalemates;
//! * `s#n`, selfmate: the attacker makes the defender mate the attacker, with its n-th move at the latest;
//! * `r#n`, reflexmate: a selfmate in which whoever can mate at once must do so, the attacker too. So
//!   the attacker may make no move after which it could mate, and a defender that can mate does.

use std::fmt;
use std::str::FromStr;

use crate::board::Move;
use crate::moves::{has_legal_move, legal_moves};
use crate::position::Position;
use crate::rules::Rules;

use super::{Moves, Plies};

pub use super::ending::{By, Ending};

/// What the attacker wants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Aim {
    /// `#`: to mate.
    Mate,
    /// `=`: to stalemate.
    Stalemate,
    /// `s#`: to be mated by a defender that does not want to.
    Selfmate,
    /// `r#`: the same, where both sides must mate if they can.
    Reflexmate,
}

impl Aim {
    /// All of them.
    pub const ALL: [Aim; 4] = [Aim::Mate, Aim::Stalemate, Aim::Selfmate, Aim::Reflexmate];

    /// As problemists write it before the number of moves.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Aim::Mate => "#",
            Aim::Stalemate => "=",
            Aim::Selfmate => "s#",
            Aim::Reflexmate => "r#",
        }
    }

    /// As certificates name it; `None` is the usual aim, to win.
    ///
    /// ```
    /// use chess_arbiter::win::stipulation::Aim;
    /// assert_eq!(Aim::Selfmate.name(), Some("selfmate"));
    /// ```
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Aim::Mate => None,
            Aim::Stalemate => Some("stalemate"),
            Aim::Selfmate => Some("selfmate"),
            Aim::Reflexmate => Some("reflexmate"),
        }
    }

    /// Whether it is the defender that has to mate.
    ///
    /// ```
    /// use chess_arbiter::win::stipulation::Aim;
    /// assert_eq!(Aim::ALL.map(Aim::is_selfmate), [false, false, true, true]);
    /// ```
    #[must_use]
    pub const fn is_selfmate(self) -> bool {
        matches!(self, Aim::Selfmate | Aim::Reflexmate)
    }

    /// The plies of a solution in so many moves of the attacker, which makes the first; the last is the move
    /// that mates or stalemates, whoever has to make it.
    ///
    /// ```
    /// use chess_arbiter::win::{Moves, Plies, stipulation::Aim};
    /// assert_eq!(Aim::Stalemate.plies(Moves(3)), Plies(5));
    /// assert_eq!(Aim::Selfmate.plies(Moves(3)), Plies(6));
    /// assert_eq!(Aim::Selfmate.moves(Plies(7)), Moves(3));
    /// ```
    #[must_use]
    pub const fn plies(self, moves: Moves) -> Plies {
        if self.is_selfmate() { Plies(moves.0.saturating_mul(2)) } else { moves.plies() }
    }

    /// The moves that the attacker has of so many plies, where whoever has to makes the last.
    #[must_use]
    pub const fn moves(self, plies: Plies) -> Moves {
        if self.is_selfmate() { Moves(plies.0 / 2) } else { plies.moves() }
    }

    /// What the defender, to move, may reply: any legal move, but in a reflexmate it mates if it can. (The
    /// attacker too; then it has missed its aim: [`obliges`](Aim::obliges).)
    ///
    /// ```
    /// use chess_arbiter::{format::fen, rules::Standard, win::stipulation::Aim};
    /// let position = fen::position::<Standard>("6k1/5ppp/8/8/8/1r6/r7/7K b - - 0 1").unwrap();
    /// assert_eq!(Aim::Reflexmate.replies(&position), ["b3b1".parse().unwrap()]);
    /// assert!(Aim::Selfmate.replies(&position).len() > 1);
    /// ```
    #[must_use]
    pub fn replies<R: Rules>(self, after: &Position<R>) -> Vec<Move> {
        let mut replies = legal_moves(after);
        if self == Aim::Reflexmate {
            let mates: Vec<Move> = replies.iter().copied().filter(|&mv| is_mated(&after.play(mv))).collect();
            if !mates.is_empty() {
                replies = mates;
            }
        }
        replies
    }

    /// The replies to a move of the attacker after which the aim is not reached yet: none if it is reached
    /// already, or with any of them. `None` if the game is over without it.
    pub(crate) fn replies_to_meet<R: Rules>(self, after: &Position<R>) -> Option<Vec<Move>> {
        let mut replies = self.replies(after);
        if replies.is_empty() {
            let reached = match self {
                Aim::Mate => after.checkers().has_any(),
                Aim::Stalemate => after.checkers().is_empty(),
                Aim::Selfmate | Aim::Reflexmate => false,
            };
            return reached.then_some(replies);
        }
        if self.is_selfmate() {
            replies.retain(|&mv| !is_mated(&after.play(mv)));
        }
        Some(replies)
    }

    /// Whether a reply of the defender, after which `next` arose, has reached the aim.
    ///
    /// ```
    /// use chess_arbiter::{format::fen, rules::Standard, win::stipulation::Aim};
    /// let mated = fen::position::<Standard>("6k1/5ppp/8/8/8/8/r7/1r5K w - - 0 1").unwrap();
    /// assert!(Aim::Selfmate.is_reached_by_reply(&mated) && !Aim::Mate.is_reached_by_reply(&mated));
    /// ```
    #[must_use]
    pub fn is_reached_by_reply<R: Rules>(self, next: &Position<R>) -> bool {
        self.is_selfmate() && is_mated(next)
    }

    /// Whether the side to move would have to mate and so cannot be the attacker any more.
    ///
    /// ```
    /// use chess_arbiter::{format::fen, rules::Standard, win::stipulation::Aim};
    /// let position = fen::position::<Standard>("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
    /// assert!(Aim::Reflexmate.obliges(&position) && !Aim::Selfmate.obliges(&position));
    /// ```
    #[must_use]
    pub fn obliges<R: Rules>(self, position: &Position<R>) -> bool {
        let mates = |mv| is_mated(&position.play(mv));
        self == Aim::Reflexmate && legal_moves(position).into_iter().any(mates)
    }
}

/// Whether the side to move is checkmated.
fn is_mated<R: Rules>(position: &Position<R>) -> bool {
    position.checkers().has_any() && !has_legal_move(position)
}

/// An aim within so many moves of the attacker.
///
/// ```
/// use chess_arbiter::win::Moves;
/// use chess_arbiter::win::stipulation::{Aim, Stipulation};
///
/// let stipulation: Stipulation = "s#3".parse().unwrap();
/// assert_eq!(stipulation, Stipulation { aim: Aim::Selfmate, moves: Moves(3) });
/// assert_eq!(stipulation.to_string(), "s#3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stipulation {
    /// What the attacker wants.
    pub aim: Aim,
    /// Within so many of its moves, 1 to [`Stipulation::MAX_MOVES`].
    pub moves: Moves,
}

impl Stipulation {
    /// More moves are asked of nobody.
    pub const MAX_MOVES: Moves = Moves(999);
}

/// The text is no stipulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected #n, s#n, r#n or =n with a number of moves from 1 to {}", Stipulation::MAX_MOVES)]
pub struct NoStipulation;

impl FromStr for Stipulation {
    type Err = NoStipulation;

    fn from_str(text: &str) -> Result<Stipulation, NoStipulation> {
        let found = Aim::ALL.iter().find_map(|&aim| Some((aim, text.strip_prefix(aim.sign())?)));
        let (aim, moves) = found.ok_or(NoStipulation)?;
        // `parse` would take a plus.
        if !moves.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NoStipulation);
        }
        let moves = moves.parse().map(Moves).map_err(|_| NoStipulation)?;
        let in_bounds = (Moves(1)..=Stipulation::MAX_MOVES).contains(&moves);
        if in_bounds { Ok(Stipulation { aim, moves }) } else { Err(NoStipulation) }
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.aim.sign(), self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        for aim in Aim::ALL {
            for moves in [1, 3, 999] {
                let stipulation = Stipulation { aim, moves: Moves(moves) };
                assert_eq!(stipulation.to_string().parse(), Ok(stipulation));
            }
        }
        for text in ["", "#", "#0", "#1000", "s#", "#+3", "h#2", "s=2", "# 2", "#2.5", "x", "#99999999999"] {
            assert_eq!(text.parse::<Stipulation>(), Err(NoStipulation), "{text}");
        }
    }
}
