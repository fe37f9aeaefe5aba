//! What the programs beside `arbiter` have in common: how they end, Ctrl-C, folders of work that survives a
//! kill, and bytes that are packed (with the feature `packing`, by the names of files).

#![forbid(unsafe_code)]

mod exit;
mod folder;
mod interrupt;
#[cfg(feature = "packing")]
mod packing;
mod unpacking;

pub use exit::{Exit, Failure, code, say};
pub use folder::{Draft, Folder, Names, identity, synced};
pub use interrupt::{flag, flag_and};
#[cfg(feature = "packing")]
pub use packing::{Packed, Packing};
pub use unpacking::unpacking;
