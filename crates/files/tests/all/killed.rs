//! Killed at any moment, gone on with, the same bytes.

use std::thread::sleep;
use std::time::{Duration, Instant};

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;

use crate::support::{Folder, fens, table};

/// A file with many row groups, so that there are many parts.
fn parquet(folder: &Folder, name: &str, rows: usize, group: usize) {
    let column: ArrayRef = Arc::new(StringArray::from(fens(rows)));
    let batch = RecordBatch::try_from_iter([("fen", column)]).unwrap();
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(group)).build();
    let file = std::fs::File::create(folder.path(name)).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let folder = Folder::new();
    parquet(&folder, "in.parquet", 300_000, 45_000);
    folder.write("in.csv", table(20_000));
    for (from, to) in
        [("in.parquet", "parquet"), ("in.csv", "jsonl.zst"), ("in.csv", "csv.gz"), ("in.parquet", "txt")]
    {
        for threads in [1, 2, 5] {
            folder.done(&format!("status {from} -o {threads}.{to} --threads {threads}"));
        }
        assert_eq!(folder.read(&format!("1.{to}")), folder.read(&format!("2.{to}")), "{to}");
        assert_eq!(folder.read(&format!("1.{to}")), folder.read(&format!("5.{to}")), "{to}");
    }
}

#[test]
fn what_was_killed_goes_on() {
    // Ten parts, so that it is killed within them and between them.
    const ROWS: usize = 250_000;
    let folder = Folder::new();
    parquet(&folder, "in.parquet", ROWS, ROWS / 10);
    let started = Instant::now();
    folder.done("status in.parquet -o whole.parquet --threads 2");
    let time = started.elapsed();
    let expected = folder.read("whole.parquet");
    let mut seed = started.elapsed().as_nanos() as u64;
    let mut chance = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as f64 / f64::from(u32::MAX >> 1)
    };
    let (mut killed, mut round) = (0, 0);
    while killed < 20 {
        round += 1;
        assert!(round < 100, "only {killed} runs were killed: they are too quick");
        let output = format!("{round}.parquet");
        let command = format!("status in.parquet -o {output} --threads {}", 1 + round % 3);
        // Several times over, so that what goes on is killed as well.
        for _ in 0..3 {
            let mut child = folder.command(&command).stderr(std::process::Stdio::null()).spawn().unwrap();
            sleep(time.mul_f64(chance()).min(Duration::from_secs(5)));
            killed += u32::from(child.try_wait().unwrap().is_none());
            child.kill().unwrap();
            child.wait().unwrap();
            if folder.path(&output).exists() {
                assert_eq!(folder.read(&output), expected, "round {round}");
            }
        }
        let (code, said) = folder.run(&command);
        let is_there = said.contains("exists already") || said.contains("done already");
        assert!(is_there || said.contains(&format!("{ROWS} rows")), "{code} {said}");
        assert_eq!(folder.read(&output), expected, "round {round}");
        assert!(!folder.path(&format!("{output}.parts")).exists());
    }
}

#[test]
fn parts_of_other_work_are_refused() {
    let folder = Folder::new();
    parquet(&folder, "in.parquet", 2_000, 1_000);
    std::fs::create_dir(folder.path("out.parquet.parts")).unwrap();
    folder.write("out.parquet.parts/manifest.json", "{\"version\": \"0\"}");
    let (code, said) = folder.run("status in.parquet -o out.parquet");
    assert_eq!(code, 1);
    assert!(
        said.contains("--restart") && said.contains("(inputs, options, parts, question, version differ)"),
        "{said}"
    );
    folder.done("status in.parquet -o out.parquet --restart");
}

/// Stops a run when its parts are there and the output is not, as a folder in its place does.
fn unfinished(folder: &Folder) {
    parquet(folder, "in.parquet", 2_000, 1_000);
    std::fs::create_dir(folder.path("out.parquet")).unwrap();
    assert_eq!(folder.run("status in.parquet -o out.parquet --force").0, 1);
    std::fs::remove_dir(folder.path("out.parquet")).unwrap();
}

/// A part that is not as long as it was written is made again.
#[test]
fn parts_that_were_cut_are_made_again() {
    let folder = Folder::new();
    unfinished(&folder);
    let part = "out.parquet.parts/0000000000.part";
    let whole = folder.read(part);
    folder.write(part, &whole[..whole.len() - 100]);
    folder.done("status in.parquet -o out.parquet");
    folder.done("status in.parquet -o again.parquet");
    assert_eq!(folder.read("out.parquet"), folder.read("again.parquet"));
}

#[test]
fn parts_of_another_make_are_told() {
    let folder = Folder::new();
    unfinished(&folder);
    let manifest = folder.text("out.parquet.parts/manifest.json");
    let other = manifest.replace("\"parts\": ", "\"parts\": 1");
    assert_ne!(other, manifest);
    folder.write("out.parquet.parts/manifest.json", other);
    let (code, said) = folder.run("status in.parquet -o out.parquet");
    assert!(code == 1 && said.contains("(parts differ)"), "{code} {said}");
}

/// Killed when the new output was whole and the old one had its name.
#[test]
fn an_old_output_is_not_the_new_one() {
    let folder = Folder::new();
    unfinished(&folder);
    assert!(folder.path("out.parquet.parts/whole").exists());
    folder.write("out.parquet", "old");
    folder.done("status in.parquet -o out.parquet --force");
    folder.done("status in.parquet -o other.parquet");
    assert!(folder.read("out.parquet") == folder.read("other.parquet"));
}

/// A folder cannot be renamed over: the last step fails as on a full disk, and nothing is lost.
#[test]
fn what_cannot_be_finished_keeps_its_parts() {
    let folder = Folder::new();
    parquet(&folder, "in.parquet", 2_000, 1_000);
    std::fs::create_dir(folder.path("out.parquet")).unwrap();
    let (code, said) = folder.run("status in.parquet -o out.parquet --force");
    assert_eq!(code, 1);
    assert!(said.contains("cannot write out.parquet"), "{said}");
    std::fs::remove_dir(folder.path("out.parquet")).unwrap();
    folder.done("status in.parquet -o out.parquet");
}
