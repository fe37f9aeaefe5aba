//! Certificates of `status`: hand-made ones, and random ones with every kind of mistake.

use crate::common;

use chess_arbiter_check::board::{Board, RuleSet, Square};
use chess_arbiter_check::squares::Set;
use common::{Random, accepted, certificate, random_board, refused, with};
use serde_json::{Value, json};

fn status(rules: &str, position: &str, answer: &str, evidence: Value) -> Value {
    certificate(rules, "status", position, json!({ "answer": answer }), evidence)
}

#[test]
fn standard() {
    let safe = status(
        "standard",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "safe",
        json!({"checkers": [], "move": "g1f3"}),
    );
    assert_eq!(
        accepted(&safe).to_string(),
        "safe: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - (standard)"
    );
    refused(&with(&safe, "/evidence/move", json!("g1f4")), "\"g1f4\" is not a pseudo-legal move");
    refused(&with(&safe, "/evidence/move", json!("G1F3")), "is not a pseudo-legal move");
    refused(&with(&safe, "/evidence/move", json!("g1f3q")), "is not a pseudo-legal move");
    refused(&with(&safe, "/evidence/move", json!("e8e7")), "is not a pseudo-legal move");
    refused(&with(&safe, "/evidence/checkers", json!(["e8"])), "checkers: e8 does not belong here");
    refused(&with(&safe, "/claim/answer", json!("check")), "check, but the royal on e1 is not attacked");
    refused(&with(&safe, "/claim/answer", json!("stalemate")), "unexpected key \"move\"");
    refused(&with(&safe, "/claim/answer", json!("none")), "expected safe or check or checkmate or stalemate");
    refused(&with(&safe, "/claim", json!({"answer": "safe", "note": 1})), "claim: unexpected key \"note\"");
    refused(&with(&safe, "/evidence", json!({"checkers": []})), "the key \"move\" is missing");
    refused(
        &with(&safe, "/evidence", json!({"checkers": [], "move": "g1f3", "refuted": []})),
        "evidence: unexpected key \"refuted\"",
    );

    // Two checkers.
    let check = status(
        "standard",
        "4r2k/8/8/8/8/3n4/8/4K3 w - -",
        "check",
        json!({"checkers": ["e8", "d3"], "move": "e1d1"}),
    );
    accepted(&check);
    refused(&with(&check, "/evidence/checkers", json!(["e8"])), "checkers: d3 is missing");
    refused(&with(&check, "/evidence/checkers", json!(["e8", "d3", "e8"])), "e8 is named twice");
    refused(&with(&check, "/evidence/checkers", json!(["e8", "d3", "h8"])), "h8 does not belong here");
    refused(&with(&check, "/evidence/checkers", json!(["e8", "d9"])), "\"d9\" is not a square");
    refused(&with(&check, "/evidence/move", json!("e1e2")), "e1e2 leaves the royal attacked from e8");
    refused(&with(&check, "/claim/answer", json!("safe")), "safe, but the royal on e1 is attacked");

    let mate = status(
        "standard",
        "7k/6Q1/6K1/8/8/8/8/8 b - -",
        "checkmate",
        json!({"checkers": ["g7"], "refuted": [["h8g8","g7"],["h8h7","g7"],["h8g7","g6"]]}),
    );
    accepted(&mate);
    accepted(&with(&mate, "/evidence/refuted/1/1", json!("g6"))); // h7 is attacked twice
    let refuted = |value: Value| with(&mate, "/evidence/refuted", value);
    refused(&refuted(json!([["h8g8", "g7"], ["h8h7", "g7"]])), "the pseudo-legal move h8g7 is missing");
    refused(&refuted(json!([])), "is missing");
    refused(&refuted(json!([["h8g8", "g7"], ["h8h7", "g7"], ["h8h7", "g7"]])), "h8h7 is named twice");
    refused(&refuted(json!([["h8g8", "g6"]])), "after h8g8 no enemy man on g6 attacks");
    refused(&refuted(json!([["h8g7", "g7"]])), "after h8g7 no enemy man on g7 attacks");
    refused(&refuted(json!([["h8g8", "a1"]])), "no enemy man on a1");
    refused(&refuted(json!([["h8g8", "h8"]])), "no enemy man on h8");
    refused(&refuted(json!([["h8h6", "g6"]])), "\"h8h6\" is not a pseudo-legal move");
    refused(&refuted(json!([["h8g8"]])), "expected a list of 2");
    refused(&refuted(json!([["h8g8", "g7", "g7"]])), "expected a list of 2");
    refused(&refuted(json!({})), "expected a list");
    refused(&with(&mate, "/claim/answer", json!("stalemate")), "stalemate, but the royal on h8 is attacked");
    refused(&with(&mate, "/position", json!("7k/6Q1/6K1/8/8/8/8/8 w - -")), "black is not to move");

    let escape = status(
        "standard",
        "7k/6Q1/8/6K1/8/8/8/8 b - -",
        "checkmate",
        json!({"checkers": ["g7"], "refuted": [["h8g8","g7"],["h8h7","g7"],["h8g7","g5"]]}),
    );
    refused(&escape, "h8g7 is safe");

    let stalemate = status(
        "standard",
        "7k/5Q2/6K1/8/8/8/8/8 b - -",
        "stalemate",
        json!({"checkers": [], "refuted": [["h8g8","f7"],["h8h7","g6"],["h8g7","f7"]]}),
    );
    accepted(&stalemate);
    refused(&with(&stalemate, "/claim/answer", json!("checkmate")), "checkmate, but the royal on h8 is not");
}

