//! How many moves are tried again, to the very number.

use std::collections::HashMap;

use super::{Asked, LINE_BYTES, MOST_TRIED, Search};
use crate::Rule;
use crate::board::{Board, RuleSet};
use crate::budget::Budget;
use crate::json::Item;

/// All solutions of a length, if so many moves may still be tried; and the moves that were tried.
fn ways(position: &str, asked: &str, length: usize, left: u64) -> (Result<u64, String>, u64) {
    let (board, budget) = (Board::parse(RuleSet::Standard, position).unwrap(), Budget::default());
    let item = Item { path: "lines".into(), rule: Rule::Solutions, json: "[]", budget: &budget };
    let (asked, first) = (Asked::parse(asked).unwrap(), MOST_TRIED - left);
    let mut search = Search { asked, item: &item, known: HashMap::new(), tried: first };
    let ways = search.ways(&board, length).map_err(|error| error.to_string());
    (ways, search.tried - first)
}

/// The least number that suffices; one less does not.
fn needed(position: &str, asked: &str, length: usize) -> (u64, u64) {
    let (ways_found, tried) = ways(position, asked, length, MOST_TRIED);
    assert_eq!(ways(position, asked, length, tried).0, ways_found, "{position} {asked}");
    let refusal = ways(position, asked, length, tried - 1).0.unwrap_err();
    assert!(refusal.contains("more than 10000000 moves would have to be tried again"), "{refusal}");
    (ways_found.unwrap(), tried)
}

#[test]
fn each_move_counts_one() {
    // Each king has three moves in its corner.
    let corners = "7k/8/8/8/8/8/8/K7 w - -";
    assert_eq!(needed(corners, "h#1", 1), (0, 3));
    assert_eq!(needed(corners, "h#1", 2), (0, 3 + 3 * 3));
    // Rh8 and Ra2 check, and a series ends there; the other moves are gone on from.
    let rook = "k7/8/8/8/8/8/7R/7K w - -";
    let first = Board::parse(RuleSet::Standard, rook).unwrap();
    let quiet = first
        .playable_moves()
        .into_iter()
        .map(|m| first.play(&m))
        .filter(|after| !after.is_attacked(after.turn));
    let again = quiet.map(|after| Board { turn: first.turn, ..after }.playable_moves().len() as u64);
    let again: Vec<u64> = again.collect();
    assert_eq!(again.len() as u64 + 2, needed(rook, "ser-#2", 1).1);
    assert_eq!(needed(rook, "ser-#2", 2).1, again.len() as u64 + 2 + again.iter().sum::<u64>());
}

/// From none a second time with as many plies left, if these are two or more.
#[test]
fn positions_are_remembered() {
    // In the last a pawn steps over squares on which nobody can capture it: the positions are the same.
    let bare = "7k/8/8/8/8/8/8/K7 w - -";
    for position in [bare, "k7/8/8/8/8/5n2/8/K2B4 b - -", "7k/3p4/8/8/8/8/8/K7 b - -"] {
        let mut tried_before = 0;
        // The positions before each ply; before the last also how often it is come to from different ones.
        let mut levels = vec![HashMap::from([(position.to_owned(), 1)])];
        for length in 1..=5 {
            let mut next: HashMap<String, u64> = HashMap::new();
            let (mut once, mut last) = (0, 0);
            for (text, times) in &levels[length - 1] {
                let board = Board::parse(RuleSet::Standard, text).unwrap();
                let moves = board.playable_moves();
                (once, last) = (once + moves.len() as u64, last + times * moves.len() as u64);
                for m in moves {
                    let after = Board { en_passant: None, ..board.play(&m) };
                    *next.entry(after.to_string()).or_default() += 1;
                }
            }
            assert_eq!(needed(position, "h#3", length).1, tried_before + last, "{position}, {length} plies");
            tried_before += once;
            levels.push(next);
        }
    }
}

/// A line takes its moves, and a little more.
#[test]
fn what_lines_take() {
    let board = Board::parse(RuleSet::Standard, "k7/8/1K6/8/8/8/8/6RR w - -").unwrap();
    let takes = 2 * (LINE_BYTES + "g1g8".len());
    for (memory, is_enough) in [(takes, true), (takes - 1, false)] {
        let budget = Budget::new(memory, &|| false);
        let json = r#"[["g1g8"], ["h1h8"]]"#;
        let item = Item { path: "lines".into(), rule: Rule::Solutions, json, budget: &budget };
        let found = Asked::parse("ser-#1").unwrap().list(&board, &item, 2);
        assert_eq!(found.is_ok(), is_enough, "{memory}: {found:?}");
    }
}
