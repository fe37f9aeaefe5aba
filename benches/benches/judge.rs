//! The judge programs against the programs printed in the documents, as whole processes on the same input:
//! the Java of *Simplified Chess Engine* and the Python of *Game of chess unfinished*.
//!
//! Wants `arbiter` built in release mode, `java`, `javac` and `python3`, and `../shared/peers` beside
//! the checkout; says what it skips.
#![allow(missing_docs, clippy::print_stdout)]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use arbiter_benches::median;
use arbiter_benches::positions::{Chance, contest_input, quiet_games};
use chess_arbiter_judge::{Options, Program, run};

const GAMES: usize = 20_000;
const CASES: usize = 100_000;
const ROUNDS: usize = 5;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let peers = root.join("../shared/peers");
    let work = target_dir().join("judge-bench");
    fs::create_dir_all(&work).expect("the target directory can be written");
    simplified(&peers, &work);
    unfinished(&peers, &work);
}

/// Where cargo put this benchmark's binary: `target/release/deps/judge-…`.
fn target_dir() -> PathBuf {
    let exe = std::env::current_exe().expect("this program has a path");
    exe.ancestors().nth(2).expect("cargo puts it two folders down").to_path_buf()
}

/// Runs a command with `input` on standard input; seconds and output.
fn timed(command: &mut Command, input: &Path) -> (f64, Vec<u8>) {
    let start = Instant::now();
    let output = command
        .stdin(File::open(input).expect("the input was written"))
        .stderr(Stdio::inherit())
        .output()
        .expect("the command starts");
    assert!(output.status.success(), "{command:?}");
    (start.elapsed().as_secs_f64(), output.stdout)
}

fn simplified(peers: &Path, work: &Path) {
    let input = work.join("simplified.in");
    fs::write(&input, contest_input(&quiet_games(GAMES, 3), 6)).expect("the input can be written");
    let arbiter = target_dir().join("arbiter");
    if !arbiter.exists() {
        println!("skipped: build it first with `cargo build --release`");
        return;
    }
    let classes = work.join("java");
    let java =
        Command::new(peers.join("document-java")).arg(&classes).status().is_ok_and(|status| status.success());
    if !java {
        println!("(no Java peer: ../shared/peers/document-java is not there or does not build)");
    }
    let (mut one, mut all, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let (seconds, answers) =
            timed(Command::new(&arbiter).args(["judge", "simplified", "--threads", "1"]), &input);
        let (seconds_all, answers_all) = timed(Command::new(&arbiter).args(["judge", "simplified"]), &input);
        assert!(answers == answers_all, "threads change nothing");
        if round > 0 {
            one.push(seconds);
            all.push(seconds_all);
        }
        if java && round > 0 {
            let (seconds, answers_java) =
                timed(Command::new("java").arg("-cp").arg(&classes).arg("SimplifiedChessEngine"), &input);
            assert!(answers == answers_java, "the document's program answers otherwise");
            theirs.push(seconds);
        }
    }
    println!(
        "judge simplified, {GAMES} quiet games of five against five, m = 6, whole processes (median of {ROUNDS})"
    );
    let row = |name: &str, seconds: &[f64]| {
        let ratios: Vec<f64> = theirs.iter().zip(seconds).map(|(theirs, own)| theirs / own).collect();
        let faster = if ratios.is_empty() {
            String::new()
        } else {
            format!("{:>8.0} x the document's Java", median(ratios))
        };
        println!("  {name:<24} {:>10.0} games/s {faster}", GAMES as f64 / median(seconds.to_vec()));
    };
    row("arbiter, all threads", &all);
    row("arbiter, one thread", &one);
    if java {
        row("document's Java", &theirs);
    }
    println!();
}

/// Four distinct squares, kings not adjacent.
fn unfinished_cases(count: usize) -> String {
    let mut chance = Chance(4);
    let mut text = String::new();
    let mut written = 0;
    while written < count {
        let squares: Vec<usize> = (0..4).map(|_| chance.below(64)).collect();
        let (white, black) = (squares[2], squares[3]);
        let apart = (white % 8).abs_diff(black % 8).max((white / 8).abs_diff(black / 8)) > 1;
        let distinct = (0..4).all(|i| !squares[..i].contains(&squares[i]));
        if apart && distinct {
            let name = |square: usize| format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1);
            text += &squares.into_iter().map(name).collect::<Vec<_>>().join(" ");
            text.push('\n');
            written += 1;
        }
    }
    text
}

fn unfinished(peers: &Path, work: &Path) {
    let text = unfinished_cases(CASES);
    let input = work.join("unfinished.in");
    fs::write(&input, &text).expect("the input can be written");
    let options = Options { threads: 1, ..Options::default() };
    let mut answers = Vec::new();
    let mut seconds = Vec::new();
    for _ in 0..=4 * ROUNDS {
        answers.clear();
        let start = Instant::now();
        run(Program::Unfinished, &mut text.as_bytes(), &mut answers, &options)
            .expect("the cases are well formed");
        seconds.push(start.elapsed().as_secs_f64());
    }
    let ours = median(seconds) / CASES as f64 * 1e9;
    println!("judge unfinished, {CASES} cases, in process, one thread");
    println!("  arbiter                  {ours:>10.1} ns/case");
    let python = |print: bool| {
        let mut command = Command::new("python3");
        command.arg(peers.join("document-python")).arg(&input);
        if print {
            command.arg("--print");
        }
        let output = command.output().ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok()
    };
    let Some(theirs) = python(true) else {
        println!("(no Python peer: ../shared/peers/document-python is not there)");
        return;
    };
    assert!(
        theirs.as_bytes().trim_ascii_end() == answers.trim_ascii_end(),
        "the document's program answers otherwise"
    );
    // It prints "12.34 us per case, …".
    let micros: Vec<f64> =
        (0..ROUNDS).filter_map(|_| python(false)?.split_whitespace().next()?.parse().ok()).collect();
    let theirs = median(micros) * 1e3;
    println!("  document's Python        {theirs:>10.1} ns/case {:>8.0} x as long", theirs / ours);
}
