//! Every format in and out, and what is said in each.

use chess_arbiter_answer::request::{Context, Grant, ReachRequest, StatusRequest};
use chess_arbiter_answer::{Form, Question, ask};

use crate::support::{Folder, column, fens, table};

const NAMES: [&str; 8] =
    ["t.parquet", "t.csv", "t.tsv", "t.jsonl", "t.csv.gz", "t.tsv.zst", "t.ndjson.gz", "t.jsonl.zst"];

fn asked(question: &Question, texts: &[String]) -> Vec<String> {
    let answer = |text: &String| ask(question, text, Form::Lines, &Context::default()).text(Form::Lines);
    let word =
        |line: String| if line.starts_with("error") { String::new() } else { line.trim_end().to_owned() };
    texts.iter().map(answer).map(word).collect()
}

#[test]
fn every_format_comes_from_every_other() {
    let folder = Folder::new();
    folder.write("in.csv", table(200));
    let expected = asked(&Question::Status(StatusRequest::default().check()), &fens(200));
    let original = folder.text("in.csv");
    for from in NAMES {
        folder.done(&format!("status in.csv -o a-{from} --prefix a_"));
        for to in NAMES {
            folder.done(&format!("status a-{from} -o b-{to} --prefix b_ --force"));
            folder.done(&format!("status b-{to} -o c.csv --prefix c_ --force"));
            let text = folder.text("c.csv");
            for name in ["a_verdict", "b_verdict", "c_verdict"] {
                assert_eq!(column(&text, name), expected, "{from} to {to}: {name}");
            }
            for name in ["id", "fen", "note"] {
                assert_eq!(column(&text, name), column(&original, name), "{from} to {to}: {name}");
            }
            assert!(!folder.path("c.csv.parts").exists());
        }
    }
}

#[test]
fn text_is_answered_as_the_command_answers() {
    let folder = Folder::new();
    folder.write("in.txt", format!("# a comment\r\n\r\n{}\r\n", fens(100).join("\r\n")));
    let question = ReachRequest { level: Some("static".parse().unwrap()), ..ReachRequest::default() };
    let expected = asked(&question.check(&Grant::UNBOUNDED).unwrap(), &fens(100));
    assert_eq!(folder.run("reach --level static in.txt -o out.txt").0, 3);
    let words = |line: &str| if line.starts_with("error") { String::new() } else { line.to_owned() };
    assert_eq!(folder.text("out.txt").lines().map(words).collect::<Vec<_>>(), expected);
    assert_eq!(folder.run("reach --level static in.txt -o out.csv").0, 3);
    assert_eq!(column(&folder.text("out.csv"), "line")[0], "3");
    assert_eq!(column(&folder.text("out.csv"), "position"), fens(100));
}

#[test]
fn columns_of_each_question() {
    let folder = Folder::new();
    folder.write(
        "in.csv",
        "fen\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\n\n\"\"\n9 w\n",
    );
    let header = |arguments: &str| {
        folder.done(&format!("{arguments} in.csv -o out.csv --force"));
        folder.text("out.csv").lines().next().unwrap().to_owned()
    };
    let faults = "error,error_column,error_line";
    assert_eq!(header("status"), format!("fen,verdict,{faults}"));
    assert_eq!(header("reach --by rules"), format!("fen,verdict,rules,{faults}"));
    assert_eq!(header("win --mate 1"), format!("fen,verdict,plies,shortest,line,limit,{faults}"));
    assert_eq!(column(&folder.text("out.csv"), "line"), ["", "a1a8", "", ""]);
    assert_eq!(column(&folder.text("out.csv"), "error_line"), ["", "", "", "6"]);
    assert_eq!(header("win --mate 1 --keys"), format!("fen,verdict,plies,shortest,line,keys,limit,{faults}"));
    let sides = "white_can_win,white_by,white_line,black_can_win,black_by,black_line,limit";
    assert_eq!(header("dead"), format!("fen,verdict,{sides},{faults}"));
    assert_eq!(column(&folder.text("out.csv"), "black_can_win"), ["false", "true", "", ""]);
    assert_eq!(column(&folder.text("out.csv"), "black_by"), ["material", "", "", ""]);
    let one = "black_can_win,black_by,black_line,limit";
    assert_eq!(header("dead --flagged white"), format!("fen,verdict,result,{one},{faults}"));
    assert_eq!(column(&folder.text("out.csv"), "result"), ["1/2-1/2", "0-1", "", ""]);
    assert_eq!(header("dead --quick --side black"), format!("fen,verdict,black_can_win,{faults}"));
    assert_eq!(column(&folder.text("out.csv"), "verdict"), ["unwinnable", "unknown", "", ""]);
    folder.run("reach --level static in.csv -o out.csv --force");
    assert_eq!(
        folder.text("out.csv").lines().next(),
        Some(&*format!("fen,verdict,level,lemma,limit,{faults}"))
    );
}

