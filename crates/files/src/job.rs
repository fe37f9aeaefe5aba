//! The work: blocks are taken in turn, answered and written as parts by several threads, and put together.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use chess_arbiter::reach::Level;
use chess_arbiter_answer::{INTERNAL, Question, guarded};
use chess_arbiter_companion::{Exit, Failure, flag, identity, say};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::answer::{Answered, Inquiry, Tally};
use crate::format::{Format, Layout};
use crate::options::Files;
use crate::parts::{Found, Parts};
use crate::read::{self, Block, How, Input, Rows};
use crate::write::{Copied, Output};

/// Rows of a part, and whether answers take so little that each thread works on one. Where they take
/// minutes there are so few that little is lost, and all threads work on them.
const fn rows(question: &Question) -> (usize, bool) {
    match question {
        Question::Status(_) | Question::Rules(_) => (ROWS, true),
        Question::Legality(legality) if (legality.level as u8) <= Level::Static as u8 => (1 << 14, true),
        Question::Dead(dead) if dead.quick => (1 << 14, true),
        _ => (1 << 10, false),
    }
}

/// Rows of a part where answers take nanoseconds: as many as a row group has elsewhere.
const ROWS: usize = 1 << 17;
/// The same where parts have nothing but answers: row groups need not be taken apart.
const ANSWERS: usize = 1 << 21;
/// Rows of Parquet that are asked about at once, while they are in a cache.
const BATCH: usize = 1 << 13;
/// What parts are like; others are not gone on with.
const PARTS: u32 = 2;

/// Asks the question of the files and writes the output.
pub(crate) fn run(question: Question, files: &Files) -> Result<Exit, Failure> {
    let started = Instant::now();
    let format = output_format(files)?;
    let read = Arc::new(AtomicU64::new(0));
    let Plan { how, is_quick, schema, column, copied } = Plan::of(&question, files, format, &read)?;
    let manifest = manifest(&question, files, &column, format)?;
    let (threads, stop, input_format) = (files.threads(), flag(), how.format);
    let inquiry = Inquiry {
        question,
        column,
        play: files.play.clone(),
        only: files.only,
        prefix: files.prefix.clone(),
        threads: if is_quick { 1 } else { threads },
        stop: stop.clone(),
    };
    let input = Input::open(&files.inputs, how)?;
    let none = nothing(&inquiry, &input, &schema, input_format)?;
    let output = Output { format, none, copied };
    let parts = match Parts::open(&files.output, &manifest, files.force, files.restart)? {
        Found::Parts(parts) => parts,
        Found::Done => {
            say(&format!("{}: this was done already", files.output.display()));
            return Ok(Exit::Done);
        }
    };
    let progress = Progress::new(files, input_format, read);
    let work =
        Work { input: Mutex::new((0, input)), inquiry, parts, output, progress, stop, end: Mutex::default() };
    let (tally, blocks) = work.run(if is_quick { threads } else { 1 })?;
    work.parts.finish(blocks, |parts, file, path| work.output.whole(parts, file, path))?;
    Ok(told(&tally, started.elapsed()))
}

/// The format of the output, which is none of the inputs.
fn output_format(files: &Files) -> Result<Format, Failure> {
    let format = Format::of(&files.output)?;
    let wrong = |what: &str| Failure::Usage(format!("{}: {what}", files.output.display()));
    if format.layout == Layout::Pgn {
        return Err(wrong("games are read, not written"));
    }
    let here = |path: &PathBuf| fs::canonicalize(path).ok();
    let is_input = |output: PathBuf| files.inputs.iter().any(|input| here(input).as_ref() == Some(&output));
    if here(&files.output).is_some_and(is_input) {
        return Err(wrong("this is an input too"));
    }
    Ok(format)
}

/// How the inputs become the output.
struct Plan {
    how: How,
    /// Each thread works on a part.
    is_quick: bool,
    /// All columns of the inputs.
    schema: SchemaRef,
    /// The one of positions.
    column: String,
    copied: Option<Copied>,
}

