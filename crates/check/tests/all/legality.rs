//! Certificates of `legality`: proof games, and nodes of pasts that no game reaches.

use crate::common;

use std::collections::VecDeque;
use std::time::Instant;

use chess_arbiter_check::board::{Board, RuleSet};
use chess_arbiter_check::past::Past;
use chess_arbiter_check::retract::predecessors;
use chess_arbiter_check::{Question, check, lemma};
use common::{INITIAL, Random, accepted, certificate, past_of, random_text, refused, with};
use serde_json::{Value, json};

fn legal(position: &str, game: Value) -> Value {
    certificate("standard", "legality", position, json!({"answer": "legal"}), json!({"game": game}))
}

fn illegal(position: &str, nodes: Value) -> Value {
    certificate("standard", "legality", position, json!({"answer": "illegal"}), json!({"nodes": nodes}))
}

#[test]
fn games() {
    let empty = legal(INITIAL, json!([]));
    let verdict = accepted(&empty);
    assert_eq!((verdict.question, verdict.answer), (Question::Legality, "legal"));
    assert_eq!(verdict.to_string(), format!("legal: {INITIAL} (standard)"));
    refused(&with(&empty, "/position", json!(INITIAL.replace('w', "b"))), "the other side to move");
    refused(&with(&empty, "/position", json!(INITIAL.replace("KQkq", "KQk"))), "other castling rights");
    refused(&with(&empty, "/position", json!(INITIAL.replace("RNBQ", "RNBB"))), "other men");
    refused(&with(&empty, "/position", json!(INITIAL.replace("q -", "q e6"))), "another last move");
    refused(&with(&empty, "/rules", json!("pawnless")), "\"legality\" is not asked about pawnless");

    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -";
    let good = legal(mate, json!(["f2f3", "e7e5", "g2g4", "d8h4"]));
    accepted(&good);
    refused(&with(&good, "/evidence/game/1", json!("e7e4")), "game[1]: \"e7e4\" is not a pseudo-legal move");
    refused(&with(&good, "/evidence/game/1", json!(5)), "game[1]: expected a string");
    refused(
        &with(&good, "/evidence/game", json!(["f2f3", "e7e5", "g2g4", "d8h4", "a2a3"])),
        "attacked from h4",
    );
    refused(&with(&good, "/evidence/game", json!(["f2f3", "e7e5", "g2g4"])), "the game ends with other men");
    refused(&with(&good, "/evidence/game", json!({})), "expected a list");
    refused(&with(&good, "/evidence", json!({"nodes": []})), "unexpected key \"nodes\"");
    refused(&with(&good, "/evidence", json!({})), "the key \"game\" is missing");
    refused(&with(&good, "/claim/answer", json!("illegal")), "unexpected key \"game\"");
    refused(&with(&good, "/claim/answer", json!("safe")), "expected legal or illegal");
    refused(&with(&good, "/claim", json!({"answer": "legal", "moves": 4})), "unexpected key \"moves\"");
    // A right lost on the way.
    let moves = json!(["g1f3", "g8f6", "h1g1", "f6g8", "g1h1", "g8f6", "f3g1", "f6g8"]);
    accepted(&legal(&INITIAL.replace("KQkq", "Qkq"), moves.clone()));
    refused(&legal(INITIAL, moves), "other castling rights");
}

#[test]
fn games_and_en_passant() {
    let (men, moves) = ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq", json!(["e2e4"]));
    accepted(&legal(&format!("{men} e3"), moves.clone()));
    // Nothing can capture, so that the square may be left out.
    accepted(&legal(&format!("{men} -"), moves.clone()));
    refused(&legal(&format!("{men} d3"), moves), "another last move than the double step");
    refused(&legal(&format!("{men} e3"), json!(["e2e3", "a7a6", "e3e4", "a6a5"])), "other men");

    let men = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq";
    let moves = json!(["e2e4", "a7a6", "e4e5", "d7d5"]);
    let men = men.replace("ppp1pppp/8", "1pp1pppp/p7");
    accepted(&legal(&format!("{men} d6"), moves.clone()));
    refused(&legal(&format!("{men} -"), moves), "a legal en passant capture");
    // A single step, or two, and no square.
    let moves = json!(["e2e3", "d7d6", "e3e4", "d6d5", "e4e5", "a7a6"]);
    refused(&legal(&format!("{men} d6"), moves.clone()), "another last move than the double step");
    accepted(&legal(&format!("{men} -"), moves));
}

