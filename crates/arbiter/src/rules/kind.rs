//! A rule set chosen at run time.

use std::fmt;
use std::str::FromStr;

use super::{Rules, RulesKind};
use crate::board::{Bitboard, Role};

/// Makes [`RulesKind`] and [`with_rules!`](crate::with_rules) from the list of all rule sets. (`$d` is a
/// dollar sign: the macro that is made needs it.)
macro_rules! rule_sets {
    ($d:tt $($module:ident::$name:ident),+ $(,)?) => {
        $(pub use $module::$name;)+

        /// The name of a rule set, for faces that learn it from the user.
        ///
        /// ```
        /// use chess_arbiter::RulesKind;
        /// assert_eq!("los-alamos".parse(), Ok(RulesKind::LosAlamos));
        /// assert_eq!(RulesKind::LosAlamos.size(), (6, 6));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum RulesKind {
            $(#[doc = concat!("[`", stringify!($name), "`]")] $name,)+
        }

        impl RulesKind {
            /// All of them.
            pub const ALL: [RulesKind; [$(RulesKind::$name),+].len()] = [$(RulesKind::$name),+];

            /// What this rule set says of itself.
            const fn facts(self) -> kind::RulesFacts {
                match self {
                    $(RulesKind::$name => kind::RulesFacts::of::<$name>(),)+
                }
            }
        }

        /// Runs a macro with the names of all rule sets.
        macro_rules! for_all_rules {
            ($d then:ident) => {
                $d then!($($name),+);
            };
        }
        pub(crate) use for_all_rules;

        /// Runs generic code with the rule set that a [`RulesKind`](crate::RulesKind) names:
        /// `with_rules!(kind, R => expression that uses the type R)`.
        ///
        /// ```
        /// use chess_arbiter::{Rules, RulesKind, with_rules};
        /// let squares = with_rules!(RulesKind::Gardner, R => R::WINDOW.len());
        /// assert_eq!(squares, 25);
        /// ```
        #[macro_export]
        macro_rules! with_rules {
            ($d kind:expr, $d rules:ident => $d body:expr) => {
                match $d kind {
                    $(
                        $crate::rules::RulesKind::$name => {
                            type $d rules = $crate::rules::$name;
                            $d body
                        }
                    )+
                }
            };
        }
    };
}

/// The constants of a rule set as values.
#[derive(Clone, Copy)]
pub(super) struct RulesFacts {
    name: &'static str,
    title: &'static str,
    start: Option<&'static str>,
    example: &'static str,
    window: Bitboard,
    size: (u8, u8),
    royal: Role,
    royal_capturable: bool,
    roles: &'static [Role],
}

impl RulesFacts {
    pub(super) const fn of<R: Rules>() -> RulesFacts {
        RulesFacts {
            name: R::NAME,
            title: R::TITLE,
            start: R::START,
            example: R::EXAMPLE,
            window: R::WINDOW,
            size: (R::WIDTH, R::HEIGHT),
            royal: R::ROYAL,
            royal_capturable: R::ROYAL_CAPTURABLE,
            roles: R::ROLES,
        }
    }
}

impl RulesKind {
    /// The name, as in `--rules`.
    ///
    /// ```
    /// use chess_arbiter::RulesKind;
    /// assert_eq!(RulesKind::LosAlamos.name(), "los-alamos");
    /// ```
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// What the game is called, in a few words.
    ///
    /// ```
    /// use chess_arbiter::RulesKind;
    /// assert_eq!(RulesKind::Standard.title(), "Chess");
    /// ```
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// The starting position as FEN, if the game has one.
    ///
    /// ```
    /// use chess_arbiter::RulesKind;
    /// assert_eq!(RulesKind::Gardner.start(), Some("rnbqk/ppppp/5/PPPPP/RNBQK w"));
    /// assert_eq!(RulesKind::Pawnless.start(), None);
    /// ```
    pub const fn start(self) -> Option<&'static str> {
        self.facts().start
    }

    /// A position to show first, as FEN.
    ///
    /// ```
    /// use chess_arbiter::RulesKind;
    /// assert_eq!(RulesKind::Simplified.example(), "rnbq/4/4/QBNR w");
    /// ```
    pub const fn example(self) -> &'static str {
        self.facts().example
    }

    /// The squares of the board.
    ///
    /// ```
    /// use chess_arbiter::RulesKind;
    /// assert_eq!(RulesKind::LosAlamos.window().len(), 36);
    /// ```
    pub const fn window(self) -> Bitboard {
        self.facts().window
    }

    /// Width and height of the board, in squares.
    ///
    /// ```
    /// use chess_arbiter::RulesKind;
    /// assert_eq!(RulesKind::Gardner.size(), (5, 5));
    /// ```
    pub const fn size(self) -> (u8, u8) {
        self.facts().size
    }

    /// The piece that must not be lost.
    ///
    /// ```
    /// use chess_arbiter::{Role, RulesKind};
    /// assert_eq!(RulesKind::Simplified.royal(), Role::Queen);
    /// ```
    pub const fn royal(self) -> Role {
        self.facts().royal
    }

    /// Whether the game is won by checkmate; if not, by capturing the royal.
    ///
    /// ```
    /// use chess_arbiter::RulesKind;
    /// assert!(RulesKind::Gardner.is_won_by_checkmate() && !RulesKind::Simplified.is_won_by_checkmate());
    /// ```
    pub const fn is_won_by_checkmate(self) -> bool {
        !self.facts().royal_capturable
    }

    /// The roles that occur.
    ///
    /// ```
    /// use chess_arbiter::{Role, RulesKind};
    /// assert!(!RulesKind::LosAlamos.roles().contains(&Role::Bishop));
    /// ```
    pub const fn roles(self) -> &'static [Role] {
        self.facts().roles
    }

    /// All names, as a person reads a choice: `a, b or c`.
    pub fn choice() -> String {
        let [first @ .., last] = RulesKind::ALL.map(RulesKind::name);
        format!("{} or {last}", first.join(", "))
    }
}

/// Standard chess.
impl Default for RulesKind {
    fn default() -> RulesKind {
        RulesKind::Standard
    }
}

impl fmt::Display for RulesKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no rule set.
///
/// ```
/// use chess_arbiter::{RulesKind, rules::UnknownRules};
/// assert_eq!("draughts".parse::<RulesKind>(), Err(UnknownRules));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rule set: expected {}", RulesKind::choice())]
pub struct UnknownRules;

impl FromStr for RulesKind {
    type Err = UnknownRules;

    fn from_str(text: &str) -> Result<RulesKind, UnknownRules> {
        RulesKind::ALL.into_iter().find(|kind| kind.name() == text).ok_or(UnknownRules)
    }
}
