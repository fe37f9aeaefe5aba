//! Folders of tables, which are opened once.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

use chess_arbiter::win::Oracle;
use chess_arbiter_tables::oracle::Folder;
use chess_arbiter_tables::standard::Endings;
use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;

use crate::error;

/// Bytes of tables of endings that are held at a time, as the command does.
const HELD: u64 = 1 << 30;

/// A folder that is open.
#[derive(Clone)]
struct Open {
    folder: Arc<Folder>,
    /// When it was changed last: what is built later is seen.
    changed: SystemTime,
    /// Files that cannot be used, not told of yet.
    refused: Arc<Mutex<Vec<String>>>,
}

static OPEN: LazyLock<Mutex<BTreeMap<PathBuf, Open>>> = LazyLock::new(Mutex::default);

/// What is known without a search: endings of up to four men, and what is in a folder.
pub(crate) struct Known {
    pub(crate) oracle: Arc<dyn Oracle>,
    refused: Option<Arc<Mutex<Vec<String>>>>,
}

impl Known {
    /// With the tables of that folder, if one is named.
    pub(crate) fn of(folder: Option<&Path>) -> PyResult<Known> {
        let Some(folder) = folder else { return Ok(Known { oracle: Endings::shared(), refused: None }) };
        let no_folder = |why: &str| {
            error::value(format!(
                "tables: {}: {why}; expected a folder that `arbiter table build --out FOLDER` made",
                folder.display()
            ))
        };
        let path = folder.canonicalize().map_err(|wrong| no_folder(&wrong.to_string()))?;
        let about = path.metadata().map_err(|wrong| no_folder(&wrong.to_string()))?;
        if !about.is_dir() {
            return Err(no_folder("this is no folder"));
        }
        let changed = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let mut all = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let open = match all.get(&path) {
            Some(open) if open.changed == changed => open.clone(),
            _ => {
                let refused = Arc::<Mutex<Vec<String>>>::default();
                let told = refused.clone();
                let refuse = move |wrong: &chess_arbiter_tables::FileError| {
                    told.lock().unwrap_or_else(PoisonError::into_inner).push(wrong.to_string());
                };
                let folder = Arc::new(Folder::new(&path, HELD, Endings::shared().threads(), refuse));
                let open = Open { folder, changed, refused };
                all.insert(path, open.clone());
                open
            }
        };
        Ok(Known { oracle: open.folder, refused: Some(open.refused) })
    }

    /// Warns of files that could not be used, each once.
    pub(crate) fn warn(&self, py: Python<'_>) -> PyResult<()> {
        let Some(refused) = &self.refused else { return Ok(()) };
        let messages = std::mem::take(&mut *refused.lock().unwrap_or_else(PoisonError::into_inner));
        for message in messages {
            let text = CString::new(format!("{message}; this table is not used")).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 2)?;
        }
        Ok(())
    }
}