#[test]
fn castling_refuted() {
    let refuters = |position: &str, m: &str| -> Vec<String> {
        let board = Board::parse(RuleSet::Standard, position).unwrap();
        texts(board.refuters(&board.find_move(m).unwrap()))
    };
    // On the way, after, before, and at all three.
    assert_eq!(refuters("7k/8/8/8/8/6b1/8/R3K3 w Q -", "e1c1"), ["g3"]);
    assert_eq!(refuters("7k/8/8/8/b7/8/8/R3K3 w Q -", "e1c1"), ["a4"]);
    assert_eq!(refuters("7k/8/8/8/8/b7/8/R3K3 w Q -", "e1c1"), ["a3"]);
    assert_eq!(refuters("4r2k/8/8/8/8/b5b1/3n4/R3K3 w Q -", "e1c1"), ["a3", "g3", "e8"]);
    // Checkmate in which castling has to be refuted as well.
    let refuted = json!([
        ["e1g1", "e8"],
        ["e1e2", "e8"],
        ["e1d1", "d8"],
        ["e1d2", "d8"],
        ["e1f1", "f8"],
        ["e1f2", "f8"],
        ["h1g1", "e8"],
        ["h1f1", "e8"],
        ["h1h2", "e8"],
        ["h1h3", "e8"],
        ["h1h4", "e8"],
        ["h1h5", "e8"],
        ["h1h6", "e8"],
        ["h1h7", "e8"],
        ["h1h8", "e8"]
    ]);
    let position = "k2rrr2/8/8/8/8/8/8/4K2R w K -";
    let good = status("standard", position, "checkmate", json!({"checkers": ["e8"], "refuted": refuted}));
    accepted(&good);
    accepted(&with(&good, "/evidence/refuted/0/1", json!("f8")));
    refused(&with(&good, "/evidence/refuted/0/1", json!("d8")), "after e1g1 no enemy man on d8");
    refused(&with(&good, "/evidence/refuted/0/0", json!("e1h1")), "\"e1h1\" is not a pseudo-legal move");
    // Without the right it is no move.
    let without = "k2rrr2/8/8/8/8/8/8/4K2R w - -";
    refused(&with(&good, "/position", json!(without)), "\"e1g1\" is not a pseudo-legal move");
}

