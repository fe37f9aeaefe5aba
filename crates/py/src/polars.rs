//! The functions as an expression plugin of Polars, by its plugin interface 0.1: series are chunks of the
//! Arrow C data interface. Its own crates would bring 385 others.
//!
//! There is one plugin for all functions: the name of the last argument says which is meant.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_void};
use std::mem::ManuallyDrop;
use std::{ptr, slice, thread};

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::{Array, ArrayRef, make_array, new_null_array};
use arrow_schema::{DataType, Field};
use chess_arbiter_answer::INTERNAL;
use chess_arbiter_columns::functions::Function;

use crate::error::guarded;
use crate::functions::{called, one};

/// The version of the interface: 0.1.
const VERSION: u32 = 1;

/// A series, as Polars hands it over and takes it.
#[repr(C)]
pub(crate) struct Series {
    field: *mut FFI_ArrowSchema,
    chunks: *mut *mut FFI_ArrowArray,
    len: usize,
    release: Option<unsafe extern "C" fn(*mut Series)>,
    /// Null if there is no series but an error.
    private: *mut c_void,
}

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn _polars_plugin_get_version() -> u32 {
    VERSION
}

/// Polars copies it before it calls anything else on this thread.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn _polars_plugin_get_last_error_message() -> *const c_char {
    LAST_ERROR.with_borrow(|message| message.as_ptr())
}

/// What comes out, or nothing and the last error. No panic leaves.
fn told<T>(work: impl FnOnce() -> Result<T, String>) -> Option<T> {
    let message = match guarded(work) {
        Ok(Ok(value)) => return Some(value),
        Ok(Err(message)) => message,
        Err(message) => message,
    };
    LAST_ERROR.set(CString::new(message.replace('\0', "")).unwrap_or_default());
    None
}

/// The type of what comes out, under the name of the first argument.
///
/// # Safety
/// Only Polars calls this: with so many fields, and a place for one.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn _polars_plugin_field_chess(
    fields: *const FFI_ArrowSchema,
    count: usize,
    out: *mut FFI_ArrowSchema,
    _kwargs: *const u8,
    _kwargs_len: usize,
) {
    let made = told(|| {
        // SAFETY: the fields are Polars' own for the time of this call.
        let fields = unsafe { slice::from_raw_parts(fields, count) };
        let fields = fields.iter().map(|field| Field::try_from(field).map_err(|error| error.to_string()));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        let [first, .., last] = fields.as_slice() else { return Err(INTERNAL.to_owned()) };
        exported(first.name(), function(last)?.result.arrow())
    });
    if let Some(schema) = made {
        // SAFETY: what stands there is empty.
        unsafe { out.write(schema) };
    }
}

/// What a function says of the rows of series.
///
/// # Safety
/// Only Polars calls this: with so many series, which become ours, and a place for one.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn _polars_plugin_chess(
    series: *mut Series,
    count: usize,
    _kwargs: *const u8,
    _kwargs_len: usize,
    out: *mut Series,
    _context: *const c_void,
) {
    let made = told(|| {
        // SAFETY: each is taken once; Polars forgets them.
        let series = (0..count).map(|place| unsafe { imported(ptr::read(series.add(place))) });
        // All are taken, so that all are released.
        let series: Vec<_> = series.collect();
        let mut series = series.into_iter().collect::<Result<Vec<_>, _>>()?;
        let (Some((last, _)), Some((first, _))) = (series.pop(), series.first()) else {
            return Err(INTERNAL.to_owned());
        };
        let (name, function) = (first.name().clone(), function(&last)?);
        let arrays: Vec<_> = series.into_iter().map(|(_, array)| array).collect();
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let found = called(function, &arrays, threads, &Default::default());
        let (array, _) = to_ffi(&found.map_err(|wrong| wrong.to_string())?.to_data())
            .map_err(|error| error.to_string())?;
        let field = exported(&name, function.result.arrow())?;
        Ok(Exported::series(field, array))
    });
    if let Some(series) = made {
        // SAFETY: what stands there is empty.
        unsafe { out.write(series) };
    }
}

fn function(last: &Field) -> Result<&'static Function, String> {
    Function::named(last.name()).ok_or_else(|| INTERNAL.to_owned())
}

fn exported(name: &str, kind: DataType) -> Result<FFI_ArrowSchema, String> {
    FFI_ArrowSchema::try_from(Field::new(name, kind, true)).map_err(|error| error.to_string())
}

/// The rows of a series as one array.
///
/// # Safety
/// The series came from Polars and is used nowhere else.
unsafe fn imported(mut series: Series) -> Result<(Field, ArrayRef), String> {
    // SAFETY: the pointers are good until the series is released; what it releases then is the memory of the
    // chunks' descriptions, not what they describe, which is ours.
    unsafe {
        let chunks = slice::from_raw_parts(series.chunks, series.len).iter().map(|&chunk| ptr::read(chunk));
        let chunks: Vec<FFI_ArrowArray> = chunks.collect();
        let schema = &*series.field;
        let field = Field::try_from(schema).map_err(|error| error.to_string());
        let null = field.as_ref().is_ok_and(|field| field.data_type() == &DataType::Null);
        let arrays = chunks.into_iter().map(|chunk| match null {
            // A column of nothing has a buffer here, and in Arrow none.
            true => Ok(new_null_array(&DataType::Null, chunk.len())),
            false => from_ffi(chunk, schema).map(make_array),
        });
        let arrays = arrays.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string());
        if let Some(release) = series.release {
            release(&mut series);
        }
        Ok((field?, one(&arrays?)?))
    }
}

/// What a series that we hand over points to.
struct Exported {
    field: FFI_ArrowSchema,
    /// Polars takes with it what this describes, and leaves the description.
    chunk: *mut ManuallyDrop<FFI_ArrowArray>,
}

impl Exported {
    fn series(field: FFI_ArrowSchema, chunk: FFI_ArrowArray) -> Series {
        let chunk = Box::into_raw(Box::new(ManuallyDrop::new(chunk)));
        let own = Box::into_raw(Box::new(Exported { field, chunk }));
        // SAFETY: it was just made, and stays where it is.
        let (field, chunks) = unsafe { (&raw mut (*own).field, &raw mut (*own).chunk) };
        Series { field, chunks: chunks.cast(), len: 1, release: Some(released), private: own.cast() }
    }
}

unsafe extern "C" fn released(series: *mut Series) {
    // SAFETY: a series of ours, not yet released.
    unsafe {
        let own = Box::from_raw((*series).private.cast::<Exported>());
        drop(Box::from_raw(own.chunk));
        (*series).release = None;
    }
}
