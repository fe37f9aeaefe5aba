//! Verdicts of `chess-arbiter` in words: sentences for people, variations in problem notation.
//!
//! The library finds verdicts and their witnesses; here they are told. Nothing is deduced a second time.

#![forbid(unsafe_code)]

pub mod problem;
