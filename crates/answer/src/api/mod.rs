//! Requests as JSON: what the HTTP server, the page without a server and Python ask.
//!
//! Names, values and defaults are those of the command's options, and answers are what its `--json` prints.
//!
//! ```
//! use chess_arbiter_answer::api::{self, Context, Endpoint};
//! let body = br#"{"position": "7k/6Q1/6K1/8/8/8/8/8 b"}"#;
//! let answer = api::call(Endpoint::Status, body, &Context::default()).unwrap();
//! assert!(answer.starts_with(r#"{"input":"7k/6Q1/6K1/8/8/8/8/8 b","verdict":"checkmate","#));
//!
//! let problem = api::call(Endpoint::Status, br#"{"position": "9/8"}"#, &Context::default()).unwrap_err();
//! assert_eq!((problem.status, problem.column), (422, Some(1)));
//! ```

mod context;
mod guess;
mod play;
mod positions;
mod problem;
mod reach;
mod read;
mod request;
mod schema;
mod status;
mod values;
mod verify;
mod win;

pub use context::{Context, Limits, Progress};
pub use play::PlayRequest;
pub use positions::Outcome;
pub use problem::{Kind, Problem};
pub use reach::ReachRequest;
pub use read::ReadRequest;
pub use request::{Each, Endpoint, Request};
pub use schema::schemas;
pub use status::StatusRequest;
pub use values::{By, Game, LevelName, List, MemoryText, Reading, TimeText};
pub use verify::VerifyRequest;
pub use win::WinRequest;

/// Answers a request: the JSON text of the answer, or of `{"answers": […]}` where many positions were asked about.
///
/// # Errors
/// The request makes no sense, or the one position that it is about cannot be read.
pub fn call(endpoint: Endpoint, body: &[u8], context: &Context) -> Result<String, Problem> {
    let request = Request::parse(endpoint, body, &context.limits)?;
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
