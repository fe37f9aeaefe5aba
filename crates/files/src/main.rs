//! The program `arbiter-files`: questions asked of files of positions, answers as files. It is a companion
//! of the command `arbiter`, which runs it where `--output` is given. No chess is known here but the moves of
//! PGN.

#![forbid(unsafe_code)]

mod answer;
mod format;
mod job;
mod options;
mod parts;
mod read;
mod write;

use std::process::ExitCode;

use chess_arbiter_answer::Question;
use chess_arbiter_answer::request::Grant;
use chess_arbiter_companion::{Exit, Failure, code};
use clap::Parser;

use options::{Cli, Command};

fn main() -> ExitCode {
    code(run(Cli::parse().command))
}

fn run(command: Command) -> Result<Exit, Failure> {
    let grant = &Grant::UNBOUNDED;
    let (question, certificate, options) = match command {
        Command::Status { request, files } => (Question::Status(request.check()), request.certificate, files),
        Command::Reach { request, files } => (request.check(grant)?, request.certificate, files),
        Command::Dead { request, files } => {
            let moves = "--moves: it is the same for each row: --play plays those of a column";
            let fivefold = "--fivefold: of a row only the position is known, not those before it";
            let refused = request.moves.is_some().then_some(moves).or(request.fivefold.then_some(fivefold));
            if let Some(refused) = refused {
                return Err(Failure::Usage(refused.into()));
            }
            (Question::Dead(request.check(grant)?), request.certificate, files)
        }
        Command::Win { request, files } => (Question::Win(request.check(grant)?), request.certificate, files),
    };
    if certificate {
        let message = "--certificate: files have no column for certificates; `arbiter` without --output has";
        return Err(Failure::Usage(message.into()));
    }
    job::run(question, &options)
}
