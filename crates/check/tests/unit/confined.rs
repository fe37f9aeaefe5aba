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

/// Of two bishops that cannot be the one of c1, that on b8 promoted there, and the other where it can have
/// come from: each has files of its own.
#[test]
fn each_promoted_man_has_its_files() {
    let past = Past::parse("1B2k3/p1p5/8/4B3/8/8/1P1P1PPP/RNBQKBNR w - -").unwrap();
    let (budget, json) = (Budget::default(), "[]");
    let item = Item { path: "cases".into(), rule: crate::Rule::Lemma, json, budget: &budget };
    let round = last_round(&past, &item).unwrap();
    let open = own_rank(Colour::White, 7);
    let mut files = needs(&round, Colour::White, Kind::Bishop, !LIGHT, open);
    files.sort_unstable();
    assert_eq!(files, [1 << 1, 1 << 3 | 1 << 5 | 1 << 7]);
}
