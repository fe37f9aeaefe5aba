//! Certificates of `help`: hand-made ones, and counts by another way.

use std::collections::BTreeMap;

use chess_arbiter_check::Question;
use chess_arbiter_check::board::{Board, Kind, RuleSet};
use chess_arbiter_check::moves::Move;
use serde_json::{Value, json};

use crate::common::{Random, accepted, certificate, refused, with};

fn help(position: &str, asked: &str, lines: &[&str]) -> Value {
    let answer = if lines.is_empty() { "unsolved" } else { "solved" };
    let claim = json!({"answer": answer, "stipulation": asked, "solutions": lines.len()});
    let lines: Vec<Vec<&str>> = lines.iter().map(|line| line.split(' ').collect()).collect();
    let nodes = nodes(&Board::parse(RuleSet::Standard, position).unwrap(), asked);
    certificate("standard", "help", position, claim, json!({"lines": lines, "nodes": nodes}))
}

/// Nodes for a position, of all lengths; of one ply too if the others do not pay for looks in their place.
fn nodes(board: &Board, asked: &str) -> Value {
    let mut known = Known::default();
    for turns in turns(asked) {
        count(board, &turns, asked.contains('#'), &mut known);
    }
    let longer = known.ways.keys().filter(|(_, plies)| *plies > 1);
    let paid = longer.map(|(text, _)| 4_096 + 512 * text.len() as u64).sum::<u64>() + 65_536;
    let is_paid = known.looks <= paid;
    let written = known.ways.into_iter().filter(|((_, plies), _)| *plies > 1 || !is_paid);
    written.map(|((text, plies), ways)| json!([text, plies, ways])).collect()
}

/// The ways from positions with plies left, and what it costs to look at those with one.
#[derive(Default)]
struct Known {
    ways: BTreeMap<(String, usize), u64>,
    looks: u64,
}

/// For each length, whether the same side goes on after each move but the last.
fn turns(asked: &str) -> Vec<Vec<bool>> {
    let moves: f64 = asked.split(['#', '=']).nth(1).unwrap().parse().unwrap();
    let (moves, plies) = (moves as usize, (2.0 * moves) as usize);
    match asked.split(['#', '=']).next().unwrap() {
        "ser-h" => (0..moves).map(|more| [vec![true; more], vec![false]].concat()).collect(),
        "ser-" => (0..moves).map(|more| vec![true; more]).collect(),
        _ => (1 - plies % 2..plies).step_by(2).map(|more| vec![false; more]).collect(),
    }
}

/// Ways to the end, and those from each position on the way.
fn count(board: &Board, turns: &[bool], is_mate: bool, known: &mut Known) -> u64 {
    if turns.is_empty() {
        let moves = board.pseudo_legal_moves();
        let gives_check = |after: Board| after.is_attacked(after.turn);
        let checks = moves.iter().filter(|m| gives_check(board.play(m))).count() as u64;
        let [moves, least] = [moves.len() as u64, 384];
        known.looks += least + if is_mate { 16 * moves + 384 * checks } else { 208 * moves };
    }
    let is_capture = |m: &Move| {
        let man = board.man(m.from).unwrap();
        man.kind == Kind::Pawn && m.from.file() != m.to.file() && Some(m.to) == board.en_passant
    };
    let is_possible = board.pseudo_legal_moves().iter().any(is_capture);
    let mut same = *board;
    same.en_passant = board.en_passant.filter(|_| is_possible);
    let key = (same.to_string(), turns.len() + 1);
    if let Some(&ways) = known.ways.get(&key) {
        return ways;
    }
    let ways_after = |m: Move| {
        let mut after = board.play(&m);
        let is_check = after.is_attacked(after.turn);
        let Some((&same, rest)) = turns.split_first() else {
            return u64::from(is_check == is_mate && after.playable_moves().is_empty());
        };
        if same {
            (after.turn, after.en_passant) = (board.turn, None);
        }
        if same && is_check { 0 } else { count(&after, rest, is_mate, known) }
    };
    let ways = board.playable_moves().into_iter().map(ways_after).sum();
    known.ways.insert(key, ways);
    ways
}

