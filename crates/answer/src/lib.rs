//! Answers of Arbiter as people and programs see them, for every face: the command, the page, Python.
//!
//! A [`request`] says what is asked, as JSON or as options of a command; checked, it is a [`Question`]. Asked
//! about a position it makes a [`Report`] of the library's verdict, which is rendered in a [`Form`]. No chess
//! is known here, and nothing is read or written. Nothing is generic either: each solver is compiled once,
//! here, whoever asks.
//!
//! ```
//! use chess_arbiter_answer::request::{Context, StatusRequest};
//! use chess_arbiter_answer::{Form, Question, ask};
//!
//! let question = Question::Status(StatusRequest::default().check());
//! let reply = ask(&question, "7k/6Q1/6K1/8/8/8/8/8 b", Form::Lines, &Context::default());
//! assert_eq!(reply.text(Form::Lines), "checkmate\n");
//! ```

#![forbid(unsafe_code)]

mod ask;
mod dead;
mod draw;
mod explain;
mod five_rules;
mod legality;
mod line;
mod pgn;
mod png;
mod question;
mod report;
pub mod request;
mod retro;
mod rows;
mod said;
mod status;
mod svg;
mod verify;
pub mod win;
pub mod words;

pub use ask::{
    INTERNAL, Reply, Unanswered, ask, ask_fen, ask_fens, ask_item, guarded, items, near, parse, parse_problem,
};
pub use dead::DeadQuestion;
pub use draw::{Marks, board};
pub use explain::{ExplainQuestion, Explained, Picture};
pub use five_rules::RulesQuestion;
pub use legality::{LegalityQuestion, changes};
pub use line::{Line, proof_game_pgn};
pub use question::{Question, Refused, Told, Watch};
pub use report::{
    CapturingPawnFields, Change, DeadFields, DoubleStepFields, Fields, Form, HistoryFields, LastMoveFields,
    LegalityFields, LostManFields, ProbeFields, ProblemFields, PromotedAmongFields, Proof, Report,
    RetroFields, RightsFields, RulesFields, SideFields, SideWinFields, StatusFields, Tried, Valued,
    WinFields, json,
};
pub use retro::RetroQuestion;
pub use rows::{Cells, Layout, RowsWriter};
pub use said::Said;
pub use status::StatusQuestion;
pub use svg::Svg;
pub use verify::{Opinion, proved, stopped_by};
pub use win::{Goal, Keep, ProblemQuestion, Resume, WinQuestion};
