//! `arbiter retro`.

use crate::common;

use common::run;

const NOWHERE: &str = "8/8/8/8/8/8/5k1p/7K";
const FORCED: &str = "6Bk/6pp/2N1N3/2KpP3/8/8/8/8";

#[test]
fn lines() {
    let input = format!("{NOWHERE}\n{FORCED} w - ?\n{FORCED} w - d6\n{FORCED} w - -\n8/8/8/8/8/8/8/8 x\n");
    let ran = run(&["retro"], &input).with_code(1);
    assert_eq!(
        ran.lines()[..4],
        [
            "white possible last-moves 36 of 54 castling - en-passant no; black impossible",
            "white possible last-moves 1 of 2 castling - en-passant d6!",
            "white possible last-moves 1 of 1 castling - en-passant d6!",
            "white impossible",
        ]
    );
    assert!(ran.lines()[4].starts_with("error: line 5, column 17: "), "{}", ran.out);
}

#[test]
fn a_person_gets_sentences() {
    let ran = run(&["retro", "--explain", &format!("{FORCED} w - ?")], "").with_code(0);
    for part in ["Black's last move was d7-d5.", "En passant: d7-d5 must have been the last move."] {
        assert!(ran.out.contains(part), "{}", ran.out);
    }
    let ran = run(&["retro", "--explain", NOWHERE], "").with_code(0);
    assert!(ran.out.contains("Black to move is impossible: It is Black's turn, so"), "{}", ran.out);
    // A drawn board says nothing of rights.
    let board =
        "r...k..r\n........\n........\n........\n........\n........\n........\n....K...\nwhite to move\n";
    let ran = run(&["retro", "--explain"], board).with_code(0);
    assert!(
        ran.out.contains("Castling: q or k can still exist, but no more than that together."),
        "{}",
        ran.out
    );
}

#[test]
fn every_part_is_certified() {
    let ran = run(&["retro", "--json", "--certificate", &format!("{FORCED} w - ?")], "").with_code(0);
    let side = &ran.json()[0]["sides"][0];
    assert_eq!((&side["turn"], &side["verdict"]), (&"white".into(), &"possible".into()));
    let last = side["last_moves"].as_array().unwrap();
    let words: Vec<_> = last.iter().map(|last| (last["move"].as_str(), last["verdict"].as_str())).collect();
    assert_eq!(words, [(Some("d6-d5"), Some("impossible")), (Some("d7-d5"), Some("possible"))]);
    assert_eq!(last[0]["certificate"]["claim"]["answer"], "illegal");
    assert_eq!(last[0]["certificate"]["position"], last[0]["before"]);
    assert_eq!(last[1]["certificate"]["evidence"]["game"].as_array().unwrap().last().unwrap(), "d7d5");
    assert_eq!(side["en_passant"][0]["forced"], true);
    assert_eq!(side["history"][1]["certificate"]["claim"]["answer"], "black-history");
    let alone = run(&["retro", "--certificate", NOWHERE], "").with_code(0);
    let checked = run(&["verify"], &alone.out).with_code(0);
    assert!(checked.lines().len() > 20 && checked.lines().iter().all(|line| line.starts_with("accepted: ")));
}

/// What the men show alone is told whatever the limit, and is certified as the checker sees it.
#[test]
fn who_cannot_be_to_move_needs_no_search() {
    let text = "rnb1kbnr/pppp1ppp/8/8/7q/3P4/PP1P2PP/RNBQKBNR ? - -";
    for nodes in ["1", "200", "3000"] {
        let ran = run(&["retro", "--nodes", nodes, text], "");
        assert!(ran.out.contains("; black impossible"), "{}", ran.out);
        let certificates = run(&["retro", "--certificate", "--nodes", nodes, text], "").out;
        let verified = run(&["verify", "-"], &certificates);
        assert!(verified.out.lines().all(|line| line.starts_with("accepted: ")), "{}", verified.out);
    }
}

