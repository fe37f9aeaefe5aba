//! `arbiter dead`.

use chess_arbiter::rules::RulesKind;
use chess_arbiter_answer::Question;
use chess_arbiter_answer::request::{Context, Grant};

use crate::exit::{Exit, Failure};
use crate::options::DeadOptions;
use crate::progress::ProgressLine;
use crate::question::{Beside, Inquiry, ask};
use crate::{input, interrupt, output};

pub(crate) fn run(options: DeadOptions) -> Result<Exit, Failure> {
    let DeadOptions { positions, request, rules, shown, threads } = options;
    if rules.0 != RulesKind::Standard {
        let refused = "--rules: `dead` is asked about standard chess and Chess960 only";
        return Err(Failure::Usage(refused.into()));
    }
    let question = Question::Dead(request.check(&Grant::UNBOUNDED)?);
    let sources = input::sources(&positions.positions)?;
    let threads = input::useful_threads(&sources, threads.count());
    let form = output::form(shown, request.certificate, || input::is_single(RulesKind::Standard, &sources))?;
    let interrupted = interrupt::flag();
    let context = Context { interrupt: Some(interrupted.clone()), ..Context::new(Grant::UNBOUNDED) };
    let beside = Beside { progress: Some(ProgressLine::new()), ..Beside::default() };
    ask(Inquiry::question(question, context), sources, form, beside, threads, &interrupted)
}
