//! What the Python package `chess_arbiter` is made of below its Python: positions read by the library,
//! questions asked through `chess-arbiter-answer`, columns in and out by the Arrow PyCapsule interface. What
//! people see is in `python/chess_arbiter`; the types of what is here are in its `_native.pyi`. No chess is
//! known here.

#![deny(unsafe_code)]

mod arrow;
mod ask;
mod columns;
mod error;
mod functions;
mod game;
mod line;
mod patience;
mod position;
mod tables;
mod verify;

use pyo3::prelude::*;

/// The native half of `chess_arbiter`; use that.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::arrow::table::{Column, Table};
    #[pymodule_export]
    use crate::ask::{ask, schema};
    #[pymodule_export]
    use crate::columns::{dead, play, reach, status, win};
    #[pymodule_export]
    use crate::functions::{call, duckdb_footer, functions};
    #[pymodule_export]
    use crate::game::game;
    #[pymodule_export]
    use crate::line::{Strategy, line, proof_game, squares, start};
    #[pymodule_export]
    use crate::patience::Stop;
    #[pymodule_export]
    use crate::position::Setup;
    #[pymodule_export]
    use crate::verify::verify;

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python expects")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
