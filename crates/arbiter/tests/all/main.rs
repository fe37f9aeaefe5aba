//! The library as its users meet it, in one program: each of these files would else link the library once more.

mod boards;
mod claims;
mod common;
mod five_rules;
mod format_diagrams;
mod format_errors;
mod format_moves;
mod format_round_trips;
mod format_streams;
mod kernel;
mod last_move;
mod legality;
mod lemma_table;
mod lemmas;
mod mate;
mod movegen;
mod mutations;
mod newcomer;
mod perft;
mod problem;
mod proof_game;
mod retraction;
mod statics;
mod status;
mod validity;
mod win;
