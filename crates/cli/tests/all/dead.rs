//! `arbiter dead`.

use crate::common;

use common::{file, run, start};

const PAWN: &str = "8/8/8/4k3/8/8/5P2/4K3 w - - 0 1";
const KNIGHT: &str = "8/8/8/4k3/8/8/8/K1N5 w";
const WALL: &str = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w";
const ROAMING: &str = "3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w";
/// More than a thousand positions can arise.
const MANY: &str = "6kB/p1PP2P1/P5P1/1p6/8/1K6/1P6/8 w";
const LEAVES: &str = "knQ5/1q1p4/p1pPp3/P1P1Pp2/1K3Pp1/BbB3P1/8/8 w";
const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b";

/// A line begins like this: how long a mate is found does not matter.
fn is_like(line: &str, like: &str) -> bool {
    let digits = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    digits(line) == digits(like)
}

#[test]
fn lines() {
    let input = [PAWN, KNIGHT, WALL, MATED, STALEMATE, "8/8/8/8/8/8/8/8 x", PAWN].join("\n");
    let ran = run(&["dead"], &input).with_code(1);
    let [pawn, knight, wall, mated, stalemate, wrong, again] = ran.lines()[..] else { panic!("{}", ran.out) };
    assert!(is_like(pawn, "white winnable 17; black unwinnable material"), "{pawn}");
    assert_eq!([knight, wall, stalemate, again], ["dead", "dead", "dead", pawn]);
    assert_eq!(mated, "white winnable 0; black unwinnable terminal");
    assert!(wrong.starts_with("error: line 6, column 17: "), "{wrong}");
    for (side, expected) in [("white", "winnable 17"), ("black", "unwinnable material")] {
        let ran = run(&["dead", "--side", side, PAWN], "").with_code(0);
        assert!(is_like(ran.lines()[0], expected), "{}", ran.out);
    }
}

#[test]
fn a_flag_falls() {
    for (position, flagged, expected) in [
        (PAWN, "white", "1/2-1/2"),
        (PAWN, "black", "1-0"),
        (MATED, "white", "1-0"),
        (MATED, "black", "1-0"),
        (STALEMATE, "black", "1/2-1/2"),
    ] {
        let ran = run(&["dead", "--flagged", flagged, position], "").with_code(0);
        assert_eq!(ran.lines()[0], expected, "{position} {flagged}");
    }
    run(&["dead", "--flagged", "white", "--side", "white", PAWN], "").with_code(2);
}

#[test]
fn at_first_sight() {
    let ran = run(&["dead", "--quick", PAWN, MATED], "").with_code(0);
    assert_eq!(ran.lines()[..2], ["white unknown; black false", "white true; black false"]);
    let ran = run(&["dead", "--quick", "--side", "black", KNIGHT], "").with_code(0);
    assert_eq!(ran.lines()[0], "false");
    run(&["dead", "--quick", "--certificate", PAWN], "").with_code(2);
}

#[test]
fn moves_are_played_first() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let ran = run(&["dead", "--moves", "f2f3 e7e5 g2g4 d8h4", start], "").with_code(0);
    assert_eq!(ran.lines()[0], "white unwinnable terminal; black winnable 0");
    let ran = run(&["dead", "--moves", "f2f3 e7e4", start], "").with_code(1);
    assert_eq!(ran.lines()[0], "error: line 1, column 1: move 2, e7e4: the pawn on e7 cannot go to e4");
}

/// Counted moves end the game; a line that comes too late proves nothing then.
#[test]
fn draws_that_nobody_claims() {
    let after = |halfmoves: u32| PAWN.replace("- 0 1", &format!("- {halfmoves} 90"));
    let dead = |options: &[&str], position: &str, code| {
        let arguments = [&["dead", "--side", "white"], options, &[position]].concat();
        run(&arguments, "").with_code(code).lines()[0].to_owned()
    };
    assert!(is_like(&dead(&[], &after(150), 0), "winnable 17"));
    assert_eq!(dead(&["--count75"], &after(150), 0), "unwinnable count75");
    assert_eq!(dead(&["--count75", "--nodes", "1"], &after(150), 0), "unwinnable count75");
    assert!(is_like(&dead(&["--count75"], &after(140), 0), "winnable 17"));
    assert_eq!(dead(&["--count75"], &after(149), 3), "undecided (count75)");
    let shuffle = ["e1d1 e5d5 d1e1 d5e5"; 4].join(" ");
    assert_eq!(dead(&["--fivefold", "--moves", &shuffle], PAWN, 0), "unwinnable fivefold");
    // A square that was stepped over makes no difference where nobody can capture there.
    let rook = "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1";
    let shuffle = format!("e2e4{}", " e8d8 h1h2 d8e8 h2h1".repeat(4));
    assert_eq!(dead(&["--fivefold", "--moves", &shuffle], rook, 0), "unwinnable fivefold");
    let after_the_end = dead(&["--fivefold", "--moves", &format!("{shuffle} e8d8")], rook, 1);
    assert!(after_the_end.contains("move 18, e8d8: the game was over: a position"), "{after_the_end}");
    let three = ["e1d1 e5d5 d1e1 d5e5"; 3].join(" ");
    assert!(is_like(&dead(&["--fivefold", "--moves", &three], PAWN, 0), "winnable 17"));
}

