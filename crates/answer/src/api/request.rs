//! A request of any endpoint.

use serde::de::DeserializeOwned;
use serde_json::Deserializer;

use super::context::{Context, Limits};
use super::play::PlayRequest;
use super::positions::Outcome;
use super::problem::{Kind, Problem};
use super::reach::ReachRequest;
use super::read::ReadRequest;
use super::status::StatusRequest;
use super::verify::VerifyRequest;
use super::win::WinRequest;

/// What can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Endpoint {
    /// Is the side to move safe, checked, checkmated or stalemated?
    Status,
    /// Can the position have arisen in play?
    Reach,
    /// Can the side to move force a win?
    Win,
    /// Does a certificate prove what it claims?
    Verify,
    /// Which positions are in a text?
    Read,
    /// Which moves are there, and where do they lead?
    Play,
}

impl Endpoint {
    /// All of them.
    pub const ALL: [Endpoint; 6] =
        [Endpoint::Status, Endpoint::Reach, Endpoint::Win, Endpoint::Verify, Endpoint::Read, Endpoint::Play];

    /// The last part of its address.
    pub const fn name(self) -> &'static str {
        match self {
            Endpoint::Status => "status",
            Endpoint::Reach => "reach",
            Endpoint::Win => "win",
            Endpoint::Verify => "verify",
            Endpoint::Read => "read",
            Endpoint::Play => "play",
        }
    }

    /// The endpoint of a name.
    pub fn from_name(name: &str) -> Option<Endpoint> {
        Endpoint::ALL.into_iter().find(|endpoint| endpoint.name() == name)
    }
}

/// Is given the index of a position and what became of it; says whether to go on.
pub type Each<'a> = &'a mut dyn FnMut(usize, Outcome) -> bool;

/// A request that makes sense and keeps the limits.
#[derive(Debug)]
pub enum Request {
    /// See [`Endpoint::Status`].
    Status(StatusRequest),
    /// See [`Endpoint::Reach`].
    Reach(ReachRequest),
    /// See [`Endpoint::Win`].
    Win(WinRequest),
    /// See [`Endpoint::Verify`].
    Verify(VerifyRequest),
    /// See [`Endpoint::Read`].
    Read(ReadRequest),
    /// See [`Endpoint::Play`].
    Play(PlayRequest),
}

impl Request {
    /// Reads the body of a request.
    ///
    /// # Errors
    /// It is not JSON, says something that the endpoint does not know, or asks for more than the limits allow.
    pub fn parse(endpoint: Endpoint, body: &[u8], limits: &Limits) -> Result<Request, Problem> {
        Ok(match endpoint {
            Endpoint::Status => Request::Status(json::<StatusRequest>(body)?.checked(limits)?),
            Endpoint::Reach => Request::Reach(json::<ReachRequest>(body)?.checked(limits)?),
            Endpoint::Win => Request::Win(json::<WinRequest>(body)?.checked(limits)?),
            Endpoint::Verify => Request::Verify(json::<VerifyRequest>(body)?.checked(limits)?),
            Endpoint::Read => Request::Read(json::<ReadRequest>(body)?),
            Endpoint::Play => Request::Play(json::<PlayRequest>(body)?.checked(limits)?),
        })
    }

    /// Whether the answer is a list of answers.
    pub fn is_many(&self) -> bool {
        match self {
            Request::Status(request) => request.is_many(),
            Request::Reach(request) => request.is_many(),
            Request::Win(request) => request.is_many(),
            Request::Verify(request) => request.is_many(),
            Request::Read(_) | Request::Play(_) => false,
        }
    }

    /// Whether each answer takes well under a millisecond, so that it can be given while others search.
    pub fn is_quick(&self) -> bool {
        match self {
            Request::Status(_) | Request::Read(_) | Request::Play(_) => true,
            Request::Reach(request) => request.is_quick(),
            // Some lemmas take a search to check.
            Request::Win(_) | Request::Verify(_) => false,
        }
    }

    /// Answers it: hands the outcome of each position, in order, to `each`. False if it was stopped, by `each` or by
    /// the context's interrupt, and outcomes are missing.
    pub fn run(self, context: &Context, each: Each<'_>) -> bool {
        match self {
            Request::Status(request) => request.run(context, each),
            Request::Reach(request) => request.run(context, each),
            Request::Win(request) => request.run(context, each),
            Request::Verify(request) => request.run(context, each),
            Request::Read(request) => request.run(context, each),
            Request::Play(request) => request.run(context, each),
        }
    }
}

/// Reads a body, and says where it is wrong.
fn json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    let mut reader = Deserializer::from_slice(body);
    let request = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        malformed(error.inner(), (path != ".").then_some(path))
    })?;
    reader.end().map_err(|error| malformed(&error, None))?;
    Ok(request)
}

fn malformed(error: &serde_json::Error, field: Option<String>) -> Problem {
    let message = error.to_string();
    // The place has members of its own.
    let place = format!(" at line {} column {}", error.line(), error.column());
    let detail = message.strip_suffix(&place).unwrap_or(&message);
    let detail = if error.is_data() { detail.into() } else { format!("not JSON: {detail}") };
    let problem = Problem::new(Kind::BadRequest, detail);
    Problem { line: Some(error.line()), column: Some(error.column()), field, ..problem }
}
