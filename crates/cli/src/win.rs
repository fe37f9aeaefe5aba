//! `arbiter win`.

use chess_arbiter_answer::Question;
use chess_arbiter_answer::request::{Context, Grant};

use crate::checkpoint::Checkpoint;
use crate::exit::{Exit, Failure};
use crate::options::WinOptions;
use crate::progress::spinner;
use crate::question::{Beside, Inquiry, ask};
use crate::{input, interrupt, output};

pub(crate) fn run(options: WinOptions) -> Result<Exit, Failure> {
    let WinOptions { positions, request, tables, checkpoint, shown, threads } = options;
    let question = request.check(&Grant::UNBOUNDED)?;
    let sources = input::sources(&positions.positions)?;
    let checkpoint = match checkpoint {
        Some(path) => Checkpoint::open(path, &sources, &question)?,
        None => None,
    };
    let at_once = input::useful_threads(&sources, threads.count());
    let interrupted = interrupt::flag();
    let context = Context {
        interrupt: Some(interrupted.clone()),
        oracle: Some(tables.oracle()),
        at_once,
        // On a single position all work together.
        threads: if at_once == 1 { threads.asked() } else { 1 },
        resume: checkpoint.as_ref().map(Checkpoint::resume),
        ..Context::new(Grant::UNBOUNDED)
    };
    let form = output::form(shown, request.certificate)?;
    let beside = Beside { watch: Some(spinner), ..Beside::default() };
    let asked = Inquiry::question(Question::Win(question), context);
    let exit = ask(asked, sources, form, beside, at_once, &interrupted)?;
    match checkpoint {
        Some(checkpoint) if exit == Exit::Done => checkpoint.close()?,
        _ => {}
    }
    Ok(exit)
}
