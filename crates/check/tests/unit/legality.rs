//! Which nodes cover a past, and what they ask of the array.

use std::collections::HashMap;

use super::*;
use crate::start::Castling;

#[test]
fn a_node_covers_what_demands_as_much_or_more() {
    let past = |rights: usize, crossed: &str, men: &str| {
        let letters = "KQkq".chars().enumerate().filter(|(place, _)| rights >> place & 1 == 1);
        let letters: String = letters.map(|(_, letter)| letter).collect();
        let rights = if letters.is_empty() { "-" } else { &letters };
        Past::parse(&format!("r3k2r/8/8/8/8/8/8/{men} {rights} {crossed}")).unwrap()
    };
    let (mut covered, squares) = (0, ["-", "e3", "d6", "a1"]);
    let all = || (0..16).flat_map(|rights| squares.map(|crossed| (rights, crossed)));
    for (ours, on) in all() {
        let node = past(ours, on, "R3K2R w");
        let nodes = Nodes(HashSet::from([demand(&node, node.board.castling, node.board.en_passant)]));
        for (theirs, over) in all() {
            let other = past(theirs, over, "R3K2R w");
            let expected = ours & !theirs == 0 && (on == "-" || on == over);
            assert_eq!(nodes.cover(&other), expected, "{node} {other}");
            assert_eq!(node.covers(&other), expected, "{node} {other}");
            covered += u32::from(expected);
        }
        for men in ["R3K2R b", "R3K1R1 w", "4K2R w", "N3K2R w"] {
            assert!(!nodes.cover(&past(ours, on, men)), "{men}");
        }
    }
    assert_eq!(covered, 81 * (4 + 3));
}

/// All arrays, by the files of kings and rooks.
fn arrays() -> HashMap<[Castling; 2], Vec<Start>> {
    let mut texts = vec![String::new()];
    for _ in 0..8 {
        let longer = |text: String| "kqrbn".chars().map(move |letter| format!("{text}{letter}"));
        texts = texts.into_iter().flat_map(longer).collect();
    }
    let mut all: HashMap<_, Vec<_>> = HashMap::new();
    for start in texts.iter().filter_map(|text| Start::parse(text)) {
        all.entry(start.castlings()).or_default().push(start);
    }
    all
}

#[test]
fn most_nodes_ask_of_the_array_where_kings_and_rooks_begin() {
    let arrays = arrays();
    assert_eq!((arrays.len(), arrays.values().map(Vec::len).sum::<usize>()), (56, 960));
    let mut differ = 0;
    for text in [
        "r4rk1/pppppppp/8/8/8/8/PPPPPPPP/2KR3R b - -",
        "1r1k2r1/p1pp4/8/8/8/8/PPPP4/R3K2R w KQkq -",
        "rn1qkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6",
        "4k3/8/8/8/8/8/PPPPPPPP/2KR2N1 b Q -",
        "1nbqk3/8/p7/p7/p7/p7/p7/RNBQKBNR w - -",
    ] {
        let past = Past::parse(text).unwrap();
        let told = |start: &Start| {
            let past = Past { start: *start, ..past };
            let before = predecessors(&past).into_iter().map(|(past, last)| {
                (code(&past.board), past.board.castling, past.board.en_passant, last.to_string())
            });
            let asked = lemma::names().filter(|name| OF_CASTLING.contains(name));
            let applies: Vec<bool> = asked.map(|name| lemma::check(name, &past).is_ok()).collect();
            (before.collect::<Vec<_>>(), lemma::instant(&past), applies)
        };
        let all: Vec<_> = arrays.values().map(|starts| starts.iter().map(told).collect::<Vec<_>>()).collect();
        assert!(all.iter().all(|told| told.windows(2).all(|two| two[0] == two[1])), "{text}");
        differ += all.windows(2).filter(|two| two[0][0] != two[1][0]).count();
    }
    assert!(differ > 0, "nothing asks of castling");
}
