//! What can be wrong: one clear line, nothing half done.

use std::fs::{self, File};
use std::process::Stdio;

use crate::support::{Folder, MATE, ROWS, texts};

/// Runs what cannot work: the exit status, and what is said without who says it.
fn wrong(folder: &Folder, arguments: &[&str]) -> (i32, String) {
    let (code, out, error) = folder.run(arguments);
    assert_eq!(out, "", "{arguments:?}");
    let told = error.strip_prefix("arbiter: ").unwrap_or(&error).trim_end();
    assert_eq!(told.lines().count(), 1, "{error}");
    (code, told.to_owned())
}

#[test]
fn table_of_faults() {
    let folder = Folder::new();
    folder.parquet("p.parquet", ROWS);
    folder.write("cut.parquet", &fs::read(folder.path("p.parquet")).unwrap()[..200]);
    folder.write("empty.parquet", "");
    folder.write("p.txt", MATE);
    folder.write("bad.jsonl", "{\"fen\": \"x\"}\n{\"fen\n");
    fs::create_dir(folder.path("nothing")).unwrap();
    fs::create_dir(folder.path("two")).unwrap();
    folder.parquet("two/a.parquet", ROWS);
    folder.write("two/b.csv", "fen\n");
    for (query, told) in [
        ("SELECT * FROM 'none.parquet'", "none.parquet: No such file or directory"),
        ("SELECT * FROM 'no/such/folder'", "no/such/folder: No such file or directory"),
        ("SELECT * FROM 'no/*.parquet'", "no/*.parquet: no file has such a name"),
        ("SELECT * FROM none", "table 'none' not found"),
        ("SELECT * FROM none.parquet", "names of files stand in quotes: FROM 'none.parquet'"),
        ("SELECT * FROM './p.txt'", "./p.txt: expected a name that ends with .parquet, .csv"),
        ("SELECT * FROM './nothing'", "./nothing: expected a file, or a folder of files of one format"),
        ("SELECT * FROM './two'", "./two: expected files of one format, found ."),
        ("SELECT * FROM 'cut.parquet'", "cut.parquet: "),
        ("SELECT * FROM 'empty.parquet'", "empty.parquet: "),
        ("SELECT * FROM 'bad.jsonl'", "bad.jsonl: "),
        ("SELECT fenn FROM 'p.parquet'", "line 1, column 8: "),
        ("SELECT chess_status(number) FROM 'p.parquet'", "chess_status: fen: expected text, found Int32"),
        (
            "SELECT chess_legal(fen, 'best') FROM 'p.parquet'",
            "chess_legal: level: expected one of well-formed, ",
        ),
        ("SELECT chess_stat(fen) FROM 'p.parquet'", "chess_stat"),
        ("SELECT round(fen) FROM 'p.parquet'", "round"),
        ("SELEC 1", "Expected: an SQL statement, found: SELEC at Line: 1, Column: 1"),
        ("SELECT 1; SELECT 2", "a single SQL statement"),
        ("", "No SQL statements were provided"),
        ("CREATE TABLE t (a int)", "DDL"),
        ("COPY (SELECT 1) TO 'x.csv'", "DML"),
        (
            "SELECT chess_keys(fen, 1) AS k FROM 'p.parquet'",
            "the column k is a list, which CSV does not have",
        ),
        (
            "SELECT chess_reach(fen, 'static') AS r FROM 'p.parquet'",
            "the column r is a record, which CSV does not have",
        ),
    ] {
        let (code, found) = wrong(&folder, &[query]);
        assert!(code == 1 && found.contains(told), "{query}: {code} {found}");
        assert!(!found.contains("bug"), "{query}: {found}");
    }
}

#[test]
fn command_lines_that_make_no_sense() {
    let folder = Folder::new();
    for arguments in [
        &[][..],
        &["SELECT 1", "--file", "q.sql"],
        &["SELECT 1", "--list"],
        &["SELECT 1", "--format", "xml"],
        &["SELECT 1", "--table", "p"],
        &["SELECT 1", "--threads", "0"],
        &["SELECT 1", "--memory", "much"],
        &["SELECT 1", "--force"],
        &["SELECT 1", "--format", "parquet"],
        &["SELECT 1", "-o", "out.txt"],
        &["SELECT 1", "-o", "out.parquet.gz"],
        &["SELECT 1", "--format", "csv", "-o", "out.csv.bz2"],
        &["SELECT 1", "--table", "p=a.csv", "--table", "p=b.csv"],
    ] {
        let (code, out, error) = folder.run(arguments);
        assert!(code == 2 && out.is_empty() && !error.is_empty(), "{arguments:?}: {code} {error}");
    }
    let (code, told) = wrong(&folder, &["--file", "none.sql"]);
    assert!(code == 1 && told.starts_with("none.sql: No such file"), "{told}");
}

#[test]
fn outputs_that_cannot_be_written() {
    let folder = Folder::new();
    folder.parquet("p.parquet", vec![Some(MATE); 3000]);
    let query = "SELECT * FROM 'p.parquet'";
    let (code, told) = wrong(&folder, &[query, "-o", "no/out.csv"]);
    assert_eq!((code, told.as_str()), (1, "cannot write no/out.csv: No such file or directory (os error 2)"));
    fs::create_dir(folder.path("out.csv")).unwrap();
    assert_eq!(wrong(&folder, &[query, "-o", "out.csv"]), (1, "cannot write out.csv: it is a folder".into()));
    // What goes wrong on the way leaves nothing behind.
    let (code, _) = wrong(&folder, &["SELECT CAST(fen AS INT) AS n FROM 'p.parquet'", "-o", "n.csv"]);
    assert_eq!((code, folder.names()), (1, vec!["out.csv".to_owned(), "p.parquet".into()]));
}

/// `/dev/full` takes nothing, like a disk that is full.
#[cfg(target_os = "linux")]
#[test]
fn full_disk() {
    let folder = Folder::new();
    folder.parquet("p.parquet", vec![Some(MATE); 3000]);
    let full = "No space left on device (os error 28)";
    for format in ["csv", "tsv", "json", "jsonl", "table"] {
        let arguments = ["SELECT * FROM 'p.parquet'", "--format", format];
        let out = File::options().write(true).open("/dev/full").unwrap();
        let output = folder.command(&arguments).stdout(out).stderr(Stdio::piped()).output().unwrap();
        let told = format!("arbiter: cannot write standard output: {full}\n");
        assert_eq!(texts(output), (1, String::new(), told), "{format}");
    }
    for format in ["csv", "jsonl", "parquet"] {
        let arguments = ["SELECT * FROM 'p.parquet'", "--format", format, "-o", "/dev/full"];
        let expected = (1, format!("cannot write /dev/full: {full}"));
        assert_eq!(wrong(&folder, &arguments), expected, "{format}");
    }
}

/// Who may write everywhere cannot be shown a folder that is read-only.
#[cfg(target_os = "linux")]
#[test]
fn read_only_folder() {
    let folder = Folder::new();
    let (code, told) = wrong(&folder, &["SELECT 1", "-o", "/proc/self/out.csv"]);
    assert!(code == 1 && told.starts_with("cannot write /proc/self/out.csv: "), "{told}");
}
