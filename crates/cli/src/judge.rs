//! `arbiter judge`.

use std::io::{self, BufReader};

use chess_arbiter_judge::{self as judge, JudgeError, Options};

use crate::exit::{Exit, Failure, say};
use crate::input::BUFFER;
use crate::interrupt;
use crate::options::JudgeOptions;

pub(crate) fn run(options: JudgeOptions) -> Result<Exit, Failure> {
    let JudgeOptions { program, tables, limits, threads } = options;
    // Every answer that is known has been written: there is nothing to finish.
    interrupt::ends_process();
    let options =
        Options { threads: threads.count(), limits: limits.of_all(), oracle: Some(tables.oracle()) };
    let mut input = BufReader::with_capacity(BUFFER, io::stdin().lock());
    let error = match judge::run(program, &mut input, &mut io::stdout(), &options) {
        Ok(()) => return Ok(Exit::Done),
        Err(error) => error,
    };
    let exit = match error {
        JudgeError::Malformed(_) => Exit::Malformed,
        JudgeError::Limit { .. } => Exit::Limit,
        JudgeError::Interrupted => Exit::Interrupted,
        JudgeError::OutputClosed => return Ok(Exit::Done),
        JudgeError::Input(_) | JudgeError::Output(_) => Exit::Errors,
    };
    say(&error.to_string());
    Ok(exit)
}
