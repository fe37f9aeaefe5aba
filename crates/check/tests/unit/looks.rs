//! Answers after which no move wins at once, and what it costs to look for them.

use super::{LEAST, Looks, PER_NODE};
use crate::CheckError;
use crate::Rule;
use crate::board::{Board, RuleSet};
use crate::budget::Budget;
use crate::json::Item;

fn board(text: &str) -> Board {
    Board::parse(RuleSet::Standard, text).unwrap()
}

/// With so much to pay; what is left.
fn find(position: &str, left: u64) -> (Result<bool, CheckError>, u64) {
    let budget = Budget::default();
    let list = Item { path: String::new(), json: "[]", budget: &budget, rule: Rule::Refutation };
    let looks = Looks(left.into());
    (looks.find_answer(&board(position), &list), looks.0.get())
}

fn has_answer(position: &str) -> Result<bool, CheckError> {
    find(position, u64::MAX).0
}

/// The one answer holds, and all that is left pays for the look at what it leads to, or not quite.
#[test]
fn looks_are_paid_for() {
    let (after, before) = ("8/k7/8/2K5/8/8/8/1R6", "k7/8/8/2K5/8/8/8/1R6 b - -");
    let moves = board(&format!("{after} w - -")).pseudo_legal_moves().len() as u64;
    let cost = moves * moves + LEAST;
    assert_eq!(find(before, cost), (Ok(true), 0));
    assert!(matches!(find(before, cost - 1), (Err(CheckError::Refused(_)), left) if left == cost - 1));
    assert_eq!(Looks::of(0).0.get(), 2 * PER_NODE);
    assert_eq!(Looks::of(3).0.get(), 5 * PER_NODE);
}

/// After each answer mate in one move, by python-chess; after one of them not where a man is elsewhere.
#[test]
fn each_answer_is_looked_at() {
    for (lost, held) in [
        // Ka7 is the only move, and then Ra1 mates.
        ("k7/2K5/8/8/8/8/8/1R6", "k7/3K4/8/8/8/8/8/1R6"),
        ("4k3/7K/8/8/8/8/4R3/3R4", "8/2K5/5Q2/8/8/6N1/1k6/8"),
        ("8/8/2K5/8/8/8/R5R1/3k4", "6Q1/8/8/8/8/5K2/8/4k3"),
        ("8/8/8/8/1Q6/5N2/5K1k/8", "1k6/8/4Q3/8/8/5K2/8/8"),
        ("6R1/1R4K1/8/8/k7/8/8/8", "8/1R6/8/4K3/8/1k6/3N4/8"),
    ] {
        assert_eq!(has_answer(&format!("{lost} b - -")), Ok(false), "{lost}");
        assert_eq!(has_answer(&format!("{held} b - -")), Ok(true), "{held}");
    }
}

/// Without a move it is not mated, or it is.
#[test]
fn no_answer() {
    assert_eq!(has_answer("k7/2Q5/1K6/8/8/8/8/8 b - -"), Ok(true));
    assert_eq!(has_answer("k7/1Q6/1K6/8/8/8/8/8 b - -"), Ok(false));
}

#[test]
fn a_square_just_crossed_counts() {
    // The pawn checks, and is taken en passant or not at all.
    let [taken, mated] = ["c3", "-"].map(|crossed| format!("8/K7/R1R5/1k6/1pP5/8/8/5N2 b - {crossed}"));
    assert_eq!(has_answer(&taken), Ok(true));
    assert_eq!(has_answer(&mated), Ok(false));
}
