//! The 4×4 games solved completely, by retrograde analysis, class of material by class of material.

#![forbid(unsafe_code)]

pub mod build;
mod checkpoint;
mod codes;
mod conversions;
mod error;
pub mod file;
pub mod index;
pub mod material;
pub mod moves;
pub mod probe;
pub mod retrograde;
pub mod stats;
mod store;
pub mod svg;
pub mod tiny;
pub mod verify;

pub use error::{BuildError, FileError, TableFault, TooLarge};
