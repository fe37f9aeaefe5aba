//! `arbiter win`.

use crate::common;

use common::run;
use serde_json::json;

/// White wins within 3; Black wins within 2; nobody ever does.
const WON: &str = "rnq1/R3/1QN1/4 w";
const LOST: &str = "r3/Q3/n1qN/1R2 w";
const ENDLESS: &str = "3Q/N1Bn/q3/3b w";

fn win<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["win", "--rules", "simplified"], more].concat()
}

#[test]
fn lines() {
    let shortest = run(&win(&["--shortest", WON, LOST]), "").with_code(0);
    assert_eq!(shortest.lines(), ["win 3", "no-win never (lost in 2)"]);
    let within = run(&win(&["--within", "2"]), &format!("{WON}\n{LOST}\nq3/4/4/3Q b\n")).with_code(0);
    assert_eq!(within.lines(), ["no-win 2", "no-win 2", "win 1"]);
    let pawns =
        run(&["win", "--rules", "simplified-pawns", "--within", "1", "q3/1P2/4/2Q1 w"], "").with_code(0);
    assert_eq!(pawns.lines(), ["win 1"]);
}

#[test]
fn limits_leave_positions_undecided() {
    let ran = run(&win(&["--shortest", "--nodes", "1000", ENDLESS, WON]), "").with_code(3);
    let lines = ran.lines();
    assert!(lines[0].starts_with("undecided ") && lines[0].ends_with(" (node limit)"), "{}", lines[0]);
    assert_eq!(lines[1], "win 3");
    assert_eq!(ran.err, "arbiter: 2 positions: 1 undecided\n");

    let ran =
        run(&win(&["--shortest", "--time", "100ms", "--json", "--certificate", ENDLESS]), "").with_code(3);
    let answer = &ran.json()[0];
    assert_eq!(answer["verdict"], "undecided");
    assert_eq!(answer["limit"], "time");
    assert!(answer["plies"].as_u64().unwrap() > 5);
    assert_eq!(answer["certificate"], json!(null));
    let alone = run(&win(&["--shortest", "--nodes", "1000", "--certificate", ENDLESS]), "").with_code(3);
    assert_eq!(alone.out, "null\n");
}

#[test]
fn an_error_and_a_limit_is_a_limit() {
    let ran = run(&win(&["--shortest", "--nodes", "1000", ENDLESS, "q3/4/4/4 w"]), "").with_code(3);
    assert_eq!(ran.lines()[1], "error: line 1, column 1: white has no queen");
    assert_eq!(ran.err, "arbiter: 2 positions: 1 with errors, 1 undecided\n");
}

#[test]
fn a_certificate_that_does_not_fit() {
    // The answer needs no memory to speak of, the strategy more than this.
    let ran = run(&win(&["--shortest", "--memory", "1KiB", "--json", "--certificate", WON]), "").with_code(3);
    assert_eq!(ran.err, "arbiter: 1 position: 1 without the evidence asked for, by a limit\n");
    let answer = &ran.json()[0];
    assert_eq!(answer["verdict"], "win");
    assert_eq!(answer["certificate"], json!(null));
    assert_eq!(answer["certificate_error"], "stopped by the memory limit");
}

#[test]
fn json() {
    let ran = run(&win(&["--shortest", "--json", WON, LOST]), "").with_code(0);
    let answers = ran.json();
    let line = answers[0]["line"].as_array().unwrap().clone();
    assert_eq!(line.len(), 3);
    assert_eq!(
        answers[0],
        json!({
            "input": WON, "verdict": "win", "plies": 3, "shortest": true, "line": line,
            "reason": "White can force a win within 3 plies, and not in fewer."
        })
    );
    let line = answers[1]["line"].as_array().unwrap().clone();
    assert_eq!(line.len(), 2);
    assert_eq!(
        answers[1],
        json!({
            "input": LOST, "verdict": "no-win", "plies": null, "lost_in": 2, "line": line,
            "reason": "White can never force a win: Black can, within 2 plies."
        })
    );
    let ran = run(&win(&["--within", "1", "--json", WON]), "").with_code(0);
    assert_eq!(
        ran.json()[0],
        json!({
            "input": WON, "verdict": "no-win", "plies": 1,
            "reason": "White cannot force a win within 1 ply."
        })
    );
}

