//! Forced win: can the side to move force it within so many plies, whatever the opponent does, and how soon
//! at best?
//!
//! A *ply* is one move of either side. The *attacker* is the side to move, the *defender* the other.
//!
//! * `length`: plies and moves;
//! * `solve`: what is asked and answered, and the trait of the solvers;
//! * `exhaust`: the exhaustive search of the solvers of problems, whatever the aim;
//! * [`capture`]: the solver of the games that are won by capturing the royal;
//! * [`mate`]: the solver of the games that are won by checkmate;
//! * `strategy`: writes a proved claim out as a strategy that the checker accepts;
//! * [`problem`]: the solver of selfmates, reflexmates and stalemates;
//! * `keys`: what solutions and strategies ask of a solver of problems;
//! * `oracle`: exact values from outside, which a solver can be given;
//! * `keep`: what is proved so far, to go on from another time;
//! * [`stipulation`]: what a problem asks for: mate, selfmate, reflexmate or stalemate in so many moves;
//! * `ending`: how a problem ends on the board;
//! * [`solution`]: what problemists want to see of it: keys, tries, set play, variations.

pub mod capture;
mod ending;
mod exhaust;
mod keep;
mod keys;
mod length;
pub mod mate;
mod oracle;
pub mod problem;
pub mod solution;
mod solve;
pub mod stipulation;
mod strategy;

pub use crate::limits::{Effort, Limits, Reached};
pub use capture::CaptureSolver;
pub use keep::{Proved, Unsound};
pub use length::{Moves, Plies};
pub use mate::MateSolver;
pub use oracle::{Asked, BoundTables, Oracle, OracleValue};
pub use problem::ProblemSolver;
pub use solve::{Goal, Solvable, Solve, SolveMates, Stopped, Unwritten, WinAnswer, WinProgress, WinVerdict};
