//! Tables in place of refutations: of K+R against K, worked out by the moves that all other rules are
//! checked with.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chess_arbiter_check::Budget;
use chess_arbiter_check::board::{Board, Colour, Kind, RuleSet, Square};
use chess_arbiter_check::{CheckError, Stopped, check_within};
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde_json::{Value, json};

use super::{accepted, certificate, refused, with};

/// The region of the defender's king without pawns: a1 b1 c1 d1 b2 c2 d2 c3 d3 d4.
const REGION: [usize; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];
const NEVER: u8 = 255;

/// White's king and rook and Black's king on squares; `None` where that is no position.
fn placed([king, rook, other]: [usize; 3], turn: Colour) -> Option<Board> {
    let mut squares = ["1"; 64].map(String::from);
    for (at, man) in [(king, "K"), (rook, "R"), (other, "k")] {
        let square = &mut squares[(7 - at / 8) * 8 + at % 8];
        (square == "1").then(|| *square = man.into())?;
    }
    let mut rows: Vec<String> = squares.chunks(8).map(<[String]>::concat).collect();
    for empty in (2..=8).rev() {
        rows.iter_mut().for_each(|row| *row = row.replace(&"1".repeat(empty), &empty.to_string()));
    }
    let turn = if turn == Colour::White { "w" } else { "b" };
    let board = Board::parse(RuleSet::Standard, &format!("{} {turn} - -", rows.join("/"))).ok()?;
    (!board.is_attacked(board.turn.other())).then_some(board)
}

fn index(square: Square) -> usize {
    let [file, rank] = [square.file(), square.rank()];
    (8 * rank + file) as usize
}

/// The numbers of a position, one by each of the symmetries that bring the king to its region.
fn numbers(board: &Board) -> impl Iterator<Item = usize> {
    let one = |colour, kind| board.squares_of(colour, kind).next().map(index);
    let (king, rook) = (one(Colour::White, Kind::King), one(Colour::White, Kind::Rook));
    let men = king.zip(rook).zip(one(Colour::Black, Kind::King));
    let image = |symmetry: usize, square: usize| {
        let file = if symmetry & 1 > 0 { 7 - square % 8 } else { square % 8 };
        let rank = if symmetry & 2 > 0 { 7 - square / 8 } else { square / 8 };
        if symmetry & 4 > 0 { 8 * file + rank } else { 8 * rank + file }
    };
    men.into_iter().flat_map(move |((king, rook), other)| {
        (0..8).filter_map(move |symmetry| {
            let place = REGION.iter().position(|one| *one == image(symmetry, other))?;
            Some((place * 64 + image(symmetry, king)) * 64 + image(symmetry, rook))
        })
    })
}

/// In how many moves White, to move, does not mate, by number.
fn solved() -> HashMap<usize, u8> {
    let mut successors = Vec::new();
    for number in 0..10 << 12 {
        let (king, rook, other) = (number / 64 % 64, number % 64, REGION[number >> 12]);
        let Some(board) = placed([king, rook, other], Colour::White) else { continue };
        let replies = |after: &Board| {
            let moves = after.safe_moves();
            let mated = moves.is_empty() && after.is_attacked(after.turn);
            // Who captures the rook is never mated.
            let next = moves.iter().map(|m| numbers(&after.play(m)).next());
            (mated, next.collect::<Vec<_>>())
        };
        let moves = board.safe_moves();
        let moves: Vec<_> = moves.iter().map(|m| replies(&board.play(m))).collect();
        successors.push((numbers(&board).collect::<Vec<_>>(), moves));
    }
    let mut bounds: HashMap<usize, u8> =
        successors.iter().flat_map(|(numbers, _)| numbers.iter().map(|number| (*number, NEVER))).collect();
    // Move by move: what is not mated yet stays at never until it is.
    for within in 1..NEVER {
        let mut changed = Vec::new();
        for (numbers, moves) in &successors {
            let mates = |(mated, replies): &(bool, Vec<Option<usize>>)| {
                let soon = |next: &Option<usize>| next.is_some_and(|next| bounds[&next] < within - 1);
                *mated || !replies.is_empty() && replies.iter().all(soon)
            };
            if numbers.iter().any(|number| bounds[number] == NEVER) && moves.iter().any(mates) {
                changed.extend(numbers.iter().map(|number| (*number, within - 1)));
            }
        }
        if changed.is_empty() {
            break;
        }
        bounds.extend(changed);
    }
    bounds
}

