//! Files as blocks of rows. Where a block ends depends on the input alone, never on threads or time.

mod csv;
mod jsonl;
pub(crate) mod parquet;
mod pgn;
mod quotes;
mod text;

use std::collections::VecDeque;
use std::io::{BufRead, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use arrow_array::RecordBatch;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use chess_arbiter_companion::Failure;

use crate::format::{Format, Layout};
use crate::options::Positions;

/// Rows of an input.
pub(crate) struct Rows {
    /// All columns of the input that are wanted.
    pub(crate) columns: RecordBatch,
    /// Rows that could not be read, and why.
    pub(crate) faults: Vec<(usize, String)>,
    /// In text formats without a column for it: the line of each row.
    pub(crate) lines: Option<Vec<u64>>,
    /// Of JSON lines: the lines as they were.
    pub(crate) raw: Option<Vec<String>>,
    /// Of Parquet: whether they are the last ones of a row group, or of a part of it.
    pub(crate) ends: bool,
}

/// Rows, or where they are.
pub(crate) enum Block {
    Rows(Rows),
    Slice(parquet::Slice),
}

/// The rows of a block, some at a time.
pub(crate) enum Batches {
    Rows(Option<Rows>),
    Slice(parquet::Batches),
}

impl Block {
    /// The rows, which are read now if they were not.
    pub(crate) fn batches(self) -> Batches {
        match self {
            Block::Rows(rows) => Batches::Rows(Some(rows)),
            Block::Slice(slice) => Batches::Slice(slice.batches()),
        }
    }
}

impl Iterator for Batches {
    type Item = Result<Rows, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Batches::Rows(rows) => rows.take().map(Ok),
            Batches::Slice(batches) => batches.next(),
        }
    }
}

/// One file.
trait Reader: Send {
    /// The columns of its rows.
    fn schema(&self) -> SchemaRef;

    /// The next rows: no more than so many (of games perhaps a few more), fewer where they are long.
    fn next(&mut self, most: usize) -> Result<Option<Block>, Failure>;
}

/// Bytes of text after which a block ends.
const BLOCK: usize = 16 << 20;

/// The longest row of text that is read, in bytes.
const MAX_ROW: usize = 16 << 20;

/// What is said of a longer one.
const TOO_LONG: &str = "expected a row of at most 16 MiB";

/// How inputs are read.
#[derive(Clone, Debug)]
pub(crate) struct How {
    pub(crate) format: Format,
    /// Rows of a block.
    pub(crate) rows: usize,
    /// Of PGN.
    pub(crate) positions: Positions,
    /// Of Parquet: rows that are asked about at once.
    pub(crate) batch: usize,
    /// Of JSON lines and Parquet: whether what is kept goes to the output as it is, so that only these
    /// columns are needed.
    pub(crate) needed: Option<Vec<String>>,
    /// Bytes that were read, of text formats.
    pub(crate) read: Arc<AtomicU64>,
}

/// Several files as one.
pub(crate) struct Input {
    how: How,
    schema: SchemaRef,
    left: VecDeque<PathBuf>,
    reader: Box<dyn Reader>,
}

impl Input {
    /// Opens all files once, so that one that does not fit is refused before work begins.
    pub(crate) fn open(paths: &[PathBuf], how: How) -> Result<Input, Failure> {
        let mut schema: Option<(SchemaRef, &Path)> = None;
        for path in paths {
            let format = Format::of(path)?;
            if format.layout != how.format.layout {
                let message = "several inputs must be of the same format (.gz and .zst may differ)";
                return Err(Failure::Usage(format!("{}: {message}", path.display())));
            }
            let found = reader(path, &how)?.schema();
            match &schema {
                // Keys of JSON may come and go, in one file as well.
                Some((expected, first)) if expected.fields != found.fields => {
                    let [expected, found] = [expected, &found].map(|schema| names(schema));
                    let first = first.display();
                    let message = format!("expected the columns of {first} ({expected}), found {found}");
                    return Err(Failure::of(path, message));
                }
                Some(_) => {}
                None => schema = Some((found, path)),
            }
        }
        let (Some((schema, first)), mut left) = (schema, VecDeque::from(paths.to_vec())) else {
            return Err(Failure::Usage("expected an input".into()));
        };
        let reader = reader(first, &how)?;
        left.pop_front();
        Ok(Input { schema, reader, left, how })
    }

