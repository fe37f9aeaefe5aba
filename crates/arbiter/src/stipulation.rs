//! What a problem asks for, whoever works for it: `#3` or `s#3`, in which one side attacks and the other
//! defends, and `h#3` or `ser-h#5`, in which both help.

use std::fmt;
use std::str::FromStr;

use crate::board::Color;
use crate::help::HelpStipulation;
use crate::win::stipulation::Stipulation;

/// A stipulation of either kind.
///
/// ```
/// use chess_arbiter::stipulation::AnyStipulation;
/// for text in ["#3", "s#2", "h#2.5", "ser-h=7"] {
///     assert_eq!(text.parse::<AnyStipulation>()?.to_string(), text);
/// }
/// # Ok::<(), chess_arbiter::stipulation::NoStipulation>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyStipulation {
    /// One side attacks, whatever the other does.
    Win(Stipulation),
    /// Both help.
    Help(HelpStipulation),
}

impl AnyStipulation {
    /// Which side begins where this one attacks: itself, but where the other has to be the last but one to
    /// move.
    ///
    /// ```
    /// use chess_arbiter::{Color, stipulation::AnyStipulation};
    /// let begins = |text: &str| text.parse::<AnyStipulation>().unwrap().begins(Color::White);
    /// assert_eq!(["#2", "h#2.5", "ser-#2"].map(begins), [Color::White; 3]);
    /// assert_eq!(["h#2", "ser-h#2"].map(begins), [Color::Black; 2]);
    /// ```
    #[must_use]
    pub fn begins(self, attacker: Color) -> Color {
        match self {
            // From either side the other one is found in the same way.
            AnyStipulation::Help(asked) => asked.attacker(attacker),
            AnyStipulation::Win(_) => attacker,
        }
    }
}

impl AnyStipulation {
    /// If the side that does not attack begins, what is asked if the attacker does: `h#2.5` of `h#3`.
    #[must_use]
    pub fn without_first(self) -> AnyStipulation {
        match self {
            AnyStipulation::Help(asked) if asked.is_begun_by_defender() => {
                asked.without_first().map_or(self, AnyStipulation::Help)
            }
            AnyStipulation::Help(_) | AnyStipulation::Win(_) => self,
        }
    }
}

/// The text is no stipulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected #n, =n, s#n or r#n with n from 1 to {}, or h#n, h=n (n may end in .5), ser-h#n, ser-h=n, ser-#n \
     or ser-=n with n to {}",
    Stipulation::MAX_MOVES,
    HelpStipulation::MAX_MOVES
)]
pub struct NoStipulation;

impl FromStr for AnyStipulation {
    type Err = NoStipulation;

    fn from_str(text: &str) -> Result<AnyStipulation, NoStipulation> {
        let help = || text.parse().map(AnyStipulation::Help);
        text.parse().map(AnyStipulation::Win).or_else(|_| help()).map_err(|_| NoStipulation)
    }
}

impl fmt::Display for AnyStipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyStipulation::Win(stipulation) => stipulation.fmt(f),
            AnyStipulation::Help(stipulation) => stipulation.fmt(f),
        }
    }
}
