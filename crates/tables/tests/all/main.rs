//! Tables: built, damaged, interrupted and compared with the slow obvious way.

mod checkpoints;
mod common;
mod files;
mod known;
mod oracle;
mod standard;
