//! Can a position arise in play? So far by the five stated rules.

mod five_rules;

pub use five_rules::{FiveRules, Hall, PawnOrigins, Side, five_rules};
