//! The `arbiter` command: parses options, asks the library, renders its verdicts. No chess is known here.

#![deny(unsafe_code)]

mod block;
mod checkpoint;
mod closed;
mod companion;
mod dead;
mod exit;
mod fault;
mod help;
mod input;
mod interrupt;
mod judge;
mod manual;
mod mcp;
mod options;
mod output;
mod pipeline;
mod progress;
mod question;
mod reach;
mod retro;
mod serve;
mod status;
mod table;
mod table_options;
mod turns;
mod uci;
mod verify;
mod win;

use std::process::ExitCode;

use clap::Parser;

use options::{Cli, Command};

fn main() -> ExitCode {
    if closed::stdout() {
        return exit::code(Err(exit::Failure::Closed));
    }
    let arguments: Vec<_> = std::env::args_os().collect();
    if let Some(result) = uci::asked(&arguments) {
        return exit::code(result);
    }
    if let Some((companion, arguments)) = companion::asked(&arguments) {
        return exit::code(Err(companion::run(companion, arguments)));
    }
    let result = match Cli::parse_from(arguments).command {
        Command::Status(options) => status::run(options),
        Command::Reach(options) => reach::run(options),
        Command::Retro(options) => retro::run(options),
        Command::Dead(options) => dead::run(options),
        Command::Win(options) => win::run(options),
        Command::Verify(options) => verify::run(options),
        Command::Uci => uci::run(),
        Command::Serve(options) => serve::run(options),
        Command::Mcp(options) => mcp::run(options),
        Command::Judge(options) => judge::run(options),
        Command::Table { command } => table::run(command),
        // Their programs have been run.
        Command::Sql | Command::Cluster => Err(exit::Failure::Internal),
        Command::Completions(options) => manual::completions(options),
        Command::Man(options) => manual::man(options),
    };
    exit::code(result)
}
