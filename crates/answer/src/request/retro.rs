//! What a position tells of its past.

use std::time::Duration;

use chess_arbiter::reach::ReachLimits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::context::{Bounds, Grant};
use super::problem::Problem;
use super::reach::ReachRequest;
use super::values::{List, Memory, StartName, Time};
use crate::retro::RetroQuestion;

/// What does the position say about its past? One of `position` and `positions` is needed.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields, default)]
pub struct RetroRequest {
    /// A FEN, an EPD or a diagram. The side to move, castling rights and en passant square are unknown if
    /// they are `?` or missing.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub position: Option<String>,
    /// Any number of them.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub positions: Option<List<String>>,
    /// Add the certificate of each part of the answer (on a command line without --json: write nothing else)
    #[cfg_attr(feature = "clap", arg(long))]
    pub certificate: bool,
    /// The array of Chess960 that games begin with, as a number or as bqnbnrkr [default: 518]
    #[cfg_attr(feature = "clap", arg(long, value_name = "ARRAY"))]
    #[schemars(extend("default" = ReachRequest::START))]
    pub start: Option<StartName>,
    /// Time for each position, such as 500ms, 60s, 5m, or none [default: 30s]
    #[cfg_attr(feature = "clap", arg(long, value_name = "TIME"))]
    #[schemars(extend("default" = RetroRequest::TIME))]
    pub time: Option<Time>,
    /// Positions to look at for each position asked about [default: no limit]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[schemars(range(min = 1))]
    pub nodes: Option<u64>,
    /// Memory for each position being worked on, such as 512MiB [default: 256MiB]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIZE"))]
    #[schemars(extend("default" = RetroRequest::memory()))]
    pub memory: Option<Memory>,
    /// Choose among the games that are tried [default: 0]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[schemars(extend("default" = 0))]
    pub seed: Option<u64>,
}

impl RetroRequest {
    /// Time for each position unless told otherwise.
    pub const TIME: Time = Time(Some(Duration::from_secs(30)));

    /// Memory for each position in work unless told otherwise.
    pub fn memory() -> Memory {
        Memory(ReachLimits::default().work.memory)
    }

    /// The question.
    ///
    /// # Errors
    /// It asks about any array, or for more than is granted.
    pub fn check(&self, grant: &Grant) -> Result<RetroQuestion, Problem> {
        let &RetroRequest { certificate, start, time, nodes, memory, seed, .. } = self;
        let StartName(Some(start)) = start.unwrap_or(ReachRequest::START) else {
            return Err(Problem::field("start", "the past needs a single array, not any"));
        };
        let defaults = (RetroRequest::TIME, RetroRequest::memory());
        Ok(RetroQuestion {
            start,
            seed: seed.unwrap_or(ReachLimits::default().seed),
            bounds: Bounds::check((time, nodes, memory), defaults, grant)?,
            certificate,
        })
    }
}
