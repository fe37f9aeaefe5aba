//! Can a position arise in play?

mod five_rules;

pub use five_rules::pawns_and_surplus;
