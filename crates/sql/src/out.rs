//! Rows as they are written: a table for people, or a format that programs read.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::RecordBatch;
use arrow_schema::{DataType, SchemaRef};
use chess_arbiter_companion::{Failure, say};
use clap::ValueEnum;
use tempfile::NamedTempFile;

use crate::options::Cli;
use crate::rows::{MOST, Rows};

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Form {
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
    fn of(path: &Path) -> Option<Form> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
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
pub(crate) struct Out {
    form: Form,
    place: Place,
    rows: Option<Box<dyn Rows>>,
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
        part: Option<NamedTempFile>,
    },
}

impl Out {
    /// By what the command line says, and the name of the file.
    pub(crate) fn of(cli: &Cli) -> Result<Out, Failure> {
        let out = |form, place| Out { form, place, rows: None, fault: Fault::default(), is_cut: false };
        let Some(path) = &cli.output else {
            if cli.force {
                return Err(Failure::Usage("--force: this is for --output".into()));
            }
            let usual = if io::stdout().is_terminal() { Form::Table } else { Form::Csv };
            return match cli.format.unwrap_or(usual) {
                Form::Parquet => Err(Failure::Usage("--format parquet: this is for --output".into())),
                form => Ok(out(form, Place::Standard)),
            };
        };
        let known = "expected a name that ends with .parquet, .csv, .tsv, .json or .jsonl, or --format";
        let form = cli.format.or_else(|| Form::of(path));
        let form = form.ok_or_else(|| Failure::Usage(format!("{}: {known}", path.display())))?;
        let place = match path.metadata() {
            Ok(metadata) if metadata.is_dir() => return Err(Failure::writing(path, "it is a folder")),
            Ok(metadata) if !metadata.is_file() => Place::Stream(path.clone()),
            Ok(_) if !cli.force => {
                return Err(Failure::Usage(format!("{} exists: --force replaces it", path.display())));
            }
            _ => Place::File { path: path.clone(), force: cli.force, part: None },
        };
        Ok(out(form, place))
    }

    /// Opens the output, for rows of these columns.
    fn begin(&mut self, schema: &SchemaRef) -> Result<(), Failure> {
        if matches!(self.form, Form::Csv | Form::Tsv) {
            flat(schema)?;
        }
        let file: Box<dyn Write + Send> = match &mut self.place {
            Place::Standard => Box::new(io::stdout()),
            Place::Stream(path) => {
                let opened = File::options().write(true).open(&*path);
                Box::new(opened.map_err(|error| Failure::writing(path, error))?)
            }
            Place::File { path, part, .. } => {
                let (temporary, file) =
                    beside(path).map_err(|error| Failure::writing(path, without_path(&error)))?;
                *part = Some(temporary);
                Box::new(file)
            }
        };
        let bytes = Bytes { to: BufWriter::with_capacity(1 << 16, file), fault: self.fault.clone() };
        match self.form.rows(schema, bytes) {
            Ok(rows) => self.rows = Some(rows),
            Err(error) => self.stopped(&*error)?,
        }
        Ok(())
    }

    /// Writes rows; the first say which columns there are. False if no more are wanted.
    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<bool, Failure> {
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
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let Some(rows) = self.rows.take() else { return Ok(()) };
        if let Err(error) = rows.finish() {
            return self.stopped(&*error);
        }
        if self.is_cut {
            say(&format!("only the first {MOST} rows are shown: --format csv writes all"));
        }
        let Place::File { path, force, part: Some(part) } = self.place else { return Ok(()) };
        let named = if force { part.persist(&path) } else { part.persist_noclobber(&path) };
        named.map(drop).map_err(|error| Failure::writing(&path, error.error))
    }

    /// What could not be written, and why. Who closed a pipe has seen enough.
    fn stopped(&self, error: &(dyn Error + 'static)) -> Result<(), Failure> {
        let path = match &self.place {
            Place::Standard => Path::new("standard output"),
            Place::Stream(path) | Place::File { path, .. } => path,
        };
        match self.fault.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(fault) if fault.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Some(fault) => Err(Failure::writing(path, fault)),
            None => Err(Failure::writing(path, error)),
        }
    }
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
    to: BufWriter<Box<dyn Write + Send>>,
    fault: Fault,
}

impl Bytes {
    fn noticed<T>(&self, written: io::Result<T>) -> io::Result<T> {
        written.map_err(|error| {
            let kind = error.kind();
            *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            kind.into()
        })
    }
}

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes);
        self.noticed(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.to.flush();
        self.noticed(flushed)
    }
}
