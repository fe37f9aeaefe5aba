//! The 4×4 games solved completely, by retrograde analysis, class of material by class of material.

#![forbid(unsafe_code)]

pub mod build;
mod checkpoint;
mod error;
pub mod file;
pub mod index;
pub mod material;
mod positions;
pub mod probe;
pub mod retrograde;
mod shelf;
pub mod simplified;
pub mod standard;
pub mod stats;
mod store;
pub mod svg;
pub mod verify;

pub use error::{BuildError, FileError, TableFault, TooLarge};
pub use positions::LIMIT;
