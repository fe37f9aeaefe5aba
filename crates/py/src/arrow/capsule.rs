//! The Arrow PyCapsule interface:
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_int};
use std::ptr::NonNull;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, RecordBatch, RecordBatchIterator, StructArray, make_array, new_null_array,
};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::error;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The chunks of an object that offers itself as Arrow data; `None` if it does not.
pub(crate) fn chunks(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    // A class has the methods too, and cannot be asked.
    if object.is_instance_of::<pyo3::types::PyType>() {
        return Ok(None);
    }
    if object.hasattr("__arrow_c_array__")? {
        let pair = object.call_method0("__arrow_c_array__")?;
        return Ok(Some(vec![array(&pair)?]));
    }
    if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        return stream(&capsule).map(Some);
    }
    Ok(None)
}

/// What a capsule of that name points to.
fn pointer<T>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<NonNull<T>> {
    Ok(capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?.cast())
}

fn array(pair: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let wrong = || PyTypeError::new_err("__arrow_c_array__ did not return two capsules");
    let pair = pair.cast::<PyTuple>().map_err(|_| wrong())?;
    if pair.len() != 2 {
        return Err(wrong());
    }
    let schema = pointer::<FFI_ArrowSchema>(&pair.get_item(0)?, SCHEMA)?;
    let array = pointer::<FFI_ArrowArray>(&pair.get_item(1)?, ARRAY)?;
    // SAFETY: a capsule of this name holds an initialised ArrowSchema, and `pair` keeps it alive. What is
    // moved out leaves a released one behind.
    let schema = unsafe { FFI_ArrowSchema::from_raw(schema.as_ptr()) };
    // SAFETY: as above, an ArrowArray.
    let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
    imported(array, &schema)
}

fn imported(array: FFI_ArrowArray, schema: &FFI_ArrowSchema) -> PyResult<ArrayRef> {
    // Arrow panics where a schema is released or broken.
    let made = error::guarded(|| {
        // Polars sends a buffer where Arrow has none.
        if schema.format() == "n" {
            return Ok(new_null_array(&DataType::Null, array.len()));
        }
        // SAFETY: who fills these capsules promises that array and schema are of each other and follow the
        // format.
        unsafe { from_ffi(array, schema) }.map(make_array)
    });
    made.map_err(PyValueError::new_err)?.map_err(wrong)
}

fn stream(capsule: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    let py = capsule.py();
    let stream = pointer::<FFI_ArrowArrayStream>(capsule, STREAM)?;
    // SAFETY: a capsule of this name holds an initialised ArrowArrayStream, and `capsule` keeps it alive.
    // What is moved out leaves a released one behind.
    let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        return Err(PyValueError::new_err("this Arrow stream has been read already"));
    };
    // What fills a stream may be a query, or Python on another thread: it gets the GIL meanwhile.
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream is not released, and `schema` can be written to.
    let code = py.detach(|| unsafe { get_schema(&mut stream, &mut schema) });
    filled(code, &mut stream)?;
    let mut chunks = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above.
        let code = py.detach(|| unsafe { get_next(&mut stream, &mut array) });
        filled(code, &mut stream)?;
        if array.is_released() {
            return Ok(chunks);
        }
        chunks.push(imported(array, &schema)?);
        py.check_signals()?;
    }
}

/// An error if a function of the stream says so.
fn filled(code: c_int, stream: &mut FFI_ArrowArrayStream) -> PyResult<()> {
    if code == 0 {
        return Ok(());
    }
    let mut message = format!("the Arrow stream failed with code {code}");
    if let Some(get_last_error) = stream.get_last_error {
        // SAFETY: the stream is not released; the text, if any, lives until it is called next.
        let text = unsafe { get_last_error(stream).as_ref().map(|text| CStr::from_ptr(text)) };
        if let Some(text) = text {
            message = text.to_string_lossy().into_owned();
        }
    }
    Err(PyValueError::new_err(message))
}

/// An array as the pair of capsules that `__arrow_c_array__` returns.
pub(crate) fn exported<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyTuple>> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(wrong)?;
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    let array = PyCapsule::new_with_value(py, array, ARRAY)?;
    PyTuple::new(py, [schema, array])
}

/// The type of an array as the capsule that `__arrow_c_schema__` returns.
pub(crate) fn exported_schema<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(array.data_type()).map_err(wrong)?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// A struct array as the capsule that `__arrow_c_stream__` returns: a table of one batch.
pub(crate) fn exported_stream<'py>(py: Python<'py>, array: &StructArray) -> PyResult<Bound<'py, PyCapsule>> {
    let batch = RecordBatch::from(array);
    let schema = batch.schema();
    let batches = RecordBatchIterator::new([Ok(batch)], schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), STREAM)
}

fn wrong(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
