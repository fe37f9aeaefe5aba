//! Forced win in the games that are won by capturing the royal.
//!
//! * `solver`: the questions, answered by iterative deepening;
//! * `search`: proves single claims, depth first without recursion, with a transposition table;
//! * `last_plies`: the last three plies, where nearly all the time goes;
//! * `table`: the transposition table of proved bounds, under the exact keys of `key`;
//! * `hold`: shows that the attacker can never win.

mod hold;
mod key;
mod last_plies;
mod search;
mod solver;
mod table;

pub use solver::CaptureSolver;
