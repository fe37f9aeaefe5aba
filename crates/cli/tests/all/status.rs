//! `arbiter status`.

use crate::common;

use common::{file, run};
use serde_json::json;

const MATE: &str = "7k/6Q1/6K1/8/8/8/8/8 b - -";

#[test]
fn each_verdict_on_a_line() {
    let input = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1\n\
                 # a comment, then a blank line\n\n\
                 7k/8/6KQ/8/8/8/8/8 b\n\
                 7k/5Q2/6K1/8/8/8/8/8 b - - bm Kg8; id \"an EPD\";\n\
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n\
                 k.......\n........\n.K......\n........\n........\n........\n........\n......Q.\n";
    let ran = run(&["status"], input).with_code(0);
    assert_eq!(ran.lines(), ["checkmate", "check", "stalemate", "safe", "safe"]);
    assert_eq!(ran.err, "");
    assert_eq!(run(&["status", "-"], input).with_code(0).out, ran.out);
}

#[test]
fn arguments_are_positions_or_files_in_order() {
    let path = file("status_arguments.fen", "8/8/8/8/8/8/8/8 w\n7k/8/6KQ/8/8/8/8/8 b\n");
    let ran = run(&["status", MATE, path.to_str().unwrap(), "-", MATE], "4k3/8/8/8/8/8/8/4K3").with_code(1);
    assert_eq!(
        ran.lines(),
        [
            "checkmate",
            "error: line 1, column 1: white has no king; black has no king",
            "check",
            "safe",
            "checkmate"
        ]
    );
    assert_eq!(ran.err, "arbiter: 5 positions: 1 with errors\n");
}

#[test]
fn every_game() {
    let answer = |rules: &str, position: &str| {
        let ran = run(&["status", "--rules", rules, position], "").with_code(0);
        ran.out.trim_end().to_owned()
    };
    // Kings side by side are asked about in one game only.
    assert_eq!(answer("pawnless", "8/8/8/3kK3/8/8/8/8 w"), "check");
    assert_eq!(answer("simplified", "q3/4/4/3Q w"), "check");
    assert_eq!(answer("simplified", "q3/4/4/2Q1 w"), "safe");
    assert_eq!(answer("simplified-pawns", "q3/1P2/4/2Q1 w"), "safe");
    let ran = run(&["status", "8/8/8/3kK3/8/8/8/8 w"], "").with_code(1);
    assert!(ran.out.contains("black is not to move, yet its king on d5 is attacked from e5"), "{}", ran.out);
}

#[test]
fn errors_stand_in_place_and_name_their_place() {
    let input = "9/8/8/8/8/8/8/8 w\n\n7k/8/6KQ/8/8/8/8/8 b\n........\n........\n....x...\n";
    let ran = run(&["status"], input).with_code(1);
    let lines = ran.lines();
    assert_eq!(lines[0], "error: line 1, column 1: expected a piece letter or a digit 1-8, found '9'");
    assert_eq!(lines[1], "check");
    assert!(lines[2].starts_with("error: line 6, column 5: "), "{}", lines[2]);
    assert_eq!(lines.len(), 3);

    let ran = run(&["status", "no-such-file.fen", "", "/"], "").with_code(1);
    let lines = ran.lines();
    assert!(lines[0].starts_with("error: line 1, column 2: neither a file nor a position: "), "{}", lines[0]);
    assert_eq!(lines[1], "error: line 1, column 1: expected a position, found nothing");
    assert_eq!(lines[2], "error: line 1, column 1: this is a directory");
}

#[test]
fn bytes_that_are_no_text_cost_one_row() {
    let path = file("status_latin1.fen", "");
    std::fs::write(&path, b"7k/8/6KQ/8/8/8/8/8 b\nK\xF6nig\n7k/8/6KQ/8/8/8/8/8 b\n").unwrap();
    let ran = run(&["status", path.to_str().unwrap()], "").with_code(1);
    assert_eq!(ran.lines(), ["check", "error: line 2, column 2: not UTF-8 text: byte 0xf6", "check"]);
    let ran = run(&["status", "--json", path.to_str().unwrap()], "").with_code(1);
    assert_eq!(
        ran.json()[1],
        json!({"input": null, "error": {
            "file": path, "line": 2, "column": 2, "message": "not UTF-8 text: byte 0xf6"}})
    );
}

#[test]
fn nothing_in_nothing_out() {
    for input in ["", "\n\n", "# only a comment"] {
        let ran = run(&["status"], input).with_code(0);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", ""));
    }
}

