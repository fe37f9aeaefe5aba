//! `arbiter uci` as a program of its own: what drives engines starts them without arguments, and cargo, which
//! installs programs, makes no links.

#![forbid(unsafe_code)]

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;

/// A chess engine that speaks the Universal Chess Interface (UCI) on standard input and output.
///
/// It is `arbiter uci`, for programs that start an engine without arguments: `arbiter uci --help` says what
/// it understands.
#[derive(Parser)]
#[command(name = "arbiter-uci", version)]
struct Engine {}

fn main() -> ExitCode {
    let Engine {} = Engine::parse();
    match chess_arbiter_uci::run(io::stdin().lock(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        // Who closed the pipe has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed there is nobody to tell.
            let _ = writeln!(io::stderr(), "arbiter-uci: cannot read or write: {error}");
            ExitCode::FAILURE
        }
    }
}
