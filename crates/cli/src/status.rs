//! `arbiter status`.

use chess_arbiter_answer::Question;
use chess_arbiter_answer::request::Context;

use crate::exit::{Exit, Failure};
use crate::options::StatusOptions;
use crate::question::{Beside, Inquiry, ask};
use crate::{input, interrupt, output};

pub(crate) fn run(options: StatusOptions) -> Result<Exit, Failure> {
    let StatusOptions { positions, request, shown, threads } = options;
    let sources = input::sources(&positions.positions)?;
    let threads = input::useful_threads(&sources, threads.count());
    let form = output::form(shown, request.certificate, || input::is_single(request.rules.0, &sources))?;
    let asked = Inquiry::question(Question::Status(request.check()), Context::default());
    ask(asked, sources, form, Beside::default(), threads, &interrupt::flag())
}
