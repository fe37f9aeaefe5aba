//! What `arbiter verify` says of an answer beside its certificate: compared, told again, or named.

use crate::common::run;

const MATE: &str = "7k/6Q1/6K1/8/8/8/8/8 b - -";

/// What an answer says beside what its certificate proves is named, and what both say is compared.
#[test]
fn what_is_not_proved_is_named() {
    let answer =
        |arguments: &[&str]| run(&[arguments, &["--json", "--certificate"]].concat(), "").with_code(0).out;
    let verified = |text: &str| run(&["verify"], text).out;
    let mate = answer(&["win", "--mate", "3", "--keys", "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w"]);
    assert!(verified(&mate).ends_with(" (standard)\n"), "{}", verified(&mate));
    // The line is one of the strategy, to its end and no further.
    for (says, changed) in [
        ("\"line\":[\"a4a5\"", "\"line\":[\"a4b5\""),
        ("\"line\":[\"a4a5\"", "\"line\":[\"a4a5\",\"a4a5\",\"a4a5\""),
        ("\"c8b7\"],", "\"c8b7\",\"a8a7\",\"b7a6\"],"),
        (",\"a5c3\",\"c8b7\"],", "],"),
        (",\"a6c5\",\"a5c3\",\"c8b7\"],", ",\"a6c5\",\"a5c3\",\"c8d7\"],"),
    ] {
        let altered = mate.replacen(says, changed, 1);
        assert_ne!(altered, mate, "{says}");
        assert!(
            verified(&altered).contains("has a different line than the answer"),
            "{}",
            verified(&altered)
        );
    }
    // So are the keys.
    assert!(verified(&mate).contains("and no fewer, keys within 5: a4a5: "), "{}", verified(&mate));
    let other = mate.replacen("\"keys\":[\"a4a5\"]", "\"keys\":[\"a4b5\"]", 1);
    assert!(verified(&other).contains("has different keys than the answer"), "{}", verified(&other));
    // Within fewer plies than the win takes there are no keys, which tells nothing of a problem.
    let none = mate.replacen("\"keys\":[\"a4a5\"]", "\"keys\":[]", 1);
    let none = none.replacen("{\"plies\":5,\"moves\":[\"a4a5\"]}", "{\"plies\":3,\"moves\":[]}", 1);
    assert!(verified(&none).contains("has different keys than the answer"), "{}", verified(&none));
    let unsolved = answer(&["win", "--mate", "2", "--keys", "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w"]);
    assert!(verified(&unsolved).ends_with(" (standard)\n"), "{}", verified(&unsolved));
    let other = unsolved.replacen("\"keys\":[]", "\"keys\":[\"a4a5\"]", 1);
    assert!(verified(&other).contains("has different keys than the answer"), "{}", verified(&other));
    // A half of a line claims less than can be compared.
    let half = mate.replacen(",\"c8b7\"],", "],", 1);
    assert!(verified(&half).contains("; not covered: line\n"), "{}", verified(&half));
    let repaired = answer(&["reach", "--repair", "k7/P7/8/8/8/8/8/KP6 w"]);
    assert!(verified(&repaired).contains("; not covered: level, reason, "), "{}", verified(&repaired));
    let status: serde_json::Value = serde_json::from_str(&answer(&["status", MATE])).unwrap();
    let ran = run(&["verify", "--json"], &status.to_string()).with_code(0);
    assert_eq!(ran.json()[0].get("not_covered"), None);
    let ran = run(&["verify", "--json"], &status["certificate"].to_string()).with_code(0);
    assert_eq!(ran.json()[0].get("not_covered"), None);
    // Members that nobody knows are no exception.
    let more = mate.replacen("{\"input\"", "{\"elo\":2900,\"input\"", 1);
    assert!(verified(&more).contains("; not covered: elo\n"), "{}", verified(&more));
}

