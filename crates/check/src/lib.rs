//! Checks certificates of the chess arbiter against `docs/certificate.md`, from which alone this
//! crate is written: a board of sets of squares, the four rule sets from scratch, no search but the
//! small bounded ones of the lemmas.
//!
//! ```
//! let certificate = r#"{"format": "arbiter-certificate", "version": 1, "rules": "standard",
//!     "question": "status", "position": "7k/6Q1/6K1/8/8/8/8/8 b - -",
//!     "claim": {"answer": "checkmate"},
//!     "evidence": {"checkers": ["g7"], "refuted": [["h8g8","g7"],["h8h7","g7"],["h8g7","g6"]]}}"#;
//! let accepted = chess_arbiter_check::check(certificate).unwrap();
//! assert_eq!(accepted.to_string(), "checkmate: 7k/6Q1/6K1/8/8/8/8/8 b - - (standard)");
//! ```

use std::fmt;

pub mod board;
mod five_rules;
mod json;
mod legality;
pub mod lemma;
pub mod moves;
pub mod past;
pub mod retract;
pub mod squares;
mod status;
mod win;

use board::{Board, RuleSet};
use json::{Item, quote};
use past::Past;

/// What a certificate answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Safe, check, checkmate or stalemate.
    Status,
    /// The five rules of reachability.
    Rules,
    /// Forced win within a number of plies.
    Win,
    /// Whether the position can arise in play.
    Legality,
}

/// A claim that has been verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The rule set.
    pub rules: RuleSet,
    /// The question.
    pub question: Question,
    /// The position; of the five rules only its men.
    pub position: String,
    /// The answer as certificates write it.
    pub answer: &'static str,
    /// For [`Question::Win`] the number of plies; `None` in `no-win` means any number.
    pub plies: Option<u64>,
    /// Whether a win in fewer plies is excluded as well.
    pub shortest: bool,
    /// For [`Question::Rules`] every broken rule, ascending.
    pub broken: Vec<u8>,
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let within = match (self.question, self.plies) {
            (Question::Win, Some(1)) => " within 1 ply".into(),
            (Question::Win, Some(plies)) => format!(" within {plies} plies"),
            (Question::Win, None) => " within any number of plies".into(),
            _ => String::new(),
        };
        let fewer = if self.shortest { " and no fewer" } else { "" };
        let rules: Vec<String> = self.broken.iter().map(u8::to_string).collect();
        let rules = if rules.is_empty() { String::new() } else { format!(" rule {}", rules.join(", ")) };
        write!(f, "{}{within}{fewer}{rules}: {} ({})", self.answer, self.position, self.rules)
    }
}

/// What claim and evidence prove, as in [`Accepted`].
#[derive(Default)]
pub(crate) struct Verdict {
    answer: &'static str,
    plies: Option<u64>,
    shortest: bool,
    broken: Vec<u8>,
}

/// Why a certificate is not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// Checks one certificate.
///
/// Time and memory are linear in the length of the text, whatever it says.
///
/// # Errors
/// Refuses whatever is not a valid certificate and says where and why.
pub fn check(text: &str) -> Result<Accepted, Refusal> {
    let value = json::read(text)?;
    let root = Item { path: "certificate".into(), value: &value };
    // Format and version first: another version may have other keys.
    let format = root.get("format")?;
    format.ensure(format.text()? == "arbiter-certificate", || "expected \"arbiter-certificate\"".into())?;
    if root.get("version")?.value.as_u64() != Some(1) {
        let version = quote(&root.get("version")?.value.to_string());
        return Err(Refusal(format!("version {version} is not known here, only version 1")));
    }
    root.expect_keys(&["format", "version", "rules", "question", "position", "claim", "evidence"])?;
    let rules = root.get("rules")?;
    let rules =
        RuleSet::from_name(rules.text()?).ok_or_else(|| rules.refuse("expected the name of a rule set"))?;
    let (claim, evidence, position) = (root.get("claim")?, root.get("evidence")?, root.get("position")?);
    let text = position.text()?;
    let board = || position.read(text, |text| Board::parse(rules, text));
    let question = root.get("question")?;
    let (question, position, verdict) = match question.text()? {
        "status" => (Question::Status, text, status::check(&board()?, &claim, &evidence)?),
        "rules" if rules == RuleSet::Standard => {
            let men = text.split(' ').next().unwrap_or_default();
            let board = position.read(text, |_| Board::parse_men(rules, men))?;
            (Question::Rules, men, five_rules::check(&board, &claim, &evidence)?)
        }
        "win" => (Question::Win, text, win::check(&board()?, &claim, &evidence)?),
        "legality" if rules == RuleSet::Standard => (
            Question::Legality,
            text,
            legality::check(&position.read(text, Past::parse)?, &claim, &evidence)?,
        ),
        other => return Err(question.refuse(format!("{} is not asked about {rules}", quote(other)))),
    };
    let Verdict { answer, plies, shortest, broken } = verdict;
    Ok(Accepted { rules, question, position: position.into(), answer, plies, shortest, broken })
}
