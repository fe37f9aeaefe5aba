//! Where positions come from: arguments, files, standard input.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chess_arbiter::board::Setup;
use chess_arbiter::format::TextError;
use chess_arbiter::format::reader::{Item, ReadError, Reader};
use chess_arbiter::popeye::{self, Problem, Problems};
use chess_arbiter::rules::RulesKind;
use chess_arbiter_answer::win::input as fen_of;
use chess_arbiter_answer::{Svg, Unanswered, items, parse_problem};

use crate::block::{Block, Blocks};
use crate::exit::Failure;
use crate::pipeline::Feeder;

/// Read at once from a file; what is read ahead is a small multiple of this.
pub(crate) const BUFFER: usize = 64 * 1024;

/// One argument.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
    /// The argument is itself what would stand in a file.
    Text(String),
}

impl Source {
    /// A file if there is one of that name.
    fn of(argument: &OsStr) -> Source {
        if argument == "-" {
            Source::Stdin
        } else if fs::metadata(argument).is_ok_and(|found| !found.is_dir()) {
            Source::File(argument.into())
        } else {
            Source::Text(argument.to_string_lossy().into_owned())
        }
    }
}

/// The sources that the arguments name; standard input if there is none and it is no terminal.
pub(crate) fn sources(arguments: &[OsString]) -> Result<Vec<Source>, Failure> {
    if arguments.is_empty() {
        stdin_or("no position given: name one, or a file of positions, or `-` to type them")?;
        return Ok(vec![Source::Stdin]);
    }
    Ok(arguments.iter().map(|argument| Source::of(argument)).collect())
}

/// A usage error if standard input is a terminal.
pub(crate) fn stdin_or(message: &str) -> Result<(), Failure> {
    if io::stdin().is_terminal() { Err(Failure::Usage(message.into())) } else { Ok(()) }
}

/// How many threads can have work: each argument that is a single position keeps one busy.
pub(crate) fn useful_threads(sources: &[Source], threads: usize) -> usize {
    let single = |source: &Source| matches!(source, Source::Text(text) if !text.contains('\n'));
    if sources.iter().all(single) { threads.min(sources.len()).max(1) } else { threads }
}

/// The text and the position of a single argument or file, in which a win is asked for; nothing if it cannot
/// be read, which is said elsewhere.
///
/// # Errors
/// There are several positions, or one is yet to come on standard input.
pub(crate) fn single(rules: RulesKind, sources: &[Source]) -> Result<Option<(Item, Setup)>, String> {
    let several = || "expected a single position: an argument, or a file with one".to_string();
    let [source] = sources else { return Err(several()) };
    if is_problems(source) {
        return Err("expected a single position, not a file of problems".into());
    }
    let mut found: Vec<_> = match source {
        Source::Stdin => return Err(several()),
        Source::Text(text) => items(rules, text.as_bytes()).take(2).collect(),
        Source::File(path) => match File::open(path) {
            Ok(file) => items(rules, BufReader::with_capacity(BUFFER, file)).take(2).collect(),
            // Said in the place of the answer.
            Err(_) => return Ok(None),
        },
    };
    match (found.pop(), found.pop()) {
        (Some(_), Some(_)) => Err(several()),
        (Some(Ok(item)), None) => Ok(parse_problem(rules, &item).ok().map(|problem| (item, problem.setup))),
        _ => Ok(None),
    }
}

/// Whether there is one position, as far as can be told before anybody waits: an argument, or a file with
/// one. What is typed is answered one by one.
pub(crate) fn is_single(rules: RulesKind, sources: &[Source]) -> bool {
    let [source] = sources else { return false };
    let is_one = |source: &mut dyn BufRead| items(rules, source).take(2).count() < 2;
    match source {
        Source::Stdin => io::stdin().is_terminal(),
        Source::Text(text) => popeye::begins(text.as_bytes()) || is_one(&mut text.as_bytes()),
        // Of a pipe with a name nobody can take a part to look at it.
        Source::File(path) => {
            let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
            is_file
                && (is_problems(source)
                    || File::open(path).is_ok_and(|file| is_one(&mut BufReader::new(file))))
        }
    }
}

/// Whether a source is a file of problems; of standard input that is not known before it is read.
pub(crate) fn is_problems(source: &Source) -> bool {
    match source {
        Source::Text(text) => popeye::begins(text.as_bytes()),
        Source::Stdin => false,
        Source::File(path) => {
            // Who opens a pipe takes what is in it.
            let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
            let mut read = Vec::new();
            let opened = if is_file { File::open(path).ok() } else { None };
            // What cannot be read is said elsewhere.
            let _ = opened.map(|file| file.take(BUFFER as u64).read_to_end(&mut read));
            popeye::begins(&read)
        }
    }
}

