//! The functions as DataFusion calls them, and the program.

mod documents;
mod faults;
mod functions;
mod program;
mod support;
