//! Reachability: can a position have arisen in play?

use std::time::Duration;

use chess_arbiter::board::Start;
use chess_arbiter::reach::shortest::{GameLength, GamesWanted, MAX_PLIES};
use chess_arbiter::reach::{Draws, Level, ReachLimits};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::context::{Bounds, Grant};
use super::problem::Problem;
use super::values::{By, LevelName, List, Memory, RepairCount, StartName, Time};
use crate::five_rules::RulesQuestion;
use crate::legality::LegalityQuestion;
use crate::question::Question;

/// Can the position have arisen in play? One of `position` and `positions` is needed.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields, default)]
pub struct ReachRequest {
    /// A FEN, an EPD or a diagram.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub position: Option<String>,
    /// Any number of them.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub positions: Option<List<String>>,
    /// What to judge by
    #[cfg_attr(feature = "clap", arg(long, value_name = "EVIDENCE", default_value_t))]
    pub by: By,
    /// Add the certificate of each answer (on a command line without --json: write nothing else)
    #[cfg_attr(feature = "clap", arg(long))]
    pub certificate: bool,
    /// The evidence to look at; each level includes those before it [default: full]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LEVEL", help_heading = PROOF))]
    #[schemars(extend("default" = LevelName::default()))]
    pub level: Option<LevelName>,
    /// The array of Chess960 that games begin with, as a number or as bqnbnrkr, or any [default: 518]
    #[cfg_attr(feature = "clap", arg(long, value_name = "ARRAY", help_heading = PROOF))]
    #[schemars(extend("default" = ReachRequest::START))]
    pub start: Option<StartName>,
    /// Time for each position, such as 500ms, 60s, 5m, or none [default: 10s]
    #[cfg_attr(feature = "clap", arg(long, value_name = "TIME", help_heading = PROOF))]
    #[schemars(extend("default" = ReachRequest::TIME))]
    pub time: Option<Time>,
    /// Positions to look at for each position asked about [default: no limit]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PROOF))]
    #[schemars(range(min = 1))]
    pub nodes: Option<u64>,
    /// Memory for each position being worked on, such as 512MiB [default: 256MiB]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIZE", help_heading = PROOF))]
    #[schemars(extend("default" = ReachRequest::memory()))]
    pub memory: Option<Memory>,
    /// Let games continue after a fivefold repetition, after 75 moves, or when the men left cannot mate
    #[cfg_attr(feature = "clap", arg(long, help_heading = PROOF))]
    pub ignore_draws: bool,
    /// Choose among the games that are tried [default: 0]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PROOF))]
    #[schemars(extend("default" = 0))]
    pub seed: Option<u64>,
    /// Look for a game of the fewest plies, and prove that none is shorter
    #[cfg_attr(feature = "clap", arg(long, help_heading = PROOF))]
    pub shortest: bool,
    /// Look for a game of exactly this many plies
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PROOF))]
    #[schemars(range(max = MAX_PLIES as u32))]
    pub plies: Option<u32>,
    /// Say whether that game is the only one of its length
    #[cfg_attr(feature = "clap", arg(long, help_heading = PROOF))]
    pub unique: bool,
    /// Show up to this many games of that length [default: 1]
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", help_heading = PROOF))]
    #[schemars(range(min = 1, max = ReachRequest::MAX_SOLUTIONS), extend("default" = 1))]
    pub solutions: Option<u32>,
    /// Make the clocks part of the question: the game must end with exactly these (0 1 if none are given)
    #[cfg_attr(feature = "clap", arg(long, help_heading = PROOF))]
    pub clocks: bool,
    /// Look for single men to move, remove or replace, and for other readings of the board (turned round,
    /// colours exchanged), that make an illegal position possible
    #[cfg_attr(feature = "clap", arg(long, help_heading = PROOF))]
    pub repair: bool,
    /// How many repairs of an illegal position to offer at most, or all [default: 5]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PROOF))]
    #[schemars(extend("default" = RepairCount::default()))]
    pub repairs: Option<RepairCount>,
}

/// Heads the options that are for `proof` alone.
#[cfg(feature = "clap")]
const PROOF: &str = "With --by proof";

impl ReachRequest {
    /// Time for each position unless told otherwise.
    pub const TIME: Time = Time(Some(Duration::from_secs(10)));

