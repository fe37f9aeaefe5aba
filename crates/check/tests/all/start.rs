//! Games from other arrays than the usual one.

use crate::common;

use std::collections::HashSet;

use chess_arbiter_check::past::Past;
use chess_arbiter_check::retract::predecessors;
use chess_arbiter_check::start::Start;
use common::{INITIAL, accepted, certificate, refused, with};
use serde_json::{Value, json};

/// All orders of some letters.
fn orders(letters: &mut Vec<char>, placed: usize, found: &mut HashSet<String>) {
    if placed == letters.len() {
        found.insert(letters.iter().collect());
    }
    for next in placed..letters.len() {
        letters.swap(placed, next);
        orders(letters, placed + 1, found);
        letters.swap(placed, next);
    }
}

fn all() -> Vec<String> {
    let mut found = HashSet::new();
    orders(&mut "rnbqkbnr".chars().collect(), 0, &mut found);
    let mut all: Vec<String> = found.into_iter().filter(|order| Start::parse(order).is_some()).collect();
    all.sort();
    all
}

#[test]
fn there_are_960() {
    let all = all();
    assert_eq!((all.len(), all[0].as_str()), (960, "bbnnqrkr"));
    for start in &all {
        assert_eq!(Start::parse(start).unwrap().to_string(), *start);
    }
    for wrong in
        ["", "rnbqkbn", "rnbqkbnrr", "RNBQKBNR", "rnbqkbpr", "rrbqkbnn", "rbnqkbnr", "rnbkqqnr", "rnbqkbnr "]
    {
        assert_eq!(Start::parse(wrong), None, "{wrong}");
    }
    assert_eq!(Start::USUAL.position(), INITIAL);
}

/// The pasts before these, those of castling.
#[test]
fn castling_is_taken_back() {
    for (start, position, before) in [
        // King and rook change places, the king stays, the rook stays, the king goes over the rook.
        ("rbbnqkrn", "4k3/8/8/8/8/8/8/5RK1 b - -", "4k3/8/8/8/8/8/8/5KR1 w K -"),
        ("bnrbnqkr", "4k3/8/8/8/8/8/8/5RK1 b - -", "4k3/8/8/8/8/8/8/6KR w K -"),
        ("bbqnrknr", "4k3/8/8/8/8/8/8/5RK1 b - -", "4k3/8/8/8/8/8/8/5K1R w K -"),
        ("rkbbqrnn", "4k3/8/8/8/8/8/8/5RK1 b - -", "4k3/8/8/8/8/8/8/1K3R2 w K -"),
        ("rkbbqrnn", "2kr4/8/8/8/8/8/8/4K3 w - -", "rk6/8/8/8/8/8/8/4K3 b q -"),
    ] {
        let start = Start::parse(start).unwrap_or_else(|| panic!("{start}"));
        let read = |text: &str| Past::parse_from(start, text).unwrap();
        let found = predecessors(&read(position)).into_iter().filter(|(_, last)| last.castling.is_some());
        let found: Vec<Past> = found.map(|(before, _)| before).collect();
        assert_eq!(found, [read(before)], "{start} {position}");
    }
    // On the way of the rook stands a man; the king came over an attacked square.
    let start = Start::parse("rkbbqrnn").unwrap();
    for position in
        ["4k3/8/8/8/8/8/8/NR1K1RK1 b - -", "4k3/8/8/8/8/8/2r5/5RK1 b - -", "4k3/8/8/8/8/8/8/1N3RK1 b - -"]
    {
        let past = Past::parse_from(start, position).unwrap();
        assert!(predecessors(&past).iter().all(|(_, last)| last.castling.is_none()), "{position}");
    }
    // A king that stayed where it was has no other right left.
    let start = Start::parse("bnrbnqkr").unwrap();
    for (rights, count) in [("-", 1), ("Q", 0), ("K", 0), ("kq", 1)] {
        let text = format!("2r3kr/8/8/8/8/8/8/2R2RK1 b {rights} -");
        let castled = predecessors(&Past::parse_from(start, &text).unwrap());
        assert_eq!(castled.iter().filter(|(_, last)| last.castling.is_some()).count(), count, "{text}");
    }
}

fn claim(answer: &str, start: &str, position: &str, evidence: Value) -> Value {
    certificate("standard", "legality", position, json!({"answer": answer, "start": start}), evidence)
}

