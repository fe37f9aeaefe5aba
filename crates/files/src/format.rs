//! What a file is, by its name.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chess_arbiter_companion::{Failure, Packing};

/// How rows are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    Parquet,
    /// Fields with this between them.
    Fields(u8),
    JsonLines,
    /// A position a line.
    Text,
    Pgn,
}

/// The format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Format {
    pub(crate) layout: Layout,
    pub(crate) packing: Packing,
}

impl Format {
    /// By the extensions of the name.
    pub(crate) fn of(path: &Path) -> Result<Format, Failure> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let (name, packing) = Packing::of(&name);
        let layout = match name.rsplit_once('.').map(|(_, extension)| extension) {
            Some("parquet") if packing == Packing::None => Layout::Parquet,
            Some("csv") => Layout::Fields(b','),
            Some("tsv") => Layout::Fields(b'\t'),
            Some("jsonl" | "ndjson") => Layout::JsonLines,
            Some("txt" | "fen" | "epd") => Layout::Text,
            Some("pgn") => Layout::Pgn,
            _ => {
                let known = "expected a name that ends with .parquet, .csv, .tsv, .jsonl, .ndjson, .txt, .fen, .epd or \
                             .pgn, all but Parquet perhaps with .gz or .zst";
                return Err(Failure::Usage(format!("{}: {known}", path.display())));
            }
        };
        Ok(Format { layout, packing })
    }
}

/// The text of a file; what is read of the file itself is counted.
pub(crate) fn text(
    path: &Path,
    packing: Packing,
    read: Arc<AtomicU64>,
) -> Result<Box<dyn BufRead + Send>, Failure> {
    let file = Counted { file: open(path)?, read };
    packing.reader(file).map_err(|error| Failure::of(path, error))
}

/// A file that can be read.
pub(crate) fn open(path: &Path) -> Result<File, Failure> {
    let file = File::open(path).map_err(|error| Failure::of(path, error))?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(Failure::of(path, "expected a file, found a folder"));
    }
    Ok(file)
}

struct Counted {
    file: File,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
