//! Certificates made by the library, corrupted at random: the checker refuses every one whose claim or proof changed.
#![allow(missing_docs)]

mod common;

use chess_arbiter::board::{Color, Setup};
use chess_arbiter::position::Position;
use chess_arbiter::reach::five_rules;
use chess_arbiter::rules::{Pawnless, Rules, Simplified, SimplifiedPawns, Standard};
use chess_arbiter::status::explain;
use chess_arbiter::win::{Answer, Limits, Solver};
use chess_arbiter_check::{Accepted, check};
use common::{Chance, random_position, random_setup};
use serde_json::Value;

/// Every path to a leaf of a JSON value.
fn leaves(value: &Value, path: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let children: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(members) => members.values().collect(),
        _ => {
            found.push(path.clone());
            return;
        }
    };
    for (i, child) in children.into_iter().enumerate() {
        path.push(i);
        leaves(child, path, found);
        path.pop();
    }
}

fn at<'a>(value: &'a mut Value, path: &[usize]) -> &'a mut Value {
    path.iter().fold(value, |value, &i| match value {
        Value::Array(items) => &mut items[i],
        Value::Object(members) => members.values_mut().nth(i).unwrap(),
        _ => unreachable!(),
    })
}

/// Changes one leaf, or drops or doubles one element of a list.
fn mutate(certificate: &Value, chance: &mut Chance) -> Value {
    let mut mutant = certificate.clone();
    let mut paths = Vec::new();
    leaves(certificate, &mut Vec::new(), &mut paths);
    let path = &paths[chance.below(paths.len())];
    if chance.one_in(6) && path.len() > 2 {
        if let Value::Array(items) = at(&mut mutant, &path[..path.len() - 1]) {
            let i = chance.below(items.len());
            if chance.one_in(2) {
                items.remove(i);
            } else {
                let copy = items[i].clone();
                items.push(copy);
            }
        }
        return mutant;
    }
    match at(&mut mutant, path) {
        Value::String(text) => {
            let mut bytes = text.clone().into_bytes();
            if !bytes.is_empty() {
                let i = chance.below(bytes.len());
                bytes[i] = match bytes[i] {
                    b'1'..=b'8' => b'1' + chance.below(8) as u8,
                    b'a'..=b'h' => b'a' + chance.below(8) as u8,
                    b'w' => b'b',
                    _ => chance.pick(b"KQRBNPkqrbnp18/ w-"),
                };
            }
            *text = String::from_utf8(bytes).unwrap();
        }
        Value::Number(number) => {
            let value = number.as_u64().unwrap();
            let change =
                chance.pick(&[value + 1, value.saturating_sub(1), value + 2, value.saturating_sub(2), 0]);
            *at(&mut mutant, path) = Value::from(change);
        }
        Value::Bool(flag) => *flag = !*flag,
        other => *other = Value::from(chance.below(9)),
    }
    mutant
}

/// What is claimed about what.
fn claim(certificate: &Value) -> (String, String) {
    (certificate["position"].to_string(), certificate["claim"].to_string())
}

/// A mutant that passes must claim something true: `truth` tells by asking the library anew.
fn refuses(json: &str, chance: &mut Chance, truth: &mut dyn FnMut(&Value, &Accepted) -> bool) -> [u32; 2] {
    let original: Value = serde_json::from_str(json).unwrap();
    let mut counts = [0; 2];
    for _ in 0..40 {
        let mutant = mutate(&original, chance);
        if mutant == original {
            continue;
        }
        let text = mutant.to_string();
        match check(&text) {
            Err(_) => counts[0] += 1,
            Ok(accepted) => {
                counts[1] += 1;
                if claim(&mutant) != claim(&original) {
                    assert!(truth(&mutant, &accepted), "a false claim was accepted\n{json}\n{text}");
                }
            }
        }
    }
    counts
}

fn text(certificate: &Value) -> &str {
    certificate["position"].as_str().unwrap()
}

fn position<R: Rules>(certificate: &Value) -> Position<R> {
    chess_arbiter::format::fen::position(text(certificate)).unwrap()
}

fn add(total: &mut [u32; 2], counts: [u32; 2]) {
    total[0] += counts[0];
    total[1] += counts[1];
}

fn status_mutants<R: Rules>(seed: u64) {
    let mut chance = Chance(seed);
    let mut total = [0; 2];
    for _ in 0..300 {
        let start = random_position::<R>(&mut chance);
        let json = explain(&start).certificate(&start).to_json();
        let counts = refuses(&json, &mut chance, &mut |mutant, accepted| {
            explain(&position::<R>(mutant)).status.to_string() == accepted.answer
        });
        add(&mut total, counts);
    }
    assert!(total[0] > 20 * total[1], "refused, accepted: {total:?}");
}

#[test]
fn status_certificates() {
    status_mutants::<Standard>(31);
    status_mutants::<Pawnless>(32);
    status_mutants::<Simplified>(33);
    status_mutants::<SimplifiedPawns>(34);
}

#[test]
fn five_rules_certificates() {
    let mut chance = Chance(35);
    let mut total = [0; 2];
    for _ in 0..500 {
        let setup = Setup::new(random_setup::<Standard>(&mut chance).board, Color::White);
        let json = five_rules(&setup.board).certificate(&setup).to_json();
        let counts = refuses(&json, &mut chance, &mut |mutant, accepted| {
            let setup = chess_arbiter::format::fen::parse::<Standard>(text(mutant)).unwrap();
            five_rules(&setup.board).broken() == accepted.broken
        });
        add(&mut total, counts);
    }
    assert!(total[0] > 10 * total[1], "refused, accepted: {total:?}");
}

fn win_mutants<R: Rules>(seed: u64) {
    let mut chance = Chance(seed);
    let mut total = [0; 2];
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    let mut solver = Solver::<R>::new(limits);
    let mut kinds = [0; 2];
    for _ in 0..400 {
        let start = random_position::<R>(&mut chance);
        if start.board().occupied().len() > 9 {
            continue;
        }
        let answer = solver.within(&start, 4);
        let json = solver.certificate(&start, answer).unwrap().unwrap().to_json();
        kinds[usize::from(matches!(answer, Answer::Win { .. }))] += 1;
        let counts = refuses(&json, &mut chance, &mut |mutant, accepted| {
            let start = position::<R>(mutant);
            let plies = u32::try_from(accepted.plies.unwrap()).unwrap();
            let wins = match solver.within(&start, plies) {
                Answer::Win { plies, .. } => Some(plies),
                _ => None,
            };
            match accepted.answer {
                "win" => wins.is_some_and(|shortest| !accepted.shortest || shortest == plies),
                _ => wins.is_none(),
            }
        });
        add(&mut total, counts);
    }
    assert!(kinds[0] > 20 && kinds[1] > 20, "{kinds:?}");
    assert!(total[0] > 5 * total[1], "refused, accepted: {total:?}");
}

#[test]
fn win_certificates() {
    win_mutants::<Simplified>(36);
    win_mutants::<SimplifiedPawns>(37);
}
