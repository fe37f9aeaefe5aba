//! All that tables know, of every game.

use std::path::Path;
use std::sync::Arc;

use chess_arbiter::win::{Asked, BoundTables, Moves, Oracle, OracleValue};

use crate::error::FileError;
use crate::probe::Tables;
use crate::standard::{Endings, UNPACKED};

/// The tables in a folder: of the 4×4 games as far as they are there, of standard chess the others are
/// solved when they are needed.
#[derive(Debug)]
pub struct Folder {
    tables: Tables,
    endings: Endings,
}

impl Folder {
    /// Of the endings in it, at most `memory` bytes are held at a time, and those that it lacks are solved
    /// by so many threads. Each file that is there but cannot be used is told to `refuse`.
    pub fn new(
        folder: &Path,
        memory: u64,
        threads: usize,
        refuse: impl Fn(&FileError) + Clone + Send + Sync + 'static,
    ) -> Folder {
        let tables = Tables::new(folder, refuse.clone());
        Folder { tables, endings: Endings::new(memory, threads).with_folder(folder, refuse) }
    }

    /// What there is about a game.
    fn about(&self, rules: &str) -> &dyn Oracle {
        if self.tables.most_men(rules) > 0 { &self.tables } else { &self.endings }
    }
}

impl Oracle for Folder {
    fn value(&self, asked: Asked<'_>, stop: &dyn Fn() -> bool) -> Option<OracleValue> {
        self.about(asked.rules).value(asked, stop)
    }

    fn work_out(&self, asked: Asked<'_>, stop: &dyn Fn() -> bool) -> bool {
        self.about(asked.rules).work_out(asked, stop)
    }

    fn most_men(&self, rules: &str) -> u32 {
        self.about(rules).most_men(rules)
    }

    fn cost(&self, asked: Asked<'_>) -> Option<u64> {
        self.about(asked.rules).cost(asked)
    }

    fn cost_of_one(&self, asked: Asked<'_>) -> Option<u64> {
        self.about(asked.rules).cost_of_one(asked)
    }

    fn bounds(&self, asked: Asked<'_>, moves: Option<Moves>, stop: &dyn Fn() -> bool) -> Option<BoundTables> {
        self.about(asked.rules).bounds(asked, moves, stop)
    }
}

/// What another oracle knows, where many positions are asked about: an ending that is solved for one of them
/// is at hand for the others. So the first need not be searched until that has taken as long as to solve its
/// ending, nor each of the others. What is said of a position is the same whichever were asked about before.
#[derive(Clone, Debug)]
pub struct ForMany(pub Arc<dyn Oracle>);

impl Oracle for ForMany {
    fn value(&self, asked: Asked<'_>, stop: &dyn Fn() -> bool) -> Option<OracleValue> {
        self.0.value(asked, stop)
    }

    fn work_out(&self, asked: Asked<'_>, stop: &dyn Fn() -> bool) -> bool {
        self.0.work_out(asked, stop)
    }

    fn most_men(&self, rules: &str) -> u32 {
        self.0.most_men(rules)
    }

    fn cost(&self, asked: Asked<'_>) -> Option<u64> {
        self.0.cost(asked)
    }

    fn cost_of_one(&self, asked: Asked<'_>) -> Option<u64> {
        self.0.cost_of_one(asked).map(|cost| cost / UNPACKED)
    }

    fn bounds(&self, asked: Asked<'_>, moves: Option<Moves>, stop: &dyn Fn() -> bool) -> Option<BoundTables> {
        self.0.bounds(asked, moves, stop)
    }
}
