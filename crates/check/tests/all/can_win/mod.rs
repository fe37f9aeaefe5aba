//! Certificates of `can-win`: hand-made ones, and what `material` and `region` rest on, tried out.

mod closure;
mod edges;
mod ghosts;
mod material;
mod region;
mod sets;

use chess_arbiter_check::Question;
use chess_arbiter_check::board::{Board, Colour, RuleSet};
use serde_json::{Value, json};

use crate::common::{self, Random, accepted, certificate, refused, with};
use common::INITIAL;

fn claim(answer: &str, side: &str, position: &str, evidence: Value) -> Value {
    certificate("standard", "can-win", position, json!({"answer": answer, "side": side}), evidence)
}

fn never(side: &str, position: &str, evidence: Value) -> Value {
    claim("unwinnable", side, position, evidence)
}

fn board(position: &str) -> Board {
    Board::parse(RuleSet::Standard, position).unwrap()
}

/// Whether the side to move is mated by the other.
fn is_mate(board: &Board) -> bool {
    board.is_attacked(board.turn) && board.safe_moves().is_empty()
}

#[test]
fn winnable() {
    let fool = json!({"line": ["f2f3", "e7e5", "g2g4", "d8h4"]});
    let good = claim("winnable", "black", INITIAL, fool);
    let proved = accepted(&good);
    assert_eq!((proved.question, proved.side), (Question::CanWin, Some(Colour::Black)));
    assert_eq!(proved.to_string(), format!("winnable by black: {INITIAL} (standard)"));
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - -";
    let none = claim("winnable", "white", mate, json!({"line": []}));
    assert_eq!(accepted(&none).to_string(), format!("winnable by white: {mate} (standard)"));

    refused(&with(&good, "/claim/side", json!("white")), "evidence.line: white has not mated");
    refused(&with(&good, "/evidence/line", json!(["f2f3", "e7e5", "g2g4"])), "black has not mated");
    refused(&with(&good, "/evidence/line", json!([])), "black has not mated");
    refused(&with(&good, "/evidence/line/3", json!("d8h5")), "line[3]: \"d8h5\" is not a pseudo-legal move");
    refused(&with(&good, "/evidence/line/3", json!(7)), "line[3]: expected a string");
    refused(&with(&good, "/evidence/line", json!(true)), "line: expected a list");
    refused(&with(&none, "/claim/side", json!("black")), "black has not mated");
    for (end, why) in [("7k/5Q2/6K1/8/8/8/8/8 b - -", "stalemate"), ("7k/8/6K1/8/8/8/8/7R b - -", "check")] {
        refused(&claim("winnable", "white", end, json!({"line": []})), "white has not mated");
        assert!(!is_mate(&board(end)), "{why}");
    }
    refused(&with(&none, "/evidence/line", json!(["h8g7"])), "leaves the king attacked");
    refused(&with(&good, "/claim/side", json!("both")), "claim.side: expected white or black");
    refused(&with(&good, "/claim/answer", json!("yes")), "claim.answer: expected winnable or unwinnable");
    refused(&with(&good, "/claim", json!({"answer": "winnable"})), "the key \"side\" is missing");
    refused(
        &with(&good, "/claim", json!({"answer": "winnable", "side": "black", "plies": 4})),
        "unexpected key",
    );
    refused(&with(&good, "/evidence", json!({})), "the key \"line\" is missing");
    refused(&with(&good, "/evidence", json!({"material": true})), "unexpected key \"material\"");
    let gardner = certificate("gardner", "can-win", "k4/5/1K3/5/4R w", good["claim"].clone(), json!({}));
    refused(&gardner, "\"can-win\" is not asked about gardner");
}

#[test]
fn terminal() {
    let (stalemate, mate) = ("7k/5Q2/6K1/8/8/8/8/8 b - -", "7k/6Q1/6K1/8/8/8/8/8 b - -");
    let over = json!({"terminal": true});
    let good = never("white", stalemate, over.clone());
    assert_eq!(accepted(&good).to_string(), format!("unwinnable by white: {stalemate} (standard)"));
    accepted(&never("black", stalemate, over.clone()));
    accepted(&never("black", mate, over.clone()));
    refused(&never("white", mate, over.clone()), "evidence.terminal: white has mated");
    refused(&never("white", INITIAL, over), "evidence.terminal: the side to move has a legal move");
    refused(&with(&good, "/evidence/terminal", json!(false)), "evidence.terminal: expected true");
    refused(&with(&good, "/evidence", json!({})), "the key \"terminal\" is missing");
    refused(&with(&good, "/evidence", json!({"terminal": true, "material": true})), "unexpected key");
    refused(&with(&good, "/evidence", json!({"line": []})), "unexpected key \"line\"");
    // The other kinds need a legal move.
    for evidence in [json!({"material": true}), json!({"closure": 100}), json!({"region": []})] {
        refused(&never("black", stalemate, evidence), "the side to move has no legal move");
    }
}

/// Plays random moves from a position: none may be mate by the side that never mates.
fn play_on(random: &mut Random, from: &Board, attacker: Colour, plies: usize) {
    let mut board = *from;
    for _ in 0..plies {
        let moves = board.safe_moves();
        assert!(!(moves.is_empty() && board.turn != attacker && is_mate(&board)), "{from}: {board}");
        if moves.is_empty() {
            return;
        }
        board = board.play(random.pick(&moves));
    }
}
