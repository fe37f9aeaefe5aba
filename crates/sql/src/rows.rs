//! Rows in the formats of outputs.

use std::error::Error;
use std::io::Write;

use arrow_array::RecordBatch;
use arrow_csv::writer::{Writer as FieldsWriter, WriterBuilder};
use arrow_json::writer::{ArrayWriter, LineDelimitedWriter};
use arrow_schema::SchemaRef;
use datafusion::arrow::util::pretty::pretty_format_batches_with_schema;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use crate::out::{Bytes, Form};

/// Rows of a row group of Parquet.
const GROUP: usize = 1 << 17;

/// Rows that a table for people has at most.
pub(crate) const MOST: usize = 1000;

type Wrong = Box<dyn Error>;

/// Writes rows.
pub(crate) trait Rows: Send {
    /// False if no more are wanted.
    fn write(&mut self, batch: &RecordBatch) -> Result<bool, Wrong>;

    fn finish(self: Box<Self>) -> Result<(), Wrong>;
}

impl Form {
    pub(crate) fn rows(self, schema: &SchemaRef, bytes: Bytes) -> Result<Box<dyn Rows>, Wrong> {
        let fields = |delimiter, bytes| -> Result<Box<dyn Rows>, Wrong> {
            let mut writer = WriterBuilder::new().with_delimiter(delimiter).build(bytes);
            // The names are written even if there are no rows.
            writer.write(&RecordBatch::new_empty(schema.clone()))?;
            Ok(Box::new(writer))
        };
        Ok(match self {
            Form::Table => Box::new(Table { batches: Vec::new(), rows: 0, schema: schema.clone(), bytes }),
            Form::Csv => fields(b',', bytes)?,
            Form::Tsv => fields(b'\t', bytes)?,
            Form::Json => Box::new(ArrayWriter::new(bytes)),
            Form::Jsonl => Box::new(LineDelimitedWriter::new(bytes)),
            Form::Parquet => {
                let packed = Compression::ZSTD(ZstdLevel::default());
                let properties = WriterProperties::builder()
                    .set_compression(packed)
                    .set_max_row_group_row_count(Some(GROUP))
                    .build();
                Box::new(ArrowWriter::try_new(bytes, schema.clone(), Some(properties))?)
            }
        })
    }
}

/// As wide as its widest rows, so that all of them are kept.
struct Table {
    batches: Vec<RecordBatch>,
    rows: usize,
    schema: SchemaRef,
    bytes: Bytes,
}

impl Rows for Table {
    fn write(&mut self, batch: &RecordBatch) -> Result<bool, Wrong> {
        let shown = batch.num_rows().min(MOST - self.rows);
        self.batches.push(batch.slice(0, shown));
        self.rows += shown;
        Ok(shown == batch.num_rows())
    }

    fn finish(mut self: Box<Self>) -> Result<(), Wrong> {
        let table = pretty_format_batches_with_schema(self.schema, &self.batches)?;
        writeln!(self.bytes, "{table}")?;
        Ok(self.bytes.finish()?)
    }
}

impl Rows for FieldsWriter<Bytes> {
    fn write(&mut self, batch: &RecordBatch) -> Result<bool, Wrong> {
        FieldsWriter::write(self, batch)?;
        Ok(true)
    }

    fn finish(self: Box<Self>) -> Result<(), Wrong> {
        Ok(self.into_inner().finish()?)
    }
}

impl Rows for ArrayWriter<Bytes> {
    fn write(&mut self, batch: &RecordBatch) -> Result<bool, Wrong> {
        ArrayWriter::write(self, batch)?;
        Ok(true)
    }

    fn finish(mut self: Box<Self>) -> Result<(), Wrong> {
        ArrayWriter::finish(&mut self)?;
        let mut bytes = self.into_inner();
        bytes.write_all(b"\n")?;
        Ok(bytes.finish()?)
    }
}

impl Rows for LineDelimitedWriter<Bytes> {
    fn write(&mut self, batch: &RecordBatch) -> Result<bool, Wrong> {
        LineDelimitedWriter::write(self, batch)?;
        Ok(true)
    }

    fn finish(mut self: Box<Self>) -> Result<(), Wrong> {
        LineDelimitedWriter::finish(&mut self)?;
        Ok(self.into_inner().finish()?)
    }
}

impl Rows for ArrowWriter<Bytes> {
    fn write(&mut self, batch: &RecordBatch) -> Result<bool, Wrong> {
        ArrowWriter::write(self, batch)?;
        Ok(true)
    }

    fn finish(self: Box<Self>) -> Result<(), Wrong> {
        Ok((*self).into_inner()?.finish()?)
    }
}
