//! `arbiter win`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chess_arbiter::popeye::{Part, Problem};
use chess_arbiter_answer::request::{Context, Grant, WinRequest};
use chess_arbiter_answer::{Form, Layout, ProblemQuestion, Question, Unanswered, WinQuestion};
use chess_arbiter_tables::oracle::ForMany;

use crate::checkpoint::Checkpoint;
use crate::exit::{Exit, Failure};
use crate::options::{Format, WinOptions};
use crate::progress::spinner;
use crate::question::{Beside, Inquiry, ask};
use crate::{input, interrupt, output};

pub(crate) fn run(options: WinOptions) -> Result<Exit, Failure> {
    let WinOptions { positions, request, tables, checkpoint, latex, svg, shown, threads } = options;
    let sources = input::sources(&positions.positions)?;
    let question = question(&request)?;
    if sources.iter().any(input::is_problems) {
        ProblemQuestion::check(&request, &Grant::UNBOUNDED)?;
    }
    let tells = request.tries.is_some() || request.set_play || request.tree;
    if let (true, Some(Format::Csv | Format::Tsv | Format::Markdown)) = (tells, shown.format) {
        let message = "--tries, --set-play and --tree have no column; ask for --format text, table or json";
        return Err(Failure::Usage(message.into()));
    }
    let is_read = |svg: &Path| {
        let same = |text: &_| {
            fs::canonicalize(text).ok().is_some_and(|path| fs::canonicalize(svg).is_ok_and(|svg| svg == path))
        };
        positions.positions.iter().any(same)
    };
    if svg.as_deref() == Some(Path::new("-")) {
        return Err(Failure::Usage(
            "--svg: expected the name of a file; the answers go to standard output".into(),
        ));
    }
    if svg.as_deref().is_some_and(is_read) {
        return Err(Failure::Usage("--svg: this file is read, and would be replaced".into()));
    }
    let checkpoint = match checkpoint {
        Some(path) => Checkpoint::open(path, &sources, &question)?,
        None => None,
    };
    let form = form(&request, latex, || {
        let is_single = || input::is_single(request.rules.0, &sources);
        output::form(shown, request.certificate, is_single)
    })?;
    let oracle = match tables.oracle() {
        one if input::is_single(request.rules.0, &sources) => one,
        many => Arc::new(ForMany(many)),
    };
    let at_once = input::useful_threads(&sources, threads.count());
    let interrupted = interrupt::flag();
    let context = Context {
        interrupt: Some(interrupted.clone()),
        oracle: Some(oracle),
        at_once,
        // On a single position all work together.
        threads: if at_once == 1 { threads.asked() } else { 1 },
        resume: checkpoint.as_ref().map(Checkpoint::resume),
        ..Context::new(Grant::UNBOUNDED)
    };
    let beside = Beside { watch: Some(spinner), pictures: svg.clone(), ..Beside::default() };
    let asked = inquiry(&request, question, context, svg);
    let exit = ask(asked, sources, form, beside, at_once, &interrupted)?;
    match checkpoint {
        Some(checkpoint) if exit == Exit::Done => checkpoint.close()?,
        _ => {}
    }
    Ok(exit)
}

/// What is asked about positions that do not say so themselves.
fn question(request: &WinRequest) -> Result<WinQuestion, Failure> {
    let asked = if request.has_goal() {
        request.check(&Grant::UNBOUNDED)
    } else {
        request.check_for(true, &Grant::UNBOUNDED)
    };
    Ok(asked?)
}

fn form(
    request: &WinRequest,
    latex: bool,
    otherwise: impl FnOnce() -> Result<(Form, Layout), Failure>,
) -> Result<(Form, Layout), Failure> {
    match latex {
        true if request.rules.0.size() != (8, 8) => {
            Err(Failure::Usage("--latex is for boards of eight by eight".into()))
        }
        true => otherwise().map(|(_, layout)| (Form::Latex, layout)),
        false => otherwise(),
    }
}

fn inquiry(request: &WinRequest, question: WinQuestion, context: Context, svg: Option<PathBuf>) -> Inquiry {
    // In other games a file of problems is read as what it is there: no positions.
    let problems = ProblemQuestion::check(request, &Grant::UNBOUNDED).ok();
    let of_problems = problems.map(|asked| {
        let context = context.clone();
        let answer = move |problem: &Problem, part, form, watch| match part_of(problem, part) {
            Some(part) => asked.answer(problem, part, form, &context, watch),
            None => Err(Unanswered::Internal),
        };
        Box::new(answer) as _
    });
    let asked = Inquiry::question(Question::Win(question), context);
    Inquiry { problems: of_problems, draws: svg.is_some(), ..asked }
}

fn part_of(problem: &Problem, part: usize) -> Option<&Part> {
    problem.parts.get(part)?.as_ref().ok()
}
