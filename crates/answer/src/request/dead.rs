//! Can a side still win?

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::context::{Bounds, Grant};
use super::problem::Problem;
use super::values::{List, Memory, Side, SidesName, Time};
use crate::dead::DeadQuestion;

/// Can a side still win by any series of legal moves? One of `position` and `positions` is needed.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields, default)]
pub struct DeadRequest {
    /// A FEN, an EPD or a diagram.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub position: Option<String>,
    /// Any number of them.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub positions: Option<List<String>>,
    /// Who may still win [default: both]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIDE", conflicts_with = "flagged"))]
    #[schemars(extend("default" = SidesName::Both))]
    pub side: Option<SidesName>,
    /// Whose flag has fallen: the answer is the result of the game
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIDE"))]
    pub flagged: Option<Side>,
    /// Moves to play first, in UCI or SAN, separated by spaces
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES"))]
    pub moves: Option<String>,
    /// The game ends after 75 moves by each side without a capture or a pawn move, going by the position's
    /// clock
    #[cfg_attr(feature = "clap", arg(long))]
    pub count75: bool,
    /// The game ends when a position occurs for the fifth time, counting those before the moves
    #[cfg_attr(feature = "clap", arg(long))]
    pub fivefold: bool,
    /// Only what can be said in a microsecond: true, false or unknown
    #[cfg_attr(feature = "clap", arg(long, conflicts_with_all = ["flagged", "certificate", "count75", "fivefold"]))]
    pub quick: bool,
    /// Add the certificates of each answer (on a command line without --json: write nothing else)
    #[cfg_attr(feature = "clap", arg(long))]
    pub certificate: bool,
    /// Time for each side of a position, such as 500ms, 60s, 5m, or none [default: 10s]
    #[cfg_attr(feature = "clap", arg(long, value_name = "TIME"))]
    #[schemars(extend("default" = DeadRequest::TIME))]
    pub time: Option<Time>,
    /// Positions to look at for each side of a position [default: no limit]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[schemars(range(min = 1))]
    pub nodes: Option<u64>,
    /// Memory for each position being worked on, such as 512MiB [default: 512MiB]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIZE"))]
    #[schemars(extend("default" = DeadRequest::MEMORY))]
    pub memory: Option<Memory>,
}

impl DeadRequest {
    /// Time for each side of a position unless told otherwise.
    pub const TIME: Time = Time(Some(Duration::from_secs(10)));

    /// Memory for each position in work unless told otherwise.
    pub const MEMORY: Memory = Memory(512 << 20);

    /// The question.
    ///
    /// # Errors
    /// It asks for more than is granted, or for things that do not go together.
    pub fn check(&self, grant: &Grant) -> Result<DeadQuestion, Problem> {
        let &DeadRequest {
            side, flagged, count75, fivefold, quick, certificate, time, nodes, memory, ..
        } = self;
        if side.is_some_and(|side| side != SidesName::Both) && flagged.is_some() {
            return Err(Problem::field("side", "flagged already says which side is asked about"));
        }
        if quick && (flagged.is_some() || certificate || count75 || fivefold) {
            return Err(Problem::field(
                "quick",
                "a quick answer has no result or certificate, and counts no moves",
            ));
        }
        let moves = self.moves.as_deref().unwrap_or_default().split_whitespace();
        let moves: Vec<String> = moves.map(str::to_owned).collect();
        if moves.len() > grant.positions {
            return Err(Problem::field("moves", format!("at most {} moves", grant.positions)));
        }
        if !moves.is_empty() && self.positions.is_some() {
            return Err(Problem::field("moves", "moves can only be played from a single position"));
        }
        let defaults = (DeadRequest::TIME, DeadRequest::MEMORY);
        Ok(DeadQuestion {
            sides: side.unwrap_or(SidesName::Both),
            flagged: flagged.map(Side::color),
            moves,
            count75,
            fivefold,
            quick,
            certificate,
            bounds: Bounds::check((time, nodes, memory), defaults, grant)?,
        })
    }
}
