//! Forced mate in the games that are won by checkmate: directmates, "White to move mates in n".
//!
//! The *attacker* is the side to move, the *defender* the other. As in problems, nothing but the position
//! counts: neither repetition nor the fifty moves end the game. From the ground up:
//!
//! * `table`: the transposition table, proved bounds under whole positions;
//! * `order`: move ordering, killer moves and history;
//! * `memory`: what the searches remember, these two among it;
//! * `candidates`: what is tried at a node, and what first;
//! * `endings`: exact values from an oracle, where they pay;
//! * `last_moves`: the last three moves, where nearly all the time goes;
//! * `search`: proves single claims, exhaustively, depth first without recursion;
//! * `dfpn`: depth-first proof-number search, which finds long mates;
//! * `threads`: several threads on one question (lazy SMP);
//! * `turns`: which search works next, and for how long;
//! * `proved`: what is proved on the way;
//! * `solver`: the questions.

pub(super) mod candidates;
mod castling;
mod dfpn;
pub(super) mod endings;
pub(super) mod last_moves;
pub(super) mod memory;
pub(super) mod order;
mod proved;
pub(super) mod search;
pub(super) mod solver;
pub(super) mod table;
mod threads;
mod turns;

pub use solver::MateSolver;
pub(in crate::win) use solver::can_mate;
