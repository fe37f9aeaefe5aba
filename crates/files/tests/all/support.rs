//! Folders, runs and rows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is removed with this.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("files-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    /// The program in this folder.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter-files"));
        command.current_dir(&self.0).args(arguments.split_whitespace());
        command
    }

    /// The exit status and what is said.
    pub(crate) fn run(&self, arguments: &str) -> (i32, String) {
        let Output { status, stderr, .. } = self.command(arguments).output().unwrap();
        (status.code().unwrap(), String::from_utf8(stderr).unwrap())
    }

    /// Runs what works, though rows may have errors.
    pub(crate) fn done(&self, arguments: &str) {
        let (code, said) = self.run(arguments);
        assert!(code <= 1 && said.contains(" row"), "{arguments}: {code} {said}");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
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