#[test]
fn why_there_never_is_a_win() {
    for (asked, position, reason) in [
        ("#2", "7k/6Q1/6K1/8/8/8/8/8 b - -", "Black can never force mate: it is checkmated."),
        ("#2", "7k/5Q2/6K1/8/8/8/8/8 b - -", "Black can never force mate: it is stalemated."),
        ("#2", "8/8/6K1/8/7k/8/4B3/8 w - -", "White can never force mate: it has too little to mate with."),
        (
            "s#2",
            "8/8/8/4k3/8/8/8/KQ6 w - -",
            "White can never force Black to mate (selfmate): Black has too little to mate with.",
        ),
        (
            "r#2",
            "4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w - -",
            "White can never force Black to mate (reflexmate): it could mate at once, and would have to.",
        ),
    ] {
        let ran = run(&["win", "--stipulation", asked, "--keys", "--json", "--certificate", position], "")
            .with_code(0);
        assert_eq!((&ran.json()[0]["reason"], &ran.json()[0]["keys"]), (&json!(reason), &json!([])));
        // The sentence is derived again.
        let verified = run(&["verify"], &ran.out).with_code(0);
        assert!(!verified.out.contains("not covered"), "{}", verified.out);
    }
}

#[test]
fn what_has_no_column_is_refused() {
    for option in ["--tries", "--set-play", "--tree"] {
        let ran = run(&["win", "--mate", "2", option, "--format", "csv", "8/8/8/4k3/8/8/8/KQ6 w - -"], "");
        assert!(ran.with_code(2).err.contains("have no column"));
    }
    let ran = run(&["win", "--mate", "2", "--keys", "--no-short", "8/8/8/4k3/8/8/8/KQ6 w - -"], "");
    assert!(ran.with_code(2).err.contains("no-short"));
}

#[test]
fn a_person_sees_the_line() {
    let ran = run(&win(&["--shortest", "--explain", "Q2q/4/4/4 b - - 0 7"]), "").with_code(0);
    assert!(ran.out.contains("\nBlack can force a win within 1 ply.\n7... Qxa4\n"), "{}", ran.out);
    let ran = run(&win(&["--shortest", "--explain", WON]), "").with_code(0);
    assert!(ran.out.contains("\n  4  r  n  q  . \n"), "{}", ran.out);
    assert!(ran.out.contains("\n1. Rc3+ "), "{}", ran.out);
    assert!(ran.out.contains(" 2. "), "{}", ran.out);
}

#[test]
fn the_same_answer_wherever_it_stands() {
    let mut dice = common::Dice(3);
    let positions: Vec<String> = (0..60).map(|_| dice.position(4, "Qq", "RBNrbn", 6)).collect();
    let arguments = win(&["--within", "7", "--json", "--certificate"]);
    let together = run(&arguments, &positions.join("\n")).with_code(0);
    let backwards: Vec<&str> = positions.iter().rev().map(String::as_str).collect();
    let mut other = run(&arguments, &backwards.join("\n")).with_code(0).json();
    other.reverse();
    assert_eq!(together.json(), other);
}

#[test]
fn usage() {
    let fails = |arguments: &[&str], says: &str| {
        let ran = run(arguments, "").with_code(2);
        assert_eq!(ran.out, "");
        assert!(ran.err.contains(says), "{}", ran.err);
    };
    fails(&win(&["--within", "3", "--shortest", WON]), "cannot be used with");
    fails(&win(&["--within", "0", WON]), "--within: expected at least 1 ply");
    fails(&win(&["--within", "4294967296", WON]), "not in 0..=4294967295");
    fails(&win(&["--within", "-1", WON]), "-1");
    fails(&win(&["--within", "3", "--time", "0", WON]), "more than zero");
    fails(&win(&["--within", "3", "--memory", "much", WON]), "such as 512MiB");
    fails(&win(&["--within", "3", "--threads", "0", WON]), "1..=1024");
    fails(&win(&["--within", "3", "--nodes", "0", WON]), "--nodes");
    fails(&win(&["--within", "3", "--explain", "--json", WON]), "cannot be used with");
    // Unless something else is asked, the shortest win is.
    assert_eq!(run(&win(&[WON]), "").with_code(0).lines(), ["win 3"]);
    let most = run(&win(&["--within", "4294967295", "--time", "none", WON]), "").with_code(0);
    assert_eq!(most.lines(), ["win 3"]);
}

