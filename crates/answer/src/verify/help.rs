//! What is told of help play, told again from the solutions that a certificate has.

use chess_arbiter::help::{HelpAnswer, HelpStipulation};
use chess_arbiter::rules::RulesKind;
use chess_arbiter::with_rules;
use chess_arbiter_check::Accepted;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::members::{Answer, HelpEvidence, HelpExcerpt};
use super::solution::{position, text_of};
use crate::win::HelpWanted;

impl Answer<'_> {
    /// Those of `reason` and `solution` that follow from the solutions, if it is proved that these are all.
    pub(super) fn of_help(&self, proved: &Accepted) -> Option<Vec<&'static str>> {
        if proved.searched.is_some() {
            return None;
        }
        let HelpEvidence { lines, set_play } =
            serde_json::from_str::<HelpExcerpt>(self.certificate?).ok()?.evidence;
        let asked: HelpStipulation = proved.stipulation.as_ref()?.parse().ok()?;
        let rules: RulesKind = proved.rules.to_string().parse().ok()?;
        // As many were asked for as the longer of the lists has, or more.
        let length = |said: Option<&RawValue>| {
            said.and_then(|said| serde_json::from_str::<Vec<IgnoredAny>>(said.get()).ok())
                .map_or(0, |listed| listed.len())
        };
        let told = self.said.set_count.is_some();
        let wanted = HelpWanted {
            lines: length(self.said.solutions).max(length(self.said.set_solutions)),
            set_play: told,
        };
        with_rules!(rules, R => {
            let root = position::<R>(&proved.position)?;
            let found = HelpAnswer::of_all(&root, asked, &lines)?;
            let reason = chess_arbiter_explain::help(&found, asked, asked.attacker(root.turn()));
            let set = match (set_play.filter(|_| told), asked.without_first().zip(root.passed())) {
                (Some(lines), Some((asked, passed))) => {
                    let set = HelpAnswer::of_all(&passed, asked, &lines)?;
                    Some((passed, asked, set))
                }
                _ => None,
            };
            let text = wanted.text(&root, asked, &found, set.as_ref());
            let told = [("reason", self.said.reason, reason), ("solution", self.said.solution, text)];
            let is_so = |said: Option<_>, text: &String| said.and_then(text_of).as_ref() == Some(text);
            Some(told.into_iter().filter(|(_, said, text)| is_so(*said, text)).map(|(name, ..)| name).collect())
        })
    }
}
