//! The contest programs: their documents' examples, their faults, their manners as streams.

mod brute;
mod faults;
mod mutations;
mod random;
mod samples;
mod streams;

use std::io::{BufReader, Read};

use chess_arbiter_judge::{self as judge, JudgeError, Options, Program};

/// Judges with one thread and no limits.
fn answers(program: Program, input: impl Read) -> (String, Result<(), JudgeError>) {
    answers_with(program, input, 8192, &Options { threads: 1, ..Options::default() })
}

/// Judges with a read buffer of so many bytes.
fn answers_with(
    program: Program,
    input: impl Read,
    buffer: usize,
    options: &Options,
) -> (String, Result<(), JudgeError>) {
    let mut answers = Vec::new();
    let result = judge::run(program, &mut BufReader::with_capacity(buffer, input), &mut answers, options);
    (String::from_utf8(answers).unwrap(), result)
}
