//! Checks certificates of the chess arbiter against `docs/certificate.md`, from which alone this
//! crate is written: a board of sets of squares, the rule sets from scratch as a table of facts. It
//! searches only what the document leaves to a checker: last plies, and up to 32 positions of a closure.
//!
//! ```
//! let certificate = r#"{"format": "arbiter-certificate", "version": 2, "rules": "standard",
//!     "question": "status", "position": "7k/6Q1/6K1/8/8/8/8/8 b - -",
//!     "claim": {"answer": "checkmate"},
//!     "evidence": {"checkers": ["g7"], "refuted": [["h8g8","g7"],["h8h7","g7"],["h8g7","g6"]]}}"#;
//! let accepted = chess_arbiter_check::check(certificate).unwrap();
//! assert_eq!(accepted.to_string(), "checkmate: 7k/6Q1/6K1/8/8/8/8/8 b - - (standard)");
//! ```

use std::fmt;

mod aim;
mod attacks;
pub mod board;
pub mod bound;
mod budget;
mod can_win;
mod clocks;
mod draws;
mod five_rules;
mod help;
mod json;
mod legality;
pub mod lemma;
mod looks;
mod mates;
pub mod men;
pub mod moves;
pub mod past;
mod refusal;
pub mod retract;
pub mod rules;
mod shown;
mod sight;
pub mod squares;
mod stalemates;
pub mod start;
mod status;
mod tables;
mod text;
mod win;

use board::{Board, Colour, RuleSet};
use bound::AtLeast;
pub use budget::{Budget, MAX_MEMORY, Stopped};
use json::{Item, quote};
pub use refusal::{Refusal, Rule};
use serde_json::value::RawValue;

/// What a certificate answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Question {
    /// Safe, check, checkmate or stalemate.
    #[default]
    Status,
    /// The five rules of reachability.
    Rules,
    /// Forced win within a number of plies.
    Win,
    /// Whether the position can arise in play.
    Legality,
    /// Whether a side can still win, by any moves.
    CanWin,
    /// Every game in which both sides help to end as is asked.
    Help,
}

/// A claim that has been verified.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Accepted {
    /// The rule set.
    pub rules: RuleSet,
    /// The question.
    pub question: Question,
    /// The position, with the clocks if the claim has them; of the five rules only its men.
    pub position: String,
    /// The array that games begin with, if the claim names one: its letters, or `any`.
    pub start: Option<String>,
    /// The answer as certificates write it.
    pub answer: &'static str,
    /// For [`Question::CanWin`] the side that is asked about.
    pub side: Option<Colour>,
    /// For [`Question::Win`] the aim, if it is not to win: `stalemate`, `selfmate`, `reflexmate`.
    pub aim: Option<&'static str>,
    /// For [`Question::Win`] the number of plies; `None` in `no-win` means any number.
    pub plies: Option<u64>,
    /// For [`Question::Help`] what is asked; the plies are those of the shortest solution.
    pub stipulation: Option<String>,
    /// For [`Question::Help`] how many solutions there are.
    pub solutions: Option<u64>,
    /// For [`Question::Help`] how many there are if the side to move passes over its first move.
    pub set_play: Option<u64>,
    /// Whether a win in fewer plies is excluded as well.
    pub shortest: bool,
    /// For [`Question::Win`] a number of plies, and all first moves that win within so many.
    pub keys: Option<(u64, Vec<String>)>,
    /// For [`Question::Win`] of how many other positions the claim says with which moves they are won.
    pub variations: u64,
    /// For [`Question::Legality`] what is proved of the plies of all games.
    pub at_least: Option<AtLeast>,
    /// The plies within which a search found no game, or no other solution, which is not proved.
    pub searched: Option<u64>,
    /// For [`Question::Rules`] every broken rule, ascending.
    pub broken: Vec<u8>,
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(asked), Some(count)) = (&self.stipulation, self.solutions) {
            let (answer, number) = (self.answer, if count == 1 { "solution" } else { "solutions" });
            let set = self.set_play.map_or(String::new(), |count| format!(", set play {count}"));
            write!(f, "{answer} {asked}, {count} {number}{set}: {} ({})", self.position, self.rules)?;
            let others = "; that there are no others was searched, and is not proved";
            return f.write_str(if self.searched.is_some() { others } else { "" });
        }
        f.write_str(self.answer)?;
        self.side.iter().try_for_each(|side| write!(f, " by {side}"))?;
        self.aim.iter().try_for_each(|aim| write!(f, " ({aim})"))?;
        match (self.question, self.plies) {
            (Question::Win, Some(1)) => f.write_str(" within 1 ply")?,
            (Question::Win, Some(plies)) => write!(f, " within {plies} plies")?,
            (Question::Win, None) => f.write_str(" within any number of plies")?,
            _ => self.at_least.iter().try_for_each(|bound| write!(f, ", {bound}"))?,
        }
        f.write_str(if self.shortest { " and no fewer" } else { "" })?;
        if let Some((plies, moves)) = &self.keys {
            let moves = if moves.is_empty() { "none".into() } else { moves.join(" ") };
            write!(f, ", keys within {plies}: {moves}")?;
        }
        let variations = Some(self.variations).filter(|count| *count > 0);
        variations.iter().try_for_each(|count| write!(f, ", {count} variations"))?;
        let rules: Vec<String> = self.broken.iter().map(u8::to_string).collect();
        f.write_str(if rules.is_empty() { "" } else { " rule " })?;
        write!(f, "{}: {} ({}", rules.join(", "), self.position, self.rules)?;
        self.start.iter().try_for_each(|start| write!(f, " from {start}"))?;
        f.write_str(")")?;
        self.searched.map_or(Ok(()), |plies| {
            write!(f, "; that no game has {plies} plies or fewer was searched, and is not proved")
        })
    }
}

