//! `/win`.

use std::marker::PhantomData;
use std::time::Duration;

use chess_arbiter::limits;
use chess_arbiter::rules::Rules;
use chess_arbiter::win::stipulation::Wanted;
use chess_arbiter::win::{Goal, Moves, Plies};
use chess_arbiter::with_rules;
use schemars::JsonSchema;
use serde::Deserialize;

use super::context::{Context, Limits, Work};
use super::positions::Texts;
use super::problem::Problem;
use super::request::Each;
use super::values::{Game, List, MemoryText, TimeText};
use crate::win::WinQuestion;

/// Time for each position unless told otherwise.
const TIME: Duration = Duration::from_secs(60);

/// What `tree` writes down at most, whoever asks.
const MOST_LINES: usize = 100_000;

/// Can the side to move force a win? One of `position` and `positions` is needed, and one of `within`, `mate` and
/// `shortest`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WinRequest {
    /// A FEN, an EPD or a diagram.
    position: Option<String>,
    /// Any number of them.
    positions: Option<List<String>>,
    /// The game.
    #[serde(default)]
    rules: Game,
    /// Is there a win within so many plies, moves of both sides counted?
    #[schemars(range(min = 1))]
    within: Option<u32>,
    /// Is there a win within so many moves of the side to move, as in "mate in 3"?
    #[schemars(range(min = 1, max = 2147483647))]
    mate: Option<u32>,
    /// Find the shortest win, or that the other side has one.
    #[serde(default)]
    shortest: bool,
    /// All first moves that mate in time, not only one.
    #[serde(default)]
    keys: bool,
    /// First moves that at most so many defences refute.
    tries: Option<usize>,
    /// What would follow if the other side were to move.
    #[serde(default)]
    set_play: bool,
    /// The variations after each key, with threats and duals.
    #[serde(default)]
    tree: bool,
    /// Moves of the attacker that `tree` writes down at most.
    lines: Option<usize>,
    /// For each position: `"60s"` unless told otherwise.
    time: Option<TimeText>,
    /// Positions that the search may look at for each position asked about.
    nodes: Option<u64>,
    /// For each position: `"1GiB"` unless told otherwise.
    memory: Option<MemoryText>,
    /// Add the certificate of each answer.
    #[serde(default)]
    certificate: bool,
    /// What `checked` makes of the rest.
    #[serde(skip)]
    checked: Option<(Texts, Goal, Work)>,
}

impl WinRequest {
    pub(super) fn checked(mut self, limits: &Limits) -> Result<WinRequest, Problem> {
        let goal = match (self.within, self.mate, self.shortest) {
            (Some(0), None, false) => return Err(Problem::field("within", "expected at least 1 ply")),
            (Some(plies), None, false) => Goal::Within(Plies(plies)),
            (None, Some(moves), false) if (1..=Moves::MAX.0).contains(&moves) => {
                Goal::Within(Moves(moves).plies())
            }
            (None, Some(_), false) => {
                let detail = format!("expected a number of moves from 1 to {}", Moves::MAX);
                return Err(Problem::field("mate", detail));
            }
            (None, None, true) => Goal::Shortest,
            (None, None, false) => {
                return Err(Problem::field("within", "expected one of within, mate and shortest"));
            }
            (Some(_), ..) => {
                return Err(Problem::field("within", "expected only one of within, mate, shortest"));
            }
            (_, Some(_), _) => {
                return Err(Problem::field("mate", "expected only one of within, mate, shortest"));
            }
        };
        if self.lines.is_some() && !self.tree {
            return Err(Problem::field("lines", "this is for tree"));
        }
        if self.lines.is_some_and(|lines| lines > MOST_LINES) {
            return Err(Problem::field("lines", format!("at most {MOST_LINES} are written down")));
        }
        if self.wanted().is_some() && with_rules!(self.rules.0, R => R::ROYAL_CAPTURABLE) {
            let detail = "keys, tries, set_play and tree are about checkmate, by which this game is not won";
            return Err(Problem::field("rules", detail));
        }
        let texts = Texts::new(self.position.take(), self.positions.take(), limits)?;
        let defaults = (TIME, limits::Limits::default().memory);
        let work = Work::new((self.time, self.nodes, self.memory), defaults, limits)?;
        self.checked = Some((texts, goal, work));
        Ok(self)
    }

    /// What problemists ask beside, if anything.
    fn wanted(&self) -> Option<Wanted> {
        let asked = self.keys || self.tries.is_some() || self.set_play || self.tree;
        asked.then(|| Wanted {
            variations: self.tree,
            tries: self.tries.unwrap_or(0),
            set_play: self.set_play,
            lines: self.lines.unwrap_or(Wanted::default().lines),
        })
    }

    pub(super) fn is_many(&self) -> bool {
        self.checked.as_ref().is_some_and(|(texts, ..)| texts.is_many())
    }

    pub(super) fn run(self, context: &Context, each: Each<'_>) -> bool {
        let Some((texts, goal, work)) = &self.checked else { return true };
        with_rules!(self.rules.0, R => texts.ask(Some(*work), context, each, |limits| WinQuestion::<R> {
            goal: *goal,
            wanted: self.wanted(),
            limits,
            certificate: self.certificate,
            oracle: context.oracle.clone(),
            resume: None,
            game: PhantomData,
        }))
    }
}
