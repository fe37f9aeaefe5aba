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
