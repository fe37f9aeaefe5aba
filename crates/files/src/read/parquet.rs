//! Parquet: slices of row groups, which those who answer them read themselves.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use arrow_select::concat::concat_batches;
use chess_arbiter_answer::guarded;
use chess_arbiter_companion::Failure;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};

use super::{Block, Reader, Rows};
use crate::format::open;

/// A file, of which only the footer is read.
pub(super) struct Parquet {
    path: Arc<PathBuf>,
    metadata: ArrowReaderMetadata,
    /// The row group and the row in it at which the next slice begins.
    next: (usize, usize),
}

/// Rows of one row group.
pub(crate) struct Slice {
    path: Arc<PathBuf>,
    metadata: ArrowReaderMetadata,
    group: usize,
    from: usize,
    rows: usize,
}

fn damaged(path: &Path, error: &str) -> Failure {
    Failure::of(path, format!("expected a whole Parquet file: {error}"))
}

/// What the library makes of a file; it panics at some that are damaged.
fn whole<T>(path: &Path, read: impl FnOnce() -> Result<T, String>) -> Result<T, Failure> {
    let read = guarded(read).unwrap_or_else(|| Err("its contents contradict each other".into()));
    read.map_err(|error| damaged(path, &error))
}

fn metadata(path: &Path) -> Result<ArrowReaderMetadata, Failure> {
    let file = open(path)?;
    whole(path, || {
        ArrowReaderMetadata::load(&file, ArrowReaderOptions::new()).map_err(|error| error.to_string())
    })
}

/// How many rows a file says it has.
pub(super) fn rows(path: &Path) -> Option<u64> {
    u64::try_from(metadata(path).ok()?.metadata().file_metadata().num_rows()).ok()
}

impl Parquet {
    pub(super) fn open(path: &Path) -> Result<Parquet, Failure> {
        Ok(Parquet { path: Arc::new(path.into()), metadata: metadata(path)?, next: (0, 0) })
    }
}

impl Reader for Parquet {
    fn schema(&self) -> SchemaRef {
        // What else a schema says (pandas' index, for example) is not about the columns that are written.
        Arc::new(Schema::new(self.metadata.schema().fields().clone()))
    }

    fn next(&mut self, most: usize) -> Result<Option<Block>, Failure> {
        loop {
            let (group, from) = self.next;
            let Some(found) = self.metadata.metadata().row_groups().get(group) else { return Ok(None) };
            let rows = usize::try_from(found.num_rows()).unwrap_or_default().saturating_sub(from).min(most);
            if rows == 0 {
                self.next = (group + 1, 0);
                continue;
            }
            self.next.1 += rows;
            let (path, metadata) = (self.path.clone(), self.metadata.clone());
            return Ok(Some(Block::Slice(Slice { path, metadata, group, from, rows })));
        }
    }
}

impl Slice {
    pub(super) fn rows(self) -> Result<Rows, Failure> {
        let Slice { path, metadata, group, from, rows } = self;
        let file: File = open(&path)?;
        let columns = whole(&path, || {
            let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata.clone())
                .with_row_groups(vec![group])
                .with_offset(from)
                .with_limit(rows)
                .with_batch_size(rows);
            let reader = builder.build().map_err(|error| error.to_string())?;
            let batches =
                reader.collect::<Result<Vec<RecordBatch>, _>>().map_err(|error| error.to_string())?;
            let schema = Arc::new(Schema::new(metadata.schema().fields().clone()));
            let plain = batches.into_iter().map(|batch| batch.with_schema(schema.clone()));
            let plain = plain.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
            concat_batches(&schema, &plain).map_err(|error| error.to_string())
        })?;
        if columns.num_rows() != rows {
            let found = columns.num_rows();
            return Err(damaged(&path, &format!("row group {group} has {found} rows in place of {rows}")));
        }
        Ok(Rows { columns, faults: Vec::new(), lines: None, raw: None })
    }
}
