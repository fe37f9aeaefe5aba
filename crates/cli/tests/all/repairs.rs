//! Repairs of illegal positions: each has its own certificate, and what is said of it is compared with that.

use crate::common;

use common::run;
use serde_json::{Value, json};

const RIGHTS: &str = "r3k2r/p6p/8/8/8/8/8/R3K2R w KQkq";

fn told(arguments: &[&str]) -> Value {
    let ran =
        run(&[&["reach", "--repair", "--time", "60s", "--json", "--certificate"], arguments].concat(), "");
    serde_json::from_str(&ran.with_code(0).out).unwrap()
}

fn verified(answer: &Value) -> String {
    run(&["verify"], &answer.to_string()).out
}

#[test]
fn repairs_have_certificates_of_their_own() {
    for arguments in
        [&[RIGHTS][..], &["--start", "rqbnkbnr", "rqbnkbnr/pppppppp/8/8/8/8/PPPPPPPP/RQBNKBNR b KQkq -"]]
    {
        let answer = told(arguments);
        let repairs = answer["repairs"].as_array().unwrap();
        let legal = repairs.iter().filter(|repair| repair["verdict"] == "legal").count();
        assert!(legal > 0, "{answer}");
        for repair in repairs {
            assert_eq!(repair["certificate"].is_object(), repair["verdict"] == "legal", "{repair}");
        }
        let said = verified(&answer);
        assert!(
            said.contains(&format!(", with {legal} certificate")) && said.contains(" for its repairs; "),
            "{said}"
        );
        assert!(
            said.ends_with("; not covered: blame, level, reason, repairs.level, repairs.what\n"),
            "{said}"
        );
    }
    // Of one that is undecided nobody has looked where its changes lead.
    let mut answer = told(&[RIGHTS]);
    let undecided = answer["repairs"][1].as_object_mut().unwrap();
    undecided.insert("verdict".into(), json!("undecided"));
    undecided.remove("certificate").unwrap();
    let said = verified(&answer);
    assert!(said.contains("; not covered: ") && said.contains("repairs.fen"), "{said}");
    let without = run(&["reach", "--repair", "--json", RIGHTS], "").with_code(0).json().remove(0);
    assert!(without["repairs"][0].get("certificate").is_none());
}

#[test]
fn no_repair_can_be_changed() {
    let answer = told(&[RIGHTS]);
    let place = |number: usize, member: &str| format!("/repairs/{number}/{member}");
    let changed = |pointer: &str, value: Value| {
        let mut changed = answer.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        verified(&changed)
    };
    let other = &answer["repairs"][2];
    for (number, member, value, expected) in [
        (
            1,
            "fen",
            json!("r3k2r/p6p/8/8/8/8/8/R3K2R w KQ - 0 1"),
            "repairs[1]: the certificate is valid, but is about another position",
        ),
        (
            1,
            "fen",
            json!("r3k2r/p6p/8/8/8/8/8/R3K2R b KQk - 0 1"),
            "repairs[1]: the certificate is valid, but is about another position",
        ),
        (
            0,
            "fen",
            json!("no position"),
            "repairs[0]: the certificate is valid, but is about another position",
        ),
        (
            1,
            "certificate",
            other["certificate"].clone(),
            "repairs[1]: the certificate is valid, but is about another position",
        ),
        (
            1,
            "verdict",
            json!("undecided"),
            "repairs[1]: the certificate is valid, but proves another verdict",
        ),
        (1, "certificate/evidence/game/0", json!("e2e5"), "repairs[1].certificate.evidence.game[0]: "),
        // Of the position itself it is proved that it cannot arise, which makes no repair.
        (
            1,
            "certificate",
            answer["certificate"].clone(),
            "repairs[1]: the certificate is valid, but proves another verdict",
        ),
        (3, "certificate", json!({"format": "arbiter-certificate"}), "repairs[3].certificate"),
    ] {
        let said = changed(&place(number, member), value.clone());
        assert!(
            said.starts_with("refused: ") && said.contains(expected),
            "{number} {member} {value}: {said}"
        );
    }
    // What has no certificate, or is no repair, is named.
    let named = [
        changed(&place(1, "certificate"), json!(null)),
        changed("/repairs/1", json!(5)),
        changed("/repairs/1", json!({"fen": 1, "verdict": "legal"})),
    ];
    for said in named {
        assert!(
            said.contains(", with 4 certificates for its repairs; ") && said.contains(", repairs[1]"),
            "{said}"
        );
    }
    let said = changed("/repairs/1/level", json!({"elo": 2900}));
    assert!(said.ends_with(", repairs.level, repairs.what\n"), "{said}");
    for value in [json!(5), json!([]), json!("legal")] {
        let said = changed("/repairs", value);
        assert!(
            said.starts_with("accepted: illegal")
                && said.ends_with("; not covered: blame, level, reason, repairs\n"),
            "{said}"
        );
    }
}

/// A certificate of a game from one array says nothing of games from another.
#[test]
fn repairs_are_of_the_array_of_the_answer() {
    let mut answer = told(&["--start", "rqbnkbnr", "rqbnkbnr/pppppppp/8/8/8/8/PPPPPPPP/RQBNKBNR b KQkq -"]);
    let usual = told(&["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -"]);
    let repair = &usual["repairs"][0];
    assert_eq!(repair["verdict"], "legal", "{usual}");
    answer["repairs"][0] = repair.clone();
    let said = verified(&answer);
    assert!(
        said.contains("repairs[0]: the certificate is valid, but is about games from another array"),
        "{said}"
    );
}
