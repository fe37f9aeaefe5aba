//! Rows as bytes of a format.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::compute::BatchCoalescer;
use datafusion::arrow::csv::WriterBuilder;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::LineDelimitedWriter;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::properties::WriterProperties;

use crate::job::Sink;
use crate::options::Format;
use chess_arbiter_companion::Failure;

/// Rows that are written at a time: the bytes do not tell in which batches they came.
const ROWS: usize = 1 << 15;
/// Rows of a row group of Parquet.
const GROUP: usize = 1 << 17;

/// Rows on their way to a file, which is nothing that anybody reads before it is whole.
pub(crate) struct Output {
    format: Format,
    schema: SchemaRef,
    file: File,
    /// For messages.
    path: PathBuf,
    writer: Option<Writer>,
    batches: BatchCoalescer,
}

enum Writer {
    Parquet(Box<ArrowWriter<BufWriter<File>>>),
    Fields(Box<datafusion::arrow::csv::Writer<BufWriter<File>>>),
    Lines(Box<LineDelimitedWriter<BufWriter<File>>>),
    Table(Vec<RecordBatch>),
}

impl Output {
    /// Writes to a file that was just made.
    pub(crate) fn new(format: Format, schema: SchemaRef, file: File, path: &Path) -> Output {
        let batches = BatchCoalescer::new(schema.clone(), ROWS);
        Output { format, schema, file, path: path.to_owned(), writer: None, batches }
    }

    /// Writes what is left; gives the file, whole and at its beginning.
    pub(crate) fn finish(mut self) -> Result<File, Failure> {
        self.batches.finish_buffered_batch().map_err(|error| self.unwritten(error))?;
        self.drain()?;
        let wrong = |error: io::Error| Failure::writing(&self.path, error);
        match self.writer.take() {
            Some(Writer::Parquet(writer)) => {
                drop(
                    writer
                        .into_inner()
                        .map_err(|error| unwritten(&self.path, error))?
                        .into_inner()
                        .map_err(|error| wrong(error.into_error()))?,
                );
            }
            Some(Writer::Fields(writer)) => {
                writer.into_inner().flush().map_err(wrong)?;
            }
            Some(Writer::Lines(mut writer)) => {
                writer.finish().map_err(|error| self.unwritten(error))?;
                writer.into_inner().flush().map_err(wrong)?;
            }
            Some(Writer::Table(batches)) => {
                let table = pretty_format_batches(&batches).map_err(|error| self.unwritten(error))?;
                writeln!(self.file, "{table}").map_err(wrong)?;
            }
            None => {}
        }
        self.file.seek(SeekFrom::Start(0)).map_err(wrong)?;
        Ok(self.file)
    }

    fn drain(&mut self) -> Result<(), Failure> {
        while let Some(batch) = self.batches.next_completed_batch() {
            let written = match &mut self.writer {
                Some(Writer::Parquet(writer)) => writer.write(&batch).map_err(ArrowError::from),
                Some(Writer::Fields(writer)) => writer.write(&batch),
                Some(Writer::Lines(writer)) => writer.write(&batch),
                Some(Writer::Table(batches)) => {
                    batches.push(batch);
                    Ok(())
                }
                None => Ok(()),
            };
            written.map_err(|error| self.unwritten(error))?;
        }
        Ok(())
    }

    fn unwritten(&self, error: ArrowError) -> Failure {
        match error {
            ArrowError::IoError(_, error) => Failure::writing(&self.path, error),
            error => Failure::writing(&self.path, format!("{error}: try another format")),
        }
    }
}

impl Sink for Output {
    fn begin(&mut self) -> Result<(), Failure> {
        let wrong = |error: io::Error| Failure::writing(&self.path, error);
        self.batches = BatchCoalescer::new(self.schema.clone(), ROWS);
        self.writer = None;
        self.file.set_len(0).map_err(wrong)?;
        self.file.seek(SeekFrom::Start(0)).map_err(wrong)?;
        let out = BufWriter::new(self.file.try_clone().map_err(wrong)?);
        let fields = |delimiter| WriterBuilder::new().with_delimiter(delimiter);
        self.writer = Some(match self.format {
            Format::Parquet => {
                let packed = Compression::ZSTD(ZstdLevel::default());
                let properties = WriterProperties::builder()
                    .set_compression(packed)
                    .set_max_row_group_row_count(Some(GROUP))
                    .build();
                let writer = ArrowWriter::try_new(out, self.schema.clone(), Some(properties));
                Writer::Parquet(Box::new(writer.map_err(|error| unwritten(&self.path, error))?))
            }
            Format::Csv => Writer::Fields(Box::new(fields(b',').build(out))),
            Format::Tsv => Writer::Fields(Box::new(fields(b'\t').build(out))),
            Format::Jsonl => Writer::Lines(Box::new(LineDelimitedWriter::new(out))),
            Format::Table => Writer::Table(vec![RecordBatch::new_empty(self.schema.clone())]),
        });
        // The names of columns, even if there are no rows.
        if let Some(Writer::Fields(writer)) = &mut self.writer {
            let none = RecordBatch::new_empty(self.schema.clone());
            writer.write(&none).map_err(|error| Failure::writing(&self.path, error))?;
        }
        Ok(())
    }

    fn write(&mut self, rows: &RecordBatch) -> Result<(), Failure> {
        // Executors may say that a column has no nulls, or give it another name of no meaning.
        let rows = RecordBatch::try_new(self.schema.clone(), rows.columns().to_vec());
        let pushed = rows.and_then(|rows| self.batches.push_batch(rows));
        pushed.map_err(|error| self.unwritten(error))?;
        self.drain()
    }
}

fn unwritten(path: &Path, error: ParquetError) -> Failure {
    match error {
        // What the operating system says, without the names of its wrappings.
        ParquetError::External(error) => Failure::writing(path, error),
        ParquetError::General(error) => Failure::writing(path, error),
        error => Failure::writing(path, error),
    }
}
