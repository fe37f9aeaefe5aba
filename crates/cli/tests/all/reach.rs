//! `arbiter reach`.

use crate::common;

use common::run;
use serde_json::json;

const HALL: &str = "4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w";

#[test]
fn lines() {
    let input =
        format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n{HALL}\n8/8/8/8/8/8/8/8\n8/7\n");
    let ran = run(&["reach", "--by", "rules"], &input).with_code(1);
    assert_eq!(ran.lines()[..3], ["holds", "broken 5", "broken 1"]);
    assert!(ran.lines()[3].starts_with("error: line 4, column 4: "), "{}", ran.out);
}

#[test]
fn a_drawn_board() {
    let board = "8 ♜♞♝♛♚♝♞♜\n7 ♟♟♟♟♟♟♟♟\n6 ········\n5 ········\n4 ········\n3 ········\n2 ♙♙♙♙♙♙♙♙\n1 ♖♘♗♕♔♗♘♖\n  abcdefgh\n";
    let dotted = board.replace('·', ".");
    let ran = run(&["reach", "--by", "rules"], &format!("{board}\n{dotted}")).with_code(0);
    assert_eq!(ran.lines(), ["holds", "holds"]);
}

#[test]
fn json() {
    let ran =
        run(&["reach", "--by", "rules", "--json", "--certificate", HALL, "8/8/8/8/8/8/8/8"], "").with_code(0);
    let answers = ran.json();
    assert_eq!(answers[0]["verdict"], "broken");
    assert_eq!(answers[0]["rules"], json!([5]));
    assert!(answers[0]["reason"].as_str().unwrap().starts_with("rule 5: white's "), "{}", answers[0]);
    assert_eq!(answers[0]["certificate"]["claim"], json!({"answer": "broken", "rules": [5]}));
    assert_eq!(answers[1]["reason"], "rule 1: white has no king; rule 1: black has no king");
    let ran = run(&["reach", "--by", "rules", "--json", "4k3/8/8/8/8/8/8/4K3"], "").with_code(0);
    assert_eq!(
        ran.json()[0],
        json!({
            "input": "4k3/8/8/8/8/8/8/4K3", "verdict": "holds", "rules": [],
            "reason": "None of the five rules is broken; that does not prove that the position can arise."
        })
    );
}

#[test]
fn a_person_gets_sentences() {
    let ran = run(&["reach", "--by", "rules", "--explain", "8/8/8/8/8/8/8/P3K3"], "").with_code(0);
    let end = "\
     a  b  c  d  e  f  g  h 
rule 1: black has no king
rule 2: white has pawns on a first or last rank: a1
rule 5: white's pawn on a1 stands behind the rank where pawns start
";
    assert!(ran.out.ends_with(end), "{}", ran.out);
}

#[test]
fn the_five_rules_need_no_search() {
    for option in [
        &["--level", "full"][..],
        &["--time", "1s"],
        &["--nodes", "1"],
        &["--memory", "1MiB"],
        &["--seed", "1"],
        &["--pgn", "-"],
        &["--repair"],
    ] {
        let ran = run(&[&["reach", "--by", "rules", HALL], option].concat(), "").with_code(2);
        assert_eq!(ran.out, "");
        assert!(ran.err.contains(&format!("{}: only for by proof", option[0])), "{}", ran.err);
    }
    run(&["reach", "--by", "magic", HALL], "").with_code(2);
}

/// Games from other arrays: the answers, their certificates, and PGN.
/// Clocks are asked about only where every field is known, and draws count.
#[test]
fn clocks_of_what_is_known() {
    let two = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let ran = run(&["reach", "--clocks"], &format!("{two}\n{}\n", two.replace("- 0", "? 0"))).with_code(1);
    assert_eq!(ran.lines()[0], "legal");
    assert!(ran.lines()[1].starts_with("error: line 2"), "{}", ran.out);
    assert!(ran.lines()[1].ends_with("with clocks, every field must be known"), "{}", ran.out);
    let ran = run(&["reach", "--clocks", "--ignore-draws", two], "").with_code(2);
    assert!(ran.err.contains("games must end when they are drawn"), "{}", ran.err);
}

#[test]
fn chess960() {
    const BISHOP: &str = "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w - - 0 1";
    let lines = |options: &[&str], code: i32| {
        run(&[&["reach"], options].concat(), "")
            .with_code(code)
            .lines()
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(&[BISHOP], 0), ["illegal static origins"]);
    for start in ["1", "bqnbnrkr", "BQNBNRKR"] {
        assert_eq!(lines(&["--start", start, BISHOP, "6k1/8/8/8/8/8/8/6KR w K"], 0), ["legal", "legal"]);
    }
    let any = lines(&["--start", "any", BISHOP, "4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w"], 0);
    assert!(any[0].starts_with("legal from b"), "{any:?}");
    assert_eq!(any[1], "illegal five-rules promotions from any");
    // Without the array it is an error that says what is missing.
    let error = &lines(&["4k3/8/8/8/8/8/8/1R2K3 w B"], 1)[0];
    assert!(
        error.starts_with("error: ") && error.contains("name the array that games begin with (start)"),
        "{error}"
    );
    assert!(run(&["reach", "--start", "960", BISHOP], "").with_code(2).err.contains("from 0 to 959"));
    let both = run(&["reach", "--start", "any", "--shortest", BISHOP], "").with_code(2);
    assert!(both.err.contains("need a single array"), "{}", both.err);

    // Certificates: of a right that is not the outermost rook's, too.
    let inner = "6k1/8/8/8/8/8/8/1R3RKR w F - 0 1";
    for (start, texts) in [
        ("bqnbnrkr", vec![BISHOP, "6k1/8/8/8/8/8/8/6KR w K - 0 1", inner, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]),
        ("any", vec![BISHOP, "4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1"]),
        ("518", vec!["4k3/8/8/8/8/8/8/4K2R w K - 0 1"]),
    ] {
        let answers =
            run(&[&["reach", "--start", start, "--json", "--certificate"], &texts[..]].concat(), "");
        let answers = answers.with_code(0);
        for answer in answers.json() {
            let named = answer["certificate"]["claim"]["start"].as_str().unwrap_or("rnbqkbnr");
            assert_eq!(answer["start"].as_str().unwrap_or("rnbqkbnr"), named, "{answer}");
        }
        let verified = run(&["verify", "-"], &answers.out).with_code(0);
        assert_eq!(verified.lines().len(), texts.len(), "{}", verified.out);
        let other = answers.out.replace("\"start\":\"bqnbnrkr\"", "\"start\":\"bbqnnrkr\"");
        if start == "bqnbnrkr" {
            run(&["verify", "-"], &other).with_code(1);
        }
    }

    let pgn = run(&["reach", "--start", "1", "--pgn", "-", BISHOP], "").with_code(0).out;
    for tag in [
        "[Variant \"Chess960\"]",
        "[SetUp \"1\"]",
        "[FEN \"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1\"]",
    ] {
        assert!(pgn.contains(tag), "{pgn}");
    }
    assert!(
        !run(&["reach", "--pgn", "-", "4k3/8/8/8/8/8/8/4K2R w"], "").with_code(0).out.contains("Variant")
    );
}
