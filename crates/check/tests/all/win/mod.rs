//! Certificates of forced wins: hand-made ones, and those of a solver that knows the distance of
//! every position that can arise, with random changes.

use crate::common;
mod aims;
mod judged;
mod mutate;
mod reading;
mod solved;
mod tables;
mod weak;

use std::collections::BTreeMap;

use chess_arbiter_check::board::{Board, RuleSet};
use chess_arbiter_check::check;
use common::{Random, accepted, certificate, random_board, refused, with};
use mutate::mutate;
use serde_json::{Value, json};
use solved::{Solved, packed};

fn win(rules: &str, position: &str, claim: Value, evidence: Value) -> Value {
    certificate(rules, "win", position, claim, evidence)
}

#[test]
fn capture_at_once() {
    let root = "q3/4/4/Q3 w";
    let good = win(
        "simplified",
        root,
        json!({"answer": "win", "plies": 1, "shortest": true}),
        json!({"strategy": [[root, 1, "a1a4"]], "refutation": []}),
    );
    let claim = accepted(&good);
    assert_eq!((claim.answer, claim.plies, claim.shortest), ("win", Some(1), true));
    assert_eq!(claim.to_string(), "win within 1 ply and no fewer: q3/4/4/Q3 w (simplified)");

    refused(&with(&good, "/claim/shortest", json!(false)), "claim.shortest: expected true");
    refused(&with(&good, "/claim/plies", json!(0)), "not within 0 plies");
    refused(&with(&good, "/claim/plies", json!(null)), "claim.plies: a win needs a number");
    refused(&with(&good, "/claim/plies", json!(-1)), "claim.plies: expected a whole number");
    refused(&with(&good, "/claim/answer", json!("won")), "claim.answer: expected win or no-win");
    refused(&with(&good, "/claim/answer", json!("no-win")), "unexpected key \"shortest\"");
    // Two plies are proved, but one ply is not refuted.
    refused(&with(&good, "/claim/plies", json!(2)), "a1a4 wins at once");
    refused(&with(&good, "/claim", json!({"answer": "win", "plies": 1})), "unexpected key \"refutation\"");
    refused(&with(&good, "/evidence", json!({"strategy": []})), "\"refutation\" is missing");
    refused(&with(&good, "/evidence/strategy", json!([])), "no node for the position");
    refused(&with(&good, "/rules", json!("pawnless")), "certificate.position");
    accepted(&with(&good, "/rules", json!("simplified-pawns")));

    let plain = win(
        "simplified",
        root,
        json!({"answer": "win", "plies": 1}),
        json!({"strategy": [[root, 1, "a1a4"]]}),
    );
    accepted(&plain);
    for (searched, wrong) in [
        (json!({"plies": 0, "nodes": 9}), None),
        (json!({"plies": 0, "nodes": 9, "time": 1}), Some("searched: unexpected key \"time\"")),
        (json!({"plies": 0}), Some("searched: the key \"nodes\" is missing")),
        (json!({"plies": -1, "nodes": 9}), Some("searched.plies: expected a whole number")),
        (json!({"plies": 0, "nodes": null}), Some("searched.nodes: expected a whole number")),
        (json!(3), Some("searched: expected an object")),
    ] {
        let evidence = json!({"strategy": [[root, 1, "a1a4"]], "searched": searched});
        let certificate = with(&plain, "/evidence", evidence);
        match wrong {
            Some(wrong) => refused(&certificate, wrong),
            None => assert_eq!(accepted(&certificate).searched, None),
        }
    }
    let longer = with(&with(&plain, "/claim/plies", json!(9)), "/evidence/strategy/0/1", json!(8));
    accepted(&longer);
    let node = |value: Value| with(&plain, "/evidence/strategy/0", value);
    refused(&node(json!([root, 2, "a1a4"])), "not within 1 plies");
    refused(&node(json!([root, 0, "a1a4"])), "a strategy needs a number of plies");
    refused(&node(json!([root, null, "a1a4"])), "not within 1 plies");
    refused(&node(json!([root, 1, null])), "a strategy needs a move");
    refused(&node(json!([root, 1, "a1a3"])), "a1a3 does not win at once");
    let two = with(&node(json!([root, 2, "a1a3"])), "/claim/plies", json!(2));
    refused(&two, "a1a3 does not win at once, as 2 plies demand");
    refused(&node(json!([root, 1, "a1e1"])), "\"a1e1\" is not a pseudo-legal move");
    refused(&node(json!([root, 1])), "expected [position, plies, move]");
    refused(&node(json!([root, 1, "a1a4", 0])), "expected [position, plies, move]");
    refused(&node(json!([root, 1, 4])), "expected [position, plies, move]");
    refused(&node(json!([root, 1.0, "a1a4"])), "the plies a whole number or null");
    refused(&node(json!([root, "1", "a1a4"])), "the plies a whole number or null");
    refused(&node(json!(["q3/4/4/Q3 b", 1, "a4a1"])), "expected white to move");
    refused(&node(json!(["q3/4/4/Q2 w", 1, "a1a4"])), "expected the spelling q3/4/4/Q3");
    refused(&node(json!(["q3/4/4/3Q w", 1, "d1a4"])), "no node for the position");
    let twice = json!([[root, 1, "a1a4"], [root, 1, "a1a4"]]);
    refused(&with(&plain, "/evidence/strategy", twice), "occurs twice");
    // Further nodes are allowed, but they must keep their promise too.
    let more = json!([[root, 1, "a1a4"], ["3q/4/4/3Q w", 1, "d1d4"]]);
    accepted(&with(&plain, "/evidence/strategy", more));
    let more = json!([[root, 1, "a1a4"], ["3q/4/4/3Q w", 1, "d1d3"]]);
    refused(&with(&plain, "/evidence/strategy", more), "strategy[1]: 3q/4/4/3Q w: d1d3 does not win at once");
}

