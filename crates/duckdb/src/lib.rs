//! The functions of `chess_arbiter_columns::functions` for DuckDB, as an extension over its stable C API: one
//! file serves DuckDB 1.2 and later.
//!
//! ```sh
//! cargo run --release -p chess-arbiter-duckdb      # writes chess_arbiter.duckdb_extension
//! duckdb -unsigned
//! ```
//! ```sql
//! LOAD './chess_arbiter.duckdb_extension';
//! SELECT chess_status('7k/6Q1/6K1/8/8/8/8/8 b');
//! ```
//!
//! Whatever the table has is registered, whatever its rows are of: nothing here knows a function by its name.

#![deny(unsafe_code)]

mod abi;
mod footer;

pub use footer::{footer, platform};

/// What DuckDB calls the extension: the name of its file, and the beginning of its entry point.
pub const NAME: &str = "chess_arbiter";
