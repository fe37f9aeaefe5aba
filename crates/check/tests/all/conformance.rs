//! Every case of `docs/conformance`, which a checker in any language can run.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use chess_arbiter_check::{CheckError, check};
use serde_json::Value;

#[test]
fn every_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/conformance");
    let (mut names, mut wrong, mut accepted) = (HashSet::new(), Vec::new(), 0);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let text = |key: &str| case[key].as_str().unwrap_or_else(|| panic!("{line}")).to_owned();
            let found = match check(&text("certificate")) {
                Ok(_) => "accepted".to_owned(),
                Err(CheckError::Refused(_)) => "refused".to_owned(),
                Err(other) => format!("{other:?}"),
            };
            accepted += usize::from(found == "accepted");
            if found != text("expect") {
                wrong.push(format!("{} ({}): {found}", text("name"), text("why")));
            }
            assert!(names.insert(text("name")), "{}: twice", text("name"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(names.len() >= 1_000 && accepted >= 300, "{} cases, {accepted} accepted", names.len());
}

/// What is accepted is said with all that was proved of it.
#[test]
fn what_is_accepted_is_said() {
    let keys = include_str!("../../../../docs/conformance/keys.jsonl");
    for (name, said) in [
        ("seven", "win within 1 ply and no fewer, keys within 3: g1g2 g1g3 g1g4 g1g5 g1a7 g1g7 f6f7: "),
        ("not-shortest", "win within 1 ply, keys within 3: g1g2 g1g3 g1g4 g1g5 g1a7 g1g7 f6f7: "),
        ("loyd-fewer", "win within 5 plies and no fewer, keys within 4: none: "),
    ] {
        let name = format!("\"keys/{name}\"");
        let line = keys.lines().find(|line| line.contains(&name)).unwrap();
        let case: Value = serde_json::from_str(line).unwrap();
        let accepted = check(case["certificate"].as_str().unwrap()).unwrap().to_string();
        assert!(accepted.contains(said), "{accepted}");
    }
    for line in include_str!("../../../../docs/conformance/variations.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let text = case["certificate"].as_str().unwrap();
        let Ok(accepted) = check(text) else { continue };
        let claim = &serde_json::from_str::<Value>(text).unwrap()["claim"];
        assert_eq!(accepted.variations, claim["variations"].as_array().unwrap().len() as u64, "{line}");
        assert_eq!(accepted.keys.is_some(), claim.get("keys").is_some(), "{line}");
    }
}