#[test]
fn pawnless() {
    // The side not to move may be attacked, and stay so.
    let safe = status("pawnless", "8/8/8/8/8/8/8/K1Rk4 w", "safe", json!({"checkers": [], "move": "c1c2"}));
    accepted(&safe);
    // The kings threaten each other.
    let adjacent = status(
        "pawnless",
        "8/8/8/8/8/8/8/Kk6 w",
        "checkmate",
        json!({"checkers": ["b1"], "refuted": [["a1a2","b1"],["a1b2","b1"]]}),
    );
    accepted(&adjacent);
    refused(
        &with(&adjacent, "/evidence/refuted", json!([["a1a2", "b1"], ["a1b2", "b1"], ["a1b1", "b1"]])),
        "\"a1b1\" is not a pseudo-legal move",
    );
    // The side not to move may be attacked; the king still cannot be captured.
    let both =
        status("pawnless", "k6R/8/8/8/8/8/8/K6r w", "check", json!({"checkers": ["h1"], "move": "h8h1"}));
    accepted(&both);
    refused(&with(&both, "/evidence/move", json!("h8a8")), "\"h8a8\" is not a pseudo-legal move");
}

#[test]
fn simplified() {
    // Attacked, and nothing helps but capturing the royal.
    let check = status("simplified", "q3/4/4/Q3 w", "check", json!({"checkers": ["a4"], "move": "a1a4"}));
    accepted(&check);
    accepted(&with(&check, "/evidence/move", json!("a1c1")));
    refused(&with(&check, "/evidence/move", json!("a1a3")), "a1a3 leaves the royal attacked from a4");
    // Not attacked: any move will do for safe, even one into attack.
    let safe = status("simplified", "4/1q2/4/Q3 w", "safe", json!({"checkers": [], "move": "a1b1"}));
    accepted(&safe);
    // Full board, black cannot move, the queen is not attacked.
    let stalemate =
        status("simplified", "qrbB/rbrb/brbr/Qbrb b", "safe", json!({"checkers": [], "move": "a4a3"}));
    refused(&stalemate, "is not a pseudo-legal move");
    let stuck = "qrbr/rbrb/brbr/Qbrb b";
    let stalemate = status("simplified", stuck, "stalemate", json!({"checkers": [], "refuted": []}));
    accepted(&stalemate);
    refused(&with(&stalemate, "/evidence/refuted", json!([["a4a3", "a1"]])), "is not a pseudo-legal move");
    refused(&with(&stalemate, "/claim/answer", json!("checkmate")), "is not attacked");
    // Attacked without any move at all: checkmate with nothing to refute.
    let mate = status(
        "simplified",
        "qrbr/rbNb/brbr/Qbrb b",
        "checkmate",
        json!({"checkers": ["c3"], "refuted": []}),
    );
    accepted(&mate);
    refused(&with(&mate, "/claim/answer", json!("stalemate")), "is attacked");
}

/// In the simplified rule sets a position with unsafe moves only is safe, not stalemate.
#[test]
fn unsafe_moves_are_no_stalemate() {
    let mut random = Random(11);
    let mut found = 0;
    while found < 20 {
        let rules = *random.pick(&[RuleSet::Simplified, RuleSet::SimplifiedPawns]);
        let board = random_board(&mut random, rules, 6);
        let moves = board.pseudo_legal_moves();
        if moves.is_empty() || board.is_attacked(board.turn) || !board.safe_moves().is_empty() {
            continue;
        }
        found += 1;
        let refuted: Vec<Value> =
            moves.iter().map(|m| json!([m.to_string(), texts(board.refuters(m))[0]])).collect();
        let (rules, position) = (rules.to_string(), board.to_string());
        let wrong = status(&rules, &position, "stalemate", json!({"checkers": [], "refuted": refuted}));
        refused(&wrong, "can be played");
        refused(&with(&wrong, "/evidence/refuted", json!([])), "can be played");
        let safe = json!({"checkers": [], "move": random.pick(&moves).to_string()});
        accepted(&status(&rules, &position, "safe", safe));
    }
}

