//! Answered rows as bytes of a format, and parts of an output put together.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_json::writer::{LineDelimited, WriterBuilder as JsonWriter};
use arrow_schema::SchemaRef;
use chess_arbiter_companion::Failure;
use parquet::arrow::{ARROW_SCHEMA_META_KEY, ArrowWriter};
use parquet::basic::{Compression, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use serde_json::json;

use crate::answer::{Answered, line};
use crate::format::{Format, Layout};

/// A part, or a whole output, in the making.
type Out<'a> = BufWriter<&'a File>;

fn properties() -> WriterProperties {
    WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build()
}

impl Format {
    /// Writes rows as one part.
    pub(crate) fn write(self, rows: &Answered, file: &File, path: &Path) -> Result<(), Failure> {
        let wrong = |error: io::Error| Failure::writing(path, error);
        if self.layout == Layout::Parquet {
            let batch = rows.whole()?;
            let written =
                ArrowWriter::try_new(file, batch.schema(), Some(properties())).and_then(|mut writer| {
                    writer.write(&batch)?;
                    writer.close()
                });
            return written.map(drop).map_err(|error| unwritten(path, error));
        }
        let mut bytes = Vec::new();
        match self.layout {
            Layout::Fields(delimiter) => fields(&rows.whole()?, delimiter, false, &mut bytes)?,
            Layout::JsonLines => json_lines(rows, &mut bytes)?,
            _ => {
                for row in 0..rows.answers.num_rows() {
                    writeln!(bytes, "{}", line(rows, row)).map_err(wrong)?;
                }
            }
        }
        let mut out = Out::new(file);
        self.packing.pack(&bytes, &mut out).and_then(|()| out.flush()).map_err(wrong)
    }

    /// Puts parts together; `none` has the columns, and no rows.
    pub(crate) fn assemble(
        self,
        none: &RecordBatch,
        parts: &[PathBuf],
        file: &File,
        path: &Path,
    ) -> Result<(), Failure> {
        if self.layout == Layout::Parquet {
            return row_groups(&none.schema(), parts, file).map_err(|error| unwritten(path, error));
        }
        let wrong = |error: io::Error| Failure::writing(path, error);
        let mut out = Out::new(file);
        let mut header = Vec::new();
        if let Layout::Fields(delimiter) = self.layout {
            fields(none, delimiter, true, &mut header)?;
        }
        if !header.is_empty() || parts.is_empty() {
            self.packing.pack(&header, &mut out).map_err(wrong)?;
        }
        for part in parts {
            let mut part = File::open(part).map_err(|error| Failure::of(part, error))?;
            io::copy(&mut part, &mut out).map_err(wrong)?;
        }
        out.flush().map_err(wrong)
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

fn fields(batch: &RecordBatch, delimiter: u8, header: bool, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    let writer = arrow_csv::WriterBuilder::new().with_header(header).with_delimiter(delimiter);
    writer
        .build(bytes)
        .write(batch)
        .map_err(|error| Failure::Usage(format!("as CSV: {error}: try Parquet, or --only")))
}

fn objects(batch: &RecordBatch) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut writer = JsonWriter::new().build::<_, LineDelimited>(&mut bytes);
    let written = writer.write(batch).and_then(|()| writer.finish());
    drop(writer);
    written.map_err(|error| Failure::Usage(format!("as JSON: {error}: try Parquet, or --only")))?;
    Ok(bytes)
}

/// An object for each row, without what is null. Lines that were objects stay as they were, with answers
/// at their end.
fn json_lines(rows: &Answered, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    let Some(raw) = &rows.raw else {
        bytes.extend(objects(&rows.whole()?)?);
        return Ok(());
    };
    let answers = objects(&rows.answers)?;
    for ((line, is_object), answer) in raw.iter().zip(answers.split(|&byte| byte == b'\n')) {
        let own;
        let line = if *is_object {
            line
        } else {
            own = json!({ "input": line }).to_string();
            &own
        };
        let members = line.strip_suffix('}').unwrap_or(line).trim_end();
        let answer = answer.strip_prefix(b"{").unwrap_or(answer);
        let between = if members.ends_with('{') || answer.starts_with(b"}") { "" } else { "," };
        bytes.extend_from_slice(members.as_bytes());
        bytes.extend_from_slice(between.as_bytes());
        bytes.extend_from_slice(answer);
        bytes.push(b'\n');
    }
    Ok(())
}

/// Copies the row groups of files with the same columns, without decoding them.
fn row_groups(schema: &SchemaRef, parts: &[PathBuf], file: &File) -> Result<(), ParquetError> {
    let Some(first) = parts.first() else {
        return ArrowWriter::try_new(file, schema.clone(), Some(properties()))?.close().map(drop);
    };
    let first = SerializedFileReader::new(File::open(first)?)?;
    let known = first.metadata().file_metadata();
    let is_schema = |value: &&parquet::file::metadata::KeyValue| value.key == ARROW_SCHEMA_META_KEY;
    let about = known.key_value_metadata().map(|values| values.iter().filter(is_schema).cloned().collect());
    let properties = properties().into_builder().set_key_value_metadata(about).build();
    let mut writer = SerializedFileWriter::new(
        Out::new(file),
        known.schema_descr().root_schema_ptr(),
        Arc::new(properties),
    )?;
    for part in parts {
        let input = File::open(part)?;
        let metadata = SerializedFileReader::new(input.try_clone()?)?.metadata().clone();
        for group in metadata.row_groups() {
            let rows_written = u64::try_from(group.num_rows()).unwrap_or_default();
            let mut out = writer.next_row_group()?;
            for column in group.columns() {
                let bytes_written = u64::try_from(column.compressed_size()).unwrap_or_default();
                let copied = ColumnCloseResult {
                    bytes_written,
                    rows_written,
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                out.append_column(&input, copied)?;
            }
            out.close()?;
        }
    }
    writer.into_inner()?.flush()?;
    Ok(())
}
