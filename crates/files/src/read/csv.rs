//! Fields with commas or tabs between them, below a line with their names.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::SchemaRef;
use csv_core::{ReadRecordResult, ReaderBuilder};

use super::quotes::Quotes;
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
    text: Text,
    core: csv_core::Reader,
    quotes: Quotes,
    /// The line that is read next.
    line: u64,
    /// The record as it was read.
    raw: Vec<u8>,
    /// The fields of a record one after another, in more room than they need.
    fields: Vec<u8>,
    /// How much of that they have.
    written: usize,
    /// Where each ends, in more room than they need.
    ends: Vec<usize>,
    /// How many it has.
    count: usize,
}

/// Text of which lines can be put back.
struct Text {
    file: Box<dyn BufRead + Send>,
    /// Comes before the rest of the file, from this place on.
    back: Vec<u8>,
    from: usize,
    /// Bytes that were put back so far.
    all_back: usize,
}

/// Bytes that are put back at most, so that a file full of wrong quotation marks does not take for ever.
const MAX_BACK: usize = 1 << 30;

const MARK: &[u8] = b"\xef\xbb\xbf";

impl Text {
    /// What comes next; nothing at the end.
    fn ahead(&mut self) -> io::Result<&[u8]> {
        if self.from < self.back.len() { Ok(&self.back[self.from..]) } else { self.file.fill_buf() }
    }

    fn consume(&mut self, bytes: usize) {
        if self.from < self.back.len() {
            self.from += bytes;
        } else {
            self.file.consume(bytes);
        }
    }

    /// False if too much was put back already.
    fn put_back(&mut self, bytes: &[u8]) -> bool {
        self.all_back = self.all_back.saturating_add(bytes.len());
        if self.all_back > MAX_BACK {
            return false;
        }
        self.back = [bytes, &self.back[self.from..]].concat();
        self.from = 0;
        true
    }

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let text = self.ahead()?;
            let end = text.iter().position(|&byte| byte == b'\n');
            let bytes = end.map_or(text.len(), |end| end + 1);
            self.consume(bytes);
            if end.is_some() || bytes == 0 {
                return Ok(());
            }
        }
    }
}

impl Records {
    fn new(path: &Path, file: Box<dyn BufRead + Send>, delimiter: u8) -> Records {
        Records {
            path: path.into(),
            text: Text { file, back: Vec::new(), from: 0, all_back: 0 },
            core: ReaderBuilder::new().delimiter(delimiter).build(),
            quotes: Quotes::new(delimiter),
            line: 1,
            raw: Vec::new(),
            fields: vec![0; 1 << 10],
            written: 0,
            ends: vec![0; 1 << 6],
            count: 0,
        }
    }

    /// The line on which the next record begins; empty ones are passed over. None at the end.
    fn begin(&mut self) -> Result<Option<u64>, Failure> {
        loop {
            let text = self.text.ahead().map_err(|error| unreadable(&self.path, self.line, error))?;
            match text.first() {
                None => return Ok(None),
                Some(b'\n') => self.line += 1,
                Some(b'\r') => {}
                Some(_) => return Ok(Some(self.line)),
            }
            self.text.consume(1);
        }
    }

    /// Reads the record that begins here, and says what is wrong with it. A quotation mark too many makes a
    /// record of lines that are others: of such a record there is but the first line, and what follows is
    /// read again.
    fn read(&mut self) -> Result<Option<&'static str>, Failure> {
        let began = self.line;
        (self.written, self.count) = (0, 0);
        self.raw.clear();
        self.quotes.begin();
        let fault = loop {
            let most = MAX_ROW + 1 - self.raw.len();
            let text = self.text.ahead().map_err(|error| unreadable(&self.path, self.line, error))?;
            let text = &text[..text.len().min(most)];
            let (fields, ends) = (&mut self.fields[self.written..], &mut self.ends[self.count..]);
            let (result, read, written, ended) = self.core.read_record(text, fields, ends);
            let text = &text[..read];
            let is_first = self.line == 1 && self.raw.is_empty();
            self.quotes.read(text.strip_prefix(MARK).filter(|_| is_first).unwrap_or(text));
            self.line += text.iter().filter(|&&byte| byte == b'\n').count() as u64;
            self.raw.extend_from_slice(text);
            self.text.consume(read);
            (self.written, self.count) = (self.written + written, self.count + ended);
            if self.ended(result) {
                break self.quotes.fault();
            }
            if self.raw.len() > MAX_ROW {
                break Some(TOO_LONG);
            }
        };
        if let Some(fault) = fault {
            let raw = std::mem::take(&mut self.raw);
            let first = raw.iter().position(|&byte| byte == b'\n').map_or(raw.len(), |end| end + 1);
            if first < raw.len() && self.text.put_back(&raw[first..]) {
                self.line = began + 1;
                self.read_again(&raw[..first]);
            } else if fault == TOO_LONG {
                self.text.skip_line().map_err(|error| unreadable(&self.path, self.line, error))?;
                self.line += 1;
                self.core.reset();
                self.count = 0;
            }
            self.raw = raw;
        }
        Ok(fault)
    }

    /// Makes fields of a line, as far as that can be done.
    fn read_again(&mut self, mut line: &[u8]) {
        (self.written, self.count) = (0, 0);
        self.core.reset();
        loop {
            let (fields, ends) = (&mut self.fields[self.written..], &mut self.ends[self.count..]);
            let (result, read, written, ended) = self.core.read_record(line, fields, ends);
            line = &line[read..];
            (self.written, self.count) = (self.written + written, self.count + ended);
            if self.ended(result) {
                break;
            }
        }
        self.core.reset();
    }

    /// Makes room where there was too little; whether the record has ended.
    fn ended(&mut self, result: ReadRecordResult) -> bool {
        match result {
            ReadRecordResult::Record | ReadRecordResult::End => return true,
            ReadRecordResult::OutputFull => self.fields.resize(2 * self.fields.len(), 0),
            ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
            ReadRecordResult::InputEmpty => {}
        }
        false
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
        let mut records = Records::new(path, text, delimiter);
        let Some(line) = records.begin()? else {
            return Err(Failure::of(path, "expected a line with the names of columns, found nothing"));
        };
        if let Some(fault) = records.read()? {
            return Err(unreadable(path, line, fault));
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
            if let Some(fault) = self.records.read()? {
                faults.push((row, fault.to_owned()));
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