#[test]
fn another_array() {
    let gone = "rqb1kbnr/pppppppp/8/8/8/3P4/PP1PPPPP/RQBNKBNR w ? -";
    let ran = run(&["retro", "--start", "rqbnkbnr", "--json", "--certificate", gone], "").with_code(0);
    let told = &ran.json()[0];
    assert_eq!((&told["start"], &told["verdict"]), (&"rqbnkbnr".into(), &"possible".into()));
    assert_eq!(told["sides"][0]["history"][0]["pawns"][0]["victims"][0], "d8");
    let alone = run(&["retro", "--start", "rqbnkbnr", "--certificate", gone], "").with_code(0);
    let checked = run(&["verify"], &alone.out).with_code(0);
    assert!(checked.lines().iter().all(|line| line.ends_with("(standard from rqbnkbnr)")), "{}", checked.out);
    let ran = run(&["retro", "--start", "any", gone], "").with_code(2);
    assert!(ran.err.contains("a single array, not any"), "{}", ran.err);
}

#[test]
fn a_limit_leaves_things_open() {
    let ran = run(&["retro", "--nodes", "500", "4k3/8/8/8/8/8/8/4K2R ? ? ?"], "").with_code(3);
    assert!(
        ran.out.starts_with("white undecided last-moves 0 to 25 of 25 castling -? en-passant no;"),
        "{}",
        ran.out
    );
    let json = run(&["retro", "--nodes", "500", "--json", "4k3/8/8/8/8/8/8/4K2R"], "").with_code(3);
    assert_eq!(json.json()[0]["limit"], "nodes");
}

#[test]
fn other_questions_leave_nothing_open() {
    let ran = run(&["reach", "4k3/8/8/8/8/8/8/4K2R ?"], "").with_code(1);
    assert!(
        ran.out.starts_with("error: line 1, column 22: ") && ran.out.contains("`arbiter retro`"),
        "{}",
        ran.out
    );
    // Only a person is told what was assumed.
    let rooks = "4k3/8/8/8/8/8/8/K3R3";
    assert_eq!(run(&["reach", rooks], "").with_code(0).out, "illegal playable waiting-side-attacked\n");
    let said = "White to move was assumed; `arbiter retro` works out who it can be.";
    assert!(run(&["reach", "--explain", rooks], "").with_code(0).out.contains(said));
    assert!(!run(&["reach", "--explain", &format!("{rooks} w")], "").with_code(0).out.contains(said));
}

/// Published problems do not say which rights are left: the shortest game with any, and what it ends in.
#[test]
fn reach_leaves_rights_and_en_passant_open() {
    let problem = "1nbqkbnr/1ppppppp/8/1B6/1r2P3/p7/PPPPNPPP/RNBQ2RK b ? ?";
    let ran = run(&["reach", "--shortest", "--unique", "--json", "--certificate", problem], "").with_code(0);
    let found = &ran.json()[0];
    assert_eq!((&found["plies"], &found["shortest"]), (&serde_json::json!(11), &serde_json::json!(true)));
    let position = found["position"].as_str().unwrap();
    assert_eq!(position, "1nbqkbnr/1ppppppp/8/1B6/1r2P3/p7/PPPPNPPP/RNBQ2RK b k -");
    assert_eq!(found["certificate"]["position"], *position);
    let checked = run(&["verify"], &found["certificate"].to_string()).with_code(0).out;
    assert!(checked.starts_with("accepted: legal"), "{checked}");
    // As it is piped.
    for problem in [problem, "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w ? ?"] {
        let answer = run(&["reach", "--json", "--certificate", problem], "").with_code(0).out;
        run(&["verify"], &answer).with_code(0);
    }
    // What is illegal whatever the rights is so; clocks need not be known.
    for open in ["? ?", "? ? ? ?", "? ? - 7"] {
        let ran = run(&["reach", &format!("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w {open}")], "").with_code(0);
        assert!(ran.out.starts_with("illegal static"), "{}", ran.out);
    }
    run(&["status", "4k3/8/8/8/8/8/8/4K3 w - - ? ?"], "").with_code(0);
    // A fault is told where it is, not where the first `?` is.
    for (open, column) in [("? ? x 1", 35), ("? e9 0 1", 33), ("?K - 0 1", 32)] {
        let ran = run(&["reach", &format!("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w {open}")], "").with_code(1);
        assert!(ran.out.contains(&format!("column {column}: ")), "{open}: {}", ran.out);
    }
}
