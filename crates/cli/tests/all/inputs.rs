//! What people type and paste, and how answers are laid out.

use crate::common;

use std::process::Command;

use common::{command, file, run};
use serde_json::{Value, json};

const SAFE: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
const MATE: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";

/// Fool's mate, and a game with a move that cannot be played.
const GAMES: &str =
    "[Event \"A/B\"]\n\n1. f3 e5 2. g4 {what?} (2. e4) Qh4# 0-1\n\n[Event \"?\"]\n\n1. e4 e5 2. Ke3 *\n";

fn members(answers: &[Value], name: &str) -> Vec<Value> {
    answers.iter().map(|answer| answer.get(name).cloned().unwrap_or(Value::Null)).collect()
}

#[test]
fn names_are_repeated() {
    let csv = format!("id,fen\na,{SAFE}\nb,\"{MATE}\"\nc,8/8 w\n");
    let tabs = format!("{SAFE}\ta\n{MATE}\tb\n8/8 w\tc\n");
    let epd = format!("{} id \"a\"; dm 2;\n{} id b; acd 9;\n8/8 w - - id c;\n", &SAFE[..28], &MATE[..28]);
    let epd = epd.replace("w K - 0", "w K -").replace("b - - 0", "b - -");
    for (text, all) in [(&csv, true), (&tabs, false), (&epd, false)] {
        for path in [None, Some(file("names.txt", text))] {
            let path = path.as_ref().map_or("-", |path| path.to_str().unwrap());
            let answers = run(&["status", "--json", path], text).with_code(1).json();
            assert_eq!(
                members(&answers, "verdict"),
                [json!("safe"), json!("checkmate"), Value::Null],
                "{text}"
            );
            let names = members(&answers, "id");
            assert_eq!(names[..2], [json!("a"), json!("b")], "{text}");
            assert!(!all || names[2] == json!("c"), "{text}");
            assert!(answers[2]["error"].is_object());
        }
    }
    let answers = run(&["status", "--json", "-"], &epd).json();
    assert_eq!((&answers[0]["dm"], &answers[1]["acd"]), (&json!(2), &json!(9)));
    // Words for programs are as they were.
    assert_eq!(run(&["status", "-"], &csv).with_code(1).lines()[..2], ["safe", "checkmate"]);
    let explained = run(&["status", "--explain", "-"], &csv).with_code(1).out;
    assert!(explained.starts_with(&format!("a: {SAFE}\n")), "{explained}");
}

/// In a table a name may begin with `#`.
#[test]
fn rows_of_a_table_are_no_comments() {
    let csv = format!("# a/b\nid,fen\n#1,{SAFE}\n# a/b, or not\n#2,8/8 w\n#3,{MATE}\n#,\n");
    let unnamed = format!("key,x,start\n#1,,{SAFE}\n#2,,{SAFE}\n");
    for (text, names) in [(csv, &["#1", "#2", "#3"][..]), (unnamed, &["#1", "#2"])] {
        for path in [None, Some(file("hashes.csv", &text))] {
            let path = path.as_ref().map_or("-", |path| path.to_str().unwrap());
            let answers = run(&["status", "--json", path], &text).json();
            assert_eq!(members(&answers, "id"), names, "{text}");
        }
    }
    let after = format!("fen,id\n#{SAFE},1\n{SAFE},2\n");
    assert_eq!(members(&run(&["status", "--json", "-"], &after).json(), "id"), ["2"]);
    // A FEN with tabs is whole where there is no other column, however it is read.
    let tabs = format!("fen\n{}\n", SAFE.replace(' ', "\t"));
    let row = run(&["status", "--format", "csv", "-"], &tabs).with_code(0).out;
    assert!(row.lines().nth(1).unwrap().starts_with(&format!(",{SAFE},")), "{row}");
}

