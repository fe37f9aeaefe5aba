//! The envelope of a certificate: keys, types, version; hostile texts.

use crate::common;

use chess_arbiter_check::{Question, check};
use common::{Random, accepted, certificate, refused, refused_text, with};
use serde_json::{Value, json};

fn mate() -> Value {
    certificate(
        "standard",
        "status",
        "7k/6Q1/6K1/8/8/8/8/8 b - -",
        json!({"answer": "checkmate"}),
        json!({"checkers": ["g7"], "refuted": [["h8g8","g7"],["h8h7","g7"],["h8g7","g6"]]}),
    )
}

#[test]
fn envelope() {
    let good = mate();
    let claim = accepted(&good);
    assert_eq!(claim.question, Question::Status);
    assert_eq!((claim.answer, claim.plies, claim.shortest), ("checkmate", None, false));
    assert!(check(&format!(" \n{good:#}\n\t")).is_ok());

    refused(&with(&good, "/format", json!("arbiter")), "certificate.format");
    accepted(&with(&good, "/version", json!(1)));
    refused(&with(&good, "/version", json!(3)), "version \"3\" is not known here");
    refused(&with(&good, "/version", json!(0)), "version \"0\" is not known here");
    refused(&with(&good, "/version", json!("2")), "version \"\\\"2\\\"\" is not known");
    refused(&with(&good, "/version", json!(2.0)), "version \"2.0\" is not known");
    refused(&with(&good, "/version", json!(null)), "version \"null\" is not known");
    refused(&with(&good, "/rules", json!("chess")), "certificate.rules: expected the name of a rule set");
    refused(&with(&good, "/rules", json!("pawnless")), "certificate.position");
    refused(&with(&good, "/question", json!("mate")), "\"mate\" is not asked about standard");
    refused(&with(&good, "/position", json!("7k/6Q1/6K1/8/8/8/8/8 b")), "certificate.position");
    refused(&with(&good, "/position", json!(5)), "certificate.position: expected a string");
    refused(&with(&good, "/claim", json!([])), "certificate.claim: expected an object");
    refused(&with(&good, "/evidence", json!(null)), "certificate.evidence: expected an object");
    for key in ["format", "version", "rules", "question", "position", "claim", "evidence"] {
        let mut without = good.clone();
        without.as_object_mut().unwrap().remove(key);
        refused(&without, &format!("the key \"{key}\" is missing"));
    }
    let mut more = good.clone();
    more["comment"] = json!("");
    refused(&more, "unexpected key \"comment\"");
    let mut more = with(&good, "/version", json!(3));
    more["comment"] = json!("");
    refused(&more, "version \"3\" is not known here");
}

#[test]
fn not_json() {
    let good = mate().to_string();
    for (text, expected) in [
        ("", "not JSON"),
        ("null", "expected an object"),
        ("[]", "expected an object"),
        ("{}", "\"format\" is missing"),
        (&good[..good.len() - 1], "not JSON"),
        (&format!("{good}x"), "not JSON"),
        (&format!("{good}{good}"), "not JSON"),
        (&format!("\u{feff}{good}"), "not JSON"),
        (&"[".repeat(1_000_000), "not JSON"),
        (&"{\"a\":".repeat(1_000_000), "not JSON"),
        ("\"\\ud800\"", "expected an object"),
    ] {
        refused_text(text, expected);
    }
}

#[test]
fn duplicate_keys() {
    let good = mate().to_string();
    let twice = |from: &str, to: &str| {
        assert!(good.contains(from));
        refused_text(&good.replacen(from, to, 1), "occurs twice in one object");
    };
    twice("{\"claim\"", "{\"version\":2,\"claim\"");
    twice("{\"claim\"", "{\"v\\u0065rsion\" \n :1,\"claim\"");
    twice("{\"answer\"", "{\"answer\":\"safe\",\"answer\"");
    twice("{\"checkers\"", "{\"checkers\" : [\"\\\\\",\"\\\"\"],\"checkers\"");
    // Keys of different objects, and strings that only look like keys, are not duplicates.
    let origins = json!({"a": {"a": ["a", "a", {"a": "a:\"a\":"}]}, "b": [{"a": 1}, {"a": 1}]});
    refused_text(&origins.to_string(), "\"format\" is missing");
}

/// Whatever a text contains, it is answered.
#[test]
fn mutilated_texts_never_panic() {
    let mut random = Random(99);
    let good = mate().to_string();
    let snippets = [
        "\"",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "null",
        "-1",
        "1e99",
        "\\",
        "é",
        "b8",
        "g7",
        " ",
        "99999999999999999999",
    ];
    for _ in 0..30_000 {
        let mut text = good.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            if !text.is_char_boundary(at) {
                continue;
            }
            match random.below(2) {
                0 => text.insert_str(at, snippets[random.below(snippets.len())]),
                _ => drop(text.remove(at)),
            }
        }
        if let Ok(claim) = check(&text) {
            assert_eq!(claim.position, "7k/6Q1/6K1/8/8/8/8/8 b - -");
        }
    }
    // Every value of every other type, everywhere.
    fn pointers(value: &Value, path: String, all: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                map.iter().for_each(|(key, value)| pointers(value, format!("{path}/{key}"), all))
            }
            Value::Array(list) => {
                list.iter().enumerate().for_each(|(i, value)| pointers(value, format!("{path}/{i}"), all))
            }
            _ => {}
        }
        all.push(path);
    }
    let mut all = Vec::new();
    pointers(&mate(), String::new(), &mut all);
    for pointer in all {
        for value in [
            json!(null),
            json!(7),
            json!(-1.5),
            json!(true),
            json!(""),
            json!("é"),
            json!([]),
            json!([[]]),
            json!({}),
        ] {
            refused(&with(&mate(), &pointer, value), "");
        }
    }
}

/// An object with more keys than any has is not read to its end.
#[test]
fn very_many_keys() {
    let with_keys = |keys: usize| {
        let entries: Vec<String> = (0..keys).map(|key| format!("\"k{key}\":1")).collect();
        mate().to_string().replace("{\"answer\":\"checkmate\"}", &format!("{{{}}}", entries.join(",")))
    };
    refused_text(&with_keys(1_000), "unexpected key \"k0\"");
    refused_text(&with_keys(1_001), "claim: expected fewer keys");
}

/// What a message shows of the certificate is not longer than a line.
#[test]
fn long_texts_are_shown_in_part() {
    let named = |length: usize| {
        let key = "k".repeat(length);
        mate().to_string().replace("{\"answer\"", &format!("{{\"{key}\":1,\"answer\""))
    };
    let shown = format!("claim: unexpected key \"{}\"", "k".repeat(100));
    for (length, ends_with) in [(100, shown.clone()), (101, format!("{shown}…"))] {
        let message = check(&named(length)).unwrap_err().to_string();
        assert!(message.ends_with(&ends_with), "{message}");
    }
}

/// A list of so many has no more, and none that stand there twice.
#[test]
fn lists_have_their_length() {
    for more in [json!(["h8h7", "g7", "g7"]), json!(["h8h7"]), json!(["h8h7", "g7", "g7", "g7"])] {
        refused(&with(&mate(), "/evidence/refuted/1", more), "refuted[1]: expected a list of 2");
    }
    let checkers = |named: Value| with(&mate(), "/evidence/checkers", named);
    refused(&checkers(json!(["g7", "g7"])), "checkers[1]: g7 is named twice");
    refused(&checkers(json!(["g7", "a1"])), "checkers: a1 does not belong here");
    refused(&checkers(json!(["i1"])), "\"i1\" is not a square");
}
