//! Certificates made by the library, corrupted at random: the checker refuses every one whose claim or proof
//! changed.

use crate::common;

use chess_arbiter::board::{Board, Color, Man, Setup, Square};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::reach::{self, Level, five_rules};
use chess_arbiter::rules::{Pawnless, Rules, Simplified, SimplifiedPawns, Standard};
use chess_arbiter::status::explain;
use chess_arbiter::win::{CaptureSolver, Limits, MateSolver, Plies, Solvable, Solve, WinAnswer};
use chess_arbiter_check::{Accepted, check};
use common::{Chance, random_position, random_setup};
use serde_json::Value;

/// Every path to a leaf of a JSON value.
fn leaves(value: &Value, path: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let children: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(members) => members.values().collect(),
        _ => {
            found.push(path.clone());
            return;
        }
    };
    for (i, child) in children.into_iter().enumerate() {
        path.push(i);
        leaves(child, path, found);
        path.pop();
    }
}

fn at<'a>(value: &'a mut Value, path: &[usize]) -> &'a mut Value {
    path.iter().fold(value, |value, &i| match value {
        Value::Array(items) => &mut items[i],
        Value::Object(members) => members.values_mut().nth(i).unwrap(),
        _ => unreachable!(),
    })
}

/// Changes one leaf, or drops or doubles one element of a list.
fn mutate(certificate: &Value, chance: &mut Chance) -> Value {
    let mut mutant = certificate.clone();
    let mut paths = Vec::new();
    leaves(certificate, &mut Vec::new(), &mut paths);
    let path = &paths[chance.below(paths.len())];
    if chance.one_in(6) && path.len() > 2 {
        if let Value::Array(items) = at(&mut mutant, &path[..path.len() - 1]) {
            let i = chance.below(items.len());
            if chance.one_in(2) {
                items.remove(i);
            } else {
                let copy = items[i].clone();
                items.push(copy);
            }
        }
        return mutant;
    }
    match at(&mut mutant, path) {
        Value::String(text) => {
            let mut bytes = text.clone().into_bytes();
            if !bytes.is_empty() {
                let i = chance.below(bytes.len());
                bytes[i] = match bytes[i] {
                    b'1'..=b'8' => b'1' + chance.below(8) as u8,
                    b'a'..=b'h' => b'a' + chance.below(8) as u8,
                    b'w' => b'b',
                    _ => chance.pick(b"KQRBNPkqrbnp18/ w-"),
                };
            }
            *text = String::from_utf8(bytes).unwrap();
        }
        Value::Number(number) => {
            let value = number.as_u64().unwrap();
            let change =
                chance.pick(&[value + 1, value.saturating_sub(1), value + 2, value.saturating_sub(2), 0]);
            *at(&mut mutant, path) = Value::from(change);
        }
        Value::Bool(flag) => *flag = !*flag,
        other => *other = Value::from(chance.below(9)),
    }
    mutant
}

/// What is claimed about what.
fn claim(certificate: &Value) -> (String, String) {
    (certificate["position"].to_string(), certificate["claim"].to_string())
}

/// A mutant that passes must claim something true: `truth` tells by asking the library anew.
fn refuses(json: &str, chance: &mut Chance, truth: &mut dyn FnMut(&Value, &Accepted) -> bool) -> [u32; 2] {
    let original: Value = serde_json::from_str(json).unwrap();
    let mut counts = [0; 2];
    for _ in 0..40 {
        let mutant = mutate(&original, chance);
        if mutant == original {
            continue;
        }
        let text = mutant.to_string();
        match check(&text) {
            Err(_) => counts[0] += 1,
            Ok(accepted) => {
                counts[1] += 1;
                if claim(&mutant) != claim(&original) {
                    assert!(truth(&mutant, &accepted), "a false claim was accepted\n{json}\n{text}");
                }
            }
        }
    }
    counts
}

fn text(certificate: &Value) -> &str {
    certificate["position"].as_str().unwrap()
}

fn position<R: Rules>(certificate: &Value) -> Position<R> {
    chess_arbiter::format::fen::position(text(certificate)).unwrap()
}

fn add(total: &mut [u32; 2], counts: [u32; 2]) {
    total[0] += counts[0];
    total[1] += counts[1];
}

fn status_mutants<R: Rules>(seed: u64) {
    let mut chance = Chance(seed);
    let mut total = [0; 2];
    for _ in 0..300 {
        let start = random_position::<R>(&mut chance);
        let json = explain(&start).certificate(&start).to_json();
        let counts = refuses(&json, &mut chance, &mut |mutant, accepted| {
            explain(&position::<R>(mutant)).status.to_string() == accepted.answer
        });
        add(&mut total, counts);
    }
    assert!(total[0] > 20 * total[1], "refused, accepted: {total:?}");
}

#[test]
fn status_certificates() {
    status_mutants::<Standard>(31);
    status_mutants::<Pawnless>(32);
    status_mutants::<Simplified>(33);
    status_mutants::<SimplifiedPawns>(34);
}

#[test]
fn five_rules_certificates() {
    let mut chance = Chance(35);
    let mut total = [0; 2];
    for _ in 0..500 {
        let setup = Setup::new(random_setup::<Standard>(&mut chance).board, Color::White);
        let json = five_rules(&setup.board).certificate(&setup).to_json();
        let counts = refuses(&json, &mut chance, &mut |mutant, accepted| {
            let setup = chess_arbiter::format::fen::parse::<Standard>(text(mutant)).unwrap();
            five_rules(&setup.board).broken() == accepted.broken
        });
        add(&mut total, counts);
    }
    assert!(total[0] > 10 * total[1], "refused, accepted: {total:?}");
}

