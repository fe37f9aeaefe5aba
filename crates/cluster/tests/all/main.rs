//! The programs as people run them, on the loopback: the same rows as without a cluster, executors that are
//! lost, jobs that are killed, and whatever else can be wrong.

// What losses cost is told with `--nocapture`.
#![allow(clippy::print_stdout)]

mod faults;
#[path = "../../../companion/tests/support/folder.rs"]
mod folder;
mod lost;
mod pieces;
mod rows;
mod support;