/// Sources of every kind, one after another, are answered as each is by itself, with any number of threads.
#[test]
fn mixed_sources_keep_their_order() {
    let mut dice = common::Dice(3);
    let mut fens = |count| (0..count).map(|_| dice.position(8, "Kk", "QRBNPqrbnp", 12)).collect::<Vec<_>>();
    let drawn =
        "k.......\n........\n.K......\n........\n........\n........\n........\n......Q.\nblack to move\n";
    let (many, before, after) = (fens(20_000).join("\n"), fens(40).join("\n"), fens(9_000).join("\r\n"));
    let files = [
        ("mixed_unended.fen", many),
        ("mixed_drawn.fen", format!("{before}\n# a / b\n{drawn}\nx/8\n{after}\n{drawn}{before}")),
        ("mixed_empty.fen", String::new()),
        ("mixed_end.fen", format!("{after}\r\n")),
    ];
    let paths = files.map(|(name, text)| file(name, &text).to_str().unwrap().to_owned());
    let [unended, drawn_file, empty, end] = &paths;
    let stdin = format!("{before}\n9/8 w\n{after}");
    let sources: [&str; 11] =
        [unended, MATE, drawn_file, "missing.fen", "-", unended, empty, end, drawn, "9/8 w", "/"];
    for question in [&["status"][..], &["status", "--json"], &["reach", "--by", "rules"]] {
        let ask = |sources: &[&str], threads: &str| {
            let ran = run(&[question, &["--threads", threads], sources].concat(), &stdin);
            assert!(ran.code <= Some(1), "{question:?}: {}", ran.err);
            ran.out
        };
        let expected: String = sources.iter().map(|source| ask(&[source], "1")).collect();
        assert!(expected.lines().count() > 50_000, "{question:?}");
        for threads in ["1", "2", "5"] {
            assert!(ask(&sources, threads) == expected, "{question:?}, {threads} threads");
        }
    }
}

#[test]
fn json() {
    let input = format!("{MATE}\nx/8\n");
    let ran = run(&["status", "--json"], &input).with_code(1);
    assert_eq!(
        ran.json(),
        [
            json!({
                "input": MATE, "verdict": "checkmate",
                "reason": "Black is checkmated: the queen on g7 attacks the king on h8; Kh8xg7 and Kh8-h7 are \
                           refuted by the king on g6, Kh8-g8 by the queen on g7."
            }),
            json!({
                "input": "x/8",
                "error": {"line": 2, "column": 1, "message": "expected a piece letter or a digit 1-8, found 'x'"}
            }),
        ]
    );
    // The keys are in the order of the documentation.
    assert!(ran.out.starts_with("{\"input\":"), "{}", ran.out);
}

#[test]
fn a_diagram_is_given_back_as_it_was_drawn() {
    let drawn = "q...\n....\n....\n...Q\nblack to move";
    let ran = run(&["status", "--rules", "simplified", "--json"], drawn).with_code(0);
    assert_eq!(ran.json()[0]["input"], drawn);
    assert_eq!(ran.json()[0]["verdict"], "check");
}

#[test]
fn certificates() {
    let alone = run(&["status", "--certificate", MATE, "8/8"], "").with_code(1);
    let inside = run(&["status", "--certificate", "--json", MATE], "").with_code(0);
    assert_eq!(alone.json()[0], inside.json()[0]["certificate"]);
    assert_eq!(alone.json()[0]["claim"]["answer"], "checkmate");
    assert_eq!(alone.json()[1]["error"]["line"], 1);
}

#[test]
fn reasons() {
    let reason = |rules: &str, position: &str| {
        let ran = run(&["status", "--json", "--rules", rules, position], "").with_code(0);
        ran.json()[0]["reason"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        reason("standard", "7k/5Q2/6K1/8/8/8/8/8 b"),
        "Black is stalemated: nothing attacks the king on h8, but Kh8-g7 and Kh8-h7 are refuted by the king on \
         g6, Kh8-g8 by the queen on f7."
    );
    assert_eq!(
        reason("standard", "7k/8/6KQ/8/8/8/8/8 b"),
        "Black is in check: the queen on h6 attacks the king on h8; Kh8-g8 ends the attack."
    );
    let smothered = reason("pawnless", "K6k/7q/8/8/8/8/8/8 w");
    assert!(smothered.starts_with("White is safe: nothing attacks the king on a8, and Ka8-"), "{smothered}");
    let double = reason("standard", "4k3/8/5N2/8/8/8/4R3/4K3 b");
    assert!(
        double.starts_with(
            "Black is in check: the rook on e2 and the knight on f6 attack the king on e8; Ke8-"
        ),
        "{double}"
    );
}

#[test]
fn a_person_sees_a_board() {
    let ran =
        run(&["status", "--explain", "--rules", "simplified", "q2R/4/4/1n1Q w", "q3/4"], "").with_code(1);
    let board = "\
q2R/4/4/1n1Q w
  4 (q) .  .  R 
  3  .  .  .  . 
  2  .  .  .  . 
  1  .  n  . [Q]
     a  b  c  d 
White is in check: the queen on a4 attacks the queen on d1; ";
    assert!(ran.out.starts_with(board), "{}", ran.out);
    let pointed = "

error: line 1, column 5: neither a file nor a position: expected 4 rows separated by '/', found 2
  | q3/4
  |     ^
";
    assert!(ran.out.ends_with(pointed), "{}", ran.out);
    assert!(!ran.out.contains('\u{1b}'), "colours are for terminals");
}

#[test]
fn control_characters_do_not_reach_a_terminal() {
    let ran = run(&["status", "--explain"], "7k/8/6KQ/8/8/8/8/8 b - - id \"\u{1b}[2J\";\n\u{1b}]0;x\u{7}/\n")
        .with_code(1);
    assert!(!ran.out.contains(['\u{1b}', '\u{7}']), "{:?}", ran.out);
}

#[test]
fn threads_change_nothing_but_time() {
    let mut dice = common::Dice(7);
    let input: String = (0..5000).map(|_| dice.position(8, "Kk", "QRBNPqrbnp", 12) + "\n").collect();
    let one = run(&["status", "--json", "--threads", "1"], &input);
    let many = run(&["status", "--json", "--threads", "7"], &input);
    assert_eq!(one.json().len(), 5000);
    assert!(one.out == many.out);
    assert_eq!(one.code, many.code);
}
