//! The same rows with a cluster and without.

use std::path::Path;

use chess_arbiter_sql::register;
use datafusion::arrow::json::LineDelimitedWriter;
use datafusion::prelude::{ParquetReadOptions, SessionContext};

use crate::support::{Cluster, Folder, TASK, texts};

const QUERIES: &[&str] = &[
    "SELECT id, fen, chess_status(fen) AS status, chess_fen_error(fen) AS error, chess_material(fen) AS men, \
     chess_rules(fen) AS rules FROM t ORDER BY id",
    "SELECT chess_status(fen) AS status, chess_material(fen) AS men, count(*) AS n, min(id) AS first FROM t \
     GROUP BY 1, 2 ORDER BY 1, 2",
    "SELECT id, chess_legal(fen, 'static') AS legal, chess_reach(fen, 'static') AS reach, \
     chess_mate_in(fen, 1) AS mate, chess_keys(fen, 1) AS keys, chess_board(fen, 'e' || (1 + id % 8)) AS man \
     FROM t WHERE id % 40 = 10 OR id % 250 > 245 ORDER BY id",
    "SELECT id, chess_svg(fen) AS picture, chess_play(fen, 'e2e4 e7e5', 1) AS after FROM t WHERE id % 100 < 10 \
     ORDER BY id",
    "SELECT a.id, b.id AS other FROM t a JOIN t b ON chess_material(a.fen) = chess_material(b.fen) \
     AND a.id < b.id WHERE a.id % 97 = 0 AND b.id % 89 = 0 ORDER BY 1, 2",
    "SELECT chess_status('7k/6Q1/6K1/8/8/8/8/8 b') AS status, chess_mate_in('7k/8/6K1/8/8/8/8/R7 w', 3) AS mate",
    "SELECT id FROM t WHERE chess_status(fen) = 'no such status'",
];

/// What DataFusion says alone, as JSON lines.
fn alone(folder: &Path, query: &str) -> String {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let rows = runtime.block_on(async {
        let context = SessionContext::new();
        register(&context);
        let options = ParquetReadOptions::default();
        context.register_parquet("t", folder.to_str().unwrap(), options).await.unwrap();
        context.sql(query).await.unwrap().collect().await.unwrap()
    });
    let mut bytes = Vec::new();
    let mut writer = LineDelimitedWriter::new(&mut bytes);
    writer.write_batches(&rows.iter().collect::<Vec<_>>()).unwrap();
    writer.finish().unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_cluster_says_what_is_said_alone() {
    let folder = Folder::new();
    folder.positions("in", 5, 5_000, 1_000);
    let cluster = Cluster::start(&folder, 2);
    for (number, query) in QUERIES.iter().enumerate() {
        let output = format!("{number}.jsonl");
        let arguments = ["sql", query, "--scheduler", &cluster.address, "-t", "t=in", "-o", &output];
        assert_eq!(folder.run(&arguments), (0, String::new()), "{query}");
        let expected = alone(&folder.path("in"), query);
        assert!(folder.text(&output) == expected, "{query}");
        assert_eq!(expected.lines().count() > 0, number + 1 < QUERIES.len(), "{query}");
    }
    for executor in &cluster.executors {
        assert!(executor.said().matches(TASK).count() > 10, "one executor did all: {}", executor.said());
    }
}

#[test]
fn every_format_has_the_rows() {
    let folder = Folder::new();
    folder.positions("in", 1, 300, 100);
    let cluster = Cluster::start(&folder, 1);
    let query = "SELECT id, chess_status(fen) AS status FROM t ORDER BY id";
    let ask = |more: &[&str]| {
        let arguments = [&["sql", query, "--scheduler", &cluster.address][..], more].concat();
        let output = folder.command(&arguments).output().unwrap();
        assert!(output.status.success(), "{more:?}: {}", String::from_utf8(output.stderr).unwrap());
        String::from_utf8(output.stdout).unwrap()
    };
    ask(&["-t", "t=in", "-o", "all.parquet"]);
    // What is written is read again, by the cluster.
    let csv =
        ask(&["-t", "t=all.parquet", "--format", "csv"]
            .map(|x| if x == "t=all.parquet" { "t=in" } else { x }));
    assert!(csv.starts_with("id,status\n0,safe\n1,safe\n"), "{csv}");
    assert_eq!(csv.lines().count(), 301);
    ask(&["-t", "t=in", "-o", "all.csv"]);
    assert_eq!(folder.text("all.csv"), csv);
    ask(&["-t", "t=in", "-o", "all.tsv"]);
    assert_eq!(folder.text("all.tsv"), csv.replace(',', "\t"));
    let table = ask(&["-t", "t=in", "--format", "table"]);
    assert!(table.contains("| 299 | "), "{table}");
    // On no terminal rows are for programs.
    assert_eq!(ask(&["-t", "t=in"]), csv);
    // A table has a thousand rows, however many there are.
    let many = "SELECT a.id FROM t a CROSS JOIN t b";
    let arguments = ["sql", many, "--scheduler", &cluster.address, "-t", "t=in", "--format", "table"];
    let (code, out, said) = texts(folder.command(&arguments).output().unwrap());
    assert_eq!((code, out.lines().count()), (0, 1004));
    assert!(said.contains("only the first 1000 rows"), "{said}");
    let count = |path: &str| {
        let query = "SELECT count(*) AS n, sum(id) AS sum, count(status) AS said FROM t";
        let arguments =
            ["sql", query, "--scheduler", &cluster.address, "-t", &format!("t={path}"), "--format", "csv"];
        String::from_utf8(folder.command(&arguments).output().unwrap().stdout).unwrap()
    };
    // Texts that are no position, and nulls.
    let expected = "n,sum,said\n300,44850,296\n";
    for path in ["all.parquet", "all.csv", "all.tsv"] {
        assert_eq!(count(path), expected, "{path}");
    }
    // What is packed is written, but not read.
    ask(&["-t", "t=in", "-o", "all.csv.gz"]);
    let of_it = "SELECT 1 FROM t WHERE 2 IN (SELECT id FROM u)";
    let arguments = ["sql", of_it, "--scheduler", &cluster.address, "-t", "t=in", "-t", "u=all.csv.gz"];
    let (code, said) = folder.run(&arguments);
    assert!(code == 2 && said.contains("u: executors read no packed tables"), "{code} {said}");
}
