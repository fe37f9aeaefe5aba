//! Executors that are lost.

use std::time::{Duration, Instant};

use crate::support::{Cluster, Folder, TASK};

/// What a lost executor may cost.
const COST: Duration = Duration::from_secs(60);

#[test]
fn a_killed_executor_costs_no_row() {
    let folder = Folder::new();
    folder.positions("in", 12, 5_000, 5_000);
    let mut cluster = Cluster::start(&folder, 2);
    let query =
        "SELECT id, chess_status(fen) AS status, chess_legal(fen, 'static') AS legal FROM t ORDER BY id";
    let address = cluster.address.clone();
    let arguments = |output: &'static str| {
        ["sql", query, "--scheduler", &address, "-t", "t=in", "-o", output].map(str::to_owned)
    };
    let ask = |output| {
        let arguments = arguments(output);
        let arguments = arguments.each_ref().map(String::as_str);
        let started = Instant::now();
        assert_eq!(folder.run(&arguments).0, 0, "{output}");
        started.elapsed()
    };
    let usual = ask("usual.csv");
    let expected = folder.text("usual.csv");
    let ids = expected.lines().skip(1).map(|line| line.split(',').next().unwrap().parse::<usize>().unwrap());
    assert!(ids.eq(0..60_000), "rows are missing, or twice there");

    let killed = std::thread::scope(|scope| {
        let asked = scope.spawn(|| ask("killed.csv"));
        let lost = &mut cluster.executors[1];
        let before = lost.said().matches(TASK).count();
        // One task is done, whose rows only this executor has, and the next is begun.
        while lost.said().matches(TASK).count() == before {
            assert!(!asked.is_finished(), "the query was over before an executor could be killed");
            std::thread::sleep(Duration::from_millis(5));
        }
        lost.kill();
        asked.join().unwrap()
    });
    assert!(folder.text("killed.csv") == expected, "other rows than without a lost executor");
    println!("usual {usual:.1?}, with an executor killed {killed:.1?}");
    assert!(killed < usual * 2 + COST, "usual {usual:?}, with an executor killed {killed:?}");

    // One that says goodbye; another has come.
    cluster.join(&folder);
    let left = std::thread::scope(|scope| {
        let asked = scope.spawn(|| ask("left.csv"));
        let lost = &mut cluster.executors[0];
        let before = lost.said().matches(TASK).count();
        while lost.said().matches(TASK).count() == before {
            assert!(!asked.is_finished(), "the query was over before an executor could end");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(lost.terminate(), Some(0));
        asked.join().unwrap()
    });
    assert!(folder.text("left.csv") == expected, "other rows than without an executor that ended");
    println!("with an executor that ended {left:.1?}");
    assert!(left < usual * 2 + COST, "usual {usual:?}, with an executor that ended {left:?}");
}

#[test]
fn a_silent_executor_costs_no_row() {
    let folder = Folder::new();
    folder.positions("in", 6, 5_000, 5_000);
    let cluster = Cluster::start(&folder, 2);
    let query = "SELECT id, chess_legal(fen, 'static') AS legal FROM t ORDER BY id";
    let started = Instant::now();
    let (folder, cluster) = (&folder, &cluster);
    let asked = std::thread::scope(|scope| {
        let arguments = ["sql", query, "--scheduler", &cluster.address, "-t", "t=in", "-o", "out.csv"];
        let asked = scope.spawn(move || folder.run(&arguments));
        let silent = &cluster.executors[1];
        while !silent.said().contains("Execute task") {
            assert!(!asked.is_finished(), "the query was over before an executor could fall silent");
            std::thread::sleep(Duration::from_millis(1));
        }
        // As if its machine had lost its power: nobody is told, no connection is closed.
        silent.signal("STOP");
        asked.join().unwrap()
    });
    assert_eq!(asked.0, 0, "{}", asked.1);
    let time = started.elapsed();
    println!("with an executor that fell silent {time:.1?}");
    let text = folder.text("out.csv");
    let ids = text.lines().skip(1).map(|line| line.split(',').next().unwrap().parse::<usize>().unwrap());
    assert!(ids.eq(0..30_000), "rows are missing, or twice there");
    assert!(time < COST, "{time:?}");
}
