//! Files of problems: `arbiter win problem.inp`.

use crate::common;

use std::io::Write;

use common::{file, run, start};

const BLOCK: &str = "Stipulation #2\nPieces White Kf7 Ra1 Black Kh8\n";

fn path(name: &str, text: &str) -> String {
    file(name, text).to_str().unwrap().to_owned()
}

#[test]
fn twins_and_problems_have_an_answer_each() {
    let text = format!(
        "BeginProblem\nAuthor A. Uthor\n{BLOCK}Twin Move a1 b1 Stipulation #1\nNextProblem\n{BLOCK}Option SetPlay \
         Variation\nEndProblem\n"
    );
    let named = run(&["win", &path("twins.inp", &text)], "").with_code(0);
    let lines = named.lines();
    assert!(lines[0].starts_with("win 1 keys ") && lines[3].starts_with("win 1 keys b1h1"), "{}", named.out);
    assert_eq!(lines[1..3], ["  A. Uthor", "  a) #2"]);
    assert_eq!(lines[4], "  b) Move a1 b1 Stipulation #1: #1");
    assert!(named.out.contains("1. Rh1#\n"), "{}", named.out);
    // The same as an argument and on standard input.
    assert_eq!(run(&["win", &text], "").with_code(0).out, named.out);
    assert_eq!(run(&["win", "-"], &text).with_code(0).out, named.out);
    assert_eq!(run(&["win", "--threads", "2"], &text).with_code(0).out, named.out);
    let json = run(&["win", "--json"], &text).with_code(0).json();
    assert_eq!(json[1]["input"], "7k/5K2/8/8/8/8/8/1R6 w - - 0 1");
    assert_eq!(json[1]["problem"]["twin"], "b");
    assert_eq!(json[1]["problem"]["authors"][0], "A. Uthor");
    assert_eq!(json[2]["problem"]["stipulation"], "#2");
}

#[test]
fn what_is_wrong_with_a_position_stands_where_its_men_do() {
    let text = "BeginProblem\nStipulation #2\n  Pieces White Kc6 Rf7 Black Ke5 Pa1\nNextProblem\n\
                Stip #1 Pieces White Kf7 Ra1 Black Kh8\nTwin Remove h8\nEndProblem\n";
    let ran = run(&["win"], text).with_code(1);
    let lines: Vec<_> = ran.lines().into_iter().filter(|line| line.starts_with("error")).collect();
    assert!(lines[0].starts_with("error: line 3, column 3: ") && lines[0].contains("a1"), "{}", lines[0]);
    assert!(lines[1].starts_with("error: line 6, column 1: ") && lines[1].contains("king"), "{}", lines[1]);
}

#[test]
fn faults_cost_no_other_answer() {
    let text = format!(
        "beg\nopt vari\n{BLOCK}cond Circe Madrasi\nnext\nstip s#2 {}\ntwin stip #1\nnext\n{BLOCK}twin add white Gb3\n\
         twin stip hs#3\nnext nonsense\nend\n",
        BLOCK.split_once('\n').unwrap().1.trim_end()
    );
    let ran = run(&["win"], &text).with_code(1);
    let lines: Vec<_> = ran.lines().into_iter().filter(|line| !line.starts_with("  ")).collect();
    assert_eq!(lines[0], "error: line 5, column 6: the condition 'Circe' is not supported");
    assert!(lines[1].starts_with("no-win never"), "{}", lines[1]);
    assert!(lines[2].starts_with("win 1 keys a1h1") && lines[3].starts_with("win 1 keys"), "{}", ran.out);
    let expected = "expected a man of chess (K, Q, R, B, S or P), found 'G'";
    assert_eq!(lines[4], format!("error: line 12, column 16: {expected}"));
    assert!(lines[5].starts_with("error: line 13, column 11: the stipulation 'hs#3' is not supported"));
    assert!(lines[6].starts_with("error: line 14, column 6: expected a command"), "{}", lines[6]);
    assert_eq!(lines.len(), 7);
    assert_eq!(ran.err, "arbiter: 7 positions: 4 with errors\n");
    let shown = run(&["win", "--explain"], "beg\n cond Circe\nend").with_code(1);
    assert!(
        shown.out.contains("| \u{1b}[0m cond Circe") || shown.out.contains(" cond Circe"),
        "{}",
        shown.out
    );
}

#[test]
fn problems_beside_positions() {
    let text = path("with_a_fen.inp", &format!("beg {BLOCK}end"));
    let ran = run(&["win", "--mate", "1", "7k/5K2/8/8/8/8/8/R7 w", &text], "").with_code(0);
    assert_eq!(ran.lines()[0], "win 1");
    assert!(ran.lines()[1].starts_with("win 1 keys "), "{}", ran.out);
    let ran = run(&["win", "--checkpoint", "x.state", &text], "").with_code(2);
    assert!(
        ran.err.contains("--checkpoint: expected a single position, not a file of problems"),
        "{}",
        ran.err
    );
    let ran = run(&["win", "--rules", "gardner", &text], "").with_code(2);
    assert!(ran.err.contains("--rules: files of problems are for standard chess"), "{}", ran.err);
}