#[test]
fn games_give_their_positions() {
    for path in [None, Some(file("games.pgn", GAMES))] {
        let path = path.as_ref().map_or("-", |path| path.to_str().unwrap());
        let ran = run(&["status", "--json", path], GAMES).with_code(1);
        let answers = ran.json();
        let names: Vec<&str> = answers.iter().filter_map(|answer| answer["id"].as_str()).collect();
        assert_eq!(names, ["1.0", "1.1", "1.2", "1.3", "1.4", "2.0", "2.1", "2.2"]);
        assert_eq!(answers[4]["verdict"], "checkmate");
        let fault = answers[8]["error"]["message"].as_str().unwrap();
        assert_eq!(fault, "game 2, ply 3, Ke3: the king on e1 cannot go to e3");
    }
    assert_eq!(run(&["status", "1. f3 e5 2. g4 Qh4#"], "").with_code(0).lines().last(), Some(&"checkmate"));
}

#[test]
fn links_and_what_is_none() {
    let link = format!("https://lichess.org/editor/{}", MATE.replace(' ', "_"));
    assert_eq!(run(&["status", &link], "").with_code(0).out, "checkmate\n");
    let refused = |text: &str, why: &str| {
        let out = run(&["status", text], "").with_code(1).out;
        assert_eq!(out, format!("error: line 1, column 1: {why}\n"));
    };
    refused(
        "https://lichess.org/abcdefgh",
        "this is a link without a FEN; open it and copy the FEN, or the link of its analysis board",
    );
    refused(
        "e2e4 e7e5",
        "this looks like UCI moves; expected a FEN, an EPD, a diagram, a list of men, or a link with a FEN",
    );
    let list = "White Kg6 Qg7 Black Kh8, Black to move";
    assert_eq!(run(&["status", list], "").with_code(0).out, "checkmate\n");
}

#[test]
fn formats() {
    let csv = format!("id,fen\na,{SAFE}\nb,{MATE}\nc,8/8 w\n");
    let format = |format: &str| run(&["status", "--format", format, "-"], &csv).with_code(1).out;
    assert_eq!(format("json"), run(&["status", "--json", "-"], &csv).out);
    let text = format("text");
    assert!(text.starts_with("a: safe: White is safe: nothing attacks the king on e1"), "{text}");
    assert_eq!(
        text.lines().nth(2),
        Some("c: error: line 4, column 4: expected 8 rows separated by '/', found 2")
    );
    let table = format("table");
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("answer     id    position"), "{table}");
    assert!(lines[2].starts_with("checkmate  b     7k/6Q1/"), "{table}");
    assert_eq!(lines[4..], ["", "3 positions: 1 safe, 1 checkmate, 1 with errors"]);
    let separated = format("csv");
    assert_eq!(separated.lines().next(), Some("id,position,verdict,answer,reason"));
    assert!(separated.lines().nth(1).unwrap().starts_with(&format!("a,{SAFE},safe,safe,\"White is safe: ")));
    assert!(format("tsv").lines().all(|line| line.split('\t').count() == 5));
    assert!(
        format("markdown").starts_with("| id | position | answer | reason |\n|---|---|---|---|\n| a | `4k3")
    );
    // Of no positions there is a heading.
    let none = |format: &str| run(&["status", "-q", "--format", format, "-"], "# none\n").with_code(0).out;
    assert_eq!(none("csv"), "id,position,verdict,answer,reason\n");
    assert_eq!(none("tsv"), "id\tposition\tverdict\tanswer\treason\n");
    assert_eq!(none("markdown"), "| id | position | answer | reason |\n|---|---|---|---|\n");
    assert_eq!(none("table") + &none("text"), "");
    // A FEN may have tabs between its fields.
    let tabs = SAFE.replace(' ', "\t");
    let one = run(&["status", "--format", "csv", &tabs], "").with_code(0).out;
    assert!(one.lines().nth(1).unwrap().starts_with(&format!(",{SAFE},safe,")), "{one}");
    // A name is shown as it is.
    let named = run(&["status", "--format", "markdown", "-"], &format!("<a>[|`;{SAFE}\n")).with_code(0).out;
    assert!(named.lines().nth(2).unwrap().starts_with("| \\<a\\>\\[\\|\\` | `4k3/"), "{named}");
    // Every question.
    for question in ["status", "reach", "retro", "dead", "win"] {
        for format in ["text", "table", "csv", "tsv", "json", "markdown"] {
            let out = run(&[question, "--format", format, "--quiet", SAFE], "").with_code(0).out;
            assert!(!out.is_empty() && !out.contains("\u{1b}"), "{question} {format}");
        }
    }
    let illegal = run(&["reach", "--format", "csv", "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w"], "").with_code(0).out;
    assert!(illegal.lines().nth(1).unwrap().contains(",illegal,illegal static origins,"), "{illegal}");
    for wrong in [
        ["--format", "csv", "--json"],
        ["--format", "csv", "--explain"],
        ["--format", "csv", "--certificate"],
    ] {
        run(&[&["status"][..], &wrong, &[SAFE]].concat(), "").with_code(2);
    }
}