/// The certificate as it should be, or with all refuters of each move in turn.
fn honest(board: &Board, random: &mut Random) -> Value {
    let royal = board.royal(board.turn).unwrap();
    let checkers = texts(board.attackers(royal, board.turn.other()));
    let playable = if checkers.is_empty() { board.playable_moves() } else { board.safe_moves() };
    let answer = match (checkers.is_empty(), playable.is_empty()) {
        (true, false) => "safe",
        (true, true) => "stalemate",
        (false, false) => "check",
        (false, true) => "checkmate",
    };
    let evidence = if playable.is_empty() {
        let entry = |random: &mut Random, m: &chess_arbiter_check::moves::Move| {
            json!([m.to_string(), random.pick(&texts(board.refuters(m)))])
        };
        let mut refuted: Vec<Value> = board.pseudo_legal_moves().iter().map(|m| entry(random, m)).collect();
        refuted.sort_by_key(|entry| entry.to_string());
        json!({"checkers": checkers, "refuted": refuted})
    } else {
        json!({"checkers": checkers, "move": random.pick(&playable).to_string()})
    };
    status(&board.rules.to_string(), &board.to_string(), answer, evidence)
}

/// The names of the squares of a set.
fn texts(squares: Set) -> Vec<String> {
    Square::in_set(squares).map(|square| square.to_string()).collect()
}

#[test]
fn random_positions() {
    let mut random = Random(2024);
    let mut seen = std::collections::BTreeMap::new();
    for round in 0..4_000 {
        let rules = RuleSet::all().nth(round % 6).unwrap();
        let most = if rules.size() < 6 { 15 } else { 16 };
        let board = random_board(&mut random, rules, most);
        let good = honest(&board, &mut random);
        let answer = accepted(&good).answer;
        *seen.entry((rules.to_string(), answer)).or_insert(0) += 1;

        for other in ["safe", "check", "checkmate", "stalemate"].into_iter().filter(|a| *a != answer) {
            refused(&with(&good, "/claim/answer", json!(other)), "");
        }
        let royal = board.royal(board.turn).unwrap();
        let checkers = board.attackers(royal, board.turn.other());
        let mut more = good.clone();
        let list = more["evidence"]["checkers"].as_array_mut().unwrap();
        list.push(json!(random.pick(&texts(!checkers))));
        refused(&more, "does not belong here");
        if checkers != 0 {
            let mut fewer = good.clone();
            fewer["evidence"]["checkers"].as_array_mut().unwrap().remove(random.below(texts(checkers).len()));
            refused(&fewer, "is missing");
        }
        let moves = board.pseudo_legal_moves();
        let Some(refuted) = good["evidence"].get("refuted") else {
            let allowed = if checkers == 0 { board.playable_moves() } else { board.safe_moves() };
            for m in moves.iter().filter(|m| !allowed.contains(m)) {
                refused(&with(&good, "/evidence/move", json!(m.to_string())), "leaves the royal attacked");
            }
            continue;
        };
        for (i, entry) in refuted.as_array().unwrap().iter().enumerate() {
            let m = board.find_move(entry[0].as_str().unwrap()).unwrap();
            let pointer = format!("/evidence/refuted/{i}/1");
            for square in texts(board.refuters(&m)) {
                accepted(&with(&good, &pointer, json!(square)));
            }
            refused(&with(&good, &pointer, json!(random.pick(&texts(!board.refuters(&m))))), "no enemy man");
            let mut fewer = good.clone();
            fewer["evidence"]["refuted"].as_array_mut().unwrap().remove(i);
            refused(&fewer, "is missing");
            let mut twice = good.clone();
            twice["evidence"]["refuted"].as_array_mut().unwrap().push(entry.clone());
            refused(&twice, "is named twice");
        }
    }
    // Rare ones are made by hand above.
    for rules in ["standard", "pawnless", "simplified", "simplified-pawns"] {
        for answer in ["safe", "check", "checkmate"] {
            assert!(seen.contains_key(&(rules.to_string(), answer)), "{rules} {answer}: {seen:?}");
        }
    }
}