impl Accepted {
    /// Of a position for which nothing has been verified yet.
    fn of(question: Question, rules: RuleSet, position: impl ToString) -> Accepted {
        Accepted { rules, question, position: position.to_string(), ..Accepted::default() }
    }
}

/// Why a check did not end with [`Accepted`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckError {
    /// The certificate is not valid.
    #[error(transparent)]
    Refused(Box<Refusal>),
    /// The check has no outcome.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What is read or checked, or why not.
type Checked<T = ()> = Result<T, CheckError>;

impl From<Refusal> for CheckError {
    fn from(refusal: Refusal) -> CheckError {
        CheckError::Refused(Box::new(refusal))
    }
}

impl CheckError {
    /// With something changed in its refusal.
    fn with(self, change: impl FnOnce(Refusal) -> Refusal) -> CheckError {
        let CheckError::Refused(refusal) = self else { return self };
        change(*refusal).into()
    }

    /// With the place of the node that is wrong, and its position.
    fn at_node(self, place: &str, position: &impl fmt::Display) -> CheckError {
        self.with(|refusal| Refusal { place: place.into(), node: Some(position.to_string()), ..refusal })
    }
}

/// Checks one certificate, with [`MAX_MEMORY`] and the time it takes, linear in the length of the text.
///
/// # Errors
/// Refuses whatever is not a valid certificate and says where and why; stops where it takes too much memory.
pub fn check(text: &str) -> Result<Accepted, CheckError> {
    check_within(text, &Budget::default())
}

/// Checks one certificate within a budget.
///
/// # Errors
/// Refuses whatever is not a valid certificate and says where and why; stops when the budget is spent.
pub fn check_within(text: &str, budget: &Budget<'_>) -> Result<Accepted, CheckError> {
    budget.look()?;
    let value: &RawValue =
        serde_json::from_str(text).map_err(|error| Refusal::new(Rule::Form, format!("not JSON: {error}")))?;
    let root = Item { path: "certificate".into(), rule: Rule::Form, json: value.get(), budget }.object()?;
    // Format and version first: another version may have other keys.
    let [format, version] = [root.get("format")?, root.get("version")?].map(|item| item.under(Rule::Version));
    format.ensure(format.text()? == "arbiter-certificate", || "expected \"arbiter-certificate\"".into())?;
    let wrong = || format!("version {} is not known here, only 1 and 2", quote(version.json));
    version.ensure(["1", "2"].contains(&version.json), wrong)?;
    let [_, _, rules, question, position, claim, evidence] =
        root.fields(["format", "version", "rules", "question", "position", "claim", "evidence"])?;
    let [rules, question] = [rules, question].map(|item| item.under(Rule::Question));
    let rules =
        RuleSet::from_name(&rules.text()?).ok_or_else(|| rules.refuse("expected the name of a rule set"))?;
    let text = position.text()?;
    let board = || position.read(&text, Board::parse(rules, &text));
    match &*question.text()? {
        "status" => status::check(&board()?, claim, evidence),
        "win" => win::check(&board()?, claim, evidence),
        "rules" if rules == RuleSet::Standard => {
            let men = text.split(' ').next().unwrap_or_default();
            let board = Board::parse_men(rules, men);
            let board = board.and_then(|board| board.expect_spelling(men, board.men_text()));
            five_rules::check(&position.read(&text, board)?, claim, evidence)
        }
        "can-win" if rules == RuleSet::Standard => can_win::check(&board()?, claim, evidence),
        "help" if !rules.facts().royal_can_be_taken => help::check(&board()?, claim, evidence),
        "legality" if rules == RuleSet::Standard => legality::check(&position, claim, evidence),
        other => Err(question.refuse(format!("{} is not asked about {rules}", quote(other)))),
    }
}

#[cfg(test)]
// What unit tests share with those of certificates names the crate so.
extern crate self as chess_arbiter_check;

#[cfg(test)]
#[path = "../tests/unit/random.rs"]
mod random;
