//! The last move of the attacker, where nearly all the time goes.
//!
//! * `forced`: does every move of the defender mate?
//! * `quiet`: a move after which it does, or after which the defender is stalemated.

mod forced;
mod quiet;

pub(super) use forced::is_forced;
pub(super) use quiet::{self_mating_move, stalemating_move};
