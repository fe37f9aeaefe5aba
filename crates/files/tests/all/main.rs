//! The program as people run it: every format in and out, faults, interruptions.

mod copied;
mod faults;
mod formats;
mod killed;
mod support;
mod unchanged;
