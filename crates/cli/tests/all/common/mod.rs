//! Runs the built command.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// What a run left behind.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// Asserts the exit status and gives the output.
    #[track_caller]
    pub fn with_code(self, code: i32) -> Ran {
        assert_eq!(self.code, Some(code), "out: {}\nerr: {}", self.out, self.err);
        self
    }

    pub fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    /// The output as JSON Lines.
    pub fn json(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
    }
}

pub fn command(arguments: &[&str]) -> Command {
    program(env!("CARGO_BIN_EXE_arbiter"), arguments)
}

pub fn program(path: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(path);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env_remove("CLICOLOR_FORCE");
    command
}

pub fn start(arguments: &[&str]) -> Child {
    command(arguments).spawn().unwrap()
}

/// Runs to the end with a text on standard input.
pub fn run(arguments: &[&str], input: &str) -> Ran {
    run_child(start(arguments), input)
}

/// As [`run`], of any child whose streams are pipes.
pub fn run_child(mut child: Child, input: &str) -> Ran {
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feeder = std::thread::spawn(move || {
        // The command may stop reading early.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A file for this test.
pub fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Random numbers that are the same in every run.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    /// Men on random squares of a board of `size` × `size`, as FEN.
    pub fn position(&mut self, size: usize, always: &str, others: &str, most: usize) -> String {
        let mut board = vec!['.'; size * size];
        let mut men: Vec<char> = always.chars().collect();
        let others: Vec<char> = others.chars().collect();
        for _ in 0..self.below(most + 1) {
            men.push(others[self.below(others.len())]);
        }
        for man in men {
            // Pawns where they may stand in every game.
            let rows = if man.eq_ignore_ascii_case(&'p') { 1..size - 1 } else { 0..size };
            // A man that finds no room stays away.
            for _ in 0..200 {
                let square = self.below(board.len());
                if board[square] == '.' && rows.contains(&(square / size)) {
                    board[square] = man;
                    break;
                }
            }
        }
        let rows: Vec<String> = board.chunks(size).map(row).collect();
        format!("{} {}", rows.join("/"), ["w", "b"][self.below(2)])
    }
}

fn row(squares: &[char]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for &man in squares.iter().chain(&[' ']) {
        if man == '.' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(man);
    }
    text.trim_end().into()
}

/// What a script beside the tests prints, which drives the built command by a package of Python that `pip`
/// fetches into an environment beside the build's other temporary files.
pub fn client(package: &str, script: &str) -> String {
    let name = package.split('=').next().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("python-{name}"));
    let python = folder.join("bin/python");
    if !folder.join("installed").exists() {
        succeed(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder));
        succeed(Command::new(&python).args(["-m", "pip", "install", "--quiet", package]));
        std::fs::write(folder.join("installed"), "").expect("the folder was just made");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(script);
    succeed(Command::new(python).arg(script).arg(env!("CARGO_BIN_EXE_arbiter")))
}

fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{out}\n{err}");
    out.into_owned()
}
