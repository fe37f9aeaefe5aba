//! `arbiter retro`.

use chess_arbiter::rules::RulesKind;
use chess_arbiter_answer::Question;
use chess_arbiter_answer::request::{Context, Grant};

use crate::exit::{Exit, Failure};
use crate::options::RetroOptions;
use crate::progress::ProgressLine;
use crate::question::{Beside, Inquiry, ask};
use crate::{input, interrupt, output};

pub(crate) fn run(options: RetroOptions) -> Result<Exit, Failure> {
    let RetroOptions { positions, request, shown, threads } = options;
    let question = Question::Retro(request.check(&Grant::UNBOUNDED)?);
    let sources = input::sources(&positions.positions)?;
    let threads = input::useful_threads(&sources, threads.count());
    let form = output::form(shown, request.certificate, || input::is_single(RulesKind::Standard, &sources))?;
    let interrupted = interrupt::flag();
    let context = Context { interrupt: Some(interrupted.clone()), ..Context::new(Grant::UNBOUNDED) };
    let beside = Beside { progress: Some(ProgressLine::new()), ..Beside::default() };
    ask(Inquiry::question(question, context), sources, form, beside, threads, &interrupted)
}
