//! Asking a question about texts.

use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};

use chess_arbiter::board::Setup;
use chess_arbiter::format::reader::{Beginning, Item, ReadError, Reader, beginning};
use chess_arbiter::format::{ProblemSetup, TextError, fen};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{RulesKind, Standard};
use chess_arbiter::status::of_lines;
use chess_arbiter::with_rules;

use crate::question::{Question, Refused, Watch};
use crate::report::{Change, Form, Report};
use crate::request::Context;
use crate::said::Said;
use crate::status::{StatusQuestion, json_line, word};
use crate::win::latex;

/// What became of a text: an answer, or why there is none.
#[derive(Debug)]
pub struct Reply {
    /// The position as it was written.
    pub input: String,
    /// The answer.
    pub result: Result<Report, Unanswered>,
}

/// Why a text has no answer.
#[derive(Debug)]
pub enum Unanswered {
    /// It is no position.
    Unreadable(TextError),
    /// The question cannot be asked about the position, whose text begins on this line and column.
    Refused((usize, usize), Refused),
    /// A fault of ours.
    Internal,
}

/// Asks about a line that is a FEN of chess and nothing else, where that is quick: what is written about it
/// goes to the end of `out`. False if it is no such line or has no such answer; then nothing is written, and
/// [`ask_item`] knows why.
///
/// ```
/// use chess_arbiter_answer::request::{Context, StatusRequest};
/// use chess_arbiter_answer::{Form, Question, ask_fen};
///
/// let question = Question::Status(StatusRequest::default().check());
/// let mut out = String::new();
/// assert!(ask_fen(&question, b"7k/6Q1/6K1/8/8/8/8/8 b - -", Form::Lines, &Context::default(), &mut out));
/// assert!(!ask_fen(&question, b"7k/6Q1/6K1/8/8/8/8 b - -", Form::Lines, &Context::default(), &mut out));
/// assert_eq!(out, "checkmate\n");
/// ```
pub fn ask_fen(question: &Question, line: &[u8], form: Form, context: &Context, out: &mut String) -> bool {
    let before = out.len();
    let mut write = || {
        let setup = fen::parse_bytes::<Standard>(line).ok()?;
        let text = || str::from_utf8(line).ok();
        if form == Form::Json
            && let Question::Status(StatusQuestion { certificate: false, .. }) = question
        {
            let position = Position::<Standard>::new(&setup, Policy::Movable).ok()?;
            if json_line(&position, text()?, out) {
                return Some(());
            }
        }
        let report = question.answer(&setup, form, context, None).ok()?;
        out.push_str(&report.text(Some(text()?), form));
        (!report.undecided && !report.unproved() && !report.lineless()).then_some(())
    };
    let is_asked = question.is_quick() && question.rules() == RulesKind::Standard;
    let done = is_asked && guarded(&mut write).flatten().is_some();
    if !done {
        out.truncate(before);
    }
    done
}

/// [`ask_fen`] of the lines that a text begins with, as many as are answered together: that is quicker where
/// an answer is a word. Gives their bytes and how many they are; the line after them may have an answer of
/// its own.
pub fn ask_fens(question: &Question, text: &[u8], form: Form, out: &mut String) -> (usize, u64) {
    let is_asked = matches!(question, Question::Status(_))
        && question.rules() == RulesKind::Standard
        && form == Form::Lines;
    if !is_asked {
        return (0, 0);
    }
    let (before, mut lines) = (out.len(), 0);
    let read = guarded(|| {
        of_lines(text, |status| {
            out.push_str(word(status));
            out.push('\n');
            lines += 1;
        })
    });
    read.map_or_else(
        || {
            out.truncate(before);
            (0, 0)
        },
        |bytes| (bytes, lines),
    )
}

/// What is said of a fault of ours.
pub const INTERNAL: &str = "internal error, please report it";

impl Unanswered {
    /// What is wrong, and where. What is wrong with a position is wrong with all of it: its first line is the
    /// place.
    pub fn fault(self, line: usize) -> TextError {
        match self {
            Unanswered::Unreadable(fault) => fault,
            Unanswered::Refused((line, column), refused) => TextError::new(line, column, refused.message),
            Unanswered::Internal => TextError::new(line, 1, INTERNAL),
        }
    }
}

impl Reply {
    /// What is written about it; it ends with a line end.
    pub fn text(self, form: Form) -> String {
        match self.result {
            Ok(report) => report.text(Some(&self.input), form),
            Err(unanswered) => format!("error: {}\n", unanswered.fault(1)),
        }
    }
}

/// Asks about the one position of a text.
///
/// ```
/// use chess_arbiter_answer::request::{Context, ReachRequest};
/// use chess_arbiter_answer::{Form, ask};
///
/// let context = Context::default();
/// let question = ReachRequest::default().check(&context.grant).unwrap();
/// let reply = ask(&question, "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w", Form::Lines, &context);
/// assert_eq!(reply.text(Form::Lines), "illegal static origins\n");
/// ```
pub fn ask(question: &Question, text: &str, form: Form, context: &Context) -> Reply {
    match only(question.rules(), text) {
        Ok(item) => {
            let result = ask_item(question, &item, form, context, context.watch(0));
            Reply { input: item.text, result }
        }
        Err(fault) => Reply { input: text.into(), result: Err(Unanswered::Unreadable(fault)) },
    }
}

/// Asks about a position of a stream. A fault of ours costs this answer and not those that follow.
///
/// # Errors
/// There is no answer.
pub fn ask_item(
    question: &Question,
    item: &Item,
    form: Form,
    context: &Context,
    watch: Option<Watch>,
) -> Result<Report, Unanswered> {
    let mut report =
        guarded(|| answer(question, item, form, context, watch)).unwrap_or(Err(Unanswered::Internal))?;
    if form != Form::Lines {
        report.said = Said::of(question.rules(), item);
    }
    Ok(report)
}

