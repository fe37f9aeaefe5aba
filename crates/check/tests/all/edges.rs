//! Numbers at the edges of what they can be: nothing may run over, whatever a certificate says.

use std::cell::Cell;
use std::panic::catch_unwind;

use chess_arbiter_check::{Budget, check, check_within};
use serde_json::{Value, json};

/// At least one certificate of each question.
const CERTIFICATES: &str = include_str!("../../../../tests/cases/certificates.jsonl");

/// A number in a certificate, or in a text there.
#[derive(Clone, Debug)]
struct Place {
    pointer: String,
    /// Of the digits, where they are part of a text.
    within: Option<std::ops::Range<usize>>,
}

fn places(value: &Value, pointer: &str, found: &mut Vec<Place>) {
    match value {
        Value::Number(_) => found.push(Place { pointer: pointer.into(), within: None }),
        Value::String(text) => {
            let mut at = 0;
            for digits in text.split(|c: char| !c.is_ascii_digit()) {
                let within = at..at + digits.len();
                at += digits.len() + 1;
                if !within.is_empty() {
                    found.push(Place { pointer: pointer.into(), within: Some(within) });
                }
            }
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(i, item)| places(item, &format!("{pointer}/{i}"), found));
        }
        Value::Object(entries) => {
            entries.iter().for_each(|(key, item)| places(item, &format!("{pointer}/{key}"), found));
        }
        _ => {}
    }
}

/// Some numbers make a check a long one.
fn check_a_while(text: &str) {
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 50
    };
    let _ = check_within(text, &Budget::new(64 << 20, &stop));
}

#[test]
fn no_number_runs_over() {
    let mut edges: Vec<i128> = vec![0, 1, 2, -1, -2, 9, 10, 99, 100, 101];
    for bits in [7, 8, 15, 16, 31, 32, 63, 64] {
        edges.extend([-2, -1, 0, 1].map(|more| (1 << bits) + more));
        edges.extend([-1, 0].map(|more| -(1 << bits) + more));
    }
    let (mut tried, mut texts) = (0, 0);
    for line in CERTIFICATES.lines() {
        let whole: Value = serde_json::from_str(line).unwrap();
        assert!(check(line).is_ok(), "{line}");
        let mut found = Vec::new();
        ["claim", "evidence", "version"].iter().for_each(|key| {
            places(&whole[*key], &format!("/{key}"), &mut found);
        });
        for Place { pointer, within } in found {
            // A long list is like its beginning.
            if pointer.split('/').any(|part| part.parse().is_ok_and(|place: usize| place > 5)) {
                continue;
            }
            for edge in &edges {
                let mut changed = whole.clone();
                let place = changed.pointer_mut(&pointer).unwrap();
                *place = match (&within, &*place) {
                    (Some(within), Value::String(text)) => {
                        texts += 1;
                        let mut text = text.clone();
                        text.replace_range(within.clone(), &edge.to_string());
                        json!(text)
                    }
                    // As large as they are written.
                    _ => serde_json::from_str(&edge.to_string()).unwrap(),
                };
                let text = changed.to_string();
                assert!(catch_unwind(|| check_a_while(&text)).is_ok(), "{text}");
                tried += 1;
            }
        }
    }
    assert!(tried > 5_000 && texts > 3_000, "{tried} {texts}");
}

#[test]
fn stipulations_of_very_many_moves() {
    let help = CERTIFICATES.lines().find(|line| line.contains("\"h#2\"")).unwrap();
    for asked in ["h#9223372036854775808", "h#9223372036854775807.5", "ser-h#18446744073709551615", "h#101"] {
        let refused = check(&help.replace("h#2", asked)).unwrap_err().to_string();
        assert!(refused.contains("expected one of help play"), "{refused}");
    }
}
