//! The Universal Chess Interface in front of the solvers of mates and other problems: a program that speaks
//! it to engines can ask for mates, selfmates, reflexmates and stalemates, and what it is told is proved.
//!
//! `score mate n` is printed only when the mate is proved, and its `pv` is as long as the mate. Where nothing
//! is proved the score is `cp 0`, which says nothing: Arbiter does not judge who stands better, and its
//! `bestmove` without a mate is just a legal move.
//!
//! * `command`: what a line of input says;
//! * `options`: what `setoption` can set;
//! * `search`: one `go`, from limits to `bestmove`;
//! * `session`: the conversation.

#![forbid(unsafe_code)]

mod command;
mod options;
mod search;
mod session;

use std::io::{self, BufRead, Write};

/// Holds a conversation until `quit` or the end of `input`.
///
/// A search goes on beside the reading of input. At the end of input a search that has a limit of its own is
/// finished, one without is stopped.
///
/// ```
/// let mut output = Vec::new();
/// let input = "position fen 7k/8/6K1/8/8/8/8/R7 w - -\ngo mate 1\n";
/// chess_arbiter_uci::run(input.as_bytes(), &mut output).unwrap();
/// assert!(String::from_utf8(output).unwrap().ends_with("bestmove a1a8\n"));
/// ```
///
/// # Errors
/// Input cannot be read or output not be written.
pub fn run(mut input: impl BufRead, mut output: impl Write + Send) -> io::Result<()> {
    // Not generic below: the solvers are compiled here, and not where this is called.
    session::run(&mut input, &mut output)
}
