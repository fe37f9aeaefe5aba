//! What a help problem asks for: `h#3`, `h#2.5`, `h=2`, `ser-h#5`, `ser-#4`.
//!
//! The side that moves last is called the attacker, though both work for the same end: the other side,
//! the defender, is checkmated or stalemated.

use std::fmt;
use std::str::FromStr;

use crate::board::{Color, Move};
use crate::moves::has_legal_move;
use crate::position::Position;
use crate::rules::Rules;

/// What becomes of the defender.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// `#`: it is checkmated.
    Mate,
    /// `=`: it is stalemated.
    Stalemate,
}

impl End {
    /// Whether it has come about: the side to move is the defender.
    ///
    /// ```
    /// use chess_arbiter::{Position, help::End};
    /// let position: Position = "R2k4/8/3K4/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert!(End::Mate.is_reached(&position) && !End::Stalemate.is_reached(&position));
    /// # Ok::<(), chess_arbiter::PositionError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn is_reached<R: Rules>(self, position: &Position<R>) -> bool {
        position.checkers().has_any() == (self == End::Mate) && !has_legal_move(position)
    }
}

/// Who moves when.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Play {
    /// `h`: both in turn.
    Help,
    /// `ser-h`: the defender makes a series of moves, only the last of which may check, then the attacker
    /// makes one.
    SeriesHelp,
    /// `ser-`: the attacker makes a series of moves, only the last of which may check.
    Series,
}

impl Play {
    /// The position after a legal move that leaves `left` plies: in a series the same side goes on, and it
    /// does not if it checks.
    ///
    /// ```
    /// use chess_arbiter::{Color, Position, help::Play};
    /// let position: Position = "8/8/8/8/8/8/k7/2K4R w - - 0 1".parse()?;
    /// let step = |to: &str, left| Play::Series.after(&position, to.parse().unwrap(), left);
    /// assert_eq!(step("h1h8", 2).map(|after| after.turn()), Some(Color::White));
    /// assert!(step("h1h2", 2).is_none());
    /// # Ok::<(), chess_arbiter::PositionError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn after<R: Rules>(self, position: &Position<R>, mv: Move, left: u32) -> Option<Position<R>> {
        let after = position.play(mv);
        let goes_on = match self {
            Play::Help => false,
            Play::SeriesHelp => left > 1,
            Play::Series => left > 0,
        };
        if goes_on { after.passed() } else { Some(after) }
    }

    /// As problemists write it before the sign of the end.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Play::Help => "h",
            Play::SeriesHelp => "ser-h",
            Play::Series => "ser-",
        }
    }
}

/// An end, and the moves that lead to it.
///
/// ```
/// use chess_arbiter::help::{End, HelpStipulation, Play};
///
/// let asked: HelpStipulation = "h#2.5".parse().unwrap();
/// assert_eq!(asked, HelpStipulation { play: Play::Help, end: End::Mate, plies: 5 });
/// assert_eq!(asked.to_string(), "h#2.5");
/// let asked: HelpStipulation = "ser-h=4".parse().unwrap();
/// assert_eq!(asked, HelpStipulation { play: Play::SeriesHelp, end: End::Stalemate, plies: 5 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HelpStipulation {
    /// Who moves when.
    pub play: Play,
    /// What becomes of the defender.
    pub end: End,
    /// Moves of both sides together, at least 1 (2 in `ser-h`).
    pub plies: u32,
}

impl HelpStipulation {
    /// More moves are asked of nobody.
    pub const MAX_MOVES: u32 = 100;

    /// Whether the side that does not move last moves first.
    #[must_use]
    pub const fn is_begun_by_defender(self) -> bool {
        match self.play {
            Play::Help => self.plies.is_multiple_of(2),
            Play::SeriesHelp => true,
            Play::Series => false,
        }
    }

    /// Which side moves last if this one begins.
    ///
    /// ```
    /// use chess_arbiter::{Color, help::HelpStipulation};
    /// let asked: HelpStipulation = "h#2".parse().unwrap();
    /// assert_eq!(asked.attacker(Color::Black), Color::White);
    /// ```
    #[must_use]
    pub fn attacker(self, begins: Color) -> Color {
        if self.is_begun_by_defender() { !begins } else { begins }
    }

