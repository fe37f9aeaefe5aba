//! What can be requested, and a request whose body was read.

use serde::de::DeserializeOwned;
use serde_json::Deserializer;

use super::context::{Context, Grant};
use super::dead::DeadRequest;
use super::malformed::malformed;
use super::play::PlayRequest;
use super::positions::{Outcome, Texts};
use super::problem::Problem;
use super::problems::Problems;
use super::reach::ReachRequest;
use super::read::ReadRequest;
use super::retro::RetroRequest;
use super::status::StatusRequest;
use super::verify::{Certificates, VerifyRequest};
use super::win::WinRequest;
use crate::question::Question;

/// What can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Endpoint {
    /// Is the side to move safe, checked, checkmated or stalemated?
    Status,
    /// Can the position have arisen in play?
    Reach,
    /// What does the position say about its past?
    Retro,
    /// Can a side still win by any series of legal moves?
    Dead,
    /// Can the side to move force a win?
    Win,
    /// Does a certificate prove what it claims?
    Verify,
    /// Which positions does a text contain?
    Read,
    /// Which moves are legal, and where do they lead?
    Play,
}

impl Endpoint {
    /// All of them.
    pub const ALL: [Endpoint; 8] = [
        Endpoint::Status,
        Endpoint::Reach,
        Endpoint::Retro,
        Endpoint::Dead,
        Endpoint::Win,
        Endpoint::Verify,
        Endpoint::Read,
        Endpoint::Play,
    ];

    /// The last part of its address.
    pub const fn name(self) -> &'static str {
        match self {
            Endpoint::Status => "status",
            Endpoint::Reach => "reach",
            Endpoint::Retro => "retro",
            Endpoint::Dead => "dead",
            Endpoint::Win => "win",
            Endpoint::Verify => "verify",
            Endpoint::Read => "read",
            Endpoint::Play => "play",
        }
    }

    /// What it answers, in a sentence.
    pub const fn summary(self) -> &'static str {
        match self {
            Endpoint::Status => "Is the side to move safe, in check, checkmated or stalemated?",
            Endpoint::Reach => "Can the position have arisen in play?",
            Endpoint::Retro => "What does the position say about its past?",
            Endpoint::Dead => "Can a side still win by any series of legal moves?",
            Endpoint::Win => "Can the side to move force a win, and how soon?",
            Endpoint::Verify => "Do certificates prove what they claim?",
            Endpoint::Read => "Which positions does a text contain, and what does it ask about them?",
            Endpoint::Play => "Which moves are legal, and where do they lead?",
        }
    }

    /// The endpoint of a name.
    pub fn from_name(name: &str) -> Option<Endpoint> {
        Endpoint::ALL.into_iter().find(|endpoint| endpoint.name() == name)
    }
}

/// Is given the index of a position and what became of it; says whether to go on.
pub type Each<'a> = &'a mut dyn FnMut(usize, Outcome) -> bool;

/// A request that makes sense and asks for no more than is granted: only this can be run.
#[derive(Debug)]
pub enum Request {
    /// A question about positions.
    Ask(Box<Question>, Texts),
    /// A forced win asked for by files of problems.
    Problems(Box<Problems>),
    /// See [`Endpoint::Verify`].
    Verify(Certificates),
    /// See [`Endpoint::Read`].
    Read(ReadRequest),
    /// See [`Endpoint::Play`].
    Play(PlayRequest),
}

impl Request {
    /// Reads the body of a request.
    ///
    /// # Errors
    /// It is not JSON, says something that the endpoint does not know, or asks for more than is granted.
    pub fn parse(endpoint: Endpoint, body: &[u8], grant: &Grant) -> Result<Request, Problem> {
        let ask = |question, one, many| Ok(Request::Ask(Box::new(question), Texts::check(one, many, grant)?));
        match endpoint {
            Endpoint::Status => {
                let request = json::<StatusRequest>(body)?;
                ask(Question::Status(request.check()), request.position, request.positions)
            }
            Endpoint::Reach => {
                let request = json::<ReachRequest>(body)?;
                ask(request.check(grant)?, request.position, request.positions)
            }
            Endpoint::Retro => {
                let request = json::<RetroRequest>(body)?;
                ask(Question::Retro(request.check(grant)?), request.position, request.positions)
            }
            Endpoint::Dead => {
                let request = json::<DeadRequest>(body)?;
                ask(Question::Dead(request.check(grant)?), request.position, request.positions)
            }
            Endpoint::Win => {
                let request = json::<WinRequest>(body)?;
                if let Some(text) = &request.problems {
                    return Ok(Request::Problems(Box::new(Problems::check(text, &request, grant)?)));
                }
                ask(Question::Win(request.check(grant)?), request.position, request.positions)
            }
            Endpoint::Verify => Ok(Request::Verify(json::<VerifyRequest>(body)?.check(grant)?)),
            Endpoint::Read => Ok(Request::Read(json(body)?)),
            Endpoint::Play => Ok(Request::Play(json::<PlayRequest>(body)?.check(grant)?)),
        }
    }

    /// Whether the answer is a list of answers.
    pub fn is_many(&self) -> bool {
        match self {
            Request::Ask(_, texts) => matches!(texts, Texts::Many(_)),
            Request::Problems(_) => true,
            Request::Verify(certificates) => certificates.is_many(),
            Request::Read(_) | Request::Play(_) => false,
        }
    }

    /// Whether each answer takes well under a millisecond, so that it can be given while others search.
    pub fn is_quick(&self) -> bool {
        match self {
            Request::Ask(question, _) => question.is_quick(),
            Request::Read(_) | Request::Play(_) => true,
            // Some lemmas take a search to check.
            Request::Verify(_) | Request::Problems(_) => false,
        }
    }

    /// Whether it most likely takes milliseconds: a single position, and a mate in two at most.
    pub fn is_brief(&self) -> bool {
        match self {
            Request::Ask(question, Texts::One(_)) => question.is_brief(),
            _ => self.is_quick(),
        }
    }

    /// Answers it: hands the outcome of each position, in order, to `each`. False if it was stopped, by
    /// `each` or by the context's interrupt, and outcomes are missing.
    pub fn run(&self, context: &Context, each: Each<'_>) -> bool {
        match self {
            Request::Ask(question, texts) => texts.ask(question, context, each),
            Request::Problems(problems) => problems.run(context, each),
            Request::Verify(certificates) => certificates.run(context, each),
            Request::Read(request) => request.run(context, each),
            Request::Play(request) => request.run(context, each),
        }
    }
}

/// Reads a body, and says where it is wrong.
pub(super) fn json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    let mut reader = Deserializer::from_slice(body);
    let request = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        malformed(error.inner(), (path != ".").then_some(path))
    })?;
    reader.end().map_err(|error| malformed(&error, None))?;
    Ok(request)
}
