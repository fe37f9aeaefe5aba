//! Text to setups and moves, and back. No question is asked here.

mod error;
pub mod fen;

pub use error::{PositionError, TextError};
