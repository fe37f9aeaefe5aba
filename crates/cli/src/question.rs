//! Asking one question about many positions.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chess_arbiter::format::TextError;
use chess_arbiter_answer::{Form, Question, Told};
use indicatif::ProgressBar;

use crate::exit::{Exit, Failure};
use crate::fault;
use crate::input::{self, Source, Unread};
use crate::output::{Row, Writer};
use crate::pipeline::{self, Plan};
use crate::progress::Progress;

/// Enough that a position which takes long does not leave the other threads without work soon.
const AHEAD: usize = 32;

/// How many positions a thread takes at once: the quicker the answers, the fewer hand-overs; where one can
/// take minutes, no other should wait for it.
const fn batch(quick: bool) -> usize {
    if quick { 512 } else { 1 }
}

/// What else becomes of answers, and what is shown meanwhile.
#[derive(Default)]
pub(crate) struct Beside {
    /// Where the games go.
    pub(crate) games: Option<Box<dyn Write>>,
    /// Counts the positions.
    pub(crate) progress: Option<Progress>,
    /// Shows a person how far one answer is.
    pub(crate) watch: Option<fn(&ProgressBar, Told)>,
}

/// Asks about every position of the sources and writes the answers in order.
pub(crate) fn ask<Q: Question>(
    question: Q,
    sources: Vec<Source>,
    form: Form,
    threads: usize,
    interrupted: &Arc<AtomicBool>,
) -> Result<Exit, Failure> {
    ask_beside(question, sources, form, Beside::default(), threads, interrupted)
}

/// [`ask`], with more than answers.
pub(crate) fn ask_beside<Q: Question>(
    question: Q,
    sources: Vec<Source>,
    form: Form,
    beside: Beside,
    threads: usize,
    interrupted: &Arc<AtomicBool>,
) -> Result<Exit, Failure> {
    let Beside { games, progress, watch } = beside;
    let watch = watch.filter(|_| form == Form::Person);
    let mut writer = Writer::new(form).with_games(games).beside(progress.clone());
    let plan = Plan { threads, batch: batch(Q::QUICK), ahead: AHEAD };
    let feed = move |feeder: &_| input::feed::<Q::Rules>(sources, feeder);
    let work = move |unread: Unread| match &progress {
        Some(progress) => progress.during(|| row(&question, &unread, form, watch)),
        None => row(&question, &unread, form, watch),
    };
    pipeline::run(plan, interrupted, feed, work, &mut writer)?;
    Ok(writer.finish("position", "with errors", interrupted))
}

fn row<Q: Question>(question: &Q, unread: &Unread, form: Form, watch: Option<fn(&ProgressBar, Told)>) -> Row {
    // What is wrong with a position is wrong with all of it: its first line is the place.
    let whole = |message: String| TextError::new(unread.line, 1, message);
    let answer = || {
        let setup = unread.setup::<Q::Rules>()?;
        let shown = watch.map(|watch| (watch, ProgressBar::new_spinner()));
        let told = shown.clone().map(|(watch, bar)| Box::new(move |told| watch(&bar, told)) as _);
        let answer = question.answer(&setup, form, told);
        if let Some((_, bar)) = shown {
            bar.finish_and_clear();
        }
        answer.map_err(|refused| whole(refused.message))
    };
    let answer = pipeline::guarded(answer).unwrap_or_else(|message| Err(whole(message)));
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
