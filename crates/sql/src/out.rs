//! Rows as they are written: a table for people, or a format that programs read.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::RecordBatch;
use arrow_schema::{DataType, SchemaRef};
use chess_arbiter_companion::{Failure, Packed, Packing, say};
use clap::ValueEnum;
use tempfile::NamedTempFile;

use crate::rows::{MOST, Rows};

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// With lines around them, for people; the first thousand rows
    Table,
    /// With commas between, and a line of names
    Csv,
    /// With tabs between, and a line of names
    Tsv,
    /// A list of objects
    Json,
    /// An object a line
    Jsonl,
    /// Columns, for programs (only with --output)
    Parquet,
}

impl Form {
    /// By the end of a name that is not packed.
    fn of(name: &str) -> Option<Form> {
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension.to_ascii_lowercase().as_str() {
            "parquet" => Form::Parquet,
            "csv" => Form::Csv,
            "tsv" => Form::Tsv,
            "json" => Form::Json,
            "jsonl" | "ndjson" => Form::Jsonl,
            _ => return None,
        })
    }
}

/// Where rows go.
pub struct Out {
    form: Form,
    packing: Packing,
    place: Place,
    /// Nothing goes to a stream before the end.
    is_held: bool,
    rows: Option<Box<dyn Rows>>,
    /// What rows are written to until the end.
    part: Part,
    fault: Fault,
    /// There were more rows than a table shows.
    is_cut: bool,
}

enum Place {
    Standard,
    /// A device or a pipe: what is written has arrived.
    Stream(PathBuf),
    /// A file that has its name when it is complete.
    File {
        path: PathBuf,
        force: bool,
    },
    /// A file that somebody else gives its name.
    Given {
        path: PathBuf,
        file: File,
    },
}

/// What is there before the end.
enum Part {
    None,
    /// Beside the file that it becomes.
    Beside(NamedTempFile),
    /// For a stream.
    Held(File),
}

impl Out {
    fn new(form: Form, packing: Packing, place: Place) -> Out {
        let (rows, part, fault) = (None, Part::None, Fault::default());
        Out { form, packing, place, is_held: false, rows, part, fault, is_cut: false }
    }

    /// By what a command line says (`--format`, `--output`, `--force`), and the name of the file.
    ///
    /// # Errors
    /// That makes no sense, or the file exists.
    pub fn of(format: Option<Form>, output: Option<&Path>, force: bool) -> Result<Out, Failure> {
        let Some(path) = output else {
            if force {
                return Err(Failure::Usage("--force: this is for --output".into()));
            }
            let usual = if io::stdout().is_terminal() { Form::Table } else { Form::Csv };
            return match format.unwrap_or(usual) {
                Form::Parquet => Err(Failure::Usage("--format parquet: this is for --output".into())),
                form => Ok(Out::new(form, Packing::None, Place::Standard)),
            };
        };
        let usage = |what: &str| Failure::Usage(format!("{}: {what}", path.display()));
        let known = "expected a name that ends with .parquet, .csv, .tsv, .json or .jsonl (all but Parquet perhaps \
                     with .gz or .zst), or --format";
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let (plain, packing) = Packing::of(&name);
        let form = format.or_else(|| Form::of(plain)).ok_or_else(|| usage(known))?;
        if form == Form::Parquet && packing != Packing::None {
            return Err(usage("Parquet is packed by itself: expected a name without .gz or .zst"));
        }
        if [".bz2", ".xz"].iter().any(|end| name.to_ascii_lowercase().ends_with(end)) {
            return Err(usage("expected .gz or .zst for what is packed"));
        }
        let place = match path.metadata() {
            Ok(metadata) if metadata.is_dir() => return Err(Failure::writing(path, "it is a folder")),
            Ok(metadata) if !metadata.is_file() => Place::Stream(path.into()),
            Ok(_) if !force => return Err(Failure::of(path, "exists already: --force replaces it")),
            _ => Place::File { path: path.into(), force },
        };
        Ok(Out::new(form, packing, place))
    }

    /// Into a file that somebody made; it is whole after [`finish`](Out::finish). The path is for messages.
    pub fn to(form: Form, file: File, path: &Path) -> Out {
        Out::new(form, Packing::None, Place::Given { path: path.into(), file })
    }

    /// Nothing is seen before the end, so that rows can be [forgotten](Out::forget).
    pub fn held(self) -> Out {
        Out { is_held: true, ..self }
    }

    /// Forgets all rows so far: they come again. Those of a stream must have been [held](Out::held).
    pub fn forget(&mut self) {
        // First: it may have bytes that are not written yet.
        self.rows = None;
        self.part = Part::None;
        self.fault = Fault::default();
        self.is_cut = false;
    }