const TWO: &str = "8/2k5/8/5K2/1R6/8/8/8 b - -";
const SERIES: &str = "k7/2P5/2N5/3K4/8/8/6p1/8 b - -";

#[test]
fn solved() {
    let two = help(TWO, "h#2", &["c7d8 f5e6 d8e8 b4b8"]);
    let proved = accepted(&two);
    assert_eq!((proved.question, proved.solutions, proved.plies), (Question::Help, Some(1), Some(4)));
    assert_eq!((proved.stipulation.as_deref(), proved.shortest), (Some("h#2"), true));
    assert_eq!(proved.to_string(), format!("solved h#2, 1 solution: {TWO} (standard)"));
    let series = help(SERIES, "ser-h=3", &["g2g1r g1g8 g8d8 c7d8n", "g2g1b g1a7 a7b8 c7c8q"]);
    assert_eq!(accepted(&series).to_string(), format!("solved ser-h=3, 2 solutions: {SERIES} (standard)"));
    // Shorter ones are solutions too.
    let shorter = help("k7/2P5/2N5/3K4/8/8/8/8 b - -", "ser-h=3", &["a8b7 b7a8 c7c8b"]);
    assert_eq!(accepted(&shorter).plies, Some(3));
    let alone = help("7k/2P1pP2/K3P3/8/8/2p5/8/8 w - -", "ser-#4", &["c7c8b c8b7 b7e4 f7f8q"]);
    assert_eq!(accepted(&alone).solutions, Some(1));
    let half = help("7k/8/6K1/8/8/8/8/R7 w - -", "h#0.5", &["a1a8"]);
    assert_eq!(accepted(&half).plies, Some(1));
    // On another board.
    let small = certificate(
        "gardner",
        "help",
        "k4/5/1K3/5/4R w",
        half["claim"].clone(),
        json!({"lines": [["e1e5"]], "nodes": []}),
    );
    assert_eq!(accepted(&small).solutions, Some(1));
    let none = help("8/2k5/8/5K2/8/8/8/8 b - -", "h#2", &[]);
    let proved = accepted(&none);
    assert_eq!((proved.answer, proved.plies, proved.shortest), ("unsolved", Some(4), false));
}