    /// What is asked if the first move is passed over: `h#2.5` of `h#3`. Of series there is no such thing.
    #[must_use]
    pub const fn without_first(self) -> Option<HelpStipulation> {
        match (self.play, self.plies) {
            (Play::Help, 2..) => Some(HelpStipulation { plies: self.plies - 1, ..self }),
            _ => None,
        }
    }

    /// Moves, as the number says: in `h#2.5` three, in `ser-h#4` four.
    #[must_use]
    pub const fn moves(self) -> u32 {
        match self.play {
            Play::Help => self.plies.div_ceil(2),
            Play::SeriesHelp => self.plies.saturating_sub(1),
            Play::Series => self.plies,
        }
    }

    /// The same with fewer moves, from the fewest on, then itself: a game may end before its time.
    ///
    /// ```
    /// use chess_arbiter::help::HelpStipulation;
    /// let asked: HelpStipulation = "h#2.5".parse().unwrap();
    /// let texts: Vec<String> = asked.shorter().map(|asked| asked.to_string()).collect();
    /// assert_eq!(texts, ["h#0.5", "h#1.5", "h#2.5"]);
    /// ```
    pub fn shorter(self) -> impl Iterator<Item = HelpStipulation> {
        let (first, step) = match self.play {
            Play::Help => (2 - self.plies % 2, 2),
            Play::SeriesHelp => (2, 1),
            Play::Series => (1, 1),
        };
        (first..=self.plies).step_by(step).map(move |plies| HelpStipulation { plies, ..self })
    }
}

/// The text is no stipulation of this kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected h#n, h=n (n may end in .5), ser-h#n, ser-h=n, ser-#n or ser-=n with n to {}",
    HelpStipulation::MAX_MOVES
)]
pub struct NoHelpStipulation;

impl FromStr for HelpStipulation {
    type Err = NoHelpStipulation;

    fn from_str(text: &str) -> Result<HelpStipulation, NoHelpStipulation> {
        let parse = || {
            let (play, rest) = [Play::SeriesHelp, Play::Series, Play::Help]
                .into_iter()
                .find_map(|play| Some((play, text.strip_prefix(play.sign())?)))?;
            let (end, number) = match rest.strip_prefix('#') {
                Some(number) => (End::Mate, number),
                None => (End::Stalemate, rest.strip_prefix('=')?),
            };
            let (whole, half) = match number.strip_suffix(".5") {
                Some(whole) if play == Play::Help => (whole, 1),
                _ => (number, 0),
            };
            // `parse` would take a plus.
            let whole: u32 =
                whole.parse().ok().filter(|_| whole.bytes().all(|byte| byte.is_ascii_digit()))?;
            let plies = match play {
                Play::Help => whole.checked_mul(2)?.checked_add(half)?,
                Play::SeriesHelp => whole.checked_add(1)?,
                Play::Series => whole,
            };
            let in_bounds = whole <= Self::MAX_MOVES && (whole > 0 || half > 0);
            in_bounds.then_some(HelpStipulation { play, end, plies })
        };
        parse().ok_or(NoHelpStipulation)
    }
}

impl fmt::Display for HelpStipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = if self.end == End::Mate { '#' } else { '=' };
        let (moves, half) = match self.play {
            Play::Help => (self.plies / 2, if self.plies % 2 == 1 { ".5" } else { "" }),
            Play::SeriesHelp => (self.plies.saturating_sub(1), ""),
            Play::Series => (self.plies, ""),
        };
        write!(f, "{}{end}{moves}{half}", self.play.sign())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        for text in ["h#1", "h#0.5", "h#100.5", "h=3", "ser-h#12", "ser-h=1", "ser-#4", "ser-=100"] {
            assert_eq!(text.parse::<HelpStipulation>().map(|asked| asked.to_string()), Ok(text.into()));
        }
        let wrong = [
            "",
            "h",
            "h#",
            "h#0",
            "h#101",
            "h#+3",
            "h#2.4",
            "h#.5",
            "#2",
            "s#2",
            "ser-h#2.5",
            "ser-s#2",
            "h3",
            "ser-",
            "h#99999999999",
        ];
        for text in wrong {
            assert_eq!(text.parse::<HelpStipulation>(), Err(NoHelpStipulation), "{text}");
        }
    }
}
