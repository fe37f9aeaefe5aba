//! DuckDB's C API: everything that follows its pointers.
#![allow(unsafe_code)]

mod api;
mod read;
mod types;
mod write;

use std::ffi::{CString, c_void};

use arrow_array::Datum;
use chess_arbiter_answer::{INTERNAL, guarded};
use chess_arbiter_columns::functions::{FUNCTIONS, Function};
use libduckdb_sys::{
    DuckDBSuccess, duckdb_add_scalar_function_to_set, duckdb_connect, duckdb_connection,
    duckdb_create_scalar_function, duckdb_create_scalar_function_set, duckdb_data_chunk,
    duckdb_data_chunk_get_column_count, duckdb_data_chunk_get_size, duckdb_data_chunk_get_vector,
    duckdb_destroy_scalar_function, duckdb_destroy_scalar_function_set, duckdb_disconnect,
    duckdb_extension_access, duckdb_extension_info, duckdb_function_info,
    duckdb_register_scalar_function_set, duckdb_scalar_function_add_parameter,
    duckdb_scalar_function_get_extra_info, duckdb_scalar_function_set_error,
    duckdb_scalar_function_set_extra_info, duckdb_scalar_function_set_function,
    duckdb_scalar_function_set_name, duckdb_scalar_function_set_return_type,
    duckdb_scalar_function_set_special_handling, duckdb_vector,
};

use types::Type;

/// Where DuckDB begins: registers all functions.
///
/// # Safety
/// Only DuckDB calls this, while it loads the extension.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn chess_arbiter_init_c_api(
    info: duckdb_extension_info,
    access: *const duckdb_extension_access,
) -> bool {
    // SAFETY: DuckDB hands over both for the time of this call.
    let outcome = guarded(|| unsafe { started(info, access) });
    let message = match outcome {
        Some(Ok(started)) => return started,
        Some(Err(message)) => message,
        None => INTERNAL.to_owned(),
    };
    // SAFETY: as above; the text is copied.
    unsafe {
        if let Some(set_error) = (*access).set_error {
            set_error(info, text(&message).as_ptr());
        }
    }
    false
}

/// Whether it is this version's to load; if not DuckDB knows why.
unsafe fn started(
    info: duckdb_extension_info,
    access: *const duckdb_extension_access,
) -> Result<bool, String> {
    // SAFETY: the caller has them from DuckDB.
    unsafe {
        if !api::taken(info, access)? {
            return Ok(false);
        }
        let get_database = (*access).get_database.ok_or("DuckDB offers no database")?;
        let database = get_database(info);
        if database.is_null() {
            return Ok(false);
        }
        let mut connection = std::ptr::null_mut();
        if duckdb_connect(*database, &mut connection) != DuckDBSuccess {
            return Err("DuckDB offers no connection".to_owned());
        }
        let outcome = FUNCTIONS.iter().try_for_each(|function| registered(connection, function));
        duckdb_disconnect(&mut connection);
        outcome.map(|()| true)
    }
}

/// A function for each number of arguments that it takes.
unsafe fn registered(connection: duckdb_connection, function: &'static Function) -> Result<(), String> {
    // SAFETY: the connection is open; DuckDB copies names, types and functions.
    unsafe {
        let name = text(function.name);
        let mut set = duckdb_create_scalar_function_set(name.as_ptr());
        let added = (function.fewest()..=function.parameters.len()).all(|count| {
            let mut scalar = duckdb_create_scalar_function();
            duckdb_scalar_function_set_name(scalar, name.as_ptr());
            for parameter in &function.parameters[..count] {
                duckdb_scalar_function_add_parameter(scalar, Type::taken(parameter.kind).0);
            }
            duckdb_scalar_function_set_return_type(scalar, Type::given(function.result).0);
            // What is said of a null is the function's to say, as everywhere else.
            duckdb_scalar_function_set_special_handling(scalar);
            let own: *const Function = function;
            duckdb_scalar_function_set_extra_info(scalar, own as *mut c_void, None);
            duckdb_scalar_function_set_function(scalar, Some(called));
            let state = duckdb_add_scalar_function_to_set(set, scalar);
            duckdb_destroy_scalar_function(&mut scalar);
            state == DuckDBSuccess
        });
        let registered = added && duckdb_register_scalar_function_set(connection, set) == DuckDBSuccess;
        duckdb_destroy_scalar_function_set(&mut set);
        if registered { Ok(()) } else { Err(format!("{} cannot be registered", function.name)) }
    }
}

/// A chunk of rows; DuckDB calls it on several threads at once.
unsafe extern "C" fn called(info: duckdb_function_info, input: duckdb_data_chunk, output: duckdb_vector) {
    // SAFETY: DuckDB hands over all three for the time of this call.
    let outcome = guarded(|| unsafe { answered(info, input, output) });
    let message = match outcome {
        Some(Ok(())) => return,
        Some(Err(message)) => message,
        None => INTERNAL.to_owned(),
    };
    // SAFETY: as above; the text is copied.
    unsafe { duckdb_scalar_function_set_error(info, text(&message).as_ptr()) };
}

unsafe fn answered(
    info: duckdb_function_info,
    input: duckdb_data_chunk,
    output: duckdb_vector,
) -> Result<(), String> {
    // SAFETY: the function is what `registered` put there; DuckDB has filled a vector for each parameter,
    // and made all of them flat.
    unsafe {
        let function = &*(duckdb_scalar_function_get_extra_info(info) as *const Function);
        let rows = duckdb_data_chunk_get_size(input) as usize;
        let columns = duckdb_data_chunk_get_column_count(input) as usize;
        if rows == 0 {
            return Ok(());
        }
        let column = |(number, parameter)| {
            let vector = duckdb_data_chunk_get_vector(input, number as u64);
            read::column(vector, rows, parameter).map_err(|wrong| format!("{}: {wrong}", function.name))
        };
        let arguments = function.parameters.iter().take(columns).enumerate().map(column);
        let arguments = arguments.collect::<Result<Vec<_>, String>>()?;
        let arguments: Vec<&dyn Datum> = arguments.iter().map(|argument| &**argument).collect();
        let found =
            function.call(&arguments, rows, &Default::default()).map_err(|wrong| wrong.to_string())?;
        if found.len() != rows || found.data_type() != &function.result.arrow() {
            return Err(INTERNAL.to_owned());
        }
        write::column(output, 0, &*found, None)
    }
}

/// For C; where there is a NUL the text ends.
fn text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}
