//! `arbiter status`.

use chess_arbiter::with_rules;
use chess_arbiter_answer::StatusQuestion;

use crate::exit::{Exit, Failure};
use crate::options::StatusOptions;
use crate::question::ask;
use crate::{input, interrupt, output};

pub(crate) fn run(options: StatusOptions) -> Result<Exit, Failure> {
    let StatusOptions { positions, rules, shown, threads } = options;
    let sources = input::sources(&positions.positions)?;
    let threads = input::useful_threads(&sources, threads.count());
    let form = output::form(shown.json, shown.certificate, shown.explain);
    with_rules!(rules, R => {
        ask(StatusQuestion::<R>::new(shown.certificate), sources, form, threads, &interrupt::flag())
    })
}
