//! Asking one question about many positions.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chess_arbiter::format::reader::Item;
use chess_arbiter::rules::RulesKind;
use chess_arbiter_answer::request::Context;
use chess_arbiter_answer::{Form, Question, Report, Told, Unanswered, Watch, ask_item};
use indicatif::ProgressBar;

use crate::exit::{Exit, Failure};
use crate::fault;
use crate::input::{self, Source, Unread};
use crate::output::{Row, RowWriter};
use crate::pipeline::{self, Plan};
use crate::progress::ProgressLine;

/// Batches read ahead for each thread: enough that a position which takes long does not leave the others
/// without work.
const AHEAD: usize = 32;

/// How many positions a thread takes at once: the quicker the answers, the fewer hand-overs; where one can
/// take minutes, no other should wait for it.
const fn batch(quick: bool) -> usize {
    if quick { 512 } else { 1 }
}

/// What is asked about each position.
pub(crate) struct Inquiry {
    /// The game.
    pub(crate) rules: RulesKind,
    /// Whether an answer takes about a microsecond.
    pub(crate) quick: bool,
    /// Finds the answer.
    pub(crate) answer: Answering,
}

/// Answers one position.
pub(crate) type Answering =
    Box<dyn Fn(&Item, Form, Option<Watch>) -> Result<Report, Unanswered> + Send + Sync>;

impl Inquiry {
    /// A question of the library.
    pub(crate) fn question(question: Question, context: Context) -> Inquiry {
        Inquiry {
            rules: question.rules(),
            quick: question.is_quick(),
            answer: Box::new(move |item, form, watch| ask_item(&question, item, form, &context, watch)),
        }
    }
}

/// What else becomes of answers, and what is shown meanwhile.
#[derive(Default)]
pub(crate) struct Beside {
    /// Where the games go.
    pub(crate) games: Option<Box<dyn Write>>,
    /// Counts the positions.
    pub(crate) progress: Option<ProgressLine>,
    /// Shows a person how far one answer is.
    pub(crate) watch: Option<fn(&ProgressBar, Told)>,
}

/// Asks about every position of the sources and writes the answers in order.
pub(crate) fn ask(
    asked: Inquiry,
    sources: Vec<Source>,
    form: Form,
    beside: Beside,
    threads: usize,
    interrupted: &Arc<AtomicBool>,
) -> Result<Exit, Failure> {
    let Beside { games, progress, watch } = beside;
    let watch = watch.filter(|_| form == Form::Person);
    let mut writer = RowWriter::new(form).with_games(games).beside(progress.clone());
    let plan = Plan { threads, batch: batch(asked.quick), ahead: AHEAD };
    let rules = asked.rules;
    let feed = move |feeder: &_| input::feed(rules, sources, feeder);
    let work = move |unread: Unread| match &progress {
        Some(progress) => progress.during(|| row(&asked, &unread, form, watch)),
        None => row(&asked, &unread, form, watch),
    };
    pipeline::run(plan, interrupted, feed, work, &mut writer)?;
    Ok(writer.finish("position", "with errors", interrupted))
}

fn row(asked: &Inquiry, unread: &Unread, form: Form, watch: Option<fn(&ProgressBar, Told)>) -> Row {
    let answer = unread.item().and_then(|item| {
        let shown = watch.map(|watch| (watch, ProgressBar::new_spinner()));
        let told = shown.clone().map(|(watch, bar)| Box::new(move |told| watch(&bar, told)) as _);
        let answer = (asked.answer)(item, form, told);
        if let Some((_, bar)) = shown {
            bar.finish_and_clear();
        }
        answer.map_err(|unanswered| unread.fault(unanswered))
    });
    match answer {
        Ok(report) => Row {
            text: report.text(unread.text(), form),
            error: false,
            undecided: report.undecided,
            unproved: report.unproved(),
            game: report.game,
        },
        Err(fault) => Row { text: fault::text(&fault, unread, form), error: true, ..Row::default() },
    }
}
