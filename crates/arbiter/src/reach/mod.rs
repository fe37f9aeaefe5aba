//! Can a position arise in play? By the five stated rules, and for real.

mod any;
mod cases;
mod claims;
mod clocked;
mod clocks;
mod decide;
pub mod facts;
mod five_rules;
pub mod last_move;
pub mod lemma;
pub mod proof_game;
mod quick;
mod repair;
pub mod retro;
pub mod shortest;
mod terms;
mod verdict;
mod with_games;
mod written;

pub use any::decide_any;
pub use claims::Unsupported;
pub use clocked::decide_with_clocks;
pub use clocks::{ClockFault, clock_faults};
pub use decide::{Level, ReachLimits, UnknownLevel, decide};
pub use verdict::{Clocks, ReachAnswer, ReachVerdict, Why};
pub use with_games::decide_with_games;

pub use five_rules::{FiveRules, Hall, PawnOrigins, Side, five_rules};
pub use lemma::Lemma;
pub use quick::{Flaw, quick};
pub use repair::{Edit, Field, Reading, Repair, least_repairs, piece_repairs, possible, readings, repairs};
pub use terms::{Draws, GameTerms, Unknown, cannot_mate};