#[test]
fn quiet_and_colours() {
    let both = format!("{SAFE}\n8/8 w\n");
    assert_eq!(run(&["status", "-"], &both).with_code(1).err, "arbiter: 2 positions: 1 with errors\n");
    assert_eq!(run(&["status", "-q", "-"], &both).with_code(1).err, "");
    let table = run(&["status", "--quiet", "--format", "table", "-"], &both).with_code(1).out;
    assert_eq!(table.lines().count(), 3, "{table}");
    let escapes = |arguments: &[&str]| {
        run(&[&["status", "--explain", SAFE], arguments].concat(), "").out.contains('\u{1b}')
    };
    assert!(!escapes(&[]) && !escapes(&["--color", "never"]) && escapes(&["--color", "always"]));
    let forced = command(&["status", "--explain", SAFE]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(forced.stdout.contains(&0x1b));
    let never =
        command(&["status", "--explain", "--color", "never", SAFE]).env("CLICOLOR_FORCE", "1").output();
    assert!(!never.unwrap().stdout.contains(&0x1b));
    assert_eq!(run(&["reach", "-j", "2", SAFE, SAFE], "").with_code(0).lines().len(), 2);
    assert_eq!(run(&["verify", "-j1", "-q"], "").code, run(&["verify", "--threads", "1"], "").code);
}

/// Of a win without a bound the shortest is looked for.
#[test]
fn win_alone_asks_for_the_shortest() {
    assert_eq!(run(&["win", "7k/8/6K1/8/8/8/8/R7 w"], "").with_code(0).out, "win 1\n");
}

#[test]
fn few_repairs_the_least_first() {
    let castles = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq";
    let repairs = |arguments: &[&str], text: &str| {
        let answer =
            run(&[&["reach", "--json", "--repair"], arguments, &[text]].concat(), "").json().remove(0);
        answer["repairs"].as_array().map_or(Vec::new(), |repairs| {
            let text = |repair: &Value, name: &str| repair[name].as_str().unwrap().to_owned();
            repairs.iter().map(|repair| (text(repair, "what"), text(repair, "verdict"))).collect()
        })
    };
    let few = repairs(&[], castles);
    assert!((1..=5).contains(&few.len()), "{few:?}");
    let all = repairs(&["--repairs", "all"], castles);
    assert!(all.len() > few.len(), "{all:?}");
    assert_eq!(repairs(&["--repairs", "2"], castles).len(), 2);
    // Upside down.
    let turned = repairs(&[], "RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr w - -");
    assert_eq!(turned[0], ("with the colours exchanged".to_owned(), "legal".to_owned()), "{turned:?}");
    // Who is to move is enough: the pawn on e4 has just come from e2.
    let kept = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 2";
    let found = repairs(&["--repairs", "all"], kept);
    assert_eq!(found.iter().filter(|(what, _)| what == "with Black to move").count(), 1, "{found:?}");
    run(&["reach", "--repairs", "0", castles], "").with_code(2);
    run(&["reach", "--by", "rules", "--repairs", "3", castles], "").with_code(2);
}

#[test]
fn ranks_with_a_square_too_few() {
    let text = "rnbqkbnr/pppppppp/8/8/4P2/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let answer = run(&["reach", "--json", "--repair", text], "").with_code(1).json().remove(0);
    let readings = answer["error"]["readings"].as_array().unwrap();
    assert_eq!(readings.len(), 1, "{answer}");
    assert_eq!(
        (&readings[0]["what"], &readings[0]["verdict"]),
        (&json!("with rank 4 read as 4P3"), &json!("legal"))
    );
    let explained = run(&["reach", "--explain", "--repair", text], "").with_code(1).out;
    assert!(explained.contains("with rank 4 read as 4P3: legal\n"), "{explained}");
    assert!(run(&["reach", "--json", text], "").json()[0]["error"].get("readings").is_none());
    // A right to castle that lacks its rook goes with it.
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq -";
    let answer = run(&["reach", "--json", "--repair", text], "").with_code(1).json().remove(0);
    let readings = answer["error"]["readings"].as_array().unwrap();
    let what = members(readings, "what");
    for rank in ["RNBQKB1N", "RNBQKBN1"] {
        let expected = format!("with rank 1 read as {rank}, and without White's right to castle king-side");
        assert!(what.contains(&json!(expected)), "{answer}");
    }
    assert!(readings.iter().all(|reading| reading["fen"].as_str().unwrap().contains(" w Qkq - ")));
}

/// Where they have a place they stand below the row.
#[test]
fn repairs_stand_below_rows() {
    let illegal = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    let near = "rnbqkbnr/pppppppp/8/8/4P2/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for format in [&["--format", "text"][..], &["--format", "table"], &[]] {
        let ran = run(&[&["reach", "--repair", "-q", illegal, near], format].concat(), "").with_code(1);
        let start = illegal.replace(" b ", " w ");
        let below = format!("\n  with White to move: legal\n    {start}\n");
        assert!(ran.out.contains(&below), "{}", ran.out);
        assert!(ran.out.contains("\n  with rank 4 read as 4P3: legal\n    rnbqkbnr/"), "{}", ran.out);
        let without = run(&[&["reach", "-q", illegal], format].concat(), "").with_code(0).out;
        assert!(!without.contains("White to move: legal"), "{without}");
    }
    for format in ["csv", "tsv", "markdown"] {
        let ran = run(&["reach", "--repair", "--format", format, illegal], "").with_code(2);
        assert!(ran.err.contains("--repair: repairs have no column"), "{}", ran.err);
    }
}

/// At a terminal several positions make a table, and a single one is drawn.
#[test]
#[cfg(target_os = "linux")]
fn at_a_terminal() {
    let both = file("two.fen", &format!("{SAFE}\n{MATE}\n"));
    let one = file("one.fen", &format!("{SAFE}\n"));
    let shown = |arguments: &str| {
        let line = format!("{} {arguments}", env!("CARGO_BIN_EXE_arbiter"));
        let ran = Command::new("script")
            .args(["-qec", &format!("stty rows 30 cols 100; {line}"), "/dev/null"])
            .output();
        String::from_utf8(ran.expect("the program script of util-linux").stdout).unwrap().replace('\r', "")
    };
    let table = shown(&format!("status --color never {}", both.display()));
    assert!(table.starts_with("answer     position"), "{table}");
    assert!(table.contains("\ncheckmate  7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), "{table}");
    assert!(table.ends_with("\n\n2 positions: 1 safe, 1 checkmate\n"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    for drawn in [
        format!("status {}", one.display()),
        format!("status '{SAFE}'"),
        format!("status --explain {}", both.display()),
    ] {
        let drawn = shown(&format!("{drawn} --color never"));
        assert!(drawn.contains("  8  .  .  .  .  k"), "{drawn}");
    }
}
