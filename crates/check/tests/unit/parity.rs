//! The number of moves of the men outside a cage, by hand, from the paragraph of the document.

use super::*;
use crate::Rule;
use crate::budget::Budget;
use crate::lemma::rounds::rounds;
use crate::start::Start;

fn known(array: &str, position: &str, side: Colour, files: &str) -> Option<u32> {
    let past = Past::parse_from(Start::parse(array).unwrap(), position).unwrap();
    let (budget, json) = (Budget::default(), format!("{files:?}"));
    let round = rounds(&past, &budget).unwrap().unwrap();
    let item = Item { path: "cases".into(), rule: Rule::Lemma, json: &json, budget: &budget };
    outside(&round, &Cage::read(&round, side, &item).unwrap())
}

#[test]
fn of_the_usual_array() {
    use Colour::{Black, White};
    for (position, side, files, expected) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", White, "", Some(2)),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Black, "", Some(2)),
        // Rooks may have moved.
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kq -", White, "ha", Some(2)),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kq -", White, "h", None),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kq -", White, "a", None),
        // A single step, and knights elsewhere; two steps, and a pawn less.
        ("rnbqkbnr/pppppppp/8/8/8/P4N2/1PPPPPPP/RNBQKB1R b KQkq -", White, "", Some(4)),
        ("rnbqkb1r/1ppppppp/p4n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Black, "", Some(2)),
        ("r1bqkb1r/1ppppppp/p1n2n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Black, "", Some(3)),
        ("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq -", White, "", None),
        ("rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR b KQkq -", White, "", None),
        // A knight that was captured on d3, and on c3.
        ("rnbqkb1r/pppppppp/8/8/8/3P4/PP1PPPPP/RNBQKBNR w KQkq -", Black, "", Some(2)),
        ("rnbqkb1r/pppppppp/8/8/8/3P4/PP1PPPPP/RNBQKBNR w KQkq -", White, "d", Some(3)),
        ("r1bqkb1r/pppppppp/2n5/8/8/3P4/PP1PPPPP/RNBQKBNR w KQkq -", Black, "", Some(3)),
        ("rnbqkb1r/pppppppp/8/8/8/2P5/P1PPPPPP/RNBQKBNR w KQkq -", Black, "", Some(1)),
        ("rnbqkbnr/pp1ppppp/3p4/8/8/8/PPPPPPPP/RNBQKB1R w KQkq -", White, "", Some(2)),
        // Nobody knows where; both are gone.
        ("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Black, "", None),
        ("rnbqkb1r/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR w KQkq -", Black, "", None),
        ("r1bqkb1r/pppppppp/8/8/8/3P4/PP1PPPPP/RNBQKBNR w KQkq -", Black, "", None),
        // A queen is gone as well, which was never there, and which perhaps was.
        ("rnb1kb1r/pppppppp/8/8/8/3P4/PP1PPPPP/RNBQKBNR w KQkq -", Black, "d", Some(2)),
        ("rnb1kb1r/pppppppp/8/8/8/3P4/PP1PPPPP/RNBQKBNR w KQkq -", Black, "", None),
        ("rnb1kb1r/pp1ppppp/2p5/8/8/3P4/PP1PPPPP/RNBQKBNR w KQkq -", Black, "d", None),
        // A rook is gone that was never there, while the other one was not or perhaps was, though it is left.
        ("1nbqkb1r/pppppppp/8/8/8/3P4/PP1PPPPP/RNBQKBNR w KQk -", Black, "a", Some(2)),
        ("1nbqkb2/pppppppr/7p/8/8/3P4/PP1PPPPP/RNBQKBNR w KQ -", Black, "ah", Some(3)),
        ("1nbqkb1r/ppppppp1/6p1/8/8/3P4/PP1PPPPP/RNBQKB1R w KQk -", Black, "a", Some(3)),
        ("1nbqkb2/ppppppp1/6p1/7r/8/3P4/PP1PPPPP/RNBQKB1R w KQ -", Black, "ah", None),
    ] {
        assert_eq!(known("rnbqkbnr", position, side, files), expected, "{position} {side} {files}");
    }
}

/// Knights that begin on squares of one colour, or on the first and last files.
#[test]
fn of_other_arrays() {
    use Colour::{Black, White};
    for (array, position, side, files, expected) in [
        ("rnqnkbbr", "rnqnkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNQNKBBR w KQkq -", White, "c", Some(4)),
        ("rnqnkbbr", "rnqnkbbr/pppppppp/8/8/8/2N5/PPPPPPPP/R1QNKBBR b KQkq -", White, "c", Some(3)),
        ("rnqnkbbr", "rnqnkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNQNKBBR w KQkq -", Black, "c", Some(0)),
        ("rnbbkrqn", "rnbbkrqn/pppppppp/8/8/8/8/PPPPPPPP/RNBBKRQN w KQkq -", White, "g", Some(4)),
        ("nrbbkrqn", "nrbbkrqn/pppppppp/8/8/8/8/PPPPPPPP/NRBBKRQN w KQkq -", White, "g", Some(2)),
        ("nrbbkrqn", "nrbbkrqn/pppppppp/8/8/8/8/PPPPPPPP/NRBBKRQN w KQkq -", Black, "g", Some(2)),
    ] {
        assert_eq!(known(array, position, side, files), expected, "{position} {side} {files}");
    }
}