/// Tries, set play and variations are worked out again from what the certificate shows, and compared.
#[test]
fn solutions_are_worked_out_again() {
    const LOYD: &str = "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w";
    let answer = |arguments: &[&str]| {
        run(&[&["win"], arguments, &["--json", "--certificate", LOYD]].concat(), "").with_code(0).out
    };
    let verified = |text: &str| run(&["verify"], text).out;
    for (number, asked) in [
        &["--mate", "3", "--tree", "--tries", "--set-play"][..],
        &["--mate", "3", "--tree", "--tries=2", "--no-short"],
        &["--mate", "3", "--tries=3"],
        &["--mate", "4", "--keys", "--set-play"],
        &["--mate", "2", "--tries", "--tree", "--set-play"],
    ]
    .into_iter()
    .enumerate()
    {
        let answer = answer(asked);
        assert!(verified(&answer).ends_with(" (standard)\n"), "{asked:?} {}", verified(&answer));
        // Another solution does not follow from it.
        let other = answer.replacen("\"solution\":\"", "\"solution\":\"1. Qh8#\\n", 1);
        assert!(verified(&other).ends_with("; not covered: solution\n"), "{asked:?} {}", verified(&other));
        if number == 0 {
            for (says, changed) in [
                ("{\"move\":\"a6c5\",\"refutations\":[\"b6c5\"]},", ""),
                (
                    "\"move\":\"a6c5\",\"refutations\":[\"b6c5\"]",
                    "\"move\":\"a6c5\",\"refutations\":[\"b6a5\"]",
                ),
                ("\"move\":\"a6c5\",\"refutations\":[\"b6c5\"]", "\"move\":\"a6c5\",\"refutations\":[]"),
                ("\"tries\":[", "\"tries\":[{},"),
            ] {
                let altered = answer.replacen(says, changed, 1);
                assert_ne!(altered, answer, "{says}");
                let said = verified(&altered);
                assert!(said.contains("has different tries than the answer"), "{changed} {said}");
            }
            // What the certificate does not show is not covered.
            let mut value: serde_json::Value = serde_json::from_str(&answer).unwrap();
            value["certificate"]["claim"].as_object_mut().unwrap().remove("variations");
            let said = verified(&value.to_string());
            assert!(said.ends_with("; not covered: solution, tries\n"), "{said}");
        }
    }
    // They are those of the problem that the answer is about.
    let two = answer(&["--mate", "2", "--tries"]);
    let without = two.replacen("\"keys\":[],", "", 1);
    assert!(verified(&without).ends_with("; not covered: tries, solution\n"), "{}", verified(&without));
    let other = two.replacen("\"verdict\"", "\"stipulation\":\"#1\",\"verdict\"", 1);
    assert!(verified(&other).contains("has different tries than the answer"), "{}", verified(&other));
    // A claim of very many plies is not followed through all of them.
    let never = "8/8/8/8/8/1k6/8/K7 w - -";
    let variations: Vec<_> = ["8/k7/8", "8/2k5/8", "k7/8/8", "1k6/8/8", "2k5/8/8", "8/8/2k5"]
        .map(|ranks| serde_json::json!([format!("8/8/8/8/{ranks}/K7 w - -"), 4_000_000_000_u32, []]))
        .into();
    let far = serde_json::json!({
        "input": never, "verdict": "no-win", "plies": 4_000_000_000_u32, "keys": [], "solution": "Set play:\n",
        "certificate": {
            "format": "arbiter-certificate", "version": 2, "rules": "standard", "question": "win",
            "position": never,
            "claim": {"answer": "no-win", "plies": 4_000_000_000_u32, "variations": variations},
            "evidence": {"strategy": [], "refutation": []},
        },
    });
    assert!(
        verified(&far.to_string()).ends_with("; not covered: solution\n"),
        "{}",
        verified(&far.to_string())
    );
    // Where that would be too long, less is claimed.
    let cut = answer(&["--mate", "3", "--tree", "--lines", "1"]);
    assert!(verified(&cut).ends_with("; not covered: solution\n"), "{}", verified(&cut));
}

/// Sentences that follow from what is proved are derived again; others are named, whatever they say.
#[test]
fn sentences_are_derived_again() {
    let answer =
        |arguments: &[&str]| run(&[arguments, &["--json", "--certificate"]].concat(), "").with_code(0).out;
    let is_named = |text: &str| {
        let said = run(&["verify"], text).with_code(0).out;
        said.split_once("; not covered: ")
            .is_some_and(|(_, all)| all.trim().split(", ").any(|one| one == "reason"))
    };
    for (asked, says, changed) in [
        (&["status", MATE][..], "the queen on g7 attacks", "the queen on g7 pins"),
        (&["status", "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 9"], "White is safe", "Black is safe"),
        (&["status", "--rules", "simplified", "Qq2/4/1r2/4 w"], "the queen on b4", "the queen on d4"),
        (&["status", "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1"], "White is safe", "White is"),
        (&["reach", "--by", "rules", "8/8/8/8/8/8/8/8"], "has no king", "has two kings"),
        (
            &["reach", "--by", "rules", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"],
            "\"reason\":\"",
            "\"reason\":\"Not: ",
        ),
        (
            &["win", "--mate", "2", "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w"],
            "within 2 moves",
            "within 3 moves",
        ),
        (&["win", "--mate", "3", "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w"], ", and not in fewer", ""),
        (&["win", "--stipulation", "s#2", "8/8/8/8/8/1k6/2q5/K1Q5 w"], "\"reason\":\"", "\"reason\":\"Not: "),
        (
            &["win", "--shortest", "--rules", "simplified", "q3/2Q1/1rRn/N3 w"],
            "within 9 plies",
            "within 7 plies",
        ),
    ] {
        let told = answer(asked);
        assert!(!is_named(&told), "{told}");
        let altered = told.replacen(says, changed, 1);
        assert_ne!(altered, told, "{says}");
        assert!(is_named(&altered), "{altered}");
    }
    // What is said of castling by the convention of problems is more than is proved.
    let told = answer(&["win", "--mate", "1", "8/4RBQ1/8/8/8/3k4/8/R3K3 w"]);
    assert!(told.contains("by the convention of problems") && is_named(&told), "{told}");
}

/// The line of a selfmate ends with the mate that the defender has to give.
#[test]
fn lines_of_selfmates() {
    for (asked, position, answers) in [
        ("s#2", "4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w", ",\"a5b4\",\"a4b4\"],"),
        ("r#2", "8/3Q4/1b6/8/8/1K6/4q3/k7 w", ",\"b3a3\",\"b6c5\"],"),
    ] {
        let said = run(&["win", "--stipulation", asked, "--json", "--certificate", position], "").out;
        let verified = |text: &str| run(&["verify"], text).out;
        assert!(verified(&said).ends_with(" (standard)\n"), "{}", verified(&said));
        let altered = |line: &str| said.replacen(answers, line, 1);
        let last = answers.split(',').nth(2).unwrap();
        for other in
            ["],", ",\"a1a2\",\"a2a3\"],", &format!(",\"a1a2\",{last},"), &answers.replace(last, "\"a1a2\"]")]
        {
            assert_ne!(altered(other), said);
            let found = verified(&altered(other));
            assert!(found.contains("has a different line than the answer"), "{other} {found}");
        }
        // Without the mate it claims less than can be compared.
        let half = altered(&answers.replace(&format!(",{last}"), "]"));
        assert!(verified(&half).ends_with("; not covered: line\n"), "{}", verified(&half));
    }
}
