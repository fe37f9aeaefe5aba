//! What a question is.

use std::time::Duration;

use chess_arbiter::board::{Setup, Square};
use chess_arbiter::position::Faults;
use chess_arbiter::reach::Unsupported;
use chess_arbiter::rules::Rules;

use crate::report::{Form, Report};

/// A question about positions of one game.
pub trait Question: Send + Sync + 'static {
    /// The game.
    type Rules: Rules;
    /// Whether an answer takes about a microsecond, so that handing it over costs more than finding it.
    const QUICK: bool;

    /// The answer, with as much about it as the form shows. Where it can take long, `watch` is told how far it is.
    ///
    /// # Errors
    /// The question cannot be asked about such a position.
    fn answer(&self, setup: &Setup, form: Form, watch: Option<Watch>) -> Result<Report, Refused>;
}

/// Is told how far an answer is, now and then.
pub type Watch = Box<dyn FnMut(Told) + Send>;

/// How far an answer is.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// It is proved that there is no win within so many plies.
    pub no_win_within: u32,
    /// It is proved that there is a win within so many plies.
    pub win_within: Option<u32>,
    /// Positions looked at.
    pub nodes: u64,
    /// Since the question was asked.
    pub time: Duration,
}

/// Why there is no answer about a position that could be read.
#[derive(Clone, Debug)]
pub struct Refused {
    /// What is wrong with it.
    pub message: String,
    /// Where, if it is about a square.
    pub square: Option<Square>,
}

impl Refused {
    /// Nothing that is about a square.
    pub fn new(message: impl Into<String>) -> Refused {
        Refused { message: message.into(), square: None }
    }
}

impl From<Faults> for Refused {
    fn from(faults: Faults) -> Refused {
        let square = faults.iter().find_map(|fault| fault.squares().first());
        Refused { message: faults.to_string(), square }
    }
}

impl From<Unsupported> for Refused {
    fn from(unsupported: Unsupported) -> Refused {
        Refused { message: unsupported.to_string(), square: Some(unsupported.rook()) }
    }
}
