//! Reachability by the five rules.

use chess_arbiter::board::Setup;
use chess_arbiter::reach::five_rules;
use chess_arbiter::rules::RulesKind;

use crate::draw::{self, Marks};
use crate::question::Refused;
use crate::report::{Fields, Form, Proof, Report, RulesFields};

/// Does the position keep the five rules?
#[derive(Clone, Copy, Debug)]
pub struct RulesQuestion {
    /// The certificate is wanted.
    pub certificate: bool,
}

impl RulesQuestion {
    pub(crate) fn answer(&self, setup: &Setup, form: Form) -> Result<Report, Refused> {
        let verdict = five_rules(&setup.board);
        let broken = verdict.broken();
        let word = if broken.is_empty() { "holds" } else { "broken" };
        let line = broken.iter().fold(String::from(word), |line, rule| format!("{line} {rule}"));
        if form == Form::Lines {
            return Ok(Report { line, ..Report::default() });
        }
        let separator = if form == Form::Person { "\n" } else { "; " };
        let reason = chess_arbiter_explain::five_rules(&verdict).join(separator);
        let person = form == Form::Person;
        Ok(Report {
            line,
            drawing: if person {
                draw::board(RulesKind::Standard, &setup.board, Marks::default())
            } else {
                String::new()
            },
            proof: if self.certificate {
                Proof::Written(Box::new(verdict.certificate(setup)))
            } else {
                Proof::NotAskedFor
            },
            fields: Fields::Rules(RulesFields { verdict: word, rules: broken, reason }),
            ..Report::default()
        })
    }
}
