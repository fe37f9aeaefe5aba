//! What a problem asks for, in the words of problemists: `#3`, `s#3`, `r#2`, `=4`.
//!
//! In all of them the attacker, who is to move, has so many moves and succeeds whatever the defender does. What
//! they differ in is the aim, and in who has to be brought to it:
//!
//! * `#n`, directmate: the attacker mates;
//! * `=n`, stalemate: the attacker stalemates;
//! * `s#n`, selfmate: the attacker makes the defender mate the attacker, with its n-th move at the latest;
//! * `r#n`, reflexmate: a selfmate in which whoever can mate at once must do so, the attacker too. So
//!   the attacker may make no move after which it could mate, and a defender that can mate does.

use std::fmt;
use std::str::FromStr;

use super::Moves;

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
