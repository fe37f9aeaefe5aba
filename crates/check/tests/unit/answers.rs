//! What is remembered of one position is not taken for another, nor for more plies.

use super::Answers;
use crate::board::{Board, RuleSet};
use crate::budget::Budget;

fn board(text: &str) -> Board {
    Board::parse(RuleSet::Standard, text).unwrap()
}

#[test]
fn few_plies_do_not_stand_for_more() {
    let budget = Budget::default();
    let answers = Answers::new(&budget);
    // Ka7 is the only move, and then Kc7 and Ra1.
    let two = board("k7/2K5/8/8/8/8/8/1R6 b - -");
    assert_eq!(answers.has(&two, 1), Ok(true));
    assert_eq!(answers.has(&two, 3), Ok(false));
    assert_eq!(answers.has(&two, 1), Ok(true));
}

#[test]
fn a_square_just_crossed_counts() {
    let budget = Budget::default();
    let answers = Answers::new(&budget);
    // The pawn checks, and is taken en passant or not at all.
    let [taken, mated] = ["c3", "-"].map(|crossed| format!("8/8/3R4/1k2N3/1pP5/4B3/8/R6K b - {crossed}"));
    for _ in 0..2 {
        assert_eq!(answers.has(&board(&taken), 1), Ok(true));
        assert_eq!(answers.has(&board(&mated), 1), Ok(false));
    }
}

/// After each answer mate in two moves, after one of them not in one, by python-chess.
#[test]
fn five_plies_are_looked_at() {
    let budget = Budget::default();
    for men in [
        "8/k1K5/8/2R5/8/8/8/8",
        "k7/8/K7/8/8/8/4R3/8",
        "8/8/8/8/7R/2K5/k7/8",
        "8/k7/2K5/3R4/8/8/8/8",
        "8/k1K5/8/8/8/6R1/8/8",
        "8/8/8/6R1/8/k1K5/8/8",
    ] {
        let board = board(&format!("{men} b - -"));
        let answers = Answers::new(&budget);
        for (plies, has) in [(5, false), (1, true), (3, true), (5, false), (3, true)] {
            assert_eq!(answers.has(&board, plies), Ok(has), "{men} {plies}");
        }
    }
}

/// Positions are remembered at different places, most of them.
#[test]
fn places_are_spread() {
    let start = board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    let mut positions = vec![start];
    for _ in 0..2 {
        positions = positions
            .iter()
            .flat_map(|board| board.safe_moves().into_iter().map(|m| board.play(&m)))
            .collect();
    }
    let places: std::collections::HashSet<usize> = positions.iter().map(super::place).collect();
    assert_eq!(positions.len(), 400);
    // By chance 381 of 400, give or take four.
    assert!(places.len() > 360 && places.iter().any(|place| *place > 4_000), "{}", places.len());
}
