//! Can a position arise in play? By the five stated rules, and for real.

mod five_rules;
pub mod last_move;
pub mod proof_game;
pub mod statics;

pub use five_rules::{FiveRules, Hall, PawnOrigins, Side, five_rules};
