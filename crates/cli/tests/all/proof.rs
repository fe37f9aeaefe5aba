//! `arbiter reach --by proof`.

use crate::common;

use std::time::{Duration, Instant};

use chess_arbiter::format::fen;
use chess_arbiter::rules::Standard;
use common::{Dice, file, run};
use serde_json::{Value, json};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, EnPassantMode, Position};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const LEGAL: &str = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
/// A bishop that its own pawns would have kept at home.
const CAGED: &str = "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w - - 0 1";
/// Black's men have never moved, if it may castle: it has nothing to have moved last.
const UNMOVED: &str = "4k2r/8/8/8/8/8/8/4K3 w k - 0 1";
/// Queen and bishop give check, and neither can have moved last.
const CHECKS: &str = "2K5/8/5k2/8/3B4/8/5Q2/8 b - - 0 1";
/// A problem in which too much must be told apart: no game leads to it, but nothing here proves that.
const HARD: &str = "2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4R/2PP2P1/4P2P/n7 b - - 0 1";

/// Where a game ends, in the four fields that identify a position, as shakmaty plays it.
fn end(game: &[String]) -> String {
    let mut position = Chess::default();
    for text in game {
        let mv = text.parse::<UciMove>().unwrap().to_move(&position).unwrap_or_else(|_| panic!("{text}"));
        position = position.play(mv).unwrap();
    }
    four_fields(&position)
}

fn four_fields(position: &Chess) -> String {
    let text = shakmaty::fen::Fen::from_position(position, EnPassantMode::Legal).to_string();
    text.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn key(position: &str) -> String {
    fen::write_key::<Standard>(&fen::parse::<Standard>(position).unwrap())
}

fn moves(answer: &Value) -> Vec<String> {
    answer["game"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_owned()).collect()
}

/// Positions from games of random moves, by shakmaty.
fn from_play(count: usize, plies: usize, seed: u64) -> Vec<String> {
    let mut dice = Dice(seed);
    let game = |dice: &mut Dice| {
        let mut position = Chess::default();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.clone().play(moves[dice.below(moves.len())]).unwrap();
        }
        shakmaty::fen::Fen::from_position(&position, EnPassantMode::Legal).to_string()
    };
    (0..count).map(|_| game(&mut dice)).collect()
}

#[test]
fn lines() {
    let input = format!("{START}\n{CAGED}\n8/7 w\n{UNMOVED}\n\n# a remark\n{LEGAL}\n");
    let ran = run(&["reach"], &input).with_code(1);
    let lines = ran.lines();
    assert_eq!(lines[..2], ["legal", "illegal static origins"]);
    assert!(lines[2].starts_with("error: line 3, column 4: "), "{}", lines[2]);
    assert_eq!(lines[3..], ["illegal last-move", "legal"]);
    assert_eq!(ran.err, "arbiter: 5 positions: 1 with errors\n");
    // Shown without a lemma, by taking back the moves that can have given the checks.
    let checks = run(&["reach", CHECKS], "").with_code(0).out;
    assert!(["illegal static\n", "illegal last-move\n"].contains(&checks.as_str()), "{checks}");
    assert_eq!(run(&["reach", "--by", "proof", CAGED], "").with_code(0).lines(), ["illegal static origins"]);
}

#[test]
fn whatever_can_be_written_is_answered() {
    let men = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq b";
    let rows = [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "illegal playable kings"),
        ("kkkkkkkk/kkkkkkkk/kkkk4/8/8/KKKK4/KKKKKKKK/KKKKKKKK w", "illegal playable kings"),
        (men, "illegal playable kings"),
        ("4k3/QQQQQQQQ/QQQQQQQQ/8/8/8/8/4K3 w - - 0 1", "illegal playable "),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "illegal playable end-row-pawns"),
        ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "illegal playable waiting-side-attacked"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "illegal five-rules promotions"),
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "illegal well-formed castling"),
        ("4k2r/8/8/8/8/8/8/4K3 w K - 0 1", "illegal well-formed castling"),
        (
            "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1",
            "error: line 10, column 1: the castling right with the rook on b1 belongs to Chess960:",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e1 0 1", "illegal well-formed en-passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "illegal well-formed en-passant"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "illegal well-formed en-passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 65535 0", "legal"),
        // Right or wrong as chess, these are no positions.
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "error: line 15, column 27: "),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "error: line 16, column 29: "),
        ("4k3/8/8/8/8/8/8/4K3 x", "error: line 17, column 21: "),
        ("4k3/8/8/8/8/8/8/4K3 w - j9", "error: line 18, column 25: "),
        ("4k3/8/8/8/8/8/8 w", "error: line 19, column "),
        (
            "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",
            "error: line 20, column 1: the castling right with the rook on b1 belongs to Chess960:",
        ),
    ];
    let input: String = rows.iter().map(|(position, _)| format!("{position}\n")).collect();
    let ran = run(&["reach"], &input).with_code(1);
    for (line, (position, expected)) in ran.lines().into_iter().zip(rows) {
        assert!(
            line == expected || line.starts_with(expected) && !expected.ends_with(char::is_alphabetic),
            "{position}: {line}"
        );
    }
    assert_eq!(ran.lines().len(), rows.len());
    // And one by one, as arguments.
    for (position, expected) in rows.iter().filter(|(_, expected)| expected.starts_with("illegal")) {
        let line = run(&["reach", position], "").with_code(0).out;
        assert!(line.starts_with(expected), "{position}: {line}");
    }
}

