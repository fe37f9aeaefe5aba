//! What the tests share: a small random number generator and certificate texts.
#![allow(dead_code, unreachable_pub)]

use chess_arbiter_check::board::{Board, Colour, Kind, Man, RuleSet, Square};
use chess_arbiter_check::past::Past;
use chess_arbiter_check::start::Start;
use chess_arbiter_check::{Accepted, check};
use serde_json::{Value, json};

/// The usual array.
pub const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// Xorshift; the same numbers in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % n as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

pub fn certificate(rules: &str, question: &str, position: &str, claim: Value, evidence: Value) -> Value {
    json!({"format": "arbiter-certificate", "version": 2, "rules": rules, "question": question,
           "position": position, "claim": claim, "evidence": evidence})
}

#[track_caller]
pub fn accepted(certificate: &Value) -> Accepted {
    check(&certificate.to_string()).unwrap_or_else(|refusal| panic!("{refusal}\n{certificate}"))
}

/// Asserts a refusal whose message contains a text.
#[track_caller]
pub fn refused(certificate: &Value, expected: &str) {
    refused_text(&certificate.to_string(), expected);
}

#[track_caller]
pub fn refused_text(certificate: &str, expected: &str) {
    let message = match check(certificate) {
        Ok(accepted) => panic!("accepted: {accepted}\n{certificate}"),
        Err(refusal) => refusal.to_string(),
    };
    assert!(message.contains(expected), "{message:?} does not contain {expected:?}\n{certificate}");
}

/// A certificate of `docs/conformance`, by its name there.
pub fn conformance_case(name: &str) -> Value {
    let (topic, _) = name.split_once('/').unwrap();
    let file = format!("{}/../../docs/conformance/{topic}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).unwrap();
    let cases = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let case = cases.into_iter().find(|case| case["name"] == name).unwrap();
    serde_json::from_str(case["certificate"].as_str().unwrap()).unwrap()
}

/// The certificate with the value at a JSON pointer replaced.
pub fn with(certificate: &Value, pointer: &str, value: Value) -> Value {
    let mut changed = certificate.clone();
    *changed.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
    changed
}

/// Men on random squares, at most `most` beside the royals. Not every such position is one of the rule set.
pub fn random_text(random: &mut Random, rules: RuleSet, most: usize) -> String {
    let size = rules.size() as usize;
    let mut squares = vec!['1'; size * size];
    let kinds: Vec<Kind> = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn]
        .into_iter()
        .filter(|kind| rules.has(*kind) && *kind != rules.facts().royal)
        .collect();
    for _ in 0..random.below(most + 1) {
        let colour = *random.pick(&Colour::BOTH);
        let man = Man { colour, kind: *random.pick(&kinds) };
        *squares.get_mut(random.below(size * size)).unwrap() = man.letter();
    }
    let first = random.below(size * size);
    let second = (first + 1 + random.below(size * size - 1)) % (size * size);
    squares[first] = Man { colour: Colour::White, kind: rules.facts().royal }.letter();
    squares[second] = Man { colour: Colour::Black, kind: rules.facts().royal }.letter();
    let rows: Vec<String> = squares.chunks(size).map(|row| row.iter().collect()).collect();
    let mut men = rows.join("/");
    for empty in (2..=size).rev() {
        men = men.replace(&"1".repeat(empty), &empty.to_string());
    }
    let side = if random.below(2) == 0 { "w" } else { "b" };
    if rules == RuleSet::Standard { format!("{men} {side} - -") } else { format!("{men} {side}") }
}

/// A random position of the rule set.
pub fn random_board(random: &mut Random, rules: RuleSet, most: usize) -> Board {
    loop {
        if let Ok(board) = Board::parse(rules, &random_text(random, rules, most)) {
            return board;
        }
    }
}

/// The past that demands all of a position; `None` if it is not of standard chess or has a castling
/// right with a king or rook elsewhere than in the initial array.
pub fn past_of(board: &Board) -> Option<Past> {
    let has_first_squares = |side: Colour| {
        let own_rank = |square: &Square| (square.rank() == 0) == (side == Colour::White);
        let mut rooks = Square::in_set(board.castling).filter(own_rank).peekable();
        let king = board.royal(side).is_some_and(|king| king.file() == 4);
        rooks.peek().is_none() || king && rooks.all(|rook| [0, 7].contains(&rook.file()))
    };
    let standard = board.rules == RuleSet::Standard && Colour::BOTH.into_iter().all(has_first_squares);
    standard.then_some(Past { board: *board, start: Start::USUAL })
}
