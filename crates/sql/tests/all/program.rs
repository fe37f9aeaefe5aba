//! Files in, rows out.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Folder, MATE, MATE_IN_ONE, ROWS, STALEMATE, START, texts};

const COUNTS: &str =
    "SELECT chess_status(fen) AS status, count(*) AS n FROM 'p.parquet' GROUP BY 1 ORDER BY 2 DESC, 1";

#[test]
fn queries_come_from_everywhere() {
    let folder = Folder::new();
    folder.parquet("p.parquet", ROWS);
    let expected = "status,n\ncheckmate,2\nsafe,2\n,2\n";
    assert_eq!(folder.out(&[COUNTS]), expected);
    folder.write("q.sql", format!("-- how many\n{COUNTS};\n"));
    assert_eq!(folder.out(&["--file", "q.sql"]), expected);
    assert_eq!(folder.out_of(COUNTS, &["-"]), expected);
    let named = COUNTS.replace("'p.parquet'", "p");
    assert_eq!(
        folder.out(&["--table", "p=p.parquet", &named, "--threads", "1", "--memory", "100MiB"]),
        expected
    );
    // A name stands for what it was said to stand for.
    folder.parquet("other.parquet", [Some(MATE)]);
    let other = folder.out(&["--table", "p.parquet=other.parquet", "SELECT count(*) AS n FROM 'p.parquet'"]);
    assert_eq!(other, "n\n1\n");
}

#[test]
fn formats_of_tables() {
    let folder = Folder::new();
    let lines: Vec<String> = [MATE, STALEMATE].map(|fen| format!("{fen},x\n")).into();
    folder.write("a.csv", format!("fen,name\n{}", lines.concat()));
    folder.write("a.tsv", format!("fen\tname\n{MATE}\tx\n{STALEMATE}\ty\n"));
    folder.write("a.jsonl", format!("{{\"fen\": \"{MATE}\"}}\n{{\"fen\": \"{STALEMATE}\"}}\n"));
    for packed in ["a.csv.gz", "a.tsv.zst", "a.ndjson.zst", "a.json.gz", "a.csv.bz2", "a.csv.xz"] {
        let (plain, packing) = packed.rsplit_once('.').unwrap();
        let plain = folder
            .path(&plain.replace("ndjson", "jsonl").replace("json", "jsonl").replace("jsonll", "jsonl"));
        let program = match packing {
            "gz" => "gzip",
            "bz2" => "bzip2",
            "xz" => "xz",
            _ => "zstd",
        };
        // Other programs pack them.
        let Ok(output) =
            std::process::Command::new(program).arg("-c").arg(plain).stderr(Stdio::null()).output()
        else {
            continue;
        };
        fs::write(folder.path(packed), output.stdout).unwrap();
    }
    for name in folder.names() {
        let found = folder.out(&[&format!("SELECT chess_status(fen) AS s FROM '{name}' ORDER BY 1")]);
        assert_eq!(found, "s\ncheckmate\nstalemate\n", "{name}");
    }
    // Letters of patterns, and others that places of DataFusion have not, in names.
    let odd = Folder::new();
    for name in ["a[1].csv", "what? #1 100%~.csv", "one*.csv"] {
        odd.write(name, format!("fen\n{MATE}\n"));
        assert_eq!(
            odd.out(&[&format!("SELECT chess_status(fen) AS s FROM '{name}'")]),
            "s\ncheckmate\n",
            "{name}"
        );
    }
    fs::create_dir(odd.path("f[2]")).unwrap();
    odd.parquet("f[2]/1.parquet", [Some(MATE), None]);
    assert_eq!(odd.out(&["SELECT count(*) AS n FROM './f[2]'"]), "n\n2\n");
    // Many files are one table.
    let many = Folder::new();
    fs::create_dir(many.path("all")).unwrap();
    many.parquet("all/1.parquet", [Some(MATE)]);
    many.parquet("all/2.parquet", [Some(START)]);
    for name in ["all", "all/", "all/*.parquet"] {
        let found = many.out(&[
            &format!("SELECT chess_status(fen) AS s FROM '{name}' ORDER BY 1"),
            "--table",
            "x=all",
        ]);
        assert_eq!(found, "s\ncheckmate\nsafe\n", "{name}");
    }
}

