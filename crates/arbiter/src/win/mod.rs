//! Forced win in the games that are won by capturing the royal: can the side to move force it within
//! so many plies, whatever the opponent does, and how soon at best?
//!
//! A *ply* is one move of either side. The *attacker* is the side to move, the *defender* the other.
//!
//! * `search`: proves single claims, depth first without recursion, with a table of proved bounds;
//! * `mating`: the last three plies, where nearly all the time goes;
//! * `table`: the proved bounds, under exact keys;
//! * `strategy`: writes a proved claim out as a strategy that the checker accepts;
//! * `oracle`: exact values from outside, which a solver can be given;
//! * `hold`: shows that the attacker can never win;
//! * `keep`: what is proved so far, to go on from another time.
//!
//! [`mate`] answers the same question for the games that are won by checkmate, [`problem`] all that problemists ask.

mod hold;
mod keep;
mod key;
pub mod mate;
mod mating;
mod oracle;
pub mod problem;
mod search;
mod solver;
mod strategy;
mod table;

pub use crate::limits::{Effort, Limits, Reached};
pub use keep::{Proved, Unsound};
pub use oracle::{Oracle, Value};
pub use solver::{Answer, Solver};
pub use strategy::Unwritten;