/// Takes from a source as much as shows what it is: a line that says something. What comes first from a pipe
/// may be less.
fn beginning(source: &mut impl Read) -> Vec<u8> {
    let mut read = Vec::new();
    let mut part = vec![0; BUFFER];
    let is_said = |line: &[u8]| line.ends_with(b"\n") && !matches!(line.trim_ascii_start(), [] | [b'#', ..]);
    let is_enough =
        |read: &[u8]| read.len() >= BUFFER || read.split_inclusive(|&byte| byte == b'\n').any(is_said);
    while !is_enough(&read) {
        match source.read(&mut part) {
            Ok(0) => break,
            Ok(length) => read.extend_from_slice(&part[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // It fails again when the rest is read.
            Err(_) => break,
        }
    }
    read
}

/// What is asked about.
#[derive(Debug)]
pub(crate) enum Asked {
    /// A position.
    Item(Item),
    /// A position of a problem, by its place among those.
    Part(Arc<Problem>, usize),
}

/// A position that was found in a source and not yet read.
#[derive(Debug)]
pub(crate) struct Unread {
    /// The file it is from, if it has a name.
    pub(crate) file: Option<Arc<str>>,
    /// Line of the source on which it begins.
    pub(crate) line: usize,
    /// An item, or why there is none.
    item: Result<Asked, TextError>,
    /// What was written, of a problem.
    problem: Option<Arc<str>>,
    /// An argument that may have been meant as the name of a file.
    maybe_file: bool,
}

impl Unread {
    fn of(item: Item, file: Option<Arc<str>>, maybe_file: bool) -> Unread {
        Unread { file, line: item.line, item: Ok(Asked::Item(item)), problem: None, maybe_file }
    }

    fn wrong(fault: TextError, file: Option<Arc<str>>) -> Unread {
        Unread { file, line: fault.line, item: Err(fault), problem: None, maybe_file: false }
    }

    /// What was written, if it is text.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.item {
            Ok(Asked::Item(item)) => Some(&item.text),
            Ok(Asked::Part(..)) | Err(_) => self.problem.as_deref(),
        }
    }

    /// What it is called where it stands.
    pub(crate) fn id(&self) -> Option<&str> {
        if let Ok(Asked::Item(item)) = &self.item { item.id.as_deref() } else { None }
    }

    /// The position as the answer names it; of a problem, whose text can be long and about many positions, a
    /// FEN.
    pub(crate) fn shown(&self) -> Option<Cow<'_, str>> {
        match &self.item {
            Ok(Asked::Part(problem, part)) => match problem.parts.get(*part) {
                Some(Ok(part)) => Some(fen_of(part).into()),
                _ => None,
            },
            _ => self.text().map(Cow::from),
        }
    }

    /// Its board as an SVG picture.
    pub(crate) fn picture(&self, rules: RulesKind) -> Option<String> {
        let setup = match self.item.as_ref().ok()? {
            Asked::Item(item) => parse_problem(rules, item).ok()?.setup,
            Asked::Part(problem, part) => problem.parts.get(*part)?.as_ref().ok()?.problem.setup,
        };
        let title = self.shown().unwrap_or_default();
        Some(Svg { title: &title, ..Svg::of(rules, &setup.board) }.to_string())
    }

    /// What is to be asked about.
    ///
    /// # Errors
    /// There is nothing.
    pub(crate) fn item(&self) -> Result<&Asked, TextError> {
        self.item.as_ref().map_err(Clone::clone)
    }

    /// What is wrong with it.
    pub(crate) fn fault(&self, unanswered: Unanswered) -> TextError {
        let unreadable = matches!(unanswered, Unanswered::Unreadable(_));
        let mut fault = unanswered.fault(self.line);
        // Of a link nobody thinks that it might be a file.
        if unreadable && self.maybe_file && !fault.message.starts_with("this ") {
            fault.message = format!("neither a file nor a position: {}", fault.message);
        }
        fault
    }
}

/// Sources that were not read to their end.
pub(crate) struct Input {
    rules: RulesKind,
    /// Where it is asked for: blocks of lines, as long as a source has them.
    in_blocks: bool,
    /// Files of problems are read.
    problems: bool,
    open: Option<Blocks<Opened>>,
    sources: VecDeque<Source>,
}

type Opened = Box<dyn Read + Send>;

impl Input {
    pub(crate) fn new(rules: RulesKind, sources: Vec<Source>, in_blocks: bool, problems: bool) -> Input {
        Input { rules, in_blocks, problems, open: None, sources: sources.into() }
    }

    /// The next block; false if what comes next has none.
    pub(crate) fn next(&mut self, block: &mut Block) -> bool {
        while self.in_blocks {
            if let Some(open) = &mut self.open {
                if open.next(block) {
                    return true;
                }
                if !open.is_over() {
                    return false;
                }
            }
            self.open = match self.sources.front() {
                Some(Source::Stdin) => Some(Blocks::new(Box::new(io::stdin()), None, false)),
                Some(Source::File(path)) => blocks(path),
                Some(Source::Text(_)) | None => None,
            };
            if self.open.is_none() {
                return false;
            }
            self.sources.pop_front();
        }
        false
    }

    /// What is to be read position by position before there may be blocks again; none if nothing is left.
    pub(crate) fn unread(&mut self) -> Option<Input> {
        let is_apart = |source: &Source| self.in_blocks && !matches!(source, Source::Text(_));
        let open = self.open.take();
        // A source that could not be opened is the first of them.
        let passed = usize::from(open.is_none());
        let found = self.sources.iter().skip(passed).position(is_apart);
        let count = found.map_or(self.sources.len(), |found| found + passed);
        let sources: VecDeque<Source> = self.sources.drain(..count).collect();
        (open.is_some() || !sources.is_empty()).then_some(Input { in_blocks: false, open, sources, ..*self })
    }