#[test]
fn formats_of_rows() {
    let folder = Folder::new();
    folder.parquet("p.parquet", [Some(MATE_IN_ONE), None]);
    let query = "SELECT number, chess_material(fen) AS men FROM 'p.parquet' ORDER BY 1";
    let out = |format: &str| folder.out(&[query, "--format", format]);
    assert_eq!(out("csv"), "number,men\n0,KRvK\n1,\n");
    assert_eq!(out("tsv"), "number\tmen\n0\tKRvK\n1\t\n");
    assert_eq!(out("jsonl"), "{\"number\":0,\"men\":\"KRvK\"}\n{\"number\":1}\n");
    assert_eq!(out("json"), "[{\"number\":0,\"men\":\"KRvK\"},{\"number\":1}]\n");
    let table = "\
+--------+------+
| number | men  |
+--------+------+
| 0      | KRvK |
| 1      |      |
+--------+------+
";
    assert_eq!(out("table"), table);
    let none = "SELECT fen FROM 'p.parquet' WHERE number > 7";
    let empty = |format: &str| folder.out(&[none, "--format", format]);
    assert_eq!([empty("csv"), empty("jsonl"), empty("json")], ["fen\n", "", "[]\n"]);
    assert!(empty("table").contains("| fen |"));
    let keys =
        folder.out(&["SELECT chess_keys(fen, 1) AS keys FROM 'p.parquet' LIMIT 1", "--format", "jsonl"]);
    assert_eq!(keys, "{\"keys\":[\"a1a8\"]}\n");
    // A table has a thousand rows, and says so.
    folder.parquet("many.parquet", vec![Some(MATE); 1001]);
    let (code, out, error) = folder.run(&["SELECT number FROM 'many.parquet'", "--format", "table"]);
    assert_eq!((code, out.lines().count()), (0, 1004));
    assert!(error.contains("only the first 1000 rows"), "{error}");
}

#[test]
fn outputs() {
    let folder = Folder::new();
    folder.parquet("p.parquet", ROWS);
    let query = "SELECT number, chess_status(fen) AS status, chess_keys(fen, 1) AS keys, chess_reach(fen, 'static') AS r \
                 FROM 'p.parquet' ORDER BY number";
    for name in ["out.parquet", "out.jsonl", "out.json"] {
        assert_eq!(folder.out(&[query, "-o", name]), "");
    }
    let direct = folder.out(&[query, "--format", "jsonl"]);
    assert_eq!(folder.text("out.jsonl"), direct);
    let again = folder.out(&["SELECT * FROM 'out.parquet' ORDER BY number", "--format", "jsonl"]);
    assert_eq!(again, direct);
    let some = "SELECT number, chess_status(fen) AS status FROM 'p.parquet' ORDER BY 1";
    folder.out(&[some, "-o", "out.csv"]);
    folder.out(&[some, "-o", "out.tsv"]);
    assert_eq!(folder.text("out.csv"), folder.out(&[some, "--format", "csv"]));
    assert_eq!(folder.text("out.csv").replace(',', "\t"), folder.text("out.tsv"));
    // Packed texts, as the name says.
    for packed in ["out.csv.gz", "out.tsv.zst", "out.jsonl.zst", "out.json.gz"] {
        let plain = packed.rsplit_once('.').unwrap().0;
        folder.out(&[some, "-o", packed]);
        let size = |name| fs::metadata(folder.path(name)).unwrap().len();
        assert!(size(packed) != size(plain), "{packed}");
        if packed != "out.json.gz" {
            let again = format!("SELECT number, status FROM '{packed}' ORDER BY 1");
            assert_eq!(folder.out(&[&again]), folder.text("out.csv"), "{packed}");
        }
        fs::remove_file(folder.path(packed)).unwrap();
    }
    // What exists stays, unless it may be replaced: even by what is made of it.
    let (code, _, error) = folder.run(&["SELECT 1", "-o", "p.parquet"]);
    assert_eq!((code, error.as_str()), (1, "arbiter: p.parquet: exists already: --force replaces it\n"));
    folder.out(&[
        "SELECT fen FROM 'p.parquet' WHERE chess_status(fen) = 'safe'",
        "-o",
        "p.parquet",
        "--force",
    ]);
    assert_eq!(folder.out(&["SELECT count(*) AS n FROM 'p.parquet'"]), "n\n2\n");
    let names = ["out.csv", "out.json", "out.jsonl", "out.parquet", "out.tsv", "p.parquet"];
    assert_eq!(folder.names(), names);
}

