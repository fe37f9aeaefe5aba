//! The functions as DataFusion calls them, and the program.

mod documents;
mod faults;
#[path = "../../../companion/tests/support/folder.rs"]
mod folder;
mod functions;
mod program;
mod support;
