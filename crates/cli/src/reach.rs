//! `arbiter reach`.

use chess_arbiter::board::Setup;
use chess_arbiter::reach::five_rules;
use chess_arbiter::rules::Standard;

use crate::draw::{self, Marks};
use crate::exit::{Exit, Failure};
use crate::options::{Evidence, ReachOptions};
use crate::output::{self, Form};
use crate::question::{Question, Refused, ask};
use crate::report::{Fields, Proof, Report};
use crate::{input, interrupt, proof};

/// As for status.
const BATCH: usize = 512;

pub(crate) fn run(options: ReachOptions) -> Result<Exit, Failure> {
    let ReachOptions { positions, by, proof, shown, threads } = options;
    if by == Evidence::Proof {
        return proof::run(&positions, &proof, &shown, threads);
    }
    if let Some(given) = proof.given() {
        return Err(Failure::Usage(format!("{given} is for --by proof: the five rules need no search")));
    }
    let sources = input::sources(&positions.positions)?;
    let threads = input::useful_threads(&sources, threads.count());
    let form = output::form(shown.json, shown.certificate, shown.explain);
    ask(ByRules { certificate: shown.certificate }, sources, form, threads, &interrupt::flag())
}

struct ByRules {
    certificate: bool,
}

impl Question for ByRules {
    type Rules = Standard;
    const BATCH: usize = BATCH;

    fn answer(&self, setup: &Setup, form: Form) -> Result<Report, Refused> {
        let verdict = five_rules(&setup.board);
        let broken = verdict.broken();
        let word = if broken.is_empty() { "holds" } else { "broken" };
        let line = broken.iter().fold(String::from(word), |line, rule| format!("{line} {rule}"));
        if form == Form::Lines {
            return Ok(Report { line, ..Report::default() });
        }
        let reason = if broken.is_empty() {
            "None of the five rules is broken; that does not prove that the position can arise.".into()
        } else {
            let separator = if form == Form::Person { "\n" } else { "; " };
            verdict.sentences().join(separator)
        };
        let person = form == Form::Person;
        Ok(Report {
            line,
            drawing: if person {
                draw::board::<Standard>(&setup.board, Marks::default())
            } else {
                String::new()
            },
            proof: if self.certificate {
                Proof::Written(Box::new(verdict.certificate(setup)))
            } else {
                Proof::NotAskedFor
            },
            fields: Fields { verdict: word, rules: Some(broken), reason, ..Fields::default() },
            ..Report::default()
        })
    }
}
