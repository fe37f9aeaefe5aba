//! The folder of work in parts: what makes work that was killed go on.
//!
//! Each file in it is written under another name, brought to the disk and then renamed, so that whatever
//! stands under its name is whole. What the work is stands there first, and is removed last.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde_json::{Value, json};

use crate::exit::Failure;

/// What files of a folder are called.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// What the work is: its manifest, as JSON.
    pub manifest: &'static str,
    /// Held by who works here.
    pub lock: &'static str,
    /// What the names of files that are not whole begin with; they end with `.new`.
    pub draft: &'static str,
    /// Whether a file of that name is a part, or another that this kind of work leaves.
    pub is_part: fn(&str) -> bool,
}

/// A folder that nobody else works on.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    names: Names,
    _lock: File,
}

/// A file that has its name when it is whole. Until then it is removed with this: it may be what fills the
/// disk.
#[derive(Debug)]
pub struct Draft<'a> {
    folder: &'a Folder,
    name: String,
    new: PathBuf,
    file: File,
    is_kept: bool,
}

const NEW: &str = ".new";

impl Folder {
    /// Makes the folder, or opens that of the same work; with `restart` what is in it is thrown away.
    ///
    /// # Errors
    /// It is that of other work or of somebody else, another run is at work on it, or it cannot be written.
    pub fn open(path: &Path, names: Names, manifest: &Value, restart: bool) -> Result<Folder, Failure> {
        let wrong = |error: io::Error| Failure::writing(path, error);
        let known = path.join(names.manifest);
        if !known.exists() && path.exists() {
            let others =
                entries(path)?.into_iter().find(|(name, _)| *name != names.lock && !names.is_own(name));
            if others.is_some() {
                return Err(Failure::of(path, "expected a folder of this program, or an empty one"));
            }
        }
        fs::create_dir_all(path).map_err(wrong)?;
        let lock = File::create(path.join(names.lock)).map_err(wrong)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Failure::of(path, "another run is at work here")),
            // A file system without locks.
            Err(TryLockError::Error(_)) => {}
        }
        let folder = Folder { path: path.into(), names, _lock: lock };
        if restart {
            folder.clear()?;
        }
        match fs::read(&known) {
            Ok(bytes) => {
                let found = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
                if found != *manifest {
                    return Err(differs(path, &found, manifest));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Killed before there was one: nothing else is there.
                folder.clear()?;
                let draft = folder.draft(names.manifest)?;
                writeln!(draft.file(), "{manifest:#}").map_err(wrong)?;
                draft.keep()?;
            }
            Err(error) => return Err(Failure::of(&known, error)),
        }
        Ok(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the file of that name is, or would be.
    pub fn place(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Whether the file of that name is there, whole.
    pub fn has(&self, name: &str) -> bool {
        self.place(name).exists()
    }

    /// Begins a file of that name.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn draft(&self, name: &str) -> Result<Draft<'_>, Failure> {
        let new = self.place(&format!("{}{name}{NEW}", self.names.draft));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&new);
        let file = file.map_err(|error| Failure::writing(&self.path, error))?;
        Ok(Draft { folder: self, name: name.into(), new, file, is_kept: false })
    }

    /// Throws away what work has left here, but not the lock.
    fn clear(&self) -> Result<(), Failure> {
        let mut own = entries(&self.path)?;
        own.retain(|(name, _)| self.names.is_own(name));
        own.sort_by_key(|(name, _)| name == self.names.manifest);
        own.into_iter().try_for_each(|(_, path)| {
            fs::remove_file(&path).map_err(|error| Failure::writing(&self.path, error))
        })
    }
}

impl Names {
    fn is_own(&self, name: &str) -> bool {
        name == self.manifest
            || name.starts_with(self.draft) && name.ends_with(NEW)
            || name != self.lock && (self.is_part)(name)
    }
}

impl Draft<'_> {
    /// The file, under another name than its own.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Brings its bytes to the disk.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn sync(&self) -> Result<(), Failure> {
        self.file.sync_all().map_err(|error| self.wrong(error))
    }

    /// Gives it its name: it is there whole or not at all. Where it is then.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep(mut self) -> Result<PathBuf, Failure> {
        self.sync()?;
        let path = self.folder.place(&self.name);
        fs::rename(&self.new, &path).map_err(|error| self.wrong(error))?;
        self.is_kept = true;
        synced(&self.folder.path);
        Ok(path)
    }

    fn wrong(&self, error: io::Error) -> Failure {
        Failure::writing(&self.folder.path, error)
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = fs::remove_file(&self.new);
        }
    }
}

