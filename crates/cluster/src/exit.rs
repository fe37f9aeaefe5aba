//! How the program ends; the numbers are those of the command `arbiter`.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use datafusion::error::DataFusionError;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The command line or the query makes no sense.
    #[error("{0}")]
    Usage(String),
    /// The work could not be done.
    #[error("{0}")]
    Work(String),
    /// Ctrl-C, or SIGTERM.
    #[error("{0}")]
    Interrupted(String),
}

/// The exit status after Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

impl Failure {
    /// What is wrong with a file.
    pub(crate) fn of(path: &Path, what: impl Display) -> Failure {
        Failure::Work(format!("{}: {what}", path.display()))
    }

    /// A file that cannot be written.
    pub(crate) fn writing(path: &Path, error: impl Display) -> Failure {
        Failure::Work(format!("cannot write {}: {error}", path.display()))
    }

    /// What is wrong with a query, before it is sent.
    pub(crate) fn query(error: DataFusionError) -> Failure {
        Failure::Usage(error.find_root().to_string())
    }
}

/// The exit status, after saying what there is to say.
pub(crate) fn code(result: Result<(), Failure>) -> ExitCode {
    let Err(failure) = result else { return ExitCode::SUCCESS };
    say(&failure.to_string());
    ExitCode::from(match failure {
        Failure::Work(_) => 1,
        Failure::Usage(_) => 2,
        Failure::Interrupted(_) => INTERRUPTED,
    })
}

/// A line on standard error; if that is closed there is nobody to tell.
pub(crate) fn say(message: &str) {
    let _ = writeln!(io::stderr(), "arbiter: {message}");
}