    /// The columns.
    pub(crate) fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// The next block.
    pub(crate) fn next(&mut self) -> Result<Option<Block>, Failure> {
        loop {
            if let Some(block) = self.reader.next(self.how.rows)? {
                return Ok(Some(block));
            }
            let Some(path) = self.left.pop_front() else { return Ok(None) };
            self.reader = reader(&path, &self.how)?;
        }
    }
}

/// How many rows there are, where that is known beforehand.
pub(crate) fn rows(paths: &[PathBuf]) -> Option<u64> {
    paths.iter().map(|path| parquet::rows(path)).sum()
}

fn names(schema: &Schema) -> String {
    let names = schema.fields().iter().map(|field| format!("{} {}", field.name(), field.data_type()));
    names.collect::<Vec<_>>().join(", ")
}

fn reader(path: &Path, how: &How) -> Result<Box<dyn Reader>, Failure> {
    let Format { layout, packing } = Format { packing: Format::of(path)?.packing, ..how.format };
    let text = || crate::format::text(path, packing, how.read.clone());
    Ok(match layout {
        Layout::Parquet => Box::new(parquet::Parquet::open(path, how)?),
        Layout::Fields(delimiter) => Box::new(csv::Csv::open(path, text()?, delimiter)?),
        Layout::JsonLines => Box::new(match &how.needed {
            Some(columns) => jsonl::JsonLines::of(path, text()?, columns),
            None => jsonl::JsonLines::open(path, text()?, text()?)?,
        }),
        Layout::Text => Box::new(text::Text::new(path, text()?)),
        Layout::Pgn => Box::new(pgn::Pgn::new(path, text()?, how.positions)),
    })
}

/// Columns of texts.
fn texts<'a>(names: impl IntoIterator<Item = &'a str>) -> SchemaRef {
    let field = |name: &str| Field::new(name, DataType::Utf8, true);
    Arc::new(Schema::new(names.into_iter().map(field).collect::<Vec<_>>()))
}

/// The lines of a text, without their ends.
struct Lines {
    path: PathBuf,
    text: Box<dyn BufRead + Send>,
    /// Of the last one.
    number: u64,
    /// Nothing of a line that is too long.
    line: Vec<u8>,
    is_too_long: bool,
}

impl Lines {
    fn new(path: &Path, text: Box<dyn BufRead + Send>) -> Lines {
        Lines { path: path.into(), text, number: 0, line: Vec::new(), is_too_long: false }
    }

    /// Makes the next line the one in `line`; false at the end. A line may end with `\n` or `\r\n`.
    fn advance(&mut self) -> Result<bool, Failure> {
        self.line.clear();
        let wrong = |error| unreadable(&self.path, self.number + 1, error);
        let mut text = (&mut self.text).take(MAX_ROW as u64 + 1);
        text.read_until(b'\n', &mut self.line).map_err(wrong)?;
        if self.line.is_empty() {
            return Ok(false);
        }
        self.is_too_long = self.line.len() > MAX_ROW;
        if self.is_too_long {
            if self.line.last() != Some(&b'\n') {
                self.text.skip_until(b'\n').map_err(wrong)?;
            }
            self.line = Vec::new();
        }
        self.number += 1;
        for end in [b'\n', b'\r'] {
            self.line.pop_if(|last| *last == end);
        }
        if self.number == 1 && self.line.starts_with(b"\xef\xbb\xbf") {
            self.line.drain(..3);
        }
        Ok(true)
    }
}

fn unreadable(path: &Path, line: u64, error: impl std::fmt::Display) -> Failure {
    Failure::of(path, format!("line {line}: cannot be read on: {error}"))
}

/// What is said of bytes that are no text.
const NO_TEXT: &str = "expected UTF-8, found other bytes";
