//! Exact, explained and checkable answers about chess positions.
//!
//! Four questions, one core: **status** (is the side to move safe, checked, checkmated, stalemated),
//! **reachability** (can the position arise in play), **forced win** (within how many plies, whatever the
//! opponent does) and whether a side **can still win** (by any moves of both). Every verdict carries a
//! [`certificate`] that the independent crate `chess-arbiter-check` accepts or refuses.

#![deny(unsafe_code)]

/// The README's Rust is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod attacks;
pub mod board;
pub mod certificate;
pub mod clock;
pub mod format;
pub mod help;
pub mod limits;
pub mod moves;
pub mod popeye;
pub mod position;
pub mod reach;
pub mod rules;
pub mod status;
pub mod stipulation;
#[cfg(feature = "serde")]
mod text_serde;
pub mod win;

pub use board::{Bitboard, Board, Color, Man, Move, Role, Setup, Square};
pub use certificate::Certificate;
pub use format::{PositionError, TextError, fen, parse_setup, san, uci};
pub use limits::Limits;
pub use moves::legal_moves;
pub use position::{Fault, Faults, Policy, Position};
pub use rules::*;
pub use status::{Status, StatusVerdict, status};
