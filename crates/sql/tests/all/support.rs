//! Runs and rows.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Int32Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;

pub(crate) use crate::folder::{Folder, texts};

pub(crate) const MATE: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
pub(crate) const MATE_IN_ONE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
pub(crate) const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Rows of every kind.
pub(crate) const ROWS: [Option<&str>; 6] =
    [Some(MATE), Some(MATE_IN_ONE), None, Some("4k3/9/8 w"), Some(START), Some(MATE)];

impl Folder {
    /// Numbered positions as Parquet.
    pub(crate) fn parquet<'a>(&self, name: &str, fens: impl IntoIterator<Item = Option<&'a str>>) {
        let fens = StringArray::from_iter(fens);
        let numbers: Int32Array = (0..fens.len() as i32).map(Some).collect();
        let columns: [(&str, ArrayRef); 2] = [("fen", Arc::new(fens)), ("number", Arc::new(numbers))];
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        let file = fs::File::create(self.path(name)).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
    }

    /// Names of what is in the folder.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.path(""))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    /// The program in this folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.runs(env!("CARGO_BIN_EXE_arbiter-sql"));
        command.args(arguments);
        command
    }

    /// The exit status, and what is written to standard output and error.
    pub(crate) fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        texts(self.command(arguments).stdin(Stdio::null()).output().unwrap())
    }

    /// What is written where nothing is wrong.
    pub(crate) fn out(&self, arguments: &[&str]) -> String {
        let (code, out, error) = self.run(arguments);
        assert_eq!((code, error.as_str()), (0, ""), "{arguments:?}");
        out
    }

    /// The same, with a text as standard input.
    pub(crate) fn out_of(&self, input: &str, arguments: &[&str]) -> String {
        let mut command = self.command(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let (code, out, error) = texts(child.wait_with_output().unwrap());
        assert_eq!((code, error.as_str()), (0, ""), "{arguments:?}");
        out
    }
}
