//! Which nodes cover a past.

use super::*;

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
