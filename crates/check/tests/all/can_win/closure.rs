//! `closure`: all positions are counted.

use std::collections::HashSet;

use super::*;
use chess_arbiter_check::board::{Kind, Square};
use chess_arbiter_check::{Budget, CheckError, Stopped, check_within};

/// So many positions that a checker makes again; all others are listed.
pub(super) const MOST: usize = 32;

/// With so many positions at most.
fn closure(side: &str, position: &str, most: usize) -> Value {
    let attacker = if side == "white" { Colour::White } else { Colour::Black };
    never(side, position, allowing(most, &positions(&board(position), attacker, most)))
}

/// Evidence with so many positions at most, which begin with these.
pub(super) fn allowing(most: usize, all: &[String]) -> Value {
    let mut evidence = json!({ "closure": most.min(MOST) });
    if let Some(listed) = all.get(MOST..).filter(|listed| !listed.is_empty()) {
        evidence["positions"] = json!(listed);
    }
    evidence
}

/// Up to so many positions, the first of them all the others come from.
fn positions(from: &Board, attacker: Colour, most: usize) -> Vec<String> {
    let (mut seen, mut all) = (HashSet::from([key(from)]), vec![*from]);
    let mut done = 0;
    while done < all.len() {
        let board = all[done];
        for after in board.safe_moves().iter().map(|m| board.play(m)) {
            if !never_mates(&after, attacker) && all.len() < most && seen.insert(key(&after)) {
                all.push(after);
            }
        }
        done += 1;
    }
    all.iter().map(key).collect()
}

/// A position that is left out of a closure, all of whose positions are listed.
fn leaf(position: &str) -> Value {
    let listed = &positions(&board(position), Colour::White, 1 << 12)[1..];
    json!([position, {"closure": 1, "positions": listed}])
}

/// Whether `material` holds, told from the letters of the FEN.
pub(super) fn never_mates(board: &Board, attacker: Colour) -> bool {
    let text = board.to_string();
    let men = text.split(' ').next().unwrap();
    let of = |side: Colour| -> String {
        let own = |letter: &char| letter.is_alphabetic() && letter.is_uppercase() == (side == Colour::White);
        let mut letters: Vec<char> =
            men.chars().filter(own).map(|c| c.to_ascii_lowercase()).filter(|c| *c != 'k').collect();
        letters.sort_unstable();
        letters.into_iter().collect()
    };
    let [own, other] = [of(attacker), of(attacker.other())];
    let only = |men: &str, letters: &str| men.chars().all(|letter| letters.contains(letter));
    let bishops = Colour::BOTH.into_iter().flat_map(|side| board.squares_of(side, Kind::Bishop));
    let colours: HashSet<i8> = bishops.map(|square| (square.file() + square.rank()) % 2).collect();
    own.is_empty()
        || own == "n" && only(&other, "q")
        || only(&own, "b") && only(&other, "bqr") && colours.len() == 1
}

/// The position in letters, the en passant square only where a pawn stands that could capture.
pub(super) fn key(board: &Board) -> String {
    let text = board.to_string();
    let can = |crossed: Square| {
        board.squares_of(board.turn, Kind::Pawn).any(|pawn| {
            (pawn.file() - crossed.file()).abs() == 1 && pawn.rank() + board.turn.forward() == crossed.rank()
        })
    };
    match board.en_passant {
        Some(crossed) if !can(crossed) => format!("{}-", &text[..text.len() - 2]),
        _ => text,
    }
}

/// How many positions there are, `Ok(None)` beyond so many; a mate if one is found.
pub(super) fn count(from: &Board, attacker: Colour, most: usize) -> Result<Option<usize>, Board> {
    let (mut seen, mut next) = (HashSet::from([key(from)]), vec![*from]);
    while let Some(board) = next.pop() {
        let moves = board.safe_moves();
        if moves.is_empty() && board.turn != attacker && board.is_attacked(board.turn) {
            return Err(board);
        }
        for after in moves.iter().map(|m| board.play(m)).filter(|after| !never_mates(after, attacker)) {
            if seen.insert(key(&after)) {
                next.push(after);
            }
        }
        if seen.len() > most {
            return Ok(None);
        }
    }
    Ok(Some(seen.len()))
}

