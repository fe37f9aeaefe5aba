//! Everything asked of the checker, in one program.

mod boards;
mod bound;
mod budget;
mod can_win;
mod cases;
mod common;
mod conformance;
mod edges;
mod five_rules;
mod format;
mod help;
mod history;
mod kernel_cases;
mod legality;
mod lemmas;
mod perft;
mod positions;
mod refusals;
mod retract;
mod size;
mod start;
mod status;
mod steps;
mod tables;
mod win;
