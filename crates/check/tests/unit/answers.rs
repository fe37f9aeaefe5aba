//! Answers after which no move wins at once.

use super::has_answer;
use crate::board::{Board, RuleSet};
use crate::budget::Budget;

fn board(text: &str) -> Board {
    Board::parse(RuleSet::Standard, text).unwrap()
}

/// After each answer mate in one move, by python-chess; after one of them not where a man is elsewhere.
#[test]
fn each_answer_is_looked_at() {
    let budget = Budget::default();
    for (lost, held) in [
        // Ka7 is the only move, and then Ra1 mates.
        ("k7/2K5/8/8/8/8/8/1R6", "k7/3K4/8/8/8/8/8/1R6"),
        ("4k3/7K/8/8/8/8/4R3/3R4", "8/2K5/5Q2/8/8/6N1/1k6/8"),
        ("8/8/2K5/8/8/8/R5R1/3k4", "6Q1/8/8/8/8/5K2/8/4k3"),
        ("8/8/8/8/1Q6/5N2/5K1k/8", "1k6/8/4Q3/8/8/5K2/8/8"),
        ("6R1/1R4K1/8/8/k7/8/8/8", "8/1R6/8/4K3/8/1k6/3N4/8"),
    ] {
        assert_eq!(has_answer(&board(&format!("{lost} b - -")), &budget), Ok(false), "{lost}");
        assert_eq!(has_answer(&board(&format!("{held} b - -")), &budget), Ok(true), "{held}");
    }
}

/// Without a move it is not mated, or it is.
#[test]
fn no_answer() {
    let budget = Budget::default();
    assert_eq!(has_answer(&board("k7/2Q5/1K6/8/8/8/8/8 b - -"), &budget), Ok(true));
    assert_eq!(has_answer(&board("k7/1Q6/1K6/8/8/8/8/8 b - -"), &budget), Ok(false));
}

#[test]
fn a_square_just_crossed_counts() {
    let budget = Budget::default();
    // The pawn checks, and is taken en passant or not at all.
    let [taken, mated] = ["c3", "-"].map(|crossed| format!("8/K7/R1R5/1k6/1pP5/8/8/5N2 b - {crossed}"));
    assert_eq!(has_answer(&board(&taken), &budget), Ok(true));
    assert_eq!(has_answer(&board(&mated), &budget), Ok(false));
}
