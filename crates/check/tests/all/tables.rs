//! Positions whose answer is known.

use crate::common;

use std::collections::{HashSet, VecDeque};
use std::path::Path;

use chess_arbiter_check::board::{Board, Kind, Man, RuleSet};
use chess_arbiter_check::lemma;
use chess_arbiter_check::moves::Move;
use chess_arbiter_check::past::Past;
use chess_arbiter_check::retract::predecessors;
use common::{INITIAL, accepted, certificate, past_of};
use serde_json::{Value, json};

/// The rows of a table, each split at tabulators.
fn rows(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/legality").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

/// The past of a FEN with clocks, if it is one.
fn past(fen: &str) -> Option<Past> {
    Past::parse(&fen.split(' ').take(4).collect::<Vec<_>>().join(" ")).ok()
}

/// The move with this short algebraic notation.
fn find(board: &Board, san: &str) -> Option<Move> {
    let plain = san.trim_end_matches(['+', '#']);
    let letters = |m: &Move| -> bool {
        if m.castling.is_some() {
            return plain == if m.to.file() == 6 { "O-O" } else { "O-O-O" };
        }
        let (plain, promotion) = match plain.strip_suffix(['Q', 'R', 'B', 'N']) {
            Some(rest) => (rest.trim_end_matches('='), plain.chars().last()),
            None => (plain, None),
        };
        let kind = board.man(m.from).map(|man| man.kind);
        let named = plain.chars().next().filter(char::is_ascii_uppercase);
        let rest = plain.trim_start_matches(['K', 'Q', 'R', 'B', 'N']).replace('x', "");
        let (origin, to) = rest.split_at(rest.len().saturating_sub(2));
        let from = m.from.to_string();
        to == m.to.to_string()
            && origin.chars().all(|c| from.contains(c))
            && kind == named.map_or(Some(Kind::Pawn), |c| Man::from_letter(c).map(|man| man.kind))
            && promotion == m.promotion.map(|kind| kind.letter().to_ascii_uppercase())
    };
    let mut moves = board.safe_moves().into_iter().filter(letters);
    moves.next().filter(|_| moves.next().is_none())
}

/// Long games with many promotions: nothing on the way is denied, and each step is found backwards. One game
/// in 54; `ARBITER_LONG=1`: in 9.
#[test]
#[allow(clippy::print_stdout)]
fn proof_games() {
    let (mut games, mut plies) = (0, 0);
    let step = if std::env::var_os("ARBITER_LONG").is_some() { 9 } else { 54 };
    for row in rows("tromp923_games.tsv").into_iter().step_by(step) {
        let mut board = Board::parse(RuleSet::Standard, INITIAL).unwrap();
        let mut moves = Vec::new();
        for san in row[1].split(' ') {
            let m = find(&board, san).unwrap_or_else(|| panic!("{san} in {board}"));
            let (before, after) = (past_of(&board).unwrap(), past_of(&board.play(&m)).unwrap());
            assert!(predecessors(&after).iter().any(|p| p.0.covers(&before)), "{before} {m}");
            for name in lemma::names().filter(|name| !lemma::takes_cases(name)) {
                assert!(lemma::check(name, &after).is_err(), "{name} {after}");
            }
            moves.push(m.to_string());
            board = board.play(&m);
        }
        let position = past(&row[0]).unwrap().to_string();
        let claim = json!({"answer": "legal"});
        accepted(&certificate("standard", "legality", &position, claim, json!({"game": moves})));
        (games, plies) = (games + 1, plies + moves.len());
    }
    println!("{games} games, {plies} plies");
}

/// No lemma denies a position that can arise.
#[test]
#[allow(clippy::print_stdout)]
fn legal_positions() {
    let mut count = 0;
    for name in ["composed_a.tsv", "composed_b.tsv", "randomplay.tsv", "tromp923.tsv"] {
        for row in rows(name).into_iter().filter(|row| row[1] == "legal") {
            let Some(past) = past(&row[0]) else { continue };
            count += 1;
            for lemma in lemma::names().filter(|name| !lemma::takes_cases(name)) {
                assert!(lemma::check(lemma, &past).is_err(), "{lemma} {past}: {}", row[2]);
            }
        }
    }
    println!("{count} legal positions");
}

/// What a search backwards alone can prove: none of it of a position that can arise.
#[test]
#[allow(clippy::print_stdout)]
fn retraction() {
    let initial = Past::parse(INITIAL).unwrap();
    let (mut proved, mut sizes) = (0, Vec::new());
    for name in ["composed_a.tsv", "composed_b.tsv", "randomplay.tsv", "tromp923.tsv"] {
        for row in rows(name) {
            let Some(start) = past(&row[0]) else { continue };
            if lemma::instant(&start).is_some() {
                continue;
            }
            let mut seen = HashSet::from([start]);
            let mut open = VecDeque::from([start]);
            let mut nodes = Vec::new();
            while let Some(past) = open.pop_front().filter(|_| seen.len() < 600) {
                if past.covers(&initial) {
                    break;
                }
                nodes.push(json!([past.to_string(), "retract"]));
                let unrefuted = predecessors(&past).into_iter().map(|p| p.0);
                open.extend(
                    unrefuted.filter(|past| lemma::instant(past).is_none()).filter(|past| seen.insert(*past)),
                );
            }
            if nodes.len() == seen.len() {
                assert_ne!(row[1], "legal", "{start}: {}", row[2]);
                let (claim, evidence) = (json!({"answer": "illegal"}), json!({"nodes": Value::from(nodes)}));
                accepted(&certificate("standard", "legality", &start.to_string(), claim, evidence));
                proved += 1;
                sizes.push(seen.len());
            }
        }
    }
    sizes.sort_unstable();
    println!("{proved} proved illegal, nodes {sizes:?}");
}
