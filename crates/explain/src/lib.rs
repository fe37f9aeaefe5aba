//! Verdicts of `chess-arbiter` in words: sentences for people, variations in problem notation.
//!
//! The library finds verdicts and their witnesses; here they are told. Nothing is deduced a second time, and
//! nothing here proves anything: that is what certificates are for.
//!
//! ```
//! use chess_arbiter::format::fen;
//! use chess_arbiter::reach::{self, ReachLimits};
//! use chess_arbiter::rules::Standard;
//!
//! let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/8/K3R3 w - - 0 1").unwrap();
//! let verdict = reach::decide(&setup, &ReachLimits::default()).unwrap();
//! assert_eq!(
//!     chess_arbiter_explain::legality(&verdict)[0],
//!     "It is White's move, yet Black's king on e8 is in check from the rook on e1.",
//! );
//! ```

#![forbid(unsafe_code)]

mod clocks;
mod dead;
mod five_rules;
mod games;
mod help;
mod legality;
pub mod problem;
mod repair;
pub mod retro;
mod status;
mod win;
pub mod words;

pub use clocks::clock_fault;
pub use dead::can_win;
pub use five_rules::five_rules;
pub use games::{games, games_word};
pub use help::{help, lines as help_lines};
pub use legality::legality;
pub use repair::repair;
pub use status::{push_status, status};
pub use win::{keys, win};
