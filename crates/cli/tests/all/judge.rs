//! `arbiter judge`: only that the command passes on what the library's judges say.

use crate::common;

use std::io::{BufRead, BufReader, Write};

use common::{run, start};

/// One game that White wins within 3 plies, one with a single ply.
const GAMES: &str = "2\n1 1 3\nQ A 1\nQ B 3\n1 1 1\nQ A 1\nQ A 4\n";

#[test]
fn each_program_answers() {
    let ran = run(&["judge", "simplified"], GAMES).with_code(0);
    assert_eq!(ran.lines().len(), 2);
    assert_eq!(ran.lines()[1], "YES");
    assert_eq!(run(&["judge", "simplified-pawns"], GAMES).with_code(0).out, ran.out);
    assert_eq!(
        run(&["judge", "unfinished"], "a6 b4 c8 a8\nh1 h2 h3 a8\n").with_code(0).out,
        "CHECKMATE\nOTHER\n"
    );
    let board = "♜♞♝♛♚♝♞♜\n♟♟♟♟♟♟♟♟\n........\n........\n........\n........\n♙♙♙♙♙♙♙♙\n♖♘♗♕♔♗♘♖\n";
    assert_eq!(run(&["judge", "reachable"], board).with_code(0).out, "True\n");
    // Lower case is White here.
    let data = "1\nw\nk......R\n........\n........\n........\n........\n........\n........\nK.......\n";
    assert_eq!(run(&["judge", "checkmate"], data).with_code(0).out, "WHITE IS CHECKED\n");
}

#[test]
fn malformed_input_is_told_after_the_answers_before_it() {
    let ran = run(&["judge", "unfinished"], "a6 b4 c8 a8\na6 b9 c8 a8\n").with_code(2);
    assert_eq!(ran.out, "CHECKMATE\n");
    assert!(ran.err.starts_with("arbiter: line 2, column 4: "), "{}", ran.err);
}

#[test]
fn limits_end_the_work() {
    // Neither side can win, and there are more plies than a thousand positions allow.
    let game = "1\n3 3 4001\nQ D 4\nN A 3\nB C 3\nQ A 2\nB D 1\nN D 3\n";
    let ran = run(&["judge", "simplified", "--nodes", "1000"], game).with_code(3);
    assert_eq!(ran.out, "");
    assert!(ran.err.starts_with("arbiter: game 1 has no answer: stopped by "), "{}", ran.err);
    run(&["judge", "simplified", "--time", "50ms"], game).with_code(3);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = start(&["judge", "unfinished"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    stdin.write_all(b"a6 b4 c8 a8\n").unwrap();
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert_eq!(line, "CHECKMATE\n");
    drop(out);
    // It may be gone before it has read all of this.
    let _ = stdin.write_all(&b"a6 b4 c8 a8\n".repeat(100_000));
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[cfg(unix)]
#[test]
fn ctrl_c() {
    let mut child = start(&["judge", "unfinished"]);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    // Kept open: the end of the input would end the command.
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"a6 b4 c8 a8\n").unwrap();
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
