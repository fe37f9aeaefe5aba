//! `arbiter win` on boards of chess.

use crate::common;

use common::run;
use serde_json::{Value, json};

/// Mate in two, by one key; Stockfish once said that there is none.
const TWO: &str = "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1";
/// Mate in three, by one key.
const THREE: &str = "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w - -";
/// Nothing is forced.
const NONE: &str = "k7/7r/8/8/8/8/8/K6R b - -";

#[test]
fn lines() {
    let shortest = run(&["win", "--shortest", TWO, THREE], "").with_code(0);
    assert_eq!(shortest.lines(), ["win 3", "win 5"]);
    let within = run(&["win", "--mate", "2"], &format!("{TWO}\n{THREE}\n{NONE}\n")).with_code(0);
    assert_eq!(within.lines(), ["win 3", "no-win 3", "no-win 3"]);
    let keys = run(&["win", "--mate", "3", "--keys", THREE], "").with_code(0);
    assert_eq!(keys.lines(), ["win 5 keys a4a5"]);
    let pawnless =
        run(&["win", "--mate", "1", "--rules", "pawnless", "7k/8/6K1/8/8/8/8/R7 w"], "").with_code(0);
    assert_eq!(pawnless.lines(), ["win 1"]);
}

/// What is asked for beside the answer stands below it in a pipe too, and can be told from answers by its
/// indent.
#[test]
fn solutions_in_lines() {
    let tree = run(&["win", "--mate", "3", "--tree", THREE, NONE], "").with_code(0);
    let expected = [
        "win 5 keys a4a5",
        "  1. a5! threat:",
        "          2. axb6 (3. b7#, Nxc7#)",
        "              2... cxb6 3. Nc7#",
        "      1... Bxa5 2. Nc5 (3. Bb7#)",
        "no-win 5",
    ];
    assert_eq!(tree.lines(), expected);
    let tries = run(&["win", "--mate", "2", "--tries", TWO], "").with_code(0);
    let expected = [
        "win 3 keys c6d7",
        "  1. d4+?",
        "      but 1... Ke4!",
        "  1. Rf5+?",
        "      but 1... Kxe6!",
        "  1. Kd7!",
    ];
    assert_eq!(tries.lines(), expected);
    let block = "2brrb2/8/p7/7Q/1p1kpPp1/1P1pN1K1/3P4/8 w - - 0 1";
    let set_play = run(&["win", "--mate", "2", "--set-play", block], "").with_code(0);
    assert_eq!(set_play.lines()[1..3], ["  Set play:", "      1... Be6 2. Qe5#"]);
}

#[test]
fn json_with_solution() {
    let ran = run(&["win", "--mate", "2", "--keys", "--tries", "--set-play", "--tree", "--json", TWO], "");
    let answer = &ran.with_code(0).json()[0];
    assert_eq!(answer["plies"], 3);
    assert_eq!(answer["shortest"], true);
    assert_eq!(answer["keys"], json!(["c6d7"]));
    assert_eq!(
        answer["tries"],
        json!([{"move": "d3d4", "refutations": ["e5e4"]}, {"move": "f7f5", "refutations": ["e5e6"]}])
    );
    assert_eq!(answer["line"].as_array().unwrap().len(), 3);
    let solution = answer["solution"].as_str().unwrap();
    assert!(solution.ends_with("1. Kd7! (2. Rf5#)\n"), "{solution}");
}

#[test]
fn certificates_are_accepted() {
    for goal in [&["--mate", "1"], &["--within", "4"]] {
        let arguments =
            [&["win", "--certificate", TWO, THREE, NONE, "7k/8/8/8/8/8/8/K7 w"], &goal[..]].concat();
        let ran = run(&arguments, "").with_code(0);
        let verified = run(&["verify", "-"], &ran.out).with_code(0);
        assert_eq!(verified.lines().len(), 4, "{}", verified.out);
        assert!(verified.lines().iter().all(|line| line.starts_with("accepted")), "{}", verified.out);
    }
    let ran = run(&["win", "--certificate", "--shortest", TWO, THREE], "").with_code(0);
    let verified = run(&["verify", "-"], &ran.out).with_code(0);
    assert!(verified.lines()[1].starts_with("accepted: win within 5 plies and no fewer"), "{}", verified.out);
}