    /// The array that games begin with unless told otherwise: the usual one.
    pub const START: StartName = StartName(Some(Start::USUAL));

    /// Games of one length that are shown at most.
    pub const MAX_SOLUTIONS: u32 = 1_000;

    /// Memory for each position in work unless told otherwise.
    pub fn memory() -> Memory {
        Memory(ReachLimits::default().work.memory)
    }

    /// The question.
    ///
    /// # Errors
    /// The options make no sense together, or ask for more than is granted.
    pub fn check(&self, grant: &Grant) -> Result<Question, Problem> {
        let &ReachRequest { by, certificate, level, time, nodes, memory, seed, repair, .. } = self;
        let &ReachRequest { shortest, plies, unique, solutions, ignore_draws, clocks, start, .. } = self;
        if by == By::Rules {
            let given = [
                ("level", level.is_some()),
                ("start", start.is_some()),
                ("time", time.is_some()),
                ("nodes", nodes.is_some()),
                ("memory", memory.is_some()),
                ("ignore_draws", ignore_draws),
                ("seed", seed.is_some()),
                ("shortest", shortest),
                ("plies", plies.is_some()),
                ("unique", unique),
                ("solutions", solutions.is_some()),
                ("clocks", clocks),
                ("repair", repair),
                ("repairs", self.repairs.is_some()),
            ];
            return match given.into_iter().find(|&(_, given)| given) {
                Some((name, _)) => {
                    Err(Problem::field(name, "only for by proof: the five rules need no search"))
                }
                None => Ok(Question::Rules(RulesQuestion { certificate })),
            };
        }
        if clocks && (shortest || plies.is_some()) {
            return Err(Problem::field(
                "clocks",
                "the move number already says how long the game is: leave out `shortest` and `plies`",
            ));
        }
        if clocks && ignore_draws {
            return Err(Problem::field("clocks", "with clocks, games must end when they are drawn"));
        }
        if clocks && start == Some(StartName(None)) {
            return Err(Problem::field("start", "clocks need a single array, not any"));
        }
        let own = ReachLimits::default();
        let defaults = (ReachRequest::TIME, ReachRequest::memory());
        Ok(Question::Legality(LegalityQuestion {
            level: level.map_or(own.level, |LevelName(level)| level),
            seed: seed.unwrap_or(own.seed),
            terms: self.draws().into(),
            start: start.unwrap_or(ReachRequest::START).0,
            bounds: Bounds::check((time, nodes, memory), defaults, grant)?,
            certificate,
            repair,
            repairs: self.repairs.unwrap_or_default().most(),
            games: false,
            wanted: self.wanted()?,
            clocks,
        }))
    }

    fn draws(&self) -> Draws {
        if self.ignore_draws { Draws::Ignored } else { Draws::Observed }
    }

    /// Games of a certain length.
    fn wanted(&self) -> Result<Option<GamesWanted>, Problem> {
        let length = match (self.shortest, self.plies) {
            (true, Some(_)) => {
                return Err(Problem::field(
                    "plies",
                    "shortest and plies exclude each other: leave one of them out",
                ));
            }
            (false, None) => {
                let alone = [("unique", self.unique), ("solutions", self.solutions.is_some())];
                return match alone.into_iter().find(|&(_, given)| given) {
                    Some((name, _)) => Err(Problem::field(name, "this needs shortest or plies")),
                    None => Ok(None),
                };
            }
            (true, None) => GameLength::Shortest,
            (false, Some(plies)) if plies as usize > MAX_PLIES => {
                return Err(Problem::field("plies", format!("expected a number of at most {MAX_PLIES}")));
            }
            (false, Some(plies)) => GameLength::Plies(plies as usize),
        };
        if self.start == Some(StartName(None)) {
            return Err(Problem::field("start", "games of a given length need a single array, not any"));
        }
        if self.level.is_some_and(|LevelName(level)| level != Level::Full) {
            return Err(Problem::field("level", "games are only looked for at level full"));
        }
        let solutions = self.solutions.unwrap_or(1);
        if !(1..=ReachRequest::MAX_SOLUTIONS).contains(&solutions) {
            let message = format!("expected a number from 1 to {}", ReachRequest::MAX_SOLUTIONS);
            return Err(Problem::field("solutions", message));
        }
        let terms = self.draws().into();
        Ok(Some(GamesWanted { length, unique: self.unique, solutions: solutions as usize, terms }))
    }
}
