//! The folder of parts beside an output: what makes work that was killed go on.
//!
//! Each file in it is written under another name, brought to the disk and then renamed, so that whatever
//! stands under its name is whole. So is the output itself.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use chess_arbiter_companion::Failure;
use serde_json::{Value, json};

use crate::answer::Tally;

/// The parts of one output.
pub(crate) struct Parts {
    output: PathBuf,
    folder: PathBuf,
    /// Nobody else works on them.
    _lock: File,
}

/// What a folder of parts is for.
const MANIFEST: &str = "manifest.json";
/// The output was whole; it is about to be renamed, or was.
const WHOLE: &str = "whole";
/// Held by who works here.
const LOCK: &str = "lock";

/// What is found where an output is to be.
pub(crate) enum Found {
    /// Work to be done, or gone on with.
    Parts(Parts),
    /// The output of the same command, finished.
    Done,
}

impl Parts {
    /// Makes the folder, or opens that of the same work.
    pub(crate) fn open(
        output: &Path,
        manifest: &Value,
        force: bool,
        restart: bool,
    ) -> Result<Found, Failure> {
        let mut name = output.as_os_str().to_owned();
        name.push(".parts");
        let folder = PathBuf::from(name);
        let wrong = |error: io::Error| Failure::writing(&folder, error);
        let known = folder.join(MANIFEST);
        let is_whole = folder.join(WHOLE).exists();
        // Killed after the last thing that mattered: only the folder is left to be removed.
        if output.exists() && is_whole && !folder.join("output.new").exists() && !restart {
            let same = fs::read(&known)
                .is_ok_and(|bytes| serde_json::from_slice::<Value>(&bytes).ok().as_ref() == Some(manifest));
            if same || !known.exists() {
                remove(&folder).map_err(wrong)?;
                return Ok(Found::Done);
            }
        }
        if output.exists() && !force {
            let message = "exists already: --force replaces it";
            return Err(Failure::of(output, message));
        }
        if let Some(above) = output.parent().filter(|above| !above.as_os_str().is_empty() && !above.is_dir())
        {
            return Err(Failure::writing(output, format!("there is no folder {}", above.display())));
        }
        fs::create_dir_all(&folder).map_err(wrong)?;
        let lock = File::create(folder.join(LOCK)).map_err(wrong)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::of(&folder, "another run is at work on this output"));
            }
            // A file system without locks.
            Err(TryLockError::Error(_)) => {}
        }
        let parts = Parts { output: output.into(), folder, _lock: lock };
        if restart {
            parts.clear()?;
        }
        match fs::read(&known) {
            Ok(bytes) => match serde_json::from_slice::<Value>(&bytes) {
                Ok(found) if found == *manifest => {}
                found => return Err(parts.differs(found.ok().as_ref(), manifest)),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Killed before there was one: nothing else is there.
                parts.clear()?;
                parts.put(MANIFEST, |file| {
                    writeln!(file, "{manifest:#}").map_err(|error| parts.unwritten(error))
                })?;
            }
            Err(error) => return Err(Failure::of(&known, error)),
        }
        Ok(Found::Parts(parts))
    }

    fn differs(&self, found: Option<&Value>, manifest: &Value) -> Failure {
        let keys = ["version", "question", "options", "inputs"];
        let which =
            keys.into_iter().filter(|key| found.and_then(|found| found.get(key)) != manifest.get(key));
        let which = which.collect::<Vec<_>>().join(", ");
        let message = format!(
            "these parts are of other work ({which} differ): repeat the command as it was to go on with it, or \
             --restart to throw them away"
        );
        Failure::of(&self.folder, message)
    }

    fn unwritten(&self, error: io::Error) -> Failure {
        Failure::writing(&self.folder, error)
    }

    /// Throws away everything but the lock.
    fn clear(&self) -> Result<(), Failure> {
        for entry in fs::read_dir(&self.folder).map_err(|error| self.unwritten(error))? {
            let path = entry.map_err(|error| self.unwritten(error))?.path();
            if path.file_name().is_some_and(|name| name != LOCK) {
                fs::remove_file(&path).map_err(|error| self.unwritten(error))?;
            }
        }
        Ok(())
    }

    /// Writes a file so that it is there whole or not at all.
    fn put(
        &self,
        name: &str,
        write: impl FnOnce(&mut File) -> Result<(), Failure>,
    ) -> Result<PathBuf, Failure> {
        let (new, path) = (self.folder.join(format!("{name}.new")), self.folder.join(name));
        let written = File::create(&new).map_err(|error| self.unwritten(error)).and_then(|mut file| {
            write(&mut file)?;
            file.sync_all().map_err(|error| self.unwritten(error))
        });
        if let Err(failure) = written {
            // It may be what fills the disk.
            let _ = fs::remove_file(&new);
            return Err(failure);
        }
        fs::rename(&new, &path).map_err(|error| self.unwritten(error))?;
        Ok(path)
    }

    fn name(number: usize) -> String {
        format!("{number:010}.part")
    }

    /// What was counted about a part, if there is that part.
    pub(crate) fn done(&self, number: usize) -> Option<Tally> {
        let name = Parts::name(number);
        let tally =
            self.folder.join(&name).exists().then(|| fs::read(self.folder.join(format!("{name}.tally"))))?;
        serde_json::from_slice(&tally.ok()?).ok()
    }

    /// Writes a part.
    pub(crate) fn write(
        &self,
        number: usize,
        tally: &Tally,
        write: impl FnOnce(&File, &Path) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let name = Parts::name(number);
        // First: where the part is, so is this.
        self.put(&format!("{name}.tally"), |file| {
            write!(file, "{}", json!(tally)).map_err(|error| self.unwritten(error))
        })?;
        self.put(&name, |file| write(file, &self.folder)).map(drop)
    }

    /// Makes the output of so many parts, and removes them.
    pub(crate) fn finish(
        self,
        parts: usize,
        assemble: impl FnOnce(&[PathBuf], &File, &Path) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let paths: Vec<PathBuf> = (0..parts).map(|number| self.folder.join(Parts::name(number))).collect();
        let whole = self.put("output", |file| assemble(&paths, file, &self.output))?;
        synced(&self.folder);
        self.put(WHOLE, |_| Ok(()))?;
        fs::rename(whole, &self.output).map_err(|error| Failure::writing(&self.output, error))?;
        synced(self.output.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new(".")));
        remove(&self.folder).map_err(|error| self.unwritten(error))
    }

    /// Where they are.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Removes a folder of parts, last of all what says that they are not needed.
fn remove(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name != WHOLE) {
            fs::remove_file(path)?;
        }
    }
    fs::remove_file(folder.join(WHOLE))?;
    fs::remove_dir(folder)
}

/// Brings the names in a folder to the disk, where folders can be opened.
fn synced(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Which file an input is: another of its name would not go on where it ended.
pub(crate) fn identity(path: &Path) -> Result<Value, Failure> {
    let metadata = fs::metadata(path).map_err(|error| Failure::of(path, error))?;
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let modified = modified.map(|time| format!("{}.{:09}", time.as_secs(), time.subsec_nanos()));
    Ok(json!({ "path": path.to_string_lossy(), "bytes": metadata.len(), "modified": modified }))
}
