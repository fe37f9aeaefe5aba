//! `arbiter uci`, and its other names: programs that drive engines give them no arguments.

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::Path;

use crate::exit::{Exit, Failure};

/// The name under which this program is an engine and nothing else.
const NAME: &str = "arbiter-uci";

/// How much is read to see whether a client greets.
const GREETING: u64 = 64;

pub(crate) fn run() -> Result<Exit, Failure> {
    talk(io::stdin().lock())
}

/// The conversation, if that is what the command line asks for: by the program's name, or without arguments
/// where the first line of input is `uci`.
pub(crate) fn asked(arguments: &[OsString]) -> Option<Result<Exit, Failure>> {
    let [name] = arguments else { return None };
    if Path::new(name).file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(NAME)) {
        return Some(run());
    }
    let mut input = io::stdin().lock();
    if io::stdin().is_terminal() {
        return None;
    }
    let mut first = Vec::new();
    // What cannot be read is no greeting.
    input.by_ref().take(GREETING).read_until(b'\n', &mut first).ok()?;
    (first.trim_ascii() == b"uci").then(|| talk(first.as_slice().chain(input)))
}

fn talk(input: impl BufRead) -> Result<Exit, Failure> {
    chess_arbiter_uci::run(input, io::stdout())?;
    Ok(Exit::Done)
}