impl Plan {
    fn of(
        question: &Question,
        files: &Files,
        output: Format,
        read: &Arc<AtomicU64>,
    ) -> Result<Plan, Failure> {
        let Some(first) = files.inputs.first() else {
            return Err(Failure::Usage("expected an input".into()));
        };
        let format = Format::of(first)?;
        let (rows, is_quick) = rows(question);
        let (batch, positions) = (if is_quick { BATCH } else { rows }, files.positions);
        let mut how = How { format, rows, batch, positions, needed: None, read: read.clone() };
        let schema = Input::open(&files.inputs, how.clone())?.schema();
        let column = position_column(&schema, files, format)?;
        let mut asked = vec![column.clone()];
        if let Some(play) = &files.play {
            check_texts(&schema, &play.column, "--play")?;
            asked.push(play.column.clone());
            asked.dedup();
        }
        let copied = match (format.layout, output.layout) {
            (Layout::Parquet, Layout::Parquet) => {
                Copied::of(&files.inputs, files.only.then_some(column.as_str()))?
            }
            _ => None,
        };
        let json = Layout::JsonLines;
        let is_raw = (format.layout, output.layout) == (json, json) && !files.only;
        how.needed = (is_raw || copied.is_some()).then_some(asked);
        if copied.is_some() && rows == ROWS {
            how.rows = ANSWERS;
        }
        Ok(Plan { how, is_quick, schema, column, copied })
    }
}

/// What the work is: parts of other work are not gone on with.
fn manifest(question: &Question, files: &Files, column: &str, output: Format) -> Result<Value, Failure> {
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "parts": PARTS,
        "question": format!("{question:?}"),
        "options": {
            "column": column,
            "play": files.play.as_ref().map(|play| format!("{play:?}")),
            "positions": format!("{:?}", files.positions),
            "only": files.only,
            "prefix": files.prefix,
            "output": format!("{output:?}"),
        },
        "inputs": files.inputs.iter().map(|path| identity(path)).collect::<Result<Vec<_>, _>>()?,
    }))
}

/// The column of positions: the one that is named, or the only one that can be meant.
fn position_column(schema: &Schema, files: &Files, format: Format) -> Result<String, Failure> {
    let column = match (&files.column, format.layout) {
        (None, Layout::Text) => "position".to_owned(),
        (None, Layout::Pgn) => "fen".to_owned(),
        (Some(column), _) => column.clone(),
        (None, _) => {
            let usual = |name: &&String| ["fen", "epd", "position"].contains(&name.to_lowercase().as_str());
            let found: Vec<&String> =
                schema.fields().iter().map(|field| field.name()).filter(usual).collect();
            match found[..] {
                [only] => only.clone(),
                _ => {
                    let found = if found.is_empty() { "none" } else { "several" };
                    let message = format!(
                        "expected one column named fen, epd or position, found {found}: name one with --column ({})",
                        names(schema)
                    );
                    return Err(Failure::Usage(message));
                }
            }
        }
    };
    check_texts(schema, &column, "--column")?;
    Ok(column)
}

fn check_texts(schema: &Schema, name: &str, option: &str) -> Result<(), Failure> {
    let Ok(field) = schema.field_with_name(name) else {
        let message = format!("{option}: expected one of the columns {}, found '{name}'", names(schema));
        return Err(Failure::Usage(message));
    };
    if !Inquiry::is_of_texts(field.data_type()) {
        let message = format!("{option}: expected texts in the column '{name}', found {}", field.data_type());
        return Err(Failure::Usage(message));
    }
    Ok(())
}

fn names(schema: &Schema) -> String {
    schema.fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>().join(", ")
}

/// The columns of the output, without rows; an error if two have one name.
fn nothing(inquiry: &Inquiry, input: &Input, all: &Schema, format: Format) -> Result<Answered, Failure> {
    let lines = matches!(format.layout, Layout::Fields(_) | Layout::JsonLines).then(Vec::new);
    let columns = RecordBatch::new_empty(input.schema());
    let none = inquiry.answered(Rows { columns, faults: Vec::new(), lines, raw: None, ends: true })?;
    for field in none.answers.schema().fields() {
        let name = field.name();
        let clashes = if inquiry.only { *name == inquiry.column } else { all.field_with_name(name).is_ok() };
        if clashes {
            let message =
                format!("the input has a column '{name}' already: name those of answers with --prefix");
            return Err(Failure::Usage(message));
        }
    }
    Ok(none)
}

/// All that threads share.
struct Work {
    /// The number of the next block.
    input: Mutex<(usize, Input)>,
    inquiry: Inquiry,
    parts: Parts,
    output: Output,
    progress: Progress,
    stop: Arc<AtomicBool>,
    end: Mutex<(Tally, Option<Failure>)>,
}

