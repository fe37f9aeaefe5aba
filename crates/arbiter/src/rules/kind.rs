//! A rule set chosen at run time.

use std::fmt;
use std::str::FromStr;

use super::{Pawnless, Rules, Simplified, SimplifiedPawns, Standard};

/// The name of a rule set, for faces that learn it from the user.
///
/// ```
/// use chess_arbiter::rules::RulesKind;
/// assert_eq!("simplified-pawns".parse(), Ok(RulesKind::SimplifiedPawns));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RulesKind {
    /// [`Standard`]
    #[default]
    Standard,
    /// [`Pawnless`]
    Pawnless,
    /// [`Simplified`]
    Simplified,
    /// [`SimplifiedPawns`]
    SimplifiedPawns,
}

impl RulesKind {
    /// All of them.
    pub const ALL: [RulesKind; 4] =
        [RulesKind::Standard, RulesKind::Pawnless, RulesKind::Simplified, RulesKind::SimplifiedPawns];

    /// The name, as in `--rules`.
    pub const fn name(self) -> &'static str {
        match self {
            RulesKind::Standard => Standard::NAME,
            RulesKind::Pawnless => Pawnless::NAME,
            RulesKind::Simplified => Simplified::NAME,
            RulesKind::SimplifiedPawns => SimplifiedPawns::NAME,
        }
    }

    /// Width and height of the board, in squares.
    pub const fn size(self) -> (u8, u8) {
        match self {
            RulesKind::Standard => (Standard::WIDTH, Standard::HEIGHT),
            RulesKind::Pawnless => (Pawnless::WIDTH, Pawnless::HEIGHT),
            RulesKind::Simplified => (Simplified::WIDTH, Simplified::HEIGHT),
            RulesKind::SimplifiedPawns => (SimplifiedPawns::WIDTH, SimplifiedPawns::HEIGHT),
        }
    }
}

/// Runs generic code with the rule set that a [`RulesKind`] names:
/// `with_rules!(kind, R => expression that uses the type R)`.
#[macro_export]
macro_rules! with_rules {
    ($kind:expr, $rules:ident => $body:expr) => {
        match $kind {
            $crate::rules::RulesKind::Standard => {
                type $rules = $crate::rules::Standard;
                $body
            }
            $crate::rules::RulesKind::Pawnless => {
                type $rules = $crate::rules::Pawnless;
                $body
            }
            $crate::rules::RulesKind::Simplified => {
                type $rules = $crate::rules::Simplified;
                $body
            }
            $crate::rules::RulesKind::SimplifiedPawns => {
                type $rules = $crate::rules::SimplifiedPawns;
                $body
            }
        }
    };
}

impl fmt::Display for RulesKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rule set: expected standard, pawnless, simplified or simplified-pawns")]
pub struct UnknownRules;

impl FromStr for RulesKind {
    type Err = UnknownRules;

    fn from_str(text: &str) -> Result<RulesKind, UnknownRules> {
        RulesKind::ALL.into_iter().find(|kind| kind.name() == text).ok_or(UnknownRules)
    }
}