#[test]
fn nobody_wins_when_the_defender_is_stuck() {
    // Every black man stays blocked after d4c3 or a1b2; otherwise a rook takes the queen.
    let root = "qrbB/rbrb/brbr/Qbrb w";
    let no_win = win(
        "simplified",
        root,
        json!({"answer": "no-win", "plies": null}),
        json!({"refutation": [
            ["qrbB/rbrb/Qrbr/1brb b", null, "a3a2"],
            ["qrbB/rbrb/brbr/1Qrb b", null, "c1b1"],
            ["qrbB/rbrb/bQbr/2brb b", null, null],
            ["qrb1/rbBb/brbr/Qbrb b", null, null]]}),
    );
    refused(&no_win, "expected the spelling");
    let no_win = with(&no_win, "/evidence/refutation/2/0", json!("qrbB/rbrb/bQbr/1brb b"));
    let claim = accepted(&no_win);
    assert_eq!((claim.answer, claim.plies, claim.shortest), ("no-win", None, false));
    assert_eq!(claim.to_string(), "no-win within any number of plies: qrbB/rbrb/brbr/Qbrb w (simplified)");
    // The same nodes refute every number; nodes of a number refute that and one less.
    accepted(&with(&no_win, "/claim/plies", json!(100)));
    let mut numbered = with(&no_win, "/claim/plies", json!(9));
    for i in 0..4 {
        refused(&numbered_but(&numbered, i, json!(7)), "no node is good for 8 plies");
        numbered = numbered_but(&numbered, i, json!(8));
    }
    accepted(&numbered);
    accepted(&with(&numbered, "/claim/plies", json!(8)));
    refused(&with(&numbered, "/claim/plies", json!(10)), "no node is good for 9 plies");
    refused(&with(&numbered, "/claim/plies", json!(null)), "no node is good for any number of plies");
    for i in 0..4 {
        let mut fewer = no_win.clone();
        fewer["evidence"]["refutation"].as_array_mut().unwrap().remove(i);
        refused(&fewer, "there is no node for any number of plies");
        // With three plies left no node is needed.
        accepted(&with(&fewer, "/claim/plies", json!(4)));
        accepted(&with(&fewer, "/claim/plies", json!(0)));
        refused(&with(&fewer, "/claim/plies", json!(5)), "there is no node for 4 plies");
    }
    refused(&with(&no_win, "/evidence/refutation/0/2", json!(null)), "no move is given, but");
    refused(&with(&no_win, "/evidence/refutation/2/2", json!("a4a3")), "is not a pseudo-legal move");
    let attackers = with(&no_win, "/evidence/refutation/0/0", json!("qrbB/rbrb/Qrbr/1brb w"));
    refused(&attackers, "expected black to move");

    // A strategy cannot count such a position as won.
    let claim = json!({"answer": "win", "plies": 3});
    let stuck = win("simplified", root, claim, json!({"strategy": [[root, 3, "d4c3"]]}));
    refused(&stuck, "after d4c3 the defender has no move: nobody wins");
    let captured = with(&stuck, "/evidence/strategy/0/2", json!("a1a2"));
    refused(&captured, "the answer b1a2 captures the attacker's royal");
}

