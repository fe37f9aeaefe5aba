//! What the programs beside `arbiter` have in common: how they end, and Ctrl-C.

#![forbid(unsafe_code)]

mod exit;
mod interrupt;

pub use exit::{Exit, Failure, code, say};
pub use interrupt::flag;
