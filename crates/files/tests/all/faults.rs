//! What cannot be done is told by file and by what was expected.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;

use crate::support::{Folder, column, table};

#[test]
fn a_table_of_faults() {
    let folder = Folder::new();
    folder.write("good.csv", table(5));
    folder.write("empty.csv", "");
    folder.write("empty.jsonl", "");
    folder.write("numbers.csv", "a,b\n1,2\n");
    folder.write("two.csv", "fen,position\n1,2\n");
    folder.write("twice.csv", "fen,fen\n1,2\n");
    folder.write("answered.csv", "fen,verdict\n1,2\n");
    folder.write("noise.parquet", "PAR1 but no more");
    folder.write("noise.csv.gz", "no gzip");
    folder.write("empty.parquet", "");
    std::fs::create_dir(folder.path("folder.csv")).unwrap();
    let columns: [(&str, ArrayRef); 2] = [
        ("fen", Arc::new(Int64Array::from(vec![1]))),
        ("other", Arc::new(StringArray::from(vec!["4k3/8/8/8/8/8/8/4K3 w - - 0 1"]))),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    folder.write("integers.parquet", &bytes);
    folder.write("cut.parquet", &bytes[..bytes.len() - 9]);
    for (arguments, code, said) in [
        ("missing.csv -o o.csv", 1, "missing.csv: No such file"),
        ("folder.csv -o o.csv", 1, "folder.csv: expected a file, found a folder"),
        ("empty.csv -o o.csv", 1, "empty.csv: expected a line with the names of columns, found nothing"),
        ("empty.jsonl -o o.csv", 1, "empty.jsonl: expected a JSON object a line, found none"),
        ("empty.parquet -o o.csv", 1, "empty.parquet: expected a whole Parquet file: "),
        ("noise.parquet -o o.csv", 1, "noise.parquet: expected a whole Parquet file: "),
        ("cut.parquet -o o.csv", 1, "cut.parquet: expected a whole Parquet file: "),
        ("noise.csv.gz -o o.csv", 1, "noise.csv.gz: line 1: cannot be read on: "),
        (
            "numbers.csv -o o.csv",
            2,
            "expected one column named fen, epd or position, found none: name one with --column (a, b)",
        ),
        ("two.csv -o o.csv", 2, "found several: name one with --column (fen, position)"),
        ("twice.csv -o o.csv", 1, "twice.csv: line 1: two columns have the name 'fen'"),
        (
            "good.csv -o o.csv --column fin",
            2,
            "--column: expected one of the columns id, fen, note, found 'fin'",
        ),
        (
            "good.csv -o o.csv --play moves",
            2,
            "--play: expected one of the columns id, fen, note, found 'moves'",
        ),
        ("good.csv -o o.csv --play note:x", 2, "expected COLUMN or COLUMN:N such as moves:1, found 'note:x'"),
        ("good.csv -o o.csv --positions 3", 2, "expected last, all or ply:N such as ply:20, found '3'"),
        ("integers.parquet -o o.csv", 2, "--column: expected texts in the column 'fen', found Int64"),
        (
            "answered.csv -o o.csv",
            2,
            "the input has a column 'verdict' already: name those of answers with --prefix",
        ),
        ("good.csv -o good.csv --force", 2, "good.csv: this is an input too"),
        ("good.csv -o two.csv", 1, "two.csv: exists already: --force replaces it"),
        ("good.csv -o o.pgn", 2, "o.pgn: games are read, not written"),
        ("good.csv -o o.xlsx", 2, "o.xlsx: expected a name that ends with .parquet"),
        ("good.csv -o none/o.csv", 1, "cannot write none/o.csv: there is no folder none"),
        (
            "good.csv integers.parquet -o o.csv",
            2,
            "integers.parquet: several inputs must be of the same format",
        ),
        ("good.csv -o o.csv --certificate", 2, "--certificate: "),
    ] {
        let (found, text) = folder.run(&format!("status {arguments}"));
        assert!(found == code && text.contains(said), "{arguments}: {found}\n{text}");
        assert!(!folder.path("o.csv").exists(), "{arguments}");
    }
}

#[test]
fn bad_rows_are_rows() {
    let folder = Folder::new();
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let good = format!("{{\"fen\":\"{fen}\"}}");
    folder.write("in.jsonl", format!("{good}\r\n{{\"fen\":\n\n[1]\n{{\"fen\":7}}\n{{\"fen\":null}}\n{good}"));
    folder.done("status in.jsonl -o out.jsonl");
    let text = folder.text("out.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[0], format!("{{\"fen\":\"{fen}\",\"verdict\":\"safe\"}}"));
    assert!(
        lines[1].starts_with("{\"input\":\"{\\\"fen\\\":\",\"error\":\"expected a JSON object: "),
        "{text}"
    );
    assert!(lines[1].ends_with("\"error_line\":2}") && lines[2].ends_with("\"error_line\":4}"), "{text}");
    assert_eq!(lines[4], "{\"fen\":null}");
    folder.write(
        "in.csv",
        b"fen,x\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,\xff\n1,2,3\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,a\r\n".as_slice(),
    );
    folder.done("status in.csv -o out.csv");
    let errors = column(&folder.text("out.csv"), "error");
    assert_eq!(errors, ["field 2: expected UTF-8, found other bytes", "expected 2 fields, found 3", ""]);
}

/// Its row has an error, and those that follow their answers.
#[test]
fn a_row_that_is_too_long() {
    let folder = Folder::new();
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let json = format!("{{\"fen\":\"{fen}\"}}\n");
    let game = "[Event \"?\"]\n\n1. e4 e5 *\n";
    for (name, begin, end, line) in [
        // What follows a quotation mark that is never closed is rows again, one too long among them.
        ("in.csv", format!("fen\n{fen}\n\""), format!("\n{fen}\n{fen}\n"), "3"),
        ("in.txt", format!("{fen}\n"), format!("\n\n{fen}\n{fen}"), "2"),
        ("in.jsonl", format!("{json}{{\"fen\":\""), format!("\n{json}{json}"), "2"),
        ("in.pgn", format!("{game}[Event \"?\"]\n\n1. e4 {{"), format!("\n{game}{game}"), "4"),
    ] {
        for length in [(16 << 20) - 100, 17 << 20, 70 << 20] {
            folder.write(name, format!("{begin}{}{end}", "8".repeat(length)));
            folder.done(&format!("status {name} -o out.csv --force"));
            let text = folder.text("out.csv");
            let (verdicts, errors) = (column(&text, "verdict"), column(&text, "error"));
            if length < 16 << 20 && name == "in.pgn" {
                // All of it is a comment.
                assert_eq!(verdicts.len(), 2, "{name}");
                continue;
            }
            assert_eq!(verdicts, ["safe", "", "safe", "safe"], "{name} {length}");
            if length > 16 << 20 {
                assert!(errors[1].contains("expected a row of at most 16 MiB"), "{name}: {}", errors[1]);
                let place = if text.starts_with("fen") { "error_line" } else { "line" };
                assert_eq!(column(&text, place)[1], line, "{name}");
            }
        }
    }
}

/// Lines are counted on after one that was too long.
#[test]
fn faults_after_a_row_that_is_too_long_have_their_lines() {
    let folder = Folder::new();
    let long = "8".repeat(17 << 20);
    folder.write("in.csv", format!("fen\n\"a\nb\n{long}\n9/8 w\n\n{long}\n7/8 w\r\n\r\n\"\n\"\r\n6/8 w"));
    folder.done("status in.csv -o out.csv --only");
    // `"a` is never closed within 16 MiB, but `"\n"` is.
    assert_eq!(column(&folder.text("out.csv"), "error_line"), ["2", "3", "4", "5", "7", "8", "10", "12"]);
}

/// A wrong quotation mark costs its own row alone.
#[test]
fn wrong_quotation_marks() {
    let folder = Folder::new();
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (name, comma, end) in [("in.csv", ",", "\n"), ("in.tsv", "\t", "\r\n")] {
        let rows = |notes: &[&str]| {
            let row = |note: &&str| format!("{fen}{comma}{note}{end}");
            format!("fen{comma}note{end}{}", notes.iter().map(row).collect::<String>())
        };
        let faults = |notes: &[&str]| {
            folder.write(name, rows(notes));
            folder.done(&format!("status {name} -o out.csv --force"));
            let text = folder.text("out.csv");
            let found: Vec<Vec<String>> =
                ["note", "verdict", "error", "error_line"].map(|name| column(&text, name)).to_vec();
            (0..found[0].len()).map(|row| [0, 1, 2, 3].map(|n| found[n][row].clone())).collect::<Vec<_>>()
        };
        let right = |note: &str| [note, "safe", "", ""].map(str::to_owned);
        let never = "expected a closing quotation mark, found the end of the file";
        let wrong = |note: &str, error: &str, line: &str| [note, "", error, line].map(str::to_owned);
        assert_eq!(
            faults(&["a", "\"oops", "b", "c"]),
            [right("a"), wrong(&format!("oops{end}"), never, "3"), right("b"), right("c")]
        );
        let more = "expected the end of the field after its closing quotation mark, found more";
        assert_eq!(
            faults(&["\"oops", "b", "\"c\"", "\"a\"b", "6\" and \"7\""])[1..],
            [right("b"), right("c"), wrong("ab", more, "5"), right("6\" and \"7\"")]
        );
    }
}
