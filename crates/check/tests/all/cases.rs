//! Cases of the lemmas `columns` and `confined-columns`: what is accepted without a search, and all that
//! makes cases invalid.

use crate::common;

use chess_arbiter_check::{CheckError, check};
use serde_json::{Value, json};

use common::{accepted, certificate, refused, with};

/// White has 3 captures and Black 1.
const POSITION: &str = "r1N1q3/1bP5/Q3RBRb/n2q1k2/3b2qP/4K1P1/rQ1R1pnn/B1NB3N w - -";

fn cases() -> Value {
    let here = |white: Value, black: Value| json!([white, black]);
    json!([
        "d7",
        "stays",
        [
            "g2",
            "leaves",
            here(
                json!([2, 1, [1, 1, 1, 0, 1, 0, 0, 0], [2, 0, 0], [0, 1]]),
                json!([1, 0, [0, 0, 0, 0, 0, 0, 0, 0], [0], [0, 1]])
            ),
            here(
                json!([11, 9, [1, 0, 1, 0, 1, 0, 0, 3], [1, 6, 0], [0, 11]]),
                json!([13, 10, [2, 1, 2, 1, 2, 1, 0, 0], [0], [0, 11]])
            )
        ],
        here(
            json!([9, 5, [4, 0, 3, 2, 2, 2, 2, 2], [0, 0, 1], [0, 7]]),
            json!([9, 5, [4, 0, 2, 0, 2, 2, 2, 2], [0], [0, 7]])
        )
    ])
}

fn node(position: &str, reason: &str, cases: &Value) -> Value {
    let evidence = json!({"nodes": [[position, reason, cases]]});
    certificate("standard", "legality", position, json!({"answer": "illegal"}), evidence)
}

fn of(cases: &Value) -> Value {
    node(POSITION, "columns", cases)
}

