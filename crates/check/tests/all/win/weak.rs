//! Men that cannot mate.

use chess_arbiter_check::board::{Board, RuleSet};
use serde_json::json;

use super::{accepted, refused, win};

/// What a refutation may leave out: with these men nobody is ever mated, wherever they stand.
#[test]
fn men_that_cannot_mate() {
    let mut seen = 0;
    for man in ['N', 'B'] {
        for squares in 0..64_usize.pow(3) {
            let at = [squares % 64, squares / 64 % 64, squares / 4096];
            let mut rows = [['1'; 8]; 8];
            at.iter().zip(['K', 'k', man]).for_each(|(&at, man)| rows[at / 8][at % 8] = man);
            let text = rows.map(|row| row.iter().collect::<String>()).join("/");
            let text = (2..=8).rev().fold(text, |text, n| text.replace(&"1".repeat(n), &n.to_string()));
            // Two on one square, or kings side by side, are no position.
            if let Ok(board) = Board::parse(RuleSet::Standard, &format!("{text} b - -")) {
                assert!(!board.is_attacked(board.turn) || !board.safe_moves().is_empty(), "{text}");
                seen += 1;
            }
        }
    }
    assert!(seen > 300_000, "{seen}");
}

/// A man of the defender's takes nothing away from what the attacker could mate with, says the document: then
/// the moves have to show it.
#[test]
fn the_defender_has_a_king_alone() {
    let claim = |position: &str| {
        let evidence = json!({"refutation": []});
        win("standard", position, json!({"answer": "no-win", "plies": null}), evidence)
    };
    for men in ["8/8/8/8/8/8/5B2/K1k1B3", "8/8/8/8/8/8/5N2/K1k5", "8/8/8/8/8/8/5nn1/K1k5"] {
        accepted(&claim(&format!("{men} w - -")));
    }
    for men in ["8/8/8/8/8/8/5B2/K1k1b3", "8/8/8/8/8/8/4BB2/K1k5", "8/8/8/8/8/8/5NN1/K1k5"] {
        refused(&claim(&format!("{men} w - -")), "there is no node for any number of plies");
    }
}
