//! A column of texts, however it is laid out.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StringViewArray, UInt64Array};
use arrow_buffer::{ArrowNativeType, BooleanBuffer, BooleanBufferBuilder};
use arrow_schema::DataType;

/// A column of something else than texts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a column of strings, found Arrow type {0}")]
pub struct NotTexts(pub String);

/// A column of texts and nulls.
#[derive(Debug)]
pub struct Texts {
    chunks: Vec<Chunk>,
    /// The row at which each chunk begins.
    starts: Vec<usize>,
    rows: usize,
}

#[derive(Clone, Debug)]
enum Chunk {
    Utf8(StringArray),
    Large(LargeStringArray),
    View(StringViewArray),
    /// For each row its place among the values; `NONE` for null.
    Dictionary(Vec<u32>, Box<Chunk>),
    Nulls(usize),
    /// Only these rows; all others are null.
    Some(BooleanBuffer, Box<Chunk>),
}

const NONE: u32 = u32::MAX;

impl Texts {
    /// The chunks of a column: texts of any layout, dictionaries of them, nulls, or a table of one such
    /// column.
    ///
    /// # Errors
    /// A chunk is of something else.
    pub fn of(chunks: impl IntoIterator<Item = ArrayRef>) -> Result<Texts, NotTexts> {
        Ok(Texts::from_chunks(chunks.into_iter().map(Chunk::of).collect::<Result<_, _>>()?))
    }

    fn from_chunks(chunks: Vec<Chunk>) -> Texts {
        let mut rows = 0;
        let starts = chunks
            .iter()
            .map(|chunk| {
                let start = rows;
                rows += chunk.len();
                start
            })
            .collect();
        Texts { chunks, starts, rows }
    }

    /// How many there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The values of dictionaries in the place of their rows, and for each row its place among all these;
    /// `None` where there is no dictionary. Values that no row has are null: they may take long to answer.
    pub(crate) fn distinct(&self) -> Option<(Texts, UInt64Array)> {
        self.chunks.iter().any(|chunk| matches!(chunk, Chunk::Dictionary(..))).then_some(())?;
        let (mut chunks, mut places, mut start) = (Vec::new(), Vec::with_capacity(self.rows), 0);
        for chunk in &self.chunks {
            let asked = match chunk {
                Chunk::Dictionary(keys, values) => {
                    let mut used = BooleanBufferBuilder::new(values.len());
                    used.append_n(values.len(), false);
                    for &key in keys {
                        let key = (key != NONE).then_some(key as usize);
                        key.inspect(|&key| used.set_bit(key, true));
                        places.push(key.map(|key| (start + key) as u64));
                    }
                    Chunk::Some(used.finish(), values.clone())
                }
                other => {
                    places.extend((start..start + other.len()).map(|place| Some(place as u64)));
                    other.clone()
                }
            };
            start += asked.len();
            chunks.push(asked);
        }
        Some((Texts::from_chunks(chunks), UInt64Array::from(places)))
    }

    /// The texts of some rows.
    pub fn range(&self, rows: Range<usize>) -> impl Iterator<Item = Option<&str>> {
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

impl Chunk {
    fn of(array: ArrayRef) -> Result<Chunk, NotTexts> {
        let wrong = |what: &dyn std::fmt::Display| Err(NotTexts(what.to_string()));
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
            Chunk::Some(_, chunk) => chunk.len(),
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
            Chunk::Some(rows, chunk) => rows.value(row).then(|| chunk.get(row)).flatten(),
        }
    }
}

fn dictionary<K: ArrowDictionaryKeyType>(array: &ArrayRef) -> Result<Chunk, NotTexts> {
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