#[test]
fn what_is_wrong_is_refused() {
    let two = help(TWO, "h#2", &["c7d8 f5e6 d8e8 b4b8"]);
    refused(&with(&two, "/claim/solutions", json!(2)), "1 solutions, where 2 are claimed");
    refused(&with(&two, "/claim/solutions", json!(0)), "claim.answer: there are 0 solutions");
    refused(&with(&two, "/claim/answer", json!("unsolved")), "there are 1 solutions");
    refused(&with(&two, "/claim/answer", json!("mate")), "expected solved or unsolved");
    let longer = with(&two, "/claim/stipulation", json!("h#3"));
    refused(&longer, &format!("evidence.lines: no node with 6 plies for {TWO}"));
    let longer = with(&longer, "/evidence/nodes", help(TWO, "h#3", &[])["evidence"]["nodes"].clone());
    refused(&longer, "evidence.lines: there are 88 solutions");
    for (asked, refusal) in [
        ("h#1", "lines[0]: of another length"),
        ("h#2.5", "lines[0]: of another length"),
        ("h=2", "lines[0][3]: 1R2k3/8/4K3/8/8/8/8/8 b - - is not what is asked for"),
    ] {
        let other = with(&help(TWO, asked, &[]), "/evidence/lines", two["evidence"]["lines"].clone());
        let claim = json!({"answer": "solved", "stipulation": asked, "solutions": 1});
        refused(&with(&other, "/claim", claim), refusal);
    }
    refused(&with(&two, "/evidence/lines/0/3", json!("b4b7")), "is not what is asked for");
    refused(&with(&two, "/evidence/lines/0/3", json!("b4c8")), "not a pseudo-legal move");
    refused(&with(&two, "/evidence/lines/0", json!([])), "of another length");
    refused(&with(&two, "/evidence/lines", json!([])), "0 solutions, where 1 are claimed");
    let twice =
        with(&two, "/evidence/lines", json!([two["evidence"]["lines"][0], two["evidence"]["lines"][0]]));
    refused(&with(&twice, "/claim/solutions", json!(2)), "lines[1]: this solution is there twice");
    // One is left out.
    let series = help(SERIES, "ser-h=3", &["g2g1r g1g8 g8d8 c7d8n"]);
    refused(&series, "evidence.lines: there are 2 solutions");
    let none = help(TWO, "h#2", &[]);
    refused(&none, "there are 1 solutions");
    let mut older = two.clone();
    older["evidence"].as_object_mut().unwrap().remove("nodes");
    refused(&older, "evidence: the key \"nodes\" is missing: ask again");
    // A check before the last move of a series.
    let check = help("8/8/8/8/8/8/k7/2K4R w - -", "ser-#2", &["h1h2 h2h1"]);
    refused(&check, "it checks in a series");
    let shift = help("8/8/8/8/8/k7/8/1K5R w - -", "ser-h=2", &["h1h2 h2h1 a3b3"]);
    refused(&shift, "not what is asked for");
    let captured = certificate(
        "simplified",
        "help",
        "q3/4/4/3Q w",
        two["claim"].clone(),
        json!({"lines": [], "nodes": []}),
    );
    refused(&captured, "\"help\" is not asked about simplified");
}

#[test]
fn spellings() {
    let two = help(TWO, "h#2", &["c7d8 f5e6 d8e8 b4b8"]);
    for wrong in [
        "#2",
        "s#2",
        "h2",
        "h#",
        "h#02",
        "h#+2",
        "h#2.0",
        "h#.5",
        "h#0",
        "h#101",
        "ser-h#2.5",
        "H#2",
        "ser-s#2",
    ] {
        refused(&with(&two, "/claim/stipulation", json!(wrong)), "expected one of help play");
    }
    refused(&with(&two, "/claim/solutions", json!(1.5)), "expected a whole number");
    refused(&with(&two, "/evidence", json!({"nodes": []})), "the key \"lines\" is missing");
    // As it was written before.
    let before = json!({"lines": two["evidence"]["lines"]});
    refused(&with(&two, "/evidence", before), "the key \"nodes\" is missing");
    refused(&with(&two, "/evidence", json!({"lines": [], "exactly": true})), "unexpected key");
}

