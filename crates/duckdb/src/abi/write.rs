//! Arrays as columns of DuckDB.

use std::ptr;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, StringViewArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use chess_arbiter_answer::INTERNAL;
use libduckdb_sys::{
    DuckDBSuccess, duckdb_list_entry, duckdb_list_vector_get_child, duckdb_list_vector_get_size,
    duckdb_list_vector_reserve, duckdb_list_vector_set_size, duckdb_struct_vector_get_child,
    duckdb_validity_set_row_invalid, duckdb_vector, duckdb_vector_assign_string_element_len,
    duckdb_vector_ensure_validity_writable, duckdb_vector_get_data, duckdb_vector_get_validity,
};

/// Texts up to this length lie in a view, in Arrow and in DuckDB alike.
const SHORT: u32 = 12;

/// Writes an array into a flat vector from a row on; null as well where what it is part of is null.
///
/// # Safety
/// The vector is of the array's type and has room for it; nobody else uses it.
pub(super) unsafe fn column(
    vector: duckdb_vector,
    start: usize,
    array: &dyn Array,
    around: Option<&NullBuffer>,
) -> Result<(), String> {
    let nulls = NullBuffer::union(array.nulls(), around);
    // SAFETY: as the caller promises; a row is written that is less than `start` and the array's length.
    unsafe {
        match array.data_type() {
            DataType::Utf8View => texts(vector, start, array.as_string_view(), nulls.as_ref()),
            DataType::Int32 => {
                let values = array.as_primitive::<Int32Type>().values();
                let to = duckdb_vector_get_data(vector).cast::<i32>().add(start);
                ptr::copy_nonoverlapping(values.as_ptr(), to, values.len());
            }
            DataType::Boolean => {
                let to = duckdb_vector_get_data(vector).cast::<bool>().add(start);
                for (row, value) in array.as_boolean().values().iter().enumerate() {
                    to.add(row).write(value);
                }
            }
            DataType::List(_) => {
                let lists = array.as_list::<i32>();
                let offsets = lists.value_offsets();
                let (first, last) = (offsets[0] as usize, offsets[lists.len()] as usize);
                let before = duckdb_list_vector_get_size(vector) as usize;
                let size = (before + last - first) as u64;
                let made =
                    [duckdb_list_vector_reserve(vector, size), duckdb_list_vector_set_size(vector, size)];
                if made != [DuckDBSuccess; 2] {
                    return Err("no memory for lists".to_owned());
                }
                let to = duckdb_vector_get_data(vector).cast::<duckdb_list_entry>().add(start);
                for (row, ends) in offsets.windows(2).enumerate() {
                    let offset = (before + ends[0] as usize - first) as u64;
                    to.add(row).write(duckdb_list_entry { offset, length: (ends[1] - ends[0]) as u64 });
                }
                let items = lists.values().slice(first, last - first);
                column(duckdb_list_vector_get_child(vector), before, &*items, None)?;
            }
            DataType::Struct(_) => {
                for (number, values) in array.as_struct().columns().iter().enumerate() {
                    let child = duckdb_struct_vector_get_child(vector, number as u64);
                    column(child, start, &**values, nulls.as_ref())?;
                }
            }
            _ => return Err(INTERNAL.to_owned()),
        }
        if let Some(nulls) = nulls.filter(|nulls| nulls.null_count() > 0) {
            duckdb_vector_ensure_validity_writable(vector);
            let validity = duckdb_vector_get_validity(vector);
            for row in (0..nulls.len()).filter(|&row| nulls.is_null(row)) {
                duckdb_validity_set_row_invalid(validity, (start + row) as u64);
            }
        }
    }
    Ok(())
}

/// # Safety
/// As [`column`].
unsafe fn texts(vector: duckdb_vector, start: usize, texts: &StringViewArray, nulls: Option<&NullBuffer>) {
    // SAFETY: a string of DuckDB has 16 bytes; a short one is what a short view of Arrow is.
    unsafe {
        let to = duckdb_vector_get_data(vector).cast::<u128>().add(start);
        for (row, &view) in texts.views().iter().enumerate() {
            if view as u32 <= SHORT {
                to.add(row).write_unaligned(view);
            } else if nulls.is_none_or(|nulls| nulls.is_valid(row)) {
                let text = texts.value(row);
                let (bytes, length) = (text.as_ptr().cast(), text.len() as u64);
                duckdb_vector_assign_string_element_len(vector, (start + row) as u64, bytes, length);
            }
        }
    }
}
