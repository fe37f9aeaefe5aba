//! Wins, stalemates, selfmates and reflexmates of standard chess, judged by trying all moves as the document
//! says what they are, with nodes for what is claimed, whether or not it is true.

use std::collections::{BTreeMap, BTreeSet};

use chess_arbiter_check::board::{Board, Colour, RuleSet};
use chess_arbiter_check::check;
use chess_arbiter_check::moves::Move;
use serde_json::{Value, json};

use super::{win, with};
use crate::common::{Random, random_board};

const AIMS: [&str; 4] = ["", "stalemate", "selfmate", "reflexmate"];

/// The aim of a claim, by its name; to win has none.
#[derive(Clone, Copy)]
struct Aim(&'static str);

fn mates(board: &Board, m: &Move) -> bool {
    let after = board.play(m);
    after.safe_moves().is_empty() && after.is_attacked(after.turn)
}

impl Aim {
    fn is(self, name: &str) -> bool {
        self.0 == name
    }

    fn least(self) -> u64 {
        if self.0.ends_with("mate") && !self.is("stalemate") { 2 } else { 1 }
    }

    /// Whether the attacker, to move, reaches it within so many plies.
    fn is_reached(self, board: &Board, plies: u64) -> bool {
        let moves = board.safe_moves();
        let has_to_mate = self.is("reflexmate") && moves.iter().any(|m| mates(board, m));
        plies > 0 && !has_to_mate && moves.iter().any(|m| self.is_met(&board.play(m), plies - 1))
    }

    /// The same with the defender to move.
    fn is_met(self, board: &Board, plies: u64) -> bool {
        let moves = board.safe_moves();
        if moves.is_empty() {
            let attacked = board.is_attacked(board.turn);
            return if attacked { self.is("") } else { self.is("stalemate") };
        }
        let is_good =
            |m: &Move| self.is("selfmate") && mates(board, m) || self.is_reached(&board.play(m), plies - 1);
        let has_to_mate = self.is("reflexmate") && moves.iter().any(|m| mates(board, m));
        plies > 0 && (has_to_mate || moves.iter().all(is_good))
    }

    /// The answers to meet; `None` when the aim is missed.
    fn answers(self, after: &Board) -> Option<Vec<Move>> {
        let mut moves = after.safe_moves();
        if moves.is_empty() {
            return self.is_met(after, 0).then_some(moves);
        }
        if self.is("reflexmate") && moves.iter().any(|m| mates(after, m)) {
            moves.clear();
        }
        moves.retain(|m| !(self.is("selfmate") && mates(after, m)));
        Some(moves)
    }

    /// All first moves that reach it.
    fn keys(self, board: &Board, plies: u64) -> Vec<Move> {
        let moves = board.safe_moves();
        if plies == 0 || self.is("reflexmate") && moves.iter().any(|m| mates(board, m)) {
            return Vec::new();
        }
        moves.into_iter().filter(|m| self.is_met(&board.play(m), plies - 1)).collect()
    }
}

/// Nodes by position; that of the fewest plies or of the most is kept.
type Nodes = BTreeMap<String, (u64, Option<String>)>;

fn listed(nodes: &Nodes) -> Value {
    nodes.iter().map(|(text, (plies, m))| json!([text, plies, m])).collect()
}

/// A strategy: with moves that do it, if any does, and else with some.
fn attack(aim: Aim, board: &Board, plies: u64, random: &mut Random, nodes: &mut Nodes) {
    let fewest = (aim.least()..plies).find(|plies| aim.is_reached(board, *plies)).unwrap_or(plies);
    if nodes.get(&board.to_string()).is_some_and(|(plies, _)| *plies <= fewest) {
        return;
    }
    let (keys, moves) = (aim.keys(board, fewest), board.safe_moves());
    let Some(key) = keys.first().or_else(|| (!moves.is_empty()).then(|| random.pick(&moves))) else { return };
    nodes.insert(board.to_string(), (fewest, Some(key.to_string())));
    answered(aim, &board.play(key), fewest, random, nodes);
}

fn answered(aim: Aim, after: &Board, plies: u64, random: &mut Random, nodes: &mut Nodes) {
    for answer in aim.answers(after).unwrap_or_default().iter().filter(|_| plies >= aim.least() + 2) {
        attack(aim, &after.play(answer), plies - 2, random, nodes);
    }
}

/// A refutation of all moves but some, with answers that hold, if any does, and else with some. Of a win
/// there may be a node where none is needed.
fn hold(aim: Aim, board: &Board, plies: u64, keys: &[Move], random: &mut Random, nodes: &mut Nodes) {
    if plies < aim.least() + 2 {
        return;
    }
    let more = aim.is("") && random.below(2) == 0;
    for m in board.safe_moves().iter().filter(|m| !keys.contains(m)) {
        let after = board.play(m);
        let Some(answers) = aim.answers(&after) else { continue };
        if nodes.get(&after.to_string()).is_some_and(|(known, _)| *known >= plies - 1)
            || aim.is("") && (!more || answers.is_empty())
        {
            continue;
        }
        let holds = |m: &&Move| !aim.is_reached(&after.play(m), plies - 2);
        let any = answers.iter().find(holds).or_else(|| (!answers.is_empty()).then(|| random.pick(&answers)));
        nodes.insert(after.to_string(), (plies - 1, any.map(Move::to_string)));
        if let Some(answer) = any {
            hold(aim, &after.play(answer), plies - 2, &[], random, nodes);
        }
    }
}

/// Nodes that say nothing pay for what is left out.
fn padded(aim: Aim, board: &Board, mut nodes: Nodes) -> Nodes {
    for at in (0..8).filter(|_| aim.is("")) {
        let rank = format!("{at}K{}", 7 - at).replace('0', "");
        let (text, answer) = match board.turn {
            Colour::White => (format!("k7/8/8/8/8/8/8/{rank} b - -"), "a8b8"),
            Colour::Black => (format!("{}/8/8/8/8/8/8/K7 w - -", rank.to_lowercase()), "a1b1"),
        };
        nodes.entry(text).or_insert((0, Some(answer.into())));
    }
    nodes
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// What is said of a position, with its evidence, and whether it is true.
fn claims(aim: Aim, board: &Board, plies: u64, random: &mut Random) -> Vec<(Value, Value, bool)> {
    let (mut found, is_reached) = (Vec::new(), aim.is_reached(board, plies));
    let is_least = is_reached && !aim.is_reached(board, plies - 1);
    let [mut strategy, mut held, mut fewer, mut but_for] = [(); 4].map(|()| Nodes::new());
    attack(aim, board, plies, random, &mut strategy);
    hold(aim, board, plies, &[], random, &mut held);
    hold(aim, board, plies - 1, &[], random, &mut fewer);
    let [held, fewer] = [held, fewer].map(|nodes| padded(aim, board, nodes));
    let [strategy, held, fewer] = [&strategy, &held, &fewer].map(listed);
    let mut say = |claim: Value, evidence: Value, is_true| found.push((claim, evidence, is_true));
    say(json!({"answer": "win", "plies": plies}), json!({ "strategy": strategy }), is_reached);
    say(json!({"answer": "no-win", "plies": plies}), json!({ "refutation": held }), !is_reached);
    let both = json!({"strategy": strategy, "refutation": fewer});
    say(json!({"answer": "win", "plies": plies, "shortest": true}), both, is_least);
    // Keys: all, all but one, one more.
    let keys = aim.keys(board, plies);
    let others: Vec<Move> = board.safe_moves().into_iter().filter(|m| !keys.contains(m)).collect();
    let mut lists = vec![(keys.clone(), true), (keys.iter().skip(1).copied().collect(), keys.is_empty())];
    lists.extend(others.first().map(|other| ([&keys[..], &[*other]].concat(), false)));
    for (moves, is_true) in lists {
        let mut nodes = Nodes::new();
        moves.iter().for_each(|m| answered(aim, &board.play(m), plies, random, &mut nodes));
        but_for.clear();
        hold(aim, board, plies, &moves, random, &mut but_for);
        but_for = padded(aim, board, but_for);
        let evidence = json!({"strategy": listed(&nodes), "refutation": listed(&but_for)});
        let entry = json!([board.to_string(), plies, texts(&moves)]);
        // Of no plies at all there is no win.
        let claim = json!({"answer": "no-win", "plies": 0, "variations": [entry]});
        say(claim, evidence.clone(), is_true);
        if is_reached {
            attack(aim, board, plies, random, &mut nodes);
            let claim =
                json!({"answer": "win", "plies": plies, "keys": {"plies": plies, "moves": texts(&moves)}});
            say(claim, with(&evidence, "/strategy", listed(&nodes)), is_true);
        }
    }
    let claim = json!({"answer": "no-win", "plies": 0, "variations": [[board.to_string(), plies]]});
    say(claim, json!({"strategy": strategy, "refutation": []}), is_reached);
    found
}

/// Where an aim is reached, and up to how many plies all is asked.
const ROOTS: [(&str, u64); 13] = [
    ("4r3/8/8/8/5PPk/5P2/6PP/3Q3K w - -", 3),
    ("8/8/8/8/8/2k5/1q6/K7 w - -", 3),
    ("k7/8/2K5/8/8/8/8/1R6 w - -", 3),
    ("8/8/8/8/8/1p6/1P1Q4/k1K5 w - -", 3),
    ("k7/7R/1K6/8/8/8/7r/8 w - -", 3),
    ("8/8/8/8/1pr5/kr6/8/1K1Q4 w - -", 4),
    ("8/8/8/8/4k3/8/2rp4/1QK5 w - -", 4),
    ("8/8/8/8/8/1rk5/p3Q3/K3r3 w - -", 4),
    ("8/8/8/8/1Rb5/4b3/K1p5/2k5 w - -", 4),
    ("8/8/8/8/3P4/1p1k4/1P2r3/KN6 w - -", 4),
    ("8/8/8/8/1k6/4p3/1qP5/4K3 w - -", 4),
    ("8/8/8/8/4k3/3b4/N1p1P3/K7 w - -", 4),
    ("8/8/8/8/3k4/8/p2rP3/4K3 w - -", 4),
];

#[test]
#[allow(clippy::print_stdout)]
fn as_all_moves_say() {
    let mut random = Random(11);
    let mut seen: BTreeMap<(&str, String, u64, bool), usize> = BTreeMap::new();
    let chance: Vec<_> = (0..30).map(|_| (random_board(&mut random, RuleSet::Standard, 3), 3)).collect();
    let roots = ROOTS.map(|(text, most)| (Board::parse(RuleSet::Standard, text).unwrap(), most));
    let mut wrong = BTreeSet::new();
    for (board, most) in chance.into_iter().chain(roots) {
        for aim in AIMS.map(Aim) {
            for plies in 1..=most {
                for (mut claim, evidence, is_true) in claims(aim, &board, plies, &mut random) {
                    if !aim.is("") {
                        claim["aim"] = json!(aim.0);
                    }
                    let certificate = win("standard", &board.to_string(), claim, evidence);
                    let outcome = check(&certificate.to_string());
                    let asked = certificate["claim"]["answer"].as_str().unwrap().to_owned();
                    *seen.entry((aim.0, asked, plies, is_true)).or_default() += 1;
                    if outcome.is_ok() != is_true {
                        wrong.insert(format!("{is_true}: {outcome:?}\n{certificate}"));
                    }
                }
            }
        }
    }
    println!("{seen:?}");
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.first().unwrap());
}