#[test]
fn moves_are_played_first() {
    let folder = Folder::new();
    folder.write(
        "in.csv",
        "FEN,Moves\n6k1/5ppp/8/8/8/8/r7/4K2R b - - 0 1,a2b2 h1h7\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e9\n",
    );
    folder.done("status in.csv -o out.csv --play Moves:1 --only");
    let text = folder.text("out.csv");
    assert_eq!(column(&text, "verdict"), ["safe", ""]);
    assert!(column(&text, "error")[1].starts_with("before the moves: move 1, e1e9: "), "{text}");
    assert_eq!(text.lines().next(), Some("FEN,verdict,error,error_column,error_line"));
    // A line of JSON whose moves cannot be played stays what it was.
    folder.write("in.jsonl", "{\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"moves\":\"e1e9\"}\nno object\n");
    folder.done("status in.jsonl -o out.jsonl --play moves");
    let text = folder.text("out.jsonl");
    let expected =
        "{\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"moves\":\"e1e9\",\"error\":\"before the moves: ";
    assert!(text.starts_with(expected), "{text}");
    assert!(
        text.lines()
            .nth(1)
            .unwrap()
            .starts_with("{\"input\":\"no object\",\"error\":\"expected a JSON object"),
        "{text}"
    );
}

#[test]
fn games() {
    let folder = Folder::new();
    let pgn = "[Event \"a\"]\n\n1. f3 {[%clk 1] a\n[comment]} e5 2. g4?? (2. e4 (2. d4) Nf6) 2... Qh4# 0-1\n\n\
               [Event \"b\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n1.O-O-O Ke7 $1 2.Kz4 *\n\n[Event \"c\"]\n\n*\n";
    folder.write("in.pgn", pgn);
    // Positions without moves are games too.
    let fens = ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"];
    let bare = fens.map(|fen| format!("[Event \"x\"]\n\n[FEN \"{fen}\"]\n\n")).concat();
    folder.write("bare.pgn", bare);
    folder.done("status bare.pgn -o bare.csv");
    assert_eq!(column(&folder.text("bare.csv"), "verdict"), ["checkmate", "safe"]);
    folder.done("status in.pgn -o last.csv");
    let last = folder.text("last.csv");
    assert_eq!(column(&last, "verdict"), ["checkmate", "", "safe"]);
    assert_eq!(column(&last, "ply"), ["4", "3", "0"]);
    assert_eq!(column(&last, "line"), ["1", "6", "10"]);
    folder.done("status in.pgn -o all.csv --positions all");
    assert_eq!(column(&folder.text("all.csv"), "game"), ["1", "1", "1", "1", "1", "2", "2", "2", "2", "3"]);
    folder.done("status in.pgn -o ply.csv --positions ply:1");
    assert_eq!(column(&folder.text("ply.csv"), "ply"), ["1", "1", ""]);
}

