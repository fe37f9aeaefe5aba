//! A column of texts, however it is laid out.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StringViewArray};
use arrow_buffer::ArrowNativeType;
use arrow_schema::DataType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

use super::capsule;

/// A column of texts and nulls.
pub(crate) struct Texts {
    chunks: Vec<Chunk>,
    /// The row at which each chunk begins.
    starts: Vec<usize>,
    rows: usize,
}

enum Chunk {
    Utf8(StringArray),
    Large(LargeStringArray),
    View(StringViewArray),
    /// For each row its place among the values; `NONE` for null.
    Dictionary(Vec<u32>, Box<Chunk>),
    Nulls(usize),
    /// From a list.
    Own(Vec<Option<String>>),
}

const NONE: u32 = u32::MAX;

impl Texts {
    /// From whatever offers Arrow data, or a list of `str` and `None`.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Texts> {
        let chunks = match capsule::chunks(object)? {
            Some(arrays) => arrays.into_iter().map(Chunk::of).collect::<PyResult<Vec<_>>>()?,
            None => vec![Chunk::Own(own(object)?)],
        };
        let mut rows = 0;
        let starts = chunks
            .iter()
            .map(|chunk| {
                let start = rows;
                rows += chunk.len();
                start
            })
            .collect();
        Ok(Texts { chunks, starts, rows })
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The texts of some rows.
    pub(crate) fn range(&self, rows: Range<usize>) -> impl Iterator<Item = Option<&str>> {
        let mut chunk = self.starts.partition_point(|&start| start <= rows.start).saturating_sub(1);
        rows.map(move |row| {
            // Empty chunks begin where the next does.
            while self.starts.get(chunk + 1).is_some_and(|&start| start <= row) {
                chunk += 1;
            }
            self.chunks.get(chunk)?.get(row - self.starts[chunk])
        })
    }
}

/// How many rows of a list are read between looks at signals.
const LOOK: usize = 1 << 16;

/// The texts of a list or another iterable.
fn own(object: &Bound<'_, PyAny>) -> PyResult<Vec<Option<String>>> {
    let is_text = object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>();
    let rows = if is_text { None } else { object.try_iter().ok() };
    let Some(rows) = rows else {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "expected a column of strings (pyarrow, polars, pandas with Arrow, DuckDB, anything with __arrow_c_array__ or \
             __arrow_c_stream__) or a list of str, not {kind}"
        )));
    };
    rows.enumerate()
        .map(|(row, text)| {
            if row % LOOK == LOOK - 1 {
                object.py().check_signals()?;
            }
            let text = text?;
            if text.is_none() {
                return Ok(None);
            }
            match text.cast::<PyString>() {
                Ok(text) => Ok(Some(text.to_cow()?.into_owned())),
                Err(_) => {
                    let kind = text.get_type().name()?;
                    Err(PyTypeError::new_err(format!("row {row}: expected str or None, not {kind}")))
                }
            }
        })
        .collect()
}

impl Chunk {
    fn of(array: ArrayRef) -> PyResult<Chunk> {
        let wrong = |what: &dyn std::fmt::Display| {
            Err(PyTypeError::new_err(format!("expected a column of strings, found Arrow type {what}")))
        };
        Ok(match array.data_type() {
            DataType::Utf8 => Chunk::Utf8(array.as_string().clone()),
            DataType::LargeUtf8 => Chunk::Large(array.as_string().clone()),
            DataType::Utf8View => Chunk::View(array.as_string_view().clone()),
            DataType::Null => Chunk::Nulls(array.len()),
            DataType::Dictionary(keys, _) => match **keys {
                DataType::Int8 => dictionary::<Int8Type>(&array)?,
                DataType::Int16 => dictionary::<Int16Type>(&array)?,
                DataType::Int32 => dictionary::<Int32Type>(&array)?,
                DataType::Int64 => dictionary::<Int64Type>(&array)?,
                DataType::UInt8 => dictionary::<UInt8Type>(&array)?,
                DataType::UInt16 => dictionary::<UInt16Type>(&array)?,
                DataType::UInt32 => dictionary::<UInt32Type>(&array)?,
                DataType::UInt64 => dictionary::<UInt64Type>(&array)?,
                _ => return wrong(array.data_type()),
            },
            // The result of a query is a table; if it has one column, that is meant.
            DataType::Struct(fields) if fields.len() == 1 => {
                let table = array.as_struct();
                if table.null_count() > 0 {
                    return wrong(&"struct with nulls");
                }
                return Chunk::of(table.column(0).clone());
            }
            DataType::Struct(fields) => {
                let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                return wrong(&format!("struct with the columns {}: choose one", names.join(", ")));
            }
            other => return wrong(other),
        })
    }

    fn len(&self) -> usize {
        match self {
            Chunk::Utf8(array) => array.len(),
            Chunk::Large(array) => array.len(),
            Chunk::View(array) => array.len(),
            Chunk::Dictionary(keys, _) => keys.len(),
            Chunk::Nulls(len) => *len,
            Chunk::Own(texts) => texts.len(),
        }
    }

    #[inline]
    fn get(&self, row: usize) -> Option<&str> {
        match self {
            Chunk::Utf8(array) => array.is_valid(row).then(|| array.value(row)),
            Chunk::Large(array) => array.is_valid(row).then(|| array.value(row)),
            Chunk::View(array) => array.is_valid(row).then(|| array.value(row)),
            Chunk::Dictionary(keys, values) => {
                values.get(*keys.get(row).filter(|&&key| key != NONE)? as usize)
            }
            Chunk::Nulls(_) => None,
            Chunk::Own(texts) => texts.get(row)?.as_deref(),
        }
    }
}

fn dictionary<K: ArrowDictionaryKeyType>(array: &ArrayRef) -> PyResult<Chunk> {
    let dictionary = array.as_dictionary::<K>();
    let values = Chunk::of(dictionary.values().clone())?;
    let keys = dictionary.keys();
    let place = |row: usize| {
        let key = keys.is_valid(row).then(|| keys.value(row).to_usize())??;
        u32::try_from(key).ok().filter(|_| key < values.len())
    };
    let keys = (0..keys.len()).map(|row| place(row).unwrap_or(NONE)).collect();
    Ok(Chunk::Dictionary(keys, Box::new(values)))
}
