//! Looks up positions of the 4×4 games in a folder of tables.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use chess_arbiter::attacks::{Isa, Task, with_best_isa};
use chess_arbiter::rules::{Rules, Simplified, SimplifiedPawns};
use chess_arbiter::win::{Asked, Oracle, OracleValue, Plies};

use crate::error::FileError;
use crate::file::TableFile;
use crate::material::Class;
use crate::simplified::index::AnyIndex;
use crate::simplified::safe::takes_queen;
use crate::simplified::tiny::Tiny;

/// What there is of a class.
#[derive(Clone, Debug)]
enum KnownTable {
    Table(Arc<OpenTable>),
    Nothing,
}

/// A table of the 4×4 games with its index.
#[derive(Debug)]
pub struct OpenTable {
    /// The file.
    pub file: TableFile,
    /// The numbers of its entries.
    pub index: AnyIndex,
}

/// A folder of tables. Files are opened when first asked for and stay open.
pub struct Tables {
    folder: PathBuf,
    found: Mutex<HashMap<Class, KnownTable>>,
    /// Told of every file that cannot be used, once.
    refuse: Box<dyn Fn(&FileError) + Send + Sync>,
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Tables {
    /// The tables of a folder. Each file that is there but cannot be used is told to `refuse`, and then left
    /// alone.
    pub fn new(folder: &Path, refuse: impl Fn(&FileError) + Send + Sync + 'static) -> Tables {
        Tables { folder: folder.into(), found: Mutex::default(), refuse: Box::new(refuse) }
    }

    /// The table of a class.
    pub fn table(&self, class: Class) -> Option<Arc<OpenTable>> {
        let mut all = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let found = all.entry(class).or_insert_with(|| match TableFile::open(&self.folder, class) {
            Ok(Some(file)) => KnownTable::Table(Arc::new(OpenTable { file, index: AnyIndex::new(class) })),
            Ok(None) => KnownTable::Nothing,
            Err(error) => {
                (self.refuse)(&error);
                KnownTable::Nothing
            }
        });
        match found {
            KnownTable::Table(table) => Some(table.clone()),
            KnownTable::Nothing => None,
        }
    }

    /// What a table says of a position; `None` without one.
    pub fn probe(&self, position: Tiny) -> Option<OracleValue> {
        with_best_isa(ProbeTask { tables: self, position })
    }
}

struct ProbeTask<'a> {
    tables: &'a Tables,
    position: Tiny,
}

impl Task for ProbeTask<'_> {
    type Output = Option<OracleValue>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<OracleValue> {
        let ProbeTask { tables, position } = self;
        // The rules without pawns are the same where there are none.
        if takes_queen::<SimplifiedPawns, I>(position) {
            return Some(OracleValue::Win(Plies(1)));
        }
        let class = Class::of(position);
        if !class.occurs::<SimplifiedPawns>() {
            return None;
        }
        let table = tables.table(class)?;
        match table.file.value(table.index.place::<I>(position).index) {
            Ok(0) => Some(OracleValue::Never),
            Ok(plies) if plies % 2 == 1 => Some(OracleValue::Win(Plies(plies.into()))),
            Ok(plies) => Some(OracleValue::Lost(Plies(plies.into()))),
            Err(error) => {
                (tables.refuse)(&error);
                let mut all = tables.found.lock().unwrap_or_else(PoisonError::into_inner);
                all.insert(class, KnownTable::Nothing);
                None
            }
        }
    }
}

impl Oracle for Tables {
    fn value(&self, asked: Asked<'_>, _: &dyn Fn() -> bool) -> Option<OracleValue> {
        let few = asked.board.occupied().len() <= self.most_men(asked.rules);
        if few { self.probe(Tiny::of_board(asked.board, asked.turn)?) } else { None }
    }

    fn most_men(&self, rules: &str) -> u32 {
        if [Simplified::NAME, SimplifiedPawns::NAME].contains(&rules) { 16 } else { 0 }
    }

    /// They are worked out already.
    fn cost(&self, asked: Asked<'_>) -> Option<u64> {
        self.value(asked, &|| false).map(|_| 0)
    }
}
