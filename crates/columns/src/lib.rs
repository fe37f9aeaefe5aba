//! Questions about chess positions asked of columns of texts, answered as columns of Arrow: what data frames,
//! files and SQL have in common. Errors are a column too, null in is null out; a text that a dictionary holds
//! once is asked about once.
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::{ArrayRef, StringArray};
//! use chess_arbiter_answer::Question;
//! use chess_arbiter_answer::request::StatusRequest;
//! use chess_arbiter_columns::{Asked, Texts};
//! use std::sync::Arc;
//!
//! let column: ArrayRef = Arc::new(StringArray::from(vec![Some("7k/6Q1/6K1/8/8/8/8/8 b"), None, Some("?")]));
//! let texts = Texts::of([column])?;
//! let question = Question::Status(StatusRequest::default().check());
//! let columns = Asked::new(&question).columns(&texts);
//! let names: Vec<_> = columns.iter().map(|(name, _)| *name).collect();
//! assert_eq!(names, ["verdict", "error", "error_column"]);
//! assert_eq!(columns[1].1.as_string::<i64>().value(2), "expected a piece letter or a digit 1-8, found '?'");
//! # Ok::<(), chess_arbiter_columns::NotTexts>(())
//! ```

#![forbid(unsafe_code)]

mod dead;
mod fault;
pub mod functions;
mod parallel;
mod play;
mod reach;
mod status;
mod texts;
mod win;
mod written;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::ArrayRef;
use arrow_select::take::take;
use chess_arbiter::board::Setup;
use chess_arbiter::format::{fen, parse_problem, parse_setup};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Rules;
use chess_arbiter::win::Oracle;
use chess_arbiter::with_rules;
use chess_arbiter_answer::request::{Context, Grant};
use chess_arbiter_answer::{Fields, Form, INTERNAL, Question};
use chess_arbiter_tables::oracle::ForMany;
use chess_arbiter_tables::standard::Endings;

pub use parallel::{Progress, in_parallel};
pub use play::Played;
pub use texts::{NotTexts, Texts};

use fault::Fault;

/// A column with its name.
pub type Named = (&'static str, ArrayRef);

/// Rows that a thread takes at once, where an answer takes a microsecond or less.
const QUICK: usize = 4096;

/// Where it is said at what place of a text its fault is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the message: `line 1, column 6: …`.
    InWords,
    /// In a column of its own, `error_column`.
    InColumn,
}

/// A question to ask of columns, and how.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// What is asked.
    pub question: &'a Question,
    /// Whether to say why, in a column `reason` (not of forced wins).
    pub reason: bool,
    /// Whether to show the games that reach positions, in a column `game`: moves as in UCI, spaces between.
    pub game: bool,
    /// Whether to show what illegal positions may have been meant to be, in a column `repairs`: a list of
    /// records of `what`, `fen`, `verdict` and `level`.
    pub repairs: bool,
    /// Where the places of faults go.
    pub place: Place,
    /// Threads to work with.
    pub threads: usize,
    /// Stops the work when set; what comes out then is not to be used.
    pub stop: Arc<AtomicBool>,
    /// Is told how far the work is.
    pub progress: Progress,
    /// Knows values of positions: tables.
    pub oracle: Arc<dyn Oracle>,
}

