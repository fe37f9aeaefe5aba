//! The program `arbiter-sql`: SQL about files of positions. It is a companion of the command `arbiter`, which
//! runs it as `arbiter sql`.

#![forbid(unsafe_code)]

mod ask;
mod options;

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use chess_arbiter_columns::functions::FUNCTIONS;
use chess_arbiter_companion::{Exit, Failure, code};
use clap::Parser;

use options::Cli;

fn main() -> ExitCode {
    code(run(Cli::parse()))
}

fn run(cli: Cli) -> Result<Exit, Failure> {
    if cli.list {
        return list();
    }
    let query = match (&cli.query, &cli.file) {
        (Some(query), None) if query == "-" => read(Path::new("standard input"), io::stdin())?,
        (Some(query), None) => query.clone(),
        (None, Some(path)) => read(path, fs::File::open(path).map_err(|error| Failure::of(path, error))?)?,
        // clap asks for one of them, and not both.
        _ => return Err(Failure::Usage("expected a query".into())),
    };
    ask::run(query, cli)
}

fn read(path: &Path, mut from: impl Read) -> Result<String, Failure> {
    let mut text = String::new();
    from.read_to_string(&mut text).map_err(|error| Failure::of(path, error))?;
    Ok(text)
}

/// The functions, and what they say.
fn list() -> Result<Exit, Failure> {
    let width = if io::stdout().is_terminal() { 96 } else { usize::MAX };
    let mut text = String::new();
    for function in FUNCTIONS {
        text += &format!("{function} -> {}\n", function.result);
        for line in wrapped(function.about, width) {
            text += &format!("    {line}\n");
        }
    }
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::writing(Path::new("standard output"), error))
        }
        _ => Ok(Exit::Done),
    }
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}
