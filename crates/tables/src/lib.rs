//! Games solved by retrograde analysis, class of material by class of material: the 4×4 games completely,
//! and endings of standard chess.

#![forbid(unsafe_code)]

pub mod build;
mod checkpoint;
mod error;
pub mod file;
mod half;
pub mod index;
mod late;
mod layout;
pub mod material;
pub mod oracle;
mod packed;
mod positions;
pub mod probe;
pub mod retrograde;
mod shelf;
pub mod simplified;
mod solved;
pub mod standard;
pub mod stats;
mod store;
pub mod svg;
pub mod verify;

pub use error::{BuildError, FileError, TableFault, TooLarge};
pub use positions::LIMIT;