#[test]
fn levels() {
    let all = ["well-formed", "playable", "five-rules", "static", "last-move", "full"];
    let positions = [
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", 0),
        ("8/8/8/8/8/8/8/8 w - - 0 1", 1),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", 2),
        (CAGED, 3),
        (UNMOVED, 4),
    ];
    for (index, level) in all.iter().enumerate() {
        let input = positions.map(|(position, _)| position).join("\n");
        let ran = run(&["reach", "--level", level], &input).with_code(0);
        for (line, (position, decides)) in ran.lines().iter().zip(positions) {
            if decides <= index {
                assert!(line.starts_with(&format!("illegal {}", all[decides])), "{position}: {line}");
            } else {
                assert_eq!(*line, format!("undecided {level}"), "{position}");
            }
        }
    }
    // Claims are judged alone at their level, whatever else is missing.
    for (position, fault) in [("8/8/8/8/8/8/8/8 w Q -", "castling"), ("8/8/8/8/8/8/8/8 w - e6", "en-passant")]
    {
        let ran = run(&["reach", "--level", "well-formed", "--certificate", position], "").with_code(0);
        assert!(chess_arbiter_check::check(&ran.out).is_ok_and(|accepted| accepted.answer == "illegal"));
        assert!(ran.out.contains(fault), "{}", ran.out);
    }
    // To have nothing against a position is an answer, so there is nothing to blame on a limit.
    let ran = run(&["reach", "--level", "static", "--json", LEGAL], "").with_code(0);
    assert_eq!(ran.err, "");
    let answer = &ran.json()[0];
    assert_eq!((&answer["verdict"], &answer["level"]), (&json!("undecided"), &json!("static")));
    assert_eq!((answer.get("limit"), answer.get("lemma")), (None, None));
    run(&["reach", "--level", "deep", LEGAL], "").with_code(2);
}

