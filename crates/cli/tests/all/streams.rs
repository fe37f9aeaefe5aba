//! Endless input, closed output, Ctrl-C.

use crate::common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Command;
use std::time::{Duration, Instant};

use common::{command, file, run, start};

const LINES: [&str; 4] = [
    "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
];
const ANSWERS: [&str; 4] = ["checkmate", "safe", "stalemate", "error: line "];

/// Peak memory of a running process in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn many_lines_in_little_memory_and_in_order() {
    const COUNT: usize = 200_000;
    for arguments in [&["status"][..], &["status", "--threads", "9"], &["status", "--json", "--certificate"]]
    {
        let mut child = start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let feeder = std::thread::spawn(move || {
            let block: String = LINES.iter().map(|line| format!("{line}\n")).collect::<String>().repeat(50);
            for _ in 0..COUNT / LINES.len() / 50 {
                stdin.write_all(block.as_bytes()).unwrap();
            }
            stdin
        });
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        for i in 0..COUNT {
            line.clear();
            out.read_line(&mut line).unwrap();
            let right = match ANSWERS[i % 4] {
                answer if line.starts_with('{') => {
                    let error = format!("\"error\":{{\"line\":{},", i + 1);
                    line.contains(&format!("\"verdict\":\"{answer}\"")) || line.contains(&error)
                }
                "error: line " => line.starts_with(&format!("error: line {}, column 1: ", i + 1)),
                answer => line.trim_end() == answer,
            };
            assert!(right, "{i}: {line}");
        }
        // Everything is answered though the input has not ended.
        #[cfg(target_os = "linux")]
        {
            let peak = peak_memory(child.id());
            assert!(peak < 48 * 1024, "{arguments:?}: {peak} KiB");
        }
        drop(feeder.join().unwrap());
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }
}

#[test]
fn a_line_without_end_is_refused_without_being_kept() {
    let input = format!("{}\n{}\n", "8/".repeat(20_000_000), LINES[0]);
    let ran = run(&["status"], &input).with_code(1);
    assert_eq!(ran.lines(), ["error: line 1, column 1: this line is longer than 65536 bytes", "checkmate"]);
}

#[test]
fn an_answer_does_not_wait_for_the_next_question() {
    for arguments in [
        &["status"][..],
        &["reach"],
        &["reach", "--by", "rules"],
        &["win", "--rules", "simplified", "--within", "3"],
    ] {
        let mut child = start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..3 {
            stdin.write_all(b"k7/8 w\n").unwrap();
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            assert!(line.starts_with("error: "), "{line}");
        }
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let path = file("streams_many.fen", &format!("{}\n", LINES[0]).repeat(500_000));
    for form in ["--explain", "--json"] {
        let mut child = command(&["status", form, path.to_str().unwrap()]).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert!(line.contains(LINES[0]), "{line}");
        drop(out);
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert_eq!(err, "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(&["status", LINES[0]]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("arbiter: cannot write: "));
}

#[cfg(unix)]
fn interrupt(pid: u32) {
    assert!(Command::new("kill").args(["-INT", &pid.to_string()]).status().unwrap().success());
}

/// Nobody can win, and a search does not end.
const ENDLESS: &str = "3Q/N1Bn/q3/3b w";

/// Starts a command, interrupts it some milliseconds after its first line: that line, the rows that follow,
/// and what it says in the end.
#[cfg(unix)]
fn interrupted(arguments: &[&str], after: u64) -> (String, Vec<serde_json::Value>, String) {
    let mut child = start(arguments);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let (mut first, mut rest, mut err) = (String::new(), String::new(), String::new());
    out.read_line(&mut first).unwrap();
    std::thread::sleep(Duration::from_millis(after));
    let asked = Instant::now();
    interrupt(child.id());
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    let rows: Vec<serde_json::Value> = rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 2, "{rest}");
    for row in &rows {
        assert_eq!((&row["verdict"], &row["limit"]), (&"undecided".into(), &"interrupt".into()));
    }
    (first, rows, err)
}

#[cfg(unix)]
#[test]
fn ctrl_c_reports_what_is_decided() {
    let arguments =
        ["win", "--rules", "simplified", "--shortest", "--time", "none", "--threads", "2", "--json"];
    let positions = ["rnq1/R3/1QN1/4 w", ENDLESS, ENDLESS, "rnq1/R3/1QN1/4 w", ENDLESS];
    let (first, rows, err) = interrupted(&[&arguments[..], &positions].concat(), 500);
    assert!(first.contains("\"verdict\":\"win\",\"plies\":3"), "{first}");
    assert!(rows.iter().all(|row| row["plies"].as_u64().unwrap() > 0));
    assert_eq!(err, "arbiter: 3 positions: 2 undecided, interrupted\n");
}

/// Nobody asked for the line of a win, so that it is missing after Ctrl-C is not worth a word.
#[cfg(unix)]
#[test]
fn ctrl_c_says_nothing_of_the_line() {
    // Mostly found within a second; that there is no shorter one takes longer.
    let mate = "4b1n1/1NK1B1p1/1p4P1/2PkpP1N/Pp2n2p/1P1pQ3/1r1p4/1q6 w";
    let said = [1, 2, 4, 8].into_iter().find_map(|seconds| {
        let mut child = start(&["win", "--mate", "8", "--time", "none", "--json", mate]);
        std::thread::sleep(Duration::from_secs(seconds));
        interrupt(child.id());
        let (mut out, mut err) = (String::new(), String::new());
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        child.wait().unwrap();
        out.contains("line_error").then_some(err)
    });
    assert_eq!(said.as_deref(), Some("arbiter: 1 position: interrupted\n"));
}

/// What fills the pipe waits for a reader who does not come.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_what_nobody_reads() {
    let path = file("streams_unread.fen", &format!("{}\n", LINES[0]).repeat(500_000));
    for arguments in [&["status", "--json"][..], &["status", "--explain"], &["status", "--format", "csv"]] {
        let mut child = start(&[arguments, &[path.to_str().unwrap()]].concat());
        std::thread::sleep(Duration::from_millis(700));
        assert_eq!(child.try_wait().unwrap(), None, "{arguments:?}");
        let asked = Instant::now();
        interrupt(child.id());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(asked.elapsed() < Duration::from_secs(10), "{arguments:?}: {:?}", asked.elapsed());
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_search_for_a_proof() {
    // A problem: no game leads to it, but nothing here proves that.
    let hard = "2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4R/2PP2P1/4P2P/n7 b - - 0 1";
    let arguments = ["reach", "--time", "none", "--threads", "2", "--json"];
    let (first, ..) = interrupted(&[&arguments[..], &[LINES[1], hard, hard, LINES[1], hard]].concat(), 300);
    assert!(first.contains("\"verdict\":\"legal\""), "{first}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_while_waiting_for_input() {
    for arguments in
        [&["status"][..], &["verify"], &["reach"], &["win", "--rules", "simplified", "--within", "3"]]
    {
        let mut child = start(arguments);
        let _open = child.stdin.take();
        // The command has to come as far as to mind the signal.
        std::thread::sleep(Duration::from_millis(500));
        interrupt(child.id());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments:?}");
    }
}
