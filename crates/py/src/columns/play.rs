//! The position after the first moves of each row.

use chess_arbiter::format::{fen, uci};
use chess_arbiter::rules::Rules;
use chess_arbiter::with_rules;
use pyo3::prelude::*;

use super::{Part, QUICK, guarded, position, table};
use crate::arrow::table::Table;
use crate::arrow::texts::Texts;
use crate::arrow::written::{self, Text};
use crate::error;
use crate::patience::{self, in_parallel};
use crate::position::kind;

#[derive(Default)]
struct Rows {
    fens: Text,
    errors: Text,
}

impl Part for Rows {
    type Row = String;

    fn push(&mut self, row: Option<Result<String, String>>) {
        let (fen, error) = match row {
            None => (None, None),
            Some(Ok(fen)) => (Some(fen), None),
            Some(Err(error)) => (None, Some(error)),
        };
        self.fens.push(fen.as_deref());
        self.errors.push(error.as_deref());
    }
}

/// Columns `fen` and `error`.
#[pyfunction]
pub(crate) fn play(
    py: Python<'_>,
    positions: &Bound<'_, PyAny>,
    moves: &Bound<'_, PyAny>,
    k: usize,
    rules: &str,
    threads: Option<usize>,
) -> PyResult<Table> {
    let rules = kind(rules)?;
    let threads = patience::threads(threads)?;
    let (positions, moves) = (Texts::of(positions)?, Texts::of(moves)?);
    if positions.rows() != moves.rows() {
        let (positions, moves) = (positions.rows(), moves.rows());
        return Err(error::value(format!("{positions} positions, but {moves} rows of moves")));
    }
    table(py, |stop| {
        let parts: Vec<Rows> = in_parallel(positions.rows(), QUICK, threads, stop, |batch| {
            let mut part = Rows::default();
            for (position, moves) in positions.range(batch.clone()).zip(moves.range(batch)) {
                let row = position.zip(moves);
                part.push(row.map(|(position, moves)| {
                    guarded(|| with_rules!(rules, R => played::<R>(position, moves, k)))
                }));
            }
            part
        });
        let (fens, errors) = parts.into_iter().map(|part| (part.fens, part.errors)).unzip();
        vec![("fen", written::texts(fens)), ("error", written::texts(errors))]
    })
}

fn played<R: Rules>(text: &str, moves: &str, k: usize) -> Result<String, String> {
    let mut position = position::<R>(text)?;
    let mut moves = moves.split_whitespace();
    for number in 1..=k {
        let Some(mv) = moves.next() else {
            return Err(format!("expected {k} moves, found {}", number - 1));
        };
        let mv =
            uci::parse(&position, mv).map_err(|fault| format!("move {number}, {mv}: {}", fault.message))?;
        position = position.play(mv);
    }
    Ok(fen::write::<R>(&position.to_setup()))
}
