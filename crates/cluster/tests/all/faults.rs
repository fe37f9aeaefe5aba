//! What can be wrong: a clear message, soon.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use crate::support::{Cluster, Folder};

/// An address at which nobody listens.
fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

#[test]
fn what_is_wrong_with_a_query_is_said_before_anybody_is_asked() {
    let folder = Folder::new();
    folder.positions("in", 1, 100, 100);
    folder.write("in.txt", "8/8/8/8/8/8/8/8 w");
    let nobody = nobody();
    for (query, table, expected) in [
        ("SELECT chess_stats(fen) FROM t", "t=in", "chess_stats"),
        ("SELECT chess_status(fem) FROM t", "t=in", "fem"),
        ("SELECT chess_status(fen, 3) FROM t", "t=in", "chess_status"),
        ("SELECT chess_status(id) FROM t", "t=in", "chess_status"),
        ("SELEC fen FROM t", "t=in", "SELEC"),
        ("SELECT fen FROM u", "t=in", "u"),
        ("DROP TABLE t", "t=in", "DDL not supported"),
        ("COPY t TO 'x.parquet'", "t=in", "DML not supported"),
        ("SELECT fen FROM t", "t=missing", "missing: No such file"),
        ("SELECT fen FROM t", "t=in.txt", "expected a name that ends with"),
    ] {
        for command in ["sql", "run"] {
            let arguments = [command, query, "--scheduler", &nobody, "-t", table, "-o", "out.csv"];
            let (code, said) = folder.run(&arguments);
            assert!((1..=2).contains(&code) && said.contains(expected), "{query}: {code} {said}");
            assert!(!said.contains(&nobody) && !folder.path("out.csv").exists(), "{query}: {said}");
        }
    }
    for (query, expected) in [
        ("SELECT count(*) FROM t", "AggregateExec"),
        ("SELECT fen FROM t ORDER BY fen", "SortExec"),
        ("SELECT fen FROM t LIMIT 3", "a limit"),
        ("SELECT a.fen FROM t a JOIN t b ON a.id = b.id", "JoinExec"),
        ("SELECT DISTINCT fen FROM t", "AggregateExec"),
        ("SELECT row_number() OVER () FROM t", "WindowAggExec"),
        ("SELECT fen FROM t UNION ALL SELECT fen FROM t", "UnionExec"),
        ("SELECT chess_status('8/8')", "PlaceholderRowExec"),
        ("SELECT fen FROM t WHERE random() < 0.5", "random() says something else"),
        ("SELECT now(), fen FROM t", "now() says something else"),
    ] {
        let (code, said) = folder.run(&["run", query, "--scheduler", &nobody, "-t", "t=in", "-o", "out"]);
        assert!(code == 2 && said.contains(expected), "{query}: {code} {said}");
        assert!(!folder.path("out").exists(), "{query}");
    }
}

#[test]
fn nobody_there_is_said_soon() {
    let folder = Folder::new();
    let quick = |arguments: &[&str], expected: &str| {
        let started = Instant::now();
        let (code, said) = folder.run(arguments);
        assert!(code == 1 && said.contains(expected), "{arguments:?}: {code} {said}");
        assert!(started.elapsed() < Duration::from_secs(20), "{arguments:?}: {:?}", started.elapsed());
    };
    let nobody = nobody();
    quick(&["sql", "SELECT 1", "--scheduler", &nobody], &format!("no scheduler at {nobody}: "));
    quick(
        &["executor", "--wait", "1s", "--scheduler", &nobody],
        &format!("no scheduler at {nobody} within 1s"),
    );

    // Something else listens there, or something that never answers.
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        let (mut stream, _) = other.accept().unwrap();
        let _ = stream.read(&mut [0; 1000]);
        stream.write_all(b"220 mail\r\n").unwrap();
    });
    quick(&["sql", "SELECT 1", "--scheduler", &address], "what listens there is something else");
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    quick(&["sql", "SELECT 1", "--scheduler", &address], "no answer within 8 s");

    let cluster = Cluster::start(&folder, 0);
    quick(
        &["sql", "SELECT 1", "--wait", "500ms", "--scheduler", &cluster.address],
        "has no executor, and none joined within 500ms",
    );
    let taken = &["executor", "--scheduler", &cluster.address, "--bind", &cluster.address];
    quick(taken, &format!("cannot listen on {}", cluster.address));
    quick(&["scheduler", "--bind", &cluster.address], &format!("cannot listen on {}", cluster.address));
    let (code, said) = folder.run(&["scheduler", "--bind", "0.0.0.0:0"]);
    assert!(code == 2 && said.contains("--advertise"), "{code} {said}");
    for (arguments, expected) in [
        (["executor", "--memory", "8"], "at least 16MiB"),
        (["executor", "--memory", "much"], "such as 512MiB or 2GiB"),
        (["scheduler", "--executor-timeout", "4s"], "from 5s to 1h"),
        (["scheduler", "--executor-timeout", "none"], "from 5s to 1h"),
        (["executor", "--wait", "soon"], "such as 500ms, 60s, 5m"),
    ] {
        let (code, said) = folder.run(&arguments);
        assert!(code == 2 && said.contains(expected), "{arguments:?}: {code} {said}");
    }
}

/// It takes long, but no row does.
const LONG: &str = "SELECT count(*) FROM t WHERE chess_mate_in(fen, 3) = 7";

#[test]
fn what_goes_wrong_on_the_way_is_said() {
    let folder = Folder::new();
    folder.positions("in", 4, 4_000, 4_000);
    let mut cluster = Cluster::with(&folder, 1, &["--executor-timeout", "6s"]);
    let address = cluster.address.clone();
    let ask = |query: &str, more: &[&str]| {
        let arguments = ["sql", query, "--scheduler", &address, "-t", "t=in", "--format", "csv", "-o", "out"];
        folder.run(&[&arguments[..], more].concat())
    };
    let (code, said) = ask("SELECT chess_legal(fen, 'sure') FROM t", &[]);
    assert!(code == 1 && said.contains("chess_legal: level: "), "{code} {said}");
    let (code, said) = ask(LONG, &["--time", "1s"]);
    assert!(code == 1 && said.contains("--time"), "{code} {said}");
    // The executor is not kept at work by what was given up.
    assert_eq!(ask("SELECT count(*) FROM t", &["--time", "10s"]), (0, String::new()));
    assert!(ask("SELECT count(*) FROM t", &[]).1.contains("exists already"));
    std::fs::remove_file(folder.path("out")).unwrap();

    // All executors are lost, then the scheduler.
    let lost = std::thread::scope(|scope| {
        let asked = scope.spawn(|| ask(LONG, &[]));
        std::thread::sleep(Duration::from_secs(1));
        cluster.executors[0].kill();
        asked.join().unwrap()
    });
    assert!(lost.0 == 1 && lost.1.contains("executor"), "{lost:?}");
    cluster.executors.clear();
    cluster.join(&folder);
    let lost = std::thread::scope(|scope| {
        let asked = scope.spawn(|| ask(LONG, &[]));
        std::thread::sleep(Duration::from_secs(1));
        cluster.scheduler.kill();
        asked.join().unwrap()
    });
    assert!(lost.0 == 1 && lost.1.contains("is gone"), "{lost:?}");
    assert!(!folder.path("out").exists());
}
