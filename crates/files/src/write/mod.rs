//! Answered rows as bytes of a format, and parts of an output put together.

mod parquet;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_json::writer::{LineDelimited, WriterBuilder as JsonWriter};
use chess_arbiter_companion::Failure;
use serde_json::json;

use crate::answer::{Answered, Tally, line};
use crate::format::{Format, Layout};

pub(crate) use parquet::Copied;

/// A part, or a whole output, in the making.
type Out<'a> = BufWriter<&'a File>;

/// How answered rows become an output.
pub(crate) struct Output {
    pub(crate) format: Format,
    /// Its columns without rows.
    pub(crate) none: Answered,
    /// Of Parquet from Parquet: what is in no part, and is copied from the inputs.
    pub(crate) copied: Option<Copied>,
}

impl Output {
    /// Writes rows as one part.
    pub(crate) fn part(
        &self,
        rows: impl Iterator<Item = Result<Answered, Failure>>,
        file: &File,
        path: &Path,
    ) -> Result<Tally, Failure> {
        if self.format.layout == Layout::Parquet {
            return self.row_groups(rows, file, path);
        }
        let wrong = |error: io::Error| Failure::writing(path, error);
        let (mut bytes, mut tally) = (Vec::new(), Tally::default());
        for rows in rows {
            let rows = rows?;
            match self.format.layout {
                Layout::Fields(delimiter) => fields(&rows.whole()?, delimiter, false, &mut bytes)?,
                Layout::JsonLines => json_lines(&rows, &mut bytes)?,
                _ => {
                    for row in 0..rows.answers.num_rows() {
                        writeln!(bytes, "{}", line(&rows, row)).map_err(wrong)?;
                    }
                }
            }
            tally.add(&rows.tally);
        }
        let mut out = Out::new(file);
        self.format.packing.pack(&bytes, &mut out).and_then(|()| out.flush()).map_err(wrong)?;
        Ok(tally)
    }

    /// Puts parts together.
    pub(crate) fn whole(&self, parts: &[PathBuf], file: &File, path: &Path) -> Result<(), Failure> {
        if self.format.layout == Layout::Parquet {
            return self.put_together(parts, file, path);
        }
        let wrong = |error: io::Error| Failure::writing(path, error);
        let mut out = Out::new(file);
        let mut header = Vec::new();
        if let Layout::Fields(delimiter) = self.format.layout {
            fields(&self.none.whole()?, delimiter, true, &mut header)?;
        }
        if !header.is_empty() || parts.is_empty() {
            self.format.packing.pack(&header, &mut out).map_err(wrong)?;
        }
        for part in parts {
            let mut part = File::open(part).map_err(|error| Failure::of(part, error))?;
            io::copy(&mut part, &mut out).map_err(wrong)?;
        }
        out.flush().map_err(wrong)
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
