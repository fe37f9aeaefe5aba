//! Runs and rows.

use std::fs;
use std::process::Command;

pub(crate) use crate::folder::Folder;
use crate::folder::texts;

impl Folder {
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The program in this folder.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = self.runs(env!("CARGO_BIN_EXE_arbiter-files"));
        command.args(arguments.split_whitespace());
        command
    }

    /// The exit status and what is said.
    pub(crate) fn run(&self, arguments: &str) -> (i32, String) {
        let (code, _, said) = texts(self.command(arguments).output().unwrap());
        (code, said)
    }

    /// Runs what works, though rows may have errors.
    pub(crate) fn done(&self, arguments: &str) {
        let (code, said) = self.run(arguments);
        assert!(code <= 1 && said.contains(" row"), "{arguments}: {code} {said}");
    }
}

/// Records of a CSV file, the header first.
pub(crate) fn records(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// One column of a CSV file.
pub(crate) fn column(text: &str, name: &str) -> Vec<String> {
    let records = records(text);
    let place =
        records[0].iter().position(|found| found == name).unwrap_or_else(|| panic!("no column {name}"));
    records[1..].iter().map(|record| record[place].clone()).collect()
}

/// Positions of all kinds, and texts that are none.
pub(crate) fn fens(rows: usize) -> Vec<String> {
    let kinds = [
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "k7/2Q5/2K5/8/8/8/8/8 b - - 0 1",
        "4k3/8/8/8/8/8/8/4R2K b - - 3 9",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "9/8 w",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 20",
    ];
    (0..rows).map(|row| kinds[(row * 7 + row / 11) % kinds.len()].to_owned()).collect()
}

/// A table with rows of three columns.
pub(crate) fn table(rows: usize) -> String {
    let mut text = String::from("id,fen,note\n");
    for (row, fen) in fens(rows).iter().enumerate() {
        let note = ["plain", "\"a, \"\"quoted\"\" one\"", "\"two\nlines\"", ""][row % 4];
        text.push_str(&format!("{row},{fen},{note}\n"));
    }
    text
}