#[test]
fn nodes_tell_the_truth() {
    let two = help(TWO, "h#2", &["c7d8 f5e6 d8e8 b4b8"]);
    let all = two["evidence"]["nodes"].as_array().unwrap().clone();
    let with_nodes = |nodes: &[Value]| with(&two, "/evidence/nodes", json!(nodes));
    accepted(&with_nodes(&all.iter().rev().cloned().collect::<Vec<_>>()));
    let place = |wanted: &[Value; 3]| {
        all.iter().position(|node| node.as_array().unwrap() == wanted).unwrap_or_else(|| panic!("{wanted:?}"))
    };
    // Each of them is needed, and says just what is so.
    for (place, node) in all.iter().enumerate() {
        let mut fewer = all.clone();
        fewer.remove(place);
        refused(&with_nodes(&fewer), "no node with ");
        let mut wrong = all.clone();
        wrong[place][2] = json!(node[2].as_u64().unwrap() + 1);
        refused(&with_nodes(&wrong), " ways in ");
        let twice = [&all[..], std::slice::from_ref(node)].concat();
        refused(&with_nodes(&twice), &format!("occurs twice with {} plies", node[1]));
    }
    let root = place(&[json!(TWO), json!(4), json!(1)]);
    for (key, value, refusal) in [
        (1, json!(1), "there are 0 ways in 1 plies"),
        (1, json!(0), "expected from 1 to 4 plies"),
        (1, json!(5), "expected from 1 to 4 plies"),
        (1, json!("4"), "expected [position, plies, ways]"),
        (2, json!(null), "expected [position, plies, ways]"),
        (0, json!("8/2k5/8/5K2/2R5/8/8/8 w - -"), "is not to move but its king is attacked"),
    ] {
        let mut wrong = all.clone();
        wrong[root][key] = value;
        refused(&with_nodes(&wrong), refusal);
    }
    // Others may be there, but must be true.
    let other = |ways: u64| [&all[..], &[json!(["k7/8/1K6/8/8/8/8/7R b - -", 2, ways])]].concat();
    accepted(&with_nodes(&other(1)));
    refused(&with_nodes(&other(0)), "k7/8/1K6/8/8/8/8/7R b - -: there are 1 ways in 2 plies");
    // Of what nobody can capture en passant nothing changes.
    let crossed = json!(["7k/8/8/4p3/8/8/8/K7 w - e6", 2, 0]);
    accepted(&with_nodes(&[&all[..], std::slice::from_ref(&crossed)].concat()));
    let same = json!(["7k/8/8/4p3/8/8/8/K7 w - -", 2, 0]);
    refused(&with_nodes(&[&all[..], &[crossed, same]].concat()), "occurs twice with 2 plies");
}

/// Only the lines are proved then, and the answer says so.
#[test]
fn searched() {
    let searched = |plies| json!({"plies": plies, "nodes": 9});
    let of = |lines: Value, count: usize, plies: usize| {
        let claim = json!({"answer": "solved", "stipulation": "h#3", "solutions": count});
        certificate("standard", "help", TWO, claim, json!({"lines": lines, "searched": searched(plies)}))
    };
    let line = json!(["c7d8", "f5e6", "d8e8", "b4b8"]);
    let good = of(json!([line]), 1, 6);
    let proved = accepted(&good);
    assert_eq!((proved.searched, proved.shortest), (Some(6), false));
    assert!(proved.to_string().ends_with("; that there are no others was searched, and is not proved"));
    refused(&of(json!([line]), 1, 4), "searched.plies: expected 6");
    // Nodes prove set play, and only that.
    let mut with_nodes = good.clone();
    with_nodes["evidence"]["nodes"] = json!([]);
    refused(&with_nodes, "unexpected key \"nodes\"");
    let mut without = with_set_play(&good, &[]);
    without["evidence"].as_object_mut().unwrap().remove("nodes");
    refused(&without, "the key \"nodes\" is missing");
    refused(&of(json!([["c7d8", "f5e6", "d8e8", "b4b7"]]), 1, 6), "is not what is asked for");
    let mut none = of(json!([]), 0, 6);
    none["claim"]["answer"] = json!("unsolved");
    refused(&none, "expected 6, and a solution");
}

/// Solutions of different lengths in any order: the fewest plies are told.
#[test]
fn the_least_length() {
    let line = "a1a8";
    let longer = ["a1b1 h8g8 b1b8", "a1a2 h8g8 a2a8", "a1c1 h8g8 c1c8"];
    let searched = |lines: &[&str]| {
        let certificate = help("7k/8/6K1/8/8/8/8/R7 w - -", "h#1.5", lines);
        with(&certificate, "/evidence", {
            let lines: Vec<Vec<&str>> = lines.iter().map(|line| line.split(' ').collect()).collect();
            json!({"lines": lines, "searched": {"plies": 3, "nodes": 9}})
        })
    };
    for first in 0..=longer.len() {
        let mut lines = longer.to_vec();
        lines.insert(first, line);
        assert_eq!(accepted(&searched(&lines)).plies, Some(1), "{lines:?}");
    }
    assert_eq!(accepted(&searched(&longer)).plies, Some(3));
}

