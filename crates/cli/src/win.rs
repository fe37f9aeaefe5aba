//! `arbiter win`.

use std::fs;
use std::path::{Path, PathBuf};

use chess_arbiter::popeye::{Part, Problem};
use chess_arbiter::rules::RulesKind;
use chess_arbiter_answer::request::{Context, Grant, WinRequest};
use chess_arbiter_answer::{Form, ProblemQuestion, Question, Unanswered, WinQuestion};

use crate::checkpoint::Checkpoint;
use crate::exit::{Exit, Failure};
use crate::input::{Kind, Source};
use crate::options::WinOptions;
use crate::progress::spinner;
use crate::question::{Beside, Inquiry, ask};
use crate::{input, interrupt, output};

pub(crate) fn run(options: WinOptions) -> Result<Exit, Failure> {
    let WinOptions { positions, request, tables, checkpoint, latex, svg, shown, threads } = options;
    let mut sources = input::sources(&positions.positions)?;
    let question = question(&request, &mut sources)?;
    let is_read = |svg: &Path| {
        let same = |text: &_| {
            fs::canonicalize(text).ok().is_some_and(|path| fs::canonicalize(svg).is_ok_and(|svg| svg == path))
        };
        positions.positions.iter().any(same)
    };
    if svg.as_deref().is_some_and(is_read) {
        return Err(Failure::Usage("--svg: this file is read, and would be replaced".into()));
    }
    let checkpoint = match (checkpoint, &question) {
        (Some(path), Some(question)) => Checkpoint::open(path, &sources, question)?,
        (Some(_), None) => {
            return Err(Failure::Usage("--checkpoint: it is not for files of problems".into()));
        }
        (None, _) => None,
    };
    let form = form(&request, latex, || output::form(shown, request.certificate))?;
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
    let beside = Beside { watch: Some(spinner), pictures: svg.clone(), ..Beside::default() };
    let asked = inquiry(&request, question, context, svg)?;
    let exit = ask(asked, sources, form, beside, at_once, &interrupted)?;
    match checkpoint {
        Some(checkpoint) if exit == Exit::Done => checkpoint.close()?,
        _ => {}
    }
    Ok(exit)
}

/// What is asked about positions; nothing if there are only files of problems, which say so themselves.
fn question(request: &WinRequest, sources: &mut [Source]) -> Result<Option<WinQuestion>, Failure> {
    if request.has_goal() {
        return Ok(Some(request.check(&Grant::UNBOUNDED)?));
    }
    sources.iter_mut().for_each(input::look);
    let kinds: Vec<Kind> = sources.iter().map(input::kind).collect();
    if kinds.contains(&Kind::Positions) {
        let goals = "expected --within PLIES, --mate MOVES, --stipulation STIPULATION or --shortest";
        let others =
            "only files of problems and EPDs with `stipulation \"s#3\";` say themselves what is asked";
        return Err(Failure::Usage(format!("{goals}; {others}")));
    }
    let question = || Ok(request.check_for(true, &Grant::UNBOUNDED)?);
    kinds.contains(&Kind::Asking).then(question).transpose()
}

fn form(
    request: &WinRequest,
    latex: bool,
    otherwise: impl FnOnce() -> Result<Form, Failure>,
) -> Result<Form, Failure> {
    match latex {
        true if request.rules.0.size() != (8, 8) => {
            Err(Failure::Usage("--latex is for boards of eight by eight".into()))
        }
        true => Ok(Form::Latex),
        false => otherwise(),
    }
}

fn inquiry(
    request: &WinRequest,
    question: Option<WinQuestion>,
    context: Context,
    svg: Option<PathBuf>,
) -> Result<Inquiry, Failure> {
    let problems = match (ProblemQuestion::check(request, &Grant::UNBOUNDED), &question) {
        (Ok(problems), _) => Some(problems),
        // In other games a file of problems is read as what it is there: no positions.
        (Err(_), Some(_)) => None,
        (Err(problem), None) => return Err(problem.into()),
    };
    let of_problems = problems.map(|asked| {
        let context = context.clone();
        let answer = move |problem: &Problem, part, form, watch| match part_of(problem, part) {
            Some(part) => asked.answer(problem, part, form, &context, watch),
            None => Err(Unanswered::Internal),
        };
        Box::new(answer) as _
    });
    let asked = match question {
        Some(question) => Inquiry::question(Question::Win(question), context),
        None => Inquiry {
            rules: RulesKind::Standard,
            quick: false,
            answer: Box::new(|_, _, _| Err(Unanswered::Internal)),
            of_fens: None,
            problems: None,
            draws: false,
        },
    };
    Ok(Inquiry { problems: of_problems, draws: svg.is_some(), ..asked })
}

fn part_of(problem: &Problem, part: usize) -> Option<&Part> {
    problem.parts.get(part)?.as_ref().ok()
}
