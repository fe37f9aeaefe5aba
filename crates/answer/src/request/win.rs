//! Forced win: can the side to move force one, and how soon?

use std::time::Duration;

use chess_arbiter::limits::Limits;
use chess_arbiter::rules::Rules;
use chess_arbiter::stipulation::AnyStipulation;
use chess_arbiter::win::solution::Wanted;
use chess_arbiter::win::{Goal, Moves, Plies};
use chess_arbiter::with_rules;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::context::{Bounds, Grant};
use super::problem::Problem;
use super::values::{List, Memory, RulesName, Time};
use crate::win::{HelpWanted, NO_STIPULATIONS, WinQuestion, may_say, within};

/// Can the side to move force a win? One of `position` and `positions` is needed. The shortest win is asked
/// for unless one of `within`, `mate` and `stipulation` says otherwise; an EPD can carry its own stipulation,
/// as in `stipulation "s#3";`, and `problems` always do.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(
    feature = "clap",
    command(group(clap::ArgGroup::new("goal").args(["within", "mate", "stipulation", "shortest"])))
)]
#[serde(deny_unknown_fields, default)]
pub struct WinRequest {
    /// A FEN, an EPD or a diagram.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub position: Option<String>,
    /// Any number of them.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub positions: Option<List<String>>,
    /// Instead of positions, the text of a file of problems (`BeginProblem … EndProblem`), which itself says
    /// what is asked; each of its positions has an answer in the list.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub problems: Option<String>,
    /// The game
    #[cfg_attr(feature = "clap", arg(long, value_name = "GAME", default_value_t))]
    pub rules: RulesName,
    /// Is there a win within this many plies, counting the moves of both sides?
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLIES"))]
    #[schemars(range(min = 1))]
    pub within: Option<u32>,
    /// Is there a win within this many moves of the side to move, as in "mate in 3"?
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES"))]
    #[schemars(range(min = 1, max = 2147483647))]
    pub mate: Option<u32>,
    /// Can this be solved: `#n` (mate in n), `=n` (stalemate), `s#n` (selfmate), `r#n` (reflexmate); or, with
    /// both sides cooperating, `h#n` (helpmate; n may end in .5), `ser-h#n`, `ser-#n`, and the same with `=`,
    /// for which all solutions are counted
    #[cfg_attr(feature = "clap", arg(long, value_name = "STIPULATION"))]
    #[schemars(regex(pattern = "^((#|=|s#|r#|(ser-h|ser-)[#=])[0-9]{1,3}|h[#=][0-9]{1,3}([.]5)?)$"))]
    pub stipulation: Option<String>,
    /// For help play, list the solutions instead of only counting them (the default in files of problems)
    #[cfg_attr(feature = "clap", arg(long))]
    pub solutions: bool,
    /// For help play, only count the solutions, in files of problems too
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "solutions"))]
    pub count: bool,
    /// Find the shortest win, or that the other side has one (the default unless something else is asked)
    #[cfg_attr(feature = "clap", arg(long))]
    pub shortest: bool,
    /// All first moves that mate in time, not just one
    #[cfg_attr(feature = "clap", arg(long))]
    pub keys: bool,
    /// First moves that at most N defences refute (on a command line, 1 by default)
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1")
    )]
    pub tries: Option<usize>,
    /// What would follow if the other side were to move
    #[cfg_attr(feature = "clap", arg(long))]
    pub set_play: bool,
    /// The variations after each key, with threats and duals
    #[cfg_attr(feature = "clap", arg(long))]
    pub tree: bool,
    /// Leave out the variations that end before the last move
    #[cfg_attr(feature = "clap", arg(long))]
    pub no_short: bool,
    /// How many moves of the attacker `tree` writes at most, or how many lines `solutions` lists [default:
    /// 10000]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N",))]
    #[schemars(extend("default" = Wanted::default().lines))]
    pub lines: Option<usize>,
    /// Time for each position, such as 500ms, 60s, 5m, or none [default: 60s]
    #[cfg_attr(feature = "clap", arg(long, value_name = "TIME"))]
    #[schemars(extend("default" = WinRequest::TIME))]
    pub time: Option<Time>,
    /// How many positions the search may look at for each position asked about [default: no limit]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[schemars(range(min = 1))]
    pub nodes: Option<u64>,
    /// Memory for all threads together, such as 512MiB [default: 1GiB]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIZE"))]
    #[schemars(extend("default" = WinRequest::memory()))]
    pub memory: Option<Memory>,
    /// Add the certificate of each answer (on a command line without --json: write nothing else)
    #[cfg_attr(feature = "clap", arg(long))]
    pub certificate: bool,
}

impl WinRequest {
    /// Time for each position unless told otherwise.
    pub const TIME: Time = Time(Some(Duration::from_secs(60)));

    /// Memory of all threads together unless told otherwise.
    pub fn memory() -> Memory {
        Memory(Limits::default().memory)
    }

