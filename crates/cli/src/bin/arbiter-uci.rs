//! `arbiter uci` as a program of its own: what drives engines starts them without arguments, and cargo, which
//! installs programs, makes no links.

#![forbid(unsafe_code)]

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use chess_arbiter_companion::say;
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
            say(&format!("cannot read or write: {error}"));
            ExitCode::FAILURE
        }
    }
}
