//! Fields with commas or tabs between them, below a line with their names.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::SchemaRef;
use csv_core::{ReadRecordResult, ReaderBuilder};

use super::{BLOCK, Block, MAX_ROW, NO_TEXT, Reader, Rows, TOO_LONG, texts, unreadable};
use chess_arbiter_companion::Failure;

/// A table of fields. All are texts; an empty one is null.
pub(super) struct Csv {
    records: Records,
    schema: SchemaRef,
}

/// Splits text into records.
struct Records {
    path: PathBuf,
    text: Box<dyn BufRead + Send>,
    core: csv_core::Reader,
    /// The line that is read next.
    line: u64,
    /// The fields of a record one after another, in more room than they need.
    fields: Vec<u8>,
    /// Where each ends, in more room than they need.
    ends: Vec<usize>,
    /// How many it has.
    count: usize,
}

/// What a record is.
enum Found {
    Record,
    /// One of more than [`MAX_ROW`] bytes, which was passed over to the end of a line: a quotation mark
    /// without another would make a record of all that follows.
    TooLong,
}

impl Records {
    /// The line on which the next record begins; empty ones are passed over. None at the end.
    fn begin(&mut self) -> Result<Option<u64>, Failure> {
        loop {
            let text = self.text.fill_buf().map_err(|error| unreadable(&self.path, self.line, error))?;
            match text.first() {
                None => return Ok(None),
                Some(b'\n') => self.line += 1,
                Some(b'\r') => {}
                Some(_) => return Ok(Some(self.line)),
            }
            self.text.consume(1);
        }
    }

    /// Reads the record that begins here.
    fn read(&mut self) -> Result<Found, Failure> {
        let (mut bytes, mut length) = (0, 0);
        self.count = 0;
        loop {
            let wrong = |error| unreadable(&self.path, self.line, error);
            let text = self.text.fill_buf().map_err(wrong)?;
            let text = &text[..text.len().min(MAX_ROW + 1 - bytes)];
            let (result, read, written, ended) =
                self.core.read_record(text, &mut self.fields[length..], &mut self.ends[self.count..]);
            self.line += text[..read].iter().filter(|&&byte| byte == b'\n').count() as u64;
            self.text.consume(read);
            (bytes, length, self.count) = (bytes + read, length + written, self.count + ended);
            match result {
                ReadRecordResult::Record | ReadRecordResult::End => return Ok(Found::Record),
                ReadRecordResult::OutputFull => self.fields.resize(2 * self.fields.len(), 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
                ReadRecordResult::InputEmpty => {}
            }
            if bytes > MAX_ROW {
                self.text.skip_until(b'\n').map_err(|error| unreadable(&self.path, self.line, error))?;
                self.line += 1;
                self.core.reset();
                self.count = 0;
                return Ok(Found::TooLong);
            }
        }
    }

    fn fields(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.count).map(|n| {
            let start = if n == 0 { 0 } else { self.ends[n - 1] };
            &self.fields[start..self.ends[n]]
        })
    }
}

impl Csv {
    pub(super) fn open(path: &Path, text: Box<dyn BufRead + Send>, delimiter: u8) -> Result<Csv, Failure> {
        let core = ReaderBuilder::new().delimiter(delimiter).build();
        let (fields, ends) = (vec![0; 1 << 10], vec![0; 1 << 6]);
        let mut records = Records { path: path.into(), text, core, line: 1, fields, ends, count: 0 };
        let Some(line) = records.begin()? else {
            return Err(Failure::of(path, "expected a line with the names of columns, found nothing"));
        };
        if let Found::TooLong = records.read()? {
            return Err(unreadable(path, line, TOO_LONG));
        }
        let names: Vec<String> =
            records.fields().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        if let Some(twice) =
            names.iter().enumerate().find_map(|(n, name)| names[..n].contains(name).then_some(name))
        {
            return Err(Failure::of(path, format!("line {line}: two columns have the name '{twice}'")));
        }
        Ok(Csv { records, schema: texts(names.iter().map(String::as_str)) })
    }
}

impl Reader for Csv {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn next(&mut self, most: usize) -> Result<Option<Block>, Failure> {
        let width = self.schema.fields().len();
        let mut columns: Vec<StringBuilder> = (0..width).map(|_| StringBuilder::new()).collect();
        let (mut faults, mut lines, mut bytes) = (Vec::new(), Vec::new(), 0);
        while lines.len() < most
            && bytes < BLOCK
            && let Some(line) = self.records.begin()?
        {
            let row = lines.len();
            if let Found::TooLong = self.records.read()? {
                faults.push((row, TOO_LONG.to_owned()));
            } else if self.records.count != width {
                let (found, s) = (self.records.count, if width == 1 { "" } else { "s" });
                faults.push((row, format!("expected {width} field{s}, found {found}")));
            }
            let fields = self.records.fields().map(Some).chain(std::iter::repeat(None));
            for ((n, column), field) in columns.iter_mut().enumerate().zip(fields) {
                let Some(field) = field.filter(|field| !field.is_empty()) else {
                    column.append_null();
                    continue;
                };
                bytes += field.len();
                match str::from_utf8(field) {
                    Ok(text) => column.append_value(text),
                    Err(_) => {
                        faults.push((row, format!("field {}: {NO_TEXT}", n + 1)));
                        column.append_value(String::from_utf8_lossy(field));
                    }
                }
            }
            lines.push(line);
        }
        if lines.is_empty() {
            return Ok(None);
        }
        let columns = columns.into_iter().map(|mut column| Arc::new(column.finish()) as ArrayRef).collect();
        let columns = RecordBatch::try_new(self.schema.clone(), columns);
        let columns = columns.map_err(|error| Failure::of(&self.records.path, error))?;
        Ok(Some(Block::Rows(Rows { columns, faults, lines: Some(lines), raw: None, ends: true })))
    }
}
