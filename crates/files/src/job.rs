//! The work: blocks are taken in turn, answered and written as parts by several threads, and put together.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use chess_arbiter::reach::Level;
use chess_arbiter_answer::{INTERNAL, Question, guarded};
use chess_arbiter_companion::{Exit, Failure, flag, say};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde_json::json;

use crate::answer::{Inquiry, Tally};
use crate::format::{Format, Layout};
use crate::options::Files;
use crate::parts::{Found, Parts, identity};
use crate::read::{self, Block, How, Input, Rows};

/// Rows of a block: where answers take nanoseconds as many as a row group has elsewhere; where they take
/// minutes so few that little is lost, and all threads work on one block.
const fn rows(question: &Question) -> (usize, bool) {
    match question {
        Question::Status(_) | Question::Rules(_) => (1 << 17, true),
        Question::Legality(legality) if (legality.level as u8) <= Level::Static as u8 => (1 << 14, true),
        _ => (1 << 10, false),
    }
}

/// Asks the question of the files and writes the output.
pub(crate) fn run(question: Question, files: &Files) -> Result<Exit, Failure> {
    let started = Instant::now();
    let format = Format::of(&files.output)?;
    if format.layout == Layout::Pgn {
        return Err(Failure::Usage(format!("{}: games are read, not written", files.output.display())));
    }
    let Some(first) = files.inputs.first() else { return Err(Failure::Usage("expected an input".into())) };
    let here = |path: &PathBuf| fs::canonicalize(path).ok();
    if here(&files.output)
        .is_some_and(|output| files.inputs.iter().any(|input| here(input) == Some(output.clone())))
    {
        return Err(Failure::Usage(format!("{}: this is an input too", files.output.display())));
    }
    let (block, is_quick) = rows(&question);
    let input_format = Format::of(first)?;
    let read = Arc::new(AtomicU64::new(0));
    let mut how =
        How { format: input_format, rows: block, positions: files.positions, raw: None, read: read.clone() };
    let all = Input::open(&files.inputs, how.clone())?.schema();
    let column = position_column(&all, files, input_format)?;
    let mut wanted = vec![column.clone()];
    if let Some(play) = &files.play {
        check_texts(&all, &play.column, "--play")?;
        wanted.push(play.column.clone());
        wanted.dedup();
    }
    let json = Layout::JsonLines;
    let raw = (input_format.layout, format.layout) == (json, json) && !files.only;
    how.raw = raw.then_some(wanted);
    let threads = files.threads();
    let stop = flag();
    let manifest = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "question": format!("{question:?}"),
        "options": {
            "column": column,
            "play": files.play.as_ref().map(|play| format!("{play:?}")),
            "positions": format!("{:?}", files.positions),
            "only": files.only,
            "prefix": files.prefix,
            "output": format!("{format:?}"),
        },
        "inputs": files.inputs.iter().map(|path| identity(path)).collect::<Result<Vec<_>, _>>()?,
    });
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
    let none = nothing(&inquiry, &input, &all, input_format)?;
    let parts = match Parts::open(&files.output, &manifest, files.force, files.restart)? {
        Found::Parts(parts) => parts,
        Found::Done => {
            say(&format!("{}: this was done already", files.output.display()));
            return Ok(Exit::Done);
        }
    };
    let progress = Progress::new(files, input_format, read);
    let work =
        Work { input: Mutex::new((0, input)), inquiry, parts, format, progress, stop, end: Mutex::default() };
    let (tally, blocks) = work.run(if is_quick { threads } else { 1 })?;
    work.parts.finish(blocks, |parts, file, path| format.assemble(&none, parts, file, path))?;
    Ok(told(&tally, started.elapsed()))
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
fn nothing(inquiry: &Inquiry, input: &Input, all: &Schema, format: Format) -> Result<RecordBatch, Failure> {
    let lines = matches!(format.layout, Layout::Fields(_) | Layout::JsonLines).then(Vec::new);
    let columns = RecordBatch::new_empty(input.schema());
    let none = inquiry.answered(Rows { columns, faults: Vec::new(), lines, raw: None })?;
    for field in none.answers.schema().fields() {
        let name = field.name();
        let clashes = if inquiry.only { *name == inquiry.column } else { all.field_with_name(name).is_ok() };
        if clashes {
            let message =
                format!("the input has a column '{name}' already: name those of answers with --prefix");
            return Err(Failure::Usage(message));
        }
    }
    none.whole()
}

/// All that threads share.
struct Work {
    /// The number of the next block.
    input: Mutex<(usize, Input)>,
    inquiry: Inquiry,
    parts: Parts,
    format: Format,
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
        let answered = self.inquiry.answered(block.rows()?)?;
        // Searches that were stopped have no answer yet.
        if self.stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted("interrupted".into()));
        }
        self.parts.write(number, &answered.tally, |file, path| self.format.write(&answered, file, path))?;
        Ok(answered.tally)
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
