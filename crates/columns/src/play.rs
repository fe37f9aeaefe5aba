//! The position after the first moves of each row.

use std::sync::atomic::AtomicBool;

use chess_arbiter::format::{fen, parse_move};
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::with_rules;

use crate::fault::{self, Fault, Faults};
use crate::parallel::in_parallel;
use crate::written::{self, Text};
use crate::{Named, Part, Place, Progress, QUICK, Texts, guarded, position};

#[derive(Default)]
struct Rows {
    fens: Text,
    errors: Faults,
}

impl Part for Rows {
    type Row = String;

    fn push(&mut self, row: Option<Result<String, Fault>>) {
        let (fen, error) = match row {
            None => (None, None),
            Some(Ok(fen)) => (Some(fen), None),
            Some(Err(error)) => (None, Some(error)),
        };
        self.fens.push(fen.as_deref());
        self.errors.push(error);
    }
}

/// Moves to be played from positions.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game.
    pub rules: RulesKind,
    /// How many moves of each row; all if `None`.
    pub moves: Option<usize>,
    /// Where the places of faults go.
    pub place: Place,
    /// Threads to work with.
    pub threads: usize,
    /// Is told how far the work is.
    pub progress: Progress,
}

impl Played {
    /// The columns `fen` and `error`: the position after moves in UCI or SAN, with spaces between them. Both
    /// columns have as many rows; null where either is.
    pub fn columns(&self, positions: &Texts, moves: &Texts, stop: &AtomicBool) -> Vec<Named> {
        self.progress.begin(positions.rows());
        let parts: Vec<Rows> = in_parallel(positions.rows(), QUICK, self.threads, stop, |batch| {
            let mut part = Rows::default();
            let count = batch.len();
            for (position, moves) in positions.range(batch.clone()).zip(moves.range(batch)) {
                let row = position.zip(moves);
                part.push(row.map(|(position, moves)| {
                    guarded(|| with_rules!(self.rules, R => played::<R>(position, moves, self.moves)))
                }));
            }
            self.progress.add(count);
            part
        });
        let (fens, errors) = parts.into_iter().map(|part| (part.fens, part.errors)).unzip();
        let mut columns = vec![("fen", written::texts(fens))];
        columns.extend(fault::columns(errors, self.place));
        columns
    }
}

pub(crate) fn played<R: Rules>(text: &str, moves: &str, most: Option<usize>) -> Result<String, Fault> {
    let mut position = position::<R>(text)?;
    let mut found = 0;
    for mv in moves.split_whitespace().take(most.unwrap_or(usize::MAX)) {
        found += 1;
        let wrong =
            |fault: chess_arbiter::TextError| Fault::new(format!("move {found}, {mv}: {}", fault.message));
        position = position.play(parse_move(&position, mv).map_err(wrong)?);
    }
    if let Some(most) = most.filter(|&most| most > found) {
        return Err(Fault::new(format!("expected {most} moves, found {found}")));
    }
    Ok(fen::write::<R>(&position.to_setup()))
}
