//! The functions of DuckDB itself.

use std::cell::Cell;
use std::ffi::{CString, c_char, c_void};
use std::mem::{MaybeUninit, offset_of};
use std::ptr;

use libduckdb_sys::{
    duckdb_ext_api_v1, duckdb_extension_access, duckdb_extension_info, duckdb_rs_extension_api_init,
};

use crate::footer::API;

thread_local! {
    static TABLE: Cell<*const c_void> = const { Cell::new(ptr::null()) };
}

/// Takes them over; whether there are any for this version.
///
/// `libduckdb-sys` copies a table as long as that of its own version, and an older DuckDB's is shorter: it is
/// given one that is long enough, in which what is used here is DuckDB's.
///
/// # Safety
/// DuckDB handed over both.
pub(super) unsafe fn taken(
    info: duckdb_extension_info,
    access: *const duckdb_extension_access,
) -> Result<bool, String> {
    // The last that is used here; all up to it are in the first stable version, which was asked for.
    const USED: usize =
        offset_of!(duckdb_ext_api_v1, duckdb_register_scalar_function_set) + size_of::<Option<fn()>>();
    let version = CString::new(API).map_err(|error| error.to_string())?;
    // SAFETY: as the caller promises; a table has at least what is used, and without functions it is zero.
    unsafe {
        let get_api = (*access).get_api.ok_or("DuckDB offers no functions")?;
        let theirs = get_api(info, version.as_ptr());
        if theirs.is_null() {
            return Ok(false);
        }
        let mut table = MaybeUninit::<duckdb_ext_api_v1>::zeroed();
        ptr::copy_nonoverlapping(theirs.cast::<u8>(), table.as_mut_ptr().cast(), USED);
        TABLE.set(table.as_ptr().cast());
        let access = duckdb_extension_access { get_api: Some(long_enough), ..*access };
        let outcome = duckdb_rs_extension_api_init(info, &access, API);
        TABLE.set(ptr::null());
        Ok(outcome?)
    }
}

unsafe extern "C" fn long_enough(_: duckdb_extension_info, _: *const c_char) -> *const c_void {
    TABLE.get()
}
