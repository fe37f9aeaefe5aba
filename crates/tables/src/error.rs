//! What can be wrong with tables on disk.

use std::io;
use std::path::{Path, PathBuf};

use crate::material::Class;
use crate::retrograde::TooLong;

/// Something is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: TableFault,
}

/// A class has more positions than a table can number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{class} has {len} positions, and a table has room for less than {limit}", limit = crate::positions::LIMIT)]
pub struct TooLarge {
    /// The class.
    pub class: Class,
    /// Its positions, those alike under a symmetry counted once.
    pub len: u64,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum TableFault {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("not a table of Arbiter")]
    Foreign,
    /// It is of another version of the format.
    #[error("a table of version {found}, and version {known} is read: it has to be built again")]
    Version {
        /// The version that it says.
        found: u32,
        /// The one that is read.
        known: u32,
    },
    /// It is not of the length that its header says.
    #[error("truncated or extended: {found} bytes, and its header says {expected}")]
    Length {
        /// Bytes that there are.
        found: u64,
        /// Bytes that there should be.
        expected: u64,
    },
    /// A checksum is wrong.
    #[error("damaged: {0}")]
    Damaged(&'static str),
    /// It is a table of another class than its name says.
    #[error("holds the class {0}, not that of its name")]
    Misnamed(Class),
    /// See [`TooLarge`].
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl TableFault {
    /// Whether such a file gives way to a new table: one that is damaged, or of an earlier version.
    pub(crate) fn is_built_again(&self) -> bool {
        match self {
            TableFault::Damaged(_) | TableFault::Length { .. } => true,
            TableFault::Version { found, known } => found < known,
            _ => false,
        }
    }

    pub(crate) fn at(self, path: &Path) -> FileError {
        FileError { path: path.into(), fault: self }
    }
}

/// Why tables were not built, or not all.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
    /// See [`TooLong`].
    #[error("{0}: {1}")]
    TooLong(Class, TooLong),
    /// See [`TooLarge`].
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// It would take more memory than allowed.
    #[error("{class} needs {needed} bytes of memory, more than the {allowed} allowed")]
    Memory {
        /// The class.
        class: Class,
        /// What it needs.
        needed: u64,
        /// The limit.
        allowed: u64,
    },
    /// Somebody else is building in the folder.
    #[error("{}: another process is building tables here", .0.display())]
    Busy(PathBuf),
    /// The table of a class that another leads to has gone while the work went on.
    #[error("{0}: its table is gone")]
    Gone(Class),
    /// It was told to stop. What is done is kept, and the work can be taken up again.
    #[error("interrupted")]
    Interrupted,
}
