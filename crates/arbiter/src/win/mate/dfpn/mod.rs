//! Depth-first proof-number search (df-pn).
//!
//! * `numbers`: proof numbers, how those of children combine, and where they are kept;
//! * `finder`: the search.

mod finder;
mod numbers;

pub(super) use finder::{Find, Finder, MAX_MOVES};