#[test]
fn lemma_nodes() {
    let position = "4k3/8/8/8/8/8/8/K3R3 w - -";
    let good = illegal(position, json!([[position, "waiting-side-attacked"]]));
    assert_eq!(accepted(&good).to_string(), format!("illegal: {position} (standard)"));
    refused(&with(&good, "/evidence/nodes/0/1", json!("kings")), "the lemma kings does not apply");
    refused(&with(&good, "/evidence/nodes/0/1", json!("routes!")), "no lemma \"routes!\" is known");
    refused(&with(&good, "/evidence/nodes/0/1", json!("")), "no lemma \"\" is known");
    refused(&with(&good, "/evidence/nodes/0/0", json!(position.replace('w', "b"))), "does not cover");
    refused(&with(&good, "/evidence/nodes/0/0", json!(position.replace("w -", "w K"))), "does not cover");
    refused(&with(&good, "/evidence/nodes/0/0", json!("8/8 w - -")), "expected 8 ranks");
    refused(&with(&good, "/evidence/nodes/0", json!([position])), "expected [position, reason]");
    refused(&with(&good, "/evidence/nodes/0", json!([position, "kings", 1])), "expected [position, reason]");
    refused(&with(&good, "/evidence/nodes/0", json!([position, null])), "expected [position, reason]");
    refused(&with(&good, "/evidence/nodes", json!([])), "there is no node");
    refused(&with(&good, "/evidence/nodes", json!("")), "expected a list");
    refused(&with(&good, "/evidence", json!({})), "the key \"nodes\" is missing");
    refused(&with(&good, "/claim/answer", json!("legal")), "unexpected key \"nodes\"");
    let twice = json!([[position, "waiting-side-attacked"], [position, "waiting-side-attacked"]]);
    refused(&with(&good, "/evidence/nodes", twice), "nodes[1]: ");
    // The position itself may be any.
    for (position, name) in [
        ("8/8/8/8/8/8/8/8 w - -", "kings"),
        ("4k3/8/8/8/8/8/8/K1p5 w - -", "end-row-pawns"),
        ("4k3/8/8/8/8/8/8/4K1R1 w K -", "castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6", "en-passant"),
    ] {
        accepted(&illegal(position, json!([[position, name]])));
    }
    refused(&illegal("4k3/8/8/8/8/8/8/4K1RR w G -", json!([])), "certificate.position");
    // Men on a1 are told apart, too.
    let two = ["N7", "R7", "8"].map(|men| format!("8/8/8/8/8/8/8/{men} w - -"));
    accepted(&illegal(&two[0], json!(two.each_ref().map(|position| json!([position, "kings"])))));
    // Only that a position is illegal is said of any array, and without clocks.
    let arrays = |claim| certificate("standard", "legality", position, claim, json!({"arrays": []}));
    for claim in [
        json!({"answer": "legal", "start": "any"}),
        json!({"answer": "illegal", "start": "any", "clocks": [0, 1]}),
        json!({"answer": "white-history", "start": "any"}),
    ] {
        refused(&arrays(claim), "expected letters of an array");
    }
    // A first node that demands less.
    let strict = "r3k2r/8/8/8/8/8/8/K3R3 w kq -";
    accepted(&illegal(strict, json!([[strict.replace("kq", "-"), "waiting-side-attacked"]])));
}

