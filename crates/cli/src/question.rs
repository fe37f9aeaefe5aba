//! Asking one question about many positions.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chess_arbiter::board::Setup;
use chess_arbiter::format::TextError;
use chess_arbiter::position::Faults;
use chess_arbiter::rules::Rules;

use crate::exit::{Exit, Failure};
use crate::input::{self, Source, Unread};
use crate::output::{Form, Row, Writer};
use crate::pipeline::{self, Plan};
use crate::progress::Progress;
use crate::report::{self, Report};

/// Enough that a position which takes long does not leave the other threads without work soon.
const AHEAD: usize = 32;

/// A question about positions of one game.
pub(crate) trait Question: Send + Sync + 'static {
    /// The game.
    type Rules: Rules;
    /// How many positions a thread takes at once.
    const BATCH: usize;

    /// The answer, with as much about it as the form shows.
    fn answer(&self, setup: &Setup, form: Form) -> Result<Report, Refused>;

    /// What counts the positions, if answers may keep a person waiting.
    fn progress(&self) -> Option<Progress> {
        None
    }
}

/// Why there is no answer about a position that could be read.
pub(crate) struct Refused(pub(crate) String);

impl From<Faults> for Refused {
    fn from(faults: Faults) -> Refused {
        Refused(faults.to_string())
    }
}

/// Asks about every position of the sources and writes the answers in order.
pub(crate) fn ask<Q: Question>(
    question: Q,
    sources: Vec<Source>,
    form: Form,
    threads: usize,
    interrupted: &Arc<AtomicBool>,
) -> Result<Exit, Failure> {
    ask_with_games(question, sources, form, None, threads, interrupted)
}

/// [`ask`], with the games of the answers written to `games`.
pub(crate) fn ask_with_games<Q: Question>(
    question: Q,
    sources: Vec<Source>,
    form: Form,
    games: Option<Box<dyn Write>>,
    threads: usize,
    interrupted: &Arc<AtomicBool>,
) -> Result<Exit, Failure> {
    let mut writer = Writer::new(form).with_games(games).beside(question.progress());
    let plan = Plan { threads, batch: Q::BATCH, ahead: AHEAD };
    let feed = move |feeder: &_| input::feed::<Q::Rules>(sources, feeder);
    let work = move |unread: Unread| row(&question, &unread, form);
    pipeline::run(plan, interrupted, feed, work, &mut writer)?;
    Ok(writer.finish("position", "with errors", interrupted))
}

fn row<Q: Question>(question: &Q, unread: &Unread, form: Form) -> Row {
    // What is wrong with a position is wrong with all of it: its first line is the place.
    let whole = |message: String| TextError::new(unread.line, 1, message);
    let answer = || {
        let setup = unread.setup::<Q::Rules>()?;
        question.answer(&setup, form).map_err(|Refused(message)| whole(message))
    };
    let answer = pipeline::guarded(answer).unwrap_or_else(|message| Err(whole(message)));
    match answer {
        Ok(report) => report.render(unread, form),
        Err(fault) => report::render_fault(&fault, unread, form),
    }
}