#[test]
fn json_and_certificates() {
    let ran = run(&["dead", "--json", "--certificate", PAWN, "--flagged", "black"], "").with_code(0);
    let answer = &ran.json()[0];
    assert_eq!((&answer["verdict"], &answer["result"]), (&"winnable".into(), &"1-0".into()));
    let side = &answer["sides"][0];
    assert!(side["certificate"].is_null());
    assert_eq!(side["line"].as_array().unwrap().len() as u64, side["plies"].as_u64().unwrap());
    assert_eq!(answer["certificate"]["claim"]["side"], "white");
    let closed = "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w";
    let one =
        run(&["dead", "--json", "--certificate", "--side", "white", PAWN, KNIGHT, WALL], "").with_code(0);
    let checked = run(&["verify"], &one.out).with_code(0);
    assert_eq!(checked.lines().iter().filter(|line| line.starts_with("accepted: ")).count(), 3);
    let other = one.out.replace(r#""side":"white","verdict""#, r#""side":"black","verdict""#);
    assert!(run(&["verify"], &other).with_code(1).out.contains("is about another side"));
    let alone =
        run(&["dead", "--certificate", PAWN, KNIGHT, WALL, MATED, STALEMATE, closed], "").with_code(0);
    let checked = run(&["verify"], &alone.out).with_code(0);
    assert_eq!(checked.lines().iter().filter(|line| line.starts_with("accepted: ")).count(), 12);
    for kind in ["line", "terminal", "material", "region", "closure"] {
        assert!(alone.out.contains(&format!(r#""evidence":{{"{kind}":"#)), "{kind}");
    }
}

#[test]
fn a_person_gets_sentences() {
    let ran = run(&["dead", "--explain", PAWN], "").with_code(0);
    for part in ["White can still win, for instance in ", "#.", "Black can never win: with these men"] {
        assert!(ran.out.contains(part), "{}", ran.out);
    }
}

#[test]
fn limits_leave_it_undecided() {
    let open = "5brk/2p1p1p1/2PbP1Pb/2pBpK1B/2P1PpP1/5P2/8/8 w - - 0 1";
    let ran = run(&["dead", "--side", "black", "--nodes", "2000", open], "").with_code(3);
    assert_eq!(ran.lines()[0], "undecided (node limit)");
}

/// Wrong lines in a file cost no other row its answer or its place.
#[test]
fn wrong_lines_stand_where_they_are() {
    let right = [PAWN, KNIGHT, MATED, STALEMATE].map(str::to_owned);
    let many: Vec<String> = right.iter().cycle().take(2000).cloned().collect();
    let mut spoilt = many.clone();
    for place in [0, 700, 701, 1999] {
        spoilt[place] = "8/8 w".into();
    }
    let path = file("dead_spoilt.fen", &spoilt.join("\n"));
    for quick in [true, false] {
        let options = if quick { &["dead", "--quick"][..] } else { &["dead", "--nodes", "500"] };
        let code = if quick { 0 } else { run(options, &right.join("\n")).code.unwrap() };
        let expected = run(options, &many.join("\n")).with_code(code);
        let ran = run(&[options, &["--threads", "2", path.to_str().unwrap()]].concat(), "").with_code(1);
        let rows = ran.lines();
        assert_eq!(rows.len(), 2000);
        for (place, (row, expected)) in rows.iter().zip(expected.lines()).enumerate() {
            if [0, 700, 701, 1999].contains(&place) {
                assert!(
                    row.starts_with(&format!("error: line {}, column 4: expected 8 rows", place + 1)),
                    "{row}"
                );
            } else {
                assert_eq!(*row, expected, "{place}");
            }
        }
    }
}

#[test]
fn other_games_are_refused() {
    for game in ["simplified", "pawnless", "gardner", "los-alamos"] {
        let ran = run(&["dead", "--rules", game, PAWN], "").with_code(2);
        assert!(
            ran.err.contains("--rules: `dead` is asked about standard chess and Chess960 only"),
            "{}",
            ran.err
        );
    }
    run(&["dead", "--quick", "--rules", "standard", PAWN], "").with_code(0);
    // Castling as in Chess960 needs no option.
    let ran = run(&["dead", "--side", "white", "1k6/8/8/8/8/8/8/1K5R w H - 0 1"], "").with_code(0);
    assert!(ran.lines()[0].starts_with("winnable "), "{}", ran.out);
}

#[test]
fn limits_must_be_some() {
    let ran = run(&["dead", "--nodes", "0", PAWN], "").with_code(2);
    assert!(ran.err.contains("--nodes: expected a number of at least 1"), "{}", ran.err);
    let ran = run(&["dead", "--side", "red", PAWN], "").with_code(2);
    assert!(ran.err.contains("[possible values: white, black, both]"), "{}", ran.err);
    let ran = run(&["dead", "--memory", "1", PAWN], "").with_code(3);
    assert_eq!(ran.lines()[0], "white undecided (memory limit); black unwinnable material");
}

/// Who asks for the result is told it in sentences too.
#[test]
fn a_person_gets_the_result() {
    for (position, flagged, expected) in [
        (PAWN, "black", "Black's flag has fallen: 1-0."),
        (PAWN, "white", "White's flag has fallen: 1/2-1/2."),
        (MATED, "white", "White's flag has fallen: 1-0. A mate on the board ends the game before that."),
    ] {
        let ran = run(&["dead", "--explain", "--flagged", flagged, position], "").with_code(0);
        assert_eq!(ran.lines().last().copied(), Some(expected));
        let ran = run(&["dead", "--json", "--flagged", flagged, position], "").with_code(0);
        assert!(ran.json()[0]["reason"].as_str().unwrap().ends_with(expected));
    }
}

/// What `dead --json --certificate` says of both sides is compared with what is proved of each.
#[test]
fn answers_about_both_sides_are_verified() {
    let ask = |arguments: &[&str]| run(&[&["dead", "--json", "--certificate"], arguments].concat(), "").out;
    let verified = |text: &str| {
        let ran = run(&["verify"], text);
        (ran.code, ran.out.trim_end().to_owned())
    };
    let both = ask(&[PAWN]);
    let (code, told) = verified(&both);
    assert_eq!(code, Some(0), "{told}");
    let (white, black) = ("winnable by white: ", "; unwinnable by black: ");
    assert!(told.starts_with(&format!("accepted: {white}")) && told.contains(black), "{told}");
    let dead = ask(&[WALL]);
    assert!(verified(&dead).1.contains("; unwinnable by black: "));
    // A closure may be without some men, end at leaves, and be listed.
    for (position, part) in [(ROAMING, "\"ghosts\":"), (LEAVES, "\"leaves\":"), (MANY, "\"positions\":")] {
        let told = ask(&[position]);
        assert!(told.contains(part), "{told}");
        assert_eq!(verified(&told).0, Some(0), "{told}");
        let other = told.replacen("\"by\":\"closure\"", "\"by\":\"ghosts\"", 1);
        assert!(verified(&other).1.contains("has different evidence than the answer says"), "{other}");
    }
    assert_eq!(
        verified(&[ask(&[MATED]), ask(&[STALEMATE]), ask(&["--moves", "e1e2", PAWN])].concat()).0,
        Some(0)
    );
    // Of two sides one may be undecided: what is said of the other is checked.
    let one = ask(&["--nodes", "3", PAWN]);
    assert!(one.contains(r#""verdict":"undecided","reason""#), "{one}");
    let (code, told) = verified(&one);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.starts_with("accepted: unwinnable by black: ") && !told.contains("white"), "{told}");
    assert!(told.ends_with("not covered: reason"), "{told}");
    // What nobody compares of a side is named, and so is what moves were played from.
    let more = one.replacen(
        "\"verdict\":\"undecided\",\"limit\"",
        "\"verdict\":\"undecided\",\"line\":[\"e1e2\"],\"limit\"",
        1,
    );
    assert!(verified(&more).1.ends_with("not covered: reason, sides[0].line"), "{}", verified(&more).1);
    let more = dead.replacen("{\"side\":\"black\"", "{\"moves\":40,\"side\":\"black\"", 1);
    assert!(verified(&more).1.ends_with("not covered: reason, sides[1].moves"), "{}", verified(&more).1);
    let moved = verified(&ask(&["--moves", "e1e2", PAWN])).1;
    assert!(moved.ends_with("not covered: input, position, reason"), "{moved}");
    let flagged = ask(&["--flagged", "black", PAWN]);
    let drawn = ask(&["--flagged", "white", PAWN]);
    let mated = ask(&["--flagged", "white", MATED]);
    let stale = ask(&["--flagged", "black", STALEMATE]);
    for answer in [&flagged, &drawn, &mated, &stale] {
        assert_eq!(verified(answer).0, Some(0), "{answer}");
    }
    let altered = |text: &str, from: &str, to: &str| {
        let other = text.replacen(from, to, 1);
        assert_ne!(text, other, "{from}");
        other
    };
    for (answer, from, to, reason) in [
        (
            &both,
            r#""verdict":"winnable","reason""#,
            r#""verdict":"dead","reason""#,
            "the verdict is not that",
        ),
        (&dead, r#""verdict":"dead""#, r#""verdict":"winnable""#, "the verdict is not that"),
        (&dead, r#""verdict":"dead""#, r#""verdict":"undecided""#, "the verdict is not that"),
        (
            &both,
            r#""side":"white","verdict":"winnable""#,
            r#""side":"white","verdict":"unwinnable""#,
            "another verdict",
        ),
        (
            &both,
            r#""side":"black","verdict":"unwinnable""#,
            r#""side":"black","verdict":"winnable""#,
            "another verdict",
        ),
        (&both, r#""side":"white","verdict""#, r#""side":"black","verdict""#, "is about another side"),
        (&both, r#""plies":1"#, r#""plies":2"#, "different evidence"),
        (&both, r#""line":["e1e2","#, r#""line":["e1d2","#, "different evidence"),
        (&both, r#""by":"material""#, r#""by":"region""#, "different evidence"),
        (&both, r#""input":"8/8/8/4k3/"#, r#""input":"8/8/4k3/8/"#, "is about another position"),
        (&both, r#""sides":"#, r#""result":"1-0","sides":"#, "a result is of an answer about one side"),
        (&both, r#""sides":"#, r#""plies":3,"sides":"#, "there is no certificate for this answer"),
        (&both, r#""evidence":{"material":true}"#, r#""evidence":{"terminal":true}"#, ""),
        (&flagged, r#""result":"1-0""#, r#""result":"1/2-1/2""#, "the result is another one"),
        (&flagged, r#""result":"1-0""#, r#""result":"0-1""#, "the result is another one"),
        (&flagged, r#""plies":1"#, r#""plies":2"#, "different evidence"),
        (&drawn, r#""result":"1/2-1/2""#, r#""result":"0-1""#, "the result is another one"),
        (&drawn, r#""by":"material""#, r#""by":"closure""#, "different evidence"),
        (&mated, r#""result":"1-0""#, r#""result":"1/2-1/2""#, "the result is another one"),
        (&mated, r#""result":"1-0""#, r#""result":"0-1""#, "the result is another one"),
        (&stale, r#""result":"1/2-1/2""#, r#""result":"1-0""#, "the result is another one"),
        (&one, r#""by":"material""#, r#""by":"region""#, "different evidence"),
        (
            &one,
            r#""verdict":"undecided","reason""#,
            r#""verdict":"dead","reason""#,
            "the verdict is not that",
        ),
        (
            &drawn,
            r#""verdict":"unwinnable","result""#,
            r#""verdict":"undecided","result""#,
            "another verdict",
        ),
    ] {
        let (code, told) = verified(&altered(answer, from, to));
        assert_eq!(code, Some(1), "{from} {to}: {told}");
        assert!(told.starts_with("refused: -:1: ") && told.contains(reason), "{from} {to}: {told}");
    }
    // A side without its certificate, and twice the same side.
    let mut without = run(&["dead", "--json", "--certificate", PAWN], "").json()[0].clone();
    without["sides"][1]["certificate"] = serde_json::Value::Null;
    let told = verified(&without.to_string()).1;
    assert!(told.contains("there is no certificate for what is said of black"), "{told}");
    let mut twice = run(&["dead", "--json", "--certificate", WALL], "").json()[0].clone();
    twice["sides"][1] = twice["sides"][0].clone();
    assert!(verified(&twice.to_string()).1.contains("tells of a side twice"));
    // Where a certificate is wrong its side is named.
    let wrong = altered(&both, r#""evidence":{"line":["e1e2","#, r#""evidence":{"line":["e1e4","#);
    let ran = run(&["verify", "--json"], &wrong).with_code(1).json();
    assert!(
        ran[0]["fault"]["place"].as_str().unwrap().starts_with("sides[0].certificate.evidence"),
        "{}",
        ran[0]
    );
}

/// What had been answered stays when the command is interrupted, and what was not begun is not written.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_answered() {
    use std::io::{BufRead, BufReader, Read};
    // Black wins in 96 plies, which takes over a second to see.
    let open = "5brk/2p1p1p1/2PbP1Pb/2pBpK1B/2P1PpP1/5P2/8/8 w - - 0 1";
    let arguments = ["dead", "--side", "black", "--time", "none", "--memory", "4GiB", "--threads", "1"];
    let mut child = start(&[&arguments[..], &[KNIGHT, MATED, open, KNIGHT]].concat());
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let (mut first, mut rest) = (String::new(), String::new());
    out.read_line(&mut first).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(150));
    let interrupted = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.unwrap().success());
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(first + &rest, "unwinnable material\nunwinnable terminal\nundecided (interrupted)\n");
}
