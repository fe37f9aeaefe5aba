//! A JSON object a line.

use std::collections::HashMap;
use std::fmt;
use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::SchemaRef;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{BLOCK, Block, Lines, NO_TEXT, Reader, Rows, texts};
use chess_arbiter_companion::Failure;

/// Lines whose keys name columns.
const HEAD: usize = 1000;

/// Lines of objects. Strings are texts, null is null, all else is its JSON.
pub(super) struct JsonLines {
    lines: Lines,
    schema: SchemaRef,
    /// Keep lines as they are.
    raw: bool,
}

/// The members of an object, in their order, unread.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Each)
    }
}

fn members(line: &[u8]) -> Result<Members<'_>, String> {
    let text = str::from_utf8(line).map_err(|_| NO_TEXT)?;
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let (what, _) = message.split_once(" at line ").unwrap_or((&message, ""));
        format!("expected a JSON object: column {}: {what}", error.column())
    })
}

/// The keys of the first lines, in order.
pub(crate) fn keys(path: &Path, text: Box<dyn BufRead + Send>) -> Result<Vec<String>, Failure> {
    let (mut lines, mut keys) = (Lines::new(path, text), Vec::new());
    for _ in 0..HEAD {
        if !lines.advance()? {
            break;
        }
        let Ok(Members(found)) = members(&lines.line) else { continue };
        for (key, _) in found {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    Ok(keys)
}

impl JsonLines {
    /// With the columns that the first lines name.
    pub(super) fn open(
        path: &Path,
        head: Box<dyn BufRead + Send>,
        text: Box<dyn BufRead + Send>,
    ) -> Result<JsonLines, Failure> {
        let keys = keys(path, head)?;
        if keys.is_empty() {
            return Err(Failure::of(path, "expected a JSON object a line, found none"));
        }
        let schema = texts(keys.iter().map(String::as_str));
        Ok(JsonLines { lines: Lines::new(path, text), schema, raw: false })
    }

    /// With these columns, all lines kept as they are.
    pub(super) fn of(path: &Path, text: Box<dyn BufRead + Send>, columns: &[String]) -> JsonLines {
        let schema = texts(columns.iter().map(String::as_str));
        JsonLines { lines: Lines::new(path, text), schema, raw: true }
    }
}

impl Reader for JsonLines {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn next(&mut self, most: usize) -> Result<Option<Block>, Failure> {
        let names = self.schema.fields().iter().enumerate().map(|(n, field)| (field.name().as_str(), n));
        let places: HashMap<&str, usize> = names.collect();
        let mut columns: Vec<StringBuilder> = places.iter().map(|_| StringBuilder::new()).collect();
        let (mut faults, mut numbers, mut raw, mut bytes) = (Vec::new(), Vec::new(), Vec::new(), 0);
        while numbers.len() < most && bytes < BLOCK && self.lines.advance()? {
            let line = self.lines.line.trim_ascii();
            if line.is_empty() {
                continue;
            }
            let row = numbers.len();
            let mut values: Vec<Option<String>> = vec![None; columns.len()];
            match members(line) {
                Ok(Members(found)) => {
                    for (key, value) in found {
                        match places.get(key.as_str()) {
                            Some(&place) => values[place] = text(value),
                            None if self.raw => {}
                            None => {
                                let what = format!(
                                    "no column for the key '{key}': none of the first {HEAD} lines has it"
                                );
                                faults.push((row, what));
                            }
                        }
                    }
                }
                Err(error) => faults.push((row, error)),
            }
            for (column, value) in columns.iter_mut().zip(values) {
                column.append_option(value);
            }
            bytes += line.len();
            numbers.push(self.lines.number);
            if self.raw {
                raw.push(String::from_utf8_lossy(line).into_owned());
            }
        }
        if numbers.is_empty() {
            return Ok(None);
        }
        let columns = columns.into_iter().map(|mut column| Arc::new(column.finish()) as ArrayRef).collect();
        let columns = RecordBatch::try_new(self.schema.clone(), columns);
        let columns = columns.map_err(|error| Failure::of(&self.lines.path, error))?;
        let raw = self.raw.then_some(raw);
        Ok(Some(Block::Rows(Rows { columns, faults, lines: Some(numbers), raw })))
    }
}

/// A value as text.
fn text(value: &RawValue) -> Option<String> {
    match value.get() {
        "null" => None,
        string if string.starts_with('"') => serde_json::from_str(string).ok(),
        other => Some(other.to_owned()),
    }
}
