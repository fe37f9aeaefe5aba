//! Types as DuckDB has them.

use chess_arbiter_columns::functions::Kind;
use libduckdb_sys::{
    DUCKDB_TYPE_DUCKDB_TYPE_BIGINT, DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN, DUCKDB_TYPE_DUCKDB_TYPE_INTEGER,
    DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR, duckdb_create_list_type, duckdb_create_logical_type,
    duckdb_create_struct_type, duckdb_destroy_logical_type, duckdb_logical_type,
};

use super::text;

/// A type that is given back to DuckDB when it is dropped.
pub(super) struct Type(pub(super) duckdb_logical_type);

impl Type {
    /// Of a parameter. Whole numbers are taken as BIGINT, which every smaller type becomes by itself.
    ///
    /// # Safety
    /// The extension has been started.
    pub(super) unsafe fn taken(kind: Kind) -> Type {
        match kind {
            // SAFETY: it has been started.
            Kind::Whole => Type(unsafe { duckdb_create_logical_type(DUCKDB_TYPE_DUCKDB_TYPE_BIGINT) }),
            // SAFETY: as above.
            other => unsafe { Type::given(other) },
        }
    }

    /// Of a result.
    ///
    /// # Safety
    /// The extension has been started.
    pub(super) unsafe fn given(kind: Kind) -> Type {
        // SAFETY: it has been started; DuckDB copies names and types.
        Type(unsafe {
            match kind {
                Kind::Text => duckdb_create_logical_type(DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR),
                Kind::Whole => duckdb_create_logical_type(DUCKDB_TYPE_DUCKDB_TYPE_INTEGER),
                Kind::Truth => duckdb_create_logical_type(DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN),
                Kind::Texts => duckdb_create_list_type(Type::given(Kind::Text).0),
                Kind::Record(fields) => {
                    let types: Vec<Type> = fields.iter().map(|&(_, kind)| Type::given(kind)).collect();
                    let names: Vec<_> = fields.iter().map(|&(name, _)| text(name)).collect();
                    let mut types_of: Vec<_> = types.iter().map(|kind| kind.0).collect();
                    let mut names_of: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
                    let count = fields.len() as u64;
                    duckdb_create_struct_type(types_of.as_mut_ptr(), names_of.as_mut_ptr(), count)
                }
            }
        })
    }
}

impl Drop for Type {
    fn drop(&mut self) {
        // SAFETY: it is ours, and there is no other use of it.
        unsafe { duckdb_destroy_logical_type(&mut self.0) };
    }
}