fn numbered_but(certificate: &Value, node: usize, plies: Value) -> Value {
    with(certificate, &format!("/evidence/refutation/{node}/1"), plies)
}

/// Nodes may be left out where the claim is true.
#[test]
fn nothing_left_out_that_is_not_true() {
    let claim = |plies: u64| json!({"answer": "no-win", "plies": plies});
    let rook = |position, plies| win("pawnless", position, claim(plies), json!({"refutation": []}));
    // Mate in two: 1 Kc7 Ka7 2 Ra1.
    let two = "k7/8/2K5/8/8/8/8/1R6 w";
    accepted(&rook(two, 2));
    refused(&rook(two, 4), "no answer holds for 3 plies");
    refused(&rook("k7/8/1K6/8/8/8/2R5/8 w", 1), "c2c8 wins at once");
}

/// Nor does one win whose royal is attacked, where it may be taken.
#[test]
fn a_defender_that_is_stuck_and_attacked() {
    // The knight attacks the queen, and no black man can move.
    let root = "qrbr/rb1b/brpB/QbBN w";
    let nodes = json!([[root, 1, "d1c3"]]);
    let claim = json!({"answer": "win", "plies": 1});
    let stuck = win("simplified-pawns", root, claim, json!({ "strategy": nodes }));
    refused(&stuck, "after d1c3 the defender has no move: nobody wins");
    let answer = json!([["qrbr/rbNb/brpB/QbB1 b", null, null]]);
    let claim = json!({"answer": "no-win", "plies": null});
    let held = win("simplified-pawns", root, claim, json!({ "refutation": answer }));
    refused(&held, "after");
}

/// Mate in two: 1 Kc7 Ka7 2 Ra1.
#[test]
fn a_second_move_is_nearer() {
    let (two, one) = ("k7/8/2K5/8/8/8/8/1R6 w - -", "8/k1K5/8/8/8/8/8/1R6 w - -");
    let nodes = json!([[two, 3, "c6c7"], [one, 1, "b1a1"]]);
    let good = win("standard", two, json!({"answer": "win", "plies": 3}), json!({ "strategy": nodes }));
    accepted(&good);
    accepted(&with(&with(&good, "/claim/plies", json!(4)), "/evidence/strategy/0/1", json!(4)));
    for plies in [json!(2), json!(3), json!(null)] {
        let later = with(&good, "/evidence/strategy/1/1", plies);
        refused(
            &later,
            "strategy[0]: k7/8/2K5/8/8/8/8/1R6 w - -: after c6c7 a8a7 the node is not within 1 plies",
        );
    }
    refused(&with(&good, "/evidence/strategy/1/0", json!("8/k1K5/8/8/8/8/1R6/8 w - -")), "there is no node");
}

/// A node that is not needed has to be right, too.
#[test]
fn each_node_of_a_refutation() {
    let root = "8/8/8/8/8/k7/8/K7 w - -";
    let claim = json!({"answer": "no-win", "plies": 0});
    let held = |position: &str, plies: Value, answer: Value| {
        let nodes = json!([[position, plies, answer]]);
        win("standard", root, claim.clone(), json!({ "refutation": nodes }))
    };
    let (one, mated) = ("k7/2K5/8/8/8/8/8/1R6 b - -", "k7/2K5/8/8/8/8/8/R7 b - -");
    // Ka7, and then Ra1 mates; of no plies that says nothing.
    for plies in [0, 1] {
        accepted(&held(one, json!(plies), json!("a8a7")));
    }
    for plies in [json!(2), json!(3), json!(null)] {
        refused(&held(one, plies, json!("a8a7")), "after a8a7: b1a1 wins at once");
    }
    refused(&held(one, json!(1), json!("a8b8")), "a8b8");
    refused(&held(one, json!(0), json!(null)), "no move is given, but a8a7 can be played");
    refused(&held(mated, json!(0), json!(null)), "the defender is checkmated");
    accepted(&held("k7/8/1Q6/8/8/8/8/K7 b - -", json!(null), json!(null)));
    // No key beside those that are needed.
    let more = json!({"refutation": [], "strategy": []});
    refused(&win("standard", root, claim.clone(), more), "unexpected key \"strategy\"");
}

