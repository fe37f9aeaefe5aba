//! A position a line.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{RecordBatch, UInt64Array};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use super::{BLOCK, Block, Lines, NO_TEXT, Reader, Rows, TOO_LONG};
use chess_arbiter_companion::Failure;

/// Lines; empty ones and those that begin with # are passed over, as the command does.
pub(super) struct Text {
    lines: Lines,
    schema: SchemaRef,
}

impl Text {
    pub(super) fn new(path: &Path, text: Box<dyn BufRead + Send>) -> Text {
        let line = Field::new("line", DataType::UInt64, false);
        let schema = Schema::new(vec![line, Field::new("position", DataType::Utf8, true)]);
        Text { lines: Lines::new(path, text), schema: Arc::new(schema) }
    }
}

impl Reader for Text {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn next(&mut self, most: usize) -> Result<Option<Block>, Failure> {
        let (mut texts, mut numbers, mut faults) = (StringBuilder::new(), Vec::new(), Vec::new());
        let mut bytes = 0;
        while numbers.len() < most && bytes < BLOCK && self.lines.advance()? {
            let line = self.lines.line.trim_ascii();
            if self.lines.is_too_long {
                faults.push((numbers.len(), TOO_LONG.to_owned()));
            } else if line.is_empty() || line.starts_with(b"#") {
                continue;
            }
            bytes += line.len();
            if str::from_utf8(line).is_err() {
                faults.push((numbers.len(), NO_TEXT.to_owned()));
            }
            texts.append_value(String::from_utf8_lossy(line));
            numbers.push(self.lines.number);
        }
        if numbers.is_empty() {
            return Ok(None);
        }
        let columns = vec![Arc::new(UInt64Array::from(numbers)) as _, Arc::new(texts.finish()) as _];
        let columns = RecordBatch::try_new(self.schema.clone(), columns);
        let columns = columns.map_err(|error| Failure::of(&self.lines.path, error))?;
        Ok(Some(Block::Rows(Rows { columns, faults, lines: None, raw: None, ends: true })))
    }
}