#[test]
fn what_there_is() {
    let folder = Folder::new();
    let list = folder.out(&["--list"]);
    for function in chess_arbiter_columns::functions::FUNCTIONS {
        assert!(
            list.contains(&format!("{function} -> {}\n    {}\n", function.result, function.about)),
            "{function}"
        );
    }
    let help = folder.out(&["--help"]);
    assert!(help.contains("arbiter-sql --list") && help.contains("Exit status: 0 done"), "{help}");
}

/// What does not fit into memory goes on in files, and says the same.
#[test]
fn sorts_that_spill() {
    let folder = Folder::new();
    let query = "SELECT value % 7919 AS a, repeat('x', 40) || value AS b FROM generate_series(1, 300000) AS t(value) \
                 ORDER BY a, b";
    let sorted = |memory: &str, output: &str| {
        folder.out(&[query, "--memory", memory, "--threads", "2", "-o", output]);
        folder.text(output)
    };
    let roomy = sorted("2GiB", "roomy.csv");
    assert_eq!(roomy.lines().count(), 300_001);
    assert!(roomy == sorted("32MiB", "narrow.csv"), "other rows, or another order");
    let spills = |memory: &str| {
        let explained = format!("EXPLAIN ANALYZE {query}");
        let plan = folder.out(&[&explained, "--memory", memory, "--threads", "2", "--format", "jsonl"]);
        let count = plan.split("spill_count=").nth(1).unwrap_or_else(|| panic!("{plan}"));
        count.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u32>().unwrap()
    };
    assert_eq!(spills("2GiB"), 0);
    assert!(spills("32MiB") > 0);
    let (code, out, error) = folder.run(&[query, "--memory", "4MiB", "-o", "none.csv"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(error.starts_with("arbiter: the query needs more memory than --memory grants: "), "{error}");
    assert_eq!(folder.names(), ["narrow.csv", "roomy.csv"]);
}

/// Who reads no further ends the work, and that is no fault.
#[test]
fn a_pipe_that_is_closed() {
    let folder = Folder::new();
    folder.parquet("p.parquet", vec![Some(MATE); 5000]);
    let query = "SELECT a.number, b.fen FROM 'p.parquet' a CROSS JOIN 'p.parquet' b";
    let mut child = folder
        .command(&[query, "--format", "jsonl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(texts(child.wait_with_output().unwrap()), (0, String::new(), String::new()));
}

/// A question that would take minutes ends at once, and no half of an output is there.
#[cfg(unix)]
#[test]
fn ctrl_c() {
    let folder = Folder::new();
    folder.parquet("p.parquet", [Some(START)]);
    folder.parquet("many.parquet", vec![Some(MATE); 20_000]);
    let sums = "SELECT count(*) AS n FROM 'many.parquet' a CROSS JOIN 'many.parquet' b WHERE a.number + b.number < 0";
    for query in ["SELECT chess_mate_in(fen, 9) AS n FROM 'p.parquet'", sums] {
        let child = folder.command(&[query, "-o", "out.csv"]).stderr(Stdio::piped()).spawn().unwrap();
        thread::sleep(Duration::from_millis(1500));
        let pressed = Instant::now();
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let (code, _, error) = texts(child.wait_with_output().unwrap());
        assert_eq!((code, error.as_str()), (130, "arbiter: interrupted\n"), "{query}");
        assert!(pressed.elapsed() < Duration::from_secs(5), "{:?}", pressed.elapsed());
        assert_eq!(folder.names(), ["many.parquet", "p.parquet"]);
    }
}