/// Which moves come after a comment that does not end nobody knows.
#[test]
fn games_with_comments_that_do_not_end() {
    let folder = Folder::new();
    for (moves, told) in [
        ("1. e4 {a comment 1... e5 2. Nf3", "expected a '}' after the last '{'"),
        ("1. e4 {one} (1. d4 d5 2. c4", "expected a ')' after the last '('"),
    ] {
        folder.write("in.pgn", format!("[Event \"a\"]\n\n1. d4 *\n\n[Event \"b\"]\n\n{moves}\n"));
        folder.done("status in.pgn -o out.csv --force");
        let text = folder.text("out.csv");
        assert_eq!(column(&text, "verdict"), ["safe", ""]);
        assert_eq!(column(&text, "error"), ["", told]);
    }
}

/// Comments of more than a block are not the end, nor are they rows.
#[test]
fn texts_of_comments() {
    let folder = Folder::new();
    let comment = format!("# {}\n", "x".repeat(1 << 20));
    folder.write("in.fen", comment.repeat(40) + "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    folder.done("status in.fen -o out.csv");
    assert_eq!(column(&folder.text("out.csv"), "line"), ["41"]);
}

#[test]
fn inputs_one_after_another() {
    let folder = Folder::new();
    folder.write("a.csv", table(10));
    folder.done("status a.csv -o b.csv.zst --prefix x_");
    folder.write("c.csv", "fen\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    folder.done("status a.csv a.csv -o d.csv");
    assert_eq!(column(&folder.text("d.csv"), "fen"), [fens(10), fens(10)].concat());
    let (code, said) = folder.run("status a.csv c.csv -o e.csv");
    assert_eq!(code, 1);
    assert!(
        said.contains("c.csv: expected the columns of a.csv (id Utf8, fen Utf8, note Utf8), found fen Utf8"),
        "{said}"
    );
}

/// What `dead` says of rows is what it says of lines, in every format; lines are played again.
#[test]
fn who_can_still_win() {
    let folder = Folder::new();
    let fens = [
        "8/8/8/4k3/8/8/5P2/4K3 w - - 0 1",
        "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "9 w",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ];
    folder.write("in.fen", fens.join("\n") + "\n");
    assert_eq!(folder.run("dead in.fen -o out.txt").0, 1);
    let text = folder.text("out.txt");
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("white winnable ") && lines[0].ends_with("; black unwinnable material"),
        "{text}"
    );
    assert_eq!(
        lines[1..],
        [
            "dead",
            "white winnable 0; black unwinnable terminal",
            "error: column 1: expected a piece letter or a digit 1-8, found '9'",
            "dead"
        ]
    );
    assert_eq!(folder.run("dead --flagged white in.fen -o result.txt").0, 1);
    assert_eq!(folder.text("result.txt").lines().nth(2), Some("1-0"));
    folder.done("dead --quick in.fen -o quick.txt");
    let quick = folder.text("quick.txt");
    assert_eq!(quick.lines().next(), Some("white unknown; black false"));
    assert_eq!(quick.lines().nth(4), Some("white false; black false"));
    folder.done("dead in.fen -o out.parquet");
    folder.done("status out.parquet -o again.csv --prefix status_");
    let again = folder.text("again.csv");
    assert_eq!(column(&again, "white_can_win"), ["true", "false", "true", "", "false"]);
    assert_eq!(column(&again, "verdict"), ["winnable", "dead", "winnable", "", "dead"]);
    // The line is legal, and ends with mate.
    folder.done("status out.parquet -o mates.csv --play white_line --prefix after_");
    assert_eq!(column(&folder.text("mates.csv"), "after_verdict")[0], "checkmate");
    // What is not known about one side is a limit's doing, and says so.
    folder.write("half.csv", format!("fen\n{}\n", fens[0]));
    assert_eq!(folder.run("dead --nodes 1 half.csv -o half.txt").0, 3);
    assert_eq!(folder.text("half.txt"), "white undecided (node limit); black unwinnable material\n");
    for (options, wrong) in
        [("--moves e1e2", "--play"), ("--fivefold", "--fivefold"), ("--certificate", "column")]
    {
        let (code, said) = folder.run(&format!("dead {options} half.csv -o none.csv"));
        assert!(code == 2 && said.contains(wrong), "{options}: {code} {said}");
    }
}
