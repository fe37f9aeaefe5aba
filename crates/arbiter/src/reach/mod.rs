//! Can a position arise in play? By the five stated rules, and for real.
//!
//! From the ground up:
//!
//! * [`facts`]: what several lemmas deduce from a past, each fact once; [`lemma`]: reasons why there is no
//!   game;
//! * `claims`, `terms`, `clocks`: what cannot be asked, which games count, what clocks cannot say;
//! * [`last_move`]: what was played before, until nothing can have been;
//! * [`proof_game`]: games built from a plan; [`shortest`]: games of the fewest plies;
//! * `decide`: all of them, the cheapest first, until one decides; `clocked`, `any` and `with_games`: the
//!   same with given clocks, from any array of Chess960, and together with games of a given length;
//! * `verdict`: what is answered; `written`, `cases`: its certificate, and what spares a checker a search;
//! * `repair`: the smallest changes after which a position can arise; [`retro`]: what it tells of its past;
//! * `five_rules`, `quick`: without deductions, by the five stated rules, and of positions by the million.

mod any;
mod cases;
mod claims;
mod clocked;
mod clocks;
mod decide;
pub mod facts;
mod five_rules;
pub mod last_move;
pub mod lemma;
pub mod proof_game;
mod quick;
mod repair;
pub mod retro;
pub mod shortest;
mod terms;
mod verdict;
mod with_games;
mod written;

pub use any::decide_any;
pub use claims::Unsupported;
pub use clocked::decide_with_clocks;
pub use clocks::{ClockFault, clock_faults};
pub use decide::{Level, ReachLimits, UnknownLevel, decide};
pub use verdict::{Clocks, ReachAnswer, ReachVerdict, Why};
pub use with_games::decide_with_games;

pub use five_rules::{FiveRules, Hall, PawnOrigins, Side, five_rules};
pub use lemma::Lemma;
pub use quick::{Flaw, quick};
pub use repair::{Edit, Field, Reading, Repair, least_repairs, piece_repairs, possible, readings, repairs};
pub use terms::{Draws, GameTerms, Unknown, cannot_mate};