/// A king between two pawns that both attack it: one of them did so before.
#[test]
fn retract_nodes() {
    let position = "8/8/8/4k3/3P1P2/8/8/4K3 b - -";
    let good = illegal(position, json!([[position, "retract"]]));
    accepted(&good);
    let one = "8/8/8/4k3/3P4/8/8/4K3 b - -";
    refused(&illegal(one, json!([[one, "retract"]])), "perhaps white played d2d4");
    refused(&illegal(one, json!([[one, "retract"]])), "no node covers 8/8/8/4k3/8/8/3P4/4K3 w - -");
    // The initial array cannot be retracted, whatever is demanded of it.
    for rights in ["-", "KQkq", "Q"] {
        let position = INITIAL.replace("KQkq", rights);
        refused(&illegal(&position, json!([[position, "retract"]])), "the array every game begins with");
    }
    let other = INITIAL.replace('w', "b");
    refused(&illegal(&other, json!([[other, "retract"]])), "perhaps white played a3b1");
    // Every node must hold, also one that nobody needs.
    let more = json!([[position, "retract"], [INITIAL, "retract"]]);
    refused(&with(&good, "/evidence/nodes", more), "nodes[1]: ");
    let more = json!([[position, "retract"], [INITIAL, "kings"]]);
    refused(&with(&good, "/evidence/nodes", more), "the lemma kings does not apply");
    let more = json!([[position, "retract"], ["8/8/8/8/8/8/8/8 w - -", "kings"]]);
    accepted(&with(&good, "/evidence/nodes", more));
}

/// Long lists and texts, and everything that can be demanded of the same men.
#[test]
fn hostile() {
    let empty = "8/8/8/8/8/8/8/8 w - -";
    let mut nodes = vec![json!([empty, "kings"])];
    for rights in 0..16 {
        let rights: String =
            "KQkq".chars().enumerate().filter(|(i, _)| rights >> i & 1 == 1).map(|(_, c)| c).collect();
        for square in (0..64).map(|i| format!("{}{}", char::from(b'a' + i % 8), i / 8 + 1)) {
            let rights = if rights.is_empty() { "-" } else { &rights };
            nodes.push(json!([format!("8/8/8/8/8/8/8/8 w {rights} {square}"), "kings"]));
        }
    }
    accepted(&illegal(empty, json!(nodes)));
    refused(&illegal(empty, json!(vec![nodes[0].clone(); 100_000])), "nodes[1]: ");
    for text in ["9".repeat(1_000_000), "/".repeat(1_000_000), "é".repeat(1_000_000)] {
        let refusal = check(&illegal(&text, json!(nodes)).to_string()).unwrap_err().to_string();
        assert!(refusal.len() < 1_000);
        let refusal = check(&illegal(empty, json!([[text, text]])).to_string()).unwrap_err().to_string();
        assert!(refusal.len() < 1_000);
    }
    let queens = "8/QQQQQQQQ/8/QQQQQQQQ/8/QQQQQQQQ/8/QQQQQQQQ b - -";
    accepted(&illegal(queens, json!([[queens, "retract"]])));
    refused(&legal(INITIAL, json!(vec!["g1f3"; 100_000])), "game[1]: ");
}

/// Whatever a text contains, it is answered.
#[test]
fn mutilated_texts_never_panic() {
    let mut random = Random(123);
    let position = "8/8/8/4k3/3P1P2/8/8/4K3 b - -";
    let certificates = [
        illegal(position, json!([[position, "retract"], ["8/8/8/8/8/8/8/8 w KQkq e3", "kings"]])).to_string(),
        legal(&INITIAL.replace("q -", "q e3"), json!(["e2e4", "e7e5"])).to_string(),
    ];
    let snippets = ["\"", "]", "K", "p", "/", "8", "1", " ", "w", "e3", "-", "é", "retract", "kings", ",[]"];
    for _ in 0..30_000 {
        let mut text = random.pick(&certificates).clone();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            if text.is_char_boundary(at) && random.below(2) == 0 {
                text.insert_str(at, snippets[random.below(snippets.len())]);
            } else if text.is_char_boundary(at) {
                text.remove(at);
            }
        }
        if let Ok(verdict) = check(&text) {
            assert_eq!(verdict.answer, "illegal", "{text}");
        }
    }
}

/// Pasts before a position, as far as needed to show that none of them is reached; `None` if
/// there are too many.
fn closure(position: &str, most: usize) -> Option<Vec<Past>> {
    let initial = Past::parse(INITIAL).unwrap();
    let mut nodes = vec![Past::parse(position).unwrap()];
    let mut open = VecDeque::from(nodes.clone());
    while let Some(past) = open.pop_front() {
        for p in predecessors(&past) {
            if lemma::instant(&p.0).is_some() || nodes.iter().any(|node| node.covers(&p.0)) {
                continue;
            }
            if nodes.len() == most || p.0.covers(&initial) {
                return None;
            }
            nodes.push(p.0);
            open.push_back(p.0);
        }
    }
    Some(nodes)
}