/// A hundred moves may be asked for.
#[test]
fn the_most_moves() {
    let evidence = json!({"lines": [["a1a8"]], "searched": {"plies": 201, "nodes": 9}});
    let most = with(&help("7k/8/6K1/8/8/8/8/R7 w - -", "h#0.5", &["a1a8"]), "/evidence", evidence);
    let most = with(&most, "/claim/stipulation", json!("h#100.5"));
    assert_eq!(accepted(&most).searched, Some(201));
    refused(&with(&most, "/claim/stipulation", json!("h#101.5")), "expected one of help play");
}

/// In `ser-h` the other side makes the last move: a mate by the side that moves first is none.
#[test]
fn a_series_before_the_last_move() {
    let mates_at_once = "k7/6p1/8/6rP/1r6/8/8/K7 b - -";
    accepted(&help(mates_at_once, "ser-h#1", &[]));
    accepted(&help(mates_at_once, "ser-#1", &["g5a5"]));
    refused(&help(mates_at_once, "ser-h#1", &["g5a5"]), "lines[0]: of another length");
}

/// Within a series nobody captures en passant; after it the other side may.
#[test]
fn en_passant_in_a_series() {
    let own = "8/8/8/8/k1K5/p7/PP1b1R2/8 w - -";
    let good = help(own, "ser-#2", &["f2f5 b2b3", "f2f3 f3a3"]);
    accepted(&good);
    let own = help("8/8/2Q5/4k3/8/7K/4PP2/8 w - -", "ser-=2", &["e2e3 h3g4", "h3g4 e2e3"]);
    accepted(&own);
    // A pawn does not capture one of its own side.
    refused(&with(&own, "/evidence/lines/0", json!(["e2e4", "f2e3"])), "lines[0][1]: \"f2e3\" is not");
    accepted(&help("7R/kpK5/8/P7/8/8/8/5B2 b - -", "ser-h#1", &["b7b5 a5b6", "b7b6 a5b6"]));
}

/// After a pawn's double step there are other moves than where the same men stand otherwise.
#[test]
fn en_passant_is_remembered() {
    // Kg8 and d5, in this order or the other, then exd6 en passant and Re8#.
    let position = "7k/3p3p/7P/4P3/8/8/p7/K3R3 b - -";
    let mut all = Vec::new();
    for turns in [&[false; 1][..], &[false; 3], &[false; 5]] {
        lines(&Board::parse(RuleSet::Standard, position).unwrap(), turns, true, "", &mut all);
    }
    assert!(all.iter().any(|line| line.starts_with("h8g8") && line.contains("d7d5 e5d6")));
    refused(&help(position, "h#3", &[]), &format!("there are {} solutions", all.len()));
}

/// Solutions by their definition alone; `turns` says whether the same side goes on after each move but the
/// last.
fn lines(board: &Board, turns: &[bool], is_mate: bool, before: &str, all: &mut Vec<String>) {
    for m in board.playable_moves() {
        let after = board.play(&m);
        let text = format!("{before}{m}");
        let Some((&same, rest)) = turns.split_first() else {
            if after.is_attacked(after.turn) == is_mate && after.playable_moves().is_empty() {
                all.push(text);
            }
            continue;
        };
        if same && after.is_attacked(after.turn) {
            continue;
        }
        let mut next = after;
        if same {
            (next.turn, next.en_passant) = (after.turn.other(), None);
        }
        lines(&next, rest, is_mate, &format!("{text} "), all);
    }
}