#[test]
fn games_from_an_array() {
    let array = Start::parse("bqnbnrkr").unwrap().position();
    let empty = claim("legal", "bqnbnrkr", &array, json!({"game": []}));
    assert_eq!(accepted(&empty).to_string(), format!("legal: {array} (standard from bqnbnrkr)"));
    refused(&with(&empty, "/claim/start", json!("bbqnnrkr")), "other men");
    for wrong in ["rnbqkbnr", "any", "bqnbnrk", "BQNBNRKR", "rrkbbnnq", ""] {
        refused(&with(&empty, "/claim/start", json!(wrong)), "expected letters of an array of Chess960");
    }
    refused(&with(&empty, "/claim/start", json!(1)), "expected a string");
    let after = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR b kq -";
    refused(&with(&empty, "/position", json!(after)), "the other side to move");
    let moved = "bqnbnrkr/1ppppppp/p7/8/8/5N2/PPPPPPPP/BQNB1RKR w KQkq -";
    let game = json!(["e1f3", "a7a6"]);
    accepted(&claim("legal", "bqnbnrkr", moved, json!({"game": game})));
    // The king stays on g1; the rook of h1 takes the place of that of f1, which has gone.
    let castled = "bqnbnrkr/2pppppp/8/pp6/5P2/5R2/PPPPP1PP/BQNBNRK1 b kq -";
    let game = json!(["f2f4", "a7a5", "f1f3", "b7b5", "g1h1"]);
    accepted(&claim("legal", "bqnbnrkr", castled, json!({"game": game})));
    let other = castled.replace("kq", "Kkq");
    refused(&claim("legal", "bqnbnrkr", &other, json!({"game": game})), "other castling rights");
    refused(
        &claim("illegal", "bqnbnrkr", &array, json!({"nodes": [[array, "retract"]]})),
        "this is the array",
    );
    let moved = array.replace(" w ", " b ");
    // The queen can go to the knight's square.
    let cases = json!([["b", ["b1"], ["c1"]], ["b", ["b8"], ["c8"]]]);
    accepted(&claim("illegal", "bqnbnrkr", &moved, json!({"nodes": [[moved, "parity", cases]]})));
}

#[test]
fn any_array() {
    let position = "4k3/8/8/8/8/8/8/8 w - -";
    let nodes = json!([[position, "kings"]]);
    let evidence = |groups: Value| claim("illegal", "any", position, json!({"arrays": groups}));
    let all = all();
    let (some, others) = all.split_at(100);
    let whole = evidence(json!([[some, nodes], [others, nodes]]));
    assert_eq!(accepted(&whole).to_string(), format!("illegal: {position} (standard from any)"));
    refused(&evidence(json!([[some, nodes]])), "there are 960 arrays, and 100 are listed");
    refused(&evidence(json!([])), "there are 960 arrays, and 0 are listed");
    refused(&evidence(json!([[all, nodes], [some, nodes]])), "expected an array that is not listed yet");
    refused(&evidence(json!([[["any"], nodes]])), "expected an array that is not listed yet");
    refused(&evidence(json!([[some, nodes], [others, []]])), "there is no node");
    refused(&evidence(json!([[some, nodes], [others, [[position, "men"]]]])), "does not apply");
    refused(&evidence(json!([[all]])), "expected a list of 2");
    refused(&with(&whole, "/claim/answer", json!("legal")), "expected letters of an array");
    refused(&with(&whole, "/evidence", json!({"nodes": nodes})), "unexpected key");
    refused(&evidence(json!([[all, nodes], [[], nodes]])), "no array is listed");
    // Each array stands for its own.
    let home = "4k3/pppppppp/8/8/8/8/PPPPPPPP/B3K3 w - -";
    let alone = |node: Value| -> Value { all.iter().map(|array| json!([[array], [node]])).collect() };
    let origins = alone(json!([home, "origins"]));
    refused(&claim("illegal", "any", home, json!({"arrays": origins})), "the lemma origins does not apply");
    let king = "4k3/8/8/8/8/8/8/4K2R w K -";
    let castling = json!([[all, [[king, "castling"]]]]);
    refused(&claim("illegal", "any", king, json!({"arrays": castling})), "the lemma castling does not apply");
    let array = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq -";
    let begins = json!([[["bqnbnrkr"], [[array, "retract"]]]]);
    refused(&claim("illegal", "any", array, json!({"arrays": begins})), "this is the array");
    // Many stand together only where little is asked of them.
    for (by, wrong) in [
        ("retract", "retract for many arrays"),
        ("origins", "origins for many arrays"),
        ("castling", "the lemma castling does not apply"),
    ] {
        let together = json!([[all, [[home, by]]]]);
        refused(&claim("illegal", "any", home, json!({"arrays": together})), wrong);
    }
    let two = json!([[all, [[position, "kings"], ["8/8/8/8/8/8/8/K7 w - -", "kings"]]]]);
    refused(&claim("illegal", "any", position, json!({"arrays": two})), "kings for many arrays");
}