fn listed(nodes: &[Past]) -> Value {
    nodes.iter().map(|past| json!([past.to_string(), "retract"])).collect()
}

/// Positions with a complete search backwards; every node is needed.
#[test]
#[allow(clippy::print_stdout)]
fn closures() {
    let mut random = Random(77);
    let mut sizes = Vec::new();
    // The rook gave check when the king went out of the check of two pawns.
    let deeper = "3rrr2/3k4/3P1P2/3P1P2/8/8/8/4K3 w - -";
    let random_texts = (0..3_000).map(|_| random_text(&mut random, RuleSet::Standard, 30));
    for position in std::iter::once(deeper.to_string()).chain(random_texts) {
        let past = Past::parse(&position).unwrap();
        if lemma::instant(&past).is_some() {
            continue;
        }
        let Some(nodes) = closure(&position, 20) else { continue };
        sizes.push(nodes.len());
        let good = illegal(&position, listed(&nodes));
        accepted(&good);
        for i in 0..nodes.len() {
            let mut fewer = nodes.clone();
            let left_out = fewer.remove(i);
            if !fewer.iter().any(|node| node.covers(&left_out)) {
                refused(&illegal(&position, listed(&fewer)), if i == 0 { "" } else { "no node covers" });
            }
            refused(&with(&good, &format!("/evidence/nodes/{i}/1"), json!("castling")), "does not apply");
        }
    }
    sizes.sort_unstable();
    println!("{} closures: {sizes:?}", sizes.len());
    assert!(sizes.len() > 20 && sizes.last() >= Some(&8));
}

/// No certificate for a position out of a game: a wrong one is refused, however it is made.
#[test]
fn reached_positions() {
    let mut random = Random(3);
    for _ in 0..40 {
        let mut board = Board::parse(RuleSet::Standard, INITIAL).unwrap();
        let mut game = Vec::new();
        for _ in 0..random.below(60) {
            let moves = board.safe_moves();
            if moves.is_empty() {
                break;
            }
            let m = random.pick(&moves);
            game.push(m.to_string());
            board = board.play(m);
        }
        let position = board.to_string();
        accepted(&legal(&position, json!(game)));
        let mut nodes = vec![past_of(&board).unwrap()];
        for i in 0..4 {
            let Some(past) = nodes.get(i).copied() else { break };
            for p in predecessors(&past) {
                if lemma::instant(&p.0).is_none() && !nodes.iter().any(|node| node.covers(&p.0)) {
                    nodes.push(p.0);
                }
            }
        }
        refused(&illegal(&position, listed(&nodes)), "");
        for reason in lemma::names() {
            let why = if lemma::takes_cases(reason) { "takes cases" } else { "does not apply" };
            refused(&illegal(&position, json!([[position, reason]])), why);
        }
    }
}

/// Thousands of nodes, each with hundreds of predecessors.
#[test]
#[allow(clippy::print_stdout)]
fn many_nodes() {
    let mut random = Random(1);
    let (mut nodes, mut count) = (Vec::new(), 0);
    while nodes.len() < 5_000 {
        let text = random_text(&mut random, RuleSet::Standard, 26);
        let mut squares: Vec<char> = text.split(' ').next().unwrap().chars().collect();
        // One character for each square.
        squares = squares
            .iter()
            .flat_map(|c| match c.to_digit(10) {
                Some(n) => vec!['1'; n as usize],
                None => vec![*c],
            })
            .filter(|c| *c != '/')
            .map(|c| if c == 'k' { '1' } else { c })
            .collect();
        (squares[28], squares[35], squares[37]) = ('k', 'P', 'P');
        let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
        let mut men = rows.join("/");
        for empty in (2..=8).rev() {
            men = men.replace(&"1".repeat(empty), &empty.to_string());
        }
        let past = Past::parse(&format!("{men} b - -")).unwrap();
        if lemma::instant(&past).is_none() && !nodes.contains(&past) {
            count += predecessors(&past).len();
            nodes.push(past);
        }
    }
    let certificate = illegal(&nodes[0].to_string(), listed(&nodes));
    let start = Instant::now();
    accepted(&certificate);
    println!("{} nodes with {count} predecessors: {:?}", nodes.len(), start.elapsed());
}
