//! `arbiter reach`.

use chess_arbiter_answer::RulesQuestion;

use crate::exit::{Exit, Failure};
use crate::options::{Evidence, ReachOptions};
use crate::question::ask;
use crate::{input, interrupt, output, proof};

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
    ask(RulesQuestion { certificate: shown.certificate }, sources, form, threads, &interrupt::flag())
}