    /// The question.
    ///
    /// # Errors
    /// The options make no sense together, or ask for more than is granted.
    pub fn check(&self, grant: &Grant) -> Result<WinQuestion, Problem> {
        let many = self.positions.iter().flat_map(|texts| &texts.0);
        self.check_for(self.position.iter().chain(many).any(|text| may_say(text)), grant)
    }

    /// The question about texts that stand elsewhere, and may say themselves what is asked.
    ///
    /// # Errors
    /// As [`check`](WinRequest::check).
    pub fn check_for(&self, texts_say: bool, grant: &Grant) -> Result<WinQuestion, Problem> {
        let rules = self.rules.0;
        let wanted = self.wanted(grant)?;
        let stipulation = self.stipulation()?;
        if stipulation.is_some() && with_rules!(rules, R => R::ROYAL_CAPTURABLE) {
            return Err(Problem::field("rules", NO_STIPULATIONS));
        }
        if wanted.is_some() && with_rules!(rules, R => R::ROYAL_CAPTURABLE) {
            let detail = "keys, tries, set_play and tree are about checkmate, which does not win this game";
            return Err(Problem::field("rules", detail));
        }
        let defaults = (WinRequest::TIME, WinRequest::memory());
        let may_be_help = texts_say || matches!(stipulation, Some(AnyStipulation::Help(_)));
        let help = self.help(may_be_help)?;
        if let Some(AnyStipulation::Help(asked)) = stipulation
            && (self.keys || self.tries.is_some() || self.tree || self.no_short)
        {
            let detail =
                format!("keys, tries, tree and no_short are about problems with a defence, not {asked}");
            return Err(Problem::field("stipulation", detail));
        }
        let bounds = Bounds::check((self.time, self.nodes, self.memory), defaults, grant)?;
        let goal = self.goal(stipulation)?;
        Ok(WinQuestion { rules, goal, stipulation, wanted, help, bounds, certificate: self.certificate })
    }

    /// Whether it says what is asked; a file of problems does so itself.
    #[must_use]
    pub fn has_goal(&self) -> bool {
        self.within.is_some() || self.mate.is_some() || self.stipulation.is_some() || self.shortest
    }

    fn stipulation(&self) -> Result<Option<AnyStipulation>, Problem> {
        let parse =
            |text: &String| text.parse().map_err(|error| Problem::field("stipulation", format!("{error}")));
        self.stipulation.as_ref().map(parse).transpose()
    }

    fn goal(&self, stipulation: Option<AnyStipulation>) -> Result<Goal, Problem> {
        const ONE: &str = "within, mate, stipulation and shortest";
        let given =
            [self.within.map(|_| "within"), self.mate.map(|_| "mate"), stipulation.map(|_| "stipulation")];
        let mut given = given.into_iter().flatten();
        let Some(first) = given.next() else { return Ok(Goal::Shortest) };
        if given.next().is_some() || self.shortest {
            return Err(Problem::field(first, format!("expected only one of {ONE}")));
        }
        match (self.within, self.mate, stipulation) {
            (Some(0), ..) => Err(Problem::field("within", "expected at least 1 ply")),
            (Some(plies), ..) => Ok(Goal::Within(Plies(plies))),
            (_, Some(moves), _) if !(1..=Moves::MAX.0).contains(&moves) => {
                let detail = format!("expected a number of moves from 1 to {}", Moves::MAX);
                Err(Problem::field("mate", detail))
            }
            (_, Some(moves), _) => Ok(Goal::Within(Moves(moves).plies())),
            (.., Some(asked)) => Ok(within(asked)),
            (None, None, None) => Ok(Goal::Shortest),
        }
    }

    /// What is told of help play.
    fn help(&self, may_be_help: bool) -> Result<HelpWanted, Problem> {
        if (self.solutions || self.count) && !may_be_help {
            let field = if self.solutions { "solutions" } else { "count" };
            return Err(Problem::field(field, "only for help play, such as h#3"));
        }
        if self.solutions && self.count {
            return Err(Problem::field("count", "expected only one of solutions and count"));
        }
        let lines = self.lines.unwrap_or(Wanted::default().lines);
        Ok(HelpWanted { lines: if self.solutions { lines } else { 0 }, set_play: self.set_play })
    }

    /// What problemists ask beside, if anything.
    fn wanted(&self, grant: &Grant) -> Result<Option<Wanted>, Problem> {
        if self.lines.is_some() && !self.tree && !self.solutions {
            return Err(Problem::field("lines", "only with tree or solutions"));
        }
        if self.no_short && !self.tree && !self.set_play {
            return Err(Problem::field("no_short", "only with tree or set_play"));
        }
        if self.lines.is_some_and(|lines| lines > grant.lines) {
            let detail = format!("at most {} are written down", grant.lines);
            return Err(Problem::field("lines", detail));
        }
        let asked = self.keys || self.tries.is_some() || self.set_play || self.tree;
        Ok(asked.then(|| Wanted {
            variations: self.tree,
            tries: self.tries.unwrap_or(0),
            set_play: self.set_play,
            threats: true,
            short: !self.no_short,
            lines: self.lines.unwrap_or(Wanted::default().lines),
        }))
    }
}