fn answer(
    question: &Question,
    item: &Item,
    form: Form,
    context: &Context,
    watch: Option<Watch>,
) -> Result<Report, Unanswered> {
    let refused = |refused| Unanswered::Refused((item.line, 1), refused);
    let partial = || item.parse_partial::<Standard>();
    if let Question::Retro(question) = question {
        let asked = partial().map_err(Unanswered::Unreadable)?;
        return question.answer(&asked, form, context).map_err(refused);
    }
    if let Question::Win(question) = question {
        let problem = parse_problem(question.rules, item).map_err(Unanswered::Unreadable)?;
        let question =
            question.of(&item.text).map_err(|fault| Unanswered::Unreadable(fault.below(item.line - 1)))?;
        let mut report = question.answer(&problem.setup, form, context, watch).map_err(refused)?;
        report.assume(&problem.letters());
        if form == Form::Latex {
            latex::write(&mut report, &problem.setup, &question.asked(&problem.setup), None);
        }
        return Ok(report);
    }
    let setup = match (parse(question.rules(), item), question) {
        (Ok(setup), _) => setup,
        (Err(fault), Question::Legality(question)) if item.text.contains('?') => {
            // Of the two faults that which is further on: there the text is no FEN with `?` either.
            let further = |other: TextError| {
                let place = |fault: &TextError| (fault.line, fault.column);
                if place(&other) > place(&fault) { other } else { fault.clone() }
            };
            let asked = partial().map_err(|other| Unanswered::Unreadable(further(other)))?;
            if asked.turn.is_none() {
                let message = "the side to move must be given here; `arbiter retro` works out who it can be";
                let error = TextError::new(fault.line, fault.column, message);
                return Err(Unanswered::Unreadable(error));
            }
            if question.clocks {
                let message = "with clocks, every field must be known";
                let error = TextError::new(fault.line, fault.column, message);
                return Err(Unanswered::Unreadable(error));
            }
            return question.open(&asked).answer(&asked.setup(), form, context).map_err(refused);
        }
        (Err(fault), _) => return Err(Unanswered::Unreadable(fault)),
    };
    let mut report = question.answer(&setup, form, context, watch).map_err(refused)?;
    let open = || partial().is_ok_and(|partial| partial.turn.is_none());
    if form == Form::Person && matches!(question, Question::Legality(_)) && open() {
        report.notes = format!("{ASSUMED}\n{}", report.notes);
    }
    Ok(report)
}

/// What a text can mean that is no position as it stands, where repairs are asked for; nothing otherwise.
///
/// ```
/// use chess_arbiter_answer::request::{Context, ReachRequest};
/// use chess_arbiter_answer::near;
///
/// let context = Context::default();
/// let request = ReachRequest { repair: true, ..ReachRequest::default() };
/// let question = request.check(&context.grant).unwrap();
/// let near = near(&question, "rnbqkbnr/pppppppp/8/8/4P2/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", &context);
/// assert_eq!((near[0].what.as_str(), near[0].verdict), ("with rank 4 read as 4P3", "legal"));
/// ```
pub fn near(question: &Question, text: &str, context: &Context) -> Vec<Change> {
    match question {
        Question::Legality(question) => guarded(|| question.near(text, context)).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// What a person is told of a position that does not say who is to move.
const ASSUMED: &str = "White to move was assumed; `arbiter retro` works out who it can be.";

/// Does work whose panic must not end more than itself; `None` if it panicked.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    // What a panic may leave half-done is dropped with it.
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Splits a text into positions of a game.
pub fn items<B: BufRead>(rules: RulesKind, input: B) -> Reader<B> {
    with_rules!(rules, R => Reader::new::<R>(input))
}

/// Reads a position of a game.
///
/// # Errors
/// The text is no position.
pub fn parse(rules: RulesKind, item: &Item) -> Result<Setup, TextError> {
    with_rules!(rules, R => item.parse::<R>())
}

/// Reads a position of a game in which a win is asked for.
///
/// # Errors
/// The text is no position.
pub fn parse_problem(rules: RulesKind, item: &Item) -> Result<ProblemSetup, TextError> {
    with_rules!(rules, R => item.parse_problem::<R>())
}

/// The only position of a text, not yet read.
pub(crate) fn only(rules: RulesKind, text: &str) -> Result<Item, TextError> {
    let mut items = items(rules, text.as_bytes());
    let item = match items.next() {
        Some(item) => item.map_err(fault)?,
        None => return Err(TextError::new(1, 1, "expected a position, found nothing")),
    };
    match items.next() {
        None => Ok(item),
        // A second item is mostly the rest of a first that is wrong: that is what to tell.
        Some(_) if is_games(rules, text) => {
            let message = "this is a PGN game; expected one position, such as a FEN (of files and lists the \
                           positions of games are read, by ply)";
            Err(TextError::new(1, 1, message))
        }
        Some(next) => {
            parse(rules, &item)?;
            let next = next.map_err(fault)?;
            Err(TextError::new(next.line, 1, "expected one position, found another line"))
        }
    }
}

fn is_games(rules: RulesKind, text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let (first, next) = (lines.next().unwrap_or_default(), lines.next());
    with_rules!(rules, R => beginning::<R>(first, next)) == Beginning::Games
}

pub(crate) fn fault(error: ReadError) -> TextError {
    match error {
        ReadError::Text(fault) => fault,
        // A text in memory can be read.
        ReadError::Io(error) => TextError::new(1, 1, error.to_string()),
    }
}
