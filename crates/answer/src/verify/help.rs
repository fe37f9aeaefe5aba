//! What is told of help play, told again from the solutions that a certificate has.

use chess_arbiter::help::{HelpAnswer, HelpStipulation};
use chess_arbiter::rules::RulesKind;
use chess_arbiter::with_rules;
use chess_arbiter_check::Accepted;
use serde::de::IgnoredAny;

use super::members::{Answer, HelpExcerpt};
use super::solution::{position, text_of};
use crate::win::HelpWanted;

impl Answer<'_> {
    /// Those of `reason` and `solution` that follow from the solutions, if it is proved that these are all.
    /// Set play has no certificate.
    pub(super) fn of_help(&self, proved: &Accepted) -> Option<Vec<&'static str>> {
        if proved.searched.is_some() {
            return None;
        }
        let lines = serde_json::from_str::<HelpExcerpt>(self.certificate?).ok()?.evidence.lines;
        let asked: HelpStipulation = proved.stipulation.as_ref()?.parse().ok()?;
        let rules: RulesKind = proved.rules.to_string().parse().ok()?;
        let listed =
            self.said.solutions.and_then(|said| serde_json::from_str::<Vec<IgnoredAny>>(said.get()).ok());
        let wanted = HelpWanted { lines: listed.map_or(0, |listed| listed.len()), set_play: false };
        with_rules!(rules, R => {
            let root = position::<R>(&proved.position)?;
            let found = HelpAnswer::of_all(&root, asked, &lines)?;
            let reason = chess_arbiter_explain::help(&found, asked, asked.attacker(root.turn()));
            let text = wanted.text(&root, asked, 0, &found);
            let told = [("reason", self.said.reason, reason), ("solution", self.said.solution, text)];
            let is_so = |said: Option<_>, text: &String| said.and_then(text_of).as_ref() == Some(text);
            Some(told.into_iter().filter(|(_, said, text)| is_so(*said, text)).map(|(name, ..)| name).collect())
        })
    }
}