/// Names and paths of what is in a folder.
fn entries(path: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    let wrong = |error: io::Error| Failure::of(path, error);
    let named = |entry: io::Result<fs::DirEntry>| {
        let entry = entry.map_err(wrong)?;
        Ok((entry.file_name().to_string_lossy().into_owned(), entry.path()))
    };
    fs::read_dir(path).map_err(wrong)?.map(named).collect()
}

/// Brings the names in a folder to the disk, where folders can be opened.
pub fn synced(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

fn differs(path: &Path, found: &Value, manifest: &Value) -> Failure {
    let keys = [found, manifest].into_iter().filter_map(Value::as_object).flat_map(|object| object.keys());
    let keys: BTreeSet<&String> = keys.filter(|key| found.get(key) != manifest.get(key)).collect();
    let which = keys.into_iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let message = format!(
        "what is here is of other work ({which} differ): repeat the command as it was to go on with it, or \
         --restart to throw it away"
    );
    Failure::of(path, message)
}

/// Which file an input is: another of its name would not go on where it ended.
///
/// # Errors
/// It cannot be read.
pub fn identity(path: &Path) -> Result<Value, Failure> {
    let metadata = fs::metadata(path).map_err(|error| Failure::of(path, error))?;
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let modified = modified.map(|time| format!("{}.{:09}", time.as_secs(), time.subsec_nanos()));
    Ok(json!({ "path": path.to_string_lossy(), "bytes": metadata.len(), "modified": modified }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: Names =
        Names { manifest: "_job", lock: "_lock", draft: "_", is_part: |name| name.starts_with("part-") };

    fn put(folder: &Folder, name: &str, text: &str) {
        let draft = folder.draft(name).unwrap();
        draft.file().write_all(text.as_bytes()).unwrap();
        assert!(!folder.has(name));
        assert_eq!(fs::read_to_string(draft.keep().unwrap()).unwrap(), text);
        assert!(folder.has(name));
    }

    fn names(path: &Path) -> Vec<String> {
        let mut names: Vec<String> = entries(path).unwrap().into_iter().map(|(name, _)| name).collect();
        names.sort();
        names
    }

    #[test]
    fn work_goes_on_and_other_work_is_told() {
        let above = tempfile::tempdir().unwrap();
        let path = &above.path().join("work");
        let open = |manifest: &Value, restart| Folder::open(path, NAMES, manifest, restart);
        let first = json!({"version": "1", "parts": 2, "query": "q"});
        let folder = open(&first, false).unwrap();
        let error = open(&first, false).unwrap_err();
        assert!(error.to_string().contains("another run is at work here"), "{error}");
        put(&folder, "part-0", "zero");
        // What was given up is not there.
        drop(folder.draft("part-1").unwrap());
        assert_eq!(names(path), ["_job", "_lock", "part-0"]);
        drop(folder);
        assert!(open(&first, false).unwrap().has("part-0"));
        for (other, which) in [
            (json!({"version": "1", "parts": 3, "query": "q"}), "(parts differ)"),
            (json!({"version": "2", "parts": 2, "query": "r"}), "(query, version differ)"),
            (json!({"version": "1", "query": "q"}), "(parts differ)"),
            (json!({"version": "1", "parts": 2, "query": "q", "more": true}), "(more differ)"),
        ] {
            let error = open(&other, false).unwrap_err().to_string();
            assert!(error.contains(which) && error.contains("--restart"), "{error}");
            assert!(path.join("part-0").exists());
        }
        let other = json!({"version": "2"});
        fs::write(path.join("letter"), "dear").unwrap();
        fs::write(path.join("_part-7.new"), "half").unwrap();
        assert!(!open(&other, true).unwrap().has("part-0"));
        assert_eq!(names(path), ["_job", "_lock", "letter"]);
        // A manifest that was not written by us.
        fs::write(path.join("_job"), "{").unwrap();
        assert!(open(&other, false).unwrap_err().to_string().contains("(version differ)"));
    }

    #[test]
    fn folders_of_others_are_left_alone() {
        let above = tempfile::tempdir().unwrap();
        let (path, work) = (above.path(), json!({"version": "1"}));
        fs::write(path.join("letter"), "dear").unwrap();
        for restart in [false, true] {
            let error = Folder::open(path, NAMES, &work, restart).unwrap_err().to_string();
            assert!(error.contains("or an empty one"), "{error}");
            assert_eq!(names(path), ["letter"]);
        }
        fs::remove_file(path.join("letter")).unwrap();
        // Killed while it was cleared, or before it was known what the work is.
        for left in ["_lock", "_part-0.new", "part-0"] {
            fs::write(path.join(left), "").unwrap();
        }
        assert!(!Folder::open(path, NAMES, &work, false).unwrap().has("part-0"));
        assert_eq!(names(path), ["_job", "_lock"]);
    }
}
