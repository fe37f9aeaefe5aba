//! What of an answer its certificate covers: the rest is named, since nobody has proved it.

use chess_arbiter::win::stipulation::Aim;
use chess_arbiter_check::{Accepted, Question};
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::members::{Answer, Said, has_no_bound};
use super::{sentence, sides};
use crate::win::Strategy;

/// What an answer repeats of what was asked beside its input, and where the evidence is: it claims nothing by
/// these.
const REPEATED: [&str; 4] = ["id", "dm", "acd", "certificate"];

/// What is compared of an answer about sides.
pub(super) const OF_SIDES: &[&str] = &["verdict", "position", "result", "sides"];

/// What is compared of an answer about the past.
pub(super) const OF_PAST: &[&str] = &["verdict", "start", "sides"];

impl Answer<'_> {
    /// The members of the answer but for these, which are compared with what is proved.
    pub(super) fn beside(&self, compared: &[&str]) -> Vec<String> {
        // Where a position is compared, nobody looks how it came about.
        let is_input =
            |name: &str| name == "input" && !(compared.contains(&"position") && self.said.position.is_some());
        let is_repeated = |name: &str| is_input(name) || REPEATED.contains(&name);
        // Nobody looks at the clocks of a position that moves led to.
        let has_clocks = self.said.position.as_ref().is_some_and(|position| position.split(' ').count() > 4);
        let is_compared = |name: &str| compared.contains(&name) && !(name == "position" && has_clocks);
        let is_more = |name: &&String| !is_compared(name) && !is_repeated(name);
        let of_sides = self.said.sides.filter(|_| compared == OF_SIDES).map(sides::beside);
        self.names.iter().filter(is_more).cloned().chain(of_sides.into_iter().flatten()).collect()
    }

    /// The members of the answer that are not compared with what is proved.
    pub(super) fn not_covered(&self, proved: &Accepted) -> Vec<String> {
        let mut compared = match proved.question {
            Question::Status => vec!["verdict"],
            Question::Rules => vec!["verdict", "rules"],
            // What was searched is not proved.
            Question::Legality if has_no_bound(proved) || proved.searched.is_some() => {
                vec!["verdict", "start", "lemma", "plies", "game"]
            }
            Question::Legality => vec!["verdict", "start", "lemma", "plies", "at_least", "shortest", "game"],
            Question::Win if self.said.shortest && !proved.shortest => {
                vec!["verdict", "stipulation", "plies"]
            }
            Question::Win => vec!["verdict", "stipulation", "plies", "shortest"],
            Question::CanWin => OF_SIDES.to_vec(),
            Question::Help => vec!["verdict", "stipulation", "plies", "shortest", "count", "solutions"],
        };
        if proved.question == Question::Win && self.has_whole_line(proved) {
            compared.push("line");
        }
        if proved.set_play.is_some() {
            compared.extend(["set_count", "set_solutions"]);
        }
        if proved.keys.is_some() || proved.question == Question::Win && proved.answer == "no-win" {
            compared.push("keys");
        }
        if self.has_sentence(proved) {
            compared.push("reason");
        }
        self.beside(&compared)
    }

    /// Whether the reason is the sentence that is derived again from what is proved. Another is no fault: it
    /// may say more, or say it in other words.
    fn has_sentence(&self, proved: &Accepted) -> bool {
        let reason = self.said.reason.and_then(|reason| serde_json::from_str::<String>(reason.get()).ok());
        reason.is_some_and(|reason| sentence::of(proved).is_some_and(|derived| derived == reason))
    }

    /// Whether there is a line that ends as the attacker wants: with its own move, or with the defender's
    /// where that has to mate.
    pub(super) fn has_whole_line(&self, proved: &Accepted) -> bool {
        let ends_with_reply = Aim::ALL.iter().any(|aim| aim.is_selfmate() && aim.name() == proved.aim);
        let moves = |line: &RawValue| serde_json::from_str::<Vec<IgnoredAny>>(line.get());
        let is_whole = |count: usize| count > 0 && count.is_multiple_of(2) == ends_with_reply;
        self.said.line.is_some_and(|line| moves(line).is_ok_and(|moves| is_whole(moves.len())))
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
