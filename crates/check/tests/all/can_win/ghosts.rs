//! `closure` with `ghosts`: whatever is left off the board, nothing is accepted that a game disproves.

use std::collections::HashSet;

use super::closure::{MOST, allowing, count, key};
use super::*;
use chess_arbiter_check::board::{Kind, Square};
use chess_arbiter_check::{Budget, CheckError, Stopped, check_within};

/// What can be left off the board.
const KINDS: [Kind; 5] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

fn leaving(side: &str, position: &str, most: usize, ghosts: Value) -> Value {
    never(side, position, json!({"closure": most, "ghosts": ghosts}))
}

/// Up to so many positions without these men, who may move at any time: all that there are if these never
/// capture another. Only the first of them if that is none by itself.
fn without(root: &Board, squares: &[String], most: usize) -> Vec<String> {
    let text = root.to_string();
    let (men, rest) = text.split_once(' ').unwrap();
    let mut rows: Vec<Vec<char>> = men
        .split('/')
        .map(|row| {
            let empty = |letter: char| letter.to_digit(10).map_or(vec![letter], |n| vec!['1'; n as usize]);
            row.chars().flat_map(empty).collect()
        })
        .collect();
    for square in squares {
        let [file, rank] = square.as_bytes() else { panic!("{square}") };
        rows[usize::from(b'8' - rank)][usize::from(file - b'a')] = '1';
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    let mut men = rows.join("/");
    for run in (2..=8).rev() {
        men = men.replace(&"1".repeat(run), &run.to_string());
    }
    let first = format!("{men} {} - -", &rest[..1]);
    let Ok(board) = Board::parse(RuleSet::Standard, &first) else { return vec![first] };
    let (mut seen, mut all, mut done) = (HashSet::from([first]), vec![board], 0);
    while done < all.len() {
        let board = all[done];
        let mut passed = board;
        (passed.turn, passed.en_passant) = (board.turn.other(), None);
        let moved = board.safe_moves().into_iter().map(|m| board.play(&m));
        for after in moved.chain([passed]) {
            let is_right = all.len() < most && !after.is_attacked(after.turn.other());
            if is_right && seen.insert(key(&after)) {
                all.push(after);
            }
        }
        done += 1;
    }
    all.iter().map(key).collect()
}

/// A certificate without these men, with the least sets: what a refusal says that they lack is added.
fn complete(side: &str, position: &str, most: usize, squares: &[String]) -> Result<Value, String> {
    let root = board(position);
    let evidence = allowing(most, &without(&root, squares, most));
    let is_pawn = |square: &String| {
        let man = root.man(Square::parse(square).unwrap());
        man.unwrap().kind == Kind::Pawn
    };
    let bit = |square: &str| {
        let [file, rank] = square.as_bytes() else { panic!("{square}") };
        1u64 << ((file - b'a') + 8 * (rank - b'1'))
    };
    let mut men: Vec<(u64, u64, bool)> =
        squares.iter().map(|square| (bit(square), 0, is_pawn(square))).collect();
    loop {
        let hex = |set: u64| format!("{set:016x}");
        let written = squares.iter().zip(&men);
        let ghosts: Vec<Value> = written
            .map(|(square, (stays, promoted, kept))| json!([square, hex(*stays), hex(*promoted), kept]))
            .collect();
        let mut certificate = never(side, position, evidence.clone());
        certificate["evidence"]["ghosts"] = Value::from(ghosts);
        let Err(refusal) = chess_arbiter_check::check(&certificate.to_string()) else {
            return Ok(certificate);
        };
        let refusal = refusal.to_string();
        let Some((number, message)) = refusal
            .strip_prefix("certificate.evidence.ghosts[")
            .and_then(|rest| rest.split_once("]: "))
            .and_then(|(number, message)| Some((number.parse::<usize>().ok()?, message)))
        else {
            return Err(refusal);
        };
        let (stays, promoted, kept) = &mut men[number];
        match message.split([' ', ':']).collect::<Vec<_>>()[..] {
            ["stays", "lacks", square, ..] => *stays |= bit(square),
            ["promoted", "lacks", square, ..] => *promoted |= bit(square),
            _ if *kept => *kept = false,
            _ => return Err(refusal),
        }
    }
}

fn of(squares: &[&str]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}

/// Without the bishops the kings are left, each behind its pawns.
const BISHOPS: (&str, &[&str], usize) =
    ("2b1k3/8/p1p1p1p1/P1P1P1P1/8/8/8/B1B1K3 w - -", &["a1", "c1", "c8"], 1024);

#[test]
fn right_and_wrong() {
    let (position, squares, most) = BISHOPS;
    let good = complete("white", position, most, &of(squares)).unwrap();
    assert_eq!(accepted(&good).to_string(), format!("unwinnable by white: {position} (standard)"));
    refused(&with(&good, "/evidence/closure", json!(MOST - 1)), "closure: there are more than 31 positions");
    for wrong in [0, MOST + 1, most] {
        let expected = "closure: expected from 1 to 32: others are listed";
        refused(&with(&good, "/evidence/closure", json!(wrong)), expected);
    }
    let ghosts = &good["evidence"]["ghosts"];
    refused(&leaving("white", position, MOST, ghosts.clone()), "closure: there are more than 32 positions");
    refused(&with(&good, "/evidence/ghosts", json!([])), "ghosts: there is no ghost");
    refused(&with(&good, "/evidence/ghosts", json!(true)), "ghosts: expected a list");
    let first = &good["evidence"]["ghosts"][0];
    let one = "0000000000000001";
    for (wrong, expected) in [
        (json!([first, first]), "ghosts[1]: expected the square of the next man"),
        (json!([["a2", one, one, false]]), "ghosts[0]: expected the square of the next man"),
        (json!([["e1", "0000000000000010", "0000000000000000", false]]), "ghosts[0]: expected the square"),
        (json!([["a1", one, one, false]]), "ghosts[0]: only pawns are promoted"),
        (json!([["a1", one, "0000000000000000", true]]), "ghosts[0]: only a pawn on its file is kept"),
        (json!([["a1", "0000000000000200", "0000000000000000", false]]), "ghosts[0]: stays lacks a1"),
        (json!([["a1", one, "0000000000000000", false]]), "ghosts[0]: stays lacks b2"),
        (json!([["a1", "1", "0000000000000000", false]]), "ghosts[0]: expected 16 hexadecimal digits"),
        (json!([["a1", one, one]]), "ghosts[0]: expected [square, stays, promoted, kept]"),
    ] {
        refused(&with(&good, "/evidence/ghosts", wrong), expected);
    }
    // Each square of the sets is needed.
    for ghost in 0..squares.len() {
        let pointer = format!("/evidence/ghosts/{ghost}/1");
        let set = u64::from_str_radix(good.pointer(&pointer).unwrap().as_str().unwrap(), 16).unwrap();
        for bit in (0..64).filter(|bit| set >> bit & 1 == 1) {
            refused(&with(&good, &pointer, json!(format!("{:016x}", set & !(1 << bit)))), "stays lacks");
        }
    }
    let castling = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/2B1K2R w K -";
    let ghost = json!([["c1", "0000000000000004", "0000000000000000", false]]);
    refused(&leaving("white", castling, 9, ghost.clone()), "closure: there are castling rights");
    let crossed = "4k3/8/8/8/Pp6/8/8/2B1K3 b - a3";
    refused(&leaving("white", crossed, 9, ghost.clone()), "ghosts: a pawn stands where it can capture");
    let over = "7k/5Q2/6K1/8/8/8/8/2B5 b - -";
    refused(&leaving("black", over, 9, ghost), "closure: the side to move has no legal move");
}

/// What is only kept if it stays on its file, and is not promoted.
#[test]
fn what_can_be_kept() {
    let position = "4k3/8/p7/P7/8/8/8/4K3 w - -";
    let hex = |squares: u64| format!("{squares:016x}");
    let ghost = |stays: u64, promoted: u64| {
        let ghosts = json!([["a5", hex(stays), hex(promoted), true]]);
        leaving("white", position, 32, ghosts)
    };
    let a5 = 1 << 32;
    refused(&ghost(a5, 1 << 56), "ghosts[0]: only a pawn on its file is kept");
    refused(&ghost(a5 | 1 << 33, 0), "ghosts[0]: only a pawn on its file is kept");
    // What is beyond its file is asked of the sets, with what is ahead.
    refused(&ghost(a5 | 1 << 48, 0), "ghosts[0]: stays lacks a8");
}

/// Nobody can capture on the square that a pawn has crossed: the position is the same as without it.
#[test]
fn a_square_that_is_crossed_for_nothing() {
    let [plain, crossed] = ["-", "c6"].map(|crossed| {
        let position = format!("3bk3/8/8/p1p1p1p1/P1P1P1P1/8/8/1B1BK3 w - {crossed}");
        complete("white", &position, 1152, &of(&["b1", "d1", "d8"])).unwrap()
    });
    assert_eq!(crossed["evidence"], plain["evidence"]);
    let listed = plain["evidence"]["positions"].as_array().unwrap();
    for good in [plain.clone(), crossed] {
        accepted(&good);
        refused(&with(&good, "/evidence/closure", json!(31)), "closure: there are more than 31");
        refused(&with(&good, "/evidence/positions", json!(listed[1..])), "closure: there are more than 32");
    }
    // Listed is what stands on the board, whoever is attacked then.
    let with_last =
        |last: &str| with(&plain, "/evidence/positions", json!([&listed[..], &[json!(last)]].concat()));
    refused(&with_last("4k2R/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -"), "there are more than 32");
    refused(&with_last("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K2R b K -"), "closure: there are castling rights");
    refused(&with_last("8/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -"), "black has 0 royals");
    refused(&with_last(listed[0].as_str().unwrap()), "this position is there already");
}

/// A position that is listed takes memory.
#[test]
fn memory() {
    let position = "3bk3/8/8/p1p1p1p1/P1P1P1P1/8/8/1B1BK3 w - -";
    let good = complete("white", position, 1152, &of(&["b1", "d1", "d8"])).unwrap();
    let is_enough = |memory| {
        let found = check_within(&good.to_string(), &Budget::new(memory, &|| false));
        assert!(matches!(found, Ok(_) | Err(CheckError::Stopped(Stopped::Memory))), "{found:?}");
        found.is_ok()
    };
    let listed = good["evidence"]["positions"].as_array().unwrap().len();
    let known = listed * 3 * (size_of::<[u64; 4]>() + 1);
    assert!(listed > 100 && is_enough(known) && !is_enough(known - 1), "{listed}");
}

/// Pawns that face each other never pass, unless one is captured.
#[test]
fn pawns_that_are_kept() {
    let files = "1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/4K3 w - -";
    let men = of(&["a2", "c2", "e2", "g2", "a5", "c5", "e5", "g5"]);
    for side in ["white", "black"] {
        let good = complete(side, files, 1024, &men).unwrap();
        let kept = |ghost: usize| good["evidence"]["ghosts"][ghost][3] == json!(true);
        assert!((0..4).all(kept) && !(4..8).any(kept), "{good}");
        refused(&with(&good, "/evidence/ghosts/4/3", json!(true)), "ghosts[4]: it may be captured");
        refused(&with(&good, "/evidence/ghosts/0/3", json!(false)), "lacks");
    }
}

/// Pawns that block one another or soon will, a few other men and some moves.
fn random(random: &mut Random) -> Option<Board> {
    let mut squares = [['1'; 8]; 8];
    let pairs = random.below(9);
    for file in (0..8_u8).map(usize::from) {
        let (rank, gap) = (1 + random.below(4), 1 + random.below(8) / 5);
        if random.below(8) < pairs && rank + gap < 7 {
            (squares[rank][file], squares[rank + gap][file]) = ('P', 'p');
        }
    }
    for _ in 0..1 + random.below(5) {
        let letters: Vec<char> = "BBBbbbNnRrQqPPpp".chars().collect();
        let letter = *random.pick(&letters);
        let rank = if "Pp".contains(letter) { 1 + random.below(6) } else { random.below(8) };
        squares[rank][random.below(8)] = letter;
    }
    let is_cornered = random.below(2) == 0;
    for (king, rank) in [('K', 0), ('k', 7)] {
        let (file, any) = (random.below(8), random.below(8));
        let place = if is_cornered { (rank, 7 * (file / 4)) } else { (any, file) };
        squares[place.0][place.1] = king;
    }
    let rows: Vec<String> = squares.iter().rev().map(|row| row.iter().collect()).collect();
    let mut men = rows.join("/");
    for empty in (2..=8).rev() {
        men = men.replace(&"1".repeat(empty), &empty.to_string());
    }
    let turn = random.pick(&["w", "b"]);
    let mut board = Board::parse(RuleSet::Standard, &format!("{men} {turn} - -")).ok()?;
    for _ in 0..random.below(4) {
        let moves = board.safe_moves();
        if moves.is_empty() {
            return None;
        }
        board = board.play(random.pick(&moves));
    }
    (!board.safe_moves().is_empty()).then_some(board)
}

#[test]
fn nothing_is_accepted_that_a_game_disproves() {
    never_wrong(10);
}

/// The same, for longer.
#[test]
#[ignore = "takes minutes"]
fn nothing_is_accepted_that_any_game_disproves() {
    never_wrong(1_000);
}

fn never_wrong(most_mates: u32) {
    let mut chance = Random(88);
    let (mut mates, mut right) = (0, 0);
    while mates < most_mates {
        let Some(root) = random(&mut chance) else { continue };
        let attacker = *chance.pick(&Colour::BOTH);
        let (side, position) = (attacker.to_string(), root.to_string());
        let found = count(&root, attacker, 300);
        mates += u32::from(found.is_err());
        if found.is_ok() && chance.below(8) > 0 {
            continue;
        }
        let rarely = chance.below(4);
        let men = Colour::BOTH
            .into_iter()
            .flat_map(|side| KINDS.into_iter().flat_map(move |kind| root.squares_of(side, kind)));
        let mut squares: Vec<_> = men.filter(|_| chance.below(4) <= rarely).collect();
        squares.sort_unstable();
        let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
        if let Ok(certificate) = complete(&side, &position, 200, &squares) {
            assert!(found.is_ok(), "{certificate}");
            right += 1;
        }
    }
    assert!(right > most_mates / 10, "{right}");
}
