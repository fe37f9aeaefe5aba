//! Jobs in pieces.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{Cluster, Folder};

const QUERY: &str = "SELECT id, fen, chess_status(fen) AS status, chess_legal(fen, 'static') AS legal FROM t \
                     WHERE chess_material(fen) <> 'KvK'";

/// The pieces that are there, without those in the making.
fn parts(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap());
    let named = entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path()));
    named
        .filter(|(name, _)| !name.starts_with('_'))
        .map(|(name, path)| (name, fs::read(path).unwrap()))
        .collect()
}

#[test]
fn what_was_killed_goes_on() {
    let folder = Folder::new();
    folder.positions("in", 3, 8_000, 1_000);
    let cluster = Cluster::start(&folder, 2);
    let run = |output: &'static str, pieces: &'static str| {
        ["run", QUERY, "--scheduler", &cluster.address, "-t", "t=in", "-o", output, "--pieces", pieces]
    };
    let started = Instant::now();
    let (code, said) = folder.run(&run("whole", "10"));
    assert_eq!(code, 0, "{said}");
    let time = started.elapsed();
    let expected = parts(&folder.path("whole"));
    assert_eq!(expected.len(), 10);
    assert_eq!(expected.keys().next().unwrap(), "part-00000.parquet");

    // All rows, each once, in their order: as a query of all together has them.
    let whole = "SELECT id, status, legal FROM t";
    for (from, query, output) in [
        ("t=whole", whole.to_owned(), "cut.csv"),
        ("t=in", format!("SELECT id, status, legal FROM ({QUERY}) AS t ORDER BY id"), "once.csv"),
    ] {
        let arguments = ["sql", &query, "--scheduler", &cluster.address, "-t", from, "-o", output];
        assert_eq!(folder.run(&arguments), (0, String::new()));
    }
    assert!(
        folder.text("cut.csv") == folder.text("once.csv"),
        "other rows, or another order, than in one query"
    );
    assert!(folder.text("once.csv").lines().count() > 20_000);

    let mut killed = 0;
    for round in 0..10 {
        let mut command = folder.command(&run("killed", "10"));
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        sleep(time.mul_f64(0.2 + 0.05 * f64::from(round)));
        killed += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        for (name, bytes) in parts(&folder.path("killed")) {
            assert!(expected.get(&name) == Some(&bytes), "{name} after round {round}");
        }
        if parts(&folder.path("killed")).len() == expected.len() {
            break;
        }
    }
    assert!(killed > 0, "no run was killed: they are too quick");
    assert_eq!(folder.run(&run("killed", "10")).0, 0);
    assert!(parts(&folder.path("killed")) == expected, "other bytes than without a kill");
    let (code, said) = folder.run(&run("killed", "10"));
    assert_eq!((code, said.as_str()), (0, "arbiter: killed: all 10 pieces are there\n"));

    // SIGTERM: the client gives its jobs up and says what to do.
    let mut command = folder.command(&run("ended", "10"));
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    sleep(time.mul_f64(0.4).max(Duration::from_millis(300)));
    assert!(std::process::Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("the same command goes on"), "{said}");
    assert_eq!(folder.run(&run("ended", "10")).0, 0);
    assert!(parts(&folder.path("ended")) == expected, "other bytes than without a signal");
}

#[test]
fn other_jobs_are_refused() {
    let folder = Folder::new();
    folder.positions("in", 1, 400, 100);
    let cluster = Cluster::start(&folder, 1);
    let run = |query: &str, more: &[&str]| {
        let arguments = ["run", query, "--scheduler", &cluster.address, "-t", "t=in", "-o", "out"];
        folder.run(&[&arguments[..], more].concat())
    };
    assert_eq!(run("SELECT chess_status(fen) AS s FROM t", &["--pieces", "3"]).0, 0);
    assert_eq!(parts(&folder.path("out")).len(), 3);
    let (code, said) = run("SELECT chess_rules(fen) AS s FROM t", &["--pieces", "3"]);
    assert!(code == 1 && said.contains("of other work (query differ)"), "{code} {said}");
    let (code, said) = run("SELECT chess_status(fen) AS s FROM t", &["--pieces", "2"]);
    assert!(code == 1 && said.contains("of other work (pieces differ)"), "{code} {said}");
    folder.positions("in", 1, 399, 100);
    let (code, said) = run("SELECT chess_status(fen) AS s FROM t", &["--pieces", "3"]);
    assert!(code == 1 && said.contains("of other work (files"), "{code} {said}");
    assert_eq!(run("SELECT chess_rules(fen) AS s FROM t", &["--pieces", "2", "--restart"]).0, 0);
    assert_eq!(parts(&folder.path("out")).len(), 2);
    // Places of DataFusion have no such letters.
    folder.positions("a~b 100%", 1, 300, 100);
    let query = "SELECT chess_status(fen) AS s FROM t";
    let odd = ["run", query, "--scheduler", &cluster.address, "-t", "t=a~b 100%", "-o", "odd"];
    assert_eq!(folder.run(&odd).0, 0);
    assert_eq!(parts(&folder.path("odd")).len(), 3);
    // A folder of somebody else is left alone.
    fs::create_dir(folder.path("mine")).unwrap();
    fs::write(folder.path("mine/letter"), "dear").unwrap();
    let arguments = ["run", "SELECT fen FROM t", "--scheduler", &cluster.address, "-t", "t=in", "-o", "mine"];
    let (code, said) = folder.run(&arguments);
    assert!(code == 1 && said.contains("or an empty one"), "{code} {said}");
}