    /// Opens the output, for rows of these columns.
    fn begin(&mut self, schema: &SchemaRef) -> Result<(), Failure> {
        if matches!(self.form, Form::Csv | Form::Tsv) {
            flat(schema)?;
        }
        let file: Box<dyn Write + Send> = match &mut self.place {
            Place::Standard | Place::Stream(_) if self.is_held => {
                let none = |error| Failure::Work(format!("no temporary file: {error}"));
                let held = tempfile::tempfile().map_err(none)?;
                let file = held.try_clone().map_err(none)?;
                self.part = Part::Held(held);
                Box::new(file)
            }
            Place::Standard => Box::new(io::stdout()),
            Place::Stream(path) => Box::new(stream(path)?),
            Place::File { path, .. } => {
                let (temporary, file) =
                    beside(path).map_err(|error| Failure::writing(path, without_path(&error)))?;
                self.part = Part::Beside(temporary);
                Box::new(file)
            }
            Place::Given { path, file } => {
                let emptied = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.try_clone());
                Box::new(emptied.map_err(|error| Failure::writing(path, error))?)
            }
        };
        let to = self.packing.writer(BufWriter::with_capacity(1 << 16, file));
        let to = to.map_err(|error| Failure::writing(self.path(), error))?;
        match self.form.rows(schema, Bytes { to, fault: self.fault.clone() }) {
            Ok(rows) => self.rows = Some(rows),
            Err(error) => self.stopped(&*error)?,
        }
        Ok(())
    }

    /// Writes rows; the first say which columns there are, even if there are none. False if no more are
    /// wanted.
    ///
    /// # Errors
    /// They cannot be written, or not in this format.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<bool, Failure> {
        if self.rows.is_none() {
            self.begin(&batch.schema())?;
        }
        let Some(rows) = &mut self.rows else { return Ok(false) };
        match rows.write(batch) {
            Ok(more) => {
                self.is_cut |= !more;
                Ok(more)
            }
            Err(error) => {
                self.rows = None;
                self.stopped(&*error).map(|()| false)
            }
        }
    }

    /// Ends the output, which has its name from now on.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        let Some(rows) = self.rows.take() else { return Ok(()) };
        if let Err(error) = rows.finish() {
            return self.stopped(&*error);
        }
        let written = match (&self.place, self.part) {
            (Place::File { path, force }, Part::Beside(part)) => part.as_file().sync_all().and_then(|()| {
                let named = if *force { part.persist(path) } else { part.persist_noclobber(path) };
                named.map(drop).map_err(|error| error.error)
            }),
            (Place::Standard, Part::Held(held)) => copied(held, io::stdout().lock()),
            (Place::Stream(path), Part::Held(held)) => copied(held, stream(path)?),
            _ => Ok(()),
        };
        written.map_err(|error| Failure::writing(path(&self.place), error))?;
        if self.is_cut {
            say(&format!("only the first {MOST} rows are shown: --format csv writes all"));
        }
        Ok(())
    }

    fn path(&self) -> &Path {
        path(&self.place)
    }

    /// What could not be written, and why. Who closed a pipe has seen enough.
    fn stopped(&self, error: &(dyn Error + 'static)) -> Result<(), Failure> {
        match self.fault.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(fault) if fault.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Some(fault) => Err(Failure::writing(self.path(), fault)),
            None => Err(Failure::writing(self.path(), error)),
        }
    }
}

/// As messages name it.
fn path(place: &Place) -> &Path {
    match place {
        Place::Standard => Path::new("standard output"),
        Place::Stream(path) | Place::File { path, .. } | Place::Given { path, .. } => path,
    }
}

fn stream(path: &Path) -> Result<File, Failure> {
    File::options().write(true).open(path).map_err(|error| Failure::writing(path, error))
}

/// Who reads no further has read enough.
fn copied(mut held: File, mut out: impl Write) -> io::Result<()> {
    let copied = held.rewind().and_then(|()| io::copy(&mut held, &mut out)).and_then(|_| out.flush());
    copied.or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// Fields between commas are no lists.
fn flat(schema: &SchemaRef) -> Result<(), Failure> {
    let Some(nested) = schema.fields().iter().find(|field| field.data_type().is_nested()) else {
        return Ok(());
    };
    let (name, what, instead) = match nested.data_type() {
        DataType::Struct(_) => (nested.name(), "a record", "choose members such as column['verdict']"),
        _ => (nested.name(), "a list", "array_to_string(column, ' ')"),
    };
    Err(Failure::Work(format!(
        "the column {name} is {what}, which CSV does not have: --format jsonl, or {instead}"
    )))
}

/// A file without its name yet, in the folder where it will have one, with the rights that any new file has.
fn beside(path: &Path) -> io::Result<(NamedTempFile, File)> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".arbiter-sql-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let part = builder.tempfile_in(folder)?;
    let file = part.reopen()?;
    Ok((part, file))
}

/// What the operating system says, without the temporary name.
fn without_path(error: &io::Error) -> String {
    let told = error.to_string();
    told.split_once(" at path ").map_or(told.as_str(), |(told, _)| told).to_owned()
}

/// What the operating system said last.
type Fault = Arc<Mutex<Option<io::Error>>>;

/// Bytes on their way, and what became of them: writers of formats wrap errors in their own.
pub(crate) struct Bytes {
    to: Packed<BufWriter<Box<dyn Write + Send>>>,
    fault: Fault,
}

impl Bytes {
    /// Writes all that is left.
    pub(crate) fn finish(self) -> io::Result<()> {
        let Bytes { to, fault } = self;
        noticed(&fault, to.finish().and_then(|mut to| to.flush()))
    }
}

fn noticed<T>(fault: &Fault, written: io::Result<T>) -> io::Result<T> {
    written.map_err(|error| {
        let kind = error.kind();
        *fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        kind.into()
    })
}

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes);
        noticed(&self.fault, written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.to.flush();
        noticed(&self.fault, flushed)
    }
}
