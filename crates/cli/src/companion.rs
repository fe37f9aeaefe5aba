//! Programs beside this one that do what would make it large: each is run in its place, as git and cargo do.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Command;

use crate::exit::Failure;

/// A program beside this one.
pub(crate) struct Companion {
    name: &'static str,
    /// What it does for which option or command.
    does: &'static str,
    package: &'static str,
    page: &'static str,
}

const FILES: Companion = Companion {
    name: "arbiter-files",
    does: "--output: files are written by",
    package: "crates/files",
    page: "docs/files.md",
};
const SQL: Companion = Companion {
    name: "arbiter-sql",
    does: "sql: queries are answered by",
    package: "crates/sql",
    page: "docs/sql.md",
};
const CLUSTER: Companion = Companion {
    name: "arbiter-cluster",
    does: "cluster: many machines are led by",
    package: "crates/cluster",
    page: "docs/cluster.md",
};

/// The program that a command line asks for, and what it is told.
pub(crate) fn asked(arguments: &[OsString]) -> Option<(&'static Companion, &[OsString])> {
    match arguments.get(1)?.to_str()? {
        "sql" => Some((&SQL, &arguments[2..])),
        "cluster" => Some((&CLUSTER, &arguments[2..])),
        "status" | "reach" | "dead" | "win" if is_output(&arguments[2..]) => Some((&FILES, &arguments[1..])),
        _ => None,
    }
}

/// Whether options ask for a file as output.
fn is_output(options: &[OsString]) -> bool {
    let is_output =
        |text: &str| text == "--output" || text.starts_with("--output=") || text.starts_with("-o");
    let texts = options.iter().filter_map(|option| option.to_str());
    texts.take_while(|text| *text != "--").any(is_output)
}

/// Runs the program in the place of this one. Comes back only if it cannot be run.
pub(crate) fn run(companion: &Companion, arguments: &[OsString]) -> Failure {
    let &Companion { name, does, package, page } = companion;
    let beside = env::current_exe()
        .ok()
        .map(|own| own.with_file_name(name).with_extension(env::consts::EXE_EXTENSION));
    let program = beside.filter(|path| path.is_file()).unwrap_or_else(|| PathBuf::from(name));
    let mut command = Command::new(program);
    command.args(arguments);
    match replaced_by(command) {
        error if error.kind() == io::ErrorKind::NotFound => Failure::Usage(format!(
            "{does} the program {name}, which was not found: `cargo install --path {package}` puts it on your path \
             ({page})"
        )),
        error => Failure::System { what: format!("cannot run {name}"), error },
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