impl<'a> Asked<'a> {
    /// On one thread, without reasons.
    pub fn new(question: &'a Question) -> Asked<'a> {
        let stop = Arc::default();
        let (reason, game, repairs) = (false, false, false);
        let (place, progress) = (Place::InColumn, Progress::default());
        let oracle = Arc::new(ForMany(Endings::shared()));
        Asked { question, reason, game, repairs, place, threads: 1, stop, progress, oracle }
    }

    /// The answers, a row for each text: first the `verdict`, last the `error`, and after it `error_column`
    /// where [`Place::InColumn`] is asked for. Between them:
    ///
    /// | question | columns |
    /// |---|---|
    /// | status | `reason` if it is wanted |
    /// | reachability, five rules | `rules`; `reason` and `repairs` if they are wanted |
    /// | reachability | `level`, `lemma`, `limit`; `reason`, `game` and `repairs` if they are wanted |
    /// | forced win | `plies`, `shortest`, `line`, `keys` if they are wanted, `limit` |
    /// | help play | as of a forced win, and `count`, `set_count` |
    /// | can it be won | `result` after a fallen flag; `white_can_win`, `white_by`, `white_line`; `limit` |
    pub fn columns(&self, texts: &Texts) -> Vec<Named> {
        let Some((distinct, places)) = texts.distinct() else { return self.each(texts) };
        let columns = self.each(&distinct);
        // There are no rows to be taken.
        if self.stop.load(Ordering::Relaxed) {
            return columns;
        }
        let again = |(name, column): Named| take(&column, &places, None).map(|column| (name, column));
        // Every place is that of a row: nothing can be wrong.
        columns.into_iter().map(again).collect::<Result<_, _>>().unwrap_or_default()
    }

    fn each(&self, texts: &Texts) -> Vec<Named> {
        self.progress.begin(texts.rows());
        match self.question {
            Question::Status(_) => status::columns(self, texts),
            Question::Rules(_) | Question::Legality(_) => reach::columns(self, texts),
            Question::Win(_) => win::columns(self, texts),
            Question::Dead(dead) => dead::columns(self, dead, texts),
            // Its answers are lists of lists.
            Question::Retro(_) => Vec::new(),
        }
    }

    fn context(&self) -> Context {
        let (interrupt, oracle) = (Some(self.stop.clone()), Some(self.oracle.clone()));
        Context { interrupt, oracle, ..Context::new(Grant::UNBOUNDED) }
    }

    /// Asks about each row on several threads. The parts are in order; none if somebody said stop,
    /// so that nothing more is done with them.
    fn parts<P: Part>(
        &self,
        texts: &Texts,
        batch: usize,
        answer: impl Fn(&str) -> Result<P::Row, Fault> + Sync,
    ) -> Vec<P> {
        in_parallel(texts.rows(), batch, self.threads, &self.stop, |rows| {
            let mut part = P::default();
            let count = rows.len();
            for text in texts.range(rows) {
                part.push(text.map(|text| guarded(|| answer(text))));
            }
            self.progress.add(count);
            part
        })
    }
}

/// A position in whichever form it was written. Nearly all are FENs, and these are read at once.
#[inline]
fn setup<R: Rules>(text: &str) -> Result<Setup, Fault> {
    fen::parse::<R>(text).or_else(|_| parse_setup::<R>(text)).map_err(Fault::from)
}

/// What the question says of a row, as much as the form shows.
fn report(question: &Question, text: &str, form: Form, context: &Context) -> Result<Fields, Fault> {
    let setup = with_rules!(question.rules(), R => match question {
        Question::Win(_) => Ok(parse_problem::<R>(text)?.setup),
        _ => setup::<R>(text),
    })?;
    let report = question.answer(&setup, form, context, None);
    report.map(|report| report.fields).map_err(|refused| Fault::new(refused.message))
}

#[inline]
fn position<R: Rules>(text: &str) -> Result<Position<R>, Fault> {
    Position::new(&setup::<R>(text)?, Policy::Movable).map_err(|faults| Fault::new(faults.to_string()))
}

/// What is said of a row; a panic is said of its row alone.
#[inline]
fn guarded<T>(answer: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    chess_arbiter_answer::guarded(answer).unwrap_or_else(|| Err(Fault::new(INTERNAL)))
}

/// The rows that a question has worked on, as columns to be.
trait Part: Default + Send {
    /// What is said of one row.
    type Row;

    /// Adds a row: an answer or an error, or nothing for a null.
    fn push(&mut self, row: Option<Result<Self::Row, Fault>>);
}