/// An EPD can say itself what is asked of it.
#[test]
fn what_an_epd_asks() {
    const SELF: &str = "4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w - -";
    let asked = |arguments: &[&str], text: &str| run(&[&["win"], arguments, &[text]].concat(), "");
    for word in ["s#2", "\"s#2\""] {
        let text = format!("{SELF} id \"one\"; stipulation {word}; acd 4;");
        let single = asked(&[], &text).with_code(0);
        assert_eq!(single.out, "win 4\n");
        // It counts more than what is asked of all.
        assert_eq!(asked(&["--mate", "1", "--keys"], &text).with_code(0).out, "win 4 keys b6a5\n");
        let json = asked(&["--json", "--tree", "--certificate"], &text).with_code(0);
        assert_eq!(json.json()[0]["stipulation"], "s#2");
        assert_eq!(json.json()[0]["input"], text);
        assert_eq!(json.json()[0]["keys"], serde_json::json!(["b6a5"]));
        assert!(run(&["verify"], &json.out).with_code(0).out.starts_with("accepted"));
    }
    // Each row its own; what is wrong with one costs no other.
    let rows = format!(
        "{SELF} stipulation s#2;\n{SELF} stipulation \"hs#2\";\n{SELF} dm 2;\n\n7k/8/6K1/8/8/8/8/R7 w - - stipulation #1\n"
    );
    let batch = run(&["win"], &rows).with_code(1);
    let lines = batch.lines();
    assert_eq!((lines[0], lines[2], lines[3], lines.len()), ("win 4", "win 1", "win 1", 4));
    let found = "expected #n, =n, s#n or r#n with n from 1 to 999, or h#n, h=n (n may end in .5), \
                 ser-h#n, ser-h=n, ser-#n or ser-=n with n to 100, found 'hs#2'";
    assert_eq!(lines[1], format!("error: line 2, column 51: {found}"));
    let goal = run(&["win", "--mate", "1"], &rows).with_code(1);
    assert_eq!(goal.lines()[2..], ["win 1", "win 1"]);
    let failed = run(&["win", "--json"], &rows).with_code(1).json();
    assert_eq!(failed[1]["error"]["column"], 51);
    // Games won by capture know no mate; and what is kept is kept of mates.
    let other = run(&["win", "--rules", "simplified", "1q2/4/4/Q2n w - - stipulation #2;"], "").with_code(1);
    assert!(other.out.contains("which this game does not have"), "{}", other.out);
    let kept = asked(&["--checkpoint", "epd.state"], &format!("{SELF} stipulation s#2;")).with_code(2);
    assert!(kept.err.contains("only the search for mates is kept"), "{}", kept.err);
    let picture = asked(&["--latex"], &format!("{SELF} stipulation s#2;")).with_code(0);
    assert!(picture.out.contains("\ns\\#2 \\quad (6 + 4)"), "{}", picture.out);
}

