//! How the program ends; the numbers are those of the command `arbiter`.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use chess_arbiter_answer::request::Problem;

/// How the work ended; the number is the exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Exit {
    /// Everything was answered.
    Done = 0,
    /// Some rows had errors, all others were answered; or the work could not be done.
    Errors = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// A limit stopped some of the work.
    Limit = 3,
    /// Ctrl-C.
    Interrupted = 130,
}

/// Why there is no output.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// The command line makes no sense, or not for these files.
    #[error("{0}")]
    Usage(String),
    /// The work cannot be done: a file cannot be read or written, say.
    #[error("{0}")]
    Work(String),
    /// Ctrl-C.
    #[error("{0}")]
    Interrupted(String),
}

impl Failure {
    /// What is wrong with a file.
    pub fn of(path: &Path, what: impl Display) -> Failure {
        Failure::Work(format!("{}: {what}", path.display()))
    }

    /// A file that cannot be written.
    pub fn writing(path: &Path, error: impl Display) -> Failure {
        Failure::Work(format!("cannot write {}: {error}", path.display()))
    }
}

/// What is wrong with a request is told of the option that it comes from.
impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        let option = problem.field.map(|field| format!("--{}: ", field.replace('_', "-")));
        Failure::Usage(format!("{}{}", option.unwrap_or_default(), problem.detail))
    }
}

/// The exit status, after saying what there is to say.
pub fn code(result: Result<Exit, Failure>) -> ExitCode {
    let exit = match result {
        Ok(exit) => exit,
        Err(failure) => {
            say(&failure.to_string());
            match failure {
                Failure::Usage(_) => Exit::Usage,
                Failure::Work(_) => Exit::Errors,
                Failure::Interrupted(_) => Exit::Interrupted,
            }
        }
    };
    ExitCode::from(exit as u8)
}

/// A line on standard error; if that is closed there is nobody to tell.
pub fn say(message: &str) {
    let _ = writeln!(io::stderr(), "arbiter: {message}");
}
