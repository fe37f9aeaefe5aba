//! `/reach`.

use std::time::Duration;

use chess_arbiter::reach::{self, Level};
use schemars::JsonSchema;
use serde::Deserialize;

use super::context::{Context, Limits, Work};
use super::positions::Texts;
use super::problem::Problem;
use super::request::Each;
use super::values::{By, LevelName, List, MemoryText, TimeText};
use crate::{LegalityQuestion, RulesQuestion};

/// Time for each position unless told otherwise.
const PROOF_TIME: Duration = Duration::from_secs(10);

/// Can the position have arisen in play? One of `position` and `positions` is needed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReachRequest {
    /// A FEN, an EPD or a diagram.
    position: Option<String>,
    /// Any number of them.
    positions: Option<List<String>>,
    /// What to judge by. All that follows but `certificate` is for `proof`.
    #[serde(default)]
    by: By,
    /// The evidence to look at, each level with those before it: `full` unless told otherwise.
    level: Option<LevelName>,
    /// For each position: `"10s"` unless told otherwise.
    time: Option<TimeText>,
    /// Positions to look at for each position asked about.
    nodes: Option<u64>,
    /// For each position: `"256MiB"` unless told otherwise.
    memory: Option<MemoryText>,
    /// Choose among the games that are tried.
    seed: Option<u64>,
    /// Look for single men to move, remove or replace that make an illegal position possible.
    #[serde(default)]
    repair: bool,
    /// Add the certificate of each answer.
    #[serde(default)]
    certificate: bool,
    /// What `checked` makes of the rest.
    #[serde(skip)]
    checked: Option<(Texts, Work)>,
}

impl ReachRequest {
    pub(super) fn checked(mut self, limits: &Limits) -> Result<ReachRequest, Problem> {
        if self.by == By::Rules
            && let Some(given) = self.given()
        {
            return Err(Problem::field(given, "this is for by proof: the five rules need no search"));
        }
        let texts = Texts::new(self.position.take(), self.positions.take(), limits)?;
        let defaults = (PROOF_TIME, reach::ReachLimits::default().work.memory);
        let work = Work::new((self.time, self.nodes, self.memory), defaults, limits)?;
        self.checked = Some((texts, work));
        Ok(self)
    }

    /// The first option that was given of those that only `proof` knows.
    fn given(&self) -> Option<&'static str> {
        let given = [
            (self.level.is_some(), "level"),
            (self.time.is_some(), "time"),
            (self.nodes.is_some(), "nodes"),
            (self.memory.is_some(), "memory"),
            (self.seed.is_some(), "seed"),
            (self.repair, "repair"),
        ];
        given.into_iter().find(|&(given, _)| given).map(|(_, name)| name)
    }

    pub(super) fn is_many(&self) -> bool {
        self.checked.as_ref().is_some_and(|(texts, _)| texts.is_many())
    }

    pub(super) fn is_quick(&self) -> bool {
        self.by == By::Rules
    }

    pub(super) fn run(self, context: &Context, each: Each<'_>) -> bool {
        let Some((texts, work)) = &self.checked else { return true };
        match self.by {
            By::Rules => texts.ask(None, context, each, |_| RulesQuestion { certificate: self.certificate }),
            By::Proof => texts.ask(Some(*work), context, each, |work| LegalityQuestion {
                limits: reach::ReachLimits {
                    level: self.level.map_or(Level::default(), |level| level.0),
                    seed: self.seed.unwrap_or_default(),
                    work,
                },
                certificate: self.certificate,
                games: false,
                repair: self.repair,
            }),
        }
    }
}
