//! Fields with commas or tabs between them, below a line with their names.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::SchemaRef;
use csv::{ByteRecord, ReaderBuilder};

use super::{BLOCK, Block, MAX_ROW, NO_TEXT, Reader, Rows, texts, too_long, unreadable};
use chess_arbiter_companion::Failure;

/// A table of fields. All are texts; an empty one is null.
pub(super) struct Csv {
    path: PathBuf,
    reader: csv::Reader<Bounded>,
    budget: Arc<AtomicUsize>,
    schema: SchemaRef,
    record: ByteRecord,
}

/// Reads no more than a budget, which each row has anew: a quotation mark without another would make a row
/// of all that follows.
struct Bounded {
    text: Box<dyn BufRead + Send>,
    budget: Arc<AtomicUsize>,
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.budget.load(Ordering::Relaxed);
        if left == 0 {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        let read = self.text.read(buffer)?;
        self.budget.store(left.saturating_sub(read), Ordering::Relaxed);
        Ok(read)
    }
}

impl Csv {
    pub(super) fn open(path: &Path, text: Box<dyn BufRead + Send>, delimiter: u8) -> Result<Csv, Failure> {
        let budget = Arc::new(AtomicUsize::new(MAX_ROW));
        let text = Bounded { text, budget: budget.clone() };
        let mut reader = ReaderBuilder::new()
            .delimiter(delimiter)
            .flexible(true)
            .buffer_capacity(1 << 16)
            .from_reader(text);
        let header = reader.byte_headers().map_err(|error| wrong(path, 1, &error))?.clone();
        if header.is_empty() {
            return Err(Failure::of(path, "expected a line with the names of columns, found nothing"));
        }
        let names: Vec<String> =
            header.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        if let Some(twice) =
            names.iter().enumerate().find_map(|(n, name)| names[..n].contains(name).then_some(name))
        {
            return Err(Failure::of(path, format!("line 1: two columns have the name '{twice}'")));
        }
        let schema = texts(names.iter().map(String::as_str));
        Ok(Csv { path: path.into(), reader, budget, schema, record: ByteRecord::new() })
    }
}

fn wrong(path: &Path, line: u64, error: &csv::Error) -> Failure {
    match error.kind() {
        csv::ErrorKind::Io(error) if error.kind() == io::ErrorKind::QuotaExceeded => too_long(path, line),
        csv::ErrorKind::Io(error) => unreadable(path, line, error),
        _ => unreadable(path, line, error),
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
        while lines.len() < most && bytes < BLOCK {
            self.budget.store(MAX_ROW, Ordering::Relaxed);
            let line = self.reader.position().line();
            let more = self.reader.read_byte_record(&mut self.record);
            if !more.map_err(|error| wrong(&self.path, line, &error))? {
                break;
            }
            let line = self.record.position().map_or(line, csv::Position::line);
            let found = self.record.len();
            if found != width {
                let s = if width == 1 { "" } else { "s" };
                faults.push((lines.len(), format!("expected {width} field{s}, found {found}")));
            }
            for (n, column) in columns.iter_mut().enumerate() {
                match self.record.get(n) {
                    None | Some([]) => column.append_null(),
                    Some(field) => {
                        let text = String::from_utf8_lossy(field);
                        if text.contains(char::REPLACEMENT_CHARACTER) && str::from_utf8(field).is_err() {
                            faults.push((lines.len(), format!("field {}: {NO_TEXT}", n + 1)));
                        }
                        column.append_value(text);
                    }
                }
            }
            bytes += self.record.as_slice().len();
            lines.push(line);
        }
        if lines.is_empty() {
            return Ok(None);
        }
        let columns = columns.into_iter().map(|mut column| Arc::new(column.finish()) as ArrayRef).collect();
        let columns = RecordBatch::try_new(self.schema.clone(), columns);
        let columns = columns.map_err(|error| Failure::of(&self.path, error))?;
        Ok(Some(Block::Rows(Rows { columns, faults, lines: Some(lines), raw: None })))
    }
}
