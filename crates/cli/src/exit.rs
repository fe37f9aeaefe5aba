//! How the command ends.

use std::io::{self, Write};
use std::process::ExitCode;

use chess_arbiter_answer::request::Problem;
use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::options::Cli;

/// How the work ended; the number is the exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Everything was answered.
    Done = 0,
    /// Some inputs had errors, all others were answered.
    Errors = 1,
    /// The input of a program with a fixed format was malformed.
    Malformed = 2,
    /// A limit stopped some of the work.
    Limit = 3,
    /// Ctrl-C.
    Interrupted = 130,
}

/// Why the work could not be done or finished.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The command line makes no sense.
    #[error("{0}")]
    Usage(String),
    /// The answers cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// Standard output was closed from the start.
    #[error("cannot write: standard output is closed")]
    Closed,
    /// A checkpoint that cannot be gone on from.
    #[error("{0}")]
    Checkpoint(String),
    /// Something else of the operating system's.
    #[error("{what}: {error}")]
    System { what: String, error: io::Error },
    /// A fault of ours; the panic has said more.
    #[error("internal error, answers are missing from here on")]
    Internal,
}

/// What is wrong with a request is told of the option that it comes from.
impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        let option = problem.field.map(|field| format!("--{}: ", field.replace('_', "-")));
        Failure::Usage(format!("{}{}", option.unwrap_or_default(), problem.detail))
    }
}

/// The exit status, after saying what there is to say.
pub(crate) fn code(result: Result<Exit, Failure>) -> ExitCode {
    let failure = match result {
        Ok(exit) => return ExitCode::from(exit as u8),
        Err(failure) => failure,
    };
    match failure {
        // Who closed the pipe has seen enough.
        Failure::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Failure::Usage(message) => usage(&message),
        failure => say(&failure.to_string()),
    }
    ExitCode::from(Exit::Errors as u8)
}

/// Ends as clap does when the command line is wrong.
fn usage(message: &str) -> ! {
    // The usage shown is that of the subcommand in use.
    let mut cli = Cli::command();
    cli.build();
    let name = std::env::args_os().nth(1).and_then(|name| name.into_string().ok());
    let command = name.and_then(|name| cli.find_subcommand(&name)).unwrap_or(&cli);
    command.clone().error(ErrorKind::ValueValidation, message).exit()
}

/// A line on standard error; if that is closed there is nobody to tell.
pub(crate) fn say(message: &str) {
    let _ = writeln!(io::stderr(), "arbiter: {message}");
}
