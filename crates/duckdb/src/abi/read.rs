//! Columns of DuckDB as arrays.

use std::slice;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Datum, Int32Array, Scalar, StringArray};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use chess_arbiter_columns::functions::{Kind, Parameter};
use libduckdb_sys::{duckdb_string_t, duckdb_vector, duckdb_vector_get_data, duckdb_vector_get_validity};

/// A flat vector as an array, or as one value if all rows are that: so DuckDB hands over what is constant.
///
/// # Safety
/// The vector has so many rows, of the type that was declared for the parameter.
pub(super) unsafe fn column(
    vector: duckdb_vector,
    rows: usize,
    parameter: &Parameter,
) -> Result<Box<dyn Datum>, String> {
    // SAFETY: as the caller promises: its data and, if it has one, its validity are there for each row.
    let (array, constant) = unsafe {
        let data = duckdb_vector_get_data(vector);
        let valid = valid(vector, rows);
        match parameter.kind {
            Kind::Text => texts(slice::from_raw_parts(data.cast(), rows), valid)?,
            Kind::Whole => wholes(slice::from_raw_parts(data.cast(), rows), valid, parameter.name)?,
            Kind::Truth => {
                let bytes: &[u8] = slice::from_raw_parts(data.cast(), rows);
                let bits = BooleanBuffer::collect_bool(rows, |row| bytes[row] != 0);
                (Arc::new(BooleanArray::new(bits, valid)) as ArrayRef, false)
            }
            Kind::Texts | Kind::Record(_) => return Err(format!("{}: no such arguments", parameter.name)),
        }
    };
    Ok(if constant { Box::new(Scalar::new(array.slice(0, 1))) } else { Box::new(array) })
}

/// Which rows are not null; both sides keep a bit for each, the lowest first.
unsafe fn valid(vector: duckdb_vector, rows: usize) -> Option<NullBuffer> {
    // SAFETY: as `column`. There is no validity where there are no nulls.
    let words: &[u64] = unsafe {
        let validity = duckdb_vector_get_validity(vector);
        if validity.is_null() {
            return None;
        }
        slice::from_raw_parts(validity, rows.div_ceil(64))
    };
    let bits = BooleanBuffer::collect_bool(rows, |row| words[row / 64] >> (row % 64) & 1 == 1);
    Some(NullBuffer::new(bits)).filter(|nulls| nulls.null_count() > 0)
}

/// The bytes are copied once, one text after another.
///
/// # Safety
/// The strings are DuckDB's, where they are not null.
unsafe fn texts(strings: &[duckdb_string_t], valid: Option<NullBuffer>) -> Result<(ArrayRef, bool), String> {
    // A constant is so many copies of one string, which has its bytes in one place or is short.
    let constant = valid.is_none() && {
        // SAFETY: a string has 16 bytes, and without nulls each is initialised.
        let raw: &[[u64; 2]] = unsafe { slice::from_raw_parts(strings.as_ptr().cast(), strings.len()) };
        is_constant(raw)
    };
    let strings = if constant { &strings[..1] } else { strings };
    let mut bytes: Vec<u8> = Vec::with_capacity(strings.len() * 64);
    let mut offsets: Vec<i32> = Vec::with_capacity(strings.len() + 1);
    offsets.push(0);
    for (row, string) in strings.iter().enumerate() {
        if valid.as_ref().is_none_or(|valid| valid.is_valid(row)) {
            // SAFETY: the row is not null.
            bytes.extend_from_slice(unsafe { of(string) });
        }
        offsets.push(i32::try_from(bytes.len()).map_err(|_| "more than 2 GiB of text in a chunk")?);
    }
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    let array = StringArray::try_new(offsets, Buffer::from_vec(bytes), valid);
    Ok((Arc::new(array.map_err(|error| error.to_string())?), constant))
}

/// The bytes of a string: up to twelve are in itself.
///
/// # Safety
/// The string is DuckDB's, and not null.
unsafe fn of(string: &duckdb_string_t) -> &[u8] {
    // SAFETY: the length is in the same place in both cases and says which it is.
    unsafe {
        let inlined = &string.value.inlined;
        let length = inlined.length as usize;
        let start = if length <= inlined.inlined.len() {
            inlined.inlined.as_ptr()
        } else {
            string.value.pointer.ptr.cast_const()
        };
        slice::from_raw_parts(start.cast(), length)
    }
}

/// Numbers that are of 64 bits only so that all of DuckDB's are taken.
fn wholes(numbers: &[i64], valid: Option<NullBuffer>, name: &str) -> Result<(ArrayRef, bool), String> {
    let constant = valid.is_none() && is_constant(numbers);
    let numbers = if constant { &numbers[..1] } else { numbers };
    let small = |(row, &number): (usize, &i64)| {
        if valid.as_ref().is_some_and(|valid| valid.is_null(row)) {
            return Ok(0);
        }
        i32::try_from(number).map_err(|_| format!("{name}: {number} is out of range"))
    };
    let numbers = numbers.iter().enumerate().map(small).collect::<Result<Vec<_>, _>>()?;
    Ok((Arc::new(Int32Array::new(numbers.into(), valid)), constant))
}

fn is_constant<T: PartialEq>(values: &[T]) -> bool {
    values.first().is_some_and(|first| values.iter().all(|value| value == first))
}
