//! Answers after which no move wins at once.

use super::Answers;
use crate::board::{Board, RuleSet};
use crate::budget::Budget;

fn board(text: &str) -> Board {
    Board::parse(RuleSet::Standard, text).unwrap()
}

/// After each answer mate in one move, by python-chess; after one of them not where a man is elsewhere.
#[test]
fn each_answer_is_looked_at() {
    let budget = Budget::default();
    let answers = Answers::new(&budget);
    for (lost, held) in [
        // Ka7 is the only move, and then Ra1 mates.
        ("k7/2K5/8/8/8/8/8/1R6", "k7/3K4/8/8/8/8/8/1R6"),
        ("4k3/7K/8/8/8/8/4R3/3R4", "8/2K5/5Q2/8/8/6N1/1k6/8"),
        ("8/8/2K5/8/8/8/R5R1/3k4", "6Q1/8/8/8/8/5K2/8/4k3"),
        ("8/8/8/8/1Q6/5N2/5K1k/8", "1k6/8/4Q3/8/8/5K2/8/8"),
        ("6R1/1R4K1/8/8/k7/8/8/8", "8/1R6/8/4K3/8/1k6/3N4/8"),
    ] {
        assert_eq!(answers.has(&board(&format!("{lost} b - -"))), Ok(false), "{lost}");
        assert_eq!(answers.has(&board(&format!("{held} b - -"))), Ok(true), "{held}");
        // The answer that was good last is none here.
        assert_eq!(answers.has(&board(&format!("{lost} b - -"))), Ok(false), "{lost}");
    }
}

/// Without a move it is not mated, or it is.
#[test]
fn no_answer() {
    let budget = Budget::default();
    let answers = Answers::new(&budget);
    assert_eq!(answers.has(&board("k7/2Q5/1K6/8/8/8/8/8 b - -")), Ok(true));
    assert_eq!(answers.has(&board("k7/1Q6/1K6/8/8/8/8/8 b - -")), Ok(false));
}

#[test]
fn a_square_just_crossed_counts() {
    let budget = Budget::default();
    let answers = Answers::new(&budget);
    // The pawn checks, and is taken en passant or not at all.
    let [taken, mated] = ["c3", "-"].map(|crossed| format!("8/K7/R1R5/1k6/1pP5/8/8/5N2 b - {crossed}"));
    for _ in 0..2 {
        assert_eq!(answers.has(&board(&taken)), Ok(true));
        assert_eq!(answers.has(&board(&mated)), Ok(false));
    }
}
