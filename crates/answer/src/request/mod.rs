//! Requests: what is asked, each question once. As JSON they are what the HTTP server, the page without a
//! server and Python send; with the feature `clap` they are the options of the commands. Names, values and
//! defaults are the same, and answers are what the command's `--json` prints.
//!
//! ```
//! use chess_arbiter_answer::request::{self, Context, Endpoint};
//! let body = br#"{"position": "7k/6Q1/6K1/8/8/8/8/8 b"}"#;
//! let answer = request::call(Endpoint::Status, body, &Context::default()).unwrap();
//! assert!(answer.starts_with(r#"{"input":"7k/6Q1/6K1/8/8/8/8/8 b","verdict":"checkmate","#));
//!
//! let body = br#"{"position": "9/8"}"#;
//! let problem = request::call(Endpoint::Status, body, &Context::default()).unwrap_err();
//! assert_eq!((problem.status, problem.column), (422, Some(1)));
//! ```

mod context;
mod dead;
mod endpoint;
mod explain;
mod guess;
mod malformed;
mod play;
mod positions;
mod problem;
mod problems;
mod reach;
mod read;
mod retro;
mod schema;
mod status;
mod values;
mod verify;
mod win;

pub use context::{Bounds, Context, Grant, Progress};
pub use dead::DeadRequest;
pub use endpoint::{Each, Endpoint, Request};
pub use explain::ExplainRequest;
pub use play::PlayRequest;
pub use positions::{Outcome, Texts};
pub use problem::{Kind, Problem, Readings};
pub use problems::Problems;
pub use reach::ReachRequest;
pub use read::ReadRequest;
pub use retro::RetroRequest;
pub use schema::{Schemas, explain_schemas, schemas};
pub use status::StatusRequest;
pub use values::{
    Asked, By, LevelName, List, Memory, Reading, RepairCount, RulesName, Side, SidesName, Time,
};
pub use verify::{Allowance, VerifyRequest};
pub use win::WinRequest;

/// Answers a request: the JSON text of the answer, or of `{"answers": […]}` where many positions were asked
/// about.
///
/// # Errors
/// The request makes no sense, or the one position that it is about cannot be read.
pub fn call(endpoint: Endpoint, body: &[u8], context: &Context) -> Result<String, Problem> {
    let request = Request::parse(endpoint, body, &context.grant)?;
    let mut answers = String::new();
    let mut only = None;
    let many = request.is_many();
    let whole = request.run(context, &mut |_, outcome: Outcome| {
        if many {
            answers += if answers.is_empty() { "" } else { "," };
            answers += &outcome.object();
        } else {
            only = Some(outcome.result);
        }
        true
    });
    match only {
        _ if !whole => Err(Problem::new(Kind::Busy, "interrupted")),
        Some(result) => result,
        None => Ok(format!("{{\"answers\":[{answers}]}}")),
    }
}
