//! Forced mate in the games that are won by checkmate: directmates, "White to move mates in n".
//!
//! A mate in n *moves* is a win in 2n − 1 *plies*; the *attacker* is the side to move, the *defender* the other.
//! As in problems, nothing but the position counts: neither repetition nor the fifty moves end the game.
//!
//! * `search`: proves single claims, exhaustively, depth first without recursion;
//! * `finder`, `numbers`: proof-number search, which finds long mates;
//! * `three`, `two`, `one`: the last moves, where nearly all the time goes;
//! * `blanket`: one reply against many moves at once, two moves before mate;
//! * `table`, `key`: proved bounds under whole positions;
//! * `crew`: several threads on one question;
//! * `candidates`, `order`: what is tried, and what first;
//! * `write`: lines and certificates.

mod blanket;
mod candidates;
mod crew;
mod finder;
mod key;
mod numbers;
mod one;
mod order;
mod search;
mod solver;
mod table;
mod three;
mod two;
mod write;

pub use solver::{Progress, Solver};
