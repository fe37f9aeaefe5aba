//! A game as text, played at once.

use chess_arbiter::format::{fen, parse_setup, san, uci};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, Standard};
use pyo3::prelude::*;

use crate::error;

/// Plays moves until one is not legal or not spelled as it should be: as in UCI, or as in PGN, where `+` and
/// `#` may be left out but not be wrong. How many were played, and the position after them, without clocks.
///
/// Nothing is released and no thread is made: a move takes a microsecond.
#[pyfunction]
pub(crate) fn game(py: Python<'_>, position: &str, moves: Vec<String>) -> PyResult<(usize, String)> {
    let setup = parse_setup::<Standard>(position).map_err(|fault| error::position(py, &fault, None))?;
    let start =
        Position::<Standard>::new(&setup, Policy::Movable).map_err(|faults| error::faults(py, faults))?;
    let (played, position) = played(start, &moves);
    Ok((played, fen::write_key::<Standard>(&position.to_setup())))
}

fn played<R: Rules>(mut position: Position<R>, moves: &[String]) -> (usize, Position<R>) {
    for (played, text) in moves.iter().enumerate() {
        let spelled = if matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8', _, b'1'..=b'8', ..]) {
            uci::parse(&position, text).ok().filter(|&mv| uci::write(&position, mv) == *text)
        } else {
            san::parse(&position, text).ok().filter(|&mv| is_said(&san::write(&position, mv), text))
        };
        let Some(mv) = spelled else { return (played, position) };
        position = position.play(mv);
    }
    (moves.len(), position)
}

/// Whether a text is a move as SAN writes it, perhaps without `+` or `#`.
fn is_said(written: &str, text: &str) -> bool {
    written == text || written.strip_suffix(['+', '#']) == Some(text)
}
