//! Verdicts in words, in one program.

#[path = "../../../arbiter/tests/all/common/mod.rs"]
mod common;
mod five_rules;
mod legality;
mod problem;
mod repair;