/// Where a position does not say who may castle, problems let king and rook at home; `-` says that nobody
/// may.
#[test]
fn castling_by_the_convention_of_problems() {
    let asked = |position: &str| run(&["win", "--mate", "1", position], "").with_code(0).out;
    const BOARD: &str = "8/4RBQ1/8/8/8/3k4/8/R3K3";
    for left_open in ["", " w", " w ?", " w ? -", " w ? - 0 1"] {
        assert_eq!(asked(&format!("{BOARD}{left_open}")), "win 1 castling Q\n", "{left_open}");
    }
    let drawn = "........\n....RBQ.\n........\n........\n........\n...k....\n........\nR...K...\n";
    assert_eq!(run(&["win", "--mate", "1"], drawn).with_code(0).out, "win 1 castling Q\n");
    assert_eq!(asked(&format!("{BOARD} w - -")), "no-win 1\n");
    assert_eq!(asked(&format!("{BOARD} w -")), "no-win 1\n");
    assert_eq!(asked(&format!("{BOARD} w Q -")), "win 1\n");
    // Keys, JSON, sentences and certificates are about that position.
    let open = format!("{BOARD} w");
    let keys = run(&["win", "--mate", "1", "--keys", &open], "").with_code(0).out;
    assert_eq!(keys, "win 1 keys e1c1 castling Q\n");
    let json = run(&["win", "--mate", "1", "--json", "--certificate", &open], "").with_code(0);
    assert_eq!(json.json()[0]["castling"], "Q");
    assert_eq!(json.json()[0]["line"], serde_json::json!(["e1c1"]));
    assert!(run(&["verify"], &json.out).with_code(0).out.starts_with("accepted: win within 1 ply"));
    let told = run(&["win", "--mate", "1", "--explain", &open], "").with_code(0).out;
    assert!(told.contains("by the convention of problems a king and a rook at home may (Q)"), "{told}");
    // Nothing is said where nobody could, nor of games without castling; what else is open stays a fault.
    assert_eq!(run(&["win", "--mate", "1", "7k/8/6K1/8/8/8/8/R7 w"], "").with_code(0).out, "win 1\n");
    assert_eq!(
        run(&["win", "--mate", "1", "4k/5/4K/5/R4 w", "--rules", "gardner"], "").with_code(0).out,
        "win 1\n"
    );
    run(&["win", "--mate", "1", &format!("{BOARD} ? ?")], "").with_code(1);
    // Other questions take a position as it is written.
    run(&["status", &format!("{BOARD} w ?")], "").with_code(1);
}