#[test]
fn right_and_too_small() {
    for (side, position, positions) in [
        // Neither king passes the wall: 24 squares each.
        ("white", "7k/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - -", 2 * 24 * 24),
        ("black", "7k/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 b - -", 2 * 24 * 24),
        // That a double step was made tells nothing where nobody can capture.
        ("white", "7k/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - c6", 2 * 24 * 24),
        // A pawn behind the wall has a double step.
        ("white", "7k/8/p1p1p1p1/P1P1P1P1/8/8/P7/7K w - -", 2976),
        // The first is counted, though the men tell as much.
        ("white", "4k3/8/8/8/8/8/8/4K3 w - -", 1),
        // A mate is there to be found.
        ("white", "7k/8/5K2/8/8/8/8/R7 w - -", 0),
    ] {
        let root = board(position);
        let attacker = if side == "white" { Colour::White } else { Colour::Black };
        let found = count(&root, attacker, 100_000);
        if positions == 0 {
            assert!(found.is_err(), "{found:?}");
            refused(&closure(side, position, 1 << 12), "evidence.closure: white has mated: ");
            continue;
        }
        assert_eq!(found, Ok(Some(positions)), "{position}");
        let good = closure(side, position, positions);
        assert_eq!(accepted(&good).to_string(), format!("unwinnable by {side}: {position} (standard)"));
        for fewer in [0, positions / 2, positions - 1] {
            let expected =
                if fewer == 0 { "closure: expected from 1 to 32: " } else { "closure: there are more than" };
            refused(&closure(side, position, fewer), expected);
        }
        accepted(&with(&good, "/evidence/closure", json!(MOST)));
        let many = with(&good, "/evidence/closure", json!(MOST + 1));
        refused(&many, "closure: expected from 1 to 32: others are listed");
        for wrong in [json!(-1), json!(1.5), json!("7"), json!(null), json!([7])] {
            refused(&with(&good, "/evidence/closure", wrong), "closure: expected a whole number");
        }
    }
}

#[test]
fn en_passant_and_castling_are_told_apart() {
    // Whoever can castle or capture en passant has another position; all are counted here and there.
    let mut random = Random(5);
    let (mut closed, mut mates) = (0, 0);
    for position in [
        "7k/8/p1p1p1p1/P1P1P1P1/8/8/8/R3K3 b Q -",
        "4k2r/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w k -",
        "6bk/6p1/6P1/8/1p6/8/P7/B6K w - -",
        "8/8/8/1p1p1p1p/1P1P1P1P/6k1/P6p/7K w - -",
        "7k/7p/5K1P/8/8/8/8/8 w - -",
        "7k/8/7K/7P/8/8/8/8 w - -",
    ] {
        for attacker in Colour::BOTH {
            compare(&board(position), attacker, 20_000, &mut closed, &mut mates);
        }
    }
    for _ in 0..400 {
        let root = common::random_board(&mut random, RuleSet::Standard, 3);
        compare(&root, *random.pick(&Colour::BOTH), 3_000, &mut closed, &mut mates);
    }
    assert!(closed > 10 && mates > 30, "{closed} {mates}");
}

fn compare(root: &Board, attacker: Colour, most: usize, closed: &mut u32, mates: &mut u32) {
    if root.safe_moves().is_empty() {
        return;
    }
    let (side, position) = (attacker.to_string(), root.to_string());
    let found = count(root, attacker, most);
    *mates += u32::from(found.is_err());
    match found {
        // There is more than is listed, or a mate.
        Err(_) | Ok(None) => refused(&closure(&side, &position, 2_000), "closure: "),
        Ok(Some(positions)) => {
            *closed += 1;
            accepted(&closure(&side, &position, positions));
            let fewer = if positions > 1 { "closure: there " } else { "closure: expected from 1" };
            refused(&closure(&side, &position, positions - 1), fewer);
        }
    }
}

