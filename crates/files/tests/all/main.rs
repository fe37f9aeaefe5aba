//! The program as people run it: every format in and out, faults, interruptions.

mod copied;
mod faults;
#[path = "../../../companion/tests/support/folder.rs"]
mod folder;
mod formats;
mod killed;
mod support;
mod unchanged;
