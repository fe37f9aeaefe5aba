//! The smaller boards, Gardner's and Los Alamos's, against the numbers of another program.

use chess_arbiter_check::board::{Board, RuleSet};
use serde_json::{Value, json};

use crate::common::{accepted, certificate, refused};

fn perft(board: &Board, depth: u32) -> u64 {
    let moves = board.safe_moves();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.iter().map(|m| perft(&board.play(m), depth - 1)).sum(),
    }
}

fn read(rules: RuleSet, text: &str) -> Board {
    let board = Board::parse(rules, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(board.to_string(), text);
    board
}

/// Counts and statuses by Fairy-Stockfish, of the first positions and of random play.
#[test]
fn another_program_counts_the_same() {
    let mut rows = 0;
    for line in
        include_str!("../../../../tests/cases/boards.tsv").lines().filter(|line| !line.starts_with('#'))
    {
        let columns: Vec<&str> = line.split('\t').collect();
        let [rules, text, depth, nodes, status] = columns[..] else { panic!("{line}") };
        let board = read(RuleSet::from_name(rules).unwrap(), text);
        assert_eq!(perft(&board, depth.parse().unwrap()), nodes.parse::<u64>().unwrap(), "{line}");
        let found = match (board.is_attacked(board.turn), board.safe_moves().is_empty()) {
            (false, false) => "safe",
            (true, false) => "check",
            (true, true) => "checkmate",
            (false, true) => "stalemate",
        };
        assert_eq!(found, status, "{line}");
        rows += 1;
    }
    assert!(rows > 100, "{rows}");
}

fn texts(rules: RuleSet, text: &str) -> Vec<String> {
    let mut texts: Vec<String> = read(rules, text).safe_moves().iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

#[test]
fn pawns_step_singly_and_promote_to_what_there_is() {
    assert_eq!(texts(RuleSet::Gardner, "k4/4P/2K2/5/5 w")[7..], ["e4e5b", "e4e5n", "e4e5q", "e4e5r"]);
    assert_eq!(texts(RuleSet::Gardner, "k4/4p/5/4P/K4 w").last().unwrap(), "e2e3");
    let moves = texts(RuleSet::LosAlamos, "k5/4P1/6/2K3/6/6 w");
    assert_eq!(moves[8..], ["e5e6n", "e5e6q", "e5e6r"]);
    let error = |rules, text| Board::parse(rules, text).unwrap_err();
    assert!(error(RuleSet::LosAlamos, "k5/6/6/6/6/KB4 w").contains("not a man of los-alamos"));
    assert!(error(RuleSet::Gardner, "k3P/5/5/5/K4 w").contains("no white pawn can stand on e5"));
    assert!(
        error(RuleSet::Gardner, "k3R/5/5/5/K4 w").contains("black is not to move but its king is attacked")
    );
    assert!(error(RuleSet::Gardner, "rnbqk/ppppp/5/PPPPP/RNBQK w - -").contains("expected the spelling"));
    assert!(error(RuleSet::Gardner, "8/8/8/8/8/8/8/8 w").contains("expected 5 ranks"));
}

fn win(rules: &str, position: &str, claim: Value, evidence: Value) -> Value {
    certificate(rules, "win", position, claim, evidence)
}

#[test]
fn wins_and_statuses_are_certified() {
    let (mate, promotion) = ("k4/5/1K3/5/4R w", "k5/4P1/1K4/6/6/6 w");
    let strategy = |position: &str, m: &str| json!({"strategy": [[position, 1, m]]});
    let one = json!({"answer": "win", "plies": 1});
    accepted(&win("gardner", mate, one.clone(), strategy(mate, "e1e5")));
    refused(&win("gardner", mate, one.clone(), strategy(mate, "e1e4")), "does not win at once");
    for (m, why) in [
        ("e5e6q", None),
        ("e5e6r", None),
        ("e5e6n", Some("does not win")),
        ("e5e6b", Some("not a pseudo-legal")),
    ] {
        let certificate = win("los-alamos", promotion, one.clone(), strategy(promotion, m));
        match why {
            None => drop(accepted(&certificate)),
            Some(why) => refused(&certificate, why),
        }
    }
    let none = json!({"answer": "no-win", "plies": 1});
    refused(&win("los-alamos", promotion, none.clone(), json!({"refutation": []})), "wins at once");
    accepted(&win("los-alamos", "k5/6/1K4/4P1/6/6 w", none, json!({"refutation": []})));
    let mated = "k3R/5/1K3/5/5 b";
    let evidence =
        |b5: &str| json!({"checkers": ["e5"], "refuted": [["a5a4", "b3"], ["a5b4", "b3"], ["a5b5", b5]]});
    let status = |b5| certificate("gardner", "status", mated, json!({"answer": "checkmate"}), evidence(b5));
    accepted(&status("e5"));
    refused(&status("b3"), "no enemy man on b3");
    // Neither question is asked about these boards.
    refused(&certificate("gardner", "legality", mate, json!({}), json!({})), "is not asked about gardner");
    refused(
        &certificate("los-alamos", "rules", promotion, json!({}), json!({})),
        "is not asked about los-alamos",
    );
}