/// Bishops that attack no pawns and mate nobody: many positions.
const MANY: &str = "2b1k3/8/p1p1p1p1/P1P1P1P1/8/8/8/B1B1K3 w - -";

#[test]
fn limits_stop_it() {
    let text = closure("white", MANY, 1 << 15).to_string();
    let within =
        |memory, stop: &dyn Fn() -> bool| check_within(&text, &Budget::new(memory, stop)).map(|_| ());
    assert_eq!(within(1 << 20, &|| false), Err(CheckError::Stopped(Stopped::Memory)));
    let asked = std::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 1000
    };
    assert_eq!(within(1 << 30, &stop), Err(CheckError::Stopped(Stopped::Told)));
}

/// What is listed is gone on from, whatever it is.
#[test]
fn listed() {
    let wall = "7k/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - -";
    let all = positions(&board(wall), Colour::White, 1 << 12);
    let of =
        |most: u64, listed: &[String]| never("white", wall, json!({"closure": most, "positions": listed}));
    accepted(&of(1, &all[1..]));
    accepted(&of(32, &all[32..]));
    refused(&of(31, &all[32..]), "evidence.closure: there are more than 31 positions");
    refused(&of(1, &all[2..]), "evidence.closure: there are more than 1 positions");
    accepted(&of(32, &all[1..]));
    refused(&of(33, &all[32..]), "evidence.closure: expected from 1 to 32: others are listed");
    refused(&of(32, &[]), "evidence.closure: there are more than 32 positions");
    refused(&of(1, &all), "evidence.positions[0]: this position is there already");
    let with_last = |last: &str| of(1, &[&all[1..], &[last.to_owned()]].concat());
    refused(&with_last(&all[7]), "positions[1151]: this position is there already");
    // A square that nobody can capture on makes no other position.
    let crossed = all.iter().find(|text| text.contains(" w ")).unwrap().replace(" w - -", " w - c6");
    refused(&with_last(&crossed), "positions[1151]: this position is there already");
    // One to which no moves lead, without followers; with some; one in which White has mated.
    accepted(&with_last("5rkb/5p1p/5P1P/8/8/1p6/pP6/K7 w - -"));
    refused(&with_last("7k/8/8/8/8/8/7P/K7 w - -"), "closure: there are more than 1 positions");
    refused(&with_last("k7/1Q6/1K6/8/8/8/8/8 b - -"), "closure: white has mated: k7/1Q6");
    refused(&with_last("7k/8/8/8/8/8/8/K6R w - -"), "positions[1151]: \"7k/8/8/8/8/8/8/K6R w - -\": ");
    refused(&with(&of(1, &all[1..]), "/evidence/positions", json!(7)), "positions: expected a list");
    refused(&with(&of(1, &all[1..]), "/evidence/positions/3", json!(7)), "positions[3]: expected a string");
}

