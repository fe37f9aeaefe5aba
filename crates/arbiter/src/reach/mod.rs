//! Can a position arise in play? By the five stated rules, and for real.

mod claims;
mod decide;
mod explain;
mod five_rules;
pub mod last_move;
pub mod proof_game;
mod repair;
pub mod statics;

pub use claims::Unsupported;
pub use decide::{Level, ReachAnswer, ReachLimits, ReachVerdict, Why, decide};
pub use explain::clock_faults;
pub use five_rules::{FiveRules, Hall, PawnOrigins, Side, five_rules};
pub use repair::{Field, Repair, piece_repairs, repairs};