#[test]
fn a_false_length_is_refused() {
    let ran = run(&["win", "--certificate", "--shortest", THREE], "").with_code(0);
    let mut certificate: Value = serde_json::from_str(&ran.out).unwrap();
    certificate["claim"]["plies"] = json!(3);
    run(&["verify", "-"], &certificate.to_string()).with_code(1);
    certificate["claim"]["plies"] = json!(7);
    run(&["verify", "-"], &certificate.to_string()).with_code(1);
}

#[test]
fn a_proof_too_long_to_write_says_what_to_search_again() {
    let five = "k1N5/8/8/8/2Pp4/8/Kb4R1/8 w - -";
    let small = run(&["win", "--certificate", "--shortest", "--memory", "8KiB", five], "");
    let certificate: Value = serde_json::from_str(&small.out).unwrap();
    assert_eq!(certificate["claim"], json!({"answer": "win", "plies": 9}));
    assert_eq!(certificate["evidence"]["searched"]["plies"], 8);
    let verified = run(&["verify", "-"], &small.out).with_code(0);
    assert!(verified.lines()[0].starts_with("accepted: win within 9 plies: "), "{}", verified.out);
    // The answer says more: its certificate must say that this was searched.
    let arguments = ["win", "--json", "--certificate", "--shortest", "--memory", "8KiB", five];
    let answer: Value = serde_json::from_str(&run(&arguments, "").out).unwrap();
    assert_eq!(answer["shortest"], true);
    let verified = run(&["verify", "-"], &answer.to_string()).with_code(0);
    assert!(verified.lines()[0].contains("that fewer are not enough was searched, and is not proved"));
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut answer = answer.clone();
        change(&mut answer["certificate"]["evidence"]);
        let verified = run(&["verify", "-"], &answer.to_string()).with_code(1);
        assert!(verified.out.contains("proves less than the answer says"), "{}", verified.out);
    };
    refused(&|evidence| evidence["searched"]["plies"] = json!(7));
    refused(&|evidence| drop(evidence.as_object_mut().unwrap().remove("searched")));
}

#[test]
fn positions_at_their_end() {
    let mated = "R5k1/5ppp/8/8/8/8/8/4K3 b - -";
    let stalemated = "7k/5Q2/6K1/8/8/8/8/8 b - -";
    let bare = "8/8/8/4k3/8/8/8/K6R b - -";
    let ran = run(&["win", "--shortest", mated, stalemated, bare], "").with_code(0);
    assert_eq!(ran.lines(), ["no-win never", "no-win never", "no-win never"]);
    let ran = run(&["win", "--shortest", "--certificate", mated, stalemated, bare], "").with_code(0);
    assert_eq!(run(&["verify", "-"], &ran.out).with_code(0).lines().len(), 3);
    let ran = run(&["win", "--mate", "10000", "7k/8/6K1/8/8/8/8/R7 w - -"], "").with_code(0);
    assert_eq!(ran.lines(), ["win 1"]);
    let wrong = run(&["win", "--mate", "0", bare], "").with_code(2);
    assert!(wrong.err.contains("--mate"), "{}", wrong.err);
}

#[test]
fn limits_say_what_is_proved() {
    let hard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let ran = run(&["win", "--shortest", "--nodes", "200000", hard], "").with_code(3);
    assert!(
        ran.lines()[0].starts_with("undecided ") && ran.lines()[0].ends_with("(node limit)"),
        "{}",
        ran.out
    );
    let capture =
        run(&["win", "--rules", "simplified", "--shortest", "--keys", "q3/4/4/Q3 w"], "").with_code(2);
    assert!(capture.err.contains("about checkmate"), "{}", capture.err);
}
