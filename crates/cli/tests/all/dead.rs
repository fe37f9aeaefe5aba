//! `arbiter dead`.

use crate::common;

use common::run;

const PAWN: &str = "8/8/8/4k3/8/8/5P2/4K3 w - - 0 1";
const KNIGHT: &str = "8/8/8/4k3/8/8/8/K1N5 w";
const WALL: &str = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w";
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
    for part in
        ["White can still win, for instance in ", "#.", "Black can never win: no position with these men"]
    {
        assert!(ran.out.contains(part), "{}", ran.out);
    }
}

#[test]
fn limits_leave_it_undecided() {
    let open = "8/8/3b3p/2b2p1P/1b1b1p1K/b1b2Pp1/1b1b2P1/b4kb1 w - - 0 1";
    let ran = run(&["dead", "--side", "black", "--nodes", "2000", open], "").with_code(3);
    assert_eq!(ran.lines()[0], "undecided (node limit)");
}
