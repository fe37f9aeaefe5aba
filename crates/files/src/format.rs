//! What a file is, by its name.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chess_arbiter_companion::Failure;

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

/// How bytes are packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Packing {
    None,
    Gzip,
    Zstd,
}

/// The format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Format {
    pub(crate) layout: Layout,
    pub(crate) packing: Packing,
}

/// Level of both, the usual one of neither: answers repeat and are packed well by any.
const GZIP_LEVEL: u32 = 6;
const ZSTD_LEVEL: i32 = 3;

impl Format {
    /// By the extensions of the name.
    pub(crate) fn of(path: &Path) -> Result<Format, Failure> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let (name, packing) = match name.rsplit_once('.') {
            Some((name, "gz")) => (name, Packing::Gzip),
            Some((name, "zst")) => (name, Packing::Zstd),
            _ => (name.as_str(), Packing::None),
        };
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

impl Packing {
    /// The text of a file; what is read of the file itself is counted.
    pub(crate) fn open(self, path: &Path, read: Arc<AtomicU64>) -> Result<Box<dyn BufRead + Send>, Failure> {
        let file = Counted { file: open(path)?, read };
        Ok(match self {
            Packing::None => Box::new(BufReader::with_capacity(BUFFER, file)),
            Packing::Gzip => {
                Box::new(BufReader::with_capacity(BUFFER, flate2::read::MultiGzDecoder::new(file)))
            }
            Packing::Zstd => {
                let decoder = zstd::Decoder::new(file).map_err(|error| Failure::of(path, error))?;
                Box::new(BufReader::with_capacity(BUFFER, decoder))
            }
        })
    }

    /// Packs bytes as a whole member or frame: several one after another are a file.
    pub(crate) fn pack(self, bytes: &[u8], mut out: impl Write) -> io::Result<()> {
        match self {
            Packing::None => out.write_all(bytes),
            Packing::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(out, flate2::Compression::new(GZIP_LEVEL));
                encoder.write_all(bytes)?;
                encoder.finish().map(drop)
            }
            Packing::Zstd => {
                let mut encoder = zstd::Encoder::new(out, ZSTD_LEVEL)?;
                encoder.write_all(bytes)?;
                encoder.finish().map(drop)
            }
        }
    }
}

const BUFFER: usize = 1 << 20;

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
