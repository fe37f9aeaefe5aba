//! Parquet: slices of row groups, which those who answer them read themselves.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_schema::{DataType, Schema, SchemaRef};
use chess_arbiter_answer::guarded;
use chess_arbiter_companion::Failure;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::file::metadata::RowGroupMetaData;

use super::{Block, How, Reader, Rows};
use crate::format::open;

/// Row groups are put together up to so many rows: a part is a file.
const TOGETHER: usize = 1 << 17;

/// A file, of which only the footer is read.
pub(super) struct Parquet {
    source: Source,
    /// The row group and the row in it at which the next slice begins.
    next: (usize, usize),
}

/// How slices are read.
#[derive(Clone)]
struct Source {
    path: Arc<PathBuf>,
    metadata: ArrowReaderMetadata,
    /// The columns that are read.
    schema: SchemaRef,
    columns: ProjectionMask,
    /// Rows that are read at once.
    batch: usize,
}

/// Some whole row groups, or rows of one.
pub(crate) struct Slice {
    source: Source,
    groups: Range<usize>,
    from: usize,
    rows: usize,
}

/// What is said of a file that contradicts itself.
pub(crate) fn damaged(path: &Path, error: &str) -> Failure {
    Failure::of(path, format!("expected a whole Parquet file: {error}"))
}

/// What the library makes of a file; it panics at some that are damaged.
fn whole<T>(path: &Path, read: impl FnOnce() -> Result<T, String>) -> Result<T, Failure> {
    let read = guarded(read).unwrap_or_else(|| Err("its contents contradict each other".into()));
    read.map_err(|error| damaged(path, &error))
}

/// What the footer of a file says.
pub(crate) fn metadata(path: &Path) -> Result<ArrowReaderMetadata, Failure> {
    loaded(path, ArrowReaderOptions::new())
}

fn loaded(path: &Path, options: ArrowReaderOptions) -> Result<ArrowReaderMetadata, Failure> {
    let file = open(path)?;
    whole(path, || ArrowReaderMetadata::load(&file, options).map_err(|error| error.to_string()))
}

/// How many rows a file says it has.
pub(super) fn rows(path: &Path) -> Option<u64> {
    u64::try_from(metadata(path).ok()?.metadata().file_metadata().num_rows()).ok()
}

/// How many rows a row group says it has.
pub(crate) fn group_rows(group: &RowGroupMetaData) -> usize {
    usize::try_from(group.num_rows()).unwrap_or_default()
}

impl Parquet {
    pub(super) fn open(path: &Path, how: &How) -> Result<Parquet, Failure> {
        let mut metadata = metadata(path)?;
        let schema = metadata.schema().clone();
        let is_read = |name: &String| how.needed.as_ref().is_none_or(|needed| needed.contains(name));
        let roots = schema.fields().iter().enumerate().filter(|(_, field)| is_read(field.name()));
        let columns = ProjectionMask::roots(metadata.parquet_schema(), roots.map(|(root, _)| root));
        // Texts that are asked about and not written need not be copied out of their pages.
        if how.needed.is_some() {
            let fields = schema.fields().iter().map(|field| match field.data_type() {
                DataType::Utf8 | DataType::LargeUtf8 if is_read(field.name()) => {
                    Arc::new(field.as_ref().clone().with_data_type(DataType::Utf8View))
                }
                _ => field.clone(),
            });
            let hinted = Schema::new(fields.collect::<Vec<_>>());
            metadata = loaded(path, ArrowReaderOptions::new().with_schema(Arc::new(hinted)))?;
        }
        // What else a schema says (pandas' index, for example) is not about the columns that are written.
        let read = metadata.schema().fields().iter().filter(|field| is_read(field.name())).cloned();
        let schema = Arc::new(Schema::new(read.collect::<Vec<_>>()));
        // Each value of a dictionary is asked about once in a batch.
        let is_dictionary =
            |field: &&Arc<arrow_schema::Field>| matches!(field.data_type(), DataType::Dictionary(..));
        let batch =
            if schema.fields().iter().any(|field| is_dictionary(&field)) { how.rows } else { how.batch };
        let source = Source { path: Arc::new(path.into()), metadata, schema, columns, batch };
        Ok(Parquet { source, next: (0, 0) })
    }
}

impl Reader for Parquet {
    fn schema(&self) -> SchemaRef {
        self.source.schema.clone()
    }

    fn next(&mut self, most: usize) -> Result<Option<Block>, Failure> {
        let groups = self.source.metadata.metadata().row_groups();
        let (first, from) = self.next;
        let Some(group) = groups.get(first) else { return Ok(None) };
        let left = group_rows(group).saturating_sub(from);
        let (end, rows) = if from > 0 || left > most {
            self.next = if left > most { (first, from + most) } else { (first + 1, 0) };
            (first + 1, left.min(most))
        } else {
            let (mut end, mut rows) = (first + 1, left);
            while let Some(group) = groups.get(end)
                && rows + group_rows(group) <= most.min(TOGETHER)
            {
                rows += group_rows(group);
                end += 1;
            }
            self.next = (end, 0);
            (end, rows)
        };
        Ok(Some(Block::Slice(Slice { source: self.source.clone(), groups: first..end, from, rows })))
    }
}

impl Slice {
    /// Its rows, so many at once, and of one row group.
    pub(super) fn batches(self) -> Batches {
        let Slice { source, groups, from, rows } = self;
        Batches { source, groups, from, left: rows, group: None }
    }
}

/// Reads a slice.
pub(crate) struct Batches {
    source: Source,
    /// Row groups that were not begun.
    groups: Range<usize>,
    /// The row at which the next one begins.
    from: usize,
    /// Rows of all that are left.
    left: usize,
    /// What is read, and its rows that are left.
    group: Option<(ParquetRecordBatchReader, usize)>,
}

impl Batches {
    fn open(&self, group: usize, rows: usize) -> Result<ParquetRecordBatchReader, Failure> {
        let Source { path, metadata, columns, batch, .. } = &self.source;
        let file = open(path)?;
        whole(path, || {
            ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata.clone())
                .with_projection(columns.clone())
                .with_row_groups(vec![group])
                .with_offset(self.from)
                .with_limit(rows)
                .with_batch_size((*batch).min(rows))
                .build()
                .map_err(|error| error.to_string())
        })
    }

    fn read(&mut self) -> Result<Option<Rows>, Failure> {
        while self.group.is_none() {
            let Some(group) = self.groups.next() else { return Ok(None) };
            let found = self.source.metadata.metadata().row_groups().get(group).map_or(0, group_rows);
            let rows = found.saturating_sub(self.from).min(self.left);
            if rows > 0 {
                self.group = Some((self.open(group, rows)?, rows));
            }
            self.left -= rows;
            self.from = 0;
        }
        let Some((reader, left)) = &mut self.group else { return Ok(None) };
        let Source { path, schema, .. } = &self.source;
        let columns = whole(path, || {
            let batch = reader.next().transpose().map_err(|error| error.to_string())?;
            let batch = batch.map(|batch| batch.with_schema(schema.clone()));
            batch.transpose().map_err(|error| error.to_string())
        })?;
        let found = columns.as_ref().map_or(0, |columns| columns.num_rows());
        let Some(columns) = columns.filter(|_| found > 0 && found <= *left) else {
            return Err(damaged(path, "a row group has fewer rows than it says"));
        };
        *left -= found;
        let ends = *left == 0;
        if ends {
            self.group = None;
        }
        Ok(Some(Rows { columns, faults: Vec::new(), lines: None, raw: None, ends }))
    }
}

impl Iterator for Batches {
    type Item = Result<Rows, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
