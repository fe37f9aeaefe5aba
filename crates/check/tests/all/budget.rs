//! Budgets: what takes long asks whether to stop, and no text makes the checker take more memory than it may.

use std::cell::Cell;

use crate::common::{certificate, conformance_case};
use chess_arbiter_check::{Budget, CheckError, Stopped, check_within};
use serde_json::{Value, json};

const POSITION: &str = "1rkQ1r2/b5p1/1nnRrRN1/pRNN4/B4Nb1/1bn1PNP1/3K4/1qn2r2 b - -";

const MUCH: usize = 1 << 30;

fn illegal(nodes: Value) -> Value {
    certificate("standard", "legality", POSITION, json!({"answer": "illegal"}), json!({ "nodes": nodes }))
}

/// How often a check asks whether to stop, until it is told to; and its outcome.
fn asks(certificate: &Value, told_after: usize) -> (usize, Result<(), CheckError>) {
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > told_after
    };
    let outcome = check_within(&certificate.to_string(), &Budget::new(MUCH, &stop));
    (asked.get(), outcome.map(|_| ()))
}

/// Kings on all squares, with a node for each.
fn kings(pairs: usize) -> Value {
    let mut nodes = Vec::new();
    for pair in 0..pairs {
        let (white, black) = (pair / 32, pair % 32);
        let rank = |king: char, on: usize| format!("{}{king}{}", "1".repeat(on % 8), "1".repeat(7 - on % 8));
        let mut ranks = vec!["11111111".to_owned(); 8];
        ranks[white / 8 % 4] = rank('K', white);
        ranks[4 + black / 8] = rank('k', black);
        let mut text = ranks.join("/");
        for empty in (2..=8).rev() {
            text = text.replace(&"1".repeat(empty), &empty.to_string());
        }
        nodes.push(json!([format!("{text} b"), 3, Value::Null]));
    }
    let start = "8/8/8/K7/8/k7/8/8 w";
    certificate(
        "pawnless",
        "win",
        start,
        json!({"answer": "no-win", "plies": 3}),
        json!({"refutation": nodes}),
    )
}

#[test]
fn searches_and_lists_stop_when_they_are_told() {
    let placements = conformance_case("lemmas/order-cases");
    let kernel = conformance_case("lemmas/kernel-cases-long");
    for (certificate, least) in [(placements, 60), (kernel, 20), (kings(1000), 60)] {
        let (asked, outcome) = asks(&certificate, usize::MAX);
        assert!(asked >= least, "{asked}");
        assert_ne!(outcome, Err(CheckError::Stopped(Stopped::Told)));
        for told_after in [0, 1, least - 1] {
            let told = Err(CheckError::Stopped(Stopped::Told));
            assert_eq!(asks(&certificate, told_after), (told_after + 1, told));
        }
    }
}

/// The first look asks.
#[test]
fn who_is_told_before_it_begins_reads_nothing() {
    let told = Err(CheckError::Stopped(Stopped::Told));
    assert_eq!(check_within("{}", &Budget::new(MUCH, &|| true)), told);
    assert!(matches!(check_within("{}", &Budget::new(0, &|| false)), Err(CheckError::Refused(_))));
}

#[test]
fn cases_take_no_more_memory_than_they_may() {
    for name in ["lemmas/order-cases", "lemmas/kernel-cases-long"] {
        let text = conformance_case(name).to_string();
        let within = |memory| check_within(&text, &Budget::new(memory, &|| false)).map(|_| ());
        assert_eq!(within(1 << 14), Err(CheckError::Stopped(Stopped::Memory)), "{name}");
        assert_eq!(within(1 << 20), Ok(()), "{name}");
    }
}

/// Texts of few bytes an item are stopped before their items fill the memory.
#[test]
fn small_items_take_what_they_take() {
    let many = |item: &str| format!("[{}]", vec![item; 200_000].join(","));
    let entries = (0..200_000).map(|key| format!("\"{key}\":1")).collect::<Vec<_>>().join(",");
    let text = illegal(json!("NODES")).to_string();
    for nodes in [many("1"), many("[]"), many("{}"), format!("{{{entries}}}"), many("[\"k\",\"k\"]")] {
        let text = text.replace("\"NODES\"", &nodes);
        let within = |memory| check_within(&text, &Budget::new(memory, &|| false)).map(|_| ());
        let outcome = within(1 << 20);
        assert!(
            matches!(outcome, Err(CheckError::Refused(_) | CheckError::Stopped(Stopped::Memory))),
            "{outcome:?}"
        );
        assert!(matches!(within(MUCH), Err(CheckError::Refused(_))));
    }
    let (whole, text) = (kings(1000), kings(1000).to_string());
    assert_eq!(
        check_within(&text, &Budget::new(100_000, &|| false)).map(|_| ()),
        Err(CheckError::Stopped(Stopped::Memory))
    );
    assert!(matches!(asks(&whole, usize::MAX).1, Err(CheckError::Refused(_)) | Ok(())));
}
