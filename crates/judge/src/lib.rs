//! The contest programs: each reads its documented format, asks one question and writes the documented
//! answer.
//!
//! | [`Program`] | a case | answer |
//! |---|---|---|
//! | `simplified`, `simplified-pawns` | `w b m`, then `T C R` a man | `YES`, `NO` |
//! | `reachable` | a board of chess symbols and dots | `True`, `False N` |
//! | `checkmate` | `w` or `B`, then eight rows | `WHITE IS CHECKED`, … |
//! | `unfinished` | `r1 r2 wk bk` | `CHECKMATE`, `OTHER` |
//!
//! Input of any length is read byte by byte in the memory of a few cases. Three rules hold throughout:
//!
//! * whoever may have to wait for input first writes every answer that is known or owed;
//! * an answer never waits for a later one that takes long;
//! * at the first wrong byte nothing more is read: the answers before it are written, then it is reported.

#![forbid(unsafe_code)]

mod alone;
mod answers;
mod case;
mod checkmate;
mod crew;
mod error;
mod reachable;
mod show;
mod simplified;
mod source;
mod unfinished;
mod word;
mod worker;

use std::fmt;
use std::io::{BufRead, Write};
use std::num::NonZero;
use std::str::FromStr;
use std::sync::Arc;

pub use case::{Asked, Case, cases};
pub use error::JudgeError;

use answers::Answers;
use chess_arbiter::rules;
use chess_arbiter::win::{Limits, Oracle};
use source::CaseSource;

/// Which contest is judged.
///
/// ```
/// use chess_arbiter_judge::Program;
/// assert_eq!("simplified-pawns".parse(), Ok(Program::SimplifiedPawns));
/// assert_eq!(Program::Unfinished.to_string(), "unfinished");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Program {
    /// *Simplified Chess Engine*: can White take the black queen within m plies?
    Simplified,
    /// Its sequel with pawns.
    SimplifiedPawns,
    /// *Is this Chessboard Reachable?*: the five rules.
    Reachable,
    /// *Check or checkmate* on a board without pawns.
    Checkmate,
    /// *Game of chess unfinished*: two rooks and a king against a king.
    Unfinished,
}

impl Program {
    /// All of them.
    pub const ALL: [Program; 5] = [
        Program::Simplified,
        Program::SimplifiedPawns,
        Program::Reachable,
        Program::Checkmate,
        Program::Unfinished,
    ];

    /// The name, as in `arbiter judge NAME`.
    pub const fn name(self) -> &'static str {
        match self {
            Program::Simplified => "simplified",
            Program::SimplifiedPawns => "simplified-pawns",
            Program::Reachable => "reachable",
            Program::Checkmate => "checkmate",
            Program::Unfinished => "unfinished",
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown program: expected simplified, simplified-pawns, reachable, checkmate or unfinished")]
pub struct UnknownProgram;

impl FromStr for Program {
    type Err = UnknownProgram;

    fn from_str(text: &str) -> Result<Program, UnknownProgram> {
        Program::ALL.into_iter().find(|program| program.name() == text).ok_or(UnknownProgram)
    }
}

/// How the work is done; the answers do not depend on it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads that solve games of the `simplified` programs; 0 and 1 mean none but the caller's,
    /// which is also all there is where the platform has no threads.
    /// The other programs never need more than the caller's.
    pub threads: usize,
    /// Time and positions are for each game, memory is for all threads together.
    pub limits: Limits,
    /// Exact values for the `simplified` programs, where they are known without a search.
    pub oracle: Option<Arc<dyn Oracle>>,
}

impl Default for Options {
    /// A thread for each processor, and the default [`Limits`].
    fn default() -> Options {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        Options { threads, limits: Limits::default(), oracle: None }
    }
}

/// Judges every case of `input`, writing each answer (and flushing it) as soon as it is known, in order.
///
/// Nothing is written but answers. Give `input` a buffer of 64 KiB or more for speed; what it has in hand is
/// taken up to so much, also beyond the place of an error.
///
/// ```
/// use chess_arbiter_judge::{self as judge, Options, Program};
/// let mut answers = Vec::new();
/// let mut cases = &b"a6 b4 c8 a8\n"[..];
/// judge::run(Program::Unfinished, &mut cases, &mut answers, &Options::default()).unwrap();
/// assert_eq!(answers, b"CHECKMATE\n");
/// ```
///
/// # Errors
/// Malformed input, a limit that stopped the work, or a failure to read or write. All answers
/// before it have been written.
pub fn run(
    program: Program,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    options: &Options,
) -> Result<(), JudgeError> {
    let answers = Answers::new(output);
    match program {
        Program::Simplified => simplified::run::<rules::Simplified>(input, answers, options),
        Program::SimplifiedPawns => simplified::run::<rules::SimplifiedPawns>(input, answers, options),
        Program::Reachable => CaseSource::new(input, answers, options).judge(reachable::boards),
        Program::Checkmate => CaseSource::new(input, answers, options).judge(checkmate::boards),
        Program::Unfinished => CaseSource::new(input, answers, options).judge(unfinished::cases),
    }
}
