//! The folder of a job that is cut into pieces: what makes work that was killed go on.
//!
//! Each file in it is written under another name, brought to the disk and then renamed, so that whatever
//! stands under its name is whole.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde_json::{Value, json};

use chess_arbiter_companion::Failure;

/// What the job is. Readers of folders of Parquet pass over names that begin so.
const JOB: &str = "_job";
/// Held by who works here.
const LOCK: &str = "_lock";
/// What is not whole.
const NEW: &str = ".new";

/// The folder of a job.
pub(crate) struct Folder {
    path: PathBuf,
    /// Nobody else works on it.
    _lock: File,
}

impl Folder {
    /// Makes the folder, or opens that of the same job.
    pub(crate) fn open(path: &Path, job: &Value, restart: bool) -> Result<Folder, Failure> {
        let wrong = |error: io::Error| Failure::writing(path, error);
        let known = path.join(JOB);
        if path.exists() && !known.exists() && !path.join(LOCK).exists() {
            let mut others = fs::read_dir(path).map_err(wrong)?;
            if others.next().is_some() {
                return Err(Failure::of(path, "expected a folder of this program, or an empty one"));
            }
        }
        fs::create_dir_all(path).map_err(wrong)?;
        let lock = File::create(path.join(LOCK)).map_err(wrong)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::of(path, "another run is at work on this folder"));
            }
            // A file system without locks.
            Err(TryLockError::Error(_)) => {}
        }
        let folder = Folder { path: path.into(), _lock: lock };
        if restart {
            folder.clear()?;
        }
        match fs::read(&known) {
            Ok(bytes) => {
                let found: Option<Value> = serde_json::from_slice(&bytes).ok();
                if found.as_ref() != Some(job) {
                    return Err(differs(path, found.as_ref(), job));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Killed before there was one: nothing else is there.
                folder.clear()?;
                let (mut file, new) = folder.make(JOB)?;
                writeln!(file, "{job:#}").map_err(wrong)?;
                folder.keep(file, &new, JOB)?;
            }
            Err(error) => return Err(Failure::of(&known, error)),
        }
        Ok(folder)
    }

    /// The name of a piece.
    fn name(piece: usize) -> String {
        format!("part-{piece:05}.parquet")
    }

    /// Whether a piece is there.
    pub(crate) fn has(&self, piece: usize) -> bool {
        self.path.join(Folder::name(piece)).exists()
    }

    /// A file for a piece, under another name than that of the piece.
    pub(crate) fn begin(&self, piece: usize) -> Result<(File, PathBuf), Failure> {
        self.make(&Folder::name(piece))
    }

    /// Gives the file of a piece, whole, its name.
    pub(crate) fn end(&self, piece: usize, file: File, new: &Path) -> Result<(), Failure> {
        self.keep(file, new, &Folder::name(piece))
    }

    fn make(&self, name: &str) -> Result<(File, PathBuf), Failure> {
        let new = self.path.join(format!("_{name}{NEW}"));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&new);
        Ok((file.map_err(|error| Failure::writing(&new, error))?, new))
    }

    fn keep(&self, file: File, new: &Path, name: &str) -> Result<(), Failure> {
        let wrong = |error: io::Error| Failure::writing(&self.path.join(name), error);
        file.sync_all().map_err(wrong)?;
        fs::rename(new, self.path.join(name)).map_err(wrong)?;
        // The name as well, where folders can be opened.
        let _ = File::open(&self.path).and_then(|folder| folder.sync_all());
        Ok(())
    }

    /// Throws away what we have written, but the lock.
    fn clear(&self) -> Result<(), Failure> {
        let wrong = |error: io::Error| Failure::writing(&self.path, error);
        for entry in fs::read_dir(&self.path).map_err(wrong)? {
            let path = entry.map_err(wrong)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_part = name.starts_with("part-") && name.ends_with(".parquet");
            if is_part || name == JOB || name.ends_with(NEW) {
                fs::remove_file(&path).map_err(wrong)?;
            }
        }
        Ok(())
    }
}

fn differs(path: &Path, found: Option<&Value>, job: &Value) -> Failure {
    let keys = ["version", "query", "files", "pieces"];
    let which = keys.into_iter().filter(|key| found.and_then(|found| found.get(key)) != job.get(key));
    let which = which.collect::<Vec<_>>().join(", ");
    let message = format!(
        "these pieces are of another job ({which} differ): repeat the command as it was to go on with it, or \
         --restart to throw them away"
    );
    Failure::of(path, message)
}

/// Which file an input is: another of its name would not go on where it ended.
pub(crate) fn identity(path: &Path) -> Result<Value, Failure> {
    let metadata = fs::metadata(path).map_err(|error| Failure::of(path, error))?;
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let modified = modified.map(|time| format!("{}.{:09}", time.as_secs(), time.subsec_nanos()));
    Ok(json!({ "path": path.to_string_lossy(), "bytes": metadata.len(), "modified": modified }))
}
