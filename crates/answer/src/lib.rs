//! Answers of Arbiter as people and programs see them, for every face: the command, the page, Python.
//!
//! A [`Question`] asks the library about one position and makes a [`Report`] of its verdict; the report is
//! rendered in a [`Form`]. No chess is known here, and nothing is read or written.
//!
//! ```
//! use chess_arbiter::format::fen;
//! use chess_arbiter::rules::Standard;
//! use chess_arbiter_answer::{Form, Question, StatusQuestion};
//!
//! let setup = fen::parse::<Standard>("7k/6Q1/6K1/8/8/8/8/8 b - -").unwrap();
//! let report = StatusQuestion::<Standard>::new(false).answer(&setup, Form::Json, None).unwrap();
//! assert_eq!(report.fields.verdict, "checkmate");
//! ```

#![forbid(unsafe_code)]

pub mod api;
mod draw;
mod five_rules;
mod legality;
mod pgn;
mod question;
mod report;
mod status;
pub mod values;
mod verify;
pub mod win;
pub mod words;

pub use draw::{Marks, board};
pub use five_rules::RulesQuestion;
pub use legality::LegalityQuestion;
pub use question::{Question, Refused, Told, Watch};
pub use report::{Change, Fields, Form, Proof, Report, Tried, Valued, json};
pub use status::StatusQuestion;
pub use verify::{Opinion, proved};
pub use win::{Goal, Keep, Resume, WinQuestion};
