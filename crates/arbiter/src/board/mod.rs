//! The one board that serves every rule set: squares, sets of squares, men, and
//! whatever was written down about a position ([`Setup`]).

mod bitboard;
mod list;
mod man;
mod mv;
mod placement;
mod setup;
mod square;
mod start;
pub(crate) mod zobrist;

pub use bitboard::Bitboard;
pub use list::list;
pub use man::{Color, Man, Role};
pub use mv::{Move, ParseMoveError};
pub use placement::Board;
pub use setup::{PartialSetup, Setup};
pub use square::{ParseSquareError, Square};
pub use start::{Castling, ParseStartError, Start};