/// The king has to capture, and then neither passes the wall.
#[test]
fn leaves() {
    let position = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/4q3/4K3 w - -";
    let wall = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/4K3/8 b - -";
    let leaf = self::leaf(wall);
    let small = &leaf[1];
    let all = |side: &str, most: u64, leaves: Value| {
        never(side, position, json!({"closure": most, "leaves": leaves}))
    };
    for side in ["white", "black"] {
        let proved = accepted(&all(side, 1, json!([leaf])));
        assert_eq!(proved.to_string(), format!("unwinnable by {side}: {position} (standard)"));
    }
    let white = |leaves: Value| all("white", 1, leaves);
    accepted(&all("white", 32, json!([leaf])));
    for wrong in [0, 33] {
        let expected = "evidence.closure: expected from 1 to 32: others are listed";
        refused(&all("white", wrong, json!([leaf])), expected);
    }
    let listed = never("white", position, json!({"closure": 32, "leaves": [leaf], "positions": [wall]}));
    refused(&listed, "evidence.closure: there are more than 32 positions");
    refused(&white(json!([])), "leaves: there is no leaf");
    refused(&white(json!(7)), "leaves: expected a list");
    refused(&white(json!([leaf, leaf])), "leaves[1][0]: this position is there already");
    refused(&white(json!([[position, small]])), "leaves[0][0]: this position is there already");
    refused(&white(json!([[wall]])), "leaves[0]: expected a list of 2");
    refused(&white(json!([[wall, small, 1]])), "leaves[0]: expected a list of 2");
    refused(&white(json!([[wall, 1]])), "leaves[0][1]: expected an object");
    refused(&white(json!([[wall, {}]])), "leaves[0][1]: the key \"terminal\" is missing");
    refused(&white(json!([["4k3/8 b - -", small]])), "leaves[0][0]");
    refused(&white(json!([[wall, {"closure": 2}]])), "leaves[0][1].closure: expected from 1 to 1:");
    refused(&white(json!([[wall, {"closure": 1}]])), "leaves[0][1].closure: there are more than 1");
    let two = with(&white(json!([leaf])), "/evidence/leaves/0/1/closure", json!(2));
    refused(&two, "leaves[0][1].closure: expected from 1 to 1: others are listed");
    refused(&white(json!([[wall, {"material": true}]])), "leaves[0][1].material");
    // A square that nobody can capture on makes no other position.
    let [low, with_square] =
        ["-", "c3"].map(|crossed| self::leaf(&format!("4k3/8/8/p1p1p1p1/P1P1P1P1/8/4K3/8 b - {crossed}")));
    refused(&white(json!([low, with_square])), "leaves[1][0]: this position is there already");
    let nested = json!([[wall, {"closure": 1, "leaves": [leaf]}]]);
    refused(&white(nested), "leaves[0][1]: unexpected key \"leaves\"");
    // Where the king goes is not where the leaf has it, or the other side is to move.
    for other in ["4k3/8/p1p1p1p1/P1P1P1P1/8/8/3K4/8 b - -", "4k3/8/p1p1p1p1/P1P1P1P1/8/8/4K3/8 w - -"] {
        let other = self::leaf(other);
        refused(&white(json!([other])), "closure: there are more than 1 positions");
        // A leaf that no moves lead to is allowed,
        accepted(&white(json!([leaf, other])));
    }
    // and has to be right all the same, for the side of the claim.
    let mate = json!([leaf, ["7k/6Q1/6K1/8/8/8/8/8 b - -", {"terminal": true}]]);
    accepted(&all("black", 1, mate.clone()));
    refused(&white(mate), "leaves[1][1].terminal: white has mated");
    // Only a closure has leaves, or ghosts.
    for key in ["terminal", "material", "region"] {
        for (more, value) in [("leaves", json!([leaf])), ("ghosts", json!([]))] {
            refused(
                &never("white", position, json!({ key: 1, more: value })),
                &format!("unexpected key \"{more}\""),
            );
        }
    }
    let over = never("white", "7k/5K2/6Q1/8/8/8/8/8 b - -", json!({"closure": 1, "leaves": [leaf]}));
    refused(&over, "closure: the side to move has no legal move");
}

/// Whoever is mated has not mated: Black's only move mates.
#[test]
fn an_attacker_that_is_mated() {
    let forced = "8/4b3/8/8/6K1/1q3Q2/5k2/R7 b - -";
    accepted(&closure("white", forced, 2));
    refused(&closure("white", forced, 1), "more than 1 positions");
    refused(&closure("black", forced, 2), "black has mated");
}