/// Bytes as they stand in a certificate, with so many blocks of nothing that the text is long enough.
fn text(bytes: &[u8], level: u8) -> String {
    let mut packed = compress_to_vec_zlib(bytes, level);
    let missing = (bytes.len() / 2).saturating_sub(packed.len());
    packed.splice(2..2, [0, 0, 0, 255, 255].repeat(missing.div_ceil(5)));
    STANDARD.encode(packed)
}

fn packed(bytes: &[u8]) -> Value {
    json!(text(bytes, 6))
}

#[test]
fn rook_against_king() {
    let bounds = solved();
    assert_eq!(bounds.values().filter(|bound| **bound < NEVER).max(), Some(&15));
    let mut bytes = vec![0; 10 << 12];
    bounds.iter().for_each(|(number, bound)| bytes[*number] = *bound);
    // One of the positions that take 16 moves.
    let (longest, _) =
        bounds.iter().max_by_key(|(number, bound)| (**bound < NEVER, **bound, **number)).unwrap();
    let [king, rook, place] = [longest / 64 % 64, longest % 64, longest >> 12];
    let root = placed([king, rook, REGION[place]], Colour::White).unwrap();
    let claim = |plies: Value| json!({"answer": "no-win", "plies": plies});
    let evidence = |bytes: &[u8]| json!({"tables": {"KRvK": packed(bytes)}});
    let made = |bytes: &[u8], plies: Value| {
        certificate("standard", "win", &root.to_string(), claim(plies), evidence(bytes))
    };
    let good = made(&bytes, json!(30));
    accepted(&good);
    accepted(&made(&bytes, json!(29)));
    refused(&made(&bytes, json!(31)), "the bound of the position is 15, which is not mate not within 16");
    refused(&made(&bytes, json!(null)), "not mate never");
    // All that is said is the most that can be said.
    let mut alone = 0;
    for number in bounds.keys().filter(|number| bounds[*number] < NEVER && *number % 997 == 7) {
        let [king, rook, place] = [number / 64 % 64, number % 64, number >> 12];
        let all: Vec<usize> = numbers(&placed([king, rook, REGION[place]], Colour::White).unwrap()).collect();
        let mut more = bytes.clone();
        all.iter().for_each(|one| more[*one] = bounds[number] + 1);
        refused(&made(&more, json!(30)), "follows from the moves");
        more[*number] = NEVER;
        refused(&made(&more, json!(30)), "the byte is ");
        // Nor less by one of several numbers. (Nothing rests on a byte of 1.)
        let mut less: Vec<u8> = bytes.iter().map(|byte| *byte.min(&1)).collect();
        accepted(&made(&less, json!(2)));
        if std::mem::take(&mut less[*number]) > 0 && all.iter().any(|other| other != number) {
            refused(&made(&less, json!(2)), "at another number of the same position");
            alone += 1;
        }
    }
    assert!(alone > 4, "{alone}");
    // Those that are no positions say nothing.
    for (number, byte) in bytes.iter_mut().enumerate().filter(|(number, _)| !bounds.contains_key(number)) {
        *byte = (number % 251) as u8;
    }
    accepted(&made(&bytes, json!(30)));

    // Black to mate: the same table with ranks mirrored and colours exchanged.
    let black = "8/8/8/8/3r4/8/1k6/5K2 b - -";
    accepted(&certificate("standard", "win", black, claim(json!(3)), evidence(&bytes)));
    let alone = certificate(
        "standard",
        "win",
        "8/8/8/8/3r4/8/1k6/5K2 w - -",
        claim(json!(null)),
        json!({"tables": {}}),
    );
    accepted(&alone);

    // With a right to castle: every first move loses it, and of what arises then the tables know all.
    let beside = |bytes: &[u8]| json!({"tables": evidence(bytes)["tables"], "refutation": []});
    for (position, wins) in [
        ("8/8/8/8/8/8/8/1k2K2R w K -", 9),
        ("4k3/8/8/8/8/8/8/R3K3 w Q -", 23),
        ("8/8/8/8/4k3/8/8/4K2R w K -", 27),
        ("4k2r/8/8/8/8/3K4/8/8 b k -", 27),
    ] {
        let castling = |bytes, plies| certificate("standard", "win", position, claim(plies), beside(bytes));
        accepted(&castling(&bytes, json!(wins - 1)));
        for plies in [json!(wins), json!(null)] {
            refused(&castling(&bytes, plies), "there is no node");
        }
        refused(&castling(&vec![NEVER; bytes.len()], json!(null)), "follows from the moves");
    }

    // A node beside them: what its answer leads to they know.
    let position = "8/8/8/8/4k3/8/8/4K2R w K -";
    let castling = certificate("standard", "win", position, claim(json!(26)), beside(&bytes));
    let node = |plies| json!([["8/8/8/8/4k3/8/8/4KR2 b - -", plies, "e4e3"]]);
    accepted(&with(&castling, "/evidence/refutation", node(11)));
    refused(&with(&castling, "/evidence/refutation", node(61)), "there is no node for 59 plies");

    let tables = |value: Value| with(&good, "/evidence/tables", value);
    refused(&tables(json!({})), "no table for KRvK");
    refused(&tables(json!({"KRvK": packed(&bytes), "KvK": ""})), "unexpected key \"KvK\"");
    refused(&tables(json!({"KRvK": 3})), "expected");
    refused(&tables(json!({"KRvK": "e*"})), "not base64");
    refused(&tables(json!({"KRvK": packed(&bytes[100..])})), "not 20480 bytes of zlib");
    refused(&tables(json!({"KRvK": packed(&bytes[1..])})), "not 40960 bytes");
    // Nothing stands behind the data, which would pay for nothing.
    let data = STANDARD.decode(text(&bytes, 6)).unwrap();
    let behind = STANDARD.encode([&data[..], &[0]].concat());
    refused(&tables(json!({ "KRvK": behind })), "not 40960 bytes packed with zlib, and nothing else");
    refused(&tables(json!({"KRvK": STANDARD.encode(&data[..data.len() - 1])})), "not ");
    let mut sum = data.clone();
    *sum.last_mut().unwrap() ^= 1;
    refused(&tables(json!({"KRvK": STANDARD.encode(sum)})), "not 40960 bytes");
    bytes.push(0);
    refused(&tables(json!({"KRvK": packed(&bytes)})), "not 40960 bytes");
    refused(&with(&good, "/rules", json!("chess960")), "");
    refused(
        &with(&good, "/evidence", json!({"tables": {}, "refutation": []})),
        "unexpected key \"refutation\"",
    );
    refused(
        &with(&good, "/position", json!("8/8/8/8/8/8/1k6/R3K3 w Q -")),
        "the key \"refutation\" is missing",
    );
    refused(&with(&good, "/position", json!("8/8/8/8/7p/PPP5/1k6/4K3 w - -")), "more than 5 men");
    let never = || false;
    let budget = Budget::new(1 << 15, &never);
    let stopped = check_within(&good.to_string(), &budget);
    assert_eq!(stopped.unwrap_err(), CheckError::Stopped(Stopped::Memory));
}