impl Work {
    /// Does all of it; gives the number of blocks.
    fn run(&self, threads: usize) -> Result<(Tally, usize), Failure> {
        thread::scope(|scope| {
            let worker = || {
                if let Err(failure) = self.worker() {
                    self.end.lock().unwrap_or_else(PoisonError::into_inner).1.get_or_insert(failure);
                }
            };
            for _ in 1..threads {
                // Where a thread cannot be made, fewer do as well.
                let _ = thread::Builder::new().name("arbiter".into()).spawn_scoped(scope, worker);
            }
            worker();
        });
        self.progress.bar.finish_and_clear();
        let (tally, failure) = self.end.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if self.stop.load(Ordering::Relaxed) {
            let folder = self.parts.folder().display();
            let message = format!("interrupted: the same command goes on from what is in {folder}");
            return Err(Failure::Interrupted(message));
        }
        match failure {
            Some(failure) => Err(failure),
            None => Ok((tally, self.input.lock().unwrap_or_else(PoisonError::into_inner).0)),
        }
    }

    fn worker(&self) -> Result<(), Failure> {
        while let Some((number, block)) = self.next()? {
            let tally = match self.parts.done(number) {
                Some(tally) => tally,
                None => guarded(|| self.part(number, block))
                    .unwrap_or_else(|| Err(Failure::Work(format!("part {number}: {INTERNAL}"))))?,
            };
            self.progress.add(tally.rows);
            self.end.lock().unwrap_or_else(PoisonError::into_inner).0.add(&tally);
        }
        Ok(())
    }

    fn next(&self) -> Result<Option<(usize, Block)>, Failure> {
        let has_failed = || self.end.lock().unwrap_or_else(PoisonError::into_inner).1.is_some();
        if self.stop.load(Ordering::Relaxed) || has_failed() {
            return Ok(None);
        }
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(block) = input.1.next()? else { return Ok(None) };
        input.0 += 1;
        Ok(Some((input.0 - 1, block)))
    }

    fn part(&self, number: usize, block: Block) -> Result<Tally, Failure> {
        let answered = |rows: Result<Rows, Failure>| {
            let answered = self.inquiry.answered(rows?)?;
            // Searches that were stopped have no answer yet.
            if self.stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted("interrupted".into()));
            }
            Ok(answered)
        };
        let rows = block.batches().map(answered);
        self.parts.write(number, |file, path| self.output.part(rows, file, path))
    }
}

/// What a terminal shows.
struct Progress {
    bar: ProgressBar,
    rows: AtomicU64,
    /// Bytes read, where the number of rows is not known beforehand.
    read: Option<Arc<AtomicU64>>,
    started: Instant,
}

impl Progress {
    fn new(files: &Files, format: Format, read: Arc<AtomicU64>) -> Progress {
        let by_rows = format.layout == Layout::Parquet;
        let bytes = || files.inputs.iter().filter_map(|path| Some(fs::metadata(path).ok()?.len())).sum();
        let total = if by_rows { read::rows(&files.inputs).unwrap_or_default() } else { bytes() };
        // Drawn on standard error, and only if that is a terminal.
        let bar = ProgressBar::new(total);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent}%  {msg}  {eta} left") {
            bar.set_style(style);
        }
        read.store(0, Ordering::Relaxed);
        Progress { bar, rows: AtomicU64::new(0), read: (!by_rows).then_some(read), started: Instant::now() }
    }

    fn add(&self, rows: u64) {
        let rows = self.rows.fetch_add(rows, Ordering::Relaxed) + rows;
        let position = self.read.as_ref().map_or(rows, |read| read.load(Ordering::Relaxed));
        self.bar.set_position(position);
        let speed = rows as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
        self.bar.set_message(format!("{} rows, {}/s", HumanCount(rows), HumanCount(speed as u64)));
    }
}

/// Says what there is; the exit status.
fn told(tally: &Tally, time: Duration) -> Exit {
    let s = if tally.rows == 1 { "" } else { "s" };
    let mut parts = vec![format!("{} row{s}", tally.rows)];
    parts.extend(tally.verdicts.iter().map(|(verdict, rows)| format!("{rows} {verdict}")));
    if tally.errors > 0 {
        parts.push(format!("{} with errors", tally.errors));
    }
    parts.push(format!("{:.1} s", time.as_secs_f64()));
    say(&parts.join(", "));
    match () {
        () if tally.verdicts.contains_key("undecided") => Exit::Limit,
        () if tally.errors > 0 => Exit::Errors,
        () => Exit::Done,
    }
}
