//! Rows on standard output, and what is counted about them.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::AutoStream;
use chess_arbiter_answer::win::latex;
use chess_arbiter_answer::{Cells, Form, Layout, Report, RowsWriter};

use crate::exit::{Exit, Failure, say};
use crate::interrupt::Watched;
use crate::options::{Format, Shown, is_quiet};
use crate::progress::ProgressLine;

/// What is written about one input, or about several one after another.
#[derive(Debug, Default)]
pub(crate) struct Row {
    /// Ends with a line end.
    pub(crate) text: String,
    pub(crate) tally: Tally,
    /// A game for the file of games.
    pub(crate) game: Option<String>,
    /// The board, for a file of its own.
    pub(crate) picture: Option<String>,
    /// In place of a text, where rows depend on those before them.
    pub(crate) cells: Option<Cells>,
}

impl Row {
    /// Nothing, with room for as much again.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        *self = Row { text: std::mem::take(&mut self.text), ..Row::default() };
    }
}

/// Counts of rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) rows: u64,
    /// The input could not be read, or was refused.
    pub(crate) errors: u64,
    /// A limit left the question open.
    pub(crate) undecided: u64,
    /// A limit left the evidence unwritten that was asked for.
    pub(crate) unproved: u64,
    /// A limit left the winning line unwritten, which nobody need have asked for.
    pub(crate) lineless: u64,
}

impl Tally {
    /// Of an answer.
    pub(crate) fn answer(report: &Report) -> Tally {
        let found = [report.undecided, report.unproved(), report.lineless()];
        let [undecided, unproved, lineless] = found.map(u64::from);
        Tally { rows: 1, errors: 0, undecided, unproved, lineless }
    }

    /// Of an input that could not be read, or was refused.
    pub(crate) fn error() -> Tally {
        Tally { rows: 1, errors: 1, ..Tally::default() }
    }

    pub(crate) fn add(&mut self, other: Tally) {
        self.rows += other.rows;
        self.errors += other.errors;
        self.undecided += other.undecided;
        self.unproved += other.unproved;
        self.lineless += other.lineless;
    }
}

/// Standard output.
pub(crate) struct RowWriter {
    out: Box<dyn Write + Send>,
    form: Form,
    tally: Tally,
    games: Option<Box<dyn Write + Send>>,
    /// The file of the first picture, and how many were written.
    pictures: Option<(PathBuf, u64)>,
    /// Shown where answers are.
    progress: Option<ProgressLine>,
    /// In [`Form::Rows`].
    rows: RowsWriter,
}

impl RowWriter {
    /// Standard output for rows of a form; colours reach terminals only.
    pub(crate) fn new(form: Form, layout: Layout) -> RowWriter {
        let out: Box<dyn Write + Send> = match form {
            Form::Person | Form::Rows => Box::new(BufWriter::new(Watched(AutoStream::auto(io::stdout())))),
            Form::Lines | Form::Json | Form::Certificates | Form::Pgn | Form::Latex => {
                Box::new(BufWriter::new(Watched(io::stdout())))
            }
        };
        // What does not fit on a line is cut short only where somebody looks at it.
        let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
        let rows = RowsWriter::new(layout, width.filter(|&width| layout == Layout::Table && width > 0));
        RowWriter { out, form, tally: Tally::default(), games: None, pictures: None, progress: None, rows }
    }

    /// With a file for the games of the rows.
    pub(crate) fn with_games(self, games: Option<Box<dyn Write + Send>>) -> RowWriter {
        RowWriter { games, ..self }
    }

    /// With pictures: the first goes to this file, others to files whose names have a number.
    pub(crate) fn with_pictures(self, first: Option<PathBuf>) -> RowWriter {
        RowWriter { pictures: first.map(|first| (first, 0)), ..self }
    }

    /// Keeps out of the way of what is shown meanwhile.
    pub(crate) fn beside(self, progress: Option<ProgressLine>) -> RowWriter {
        RowWriter { progress: progress.filter(|_| io::stdout().is_terminal()), ..self }
    }

