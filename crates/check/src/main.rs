//! `arbiter-check FILE`: checks one certificate (`-`: standard input).
//! Exit 0 accepted, 1 refused, 2 the file could not be read.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::io::Read;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(file), None) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: arbiter-check FILE   (- for standard input)");
        return ExitCode::from(2);
    };
    let mut bytes = Vec::new();
    let read = if file == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes).map(drop)
    } else {
        std::fs::read(&file).map(|read| bytes = read)
    };
    if let Err(error) = read {
        eprintln!("arbiter-check: {}: {error}", file.display());
        return ExitCode::from(2);
    }
    let outcome = std::str::from_utf8(&bytes)
        .map_err(|error| format!("not UTF-8: {error}"))
        .and_then(|text| chess_arbiter_check::check(text).map_err(|refusal| refusal.to_string()));
    match outcome {
        Ok(accepted) => {
            println!("accepted: {accepted}");
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            println!("refused: {refusal}");
            ExitCode::FAILURE
        }
    }
}
