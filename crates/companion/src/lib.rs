//! What the programs beside `arbiter` have in common: how they end, Ctrl-C, folders of work that survives a
//! kill, and (feature `packing`) bytes that are packed.

#![forbid(unsafe_code)]

mod exit;
mod folder;
mod interrupt;
#[cfg(feature = "packing")]
mod packing;

pub use exit::{Exit, Failure, code, say};
pub use folder::{Draft, Folder, Names, identity, synced};
pub use interrupt::{flag, flag_and};
#[cfg(feature = "packing")]
pub use packing::{Packed, Packing};
