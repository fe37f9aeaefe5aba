//! Programs beside this one that do what would make it large: each is run in its place, as git and cargo do.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Command;

use crate::exit::Failure;

/// Answers files of columns with files.
const FILES: &str = "arbiter-files";

/// Whether a command line asks for a file as output.
pub(crate) fn is_asked(arguments: &[OsString]) -> bool {
    let is_output =
        |text: &&str| *text == "--output" || text.starts_with("--output=") || text.starts_with("-o");
    let mut texts = arguments.iter().skip(1).filter_map(|argument| argument.to_str());
    let question = texts.next();
    question.is_some_and(|question| ["status", "reach", "win"].contains(&question))
        && texts.take_while(|text| *text != "--").find(is_output).is_some()
}

/// Runs the program that writes files, with the same arguments. Comes back only if it cannot be run.
pub(crate) fn run(arguments: &[OsString]) -> Failure {
    let beside = env::current_exe()
        .ok()
        .map(|own| own.with_file_name(FILES).with_extension(env::consts::EXE_EXTENSION));
    let program = beside.filter(|path| path.is_file()).unwrap_or_else(|| PathBuf::from(FILES));
    let mut command = Command::new(program);
    command.args(arguments.get(1..).unwrap_or_default());
    match replaced_by(command) {
        error if error.kind() == io::ErrorKind::NotFound => Failure::Usage(
            "--output: files are written by the program arbiter-files, which was not found: `cargo install --path \
             crates/files` puts it on your path (docs/files.md)"
                .into(),
        ),
        error => Failure::System { what: format!("cannot run {FILES}"), error },
    }
}

#[cfg(unix)]
fn replaced_by(mut command: Command) -> io::Error {
    std::os::unix::process::CommandExt::exec(&mut command)
}

#[cfg(not(unix))]
fn replaced_by(mut command: Command) -> io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
