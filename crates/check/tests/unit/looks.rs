//! Answers after which no move wins at once, and what it costs to look for them.

use super::{LEAST, Looks, PER_ANSWER, PER_BYTE, PER_CHECK, PER_END, PER_MOVE, PER_SEARCH};
use crate::CheckError;
use crate::Rule;
use crate::board::{Board, RuleSet};
use crate::budget::Budget;
use crate::json::Item;
use crate::moves::Move;

fn board(text: &str) -> Board {
    Board::parse(RuleSet::Standard, text).unwrap()
}

fn mates_of(board: &Board) -> usize {
    board.playable_moves().iter().filter(|m| board.wins(m)).count()
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

/// What a look costs, move by move.
fn price(position: &str) -> u64 {
    let board = board(position);
    let moves = board.pseudo_legal_moves();
    let gives_check = |m: &&Move| {
        let after = board.play(m);
        after.is_attacked(after.turn)
    };
    let checks = moves.iter().filter(gives_check).count() as u64;
    LEAST + PER_MOVE * moves.len() as u64 + PER_CHECK * checks
}

/// The one answer holds, and all that is left pays for the look at what it leads to, or not quite.
#[test]
fn looks_are_paid_for() {
    let (after, before) = ("8/k7/8/2K5/8/8/8/1R6", "k7/8/8/2K5/8/8/8/1R6 b - -");
    // Ra1 and Rb7 check, and Kb6 attacks the king.
    let look = price(&format!("{after} w - -"));
    assert_eq!(look, LEAST + 22 * PER_MOVE + 3 * PER_CHECK);
    let cost = PER_SEARCH + PER_ANSWER + look;
    assert_eq!(find(before, cost), (Ok(true), 0));
    assert!(matches!(find(before, cost - 1), (Err(CheckError::Refused(_)), left) if left == look - 1));
    assert_eq!(Looks::of(0, 0).0.get(), 65_536);
    assert_eq!(Looks::of(3, 100).0.get(), 65_536 + 3 * 4_096 + 100 * PER_BYTE as u64);
}

/// What is tried is paid for though it cannot be played, and where nothing can be.
#[test]
fn moves_that_are_not_allowed_are_paid_for() {
    let before = "k7/2Q5/1K6/8/8/8/8/8 b - -";
    let cost = PER_SEARCH + 3 * PER_ANSWER;
    assert_eq!(find(before, cost), (Ok(true), 0));
    assert!(matches!(find(before, cost - 1), (Err(CheckError::Refused(_)), _)));
    assert!(matches!(find(before, PER_SEARCH - 1), (Err(CheckError::Refused(_)), _)));
}

/// For all answers to a move of keys, whether they may be played or not.
#[test]
fn keys_pay_for_answers() {
    let budget = Budget::default();
    let list = Item { path: String::new(), json: "[]", budget: &budget, rule: Rule::Refutation };
    // The king has three moves and none that is allowed; 20 first moves; the queen was captured on the 4×4
    // window, a knight is left.
    let taken = Board::parse(RuleSet::Simplified, "4/1N2/4/qn1Q w").unwrap();
    let after = [
        (board("k7/2Q5/1K6/8/8/8/8/8 b - -"), 3),
        (board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -"), 20),
        (taken.play(&taken.find_playable("b3a1").unwrap()), 3),
    ];
    for (after, moves) in after {
        let cost = PER_SEARCH + moves * PER_ANSWER;
        let looks = Looks(cost.into());
        assert!(looks.key(&after, &list).is_ok() && looks.0.get() == 0, "{after}");
        let looks = Looks((cost - 1).into());
        assert!(looks.key(&after, &list).is_err() && looks.0.get() == cost - 1, "{after}");
    }
}

/// A look for mates, and one for stalemates.
#[test]
fn each_look_has_its_price() {
    let budget = Budget::default();
    let list = Item { path: String::new(), json: "[]", budget: &budget, rule: Rule::Solutions };
    for text in ["7k/5Q2/8/6K1/8/8/8/8 w - -", "4k3/8/8/8/8/8/8/4K3 w - -", "k7/2P5/1K6/8/8/8/8/7R w - -"] {
        let (board, all) = (board(text), 1 << 20);
        let looks = Looks(all.into());
        let mates = looks.winning(&board, &list).unwrap().count();
        assert_eq!((all - looks.0.get(), mates), (price(text), mates_of(&board)), "{text}");
        let looks = Looks(all.into());
        looks.stalemating(&board, &list).unwrap().count();
        assert_eq!(all - looks.0.get(), LEAST + PER_END * board.pseudo_legal_moves().len() as u64, "{text}");
    }
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
