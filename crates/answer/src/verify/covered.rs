//! What of an answer its certificate covers: the rest is named, since nobody has proved it.

use chess_arbiter_check::Question;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::members::{Answer, Said};
use crate::win::Strategy;

/// What an answer repeats of what was asked, and where the evidence is: it claims nothing by these.
const REPEATED: [&str; 5] = ["input", "id", "dm", "acd", "certificate"];

impl Answer<'_> {
    /// The members of the answer that are not compared with what a certificate for this question proves.
    /// (A line is, where it ends with a move of the attacker: see [`Answer::beyond`].)
    pub(super) fn not_covered(&self, question: Question) -> Vec<String> {
        let compared: &[&str] = match question {
            Question::Status => &["verdict"],
            Question::Rules => &["verdict", "rules"],
            Question::Legality => &["verdict", "start", "lemma", "plies", "at_least", "shortest", "game"],
            Question::Win if self.has_odd_line() => &["verdict", "stipulation", "plies", "shortest", "line"],
            Question::Win => &["verdict", "stipulation", "plies", "shortest"],
            Question::CanWin => &["verdict", "position", "result", "sides"],
            Question::Help => &["verdict", "stipulation", "plies", "shortest", "count", "solutions"],
        };
        let is_covered = |name: &str| compared.contains(&name) || REPEATED.contains(&name);
        self.names.iter().filter(|name| !is_covered(name)).cloned().collect()
    }

    /// Whether there is a line that the attacker ends.
    pub(super) fn has_odd_line(&self) -> bool {
        let moves = |line: &RawValue| serde_json::from_str::<Vec<IgnoredAny>>(line.get());
        self.said.line.is_some_and(|line| moves(line).is_ok_and(|moves| moves.len() % 2 == 1))
    }

    /// Whether the line is one of the certificate's strategy, and as long as is said.
    pub(super) fn is_line_of_strategy(&self) -> bool {
        let Said { line: Some(line), plies: Some(plies), shortest, .. } = &*self.said else { return false };
        let Some(Ok(Some(strategy))) = self.certificate.map(Strategy::of) else { return false };
        serde_json::from_str::<Vec<String>>(line.get()).is_ok_and(|moves| {
            let length = moves.len() as u64;
            length <= *plies && (!shortest || length == *plies) && strategy.has_line(&moves)
        })
    }
}
