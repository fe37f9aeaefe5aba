//! Problems as Popeye, a solving program of problemists, has them in files, with English keywords:
//! `BeginProblem … Stipulation … Pieces … Option … Twin … NextProblem … EndProblem`.
//!
//! A problem becomes positions with what is asked of each, one for each twin: plain data. What is not
//! supported (other men than those of chess, other rules, other stipulations) is named with its place; a twin
//! with such a fault leaves the others as they are. A text either means the same here as there, or is
//! refused.
//!
//! | module | what |
//! |---|---|
//! | `words`, `keywords` | words with their places; what they are short for |
//! | `read` | a problem, command by command |
//! | `men`, `twin` | men on squares; what twins change |
//! | `stream` | the problems of a file |

mod keywords;
mod men;
mod read;
mod stream;
mod twin;
mod words;

use std::time::Duration;

use crate::format::{ProblemSetup, TextError};
use crate::stipulation::AnyStipulation;

pub use stream::{MAX_PROBLEM, Problems, Written, begins};

/// Twins of a problem that are read.
pub const MAX_TWINS: usize = 256;

/// A problem: what is said about it, and its positions.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// What is said about it, for readers.
    pub heading: Heading,
    /// What is wanted beside the keys.
    pub options: Options,
    /// The positions: of each twin one, with `Duplex` two. Never empty.
    pub parts: Vec<Result<Part, TextError>>,
}

/// Texts about a problem, in the order in which they were given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Heading {
    /// Who made it.
    pub authors: Vec<String>,
    /// What it is called.
    pub titles: Vec<String>,
    /// Where it appeared.
    pub origins: Vec<String>,
    /// What it won.
    pub awards: Vec<String>,
    /// What else was noted.
    pub remarks: Vec<String>,
}

/// What is wanted beside the keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// `Variation`: threats and variations.
    pub variations: bool,
    /// `Try`, `Defence n`: first moves that so many defences refute at most.
    pub tries: usize,
    /// `SetPlay`: what would follow if the other side were to move.
    pub set_play: bool,
    /// Not `NoThreat`: threats are told, and defences that do not meet them left out.
    pub threats: bool,
    /// Not `NoShortVariations`: variations that end before the last move are told too.
    pub short: bool,
    /// Not `NoBoard`: the board is shown.
    pub board: bool,
    /// `MaxTime`: for each position.
    pub time: Option<Duration>,
}

impl Default for Options {
    fn default() -> Options {
        let (variations, tries, set_play) = (false, 0, false);
        Options { variations, tries, set_play, threats: true, short: true, board: true, time: None }
    }
}

/// A position with what is asked of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Part {
    /// The line of the problem's text that it begins on.
    pub line: usize,
    /// The line and column of the command that placed its men, or of the twin that changed them.
    pub men_at: (usize, usize),
    /// `a`, `b`, …; empty if there is only one.
    pub name: String,
    /// What was changed, in the words of the text; empty of the position that was set up.
    pub change: String,
    /// The position: castling by the convention of problems; to move is who begins.
    pub problem: ProblemSetup,
    /// What is asked.
    pub stipulation: AnyStipulation,
}

/// Reads one problem: from `BeginProblem` (or the `NextProblem` that ends the one before) to `EndProblem` or
/// `NextProblem`. What stands behind it is not looked at.
///
/// ```
/// use chess_arbiter::popeye;
/// let text = "BeginProblem\nStip #2\nPieces White Kf7 Ra1 Black Kh8\nTwin Move a1 b1\nEndProblem\n";
/// let problem = popeye::parse(text)?;
/// let twin = problem.parts[1].as_ref().unwrap();
/// assert_eq!((twin.name.as_str(), twin.stipulation.to_string().as_str()), ("b", "#2"));
/// # Ok::<(), chess_arbiter::TextError>(())
/// ```
///
/// # Errors
/// What is wrong with all of it. What is wrong with a twin is in its place in `parts`.
pub fn parse(text: &str) -> Result<Problem, TextError> {
    read::problem(text)
}