/// A table that says nothing, in a text of any length.
fn empty(bytes: usize, level: u8) -> Value {
    json!(text(&vec![0; bytes], level))
}

fn of_knight(rules: &str, position: &str, plies: Value, table: &Value) -> Value {
    let claim = json!({"answer": "no-win", "plies": plies});
    certificate(rules, "win", position, claim, json!({"tables": {"KNvK": table}}))
}

#[test]
fn what_is_claimed() {
    let (position, table) = ("8/8/8/8/8/2k5/8/K6N w - -", empty(10 << 12, 9));
    accepted(&of_knight("standard", position, json!(0), &table));
    for (plies, within) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (507, 254), (508, 254), (600, 255)] {
        let wrong = if within < 255 { format!("not within {within}") } else { "never".into() };
        let wrong = format!("the bound of the position is 0, which is not mate {wrong}");
        refused(&of_knight("standard", position, json!(plies), &table), &wrong);
    }
    refused(&of_knight("standard", position, json!(null), &table), "which is not mate never");
    // Never, for one man cannot mate.
    let mut never = vec![NEVER; 10 << 12];
    for plies in [json!(1), json!(508), json!(600), json!(null)] {
        accepted(&of_knight("standard", position, plies, &packed(&never)));
    }
    never.iter_mut().for_each(|byte| *byte = 2);
    accepted(&of_knight("standard", position, json!(4), &packed(&never)));
    refused(
        &of_knight("standard", position, json!(5), &packed(&never)),
        "is 2, which is not mate not within 3",
    );
    let pawnless = of_knight("pawnless", "8/8/8/8/8/2k5/8/K6N w", json!(0), &table);
    refused(&pawnless, "there are no tables of pawnless");
    // Of nothing but wins, and of nothing beside.
    let good = of_knight("standard", position, json!(0), &table);
    for (key, value) in [("aim", json!("stalemate")), ("variations", json!([]))] {
        let mut more = good.clone();
        more["claim"][key] = value;
        refused(&more, "unexpected key \"tables\"");
        more["evidence"]["strategy"] = json!([]);
        refused(&more, "unexpected key");
    }
    let castling = of_knight("standard", "4k3/8/8/8/8/8/8/R3K3 w Q -", json!(0), &table);
    refused(&castling, "unexpected key \"KNvK\"");
    // A pawn of the defender's becomes a man of the defender's.
    for class in ["KRPvK", "KRRvK", "KPvKP", "KvKP"] {
        let claim = json!({"answer": "no-win", "plies": 0});
        let mut all = json!({"KRvKP": "", "KRvKQ": "", "KRvKR": "", "KRvKB": "", "KRvKN": "", "KRvK": ""});
        let made = |all: &Value| {
            let position = "8/8/8/8/8/2k5/7p/K6R w - -";
            certificate("standard", "win", position, claim.clone(), json!({ "tables": all }))
        };
        refused(&made(&all), "not 4194304 bytes of zlib");
        all[class] = json!("");
        refused(&made(&all), &format!("unexpected key \"{class}\""));
    }
    // As many bytes as there are numbers, those of positions with pawns among them.
    let pawn = |table: Value| {
        let mut all = json!({"KBvK": empty(10 << 12, 9), "KNvK": empty(10 << 12, 9)});
        all["KQvK"] = empty(10 << 12, 9);
        all["KRvK"] = empty(10 << 12, 9);
        all["KPvK"] = table;
        let claim = json!({"answer": "no-win", "plies": 0});
        certificate("standard", "win", "8/8/8/8/8/2k5/7P/K7 w - -", claim, json!({"tables": all}))
    };
    accepted(&pawn(empty(32 << 12, 9)));
    refused(&pawn(empty(10 << 12, 9)), "not 65536 bytes of zlib");
    refused(&pawn(json!("")), "not 65536 bytes of zlib");
    refused(&pawn(packed(&vec![0; (32 << 12) + 1])), "not 131072 bytes packed with zlib");
}