#[test]
fn json_of_a_legal_position() {
    let ran = run(&["reach", "--json", LEGAL], "").with_code(0);
    let answer = &ran.json()[0];
    assert_eq!(answer["input"], LEGAL);
    assert_eq!((&answer["verdict"], &answer["level"]), (&json!("legal"), &json!("full")));
    let game = moves(answer);
    assert_eq!(answer["plies"], game.len());
    assert_eq!(end(&game), key(LEGAL));
    assert!(answer["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
    for absent in ["lemma", "limit", "blame", "repairs", "certificate", "rules"] {
        assert_eq!(answer.get(absent), None, "{absent}");
    }
    let start = run(&["reach", "--json", START], "").with_code(0).json();
    assert_eq!((&start[0]["plies"], &start[0]["game"]), (&json!(0), &json!([])));
}

#[test]
fn json_of_an_illegal_position() {
    let answers = run(&["reach", "--json", CAGED, UNMOVED], "").with_code(0).json();
    assert_eq!((&answers[0]["verdict"], &answers[0]["level"]), (&json!("illegal"), &json!("static")));
    assert_eq!(answers[0]["lemma"], "origins");
    assert_eq!(answers[0]["blame"], "placement");
    assert!(answers[0]["repairs"].is_array());
    assert_eq!((&answers[1]["level"], answers[1].get("lemma")), (&json!("last-move"), None));
    for answer in &answers {
        assert!(answer["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
        assert_eq!((answer.get("game"), answer.get("plies"), answer.get("limit")), (None, None, None));
    }
}

#[test]
fn a_person_sees_the_board_and_the_game() {
    let ran = run(&["reach", "--explain", LEGAL], "").with_code(0);
    assert!(ran.out.contains("\n  1  .  .  .  .  K  .  .  R \n"), "{}", ran.out);
    let game = &ran.out[ran.out.find("\n1. ").unwrap() + 1..];
    let last = game.rfind("\n(in ").unwrap();
    assert!(game[..last].lines().all(|line| line.len() <= 80), "{game}");
    assert_eq!(end(&replay(&game[..last])), key(LEGAL));
    let ran = run(&["reach", "--explain", CAGED], "").with_code(0);
    assert!(ran.out.contains("\n  1  B  .  .  .  K  .  .  . \n"), "{}", ran.out);
    assert!(!ran.out.contains("\n1. "), "{}", ran.out);
}

/// Movetext as UCI moves: shakmaty finds every move legal.
fn replay(text: &str) -> Vec<String> {
    let mut position = Chess::default();
    let mut game = Vec::new();
    for (ply, word) in text.split_whitespace().filter(|word| !word.ends_with('.')).enumerate() {
        let mv = word.parse::<SanPlus>().unwrap_or_else(|_| panic!("{word}")).san.to_move(&position);
        let mv = mv.unwrap_or_else(|_| panic!("ply {ply}: {word}"));
        game.push(mv.to_uci(shakmaty::CastlingMode::Standard).to_string());
        position = position.play(mv).unwrap();
    }
    game
}

/// A tag of a PGN with its value.
type Tag = (String, String);

/// The games of a PGN text: tags and moves.
fn read_pgn(text: &str) -> Vec<(Vec<Tag>, Vec<String>)> {
    let mut games = Vec::new();
    let mut parts = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
    while let (Some(tags), Some(moves)) = (parts.next(), parts.next()) {
        let tags = tags.lines().filter(|line| !line.starts_with(';')).map(|line| {
            let line = line.strip_prefix('[').and_then(|line| line.strip_suffix("\"]")).unwrap();
            let (name, value) = line.split_once(" \"").unwrap();
            (name.to_owned(), value.to_owned())
        });
        assert!(moves.lines().all(|line| line.len() <= 80), "{moves}");
        let moves = moves.strip_suffix('*').unwrap();
        let numbers = moves.split_whitespace().filter(|word| word.ends_with('.'));
        assert!(numbers.enumerate().all(|(i, word)| word == format!("{}.", i + 1)), "{moves}");
        games.push((tags.collect(), replay(moves)));
    }
    games
}

#[track_caller]
fn tag<'a>(tags: &'a [Tag], name: &str) -> &'a str {
    &tags.iter().find(|(tag, _)| tag == name).unwrap().1
}

#[test]
fn pgn() {
    let mut positions = from_play(6, 9, 5);
    positions.insert(2, CAGED.into());
    positions.push(START.into());
    positions.push(LEGAL.into());
    let input = positions.join("\n");
    let path = file("proof_games.pgn", "");
    let path_text = path.to_str().unwrap();
    let answers = run(&["reach", "--json", "--pgn", path_text], &input).with_code(0).json();
    let games = read_pgn(&std::fs::read_to_string(&path).unwrap());
    let legal: Vec<(&String, &Value)> =
        positions.iter().zip(&answers).filter(|(_, answer)| answer["verdict"] == "legal").collect();
    assert_eq!((games.len(), legal.len()), (8, 8));
    for ((tags, game), (position, answer)) in games.iter().zip(legal) {
        assert_eq!(*game, moves(answer));
        assert_eq!(end(game), key(position));
        assert_eq!((tag(tags, "Event"), tag(tags, "Result")), ("Proof game", "*"));
        assert_eq!(tag(tags, "PlyCount"), game.len().to_string());
        let last = fen::parse::<Standard>(tag(tags, "FinalFEN")).unwrap();
        assert_eq!(fen::write_key::<Standard>(&last), key(position));
        assert_eq!(usize::from(last.fullmoves), game.len() / 2 + 1);
    }
    // In place of the answers: the same, with remarks where there is no game.
    let ran = run(&["reach", "--pgn", "-", "-"], &format!("{input}\nnonsense\n")).with_code(1);
    let remarks: Vec<&str> = ran.lines().into_iter().filter(|line| line.starts_with(';')).collect();
    assert_eq!(remarks[0], format!("; {CAGED}: illegal static origins"));
    assert!(remarks[1].starts_with("; error: line 10, column 2: "), "{}", remarks[1]);
    assert_eq!(remarks.len(), 2);
    let written: String = ran
        .lines()
        .into_iter()
        .filter(|line| !line.starts_with(';'))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(written, std::fs::read_to_string(&path).unwrap());
}

#[test]
fn pgn_usage() {
    for form in ["--json", "--certificate", "--explain"] {
        let ran = run(&["reach", "--pgn", "-", form, START], "").with_code(2);
        assert!(ran.err.contains("--pgn - writes games in place of the answers"), "{}", ran.err);
    }
    let ran = run(&["reach", "--pgn", "/no/such/folder/games.pgn", START], "").with_code(1);
    assert_eq!(ran.out, "");
    assert!(ran.err.starts_with("arbiter: /no/such/folder/games.pgn: "), "{}", ran.err);
}

#[test]
fn limits_leave_positions_undecided() {
    let ran = run(&["reach", "--nodes", "1", HARD, CAGED], "").with_code(3);
    assert_eq!(ran.lines(), ["undecided full (node limit)", "illegal static origins"]);
    assert_eq!(ran.err, "arbiter: 2 positions: 1 undecided\n");
    let ran = run(&["reach", "--time", "50ms", "--json", "--certificate", HARD], "").with_code(3);
    let answer = &ran.json()[0];
    assert_eq!((&answer["verdict"], &answer["level"]), (&json!("undecided"), &json!("full")));
    assert_eq!((&answer["limit"], &answer["certificate"]), (&json!("time"), &json!(null)));
    assert_eq!(run(&["reach", "--nodes", "1", "--certificate", HARD], "").with_code(3).out, "null\n");
    for wrong in
        [["--time", "0"], ["--nodes", "0"], ["--memory", "much"], ["--seed", "-1"], ["--threads", "0"]]
    {
        run(&[&["reach"], &wrong[..], &[START]].concat(), "").with_code(2);
    }
}

#[test]
fn a_time_limit_is_kept() {
    let started = Instant::now();
    run(&["reach", "--level", "well-formed", START], "").with_code(0);
    let start_up = started.elapsed();
    for millis in [300, 1_000] {
        let started = Instant::now();
        let ran = run(&["reach", "--time", &format!("{millis}ms"), HARD], "");
        let took = started.elapsed();
        if ran.out == "legal\n" {
            // It is no longer hard: there is nothing to see.
            return;
        }
        assert_eq!(ran.with_code(3).lines(), ["undecided full (time limit)"]);
        // Other tests run beside this one: a margin for the start.
        let most = Duration::from_millis(millis * 11 / 10) + start_up + Duration::from_millis(200);
        assert!(took < most, "{took:?}");
    }
}

#[test]
fn the_same_answers_with_any_number_of_threads() {
    let mut positions = from_play(12, 7, 8);
    positions.extend(from_play(3, 40, 9));
    positions.insert(3, "nonsense".into());
    positions.insert(5, CAGED.into());
    let input = positions.join("\n");
    let ask = |threads: &str, seed: &str| {
        let options = ["reach", "--json", "--certificate", "--time", "none", "--nodes", "20000"];
        run(&[&options[..], &["--seed", seed, "--threads", threads]].concat(), &input)
    };
    let one = ask("1", "7");
    let two = ask("2", "7");
    assert_eq!((one.code, &one.out, &one.err), (two.code, &two.out, &two.err));
    assert_eq!(one.out, ask("2", "7").out);
    assert!(one.json().iter().filter(|answer| answer["verdict"] == "legal").count() >= 12);
    // Another seed may find other games, never another truth.
    for (one, other) in one.json().iter().zip(ask("2", "8").json()) {
        let (one, other) = (&one["verdict"], &other["verdict"]);
        assert!(one == other || one == "undecided" || other == "undecided", "{one} {other}");
    }
}

#[test]
fn certificates_are_accepted() {
    let mut positions = from_play(30, 6, 21);
    positions.extend(from_play(6, 60, 22));
    let mut dice = Dice(23);
    positions.extend((0..90).map(|_| dice.position(8, "Kk", "QRBNPPPqrbnppp", 28)));
    positions.extend((0..30).map(|_| dice.position(8, "", "KQRBNPkqrbnp", 40)));
    positions.extend([START, LEGAL, CAGED, CHECKS, UNMOVED].map(str::to_owned));
    let castling = ["K", "Q", "k", "q", "KQ", "kq", "KQkq", "Kq", "Qk"];
    for rights in castling {
        positions.push(format!("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w {rights} - 0 1"));
        positions.push(format!("4k2r/8/8/8/8/8/8/4K3 w {rights} - 0 1"));
    }
    let ran = run(&["reach", "--json", "--certificate", "--time", "150ms"], &positions.join("\n"));
    // Of the repairs too it is said what is known: the answer's own verdict counts.
    let rows = ran.lines().into_iter().zip(ran.json());
    let decided: Vec<&str> =
        rows.filter(|(_, answer)| answer["verdict"] != "undecided").map(|(row, _)| row).collect();
    assert!(decided.len() > 110, "{}", decided.len());
    for word in ["\"legal\"", "\"illegal\"", "\"static\"", "\"last-move\""] {
        assert!(decided.iter().any(|row| row.contains(word)), "{word}");
    }
    let verified = run(&["verify"], &decided.join("\n"));
    for (line, row) in verified.lines().iter().zip(&decided) {
        assert!(line.starts_with("accepted: "), "{line}\n{row}");
    }
    assert_eq!(verified.with_code(0).lines().len(), decided.len());
    // Alone, without the answers around them.
    let alone = run(&["reach", "--certificate", LEGAL, CAGED], "").with_code(0).out;
    let verified = run(&["verify"], &alone).with_code(0);
    let name = |word: &str, position: &str| format!("accepted: {word}: {} (standard)", key(position));
    assert_eq!(verified.lines(), [name("legal", LEGAL), name("illegal", CAGED)]);
}

#[test]
fn an_answer_must_be_what_its_certificate_proves() {
    let refused = |text: &str, why: &str| {
        let ran = run(&["verify"], text).with_code(1);
        assert!(ran.out.starts_with("refused: ") && ran.out.contains(why), "{}", ran.out);
    };
    let legal = run(&["reach", "--json", "--certificate", LEGAL], "").with_code(0).out;
    run(&["verify"], &legal).with_code(0);
    refused(&legal.replacen("\"legal\"", "\"illegal\"", 1), "proves another verdict");
    refused(&legal.replacen("\"input\":\"4k3", "\"input\":\"3k4", 1), "is about another position");
    refused(&legal.replacen("w - - 0 1", "w K - 0 1", 1), "is about another position");
    refused(&legal.replacen("\"plies\":", "\"plies\":1", 1), "different evidence");
    let game = &legal[legal.find("\"game\":[").unwrap()..];
    let first = &game[..game.find(',').unwrap()];
    refused(&legal.replacen(first, "\"game\":[\"b1c3\"", 1), "different evidence");
    // Clocks are nobody's question.
    run(&["verify"], &legal.replacen("- - 0 1", "- - 7 30", 1)).with_code(0);

    let illegal = run(&["reach", "--json", "--certificate", CAGED], "").with_code(0).out;
    run(&["verify"], &illegal).with_code(0);
    refused(&illegal.replacen("\"lemma\":\"origins\"", "\"lemma\":\"parity\"", 1), "different evidence");
    refused(&illegal.replacen("B3K3 w", "B3K3 b", 1), "is about another position");
}

#[test]
fn repairs_are_offered() {
    // With Black to move nothing is wrong.
    let waiting = "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1";
    let answer = &run(&["reach", "--json", waiting], "").with_code(0).json()[0];
    assert_eq!(answer["lemma"], "waiting-side-attacked");
    let repairs = answer["repairs"].as_array().unwrap();
    assert!(
        repairs
            .iter()
            .any(|repair| repair["fen"].as_str().unwrap().starts_with("4k3/8/8/8/8/8/8/4R1K1 b - -")),
        "{answer}"
    );
    let castling = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1";
    let answer = &run(&["reach", "--json", castling], "").with_code(0).json()[0];
    assert_eq!(answer["blame"], "castling");
    assert!(!answer["repairs"].as_array().unwrap().is_empty());
    let nine = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1";
    let answer = &run(&["reach", "--json", "--repair", nine], "").with_code(0).json()[0];
    let repairs = answer["repairs"].as_array().unwrap();
    assert!(!repairs.is_empty(), "{answer}");
    for repair in repairs {
        // Each says of itself what asking about it says.
        let fen = repair["fen"].as_str().unwrap();
        let again = &run(&["reach", "--json", fen], "").json()[0];
        assert_ne!(again["verdict"], "illegal", "{repair}");
        assert!(repair["what"].as_str().is_some_and(|what| !what.is_empty()));
    }
    let ran = run(&["reach", "--explain", "--repair", nine], "").with_code(0);
    assert!(ran.out.contains(repairs[0]["fen"].as_str().unwrap()), "{}", ran.out);
}

/// `1. e4 d5 2. exd5`, and no other way.
const EXCHANGE: &str = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
/// Two knights out and two pawns, in any order.
const SHUFFLED: &str = "rnbqkbnr/1pppppp1/p6p/8/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - 0 1";

#[test]
fn shortest_games() {
    let lines = |args: &[&str]| run(&[&["reach"], args].concat(), "").with_code(0).out;
    assert_eq!(lines(&["--shortest", EXCHANGE]), "legal 3 shortest\n");
    assert_eq!(lines(&["--shortest", "--unique", EXCHANGE]), "legal 3 shortest unique\n");
    assert_eq!(lines(&["--shortest", "--unique", SHUFFLED]), "legal 4 shortest cooked\n");
    assert_eq!(lines(&["--plies", "0", START]), "legal 0\n");
    assert_eq!(lines(&["--plies", "4", "--unique", START]), "legal 4 cooked\n");
    assert_eq!(lines(&["--plies", "3", START]), "legal not in 3\n");
    // That no game has so few plies is said where nothing else is found.
    let hard = "r1bqk1nr/ppppp2p/2n4p/8/3B4/8/PPPPPPP1/R1BQKB1R w KQkq -";
    let open = ["reach", "--json", "--nodes", "500", "--plies", "2", hard];
    assert_eq!(
        run(&[&open[..1], &open[2..]].concat(), "").with_code(3).out,
        "undecided full (node limit) not in 2\n"
    );
    let answer = &run(&open, "").with_code(3).json()[0];
    assert_eq!((&answer["verdict"], &answer["limit"]), (&json!("undecided"), &json!("nodes")));
    assert_eq!(lines(&["--shortest", CAGED]), "illegal static origins\n");
    let answer =
        &run(&["reach", "--json", "--shortest", "--unique", "--solutions", "3", SHUFFLED], "").json()[0];
    assert_eq!((&answer["plies"], &answer["at_least"]), (&json!(4), &json!(4)));
    assert_eq!((&answer["shortest"], &answer["unique"]), (&json!(true), &json!(false)));
    let games = answer["games"].as_array().unwrap();
    assert_eq!((games.len(), &games[0]), (3, &answer["game"]));
    for (index, game) in games.iter().enumerate() {
        assert!(!games[..index].contains(game), "twice the same game");
        let game: Vec<String> = serde_json::from_value(game.clone()).unwrap();
        assert_eq!(end(&game), key(SHUFFLED));
    }
    // A game of another length than was asked for is not shown.
    let answer = &run(&["reach", "--json", "--plies", "6", EXCHANGE], "").with_code(0).json()[0];
    assert_eq!((&answer["verdict"], &answer["games"]), (&json!("legal"), &json!([])));
    assert!(answer["game"].is_null() && answer["plies"].is_null(), "{answer}");
    assert_eq!(answer["reason"].as_str().unwrap().split('.').next(), Some("No game has 6 plies"));
    // A limit leaves bounds, and is told.
    let ran = run(&["reach", "--shortest", "--nodes", "2000", LEGAL], "");
    assert!(ran.out.starts_with("undecided full") || ran.out.starts_with("legal between "), "{}", ran.out);
    ran.with_code(3);
}

#[test]
fn options_of_shortest_games_that_make_no_sense() {
    let refused = |args: &[&str], what: &str| {
        let ran = run(&[&["reach"], args, &[EXCHANGE]].concat(), "").with_code(2);
        assert!(ran.err.contains(what), "{}", ran.err);
    };
    refused(&["--unique"], "this needs shortest or plies");
    refused(&["--solutions", "2"], "this needs shortest or plies");
    refused(&["--shortest", "--plies", "3"], "exclude each other");
    refused(&["--shortest", "--solutions", "0"], "expected a number from 1 to 1000");
    refused(&["--plies", "1000"], "--plies: expected a number of at most 198");
    refused(&["--shortest", "--level", "static"], "at level full");
    refused(&["--shortest", "--by", "rules"], "the five rules need no search");
}
