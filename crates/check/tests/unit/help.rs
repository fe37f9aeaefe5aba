//! What lines and nodes take.

use super::{Asked, LINE_BYTES, NODE_BYTES, Nodes};
use crate::Rule;
use crate::board::{Board, RuleSet};
use crate::budget::Budget;
use crate::json::Item;

/// A line takes its moves, and a little more.
#[test]
fn what_lines_take() {
    let board = Board::parse(RuleSet::Standard, "k7/8/1K6/8/8/8/8/6RR w - -").unwrap();
    let takes = 2 * (LINE_BYTES + "g1g8 ".len());
    for (memory, is_enough) in [(takes, true), (takes - 1, false)] {
        let budget = Budget::new(memory, &|| false);
        let json = r#"[["g1g8"], ["h1h8"]]"#;
        let item = Item { path: "lines".into(), rule: Rule::Solutions, json, budget: &budget };
        let found = Asked::parse("ser-#1").unwrap().list(&board, &item, 2, None);
        assert_eq!(found.is_ok(), is_enough, "{memory}: {found:?}");
    }
}

#[test]
fn what_nodes_take() {
    let json = r#"[["k7/8/1K6/8/8/8/8/6RR b - -", 2, 2], ["k7/8/8/1K6/8/8/8/6RR b - -", 2, 0]]"#;
    for (memory, is_enough) in [(2 * NODE_BYTES, true), (2 * NODE_BYTES - 1, false)] {
        let budget = Budget::new(memory, &|| false);
        let item = Item { path: "nodes".into(), rule: Rule::Solutions, json, budget: &budget };
        let found = Nodes::read(Asked::parse("h#1").unwrap(), RuleSet::Standard, item);
        let refusal = found.map(|_| ()).err().map(|error| error.to_string());
        assert_eq!(refusal.is_none(), is_enough, "{memory}: {refusal:?}");
    }
}