/// A position has the number of that with its king in the region, however the board is turned.
#[test]
fn a_position_is_known_by_its_images() {
    let (king, knight, other) = (40, 21, 10);
    let mut bytes = vec![0; 10 << 12];
    bytes[(5 * 64 + king) * 64 + knight] = 1;
    for symmetry in 0..8 {
        let image = |square: usize| {
            let (file, rank) = (square % 8, square / 8);
            let file = if symmetry & 1 > 0 { 7 - file } else { file };
            let rank = if symmetry & 2 > 0 { 7 - rank } else { rank };
            if symmetry & 4 > 0 { 8 * file + rank } else { 8 * rank + file }
        };
        let text = |knight| {
            let board = placed([king, knight, other].map(image), Colour::White).unwrap();
            board.to_string().replace('R', "N")
        };
        let of = |knight, plies| of_knight("standard", &text(knight), json!(plies), &packed(&bytes));
        accepted(&of(knight, 2));
        refused(&of(knight, 3), "the bound of the position is 1,");
        refused(&of(knight + 1, 1), "the bound of the position is 0,");
    }
}

/// The text, what it says and the answers are counted before they are made.
#[test]
fn memory_is_counted() {
    for level in [0, 9] {
        let table = empty(10 << 12, level);
        let text = of_knight("standard", "8/8/8/8/8/2k5/8/K6N w - -", json!(0), &table).to_string();
        let least = 2 * table.to_string().len() + 2 * (10 << 12);
        let within = |memory| check_within(&text, &Budget::new(memory, &|| false)).map(|_| ());
        assert_eq!(within(least), Ok(()), "{level}");
        assert_eq!(within(least - 1), Err(CheckError::Stopped(Stopped::Memory)), "{level}");
        // What has been taken for the text is not enough for what it says.
        assert_eq!(within(least / 2), Err(CheckError::Stopped(Stopped::Memory)), "{level}");
    }
}