    pub(crate) fn write(&mut self, row: &Row) -> io::Result<()> {
        let between = match self.form {
            Form::Person if self.tally.rows > 0 => "\n",
            Form::Latex if self.tally.rows == 0 => latex::HEAD,
            _ => "",
        };
        let written = row.cells.as_ref().map(|cells| self.rows.row(cells));
        let text = written.as_ref().unwrap_or(&row.text);
        let out = &mut self.out;
        let mut write = |at_once: bool| {
            out.write_all(between.as_bytes())?;
            out.write_all(text.as_bytes())?;
            if at_once { out.flush() } else { Ok(()) }
        };
        match &self.progress {
            Some(progress) => progress.aside(|| write(true))?,
            None => write(false)?,
        }
        if let (Some((first, count)), Some(picture)) = (&mut self.pictures, &row.picture) {
            *count += 1;
            let path = numbered(first, *count);
            let named =
                |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
            fs::write(&path, picture).map_err(named)?;
        }
        if let (Some(games), Some(game)) = (&mut self.games, &row.game) {
            games.write_all(game.as_bytes())?;
        }
        self.tally.add(row.tally);
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if let Some(games) = &mut self.games {
            games.flush()?;
        }
        self.out.flush()
    }

    /// Writes what stands after the last row.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        if self.form == Form::Latex && self.tally.rows > 0 {
            self.out.write_all(latex::FOOT.as_bytes())?;
        }
        if self.form == Form::Rows {
            self.out.write_all(self.rows.heading().as_bytes())?;
        }
        if self.form == Form::Rows && !is_quiet() {
            self.out.write_all(self.rows.end().as_bytes())?;
        }
        self.flush()
    }

    /// The exit status, and a summary on standard error if something went wrong. A `thing` is what a row
    /// is about, `errors` what it is with an error.
    pub(crate) fn finish(self, thing: &str, errors: &str, interrupted: &AtomicBool) -> Exit {
        let Tally { rows, errors: bad, undecided, unproved, lineless } = self.tally;
        let interrupted = interrupted.load(Ordering::Relaxed);
        let mut parts = Vec::new();
        if bad > 0 {
            parts.push(format!("{bad} {errors}"));
        }
        if undecided > 0 {
            parts.push(format!("{undecided} undecided"));
        }
        if unproved > 0 {
            parts.push(format!("{unproved} without the evidence asked for, by a limit"));
        }
        // After Ctrl-C that goes without saying.
        if lineless > 0 && !interrupted {
            parts.push(format!("{lineless} without the winning line, by a limit"));
        }
        if interrupted {
            parts.push("interrupted".into());
        }
        // Who asked for quiet has the exit status; a run that was cut short says so.
        if !parts.is_empty() && (!is_quiet() || interrupted) {
            let plural = if rows == 1 { "" } else { "s" };
            say(&format!("{rows} {thing}{plural}: {}", parts.join(", ")));
        }
        match () {
            () if interrupted => Exit::Interrupted,
            () if undecided + unproved + lineless > 0 => Exit::Limit,
            () if bad > 0 => Exit::Errors,
            () => Exit::Done,
        }
    }
}

/// `boards.svg`, `boards-2.svg`, ….
fn numbered(first: &Path, count: u64) -> PathBuf {
    if count == 1 {
        return first.into();
    }
    let mut name = first.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{count}"));
    if let Some(extension) = first.extension() {
        name.push(".");
        name.push(extension);
    }
    first.with_file_name(name)
}

/// The form that the options and the place of the output ask for. Of several positions a person gets a table.
///
/// # Errors
/// They ask for two.
pub(crate) fn form(
    shown: Shown,
    certificate: bool,
    is_single: impl FnOnce() -> bool,
) -> Result<(Form, Layout), Failure> {
    let Shown { json, explain, format, manner } = shown;
    manner.apply();
    let layout = match format {
        None | Some(Format::Table | Format::Json) => Layout::Table,
        Some(Format::Text) => Layout::Text,
        Some(Format::Csv) => Layout::Csv,
        Some(Format::Tsv) => Layout::Tsv,
        Some(Format::Markdown) => Layout::Markdown,
    };
    let json = json || format == Some(Format::Json);
    if certificate && (explain || (format.is_some() && !json)) {
        let option = if explain { "--explain" } else { "--format" };
        return Err(Failure::Usage(format!("{option} and --certificate cannot be used together")));
    }
    let form = if json {
        Form::Json
    } else if format.is_some() {
        Form::Rows
    } else if certificate {
        Form::Certificates
    } else if explain {
        Form::Person
    } else if io::stdout().is_terminal() {
        if is_single() { Form::Person } else { Form::Rows }
    } else {
        Form::Lines
    };
    Ok((form, layout))
}
