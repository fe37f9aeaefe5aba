//! Captures of pawns, where pieces alone are left out that were lost elsewhere.

use super::*;
use crate::budget::Budget;

#[test]
fn what_was_lost_elsewhere() {
    for (position, expected) in [
        // The rook of the h-file was not captured on b3; the queen was, perhaps.
        ("rnb1kbn1/pp1ppppp/2p5/8/8/1P6/1PPPPPPP/RNBQKBNR w KQq -", 1),
        // The pawn of the a-file was not captured on h3; the queen was, perhaps.
        ("rnb1kbnr/1p1ppppp/2p5/8/8/7P/PPPPPP1P/RNBQKBNR w KQkq -", 2),
    ] {
        let (past, budget) = (Past::parse(position).unwrap(), Budget::default());
        let item = Item { path: "cases".into(), rule: crate::Rule::Lemma, json: "[]", budget: &budget };
        let [white, _] = confined(&past, &item).unwrap();
        assert_eq!(white.captures, expected, "{position}");
    }
}