fn win_mutants<R: Solvable>(
    seed: u64,
    solver: &mut dyn Solve<R>,
    plies: u32,
    mut start: impl FnMut(&mut Chance) -> Position<R>,
) {
    let mut chance = Chance(seed);
    let (mut total, mut kinds) = ([0; 2], [0; 2]);
    for _ in 0..400 {
        let start = start(&mut chance);
        let answer = solver.within(&start, Plies(plies));
        if answer == WinAnswer::Never {
            continue;
        }
        let json = solver.certificate(&start, answer).unwrap().unwrap().to_json();
        kinds[usize::from(matches!(answer, WinAnswer::Win { .. }))] += 1;
        let counts = refuses(&json, &mut chance, &mut |mutant, accepted| {
            let start = position::<R>(mutant);
            let plies = u32::try_from(accepted.plies.unwrap()).unwrap();
            let wins = match solver.within(&start, Plies(plies)) {
                WinAnswer::Win { plies, .. } => Some(plies),
                _ => None,
            };
            match accepted.answer {
                "win" => wins.is_some_and(|shortest| !accepted.shortest || shortest == Plies(plies)),
                _ => wins.is_none(),
            }
        });
        add(&mut total, counts);
    }
    assert!(kinds[0] > 20 && kinds[1] > 20, "{kinds:?}");
    assert!(total[0] > 5 * total[1], "refused, accepted: {total:?}");
}

/// Few enough men for short certificates.
fn few<R: Rules>(chance: &mut Chance) -> Position<R> {
    loop {
        let position = random_position::<R>(chance);
        if position.board().occupied().len() <= 9 {
            return position;
        }
    }
}

/// A bare king against queens and rooks that may be anywhere: mates and their absence in short certificates.
fn hunted<R: Rules>(chance: &mut Chance) -> Position<R> {
    loop {
        let mut setup = Setup::new(Board::default(), Color::White);
        for letter in *b"KkQRR" {
            setup.board.put(Square::wrap(chance.below(64) as u8), Man::from_letter(letter).unwrap());
        }
        if let Ok(position) = Position::new(&setup, Policy::Movable)
            && position.checkers().is_empty()
        {
            return position;
        }
    }
}

#[test]
fn win_certificates() {
    let limits = || Limits { memory: 64 << 20, ..Limits::default() };
    win_mutants::<Simplified>(36, &mut CaptureSolver::new(limits()), 4, few);
    win_mutants::<SimplifiedPawns>(37, &mut CaptureSolver::new(limits()), 4, few);
    win_mutants::<Standard>(39, &mut MateSolver::new(limits()), 3, hunted);
    win_mutants::<Pawnless>(40, &mut MateSolver::new(limits()), 3, hunted);
}

/// Illegal for reasons of every kind: counts, checks, last moves, origins, locked men, order, parity,
/// columns, files.
const ILLEGAL: [&str; 10] = [
    "K1k5/8/PPPP4/RRRNNN2/QQQB1B2/rnbqbn2/8/8 b - -",
    "8/8/8/8/2K5/5k2/6P1/8 b - -",
    "K1k4Q/8/2R1B3/8/8/8/8/8 b - -",
    "4B2n/Bqp2Nbr/r1r2p1B/5b2/n3bN2/1QR1q1b1/3kr2B/QKb2B1R w - -",
    "2K1k3/pppppppp/8/8/8/8/8/8 b - -",
    "7r/p1pp1p1p/1n2bk2/1p1q2pn/2Nb4/8/PPPPPPPP/3RRQK1 w - -",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -",
    "1QQ5/B3nrb1/N3r1r1/5PnN/2N4k/1K1Pbpn1/q1R1rr2/2rr1bRB w - -",
    "rqB1k2q/BbpN4/3n1N2/qr2P1p1/1pP1PN2/bB1B2KP/6R1/R4B1Q b q -",
    "4k1B1/5ppB/6p1/8/8/8/8/4K3 b - -",
];

#[test]
fn legality_certificates() {
    let mut chance = Chance(38);
    let mut total = [0; 2];
    let limits = |level| reach::ReachLimits {
        level,
        work: Limits { nodes: Some(3_000_000), ..reach::ReachLimits::default().work },
        ..reach::ReachLimits::default()
    };
    let mut certificates = Vec::new();
    for position in ILLEGAL {
        let setup = chess_arbiter::format::fen::parse::<Standard>(position).unwrap();
        let verdict = reach::decide(&setup, &limits(Level::LastMove)).unwrap();
        certificates.push((position, "illegal", verdict));
    }
    for position in ["4k3/8/8/8/8/8/8/4K2R w K -", "rnbqkbnr/pp1ppppp/8/8/2pPP3/8/PPP2PPP/RNBQKBNR b KQkq d3"]
    {
        let setup = chess_arbiter::format::fen::parse::<Standard>(position).unwrap();
        certificates.push((position, "legal", reach::decide(&setup, &limits(Level::Full)).unwrap()));
    }
    for (position, word, verdict) in certificates {
        assert_eq!(verdict.word(), word, "{position}");
        let json = verdict.certificate().unwrap().to_json();
        assert_eq!(check(&json).unwrap().answer, word, "{position}");
        for _ in 0..5 {
            let counts = refuses(&json, &mut chance, &mut |mutant, accepted| {
                let setup = chess_arbiter::format::fen::parse::<Standard>(text(mutant)).unwrap();
                // What was accepted as legal was played out; what was accepted as illegal must not be found
                // to be legal.
                accepted.answer == "legal"
                    || reach::decide(&setup, &limits(Level::Full)).unwrap().word() != "legal"
            });
            add(&mut total, counts);
        }
    }
    assert!(total[0] > 2 * total[1], "refused, accepted: {total:?}");
}