#[test]
fn options_of_the_command_come_on_top() {
    let text = "beg stip #3 pieces White Ke1 Rc1 Bc8 Sa6c6 Pa4a3a2 Black Ka8 Rd2 Bb6d1 Pc7d4d3c2e2\n\
                option nothreat end";
    let plain = run(&["win"], text).with_code(0);
    assert_eq!(plain.lines(), ["win 5 keys a4a5", "  #3"]);
    let tree = run(&["win", "--tree"], text).with_code(0);
    // Without threats every defence is told.
    assert!(tree.out.contains("1... Bc5 2. Nxc7#") && !tree.out.contains("threat"), "{}", tree.out);
    let long = run(&["win", "--tree", "--no-short"], text).with_code(0);
    assert!(!long.out.contains("1... Bc5 2. Nxc7#") && long.out.contains("1... Bxa5"), "{}", long.out);
    let sides = run(&["win"], "beg stip #1 fors 7k/5K2/r7/R7 opt duplex end").with_code(0);
    assert_eq!(sides.lines().len(), 4);
    assert_eq!(sides.lines()[3], "  #1, Black begins");
}

#[test]
fn documents_and_diagrams() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let picture = folder.join("popeye_board.svg");
    let text = format!("beg\ntitle 50% & \\more\n{BLOCK}opt vari\ntwin move a1 b1\nend");
    let ran = run(&["win", "--latex", "--svg", picture.to_str().unwrap()], &text).with_code(0);
    assert!(ran.out.starts_with("\\documentclass{article}\n") && ran.out.ends_with("\\end{document}\n"));
    assert!(ran.out.contains("\\textbf{50\\% \\& \\textbackslash{}more}\\\\"), "{}", ran.out);
    assert!(ran.out.contains("\\chessboard[setfen={7k/5K2/8/8/8/8/8/1R6 w - - 0 1}]"), "{}", ran.out);
    assert!(ran.out.contains("Rh1\\#"), "{}", ran.out);
    for name in ["popeye_board.svg", "popeye_board-2.svg"] {
        assert!(std::fs::read_to_string(folder.join(name)).unwrap().starts_with("<svg "));
    }
    assert!(ran.out.contains("b) move a1 b1: \\#2 \\quad (2 + 1)"), "{}", ran.out);
    let fen = run(&["win", "--mate", "1", "--latex", "7k/5K2/8/8/8/8/8/R7 w"], "").with_code(0);
    assert!(fen.out.contains("White can force mate"), "{}", fen.out);
    assert!(fen.out.contains("\n\\#1 \\quad (2 + 1)"), "{}", fen.out);
}

/// What comes of a pipe first shows nothing of what follows.
#[test]
fn a_pipe_that_begins_with_an_empty_line() {
    for parts in
        [["\n", "BeginProblem\n"], ["\n", "  \n\n BeginProblem "], ["Be", "ginProblem\n"], ["", "beg\n"]]
    {
        let mut child = start(&["win"]);
        let mut input = child.stdin.take().unwrap();
        for part in parts.iter().chain(&[BLOCK, "EndProblem\n"]) {
            input.write_all(part.as_bytes()).unwrap();
            input.flush().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        drop(input);
        let output = child.wait_with_output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && out.starts_with("win 1 keys "), "{parts:?}: {out}");
    }
    // The place of a fault is that in the whole.
    let ran = run(&["win"], "\n\nBeginProblem\ncond Circe\nEndProblem").with_code(1);
    assert!(ran.out.starts_with("error: line 4, column 6: "), "{}", ran.out);
}

/// Many problems, one too long, and nonsense: what can be answered is, in little memory.
#[test]
fn large_files() {
    let mut text = Vec::new();
    for i in 0..300 {
        write!(text, "BeginProblem\nTitle {i}\n{BLOCK}EndProblem\n").unwrap();
    }
    write!(text, "BeginProblem\n{}{BLOCK}EndProblem\n", "Remark and so on\n".repeat(10_000)).unwrap();
    write!(text, "BeginProblem\n{BLOCK}{}EndProblem\n", "Twin Remove a1\n".repeat(300)).unwrap();
    write!(text, "BeginProblem\n{}\nEndProblem\n", "x".repeat(1 << 20)).unwrap();
    write!(text, "BeginProblem\n{BLOCK}EndProblem\nBeginProblem\n{BLOCK}").unwrap();
    let ran = run(&["win"], std::str::from_utf8(&text).unwrap()).with_code(1);
    let lines: Vec<_> = ran.lines().into_iter().filter(|line| !line.starts_with("  ")).collect();
    assert_eq!(lines.iter().filter(|line| line.starts_with("win 1 ")).count(), 302);
    assert_eq!(lines.iter().filter(|line| line.starts_with("no-win never")).count(), 256);
    let errors: Vec<_> = lines.iter().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(errors.len(), 4, "{errors:?}");
    for (error, told) in
        errors.iter().zip(["longer than 65536", "256 twins", "too long", "found the end of the text"])
    {
        assert!(error.contains(told), "{error}");
    }
}