    /// Hands over every position.
    pub(crate) fn feed(self, feeder: &Feeder<Unread>) {
        if let Some(open) = self.open {
            let columns = open.columns();
            let (rest, file, lines) = open.rest();
            let rest = BufReader::with_capacity(BUFFER, feeder.prompt(rest));
            let mut rest = items(self.rules, rest).after(lines);
            if let Some(columns) = columns {
                rest = rest.in_columns(columns);
            }
            if !split(rest, file, feeder) {
                return;
            }
        }
        for source in self.sources {
            let kind = (self.rules, self.problems);
            let wanted = match source {
                Source::Stdin => read(kind, io::stdin().lock(), None, feeder),
                Source::File(path) => file(kind, &path, feeder),
                Source::Text(text) if self.problems && popeye::begins(text.as_bytes()) => {
                    split_problems(text.as_bytes(), None, feeder)
                }
                Source::Text(text) => argument(self.rules, &text, feeder),
            };
            if !wanted {
                return;
            }
        }
    }
}

fn blocks(path: &Path) -> Option<Blocks<Opened>> {
    let file = File::open(path).ok()?;
    // A pipe may have a name too.
    let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
    Some(Blocks::new(Box::new(file), Some(name(path)), is_file))
}

fn name(path: &Path) -> Arc<str> {
    path.to_string_lossy().into()
}

fn file(kind: (RulesKind, bool), path: &Path, feeder: &Feeder<Unread>) -> bool {
    match File::open(path) {
        Ok(file) => read(kind, file, Some(name(path)), feeder),
        Err(error) => feeder.push(Unread::wrong(failed(&error), Some(name(path)))),
    }
}

fn read(
    (rules, problems): (RulesKind, bool),
    source: impl Read,
    file: Option<Arc<str>>,
    feeder: &Feeder<Unread>,
) -> bool {
    let mut source = feeder.prompt(source);
    let known = if problems { beginning(&mut source) } else { Vec::new() };
    let is_problems = popeye::begins(&known);
    let source = BufReader::with_capacity(BUFFER, Cursor::new(known).chain(source));
    if is_problems { split_problems(source, file, feeder) } else { split(items(rules, source), file, feeder) }
}

/// Each position of each problem.
fn split_problems(source: impl BufRead, file: Option<Arc<str>>, feeder: &Feeder<Unread>) -> bool {
    Problems::new(source).all(|written| {
        let written = match written {
            Ok(written) => written,
            Err(error) => return feeder.push(Unread::wrong(fault(error), file.clone())),
        };
        let problem = Some(Arc::from(written.text.as_str()));
        let unread = |item| Unread {
            file: file.clone(),
            line: written.line,
            item,
            problem: problem.clone(),
            maybe_file: false,
        };
        match written.parse() {
            Err(fault) => feeder.push(unread(Err(fault))),
            Ok(read) => {
                let read = Arc::new(read);
                let part = |(i, part): (usize, &Result<_, TextError>)| match part {
                    Ok(_) => feeder.push(unread(Ok(Asked::Part(read.clone(), i)))),
                    Err(fault) => feeder.push(unread(Err(fault.clone()))),
                };
                read.parts.iter().enumerate().all(part)
            }
        }
    })
}

fn argument(rules: RulesKind, text: &str, feeder: &Feeder<Unread>) -> bool {
    let maybe_file = !text.contains(char::is_whitespace);
    if Path::new(text).is_dir() {
        let fault = TextError::new(1, 1, "this is a directory");
        return feeder.push(Unread::wrong(fault, Some(text.into())));
    }
    let mut found = false;
    for item in items(rules, text.as_bytes()) {
        found = true;
        let wanted = match item {
            Ok(item) => feeder.push(Unread::of(item, None, maybe_file)),
            Err(error) => feeder.push(Unread::wrong(fault(error), None)),
        };
        if !wanted {
            return false;
        }
    }
    // In a file blank lines say nothing, but an argument stands for a position.
    let nothing = || Unread::wrong(TextError::new(1, 1, "expected a position, found nothing"), None);
    found || feeder.push(nothing())
}

fn split<B: BufRead>(mut items: Reader<B>, file: Option<Arc<str>>, feeder: &Feeder<Unread>) -> bool {
    items.all(|item| feeder.push(unread(item, file.clone())))
}

pub(crate) fn unread(item: Result<Item, ReadError>, file: Option<Arc<str>>) -> Unread {
    match item {
        Ok(item) => Unread::of(item, file, false),
        Err(error) => Unread::wrong(fault(error), file),
    }
}

fn fault(error: ReadError) -> TextError {
    match error {
        ReadError::Text(fault) => fault,
        ReadError::Io(error) => failed(&error),
    }
}

fn failed(error: &io::Error) -> TextError {
    TextError::new(1, 1, format!("cannot read: {error}"))
}