/// Counts of random positions by another way.
#[test]
fn counts() {
    let mut random = Random(4);
    let (mut solved, mut unsolved) = (0, 0);
    while solved < 60 || unsolved < 60 {
        let Some(text) = few_men(&mut random) else { continue };
        let asked = *random.pick(&["h#1.5", "h=1", "ser-#3", "ser-h#2"]);
        let Ok(board) = Board::parse(RuleSet::Standard, &text) else { continue };
        let mut all = Vec::new();
        for turns in turns(asked) {
            lines(&board, &turns, asked.contains('#'), "", &mut all);
        }
        if all.len() > 500 || all.is_empty() && unsolved >= 60 {
            continue;
        }
        let texts: Vec<&str> = all.iter().map(String::as_str).collect();
        let good = help(&text, asked, &texts);
        accepted(&good);
        if let Some((_, fewer)) = texts.split_first() {
            refused(&help(&text, asked, fewer), "there are");
            solved += 1;
        } else {
            unsolved += 1;
        }
    }
}

/// Kings, and a few men of either side near the defender's king.
fn few_men(random: &mut Random) -> Option<String> {
    let mut men = ['1'; 64];
    for man in ['k', 'K'] {
        men[random.below(64)] = man;
    }
    for _ in 0..1 + random.below(4) {
        let man = *random.pick(&['Q', 'R', 'P', 'N', 'B', 'r', 'p', 'b', 'n', 'Q', 'R']);
        let square = if man.eq_ignore_ascii_case(&'p') { 8 + random.below(48) } else { random.below(64) };
        if men[square] == '1' {
            men[square] = man;
        }
    }
    let ranks: Vec<String> = men.chunks(8).map(|rank| rank.iter().collect()).collect();
    let mut text = ranks.join("/");
    for run in (2..=8).rev() {
        text = text.replace(&"1".repeat(run), &run.to_string());
    }
    let turn = random.pick(&["w", "b"]);
    Some(format!("{text} {turn} - -")).filter(|text| text.contains('k') && text.contains('K'))
}

/// With the solutions that there are if the side to move passes over its first move.
fn with_set_play(case: &Value, lines: &[&str]) -> Value {
    let mut case = case.clone();
    let asked = case["claim"]["stipulation"].as_str().unwrap();
    let root = Board::parse(RuleSet::Standard, case["position"].as_str().unwrap()).unwrap();
    let mut passed = root;
    (passed.turn, passed.en_passant) = (root.turn.other(), None);
    let number: f64 = asked[2..].parse().unwrap_or(0.0);
    let more =
        if number > 0.5 { nodes(&passed, &format!("{}{}", &asked[..2], number - 0.5)) } else { json!([]) };
    let given = case["evidence"]["nodes"].as_array().cloned().unwrap_or_default();
    case["evidence"]["nodes"] = given.iter().chain(more.as_array().unwrap()).cloned().collect();
    case["claim"]["set_play"] = json!(lines.len());
    let lines: Vec<Vec<&str>> = lines.iter().map(|line| line.split(' ').collect()).collect();
    case["evidence"]["set_play"] = json!(lines);
    case
}

#[test]
fn set_play() {
    let two = with_set_play(&help(TWO, "h#2", &["c7d8 f5e6 d8e8 b4b8"]), &[]);
    let proved = accepted(&two);
    assert_eq!((proved.solutions, proved.set_play), (Some(1), Some(0)));
    assert_eq!(proved.to_string(), format!("solved h#2, 1 solution, set play 0: {TWO} (standard)"));
    refused(&with(&two, "/claim/set_play", json!(1)), "evidence.set_play: 0 solutions, where 1 are claimed");
    refused(&with(&two, "/claim/set_play", json!(0.5)), "claim.set_play: expected a whole number");
    refused(
        &with(&two, "/evidence/set_play", json!([["f5e6", "c7d8"]])),
        "evidence.set_play[0]: of another length",
    );
    let mut other = two.clone();
    other["claim"].as_object_mut().unwrap().remove("set_play");
    refused(&other, "unexpected key \"set_play\"");
    let mut other = two.clone();
    other["evidence"].as_object_mut().unwrap().remove("set_play");
    refused(&other, "the key \"set_play\" is missing");

    // Black passes, White mates; or White does, after which Black moves first.
    let mates = "k7/8/1K6/8/8/8/8/7R b - -";
    let one = help(mates, "h#1", &["a8b8 h1h8"]);
    assert_eq!(accepted(&with_set_play(&one, &["h1h8"])).set_play, Some(1));
    refused(&with_set_play(&one, &[]), "evidence.set_play: there are 1 solutions");
    refused(&with_set_play(&one, &["h1h8", "h1h8"]), "set_play[1]: this solution is there twice");
    refused(&with_set_play(&one, &["h1h7"]), "is not what is asked for");
    // All of it is proved, even where the rest was searched alone.
    let searched =
        with(&one, "/evidence", json!({"lines": [["a8b8", "h1h8"]], "searched": {"plies": 2, "nodes": 9}}));
    refused(&with_set_play(&searched, &[]), "evidence.set_play: there are 1 solutions");
    let proved = accepted(&with_set_play(&searched, &["h1h8"]));
    assert_eq!((proved.set_play, proved.searched), (Some(1), Some(2)));
}