/// An attacker without moves does not win either: nothing needs refuting.
#[test]
fn attacker_without_moves() {
    let root = "qrbr/rbrb/brbr/Qbrb b";
    let claim = json!({"answer": "no-win", "plies": null});
    accepted(&win("simplified", root, claim, json!({"refutation": []})));
    let claim = json!({"answer": "win", "plies": 1});
    let wrong = win("simplified", root, claim, json!({"strategy": [[root, 1, null]]}));
    refused(&wrong, "a strategy needs a move");
}

/// Asserts that the checker agrees with the word of the document, and an accepted claim with the solver.
fn judge(certificate: &Value, solved: &Solved) -> bool {
    let accepted = check(&certificate.to_string());
    let valid = reading::is_valid(certificate) == Some(true);
    assert_eq!(accepted.is_ok(), valid, "{accepted:?}\n{certificate}");
    let Ok(claim) = accepted else { return false };
    let root = Board::parse(claim.rules, &claim.position).unwrap();
    let other;
    let solved = if solved.index.contains_key(&packed(&root)) && root.turn == solved.boards[0].turn {
        solved
    } else {
        other = Solved::new(root, usize::MAX).unwrap();
        &other
    };
    let is_true = match (claim.answer, claim.plies) {
        ("win", Some(plies)) => {
            solved.wins_within(&root, plies) && !(claim.shortest && solved.wins_within(&root, plies - 1))
        }
        (_, Some(plies)) => !solved.wins_within(&root, plies),
        (_, None) => solved.of(&root).is_none(),
    };
    assert!(is_true, "accepted but not true: {claim}\n{certificate}");
    true
}

#[test]
#[allow(clippy::print_stdout)]
fn random_positions() {
    let mut random = Random(4);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let (mut still_valid, mut refusals, mut nodes, mut rounds) = (0, 0, 0, 0);
    while rounds < 120 {
        let rules = *random.pick(&[RuleSet::Simplified, RuleSet::SimplifiedPawns]);
        let most = if rules == RuleSet::Simplified { 1 } else { 3 };
        let board = random_board(&mut random, rules, most);
        let Some(solved) = Solved::new(board, 8_000) else { continue };
        let distance = solved.of(&board);
        // Most positions are won at once or never; keep a few of them.
        if (distance == Some(1) && random.below(20) > 0) || (distance.is_none() && random.below(5) > 0) {
            continue;
        }
        rounds += 1;
        *seen.entry(format!("{distance:?}")).or_default() += 1;
        let mut claims = Vec::new();
        for plies in (0..6).chain([7, 8, 10]) {
            match distance {
                Some(distance) if distance <= plies => {
                    claims.push(json!({"answer": "win", "plies": plies}));
                }
                _ => claims.push(json!({"answer": "no-win", "plies": plies})),
            }
        }
        match distance {
            Some(plies) => claims.push(json!({"answer": "win", "plies": plies, "shortest": true})),
            None => claims.push(json!({"answer": "no-win", "plies": null})),
        }
        for claim in claims {
            let good = solved.certificate(claim);
            let certificate = good.to_string();
            nodes += certificate.matches("],[").count();
            assert!(judge(&good, &solved), "{:?}\n{good}", check(&certificate));
            // The document is slow to read word by word.
            for _ in 0..if certificate.len() > 10_000 { 1 } else { 8 } {
                let mut changed = mutate(&good, &mut random);
                while random.below(3) == 0 && reading::is_valid(&changed) == Some(true) {
                    changed = mutate(&changed, &mut random);
                }
                match judge(&changed, &solved) {
                    true => still_valid += 1,
                    false => refusals += 1,
                }
            }
        }
    }
    println!("distances {seen:?}; {nodes} nodes; changed: {still_valid} still valid, {refusals} refused");
    for distance in ["None", "Some(1)", "Some(3)", "Some(5)"] {
        assert!(seen.get(distance).is_some_and(|count| *count > 4), "{distance}: {seen:?}");
    }
    assert!(still_valid > 100 && refusals > 1_000);
}

/// A certificate of some size is checked in time linear in it.
#[test]
#[allow(clippy::print_stdout)]
fn large() {
    let board = Board::parse(RuleSet::Simplified, "4/1N2/3q/Q1R1 b").unwrap();
    let solved = Solved::new(board, usize::MAX).unwrap();
    let claim = match solved.of(&board) {
        Some(plies) => json!({"answer": "win", "plies": plies, "shortest": true}),
        None => json!({"answer": "no-win", "plies": null}),
    };
    let text = solved.certificate(claim).to_string();
    let start = std::time::Instant::now();
    let claim = check(&text).unwrap();
    println!("{} positions, {} bytes: {claim} in {:?}", solved.boards.len(), text.len(), start.elapsed());
}
