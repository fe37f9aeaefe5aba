//! What a selfmate or reflexmate must not be proved by.

use serde_json::{Value, json};

use super::{accepted, refused, win};

fn about(position: &str, aim: &str, answer: &str, evidence: Value) -> Value {
    win("standard", position, json!({"answer": answer, "plies": 2, "aim": aim}), evidence)
}

/// An attacker that can mate has to, in a reflexmate; in a selfmate it may do otherwise.
#[test]
fn an_attacker_that_can_mate() {
    let root = "4Q3/2n2K2/7k/6q1/8/8/8/8 b - -";
    let by = |mv: &str| json!({"strategy": [[root, 2, mv]]});
    refused(&about(root, "reflexmate", "win", by("c7a8")), "the attacker would have to mate");
    refused(&about(root, "selfmate", "win", by("c7a8")), "does not reach the aim at once");
    // So it does not reach its aim, which needs no evidence.
    let held = accepted(&about(root, "reflexmate", "no-win", json!({"refutation": []})));
    assert_eq!(held.aim, Some("reflexmate"));
    let stalemate = win(
        "standard",
        root,
        json!({"answer": "no-win", "plies": 0, "aim": "stalemate"}),
        json!({"refutation": []}),
    );
    assert_eq!(accepted(&stalemate).aim, Some("stalemate"));
}

/// A defender that can mate has to, in a reflexmate: not to mate is no defence.
#[test]
fn a_defender_that_can_mate() {
    let (root, node) = ("8/8/8/8/8/1k6/8/K6R w - -", "8/8/8/8/1r6/8/2k5/K7 b - -");
    let answered = |node: &str, mv: &str| json!({"refutation": [[node, 1, mv]]});
    refused(&about(root, "reflexmate", "no-win", answered(node, "b4a4")), "the defender has to mate");
    // Nor is a mate one in a selfmate; any other move is.
    refused(&about(root, "selfmate", "no-win", answered(node, "b4a4")), "the defender has to mate");
    let held = accepted(&about(root, "selfmate", "no-win", answered(node, "b4b5")));
    assert_eq!(held.aim, Some("selfmate"));
    assert!(held.to_string().starts_with("no-win (selfmate) within 2 plies: "), "{held}");
}

/// A defender that is stalemated has ended as is asked.
#[test]
fn a_defender_that_is_stalemated() {
    let passes = |node: &str| json!({"refutation": [[node, 1, null]]});
    let root = "k7/8/8/8/8/8/8/K2Q4 w - -";
    let node = "k7/8/1Q6/8/8/8/8/K7 b - -";
    refused(&about(root, "stalemate", "no-win", passes(node)), "the defender is stalemated");
}