#[test]
fn where_there_is_no_set_play() {
    let kings = "8/8/8/4k3/8/8/8/4K3 w - -";
    for asked in ["h#1", "h=1", "h#1.5", "h#2"] {
        accepted(&with_set_play(&help(kings, asked, &[]), &[]));
    }
    for asked in ["h#0.5", "h=0.5", "ser-#2", "ser-h#2", "ser-=1"] {
        refused(&with_set_play(&help(kings, asked, &[]), &[]), "has no set play of this stipulation");
    }
    // Who is in check cannot pass over its move.
    let check = help("4k3/8/8/8/8/8/8/K3r3 w - -", "h#1", &[]);
    accepted(&check);
    refused(&with_set_play(&check, &[]), "has no set play of this stipulation");
}

/// Nobody captures en passant after a move that was passed over.
#[test]
fn en_passant_in_set_play() {
    let position = "7k/4p3/6K1/3p4/8/8/8/R7 w - d6";
    let searched = json!({"lines": [["a1b1", "h8g8", "b1b8"]], "searched": {"plies": 3, "nodes": 9}});
    let case = with(&help(position, "h#1.5", &["a1b1 h8g8 b1b8"]), "/evidence", searched);
    let good = ["e7e6 a1a8", "e7e5 a1a8", "d5d4 a1a8", "h8g8 a1a8"];
    accepted(&with_set_play(&case, &good));
    let own = [&good[..], &["e7d6 a1a8"]].concat();
    refused(&with_set_play(&case, &own), "set_play[4][0]: \"e7d6\" is not");
}

/// Of random positions, by another way.
#[test]
fn set_play_is_counted() {
    let mut random = Random(7);
    let (mut some, mut none) = (0, 0);
    while some < 30 || none < 30 {
        let Some(text) = few_men(&mut random) else { continue };
        let Ok(board) = Board::parse(RuleSet::Standard, &text) else { continue };
        if board.is_attacked(board.turn) {
            continue;
        }
        let passed = match text.strip_suffix(" w - -") {
            Some(men) => format!("{men} b - -"),
            None => text.replace(" b ", " w "),
        };
        let passed = Board::parse(RuleSet::Standard, &passed).unwrap();
        let (mut all, mut set) = (Vec::new(), Vec::new());
        lines(&board, &[false], true, "", &mut all);
        lines(&passed, &[], true, "", &mut set);
        if all.len() > 300 || set.is_empty() && none >= 30 {
            continue;
        }
        fn texts(lines: &[String]) -> Vec<&str> {
            lines.iter().map(String::as_str).collect()
        }
        let case = help(&text, "h#1", &texts(&all));
        assert_eq!(accepted(&with_set_play(&case, &texts(&set))).set_play, Some(set.len() as u64), "{text}");
        if let Some((_, fewer)) = set.split_first() {
            refused(&with_set_play(&case, &texts(fewer)), "evidence.set_play: there are");
            some += 1;
        } else {
            none += 1;
        }
    }
}