/// Problems in which both sides help: how many solutions, which, and what is refused.
#[test]
fn help_play() {
    const TWO: &str = "8/2k5/8/5K2/1R6/8/8/8 b";
    let asked = |options: &[&str]| run(&[&["win", "--stipulation"], options].concat(), "");
    assert_eq!(asked(&["h#2", TWO]).with_code(0).out, "solved 1\n");
    let listed = asked(&["h#2", "--solutions", "--set-play", TWO]).with_code(0).out;
    assert_eq!(listed, "solved 1 set unsolved\n  1. Kd8 Ke6 2. Ke8 Rb8#\n");
    let set = asked(&["h#2.5", "--solutions", "--set-play", "--lines", "1", "8/2k5/8/5K2/1R6/8/8/8 w"]);
    let cut = "(cut short: there are more solutions than were asked for)";
    let lines = format!(
        "solved 24 set solved 1\n  2. Kd8 Ke6 3. Ke8 Rb8#\n  \n  1... Rb1 2. Kd8 Ke6 3. Ke8 Rb8#\n  {cut}\n"
    );
    assert_eq!(set.with_code(0).out, lines);
    assert_eq!(asked(&["h#3", TWO]).with_code(0).out, "solved 88: h#2 1, h#3 87\n");
    let stopped = asked(&["h#9", "--nodes", "100000", TWO]).with_code(3).out;
    assert!(stopped.starts_with("undecided (node limit): h#2 1, h#3 87"), "{stopped}");

    let json = asked(&["h#2", "--solutions", "--set-play", "--json", "--certificate", TWO]).with_code(0);
    let said = &json.json()[0];
    assert_eq!((&said["verdict"], &said["count"], &said["plies"]), (&"solved".into(), &1.into(), &4.into()));
    assert_eq!(said["solutions"], serde_json::json!([["c7d8", "f5e6", "d8e8", "b4b8"]]));
    assert_eq!((&said["set_count"], &said["set_solutions"]), (&0.into(), &serde_json::json!([])));
    let verified = run(&["verify"], &json.out).with_code(0).out;
    assert!(verified.starts_with("accepted: solved h#2, 1 solution"), "{verified}");
    assert!(verified.contains("accepted: solved h#2, 1 solution, set play 0: "), "{verified}");
    assert!(!verified.contains("not covered"), "{verified}");
    for (was, is, why) in [
        ("\"set_count\":0", "\"set_count\":1", "has different set play"),
        ("\"set_solutions\":[]", "\"set_solutions\":[[\"f5e6\"]]", "has different set play"),
    ] {
        let altered = run(&["verify"], &json.out.replacen(was, is, 1)).with_code(1).out;
        assert!(altered.contains(why), "{altered}");
    }
    // Everything told follows from the solutions.
    for options in [
        &["h#2", "--solutions"][..],
        &["h#2", "--solutions", "--set-play"],
        &["h#3", "--solutions", "--set-play", "--lines", "7"],
        &["h#2", "--set-play"],
        &["h=2", "--set-play", "--solutions"],
        &["h#3", "--solutions", "--lines", "7"],
        &["h#3"],
        &["ser-h#4", "--solutions"],
    ] {
        let told = asked(&[options, &["--json", "--certificate", TWO]].concat()).with_code(0).out;
        let verified = run(&["verify"], &told).with_code(0).out;
        assert!(verified.ends_with(" (standard)\n"), "{options:?} {verified}");
        let other = told.replacen("\"reason\":\"", "\"reason\":\"Look: ", 1);
        let verified = run(&["verify"], &other).with_code(0).out;
        assert!(verified.ends_with("; not covered: reason\n"), "{options:?} {verified}");
        if told.contains("\"solution\":") {
            let other = told.replacen("\"solution\":\"1", "\"solution\":\"2", 1);
            let verified = run(&["verify"], &other).with_code(0).out;
            assert!(verified.ends_with("; not covered: solution\n"), "{options:?} {verified}");
        }
    }
    // What is said beside the certificate is compared with it.
    for (says, changed) in [
        ("\"count\":1", "\"count\":2"),
        ("\"plies\":4", "\"plies\":3"),
        ("\"verdict\":\"solved\"", "\"verdict\":\"unsolved\""),
        ("\"stipulation\":\"h#2\",\"plies\"", "\"stipulation\":\"h#3\",\"plies\""),
        ("\"solutions\":[[\"c7d8\"", "\"solutions\":[[\"c7c8\""),
        ("\"input\":\"8/2k5/", "\"input\":\"2k5/8/"),
        ("\"shortest\":true,", ""),
    ] {
        let altered = json.out.replacen(says, changed, 1);
        assert_ne!(altered, json.out, "{says}");
        let ran = run(&["verify"], &altered).with_code(1);
        assert!(ran.out.starts_with("refused"), "{}", ran.out);
    }
    // More moves than a checker tries again: the lines are proved, and that there are no others is not.
    let searched = asked(&["h#3", "--certificate", "2q5/8/8/2ppk1bB/1pn3p1/1p1K1p2/4P3/r5r1 b"]).with_code(0);
    assert!(searched.out.contains("\"searched\":{\"plies\":6,"), "{}", searched.out);
    let verified = run(&["verify"], &searched.out).with_code(0).out;
    assert!(verified.starts_with("accepted: solved h#3, 1 solution"), "{verified}");
    assert!(verified.ends_with("that there are no others was searched, and is not proved\n"), "{verified}");

    for (options, says) in [
        (
            &["h#2", "--tree", TWO][..],
            "keys, tries, tree and no_short are about problems with a defence, not h#2",
        ),
        (&["h#2", "--keys", TWO], "about problems with a defence"),
        (&["h#101", TWO], "expected #n, =n, s#n or r#n"),
        (&["#2", "--solutions", TWO], "--solutions: only for help play, such as h#3"),
        (&["#2", "--count", TWO], "--count: only for help play"),
        (&["h#2", "--solutions", "--count", TWO], "cannot be used with"),
        (&["h#2", "--lines", "3", TWO], "--lines: only with tree or solutions"),
        (&["h#2", "--rules", "simplified", "q3/4/4/3Q w"], "--rules"),
        (&["h#2", "--checkpoint", "help.state", TWO], "only the search for mates is kept"),
    ] {
        let ran = asked(options).with_code(2);
        assert!(ran.err.contains(says), "{options:?}: {}", ran.err);
    }
}
