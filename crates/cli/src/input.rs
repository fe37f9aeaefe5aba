//! Where positions come from: arguments, files, standard input.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chess_arbiter::board::Setup;
use chess_arbiter::format::TextError;
use chess_arbiter::format::reader::{Item, ReadError, Reader};
use chess_arbiter::rules::RulesKind;
use chess_arbiter_answer::{Unanswered, items, parse};

pub(crate) use crate::block::Block;
use crate::block::Blocks;
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

/// The position of a single argument or file; nothing if it cannot be read, which is said elsewhere.
///
/// # Errors
/// There are several positions, or one is yet to come on standard input.
pub(crate) fn single(rules: RulesKind, sources: &[Source]) -> Result<Option<Setup>, String> {
    let several = || "it is about one position: an argument, or a file with one".to_string();
    let [source] = sources else { return Err(several()) };
    let found: Vec<_> = match source {
        Source::Stdin => return Err(several()),
        Source::Text(text) => items(rules, text.as_bytes()).take(2).collect(),
        Source::File(path) => match File::open(path) {
            Ok(file) => items(rules, BufReader::with_capacity(BUFFER, file)).take(2).collect(),
            // Said in the place of the answer.
            Err(_) => return Ok(None),
        },
    };
    match &found[..] {
        [_, _, ..] => Err(several()),
        [Ok(item)] => Ok(parse(rules, item).ok()),
        _ => Ok(None),
    }
}

/// A position that was found in a source and not yet read.
#[derive(Debug)]
pub(crate) struct Unread {
    /// The file it is from, if it has a name.
    pub(crate) file: Option<Arc<str>>,
    /// Line of the source on which it begins.
    pub(crate) line: usize,
    /// An item, or why there is none.
    item: Result<Item, TextError>,
    /// An argument that may have been meant as the name of a file.
    maybe_file: bool,
}

impl Unread {
    fn of(item: Item, file: Option<Arc<str>>, maybe_file: bool) -> Unread {
        Unread { file, line: item.line, item: Ok(item), maybe_file }
    }

    fn wrong(fault: TextError, file: Option<Arc<str>>) -> Unread {
        Unread { file, line: fault.line, item: Err(fault), maybe_file: false }
    }

    /// What was written, if it is text.
    pub(crate) fn text(&self) -> Option<&str> {
        self.item.as_ref().ok().map(|item| item.text.as_str())
    }

    /// What is to be asked about.
    ///
    /// # Errors
    /// There is nothing.
    pub(crate) fn item(&self) -> Result<&Item, TextError> {
        self.item.as_ref().map_err(Clone::clone)
    }

    /// What is wrong with it.
    pub(crate) fn fault(&self, unanswered: Unanswered) -> TextError {
        let unreadable = matches!(unanswered, Unanswered::Unreadable(_));
        let mut fault = unanswered.fault(self.line);
        if unreadable && self.maybe_file {
            fault.message = format!("no such file, nor is it a position: {}", fault.message);
        }
        fault
    }
}

/// What one thread takes at once of what was read.
#[derive(Debug)]
pub(crate) enum Piece {
    Position(Unread),
    Block(Block),
}

impl From<Unread> for Piece {
    fn from(unread: Unread) -> Piece {
        Piece::Position(unread)
    }
}

/// Splits the sources into positions of a game, one after another; or where it is asked for into blocks of
/// lines, as long as they are mostly FENs.
pub(crate) fn feed(rules: RulesKind, sources: Vec<Source>, in_blocks: bool, feeder: &Feeder<Piece>) {
    for source in sources {
        let wanted = match source {
            Source::Stdin => read(rules, io::stdin().lock(), None, false, in_blocks, feeder),
            Source::File(path) => file(rules, &path, in_blocks, feeder),
            Source::Text(text) => argument(rules, &text, feeder),
        };
        if !wanted {
            return;
        }
    }
}

fn file(rules: RulesKind, path: &Path, in_blocks: bool, feeder: &Feeder<Piece>) -> bool {
    let name: Arc<str> = path.to_string_lossy().into();
    match File::open(path) {
        Ok(file) => {
            // A pipe may have a name too.
            let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
            read(rules, file, Some(name), is_file, in_blocks, feeder)
        }
        Err(error) => feeder.push(Unread::wrong(failed(&error), Some(name)).into()),
    }
}

fn read(
    rules: RulesKind,
    source: impl Read,
    file: Option<Arc<str>>,
    is_file: bool,
    in_blocks: bool,
    feeder: &Feeder<Piece>,
) -> bool {
    if !in_blocks {
        return split(items(rules, BufReader::with_capacity(BUFFER, feeder.prompt(source))), file, feeder);
    }
    let mut blocks = Blocks::new(source, is_file);
    while let Some(bytes) = blocks.next() {
        let block = Block { file: file.clone(), before: blocks.lines, bytes };
        blocks.lines += block.count();
        let wanted = feeder.push(Piece::Block(block));
        feeder.hand_over();
        if !wanted {
            return false;
        }
    }
    let lines = blocks.lines;
    let rest = BufReader::with_capacity(BUFFER, feeder.prompt(blocks.rest()));
    split(items(rules, rest).after(lines), file, feeder)
}

fn argument(rules: RulesKind, text: &str, feeder: &Feeder<Piece>) -> bool {
    let maybe_file = !text.contains(char::is_whitespace);
    if Path::new(text).is_dir() {
        let fault = TextError::new(1, 1, "this is a directory");
        return feeder.push(Unread::wrong(fault, Some(text.into())).into());
    }
    let mut found = false;
    for item in items(rules, text.as_bytes()) {
        found = true;
        let wanted = match item {
            Ok(item) => feeder.push(Unread::of(item, None, maybe_file).into()),
            Err(error) => feeder.push(Unread::wrong(fault(error), None).into()),
        };
        if !wanted {
            return false;
        }
    }
    // In a file blank lines say nothing, but an argument stands for a position.
    let nothing = || Unread::wrong(TextError::new(1, 1, "expected a position, found nothing"), None);
    found || feeder.push(nothing().into())
}

fn split<B: BufRead>(mut items: Reader<B>, file: Option<Arc<str>>, feeder: &Feeder<Piece>) -> bool {
    items.all(|item| feeder.push(unread(item, file.clone()).into()))
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
