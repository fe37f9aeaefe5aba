//! Text to setups and moves, and back. No question is asked here.
//!
//! | module | text |
//! |---|---|
//! | [`fen`] | Forsyth–Edwards notation |
//! | [`epd`] | the first four fields of a FEN, then operations |
//! | [`diagram`] | a board drawn with letters or chess symbols |
//! | `json` | an object with the men by square (with the feature `serde`) |
//! | [`uci`], [`san`] | moves, and [`parse_move`] reads either |
//! | `forms` | links, lists of men, tables, games and other forms that people have |
//! | [`reader`] | many positions, one after another |
//! | [`position`] | a single position in whichever form |

pub mod diagram;
pub mod epd;
mod error;
pub mod fen;
mod forms;
#[cfg(feature = "serde")]
pub mod json;
mod notation;
pub mod position;
pub mod reader;
mod refusal;
pub mod san;
mod scan;
pub mod uci;

pub use error::{PositionError, TextError, show_char};
pub use forms::ranks::{NearFen, near_fens};
pub use notation::parse_move;
pub use position::{ProblemSetup, operations, parse_partial, parse_problem, parse_setup};
