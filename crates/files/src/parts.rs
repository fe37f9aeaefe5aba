//! The folder of parts beside an output: what makes work that was killed go on. So that whatever stands under
//! its name is whole, the output too is renamed at the end.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chess_arbiter_companion::{Failure, Folder, Names, synced};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::Tally;

/// The parts of one output.
pub(crate) struct Parts {
    output: PathBuf,
    folder: Folder,
}

/// All that is in the folder is ours: it has the name of an output.
const NAMES: Names = Names { manifest: "manifest.json", lock: "lock", draft: "", is_part: |_| true };
/// The output, before it has its own name.
const OUTPUT: &str = "output";
/// The output was whole; it is about to be renamed, or was.
const WHOLE: &str = "whole";

/// What is kept beside a part.
#[derive(Serialize, Deserialize)]
struct Counted {
    /// The size of the part.
    bytes: u64,
    tally: Tally,
}

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
        let is_whole = folder.join(WHOLE).exists();
        // Killed after the last thing that mattered: only the folder is left to be removed.
        if output.exists() && is_whole && !folder.join(OUTPUT).exists() && !restart {
            let known = folder.join(NAMES.manifest);
            let same = fs::read(&known)
                .is_ok_and(|bytes| serde_json::from_slice::<Value>(&bytes).ok().as_ref() == Some(manifest));
            if same || !known.exists() {
                remove(&folder).map_err(|error| Failure::writing(&folder, error))?;
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
        let folder = Folder::open(&folder, NAMES, manifest, restart)?;
        Ok(Found::Parts(Parts { output: output.into(), folder }))
    }

    fn unwritten(&self, error: io::Error) -> Failure {
        Failure::writing(self.folder.path(), error)
    }

    fn name(number: usize) -> String {
        format!("{number:010}.part")
    }

    /// What was counted about a part, if there is that part, as long as it was written.
    pub(crate) fn done(&self, number: usize) -> Option<Tally> {
        let name = Parts::name(number);
        let bytes = fs::metadata(self.folder.place(&name)).ok()?.len();
        let counted = fs::read(self.folder.place(&format!("{name}.tally"))).ok()?;
        let counted: Counted = serde_json::from_slice(&counted).ok()?;
        (counted.bytes == bytes).then_some(counted.tally)
    }

    /// Writes a part.
    pub(crate) fn write(
        &self,
        number: usize,
        write: impl FnOnce(&File, &Path) -> Result<Tally, Failure>,
    ) -> Result<Tally, Failure> {
        let name = Parts::name(number);
        let part = self.folder.draft(&name)?;
        let tally = write(part.file(), self.folder.path())?;
        part.sync()?;
        // First: where the part is, so is this.
        let counted = self.folder.draft(&format!("{name}.tally"))?;
        let bytes = part.file().metadata().map_err(|error| self.unwritten(error))?.len();
        let about = Counted { bytes, tally };
        write!(counted.file(), "{}", json!(about)).map_err(|error| self.unwritten(error))?;
        counted.keep()?;
        part.keep()?;
        Ok(about.tally)
    }

    /// Makes the output of so many parts, and removes them.
    pub(crate) fn finish(
        self,
        parts: usize,
        assemble: impl FnOnce(&[PathBuf], &File, &Path) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let paths: Vec<PathBuf> = (0..parts).map(|number| self.folder.place(&Parts::name(number))).collect();
        let output = self.folder.draft(OUTPUT)?;
        assemble(&paths, output.file(), &self.output)?;
        let whole = output.keep()?;
        self.folder.draft(WHOLE)?.keep()?;
        fs::rename(whole, &self.output).map_err(|error| Failure::writing(&self.output, error))?;
        synced(self.output.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new(".")));
        remove(self.folder.path()).map_err(|error| self.unwritten(error))
    }

    /// Where they are.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
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
