//! Columns as they are written by several threads, each its rows, and put together.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, Int32Array, LargeStringArray, StringArray, UInt32Array,
    UInt64Array,
};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer, OffsetBuffer, ScalarBuffer};

/// Texts and nulls.
#[derive(Default)]
pub(crate) struct Text {
    bytes: String,
    ends: Vec<usize>,
    /// Rows that have a text; all others are null.
    valid: Vec<usize>,
}

impl Text {
    pub(crate) fn push(&mut self, text: Option<&str>) {
        if let Some(text) = text {
            self.bytes.push_str(text);
            self.valid.push(self.ends.len());
        }
        self.ends.push(self.bytes.len());
    }

    /// Nulls up to that row.
    pub(crate) fn skip_to(&mut self, row: usize) {
        self.ends.resize(row.max(self.ends.len()), self.bytes.len());
    }
}

/// The parts one after another. Offsets of 64 bits: no number of rows is too many.
pub(crate) fn texts(parts: Vec<Text>) -> ArrayRef {
    let rows = parts.iter().map(|part| part.ends.len()).sum();
    let mut bytes = String::with_capacity(parts.iter().map(|part| part.bytes.len()).sum());
    let mut offsets: Vec<i64> = Vec::with_capacity(rows + 1);
    offsets.push(0);
    let mut valid = BooleanBufferBuilder::new(rows);
    valid.append_n(rows, false);
    for part in parts {
        let (row, start) = (offsets.len() - 1, bytes.len());
        for place in part.valid {
            valid.set_bit(row + place, true);
        }
        offsets.extend(part.ends.into_iter().map(|end| (start + end) as i64));
        bytes.push_str(&part.bytes);
    }
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    let nulls = NullBuffer::new(valid.finish());
    Arc::new(LargeStringArray::new(offsets, bytes.into_bytes().into(), Some(nulls)))
}

/// Words of a short list, each as its place there; null for none.
pub(crate) fn listed(list: &[&str], parts: impl IntoIterator<Item = Vec<Option<u8>>>) -> ArrayRef {
    dictionary(list, parts.into_iter().flatten().map(|key| key.map(i32::from)).collect())
}

/// Words of which there are few, each kept once.
pub(crate) fn words(parts: impl IntoIterator<Item = Vec<Option<&'static str>>>) -> ArrayRef {
    let mut list = Vec::new();
    let mut place = |word| {
        let known = list.iter().position(|&known| known == word);
        known.unwrap_or_else(|| {
            list.push(word);
            list.len() - 1
        }) as i32
    };
    let keys = parts.into_iter().flatten().map(|word| word.map(&mut place)).collect();
    dictionary(&list, keys)
}

fn dictionary(list: &[&str], keys: Int32Array) -> ArrayRef {
    let (rows, values) = (keys.len(), Arc::new(StringArray::from_iter_values(list)));
    match DictionaryArray::<Int32Type>::try_new(keys, values) {
        Ok(array) => Arc::new(array),
        // A place beyond the list: there is no word.
        Err(_) => Arc::new(StringArray::new_null(rows)),
    }
}

/// Whole numbers and nulls.
pub(crate) fn numbers(parts: impl IntoIterator<Item = Vec<Option<u32>>>) -> ArrayRef {
    Arc::new(parts.into_iter().flatten().collect::<UInt32Array>())
}

/// Numbers of solutions and nulls.
pub(crate) fn counts(parts: impl IntoIterator<Item = Vec<Option<u64>>>) -> ArrayRef {
    Arc::new(parts.into_iter().flatten().collect::<UInt64Array>())
}

/// Truth values and nulls.
pub(crate) fn flags(parts: impl IntoIterator<Item = Vec<Option<bool>>>) -> ArrayRef {
    Arc::new(parts.into_iter().flatten().collect::<BooleanArray>())
}