#[test]
fn valid() {
    accepted(&of(&cases()));
    // Larger prices, in proportion.
    let mut leaf = cases();
    let larger = json!([
        [18, 10, [8, 0, 6, 4, 4, 4, 4, 4], [0, 0, 2], [0, 14]],
        [18, 10, [8, 0, 4, 0, 4, 4, 4, 4], [0], [0, 14]]
    ]);
    leaf[3] = larger;
    accepted(&of(&leaf));
    // Two black pawns too many on the files from which they can have come: nobody captures.
    let hall = "4BQ1q/3ppKpk/4pp1P/8/8/8/8/8 b - -";
    let black = json!([0, 0, [0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [0, 0]]);
    let leaf = json!([[0, 0, [0, 0, 0, 0, 0, 0, 0, 0], [0], [0, 0]], black]);
    accepted(&node(hall, "columns", &leaf));
}

/// The place of what is wrong, and the lemma.
#[test]
fn refusals_have_places() {
    let mut wrong = cases();
    wrong[2][3][1][0] = json!(12);
    let Err(CheckError::Refused(refusal)) = check(&of(&wrong).to_string()) else { panic!("{wrong}") };
    assert_eq!(refusal.place, "certificate.evidence.nodes[0][2][2][3]");
    assert_eq!((refusal.lemma.as_deref(), refusal.node.as_deref()), (Some("columns"), Some(POSITION)));
    assert!(refusal.message.contains("is not more than"), "{refusal}");
}

#[test]
fn invalid() {
    let good = cases();
    for (pointer, value, expected) in [
        // Sums that do not suffice: another price, no prices, the prices of another leaf.
        ("/3/0/0", json!(8), "which is not more than"),
        ("/3/0/4/0", json!(1), "which is not more than"),
        (
            "/3",
            json!([
                [0, 0, [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0], [0, 0]],
                [0, 0, [0, 0, 0, 0, 0, 0, 0, 0], [0], [0, 0]]
            ]),
            "cost 0 at least, which is not more than 0",
        ),
        ("/3", good[2][3].clone(), "which is not more than"),
        // The other cases of a fork, another fate, another pawn.
        ("/2", good[2][3].clone(), "which is not more than"),
        ("/1", json!("dies"), "which is not more than"),
        ("/2/0", json!("f2"), "which is not more than"),
        // Prices that are not allowed.
        ("/3/0/1", json!(-1), "the price of a death is less than 0"),
        ("/3/0/2/1", json!(-1), "that of a file not from 0"),
        ("/3/0/2/1", json!(10), "that of a file not from 0 to that of a capture"),
        ("/3/0/0", json!(2_147_483_648_u32), "expected [white, black] prices"),
        ("/3/0/0", json!(9.0), "expected [white, black] prices"),
        // Not as many as there are.
        ("/3/0/3", json!([0, 0]), "expected prices of 3 pawns"),
        ("/3/0/3", json!([0, 0, 1, 0]), "expected prices of 3 pawns"),
        ("/3/0/2", json!([4, 0, 3, 2, 2, 2, 2]), "expected [white, black] prices"),
        ("/3/0/2", json!([4, 0, 3, 2, 2, 2, 2, 2, 2]), "expected [white, black] prices"),
        ("/3/0/4", json!([0, 7, 0]), "expected a price for each of 2 sorts of needs"),
        ("/3/0/4", json!([7]), "expected a price for each of 2 sorts of needs"),
        ("/3/0", json!([9, 5, [4, 0, 3, 2, 2, 2, 2, 2], [0, 0, 1]]), "expected [white, black] prices"),
        ("/3", json!(null), "expected a list"),
        ("/3", json!([]), "expected [white, black] prices"),
        // A case is missing, or there is one too many.
        ("/2", json!(["g2", "leaves", good[2][2]]), "expected [white, black] prices or [pawn, fate"),
        ("/2", json!(["g2", "leaves", good[2][2], good[2][3], good[2][3]]), "expected [white, black] prices"),
        // What pawn, and what it did.
        ("/0", json!("d6"), "no pawn begins on d6"),
        ("/0", json!("d"), "\"d\" is not a square"),
        ("/0", json!(7), "expected a string"),
        ("/1", json!("stands"), "expected dies, leaves, stays, the square of a pawn or a file"),
        // Settled: it stays, or it does not.
        ("/2/0", json!("d7"), "whether the pawn of d7 leaves is settled already"),
        ("/3", json!(["d7", "stays", good[3], good[3]]), "whether the pawn of d7 stays is settled already"),
    ] {
        let pointer = format!("/evidence/nodes/0/2{pointer}");
        refused(&with(&of(&good), &pointer, value), expected);
    }
    for (cases, expected) in [
        (json!(null), "expected a list"),
        (json!({}), "expected a list"),
        (json!([]), "expected [white, black] prices or"),
    ] {
        refused(&of(&cases), expected);
    }
    refused(&node(POSITION, "files", &good), "expected [position, reason]");
    refused(&node(POSITION, "retract", &good), "expected [position, reason]");
    // A man more to capture: White had one capture less than it takes.
    let more = POSITION.replace("rQ1R1pnn", "rQ1R1p1n");
    refused(&node(&more, "columns", &good), "which is not more than");
    // Asked only where no instant lemma applies.
    let checked = POSITION.replace(" w ", " b ");
    refused(&node(&checked, "columns", &good), "the instant lemma waiting-side-attacked does");
}

/// Forks upon forks end where everything is settled.
#[test]
fn deep() {
    let leaf = json!([
        [0, 0, [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0], [0, 0]],
        [0, 0, [0, 0, 0, 0, 0, 0, 0, 0], [0], [0, 0]]
    ]);
    let forks = r#"["a2","dies","#.repeat(20_000);
    let cases = format!("{forks}{leaf}{}", format!(",{leaf}]").repeat(20_000));
    let text = of(&json!("CASES")).to_string().replace("\"CASES\"", &cases);
    common::refused_text(&text, "whether the pawn of a2 dies is settled already");
}

/// White needs men that promoted on the f-file, and others on another set of files; Black others.
const CONFINED: &str = "rqB1k2q/BbpN4/3n1N2/qr2P1p1/1pP1PN2/bB1B2KP/6R1/R4B1Q b q -";

#[test]
fn confined() {
    let nothing = [0; 8];
    let leaf =
        json!([[4, 3, [2, 0, 0, 1, 1, 1, 0, 2], [1, 1, 1, 1], [2, 1]], [0, 1, nothing, [2, 2, 0], [0]]]);
    let good = node(CONFINED, "confined-columns", &leaf);
    accepted(&good);
    for (pointer, value, expected) in [
        ("/0/0", json!(5), "cost 6 at least, which is not more than 8"),
        ("/0/1", json!(1), "cost 2 at least, which is not more than 4"),
        ("/0/2/0", json!(3), "cost 3 at least, which is not more than 4"),
        ("/0/4/0", json!(1), "cost 6 at least, which is not more than 7"),
        // The sorts the other way round.
        ("/0/4", json!([1, 2]), "which is not more than"),
        ("/0/4", json!([2]), "expected a price for each of 2 sorts of needs"),
        ("/1/4", json!([0, 0]), "expected a price for each of 1 sorts of needs"),
        ("/1/4", json!([]), "expected a price for each of 1 sorts of needs"),
        ("/1/1", json!(-1), "the price of a death is less than 0"),
    ] {
        refused(&with(&good, &format!("/evidence/nodes/0/2{pointer}"), value), expected);
    }
    // With another right, without any, and where the rounds end with another lemma.
    refused(&node(&CONFINED.replace(" q ", " - "), "confined-columns", &leaf), "sorts of needs");
    let origins = "4k3/8/7R/8/8/1P6/P1PPPPPP/4K3 w - -";
    refused(&node(origins, "confined-columns", &leaf), "the lemma origins ends the rounds");
    refused(&node(&CONFINED.replace(" b ", " w "), "confined-columns", &leaf), "the instant lemma");
    for lemma in ["origins", "files"] {
        refused(&node(CONFINED, lemma, &leaf), "expected [position, reason]");
    }
    // The men alone do not show it.
    let mut by_men = leaf.clone();
    by_men[1][4] = json!([0, 0]);
    refused(&node(CONFINED, "columns", &by_men), "cost 6 at least, which is not more than 8");
}
